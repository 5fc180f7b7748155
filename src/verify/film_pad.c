// Plane films: oscillating plates, a pad with a pocket, a pad with dimples.
#include "num/pi.h"
#include "verify/film.h"

#include <math.h>
#include <string.h>

// ---- d/dx(h^3 dp/dx) = 2 d(theta h)/dt on (0, 1/2), p = 0.025 at the left; the right is the plane of symmetry

static double plates(double t)
{
    return 0.125 * cos(4.0 * pi * t) + 0.375;
}

// full cells, and half of the one where the film ends
static double front_of(const gud_film_out *out, int n)
{
    int i = 0;
    while (i < n && out->full[i]) i++;
    return 0.5 * (i + (i < n ? 0.5 : 0.0)) / n;
}

static void squeeze_look(const gud_film_rig *r, const gud_film_in *in, int n, double t, gud_squeeze *got)
{
    gud_film_balance balance;
    gud_film_balance_get(r->film, r->work, in, &r->out, &balance);
    // the state itself is known to round-off only: its last bit, divided by the step, is a flow
    const double last_bit = 2.2e-16 * plates(t) * in->per_c;
    got->worst = fmax(got->worst, (fabs(balance.error) - last_bit) / balance.through);
    const bool broken = !r->out.full[n - 1];
    if (broken && isnan(got->rupture)) got->rupture = t;
    if (!broken && !isnan(got->rupture) && isnan(got->closure)) got->closure = t;
    got->front = front_of(&r->out, n);
}

static gud_status squeeze_run(gud_film_rig *r, int n, double dt, double until, gud_squeeze *got, gud_error *error)
{
    const gud_lubricant oil = gud_lubricant_constant(1.0 / 6.0);
    const gud_film_in in = {.oil = &oil, .gap = r->gap, .m_hat = r->m_hat, .per_c = 1.0 / dt};
    *got = (gud_squeeze){.rupture = (double)NAN, .closure = (double)NAN};
    for (int k = 0; k < n; k++) r->m_hat[k] = plates(0.0);
    for (int s = 1; s * dt < until + 0.5 * dt; s++) {
        for (int k = 0; k < n; k++) r->gap[k] = plates(s * dt);
        GUD_TRY(gud_film_solve(r->film, r->work, &in, &r->out, error));
        squeeze_look(r, &in, n, s * dt, got);
        memcpy(r->m_hat, r->out.m, (size_t)n * sizeof(double));
        r->out.warm = true;
    }
    return GUD_OK;
}

gud_status gud_verify_squeeze(int n, int steps, double until, gud_squeeze *got, gud_error *error)
{
    const double box[4] = {0.0, 0.5, 0.0, 1.0};
    const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, 0.025, 1.0}};
    gud_film_rig r;
    gud_status status = gud_film_rig_open(&r, n, 1, box, edge, 0.0, error);
    if (status == GUD_OK) status = squeeze_run(&r, n, 1.0 / steps, until, got, error);
    gud_film_rig_close(&r);
    return status;
}

// ---- a pad with a pocket

// inlet suction: no taper, ambient pressure above that of the cavity
const gud_pocket gud_pocket_parallel = {.length = 0.02,
                                        .from = 0.004,
                                        .to = 0.012,
                                        .inlet = 1e-5,
                                        .outlet = 1e-5,
                                        .depth = 1e-5,
                                        .entrain = 0.5,
                                        .viscosity = 0.01,
                                        .ambient = 1e5};

// the pad of Bertocchi et al. 2013
#define TAPERED_PAD                                                                                                    \
    .length = 0.02, .from = 0.004, .to = 0.010, .inlet = 1.1e-6, .outlet = 1.0e-6, .depth = 0.4e-6, .entrain = 0.5,    \
    .viscosity = 0.01, .ambient = 1e5
#define COMPRESSED .dowson = {0.66 / 2.22e9, 1.0 / 2.22e9}
#define THICKENED  .barus = 1.2e-8
#define NARROW     .width = 0.010, .pocket_width = 0.007

// with an oil that does not change, that thickens, and with the oil of that paper, which is compressed as well
const gud_pocket gud_pocket_tapered = {TAPERED_PAD};
const gud_pocket gud_pocket_barus = {TAPERED_PAD, THICKENED};
const gud_pocket gud_pocket_heavy = {TAPERED_PAD, THICKENED, COMPRESSED};

// that paper's narrow pad
const gud_pocket gud_pocket_narrow = {TAPERED_PAD, COMPRESSED, NARROW};
const gud_pocket gud_pocket_narrow_heavy = {TAPERED_PAD, THICKENED, COMPRESSED, NARROW};

static const gud_row *row_find(const gud_row *const *rows, const char *name)
{
    while (*rows && strcmp((*rows)->name, name) != 0) rows++;
    return *rows;
}

static gud_status pocket_oil(const gud_pocket *pad, gud_lubricant *made, gud_error *error)
{
    gud_lubricant oil = gud_lubricant_constant(pad->viscosity);
    if (pad->barus > 0.0) {
        oil.pressure = (const gud_pressure_law *)row_find(gud_pressure_rows, "barus");
        oil.pressure_params = &pad->barus;
    }
    if (pad->dowson[0] > 0.0) {
        oil.density = (const gud_density_law *)row_find(gud_density_rows, "dowson_higginson");
        oil.density_params = pad->dowson;
    }
    *made = oil;
    return gud_lubricant_prepare(made, error);
}

static void pocket_fill(const gud_pocket *pad, gud_film_rig *r, int nx, int ny)
{
    const double side = 0.5 * (pad->width - pad->pocket_width); // from the side of the pad to the pocket
    for (int k = 0; k < nx * ny; k++) {
        const double x = r->grid->x[k];
        r->gap[k] = pad->inlet + (pad->outlet - pad->inlet) * x / pad->length;
        if (x > pad->from && x < pad->to && r->grid->y[k] > side) r->gap[k] += pad->depth;
    }
    for (int f = 0; f < (nx + 1) * ny; f++) r->drift[f] = pad->entrain;
}

static void pocket_read(const gud_pocket *pad, const gud_film_rig *r, int n, gud_pocket_result *got)
{
    const double dx = pad->length / n;
    int first = n, last = -1;
    for (int k = 0; k < n; k++) {
        got->load += r->out.pressure[k] * dx;
        got->peak = fmax(got->peak, r->out.pressure[k]);
        if (!r->out.full[k] && k < first) first = k;
        if (!r->out.full[k]) last = k;
    }
    got->rupture = first * dx;
    got->again = (last + 1) * dx;
    got->theta = r->out.theta[(int)(pad->from / dx + 1.5)]; // the second cell of the pocket
    got->flow = gud_film_flux_x(r->work)[0];
    got->iterations = r->out.iterations;
}

gud_status gud_verify_pocket(const gud_pocket *pad, int n, gud_pocket_result *got, gud_error *error)
{
    const double box[4] = {0.0, pad->length, 0.0, 1.0};
    const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, pad->ambient, 1.0}, {GUD_EDGE_OPEN, pad->ambient, 1.0}};
    gud_lubricant oil;
    gud_film_rig r;
    *got = (gud_pocket_result){0};
    GUD_TRY(pocket_oil(pad, &oil, error));
    gud_status status = gud_film_rig_open(&r, n, 1, box, edge, 0.0, error);
    if (status == GUD_OK) {
        const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
        pocket_fill(pad, &r, n, 1);
        status = gud_film_solve(r.film, r.work, &in, &r.out, error);
    }
    if (status == GUD_OK) pocket_read(pad, &r, n, got);
    gud_film_rig_close(&r);
    gud_lubricant_release(&oil);
    return status;
}

gud_status gud_verify_narrow_pocket(const gud_pocket *pad, int nx, int ny, double *peak, gud_error *error)
{
    const double box[4] = {0.0, pad->length, 0.0, 0.5 * pad->width};
    const gud_film_edge open = {GUD_EDGE_OPEN, pad->ambient, 1.0},
                        edge[4] = {open, open, open, {GUD_EDGE_CLOSED, 0, 0}};
    gud_lubricant oil;
    gud_film_rig r;
    *peak = 0.0;
    GUD_TRY(pocket_oil(pad, &oil, error));
    gud_status status = gud_film_rig_open(&r, nx, ny, box, edge, 0.0, error);
    if (status == GUD_OK) {
        const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
        pocket_fill(pad, &r, nx, ny);
        status = gud_film_solve(r.film, r.work, &in, &r.out, error);
        for (int k = 0; k < nx * ny && status == GUD_OK; k++) *peak = fmax(*peak, r.out.pressure[k]);
    }
    gud_film_rig_close(&r);
    gud_lubricant_release(&oil);
    return status;
}

// ---- a pad with dimples: data of the textured slider of Woloszynski, Podsiadlo and Stachowiak 2015

static const double pad_side = 0.08, pad_gap = 15e-6, dimple_depth = 12e-6, slide = 5.0, pad_oil = 0.03,
                    pad_ambient = 1e5, pad_cavity = 3e4;
const double gud_dimple_side = 0.7, gud_dimple_wall = 1.0 / 15.0;

// share of the depth: 1 inside, 0 outside, falling over the wall
static double dimple_at(double x, double pitch)
{
    const double beyond = fabs(fmod(x, pitch) / pitch - 0.5) - 0.5 * gud_dimple_side;
    return fmax(fmin(0.5 - beyond / gud_dimple_wall, 1.0), 0.0);
}

static void dimples_fill(gud_film_rig *r, int nx, int ny, double pitch)
{
    for (int k = 0; k < nx * ny; k++)
        r->gap[k] = pad_gap + dimple_depth * fmin(dimple_at(r->grid->x[k], pitch), dimple_at(r->grid->y[k], pitch));
    for (int f = 0; f < (nx + 1) * ny; f++) r->drift[f] = 0.5 * slide;
}

static void dimples_read(const gud_film_rig *r, int ncell, gud_dimples *got)
{
    double area = 0.0;
    for (int k = 0; k < ncell; k++) {
        got->load += 2.0 * (r->out.pressure[k] - pad_cavity) * r->grid->area[k];
        got->peak = fmax(got->peak, r->out.pressure[k]);
        area += r->out.full[k] ? 0.0 : 2.0 * r->grid->area[k];
    }
    got->broken = area / (pad_side * pad_side);
}

gud_status gud_verify_dimples(int cells, gud_dimples *got, gud_error *error)
{
    enum { count = 2 }; // each way; even: the plane of symmetry lies between dimples
    const int nx = count * cells, ny = nx / 2;
    const double box[4] = {0.0, pad_side, 0.0, 0.5 * pad_side};
    const gud_film_edge open = {GUD_EDGE_OPEN, pad_ambient, 1.0}, edge[4] = {open, open, open, {GUD_EDGE_CLOSED, 0, 0}};
    const gud_lubricant oil = gud_lubricant_constant(pad_oil);
    gud_film_rig r;
    *got = (gud_dimples){0};
    gud_status status = gud_film_rig_open(&r, nx, ny, box, edge, pad_cavity, error);
    if (status == GUD_OK) {
        const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
        dimples_fill(&r, nx, ny, pad_side / count);
        status = gud_film_solve(r.film, r.work, &in, &r.out, error);
    }
    if (status == GUD_OK) dimples_read(&r, nx * ny, got);
    gud_film_rig_close(&r);
    return status;
}
