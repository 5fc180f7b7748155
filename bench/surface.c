// Gap queries: warm ones over 800 points with gap, rate and wall velocities, cold ones ray by ray, and what D costs by
// singular values, by QR and what a whole ray costs by the pencil, against the degree of a patch.

#include "num/blas.h"
#include "num/rot.h"
#include "num/vec.h"
#include "surface/gap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { n0 = 40, n1 = 20, n = n0 * n1 };

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_surface surface[2];
    gud_grid grid;
    gud_gap_pair pair;
    gud_gap_work work;
    gud_gap_hits field;
    double *warm;
} bench;

// processor time, which other programs do not disturb much
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void need(gud_status status, const gud_error *error)
{
    if (status == GUD_OK) return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static double noise(unsigned *z)
{
    *z = *z * 1664525u + 1013904223u;
    return (*z >> 8) / 8388608.0 - 1.0;
}

// a rational patch of degree d x d, 20 mm wide, `high` above z = 0
static gud_nurbs patch(bench *b, int d, double high, unsigned *z)
{
    double *knots = GUD_TAKE(&b->arena, double, 2 * (d + 1));
    double *points = GUD_TAKE(&b->arena, double, 4 * (d + 1) * (d + 1));
    if (b->arena.failed) exit(1);
    for (int i = 0; i < 2 * (d + 1); i++) knots[i] = i > d;
    for (int i = 0; i <= d; i++)
        for (int j = 0; j <= d; j++) {
            double *p = points + 4 * (i * (d + 1) + j);
            p[0] = 0.02 * ((double)i / d - 0.5);
            p[1] = 0.02 * ((double)j / d - 0.5);
            p[2] = high + 1e-3 * noise(z);
            p[3] = 1.0 + 0.2 * noise(z);
        }
    return (gud_nurbs){{d, d}, {d + 1, d + 1}, {knots, knots}, points};
}

static void prepare(bench *b, const gud_nurbs nurbs[2], double window)
{
    double **vectors[] = {&b->field.slope, &b->field.wall_r, &b->field.wall_c, &b->field.slip};
    for (int i = 0; i < 2; i++)
        need(gud_surface_create(&nurbs[i], "bench", &b->arena, &b->error, &b->surface[i]), &b->error);
    const gud_grid_spec spec = {.cells = {n0, n1}, .low = {0.1, 0.1}, .high = {0.9, 0.9}, .side = 1};
    need(gud_grid_create(&b->surface[0], &spec, &b->arena, &b->error, &b->grid), &b->error);
    b->pair = (gud_gap_pair){
        .grid = &b->grid, .other = &b->surface[1], .mode = GUD_GAP_NEWTON, .low = -window, .high = window};
    need(gud_gap_work_create(&b->surface[1], &b->arena, &b->error, &b->work), &b->error);
    b->field.state = GUD_TAKE(&b->arena, unsigned char, n);
    b->field.gap = GUD_TAKE(&b->arena, double, n);
    b->field.rate = GUD_TAKE(&b->arena, double, n);
    for (int i = 0; i < 4; i++) *vectors[i] = GUD_TAKE(&b->arena, double, 3 * n);
    b->warm = GUD_TAKE(&b->arena, double, 2 * n);
    if (b->arena.failed) exit(1);
}

static gud_pose turned(double x, double angle)
{
    const double axis[3] = {0, 0, 1};
    gud_pose pose = {.p = {x, 0, 0}, .v = {0.01, 0, 0}, .w = {0, 0, 100}};
    gud_rot_about(axis, angle, pose.R);
    return pose;
}

static void find(bench *b, const gud_pose *r, const gud_pose *o)
{
    need(gud_gap_find(&b->pair, r, o, &b->work, b->warm, &b->error, &b->field), &b->error);
}

// the other body turns and shifts a little from query to query, as from step to step of a run; best of several
static void run(bench *b, const char *name, double turn)
{
    const gud_pose r = turned(0, 0);
    double warm = INFINITY, cold = INFINITY;
    int nfilm = 0, ncold = 0;
    for (int repeat = 0; repeat < 10; repeat++) {
        for (int i = 0; i < 2 * n; i++) b->warm[i] = NAN;
        gud_pose o = turned(0, 0);
        double start = now();
        find(b, &r, &o);
        cold = fmin(cold, now() - start);
        start = now();
        for (int step = 1; step <= 100; step++) {
            o = turned(1e-7 * step, turn * step);
            find(b, &r, &o);
            nfilm = b->field.nfilm;
            ncold += b->field.ncold;
        }
        warm = fmin(warm, (now() - start) / 100);
    }
    printf("%s\twarm queries\t%.3g\tM/s\n", name, 1e-6 * n / warm);
    printf("%s\tcold start\t%.3g\tms/ray\n", name, 1e3 * cold / n);
    printf("%s\tpoints with film\t%d\tof %d\n", name, nfilm, n);
    printf("%s\tcold starts in warm queries\t%d\t\n", name, ncold);
    gud_arena_free(&b->arena);
}

static void run_cylinder(void)
{
    bench b = {0};
    gud_nurbs nurbs[2];
    need(gud_nurbs_cylinder(0.01, -0.01, 0.01, &b.arena, &b.error, &nurbs[0]), &b.error);
    need(gud_nurbs_cylinder(0.01003, -0.012, 0.012, &b.arena, &b.error, &nurbs[1]), &b.error);
    prepare(&b, nurbs, 1e-3);
    run(&b, "cylinder", 1e-3);
}

static void run_bicubic(void)
{
    bench b = {0};
    unsigned z = 7u;
    const gud_nurbs nurbs[2] = {patch(&b, 3, 0.0, &z), patch(&b, 3, 5e-4, &z)};
    prepare(&b, nurbs, 5e-3);
    run(&b, "bicubic", 1e-3);
}

typedef enum { BY_SVD, BY_QR, BY_PENCIL } way;

static double call(const gud_mrep *m, way how, gud_mrep_work *work, double *roots)
{
    const double x[3] = {1e-3, 2e-3, 1e-3}, normal[3] = {0, 0, 1};
    if (how == BY_SVD) return gud_mrep_log_svd(m, x, work);
    if (how == BY_QR) return gud_mrep_log_qr(m, x, work);
    return gud_mrep_hits(m, x, normal, -0.01, 0.01, work, roots);
}

// of as many calls as fit into some milliseconds; the best of several
static double microseconds(const gud_mrep *m, way how, gud_mrep_work *work, double *roots)
{
    double best = INFINITY, sum = 0.0;
    for (int repeat = 0; repeat < 5; repeat++) {
        int count = 0;
        const double start = now();
        double end = start;
        for (; end - start < 0.01; end = now(), count += 10)
            for (int i = 0; i < 10; i++) sum += call(m, how, work, roots);
        best = fmin(best, (end - start) / count);
    }
    return isfinite(sum) ? 1e6 * best : (double)NAN;
}

static void run_degree(int d)
{
    static const char *const names[] = {"D by singular values", "D by QR", "all hits by the pencil"};
    bench b = {0};
    unsigned z = 3u;
    gud_mrep_work work;
    gud_surface s;
    double roots[2 * GUD_DEGREE_MAX * GUD_DEGREE_MAX + 4];
    const gud_nurbs nurbs = patch(&b, d, 0.0, &z);
    need(gud_surface_create(&nurbs, "bench", &b.arena, &b.error, &s), &b.error);
    const gud_mrep *m = &s.patches[0].mrep;
    need(gud_mrep_work_create(m->m, m->r, &b.arena, &b.error, &work), &b.error);
    for (way how = BY_SVD; how <= BY_PENCIL; how++)
        printf("degree %d, M %d x %d\t%s\t%.3g\tus\n", d, m->m, m->r, names[how], microseconds(m, how, &work, roots));
    gud_arena_free(&b.arena);
}

int main(void)
{
    gud_blas_keep();
    run_cylinder();
    run_bicubic();
    for (int d = 1; d <= 6; d++) run_degree(d);
    return 0;
}
