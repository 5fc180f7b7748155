#include "num/matrix.h"

#include "num/blocklu.h"

void gud_matrix_add(gud_matrix *K, int i, int j, int ni, int nj, const double *block, int stride, double scale)
{
    double *to = K->values + gud_blocklu_block(K->lu, i, j);
    for (int c = 0; c < nj; c++)
        for (int r = 0; r < ni; r++) to[r + c * ni] += scale * block[r * stride + c];
}

void gud_matrix_solve(const gud_matrix *K, double *b)
{
    gud_blocklu_solve(K->lu, K->values, K->pivots, b);
}
