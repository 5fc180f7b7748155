// Everything is in the axes of the reference surface's frame. With the depth d_i = -gap of cell i, its rises D1_i and
// D2_i across the cell from its neighbours, and the gradient q_i of d_i by a shift of the other body,
//
//     U = sum A_i e(d_i, D1_i, D2_i),   wrench = -sum A_i (1 + chi d_i') grad e_i,   T_i = N_i mu(|t_i|) t_i/|t_i|
//
// where e is the foundation's energy per area, N_i = A_i (1 + chi d_i') de_i/dd_i the normal force that friction sees,
// and t_i the slip at the hit.

#include "pair/foundation.h"

#include "base/alloc.h"
#include "num/vec.h"
#include "pair/relative.h"

#include <math.h>
#include <string.h>

typedef struct {
    gud_surface_work *gaps;
    double *q;    // [n][6] gradients of the depths by a shift
    double *load; // [n] N; d(U)/d(depth), with damping
} scratch;

// what one evaluation knows
typedef struct {
    const gud_foundation_pair *p;
    const gud_gap_hits *f;
    const gud_grid *g;
    scratch *w;
    gud_relative relative;
    gud_pose pose; // of the other surface's frame in the reference's
    double wrench[6], by_shift[36], by_twist[36];
} scene;

// a cell that touches
typedef struct {
    gud_surface_cell at;
    double c[3][6]; // gradients of depth and rises
    double damped;  // 1 + chi d', not negative
    gud_foundation_cell e;
} cell;

typedef struct {
    double potential, contact, friction;             // J, W, W
    double force, resistance, area, pressure, depth; // N, N, m2, Pa, m: sums and the largest
} totals;

// ---- scratch

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_surface_work_free(w->gaps);
    gud_free(w->q);
    gud_free(w->load);
    gud_free(w);
}

static void *work_create(const void *prm)
{
    const gud_foundation_pair *p = prm;
    const size_t n = (size_t)p->pair.grid.n;
    scratch *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    w->gaps = gud_surface_work_create(&p->pair);
    w->q = gud_alloc(6 * n, sizeof *w->q);
    w->load = gud_alloc(n, sizeof *w->load);
    if (w->gaps && w->q && w->load) return w;
    work_free(w);
    return NULL;
}

static void work_forget(const void *prm, void *work, const double *history)
{
    (void)prm;
    (void)history;
    gud_surface_work_forget(((scratch *)work)->gaps);
}

// ---- cells

static bool is_met(const gud_gap_hits *f, int i)
{
    return f->state[i] != GUD_GAP_NONE;
}

static void hit_of(const scene *s, int i, double y[3])
{
    v3_axpy(y, s->g->place + 3 * (size_t)i, s->f->gap[i], s->g->normal + 3 * (size_t)i);
}

// q = -(slope, y x slope)
static void set_gradients(const scene *s)
{
    for (int i = 0; i < s->g->n; i++) {
        double *q = s->w->q + 6 * (size_t)i, y[3];
        const double *slope = s->f->slope + 3 * (size_t)i;
        memset(q, 0, 6 * sizeof *q);
        if (!is_met(s->f, i)) continue;
        hit_of(s, i, y);
        v3_scale(q, -1.0, slope);
        v3_cross(q + 3, slope, y);
    }
}

// false: the cell does not touch
static bool cell_make(const scene *s, int i, cell *c)
{
    const gud_foundation *law = &s->p->foundation;
    if (!gud_surface_cell_of(&s->p->pair, s->f, i, &c->at)) return false;
    if (c->at.x[0] + 0.5 * (fabs(c->at.x[1]) + fabs(c->at.x[2])) <= 0.0) return false;
    law->law->cell(law, c->at.x, &c->e);
    c->damped = fmax(1.0 - law->damping * s->f->rate[i], 0.0);
    for (int j = 0; j < 6; j++) {
        c->c[0][j] = s->w->q[6 * (size_t)i + (size_t)j];
        for (int k = 0; k < 2; k++)
            c->c[1 + k][j] = c->at.part[k] * (s->w->q[6 * (size_t)c->at.high[k] + (size_t)j] -
                                              s->w->q[6 * (size_t)c->at.low[k] + (size_t)j]);
    }
    return true;
}

// d(U)/d(shift) of the cell, without damping
static void energy_gradient(const cell *c, double area, double u[6])
{
    for (int j = 0; j < 6; j++)
        u[j] = area * (c->e.energy_x[0] * c->c[0][j] + c->e.energy_x[1] * c->c[1][j] + c->e.energy_x[2] * c->c[2][j]);
}

static double dot6(const double a[6], const double b[6])
{
    return v3_dot(a, b) + v3_dot(a + 3, b + 3);
}

static void add_loads(const scene *s, const cell *c)
{
    const double scale = s->g->area[c->at.i] * c->damped;
    double *load = s->w->load;
    load[c->at.i] += scale * c->e.energy_x[0];
    for (int k = 0; k < 2; k++) {
        load[c->at.high[k]] += scale * c->at.part[k] * c->e.energy_x[1 + k];
        load[c->at.low[k]] -= scale * c->at.part[k] * c->e.energy_x[1 + k];
    }
}

// ---- friction

typedef struct {
    double N, y[3], t[3], speed, T[3], ratio, ratio_speed; // T = N ratio t; derivative of the ratio over the speed
} rubbing;

static void rub(const scene *s, const cell *c, rubbing *r)
{
    const size_t k = 3 * (size_t)c->at.i;
    const double *slip = s->f->slip + k;
    double mu, mu_speed;
    r->N = s->g->area[c->at.i] * c->damped * c->e.energy_x[0];
    hit_of(s, c->at.i, r->y);
    for (int j = 0; j < 3; j++) r->t[j] = slip[0] * s->g->along[k + (size_t)j] + slip[2] * s->g->across[k + (size_t)j];
    r->speed = v3_norm(r->t);
    s->p->friction.law->curve(&s->p->friction.params, 1, &r->speed, &mu, &mu_speed);
    r->ratio = r->speed > 0.0 ? mu / r->speed : mu_speed;
    r->ratio_speed = r->speed > 0.0 ? (mu_speed - r->ratio) / (r->speed * r->speed) : 0.0;
    v3_scale(r->T, r->N * r->ratio, r->t);
}

static void add_friction(scene *s, const rubbing *r)
{
    double M[3];
    v3_cross(M, r->y, r->T);
    for (int j = 0; j < 3; j++) {
        s->wrench[j] -= r->T[j];
        s->wrench[3 + j] -= M[j];
    }
}

// change of the friction wrench when the normal force changes by dN, the velocity at the hit by dV, and the hit by dy
static void add_friction_change(const scene *s, const cell *c, const rubbing *r, double dN, const double dV[3],
                                const double dy[3], int column, double *matrix)
{
    const double *n = s->g->normal + 3 * (size_t)c->at.i;
    double dt[3], dT[3], x[3], y[3];
    v3_axpy(dt, dV, -v3_dot(n, dV), n);
    const double along = v3_dot(r->t, dt);
    for (int j = 0; j < 3; j++)
        dT[j] = dN * r->ratio * r->t[j] + r->N * (r->ratio * dt[j] + r->ratio_speed * along * r->t[j]);
    v3_cross(x, dy, r->T);
    v3_cross(y, r->y, dT);
    for (int j = 0; j < 3; j++) {
        matrix[6 * j + column] -= dT[j];
        matrix[6 * (3 + j) + column] -= x[j] + y[j];
    }
}

// ---- tangents

// derivatives of q_i by a shift, B[a][b] = dq_a/ds_b
static void gradient_change(const scene *s, int i, double B[6][6])
{
    const double *n = s->g->normal + 3 * (size_t)i, *slope = s->f->slope + 3 * (size_t)i;
    const double *q = s->w->q + 6 * (size_t)i;
    double y[3], turn[3][6];
    hit_of(s, i, y);
    gud_slope_shift(s->p->pair.surface[1 - s->p->pair.reference], &s->pose, s->w->gaps->warm + 2 * (size_t)i, n, y,
                    turn);
    for (int b = 0; b < 6; b++) {
        const double change[3] = {turn[0][b], turn[1][b], turn[2][b]};
        double dy[3], x[3], z[3];
        v3_scale(dy, -q[b], n);
        v3_cross(x, slope, dy);
        v3_cross(z, change, y);
        for (int a = 0; a < 3; a++) {
            B[a][b] = -change[a];
            B[3 + a][b] = x[a] + z[a];
        }
    }
}

// change of the normal force and of its rate factor: N_s and d'_s, by shift
typedef struct {
    double rate[6];   // of d', by a shift
    double normal[6]; // of N, by a shift
    double by_twist[6];
} changes;

static void find_changes(const scene *s, const cell *c, changes *k)
{
    const double area = s->g->area[c->at.i], chi = c->damped > 0.0 ? s->p->foundation.damping : 0.0;
    double B[6][6];
    memset(k, 0, sizeof *k);
    if (chi > 0.0) {
        gradient_change(s, c->at.i, B);
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6; b++) k->rate[b] += B[a][b] * s->relative.twist[a];
    }
    for (int b = 0; b < 6; b++) {
        double rise = 0.0;
        for (int m = 0; m < 3; m++) rise += c->e.energy_xx[0][m] * c->c[m][b];
        k->normal[b] = area * (c->damped * rise + chi * k->rate[b] * c->e.energy_x[0]);
        k->by_twist[b] = area * chi * c->c[0][b] * c->e.energy_x[0];
    }
}

static void add_normal_tangent(scene *s, const cell *c, const changes *k)
{
    const double area = s->g->area[c->at.i], chi = c->damped > 0.0 ? s->p->foundation.damping : 0.0;
    double u[6];
    energy_gradient(c, area, u);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            double sum = 0.0;
            for (int m = 0; m < 3; m++)
                for (int n = 0; n < 3; n++) sum += c->e.energy_xx[m][n] * c->c[m][a] * c->c[n][b];
            s->by_shift[6 * a + b] -= area * c->damped * sum + chi * u[a] * k->rate[b];
            s->by_twist[6 * a + b] -= chi * u[a] * c->c[0][b];
        }
}

static void add_friction_tangent(scene *s, const cell *c, const rubbing *r, const changes *k)
{
    const double *n = s->g->normal + 3 * (size_t)c->at.i, none[3] = {0.0, 0.0, 0.0};
    for (int b = 0; b < 6; b++) {
        double unit[6] = {0}, dV[3], dy[3];
        unit[b] = 1.0;
        v3_cross(dV, unit + 3, r->y);
        v3_axpy(dV, unit, 1.0, dV);
        add_friction_change(s, c, r, k->by_twist[b], dV, none, b, s->by_twist);
        v3_scale(dy, -c->c[0][b], n);
        v3_cross(dV, s->relative.twist + 3, dy);
        add_friction_change(s, c, r, k->normal[b], dV, dy, b, s->by_shift);
    }
}

// the loads turn with the slopes
static void add_turning(scene *s)
{
    for (int i = 0; i < s->g->n; i++) {
        const double load = s->w->load[i];
        double B[6][6];
        if (load == 0.0) continue;
        gradient_change(s, i, B);
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6; b++) s->by_shift[6 * a + b] -= load * B[a][b];
    }
}

// ---- the whole

static gud_status open_scene(const gud_foundation_pair *p, const gud_pair_in *in, scene *s)
{
    const int reference = p->pair.reference;
    const gud_pose *r = in->pose[reference], *c = in->pose[1 - reference];
    scratch *w = in->work;
    *s = (scene){.p = p, .f = &w->gaps->field, .g = &p->pair.grid, .w = w};
    if (gud_surface_gaps(&p->pair, in->pose, in->history, w->gaps) != GUD_OK) return GUD_RETRY;
    gud_relative_of(in, reference, &s->relative);
    m3_mul_t(s->pose.R, r->R, c->R);
    m3_apply_t(s->pose.p, r->R, s->relative.p);
    memset(w->load, 0, (size_t)s->g->n * sizeof *w->load);
    set_gradients(s);
    return GUD_OK;
}

static void count(const scene *s, const cell *c, const rubbing *r, totals *t)
{
    const double area = s->g->area[c->at.i];
    double u[6];
    energy_gradient(c, area, u);
    const double rate = dot6(u, s->relative.twist);
    t->potential += area * c->e.energy;
    t->contact += (c->damped - 1.0) * rate;
    t->friction += v3_dot(r->T, r->t);
    t->force += area * c->damped * c->e.energy_x[0];
    t->resistance += v3_norm(r->T);
    t->area += area * c->e.energy_xx[0][0] / s->p->foundation.stiffness;
    t->pressure = fmax(t->pressure, c->damped * c->e.energy_x[0]);
}

static void sum_cells(scene *s, bool tangents, totals *t)
{
    *t = (totals){.depth = -s->p->pair.window};
    for (int i = 0; i < s->g->n; i++) {
        cell c;
        rubbing r = {0};
        if (is_met(s->f, i)) t->depth = fmax(t->depth, -s->f->gap[i]);
        if (!cell_make(s, i, &c)) continue;
        add_loads(s, &c);
        if (s->p->rubs) {
            rub(s, &c, &r);
            add_friction(s, &r);
        }
        count(s, &c, &r, t);
        if (!tangents) continue;
        changes k;
        find_changes(s, &c, &k);
        add_normal_tangent(s, &c, &k);
        if (s->p->rubs) add_friction_tangent(s, &c, &r, &k);
    }
    for (int i = 0; i < s->g->n; i++)
        for (int a = 0; a < 6; a++) s->wrench[a] -= s->w->load[i] * s->w->q[6 * (size_t)i + (size_t)a];
    if (tangents) add_turning(s);
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    scene s;
    totals t;
    out->status = open_scene(prm, in, &s);
    if (out->status != GUD_OK) return;
    sum_cells(&s, out->by_displacement != NULL, &t);
    gud_relative_give(&s.relative, s.wrench, s.by_shift, s.by_twist, out);
    out->potential += t.potential;
    out->dissipation += t.contact + t.friction;
    out->friction += t.friction;
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_foundation_pair *p = prm;
    scratch *w = in->work;
    (void)y;
    gud_surface_work_forget(w->gaps);
    if (gud_surface_gaps(&p->pair, in->pose, NULL, w->gaps) != GUD_OK)
        return gud_fail(error, GUD_ERR_INPUT, "the start is not finite");
    gud_surface_remember(&p->pair, w->gaps, history);
    return GUD_OK;
}

static void accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_foundation_pair *p = prm;
    scratch *w = in->work;
    (void)y;
    if (gud_surface_gaps(&p->pair, in->pose, in->history, w->gaps) == GUD_OK)
        gud_surface_remember(&p->pair, w->gaps, history);
}

static const gud_pair_label channels[] = {
    {"eccentricity.x", "m", "of the second in the first body, along x of the first frame"},
    {"eccentricity.y", "m", "along y of the first frame"},
    {"eccentricity.z", "m", "along z of the first frame"},
    {"eccentricity_ratio", "1", "depth over clearance, plus 1; beyond 1 the parts touch"},
    {"depth", "m", "largest depth of a cell's middle; negative: smallest gap"},
    {"contact_force", "N", "sum of the normal pressure"},
    {"friction_force", "N", "sum of the resistance of friction"},
    {"contact_area", "m2", "where the surfaces overlap"},
    {"pressure_max", "Pa", "largest mean pressure of a cell"},
    {"contact_loss", "W", "lost in the normal direction"},
    {"friction_loss", "W", "lost by friction"},
    {"contact_work", "J", "lost in the normal direction since the start"},
    {"friction_work", "J", "lost by friction since the start"},
};

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_foundation_pair *p = prm;
    scene s;
    totals t = {0};
    double d[3];
    v3_axpy(d, in->pose[1]->p, -1.0, in->pose[0]->p);
    m3_apply_t(values, in->pose[0]->R, d);
    if (open_scene(p, in, &s) == GUD_OK) sum_cells(&s, false, &t);
    const double further[] = {(t.depth + p->pair.clearance) / p->pair.clearance,
                              t.depth,
                              t.force,
                              t.resistance,
                              t.area,
                              t.pressure,
                              t.contact,
                              t.friction,
                              in->lost[0] - in->lost[1],
                              in->lost[1]};
    memcpy(values + 3, further, sizeof further);
}

const gud_pair_law gud_pair_foundation = {
    .eval = eval,
    .start = start,
    .accept = accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = report,
};
