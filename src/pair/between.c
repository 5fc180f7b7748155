#include "pair/between.h"

#include "film/lanes.h"
#include "num/vec.h"
#include "pair/motions.h"
#include "pair/net.h"

#include <math.h>
#include <string.h>

// the grid on the reference surface, and what the search for the other one keeps
typedef struct {
    gud_net net;
    double *row[6], *slide_v[2][6];
    double *slope, *hit_place; // [n][3] of the gap by a shift of the other wall; the hit
    double *warm;              // [n][2] where the search starts next time; NAN: anywhere
    double *trail; // [n][9] the last hit on the other surface, in its frame, and the tangents there; NAN: none
    unsigned char *hit;
    gud_gap_work search;
    gud_pose other;
    double twist[6]; // of the other body at the origin
    gud_form_work form;
} search;

static gud_status search_make(search *f, gud_arena *a, gud_error *error)
{
    GUD_TRY(gud_net_make(&f->net, error));
    const size_t n = (size_t)f->net.n;
    f->slope = GUD_TAKE(a, double, 3 * n);
    f->hit_place = GUD_TAKE(a, double, 3 * n);
    f->warm = GUD_TAKE(a, double, 2 * n);
    f->trail = GUD_TAKE(a, double, 9 * n);
    f->hit = GUD_TAKE(a, unsigned char, n);
    for (int b = 0; b < f->net.freedoms; b++) {
        f->row[b] = GUD_TAKE(a, double, n);
        for (int d = 0; d < 2; d++) f->slide_v[d][b] = GUD_TAKE(a, double, n);
    }
    if (a->failed) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a surface of %d cells", f->net.n);
    return gud_gap_work_create(f->net.spec.other, a, error, &f->search);
}

// ---- position

static inline void velocity_at(const gud_pose *other, const double x[3], double V[3])
{
    double r[3];
    v3_axpy(r, x, -1.0, other->p);
    v3_cross(V, other->w, r);
    v3_axpy(V, V, 1.0, other->v);
}

// part of a surface's size by which a ray may move before its hit is sought anew: the square of it is rounding
static const double still = 3e-9;

// The ray meets the tangent plane of its last hit here, and its parameters move on likewise (surface.md, 30, 31); true
// if that is all there is to find.
static bool follow_tangent_plane(const gud_surface *s, const double *trail, const gud_ray *ray, gud_hit *hit)
{
    double e[3], d[3], N[3], c[3];
    if (isnan(trail[0])) return false;
    v3_cross(N, trail + 3, trail + 6);
    v3_axpy(e, trail, -1.0, ray->x);
    hit->h = v3_dot(N, e) / v3_dot(N, ray->n);
    v3_scale(d, hit->h, ray->n);
    v3_axpy(d, d, -1.0, e);
    const double per_NN = 1.0 / v3_dot(N, N);
    v3_cross(c, d, trail + 6);
    hit->xi[0] = gud_surface_wrap(s, 0, hit->xi[0] + v3_dot(N, c) * per_NN);
    v3_cross(c, trail + 3, d);
    hit->xi[1] = gud_surface_wrap(s, 1, hit->xi[1] + v3_dot(N, c) * per_NN);
    v3_copy(hit->normal, N);
    return v3_dot(d, d) <= still * still * s->size * s->size && hit->h >= ray->low && hit->h <= ray->high;
}

static void keep_trail(const gud_ray *ray, const gud_hit *hit, double *trail)
{
    v3_axpy(trail, ray->x, hit->h, ray->n);
    v3_copy(trail + 3, hit->tangent[0]);
    v3_copy(trail + 6, hit->tangent[1]);
}

// is the hit on what trimming left of the surface?
static bool on_surface(const gud_surface *s, const gud_hit *hit)
{
    return !s->trim || gud_trim_inside(s->trim, hit->xi);
}

// the normal of cell k meets the other surface here; false if nowhere in the window
static bool find_hit(search *f, int k, gud_hit *hit)
{
    const gud_surface *s = f->net.spec.other;
    double d[3], *warm = f->warm + 2 * k, *trail = f->trail + 9 * k;
    gud_ray ray = {.low = f->net.spec.low, .high = f->net.spec.high};
    v3_axpy(d, f->net.grid.place + 3 * k, -1.0, f->other.p);
    m3_apply_t(ray.x, f->other.R, d);
    m3_apply_t(ray.n, f->other.R, f->net.grid.normal + 3 * k);
    if (f->net.spec.mode == GUD_GAP_MREP) {
        const gud_gap_state state = gud_ray_search(s, &ray, &f->search, hit);
        return gud_gap_met(state) && on_surface(s, hit);
    }
    memcpy(hit->xi, warm, sizeof hit->xi);
    const bool known = warm[0] >= s->low[0] && warm[0] <= s->high[0] && warm[1] >= s->low[1] && warm[1] <= s->high[1];
    if (known && follow_tangent_plane(s, trail, &ray, hit)) return on_surface(s, hit);
    if (known && gud_ray_track(s, &ray, hit)) {
        keep_trail(&ray, hit, trail);
    } else {
        trail[0] = NAN;
        if (!gud_ray_find(s, &ray, &f->search, hit)) hit->xi[0] = hit->xi[1] = NAN;
    }
    memcpy(warm, hit->xi, sizeof hit->xi);
    return !isnan(hit->xi[0]) && on_surface(s, hit);
}

// what the hit says of the gap: its derivatives, and the other wall's velocity
static inline void set_cell(search *f, gud_gap_field *field, int k, const gud_hit *hit)
{
    const gud_grid *g = &f->net.grid;
    const double *n = g->normal + 3 * k, *along = g->along + 3 * k, *across = g->across + 3 * k;
    double *x = f->hit_place + 3 * k, *slope = f->slope + 3 * k, slide[2] = {0.0, 0.0}, rate = 0.0;
    field->h[k] = hit->h + (f->form.form ? f->form.fixed[k] : 0.0);
    v3_axpy(x, g->place + 3 * k, hit->h, n);
    m3_apply(slope, f->other.R, hit->normal);
    v3_scale(slope, 1.0 / v3_dot(slope, n), slope);
    for (int b = 0; b < f->net.freedoms; b++) {
        const int c = f->net.freedom[b];
        const double r = gud_along_motion(c, x, slope), s = gud_along_motion(c, x, along),
                     t = gud_along_motion(c, x, across);
        f->row[b][k] = r;
        f->slide_v[0][b][k] = s;
        f->slide_v[1][b][k] = t;
        rate += r * f->twist[c];
        slide[0] += s * f->twist[c];
        slide[1] += t * f->twist[c];
    }
    field->slip[0][k] = slide[0];
    field->slip[1][k] = slide[1];
    field->h_t[k] = rate;
}

// A cell without film takes the gap of those beside it that have one, for the faces between them; far from all film the
// widest of them.
static void borrow_gap(search *f, gud_gap_field *field, int k, double widest)
{
    int n = 0;
    double sum = 0.0;
    field->slip[0][k] = field->slip[1][k] = field->h_t[k] = 0.0;
    for (int b = 0; b < f->net.freedoms; b++) f->row[b][k] = f->slide_v[0][b][k] = f->slide_v[1][b][k] = 0.0;
    for (int s = 0; s < 4; s++) {
        const int next = gud_field_beside(field, k, s);
        if (next < 0) continue;
        sum += field->h[next];
        for (int b = 0; b < f->net.freedoms; b++) f->row[b][k] += f->row[b][next];
        n++;
    }
    field->h[k] = n > 0 ? sum / n : widest;
    for (int b = 0; b < f->net.freedoms && n > 1; b++) f->row[b][k] /= n;
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *field, gud_error *error)
{
    search *f = work;
    const gud_pose *other = &at->seen;
    double sum = v3_dot(other->p, other->p) + v3_dot(other->v, other->v) + v3_dot(other->w, other->w);
    double widest = 0.0;
    (void)shape;
    for (int i = 0; i < 9; i++) sum += other->R[i];
    if (!isfinite(sum)) return gud_fail(error, GUD_ERR_NUMERIC, "film: the pose of a surface is not finite");
    f->other = *other;
    gud_motions_twist(other, f->twist);
    memcpy(field->q_t, at->q_t, (size_t)field->nq * sizeof(double));
    for (int k = 0; k < f->net.n; k++) {
        gud_hit hit;
        f->hit[k] = (!f->net.inside || f->net.inside[k]) && find_hit(f, k, &hit);
        const unsigned char wet = f->hit[k] && (!covered || covered[k]);
        field->wet_changed = field->wet_changed || wet != field->wet[k];
        field->wet[k] = wet;
        if (wet) set_cell(f, field, k, &hit), widest = fmax(widest, hit.h);
    }
    for (int k = 0; k < f->net.n; k++)
        if (!field->wet[k]) borrow_gap(f, field, k, widest > 0.0 ? widest : f->net.spec.high);
    return GUD_OK;
}

// ---- derivatives

// Column b of the derivatives: forces turn with the slope, docs/theory/surface-film.md, (20). The other surface's
// normal changes by phi x n - bend d where the body moves by d and turns by phi; the curvature is taken as that of the
// reference surface, which differs by the order of gap by radius.
static void add_bend(const search *f, const double *press, int b, double *Q_q)
{
    const int n = f->net.freedoms;
    const double *a = f->slide_v[0][b], *c = f->slide_v[1][b], *B = f->net.bend;
    for (int k = 0; k < f->net.n; k++) {
        if (press[k] == 0.0) continue;
        const double u = -press[k] * (B[3 * k] * a[k] + B[3 * k + 1] * c[k]);
        const double v = -press[k] * (B[3 * k + 1] * a[k] + B[3 * k + 2] * c[k]);
        for (int i = 0; i < n; i++) Q_q[i * n + b] += u * f->slide_v[0][i][k] + v * f->slide_v[1][i][k];
    }
}

// the same for what a turn does by itself: column b is one
static void add_turn(const search *f, const double *press, int b, double *Q_q)
{
    const int column = f->net.freedom[b], i = gud_turn_i(column), j = gud_turn_j(column);
    double sum[6] = {0};
    for (int k = 0; k < f->net.n; k++) {
        const double load = press[k], *x = f->hit_place + 3 * k, *n = f->net.grid.normal + 3 * k;
        double turned[3] = {0.0, 0.0, 0.0};
        turned[i] = -load * n[j];
        turned[j] = load * n[i];
        for (int a = 0; a < f->net.freedoms; a++) sum[a] += gud_along_motion(f->net.freedom[a], x, turned);
    }
    for (int a = 0; a < f->net.freedoms; a++) Q_q[a * f->net.freedoms + b] += sum[a];
}

// The hit moves along the normal while the gap changes, and so does the moment of row a.
static void add_arm(const search *f, const double *press, int a, double *Q_q)
{
    const int c = f->net.freedom[a], i = gud_turn_i(c), j = gud_turn_j(c);
    for (int k = 0; k < f->net.n; k++) {
        const double *n = f->net.grid.normal + 3 * k, *slope = f->slope + 3 * k;
        const double moved = press[k] * (n[i] * slope[j] - n[j] * slope[i]);
        for (int b = 0; b < f->net.freedoms; b++) Q_q[a * f->net.freedoms + b] += moved * f->row[b][k];
    }
}

static void stiffen(const void *shape, void *work, const gud_gap_field *field, const double *press, double *Q_q)
{
    const search *f = work;
    (void)shape, (void)field;
    for (int b = 0; b < f->net.freedoms; b++) {
        add_bend(f, press, b, Q_q);
        if (f->net.freedom[b] < 3) continue;
        add_turn(f, press, b, Q_q);
        add_arm(f, press, b, Q_q);
    }
}

// the rate of the gap changes likewise
static void rate_slope(const void *shape, void *work, const gud_gap_field *field, int b, double *rate_q)
{
    const search *f = work;
    const int c = f->net.freedom[b];
    (void)shape;
    for (int k = 0; k < f->net.n; k++) {
        const double *B = f->net.bend + 3 * k, *normal = f->net.grid.normal + 3 * k;
        const double a = f->slide_v[0][b][k], d = f->slide_v[1][b][k];
        double phi[3] = {0.0, 0.0, 0.0}, turned[3], V[3], wn[3];
        if (c >= 3) phi[c - 3] = 1.0;
        v3_cross(turned, phi, normal);
        v3_cross(wn, f->other.w, normal);
        velocity_at(&f->other, f->hit_place + 3 * k, V);
        rate_q[k] = v3_dot(turned, V) - (B[0] * a + B[1] * d) * field->slip[0][k] -
                    (B[1] * a + B[2] * d) * field->slip[1][k] + v3_dot(f->slope + 3 * k, wn) * f->row[b][k];
    }
}

// ---- the row

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *field, void **work)
{
    search *f = GUD_TAKE(arena, search, 1);
    if (!f) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory");
    f->net.spec = *(const gud_walls *)shape;
    f->net.memory = arena;
    const gud_status status = search_make(f, arena, error);
    if (status != GUD_OK || !gud_field_take(field, f->net.metric, f->net.freedoms, arena) ||
        !gud_field_connect(field, arena) || !(field->wet = GUD_TAKE(arena, unsigned char, f->net.n))) {
        gud_film_grid_free(f->net.metric);
        field->grid = NULL;
        return status != GUD_OK ? status
                                : gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for %d cells", f->net.n);
    }
    field->fold = f->net.spec.half ? 2.0 : 1.0;
    field->stiffens = true;
    for (int b = 0; b < f->net.freedoms; b++) {
        field->h_q[b] = f->row[b];
        field->carry[b] = f->net.carry[b];
        field->arm[b] = f->net.arm[b];
        for (int d = 0; d < 2; d++) field->slip_v[d][b] = f->slide_v[d][b];
    }
    for (int k = 0; k < 2 * f->net.n; k++) f->warm[k] = NAN;
    for (int k = 0; k < f->net.n; k++) f->trail[9 * k] = NAN;
    memset(field->wet, 1, (size_t)f->net.n);
    *work = f;
    const gud_wall walls[2] = {f->net.spec.wall, f->net.spec.wall};
    const gud_status formed = gud_form_create(f->net.spec.form, walls, field, arena, error, &f->form);
    if (formed != GUD_OK) gud_film_grid_free(field->grid), field->grid = NULL;
    return formed;
}

static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    gud_motions_locate(((const gud_walls *)shape)->planar, seen, at);
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    (void)at;
    gud_motions_wrench(((const gud_walls *)shape)->planar, r, w, by_shift, by_twist);
}

static const double nowhere = -1e30; // below the domain of any parameter: the search starts from nothing

static void warm_get(const void *work, double *warm)
{
    const search *f = work;
    for (int k = 0; k < 2 * f->net.n; k++) warm[k] = isnan(f->warm[k]) ? nowhere : f->warm[k];
}

static void warm_set(void *work, const double *warm)
{
    search *f = work;
    memcpy(f->warm, warm, 2 * (size_t)f->net.n * sizeof *warm);
    for (int k = 0; k < f->net.n; k++) f->trail[9 * k] = NAN;
}

static void point(const void *shape, const gud_gap_field *field, const void *work, int cell, double x[3])
{
    const search *f = work;
    (void)shape, (void)field;
    v3_copy(x, f->net.grid.place + 3 * cell);
}

// a point of the reference surface that is carried by the other one, and where it is seen from the reference then
static void carry_point(const void *shape, const gud_location *at, const double rest[2], double now[2])
{
    const gud_walls *w = shape;
    double x[3], moved[3];
    gud_lines_point(w->lines, rest, x);
    m3_apply(moved, at->seen.R, x);
    v3_axpy(moved, moved, 1.0, at->seen.p);
    gud_lines_locate(w->lines, moved, now);
}

const gud_geometry gud_geometry_surfaces = {
    .name = "surfaces",
    .create = create,
    .release = gud_field_release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .follow = carry_point,
    .nwarm = 2,
    .warm_get = warm_get,
    .warm_set = warm_set,
    .point = point,
    .channels = gud_displacement_channels,
    .nchannel = gud_displacement_nchannel,
    .report = gud_displacement_report,
};
