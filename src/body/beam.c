// A beam as a body kind: its nodes are its groups of unknowns, coordinates are the integrals of velocities;
// docs/theory/beam.md.

#include "body/beam.h"
#include "num/matrix.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { nnode = GUD_BEAM_NODE, nspan = 2 * GUD_BEAM_NODE };

static void displace(const gud_body *b, const double *q0, const double *x, double *q)
{
    for (int i = 0; i < b->nv; i++) q[i] = q0[i] + x[i];
}

static void velocity(const gud_body *b, const double *x, const double *x_t, double *v)
{
    (void)x;
    memcpy(v, x_t, (size_t)b->nv * sizeof *v);
}

static void displacement(const gud_body *b, const double *x, const double *step, double *dx)
{
    (void)x;
    memcpy(dx, step, (size_t)b->nv * sizeof *dx);
}

static void difference(const gud_body *b, const double *q0, const double *q1, double *x)
{
    for (int i = 0; i < b->nv; i++) x[i] = q1[i] - q0[i];
}

static void rest(const gud_body *b, double *q)
{
    memcpy(q, b->beam->rest, (size_t)b->nq * sizeof *q);
}

// what the mass of an element works on: acceleration less gravity, and drag
static void pushed(const gud_beam *beam, const double gravity[3], const double *v, const double *a, double u[nspan])
{
    for (int k = 0; k < nspan; k++) u[k] = a[k] + beam->drag * v[k];
    for (int k = 0; k < 3; k++) {
        u[k] -= gravity[k];
        u[nnode + k] -= gravity[k];
    }
}

static void residual(const gud_body *b, const double gravity[3], const double *q, const double *v, const double *a,
                     double *f, double *size)
{
    const gud_beam *beam = b->beam;
    memset(f, 0, (size_t)b->nv * sizeof *f);
    memset(size, 0, (size_t)b->nv * sizeof *size);
    for (int i = 0; i < beam->nelement; i++) {
        const int at = nnode * i;
        double u[nspan];
        pushed(beam, gravity, v + at, a + at, u);
        gud_beam_force(beam->element[i], beam->damping, q + at, v + at, u, f + at, size + at);
    }
}

static void tangent(const gud_body *b, const gud_step_map *map, const double *q, const double *v, const double *a,
                    gud_matrix *K)
{
    (void)a;
    const gud_beam *beam = b->beam;
    const double inertia = 1.0 + map->c_v * beam->drag;
    for (int i = 0; i < beam->nelement; i++) {
        const gud_beam_element *el = beam->element[i];
        const int at = nnode * i, node = b->node0 + i;
        double k[nspan * nspan] = {0};
        if (map->c_x > 0.0) gud_beam_stiffness(el, beam->damping, map->c_x, map->c_v, q + at, v + at, k);
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++)
                for (int n = 0; n < 3; n++) k[nspan * (3 * r + n) + 3 * c + n] += inertia * el->mass[8 * r + c];
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++)
                gud_matrix_add(K, node + r, node + c, nnode, nnode, k + nnode * (nspan * r + c), nspan, 1.0);
    }
}

static void momentum(const gud_body *b, const double *v, double *p)
{
    memset(p, 0, (size_t)b->nv * sizeof *p);
    for (int i = 0; i < b->beam->nelement; i++) gud_beam_momentum(b->beam->element[i], v + nnode * i, p + nnode * i);
}

static void mass_diagonal(const gud_body *b, double *d)
{
    memset(d, 0, (size_t)b->nv * sizeof *d);
    for (int i = 0; i < b->beam->nelement; i++)
        for (int k = 0; k < nspan; k++) d[nnode * i + k] += b->beam->element[i]->mass[9 * (k / 3)];
}

// v' M w of one element
static double element_product(const gud_beam_element *el, const double *v, const double *w)
{
    double p[nspan] = {0}, sum = 0.0;
    gud_beam_momentum(el, w, p);
    for (int k = 0; k < nspan; k++) sum += v[k] * p[k];
    return sum;
}

static double kinetic(const gud_body *b, const double *v)
{
    double sum = 0.0;
    for (int i = 0; i < b->beam->nelement; i++)
        sum += 0.5 * element_product(b->beam->element[i], v + nnode * i, v + nnode * i);
    return sum;
}

double gud_beam_strain_energy(const gud_beam *beam, const double *q)
{
    double sum = 0.0;
    for (int i = 0; i < beam->nelement; i++) sum += gud_beam_energy(beam->element[i], q + nnode * i);
    return sum;
}

static double potential(const gud_body *b, const double gravity[3], const double *q)
{
    double sum = gud_beam_strain_energy(b->beam, q), g[nspan] = {0};
    v3_copy(g, gravity);
    v3_copy(g + nnode, gravity);
    for (int i = 0; i < b->beam->nelement; i++) sum -= element_product(b->beam->element[i], q + nnode * i, g);
    return sum;
}

static double dissipation(const gud_body *b, const double *q, const double *v)
{
    const gud_beam *beam = b->beam;
    double sum = 2.0 * beam->drag * kinetic(b, v);
    for (int i = 0; i < beam->nelement && beam->damping > 0.0; i++)
        sum += gud_beam_dissipation(beam->element[i], beam->damping, q + nnode * i, v + nnode * i);
    return sum;
}

// sign times the generalised force at a node as force and moment, in axes of its section. A turn of the node moves each
// slope s by turn x s, so its moment is the sum of s x f.
static void resultant(const gud_beam *beam, int node, const double *q, const double *f, double sign, double force[3],
                      double moment[3])
{
    gud_frame frame = {.C = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    gud_pose pose;
    double sum[3] = {0}, part[3];
    gud_beam_place(beam, beam->along[node], &frame);
    gud_beam_poses(&frame, 1, q, q, &pose); // only the axes are looked at
    for (int k = 3; k < nnode; k += 3) {
        v3_cross(part, q + nnode * node + k, f + k);
        v3_axpy(sum, sum, sign, part);
    }
    m3_apply_t(moment, pose.R, sum);
    v3_scale(part, sign, f);
    m3_apply_t(force, pose.R, part);
}

void gud_beam_section_forces(const gud_beam *beam, const double gravity[3], const double *q, const double *v,
                             const double *a, double *force, double *moment)
{
    const int n = beam->nelement;
    for (int i = 0; i < n; i++) {
        const int at = nnode * i;
        double u[nspan], f[nspan] = {0}, size[nspan] = {0};
        pushed(beam, gravity, v + at, a + at, u);
        gud_beam_force(beam->element[i], beam->damping, q + at, v + at, u, f, size);
        resultant(beam, i, q, f, -1.0, force + 3 * i, moment + 3 * i);
        if (i == n - 1) resultant(beam, n, q, f + nnode, 1.0, force + 3 * n, moment + 3 * n);
    }
}

const gud_body_kind gud_body_beam = {
    .name = "beam",
    .displace = displace,
    .velocity = velocity,
    .displacement = displacement,
    .difference = difference,
    .rest = rest,
    .poses = gud_beam_poses,
    .pull = gud_beam_pull,
    .pull_tangent = gud_beam_pull_tangent,
    .jacobian = gud_beam_jacobian,
    .bias = gud_beam_bias,
    .residual = residual,
    .tangent = tangent,
    .mass_diagonal = mass_diagonal,
    .momentum = momentum,
    .kinetic = kinetic,
    .potential = potential,
    .dissipation = dissipation,
};
