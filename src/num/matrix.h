// The Newton matrix: blocks of a body's or joint's unknowns, factored in place by the block LU.
#ifndef GUD_NUM_MATRIX_H
#define GUD_NUM_MATRIX_H

typedef struct gud_blocklu gud_blocklu;

typedef struct gud_matrix {
    const gud_blocklu *lu; // pattern and elimination order: the model's
    double *values;        // entries, then factors: the simulation's
    int *pivots;
} gud_matrix;

// K(node i, node j) += scale block[ni][nj], the block's rows `stride` apart
void gud_matrix_add(gud_matrix *K, int i, int j, int ni, int nj, const double *block, int stride, double scale);

// b becomes the solution; the matrix was factored
void gud_matrix_solve(const gud_matrix *K, double *b);

#endif
