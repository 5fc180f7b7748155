// A beam from its design: nodes at rest, mass matrices and quadratic forms of its elements; docs/theory/beam.md,
// sections 2 and 5.

#include "body/beam.h"
#include "num/quadrature.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { along = 4 }; // Gauss points of mass: exact up to degree 7

// weights of place and slope (times length) of both nodes. eq. (2)
static void hermite(double xi, double length, double h[4])
{
    h[2] = xi * xi * (3.0 - 2.0 * xi);
    h[0] = 1.0 - h[2];
    h[1] = length * xi * (1.0 - xi) * (1.0 - xi);
    h[3] = -length * xi * xi * (1.0 - xi);
}

// length of the cubic between two nodes, whose slopes are unit vectors by that very length
static double curve_length(const double *p, const double *slope)
{
    enum { n = 8 };
    double x[n], w[n], chord[3];
    v3_axpy(chord, p + 3, -1.0, p);
    double length = v3_norm(chord);
    gud_gauss_legendre(n, x, w);
    for (int pass = 0; pass < 60; pass++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            const double xi = 0.5 * (1.0 + x[i]);
            double r[3];
            v3_scale(r, 6.0 * xi * (1.0 - xi), chord);
            v3_axpy(r, r, length * (1.0 - xi) * (1.0 - 3.0 * xi), slope);
            v3_axpy(r, r, length * xi * (3.0 * xi - 2.0), slope + 3);
            sum += 0.5 * w[i] * v3_norm(r);
        }
        length = sum;
    }
    return length;
}

static void normal_to(const double t[3], const double y[3], double n[3])
{
    v3_axpy(n, y, -v3_dot(t, y) / v3_dot(t, t), t);
    v3_scale(n, 1.0 / v3_norm(n), n);
}

// y at the next node: turned as the tangent turns, without twist
static void transport(const double t0[3], const double t1[3], const double y0[3], double y1[3])
{
    double axis[3], turned[3];
    v3_cross(axis, t0, t1);
    const double c = v3_dot(t0, t1);
    v3_cross(turned, axis, y0);
    v3_scale(y1, c, y0);
    v3_axpy(y1, y1, 1.0, turned);
    v3_axpy(y1, y1, v3_dot(axis, y0) / (1.0 + c), axis);
    normal_to(t1, y1, y1);
}

static void rest_nodes(const gud_beam_design *d, gud_beam *beam)
{
    double y[3];
    normal_to(d->slope, d->first_y, y);
    for (int i = 0; i <= d->nelement; i++) {
        double *q = beam->rest + GUD_BEAM_NODE * i;
        const double *t = d->slope + 3 * i;
        if (i > 0) {
            beam->along[i] = beam->along[i - 1] + curve_length(d->nodes + 3 * (i - 1), t - 3);
            transport(t - 3, t, q - GUD_BEAM_NODE + 6, y);
        }
        v3_copy(q, d->nodes + 3 * i);
        v3_copy(q + 3, t);
        v3_copy(q + 6, y);
        v3_cross(q + 9, t, y);
    }
}

// volume of a small box of the reference over that of the beam at rest
static double volume_factor(const gud_beam_sample *s, double xi, double y, double z)
{
    double x[3], ty[3], tz[3], n[3];
    v3_scale(x, 6.0 * xi * (1.0 - xi), s->u[0]);
    v3_axpy(x, x, (1.0 - xi) * (1.0 - 3.0 * xi), s->u[1]);
    v3_axpy(x, x, xi * (3.0 * xi - 2.0), s->u[4]);
    for (int k = 0; k < 3; k++) {
        x[k] += (y * (s->u[5][k] - s->u[2][k]) + z * (s->u[6][k] - s->u[3][k])) / s->length;
        ty[k] = (1.0 - xi) * s->u[2][k] + xi * s->u[5][k];
        tz[k] = (1.0 - xi) * s->u[3][k] + xi * s->u[6][k];
    }
    v3_cross(n, ty, tz);
    return v3_dot(x, n);
}

// eq. (20)
static void make_mass(const gud_beam_sample *s, double mass[64])
{
    double x[along], w[along];
    gud_gauss_legendre(along, x, w);
    memset(mass, 0, 64 * sizeof *mass);
    for (int i = 0; i < along; i++) {
        const double xi = 0.5 * (1.0 + x[i]);
        double h[4];
        hermite(xi, s->length, h);
        for (int k = 0; k < s->section->npoint; k++) {
            const double y = s->section->y[k], z = s->section->z[k];
            const double shape[8] = {h[0], h[1], y * (1.0 - xi), z * (1.0 - xi), h[2], h[3], y * xi, z * xi};
            const double dm =
                s->material->density * 0.5 * w[i] * s->length * s->section->weight[k] * volume_factor(s, xi, y, z);
            for (int a = 0; a < 8; a++)
                for (int b = 0; b < 8; b++) mass[8 * a + b] += dm * shape[a] * shape[b];
        }
    }
}

static gud_beam_sample sample_of(const gud_beam_design *d, const gud_beam *beam, int i)
{
    const double *q = beam->rest + GUD_BEAM_NODE * i;
    gud_beam_sample s = {
        .material = &d->material, .section = &d->section, .length = beam->along[i + 1] - beam->along[i]};
    for (int k = 0; k < 3; k++) s.u[0][k] = (q[GUD_BEAM_NODE + k] - q[k]) / s.length;
    memcpy(s.u[1], q + 3, 9 * sizeof(double));
    memcpy(s.u[4], q + GUD_BEAM_NODE + 3, 9 * sizeof(double));
    return s;
}

static void rest_products(const gud_beam_sample *s, double products[GUD_BEAM_PRODUCTS])
{
    for (int i = 0, p = 0; i < GUD_BEAM_VECTORS; i++)
        for (int k = i; k < GUD_BEAM_VECTORS; k++, p++) products[p] = v3_dot(s->u[i], s->u[k]);
}

// elements of the same length and shape differ by a rigid motion only
static bool same(const gud_beam_element *a, double length, const double products[GUD_BEAM_PRODUCTS])
{
    const double rounding = 1e-12;
    bool equal = fabs(a->length - length) <= rounding * length;
    for (int p = 0; p < GUD_BEAM_PRODUCTS && equal; p++) equal = fabs(a->products[p] - products[p]) <= rounding;
    return equal;
}

static const gud_beam_element *make_element(gud_arena *arena, const gud_beam_design *d, const gud_beam *beam, int i)
{
    const gud_beam_sample s = sample_of(d, beam, i);
    double products[GUD_BEAM_PRODUCTS];
    rest_products(&s, products);
    if (i > 0 && same(beam->element[i - 1], s.length, products)) return beam->element[i - 1];
    gud_beam_element *el = GUD_TAKE(arena, gud_beam_element, 1);
    if (!el) return NULL;
    el->length = s.length;
    memcpy(el->products, products, sizeof products);
    d->strain->gather(&s, el);
    make_mass(&s, el->mass);
    return el;
}

// mass and centre of mass: the momentum of a unit velocity, and the place weighted by it
static void weigh(gud_beam *beam)
{
    double moment[3] = {0};
    for (int i = 0; i < beam->nelement; i++) {
        double v[2 * GUD_BEAM_NODE] = {[0] = 1.0, [GUD_BEAM_NODE] = 1.0}, p[2 * GUD_BEAM_NODE] = {0};
        gud_beam_momentum(beam->element[i], v, p);
        for (int k = 0; k < 8; k++) v3_axpy(moment, moment, p[3 * k], beam->rest + GUD_BEAM_NODE * i + 3 * k);
        beam->mass += p[0] + p[GUD_BEAM_NODE];
    }
    v3_scale(beam->center, 1.0 / beam->mass, moment);
}

gud_beam *gud_beam_make(gud_arena *arena, const gud_beam_design *d)
{
    gud_beam *beam = GUD_TAKE(arena, gud_beam, 1);
    if (!beam) return NULL;
    beam->nelement = d->nelement;
    beam->damping = d->damping;
    beam->drag = d->drag;
    beam->element = GUD_TAKE(arena, const gud_beam_element *, d->nelement);
    beam->rest = GUD_TAKE(arena, double, GUD_BEAM_NODE *(d->nelement + 1));
    beam->along = GUD_TAKE(arena, double, d->nelement + 1);
    if (arena->failed) return NULL;
    rest_nodes(d, beam);
    for (int i = 0; i < d->nelement; i++) {
        beam->element[i] = make_element(arena, d, beam, i);
        if (!beam->element[i]) return NULL;
    }
    weigh(beam);
    return beam;
}

static int element_at(const gud_beam *beam, double x)
{
    int low = 0, high = beam->nelement - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (x >= beam->along[middle])
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

void gud_beam_place(const gud_beam *beam, double x, gud_frame *f)
{
    const double at_node = 1e-9; // of an element's length: closer places are meant to be the node
    int i = element_at(beam, x);
    const double length = beam->element[i]->length;
    double xi = fmin(fmax((x - beam->along[i]) / length, 0.0), 1.0);
    const bool last = xi > 1.0 - at_node;
    f->nnode = last || xi < at_node ? 1 : 2;
    f->nv = GUD_BEAM_NODE * f->nnode;
    f->first = GUD_BEAM_NODE * (last ? i + 1 : i);
    if (f->nnode == 1) xi = 0.0;
    hermite(xi, length, f->axis);
    f->section[0] = 1.0 - xi;
    f->section[1] = xi;
}

// a place on the axis of element i
static void axis_point(const gud_beam *beam, const double *q, int i, double xi, double r[3])
{
    double h[4];
    hermite(xi, beam->element[i]->length, h);
    q += GUD_BEAM_NODE * i;
    for (int k = 0; k < 3; k++)
        r[k] = h[0] * q[k] + h[1] * q[3 + k] + h[2] * q[GUD_BEAM_NODE + k] + h[3] * q[GUD_BEAM_NODE + 3 + k];
}

static double distance2(const gud_beam *beam, const double *q, int i, double xi, const double point[3])
{
    double d[3];
    axis_point(beam, q, i, xi, d);
    v3_axpy(d, d, -1.0, point);
    return v3_dot(d, d);
}

double gud_beam_nearest(const gud_beam *beam, const double *q, const double point[3])
{
    double best = INFINITY, x = 0.0;
    for (int i = 0; i < beam->nelement; i++) {
        double low = 0.0, high = 1.0;
        for (int n = 0; n < 60; n++) { // the distance has one minimum in a short element
            const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
            if (distance2(beam, q, i, a, point) < distance2(beam, q, i, b, point))
                high = b;
            else
                low = a;
        }
        const double ends[3] = {0.0, 0.5 * (low + high), 1.0};
        for (int k = 0; k < 3; k++) {
            const double d = distance2(beam, q, i, ends[k], point);
            if (!(d < best)) continue;
            best = d;
            x = beam->along[i] + ends[k] * beam->element[i]->length;
        }
    }
    return x;
}

// between nodes: enough to look smooth
static int segments(const gud_beam *beam)
{
    return beam->nelement <= 50 ? 4 : 1;
}

int gud_beam_npoint(const gud_beam *beam)
{
    return beam->nelement * segments(beam) + 1;
}

void gud_beam_shape(const gud_beam *beam, const double *q, double *points)
{
    const int n = segments(beam);
    for (int i = 0; i < beam->nelement; i++)
        for (int k = 0; k < n; k++, points += 3) axis_point(beam, q, i, (double)k / n, points);
    v3_copy(points, q + GUD_BEAM_NODE * beam->nelement);
}

void gud_beam_deflection(const gud_beam *beam, const double *q, double yz[2])
{
    const double middle = 0.5 * beam->along[beam->nelement];
    const double *last = q + GUD_BEAM_NODE * beam->nelement;
    const int i = element_at(beam, middle);
    double r[3], chord[3], y[3], z[3];
    axis_point(beam, q, i, (middle - beam->along[i]) / beam->element[i]->length, r);
    for (int k = 0; k < 3; k++) {
        chord[k] = last[k] - q[k];
        r[k] -= 0.5 * (last[k] + q[k]);
    }
    normal_to(chord, q + 6, y);
    v3_cross(z, chord, y);
    yz[0] = v3_dot(r, y);
    yz[1] = v3_dot(r, z) / v3_norm(chord);
}
