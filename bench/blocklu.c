// Time of the block LU for mechanisms from a slider-crank to chains of ten thousand links.

#include "../tests/unit/blocklu_case.h"
#include "num/blas.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef struct {
    mechanism *m;
    double *b, *x;
} job;

static void restore(job *j)
{
    mechanism *m = j->m;
    memcpy(m->values, m->before, gud_blocklu_nvalue(m->lu) * sizeof *m->values);
}

static void factor(job *j)
{
    gud_blocklu_report report;
    restore(j);
    if (gud_blocklu_factor(j->m->lu, j->m->values, j->m->pivots, &report) != GUD_OK) {
        fprintf(stderr, "singular at node %d\n", report.node);
        exit(1);
    }
}

static void restart(job *j)
{
    memcpy(j->x, j->b, (size_t)j->m->nunknown * sizeof *j->x);
}

static void solve(job *j)
{
    restart(j);
    gud_blocklu_solve(j->m->lu, j->m->values, j->m->pivots, j->x);
}

// ns for one call: the best of many short rounds, so that other work on the machine matters little
static double clock_best(void (*work)(job *), job *j)
{
    const double round_time = 1e5, total = 1e8;
    double best = HUGE_VAL, spent = 0.0;
    for (int calls = 1; spent < total;) {
        const double start = now();
        for (int k = 0; k < calls; k++) work(j);
        const double time = now() - start;
        spent += time;
        best = fmin(best, time / calls);
        if (time < round_time) calls *= 2;
    }
    return best;
}

static double clock_create(mechanism *m)
{
    const double start = now();
    if (mechanism_end(m) != GUD_OK) exit(1);
    return now() - start;
}

static void report(const char *name, int nlink, mechanism m)
{
    const double create = clock_create(&m);
    mechanism_fill(&m, 1e-9);
    mechanism_keep(&m);
    job j = {.m = &m, .b = calloc((size_t)m.nunknown, sizeof(double)), .x = calloc((size_t)m.nunknown, sizeof(double))};
    for (int k = 0; k < m.nunknown; k++) j.b[k] = random_next(&m);

    const double factor_time = clock_best(factor, &j) - clock_best(restore, &j);
    const double solve_time = clock_best(solve, &j) - clock_best(restart, &j);
    printf("%s, %d\tcreate\t%.0f\tus\n", name, nlink, create * 1e-3);
    printf("%s, %d\tfactor a link\t%.1f\tns\n", name, nlink, factor_time / nlink);
    printf("%s, %d\tsolve a link\t%.1f\tns\n", name, nlink, solve_time / nlink);
    free(j.b);
    free(j.x);
    mechanism_free(&m);
}

// crank, rod and slider in the plane; three pins, a guide, a driver of the crank
static mechanism slider_crank_make(void)
{
    mechanism m = mechanism_begin(8, 8);
    const int crank = node_add(&m, 3, GUD_BLOCKLU_BODY), rod = node_add(&m, 3, GUD_BLOCKLU_BODY);
    const int slider = node_add(&m, 3, GUD_BLOCKLU_BODY);
    joint_add(&m, 2, GUD_BLOCKLU_JOINT, crank, -1);
    joint_add(&m, 2, GUD_BLOCKLU_JOINT, crank, rod);
    joint_add(&m, 2, GUD_BLOCKLU_JOINT, rod, slider);
    joint_add(&m, 2, GUD_BLOCKLU_JOINT, slider, -1);
    joint_add(&m, 1, GUD_BLOCKLU_JOINT, crank, -1);
    return m;
}

// beam nodes in a row, as ANCF beams have them
static mechanism beam_make(int nbeam)
{
    mechanism m = mechanism_begin(nbeam, nbeam);
    for (int k = 0; k < nbeam; k++) {
        node_add(&m, 12, GUD_BLOCKLU_BODY);
        if (k > 0) edge_add(&m, k - 1, k);
    }
    return m;
}

// report frees what it is given, which the analyser does not see
// NOLINTBEGIN(clang-analyzer-unix.Malloc)
int main(void)
{
    gud_blas_keep();
    report("slider-crank", 1, slider_crank_make());
    for (int n = 10; n <= 10000; n *= 10) report("chain, spherical", n, chain_make(n, 6, 3, GUD_BLOCKLU_JOINT, false));
    for (int n = 10; n <= 10000; n *= 10) report("chain, revolute", n, chain_make(n, 6, 5, GUD_BLOCKLU_JOINT, false));
    for (int n = 10; n <= 10000; n *= 10)
        report("chain, revolute, late", n, chain_make(n, 6, 5, GUD_BLOCKLU_LATE, false));
    for (int n = 10; n <= 10000; n *= 10) report("loop, revolute", n, chain_make(n, 6, 5, GUD_BLOCKLU_JOINT, true));
    for (int n = 10; n <= 1000; n *= 10) report("planar chain", n, chain_make(n, 3, 2, GUD_BLOCKLU_JOINT, false));
    report("binary tree, revolute", 10000, tree_make(10000, 2, 6, 5, GUD_BLOCKLU_JOINT));
    report("star, revolute", 1000, tree_make(1000, 999, 6, 5, GUD_BLOCKLU_JOINT));
    report("beam of 300 nodes", 300, beam_make(300));
    report("grid 32 x 32 of bodies", 1024, grid_make(32, 32, 6));
    return 0;
}
// NOLINTEND(clang-analyzer-unix.Malloc)
