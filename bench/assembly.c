// Pairs of faces in assemblies of n x n pins in bushes: how the work of features, pairs and the mechanism grows with
// the number of faces. Pairs of boxes that are compared are counted, and do not depend on the machine.

#include "assembly/mechanism.h"
#include "num/blas.h"
#include "num/pi.h"
#include "num/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { per_joint = 6 }; // faces: two halves of three cylinders

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

typedef struct {
    gud_arena arena;
    gud_face *faces;
    gud_face_loop *loops;
    double (*corners)[8];
    gud_part *parts;
    gud_assembly assembly;
} drawing;

// half of a cylinder about z
static void add_half(drawing *d, int part, const double at[3], double radius, double length, bool inward, int half)
{
    const int i = d->assembly.nface++;
    const double u[2] = {pi * half, pi * (half + 1)}, v[2] = {-0.5 * length, 0.5 * length};
    const double c[8] = {u[0], v[0], u[1], v[0], u[1], v[1], u[0], v[1]};
    for (int k = 0; k < 8; k++) d->corners[i][k] = c[k];
    d->loops[i] = (gud_face_loop){4, d->corners[i]};
    d->faces[i] = (gud_face){.kind = GUD_FACE_CYLINDER,
                             .part = part,
                             .inward = inward,
                             .origin = {at[0], at[1], at[2]},
                             .axis = {0.0, 0.0, 1.0},
                             .xdir = {1.0, 0.0, 0.0},
                             .radius = radius,
                             .u = {u[0], u[1]},
                             .v = {v[0], v[1]},
                             .box = {{at[0] - radius, at[1] - radius, v[0]}, {at[0] + radius, at[1] + radius, v[1]}},
                             .area = pi * radius * length,
                             .nloop = 1,
                             .loops = &d->loops[i]};
}

static int add_part(drawing *d, const char *name, const double at[3])
{
    const int i = d->assembly.npart++;
    d->parts[i] = (gud_part){.name = name,
                             .path = "",
                             .shape = i,
                             .solid = 1,
                             .place = {{1, 0, 0, at[0]}, {0, 1, 0, at[1]}, {0, 0, 1, at[2]}},
                             .volume = 1e-6,
                             .centre = {at[0], at[1], at[2]},
                             .inertia = {1e-10, 1e-10, 1e-10, 0, 0, 0},
                             .colour = {-1, -1, -1}};
    return i;
}

static void draw(drawing *d, int n)
{
    const size_t count = (size_t)n * (size_t)n;
    gud_arena_init(&d->arena);
    d->faces = GUD_TAKE(&d->arena, gud_face, per_joint * count);
    d->loops = GUD_TAKE(&d->arena, gud_face_loop, per_joint * count);
    d->corners = gud_arena_take(&d->arena, per_joint * count, sizeof *d->corners);
    d->parts = GUD_TAKE(&d->arena, gud_part, 2 * count);
    if (d->arena.failed) exit(1);
    d->assembly = (gud_assembly){.name = "many", .schema = "none", .unit = 1.0, .faces = d->faces, .parts = d->parts};
    for (int i = 0; i < n * n; i++) {
        const double at[3] = {0.02 * (i % n), 0.02 * (i / n), 0.0}; // NOLINT(bugprone-integer-division)
        const int bush = add_part(d, "bush", at), pin = add_part(d, "pin", at);
        for (int half = 0; half < 2; half++) {
            add_half(d, bush, at, 0.00501, 0.02, true, half);
            add_half(d, bush, at, 0.008, 0.02, false, half);
        }
        for (int half = 0; half < 2; half++) add_half(d, pin, at, 0.005, 0.03, false, half);
    }
}

static void measure(int n)
{
    drawing d;
    gud_features features;
    gud_fits fits;
    gud_mechanism mechanism;
    gud_error error;
    draw(&d, n);
    double *density = GUD_TAKE(&d.arena, double, d.assembly.npart);
    if (!density) exit(1);
    for (int i = 0; i < d.assembly.npart; i++) density[i] = 7850.0;
    const gud_mechanism_spec spec = {density, NULL};
    const double begin = now();
    need(gud_features_find(&d.assembly, &features, &error), &error);
    need(gud_fits_find(&features, &fits, &error), &error);
    need(gud_mechanism_find(&fits, &spec, &mechanism, &error), &error);
    const double seconds = now() - begin;
    printf("assembly, %d faces\tpairs compared per face\t%.3g\t-\n", d.assembly.nface,
           (double)fits.ncandidate / d.assembly.nface);
    printf("assembly, %d faces\ttime per face\t%.3g\tus\n", d.assembly.nface, 1e6 * seconds / d.assembly.nface);
    gud_mechanism_free(&mechanism);
    gud_fits_free(&fits);
    gud_features_free(&features);
    gud_arena_free(&d.arena);
}

int main(void)
{
    gud_blas_keep();
    static const int sizes[] = {14, 42, 126};
    for (int i = 0; i < 3; i++) measure(sizes[i]);
    return 0;
}
