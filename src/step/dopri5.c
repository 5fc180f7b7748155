// Dormand and Prince's explicit Runge-Kutta method of fifth order, with the end of each step put onto the constraints;
// J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26; docs/theory/integrators.md, section 6a.
//
//     x_i = h sum_j a_ij k_j,   T(x_i) k_i = V_i,   V_i = v_n + h sum_j a_ij dV_j/dt,   q_i = q_n (+) x_i
//
// The accelerations of a stage are those that the constraints, differentiated twice, allow: one linear problem. For
// motion that is smooth and not stiff, where it takes a fraction of the steps of a method of second order.

#include "step/integrator.h"
#include "step/multipliers.h"

#include <string.h>

enum { nstage = 7, most_moves = 6, refinements = 2 };

static const double c[nstage] = {0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0};

// the last row is the end of the step
static const double a[nstage][nstage - 1] = {
    {0.0},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
};

// what the embedded formula of fourth order differs by
static const double error[nstage] = {71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
                                     -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};

// the term of fourth order between the ends of a step (E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, section
// II.6)
static const double bend[nstage] = {-12715105075.0 / 11282082432.0,  0.0,
                                    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                    69997945.0 / 29380423.0};

static const double placed = 1e-14;  // relative violation that counts as none,
static const double rounded = 4e-16; // or this much of the distance from the origin, which positions are rounded to
static const double nearly = 1e-9;   // where rounding stops the projection, this is accepted
// h lambda, seen in all directions together, above which stability and not accuracy limits the steps: at tolerances of
// 1e-6 and less the motion itself is followed with a third of that
static const double resolved = 1.0;

// Written once, and inlined with the number of slopes as a constant: one pass over all of them.
#define INLINE static inline __attribute__((always_inline))

INLINE void weigh_fixed(int count, int n, const double *start, double *const *slopes, const double *factor,
                        double *restrict sum)
{
    for (int i = 0; i < n; i++) {
        double x = start ? start[i] : 0.0;
        for (int j = 0; j < count; j++) x += factor[j] * slopes[j][i];
        sum[i] = x;
    }
}

#define WEIGH(count)                                                                                                   \
    if (nused == (count)) weigh_fixed(count, n, start ? start + from : NULL, used, factor, sum + from);

// start (NULL: zero) and the stages' slopes with these weights, velocities from <= i < from + n
static void weigh(int from, int n, const double *start, double *const *slopes, const double *weights, int count,
                  double h, double *sum)
{
    double *used[nstage], factor[nstage];
    int nused = 0;
    for (int j = 0; j < count; j++) {
        if (weights[j] == 0.0) continue;
        used[nused] = slopes[j] + from;
        factor[nused++] = h * weights[j];
    }
    WEIGH(1)
    WEIGH(2)
    WEIGH(3)
    WEIGH(4)
    WEIGH(5)
    WEIGH(6)
}

// displacement, velocity and position of bodies in stage i, from the slopes before it
static void place_bodies(gud_sim *s, int i, double h, int from, int to)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    const int v0 = m->body[from].v0, nv = m->body[to - 1].v0 + m->body[to - 1].nv - v0;
    weigh(v0, nv, NULL, w->k_x, a[i], i, h, w->x_hat);
    weigh(v0, nv, s->state.v, w->k_v, a[i], i, h, w->v_hat);
    for (int k = from; k < to; k++) {
        const gud_body *b = &m->body[k];
        b->kind->displace(b, s->state.q + b->q0, w->x_hat + b->v0, w->q + b->q0);
    }
}

// dx/dt of stage i at its velocity
static void slopes_of_bodies(gud_sim *s, int i, int from, int to)
{
    const gud_model *m = s->model;
    for (int k = from; k < to; k++) {
        const gud_body *b = &m->body[k];
        b->kind->displacement(b, s->work.x_hat + b->v0, s->work.v_hat + b->v0, s->work.k_x[i] + b->v0);
    }
}

// Where the constraints are a little soft, what they give way by is made up for, in the accelerations `a_t`.
static void refine(gud_sim *s, double t, double *a_t)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    double *d = w->rhs;
    memcpy(w->a, a_t, (size_t)m->nv * sizeof(double));
    gud_kinematics_part(s, w->q, w->v_hat, true, 1, m->nbody);
    gud_joint_rows_part(s, NULL, 0, m->nlink);
    for (int n = 0; n < refinements; n++) {
        gud_bodies(s, w->q, w->v_hat, w->a);
        gud_forces(s, t, GUD_POWERS);
        gud_reactions(s, w->lam);
        for (int i = 0; i < m->nv; i++) d[i] = -w->r[i];
        for (int i = 0; i < m->nrow; i++) {
            const bool active = gud_link_active(s, &m->link[m->row[i].link]);
            d[m->nv + i] = active ? -gud_row_acceleration(s, i, w->a) : 0.0;
        }
        gud_multipliers_solve(s, d);
        for (int i = 0; i < m->nv; i++) w->a[i] += d[i];
        for (int i = 0; i < m->nrow; i++) w->lam[i] += d[m->nv + i];
    }
    memcpy(a_t, w->a, (size_t)m->nv * sizeof(double));
    memset(w->a, 0, (size_t)m->nv * sizeof(double));
}

// do any forces act but those of inertia and weight?
static bool forces_act(const gud_model *m)
{
    return m->npair > 0 || m->nforce > 0 || m->ncrowd > 0;
}

// stage i inside the step: bodies where it wants them, their slopes, and the matrix
static void evaluate_inside(gud_sim *s, double t, int i, double h)
{
    const bool alone = !forces_act(s->model);
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    gud_kinematics_begin(s, t);
    gud_multipliers_begin(s);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        place_bodies(s, i, h, p->from, p->to);
        slopes_of_bodies(s, i, p->from, p->to);
        gud_kinematics_part(s, w->q, w->v_hat, false, p->from, p->to);
        gud_bodies_part(s, w->q, w->v_hat, w->a, p->from, p->to);
        gud_multipliers_rows(s, p, w->lam);
        if (alone) gud_multipliers_forward(s, p, w->r, -1.0, w->k_v[i], w->lam);
    }
}

// the end of the step, where the rows are known
static void evaluate_end(gud_sim *s, double t)
{
    const int last = nstage - 1;
    const bool alone = !forces_act(s->model);
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    gud_kinematics_begin(s, t);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        slopes_of_bodies(s, last, p->from, p->to);
        gud_kinematics_part(s, w->q, w->v_hat, false, p->from, p->to);
        gud_bodies_part(s, w->q, w->v_hat, w->a, p->from, p->to);
        gud_joint_biases_part(s, w->lam, p->first_link, p->behind);
        if (alone) gud_multipliers_forward(s, p, w->r, -1.0, w->k_v[last], w->lam);
    }
}

// the forward sweep of accelerations in stage i, by itself
static void sweep_forward(const gud_sim *s, int i)
{
    const gud_work *w = &s->work;
    const gud_parts parts = gud_multipliers_parts(s);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++)
        gud_multipliers_forward(s, p, w->r, -1.0, w->k_v[i], w->lam);
}

// the backward sweep, which adds to x what the multipliers contribute
static void sweep_backward(const gud_sim *s, double *x)
{
    const gud_parts parts = gud_multipliers_parts(s);
    for (int n = parts.n - 1; n >= 0; n--) gud_multipliers_backward(s, &parts.part[n], s->work.lam, x);
}

// Forces and accelerations in stage i; eq. (21a). w->a is zero unless they are refined.
static gud_status accelerate(gud_sim *s, double t, int i, double h)
{
    gud_work *w = &s->work;
    const bool last = i == nstage - 1, soft = w->soft;
    if (last)
        evaluate_end(s, t);
    else
        evaluate_inside(s, t, i, h);
    gud_forces(s, t, GUD_POWERS); // their powers count in the ledger
    if (!last) GUD_TRY(gud_multipliers_end(s));
    const bool again = w->soft != soft; // the matrix was made again
    if (again) gud_joint_biases_part(s, w->lam, 0, s->model->nlink);
    if (again || forces_act(s->model)) sweep_forward(s, i);
    sweep_backward(s, w->k_v[i]);
    if (w->soft) refine(s, t, w->k_v[i]);
    return GUD_OK;
}

// powers of a stage, with its weight in the step
static void add_powers(gud_sim *s, double weight)
{
    gud_work *w = &s->work;
    double power[GUD_NLEDGER];
    gud_powers(s, w->q, w->v_hat, w->lam, power);
    for (int k = 0; k < GUD_NLEDGER; k++) w->inner_power[k] += weight * power[k];
    for (int k = 0; k < 2 * s->model->npair; k++) w->inner_loss[k] += weight * w->loss[k];
}

// one stage inside the step
static gud_status inner_stage(gud_sim *s, int i, double h)
{
    const double t = s->state.clock.t + c[i] * h;
    GUD_TRY(accelerate(s, t, i, h));
    gud_pivot_watch(s, t);
    add_powers(s, a[nstage - 1][i]);
    return GUD_OK;
}

// What rows are off by, as the right-hand side of the least change that takes it away: start values do not hold
static void fill_offsets(gud_sim *s, const gud_part *p, const double *off)
{
    const gud_model *m = s->model;
    double *u = s->work.lam;
    if (u != off) memcpy(u + p->row0, off + p->row0, (size_t)p->nrow * sizeof *u);
    for (int n = p->first_link; !gud_multipliers_parts(s).plain && n < p->behind; n++) {
        const gud_link *link = &m->link[n];
        if (!gud_link_active(s, link)) memset(u + link->row0, 0, (size_t)link->nrow * sizeof *u);
    }
}

// places the bodies where the last stage wants them; returns the violation there
static double place_end(gud_sim *s, double t, double h)
{
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    gud_kinematics_begin(s, t);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        place_bodies(s, nstage - 1, h, p->from, p->to);
        gud_kinematics_part(s, w->q, w->v_hat, false, p->from, p->to);
        gud_joint_values_part(s, p->first_link, p->behind);
    }
    return gud_violation(s);
}

// the least change in the norm of the masses that takes the violations away, in w->rhs
static void solve_positions(gud_sim *s)
{
    const gud_model *m = s->model;
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        fill_offsets(s, p, w->phi);
        gud_multipliers_forward(s, p, NULL, 1.0, w->rhs, w->lam);
    }
    memset(w->rhs, 0, (size_t)m->nv * sizeof(double));
    sweep_backward(s, w->rhs);
}

// moves the bodies by a share of what was solved for; returns the violation there
static double move_by(gud_sim *s, double share)
{
    const gud_model *m = s->model;
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    s->work.stamp++;
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        const int v0 = m->body[p->from].v0, behind = m->body[p->to - 1].v0 + m->body[p->to - 1].nv;
        // T(x) is that of a stage up to the size of its error
        for (int k = v0; k < behind; k++) {
            w->rhs[k] *= share;
            w->x_hat[k] += w->rhs[k];
        }
        for (int k = p->from; k < p->to; k++) {
            const gud_body *b = &m->body[k];
            b->kind->displace(b, w->q + b->q0, w->rhs + b->v0, w->q + b->q0);
        }
        gud_kinematics_part(s, w->q, w->v_hat, false, p->from, p->to);
        gud_joint_values_part(s, p->first_link, p->behind);
    }
    return gud_violation(s);
}

// The least change in the norm of the masses that puts the positions onto the constraints. Rows and matrix of the stage
// before, which stands at the same time, are as good as those of this place.
static gud_status project_positions(gud_sim *s, double worst)
{
    const gud_work *w = &s->work;
    const double enough = fmax(placed, rounded * w->reach / s->model->length);
    for (int i = 0; i < most_moves && worst > enough; i++) {
        solve_positions(s);
        const double now = move_by(s, 1.0);
        if (now > worst) (void)move_by(s, -1.0); // back: rounding errors of a long chain make it worse
        if (now >= worst) break;
        worst = now;
    }
    return worst <= nearly ? GUD_OK : GUD_RETRY;
}

// what velocities are off by, swept forwards
static void sweep_rates(gud_sim *s)
{
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    gud_multipliers_rates(s, w->v_hat, w->lam);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        fill_offsets(s, p, w->lam);
        gud_multipliers_forward(s, p, NULL, 1.0, w->v_hat, w->lam);
    }
}

// the same for velocities, with the matrix of this place, which is made on the way
static gud_status project_velocities(gud_sim *s)
{
    const gud_parts parts = gud_multipliers_parts(s);
    gud_work *w = &s->work;
    const bool soft = w->soft;
    gud_multipliers_begin(s);
    for (const gud_part *p = parts.part; p < parts.part + parts.n; p++) {
        gud_multipliers_rows(s, p, NULL);
        if (!parts.plain) continue;
        gud_multipliers_rates_part(s, p, w->v_hat, w->lam);
        gud_multipliers_forward(s, p, NULL, 1.0, w->v_hat, w->lam);
    }
    GUD_TRY(gud_multipliers_end(s));
    if (!parts.plain || w->soft != soft) sweep_rates(s);
    sweep_backward(s, w->v_hat);
    for (int n = 1; w->soft && n < refinements; n++) {
        sweep_rates(s);
        sweep_backward(s, w->v_hat);
    }
    return GUD_OK;
}

// the last stage, on the constraints; its accelerations are those at the start of the next step
static gud_status last_stage(gud_sim *s, double h)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    const double t = s->state.clock.t + h;
    GUD_TRY(project_positions(s, place_end(s, t, h)));
    GUD_TRY(project_velocities(s));
    GUD_TRY(accelerate(s, t, nstage - 1, h));
    memcpy(s->next.q, w->q, (size_t)m->nq * sizeof(double));
    memcpy(s->next.v, w->v_hat, (size_t)m->nv * sizeof(double));
    memcpy(s->next.a, w->k_v[nstage - 1], (size_t)m->nv * sizeof(double));
    memcpy(s->next.aux, w->k_v[nstage - 1], (size_t)m->nv * sizeof(double));
    memcpy(s->next.lam, w->lam, (size_t)m->nrow * sizeof(double));
    w->ended = w->stamp;
    return GUD_OK;
}

// Sum of squares of a difference of positions and velocities, in the sizes that tolerances refer to
static double distance(const gud_sim *s, const double *x1, const double *x0, const double *v1, const double *v0)
{
    const gud_model *m = s->model;
    const double *speed = s->state.clock.v_scale;
    const double by_size[2] = {1.0 / m->length, 1.0};
    const double by_speed[2] = {1.0 / fmax(speed[0], 1e-3 * m->length), 1.0 / fmax(speed[1], 1e-3)};
    double sum = 0.0;
    for (int i = 0; i < m->nv; i++) {
        const int kind = m->v_class[i];
        const double x = (x1[i] - x0[i]) * by_size[kind], v = (v1[i] - v0[i]) * by_speed[kind];
        sum += x * x + v * v;
    }
    return sum;
}

// The last two stages stand at the same time: their slopes differ by what the fastest part of the motion makes of their
// distance (E. Hairer, G. Wanner, Solving ODEs II, section IV.2). `x` and `v` are those of the stage before the last.
static void watch_stability(gud_sim *s, double h, const double *x, const double *v)
{
    const gud_work *w = &s->work;
    gud_clock *clock = &s->next.clock;
    const int last = nstage - 1;
    const double apart = distance(s, w->x_hat, x, w->v_hat, v);
    const double slopes = distance(s, w->k_x[last], w->k_x[last - 1], w->k_v[last], w->k_v[last - 1]);
    const bool limited = h * h * slopes > resolved * resolved * apart;
    const int64_t before = s->state.clock.stiff;
    clock->stiff = limited ? before + 4 : before > 0 ? before - 1 : 0; // steps at the edge alternate
    if (clock->stiff >= GUD_STIFF_ENOUGH) clock->stiff_at = clock->t;
}

static gud_status step(gud_sim *s, double h)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    memcpy(w->k_x[0], s->state.v, (size_t)m->nv * sizeof(double));
    memcpy(w->k_v[0], s->state.a, (size_t)m->nv * sizeof(double));
    memset(w->a, 0, (size_t)m->nv * sizeof(double));
    memset(w->inner_power, 0, sizeof w->inner_power);
    memset(w->inner_loss, 0, 2 * (size_t)m->npair * sizeof(double));
    w->share[0] = a[nstage - 1][0]; // the ledger's quadrature is the method's own
    w->share[1] = 1.0;
    w->share[2] = 0.0;
    for (int i = 1; i < nstage - 1; i++) GUD_TRY(inner_stage(s, i, h));
    memcpy(w->w, w->x_hat, (size_t)m->nv * sizeof(double));
    memcpy(w->x_t, w->v_hat, (size_t)m->nv * sizeof(double));
    GUD_TRY(last_stage(s, h));
    watch_stability(s, h, w->w, w->x_t);
    weigh(0, m->nv, NULL, w->k_x, error, nstage, h, w->error);
    weigh(0, m->nv, NULL, w->k_v, error, nstage, h, w->error + m->nv);
    return GUD_OK;
}

// A polynomial of fourth degree through both ends with their slopes, eq. (21b): its middle term is that of the method.
static double between(double theta, double from, double to, double slope_from, double slope_to, double middle)
{
    const double change = to - from, start = slope_from - change, u = 1.0 - theta;
    return from + theta * (change + u * (start + theta * (change - slope_to - start + u * middle)));
}

static void inside(gud_sim *s, double theta, double *q, double *v)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    const gud_state *from = &s->state, *to = &s->next;
    const double h = to->clock.h_last;
    double *middle_x = w->error, *middle_v = w->error + m->nv, *x = w->dx;
    weigh(0, m->nv, NULL, w->k_x, bend, nstage, h, middle_x);
    weigh(0, m->nv, NULL, w->k_v, bend, nstage, h, middle_v);
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->difference(b, from->q + b->q0, to->q + b->q0, w->x + b->v0);
        for (int k = b->v0; k < b->v0 + b->nv; k++) {
            x[k] = between(theta, 0.0, w->x[k], h * from->v[k], h * w->k_x[nstage - 1][k], middle_x[k]);
            v[k] = between(theta, from->v[k], to->v[k], h * from->a[k], h * to->a[k], middle_v[k]);
        }
        b->kind->displace(b, from->q + b->q0, x + b->v0, q + b->q0);
    }
}

const gud_integrator gud_integrator_dopri5 = {
    .row = {.name = "dopri5",
            .about = "explicit, fifth order, projected onto the constraints: smooth motion at small tolerances",
            .source = "Dormand and Prince 1980"},
    .treatment = GUD_GGL,
    .treatments = 1 << GUD_GGL,
    .order = 5,
    .estimate = 5,
    .nstage = nstage,
    .nfactor = 1,
    .why_not_stiff = "it is explicit, and stiff forces would dictate its steps",
    .step = step,
    .inside = inside,
};
