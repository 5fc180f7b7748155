#include "pair/pin.h"

#include "film/lanes.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// what does not change: gap of a concentric pin, and the rows of the coordinates
typedef struct {
    const double *h0;
    int nq;
    gud_form_work form;
    double *shear; // [n] that of the field where the pin does not only turn
    bool moved;    // and so it did: the rate of the gap has numbers
} constants;

static int turn_of(const gud_pin *p)
{
    return (p->tilts ? GUD_PIN_TILTED : GUD_PIN_ALIGNED) - 1;
}

// of the slide, if there is one
static int slide_of(const gud_pin *p)
{
    return turn_of(p) + 1;
}

// the gap shrinks where a pin moves to, and grows where a bore does
static double sign_of(const gud_pin *p)
{
    return p->inside ? 1.0 : -1.0;
}

// ---- how fine a grid has to be

double gud_pin_peak_length(const gud_pin *s, double film_min)
{
    return s->radius * sqrt(2.0 * fmax(film_min, 0.0) / s->clearance);
}

double gud_pin_peak_cells(const gud_pin *s, double film_min)
{
    return gud_pin_peak_length(s, film_min) * s->nx / (2.0 * pi * s->radius);
}

// cells that the length of the peak needs; half of what sheets choose
static const double fewest_around = 6.0, fewest_along = 1.0;

void gud_pin_limits(const gud_pin *s, gud_limits *l)
{
    l->cells_around = s->nx;
    l->cells_along = s->half ? s->ny : s->ny / 2;
    const double around = fewest_around * 2.0 * pi / l->cells_around;
    const double along = fewest_along * 0.5 * s->width / (l->cells_along * s->radius);
    l->film_around = 0.5 * s->clearance * around * around;
    l->film_along = 0.5 * s->clearance * along * along;
}

bool gud_pin_is_coarse(const gud_pin *s, double film_min, int cells[2])
{
    gud_limits limits = {0};
    gud_pin_limits(s, &limits);
    gud_limits_cells(&limits, film_min, cells);
    return cells[0] > (int)limits.cells_around || cells[1] > (int)limits.cells_along;
}

// ---- grid

// Pressures are means of cells. Towards an end pressure falls as 1 - cosh(z/R)/cosh(b/R), b half the width, and a cell
// beside it has the mean that belongs to the flow over its face at a distance of d/2 - d^2/(6 R tanh(b/R)), not d/2, d
// being its width: docs/theory/film.md, eq. (3a).
static void ends_set(const gud_pin *p, gud_film_grid *g)
{
    const double d = p->width / (p->half ? 2 * p->ny : p->ny), reach = p->radius * tanh(0.5 * p->width / p->radius);
    const double distance = 0.5 * d * (1.0 - fmin(d / (3.0 * reach), 0.5));
    for (int i = 0; i < p->nx; i++) {
        double *y = g->y_distance + i * (p->ny + 1);
        y[p->ny] = distance;
        if (!p->half) y[0] = distance;
    }
}

static gud_status grid_make(const gud_pin *p, gud_error *error, gud_film_grid **grid)
{
    const double from = p->line ? p->line_angle * p->radius : 0.0;
    const double box[4] = {from, from + 2.0 * pi * p->radius, p->half ? 0.0 : -0.5 * p->width, 0.5 * p->width};
    const gud_film_edge seam = {p->line ? GUD_EDGE_OPEN : GUD_EDGE_PERIODIC, p->line_pressure, 1.0};
    const gud_film_edge closed = {.kind = GUD_EDGE_CLOSED, .theta = 1.0};
    const gud_film_edge edge[4] = {seam, seam, p->half ? closed : p->ends[0], p->ends[1]};
    GUD_TRY(gud_film_grid_create(p->nx, p->ny, box, edge, error, grid));
    ends_set(p, *grid);
    return GUD_OK;
}

// ---- field

static double *row_take(gud_arena *arena, size_t count, const double **row)
{
    double *taken = GUD_TAKE(arena, double, count);
    *row = taken;
    return taken;
}

// what a unit of the slide does: it carries oil over the faces across y
static void slide_fill(const gud_pin *p, gud_arena *arena, gud_gap_field *f)
{
    const int slide = slide_of(p);
    double *carry = row_take(arena, (size_t)f->nface, &f->carry[slide]);
    double *along = row_take(arena, (size_t)f->n, &f->slip_v[1][slide]);
    for (int e = f->nface_x; e < f->nface && !arena->failed; e++) carry[e] = 0.5 * f->grid->y_length[e - f->nface_x];
    for (int k = 0; k < f->n && !arena->failed; k++) along[k] = 1.0;
}

// a function of the angle times a sign, and times the place along the axis for tilts
static const double *row_make(const gud_pin *p, const gud_film_grid *g, bool tilts, double sign,
                              double (*of)(double angle), gud_arena *arena)
{
    const size_t n = (size_t)g->nx * (size_t)g->ny;
    double *row = GUD_TAKE(arena, double, n);
    for (int i = 0; row && i < g->nx; i++) {
        const int k = i * g->ny;
        const double value = of(g->x[k] / p->radius);
        for (int j = 0; j < g->ny; j++) row[k + j] = sign * (tilts ? g->y[k + j] : 1.0) * value;
    }
    return row;
}

static void rows_fill(const gud_pin *p, gud_arena *arena, gud_gap_field *f)
{
    const gud_film_grid *g = f->grid;
    const size_t n = (size_t)f->n;
    const int turn = turn_of(p);
    f->push_unit = g->area[0];
    for (int a = 0; a < turn; a++)
        f->push[a] = f->h_q[a] = row_make(p, g, a >= 2, sign_of(p), a % 2 == 0 ? cos : sin, arena);
    // displacements slip by -sin and cos of the angle: one of these is the row of the other's gap
    for (int a = 0; a < turn; a += 2) {
        f->slip_v[0][a] = p->inside ? row_make(p, g, a >= 2, -1.0, sin, arena) : f->h_q[a + 1];
        f->slip_v[0][a + 1] = p->inside ? f->h_q[a] : row_make(p, g, a >= 2, 1.0, cos, arena);
    }
    double *carry = row_take(arena, (size_t)f->nface, &f->carry[turn]);
    double *wheel = row_take(arena, n, &f->slip_v[0][turn]);
    // displacement rates shear the oil by c/R of what they squeeze; tables of bearings leave that out, and so do we
    f->shear[0] = GUD_TAKE(arena, double, n);
    f->shear_v[0] = GUD_TAKE(arena, const double *, f->nq);
    if (arena->failed) return;
    f->shear_v[0][turn] = wheel;
    for (int k = 0; k < f->nface_x && !arena->failed; k++) carry[k] = 0.5 * p->radius * g->x_length[k];
    for (int k = 0; k < f->n && !arena->failed; k++) wheel[k] = p->radius;
    if (p->slides) slide_fill(p, arena, f);
}

static void constants_fill(const gud_pin *p, gud_arena *arena, gud_gap_field *f, constants *c)
{
    f->fold = p->half ? 2.0 : 1.0;
    f->prismatic = p->half && !((gud_form_traits(p->form, 0) | gud_form_traits(p->form, 1)) & GUD_VARIES_ALONG);
    f->supplied = p->line;
    if (!p->slides) f->slip[1] = f->shear[1] = NULL; // the pin moves around only
    c->nq = turn_of(p), c->moved = p->form;
    double *h0 = GUD_TAKE(arena, double, f->n);
    for (int k = 0; h0 && k < f->n; k++) h0[k] = p->clearance;
    f->rest = c->h0 = h0;
    rows_fill(p, arena, f);
    c->shear = f->shear[0];
}

gud_wall gud_pin_wall(const gud_pin *p)
{
    const double around = 2.0 * pi * p->radius;
    return (gud_wall){.radius = p->radius,
                      .size = {around, p->width},
                      .cell = {around / p->nx, p->width / (p->half ? 2 * p->ny : p->ny)},
                      .clearance = p->clearance};
}

// where the cells meet the other wall, which has turned and slid by so much
static void locate_on_wall(const gud_pin *p, constants *c, const gud_gap_field *f, double turned, double slid)
{
    for (int k = 0; k < f->n; k++) {
        c->form.at[0][k] = f->grid->x[k] - p->radius * turned;
        c->form.at[1][k] = f->grid->y[k] - slid;
    }
}

// the form of the walls, and the gap at rest with it
static gud_status form_make(const gud_pin *p, gud_arena *arena, gud_error *error, gud_gap_field *f, constants *c)
{
    const gud_wall wall = gud_pin_wall(p), walls[2] = {wall, wall};
    if (!p->form) return GUD_OK;
    GUD_TRY(gud_form_create(p->form, walls, f, arena, error, &c->form));
    double *rest = GUD_TAKE(arena, double, f->n);
    if (!rest) return gud_fail(error, GUD_ERR_MEMORY, "no memory for a bearing of %d x %d cells", p->nx, p->ny);
    if (c->form.moves) locate_on_wall(p, c, f, 0.0, 0.0);
    memcpy(f->h, c->h0, (size_t)f->n * sizeof(double));
    gud_form_add(&c->form, f);
    memcpy(rest, f->h, (size_t)f->n * sizeof(double));
    f->rest = rest;
    return GUD_OK;
}

static bool field_make(const gud_pin *p, gud_film_grid *grid, gud_arena *arena, gud_gap_field *f)
{
    if (!gud_field_take(f, grid, gud_pin_nq(p), arena)) return false;
    f->nmoving = p->slides ? f->nface : f->nface_x;
    return gud_field_connect(f, arena);
}

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *f, void **work)
{
    const gud_pin *p = shape;
    gud_film_grid *grid = NULL;
    GUD_TRY(grid_make(p, error, &grid));
    constants *c = GUD_TAKE(arena, constants, 1);
    if (c && field_make(p, grid, arena, f)) constants_fill(p, arena, f, c);
    *work = c;
    const gud_status status = arena->failed ? GUD_OK : form_make(p, arena, error, f, c);
    if (!arena->failed && status == GUD_OK) return GUD_OK;
    gud_film_grid_free(grid);
    f->grid = NULL;
    if (status != GUD_OK) return status;
    return gud_fail(error, GUD_ERR_MEMORY, "no memory for a bearing of %d x %d cells", p->nx, p->ny);
}

// the form of walls has numbers of its own that change
static gud_status twin(const void *shape, const gud_gap_field *first, gud_arena *arena, gud_error *error,
                       gud_gap_field *f, void **work)
{
    const gud_pin *p = shape;
    if (p->form) return create(shape, arena, error, f, work);
    constants *c = GUD_TAKE(arena, constants, 1);
    *work = c;
    const bool shared = c && gud_field_share(f, first, arena);
    double *shear = !shared ? NULL : f->shear[0] != f->slip[0] ? f->shear[0] : GUD_TAKE(arena, double, f->n);
    if (!shear) {
        f->grid = NULL;
        return gud_fail(error, GUD_ERR_MEMORY, "no memory for a bearing of %d x %d cells", p->nx, p->ny);
    }
    *c = (constants){.h0 = first->rest, .nq = turn_of(p), .shear = shear};
    return GUD_OK;
}

GUD_WIDE static void numbers_fill(int n, double value, double *numbers)
{
    for (int k = 0; k < n; k++) numbers[k] = value;
}

// A pin that only turns slips as it shears, and its gap stays: large grids are spared the memory.
static void rates_fill(const gud_pin *p, constants *c, const double *q_t, gud_gap_field *f)
{
    const double turning = q_t[c->nq] * p->radius;
    bool moves = p->form;
    for (int k = 0; k < c->nq; k++) moves = moves || q_t[k] != 0.0;
    if (moves || c->moved) gud_rows_combine(f->n, c->nq, f->h_q, q_t, NULL, f->h_t);
    c->moved = moves;
    f->shear[0] = moves ? c->shear : f->slip[0];
    numbers_fill(f->n, turning, f->shear[0]);
    if (moves) gud_rows_combine(f->n, c->nq + 1, f->slip_v[0], q_t, NULL, f->slip[0]); // and the turn
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *f, gud_error *error)
{
    const gud_pin *p = shape;
    constants *c = work;
    (void)covered, (void)error;
    memcpy(f->q_t, at->q_t, (size_t)f->nq * sizeof(double));
    gud_rows_combine(f->n, c->nq, f->h_q, at->q, c->h0, f->h);
    rates_fill(p, c, at->q_t, f);
    for (int k = 0; p->slides && k < f->n; k++) f->slip[1][k] = at->q_t[slide_of(p)];
    if (!p->form) return GUD_OK;
    if (c->form.moves) locate_on_wall(p, c, f, at->q[c->nq], p->slides ? at->q[slide_of(p)] : 0.0);
    gud_form_add(&c->form, f);
    return GUD_OK;
}

static void stiffen(const void *shape, void *work, const gud_gap_field *f, const double *press, double *Q_q)
{
    (void)shape;
    gud_form_stiffen(&((const constants *)work)->form, f, press, Q_q);
}

static void rate_slope(const void *shape, void *work, const gud_gap_field *f, int k, double *rate_q)
{
    (void)shape;
    memset(rate_q, 0, (size_t)f->n * sizeof(double));
    gud_form_rate_slope(&((const constants *)work)->form, f, k, rate_q);
}

// ---- coordinates: docs/theory/pair.md, (1) to (4)

static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    const gud_pin *p = shape;
    const int turn = turn_of(p);
    *at = (gud_location){.seen = *seen};
    for (int k = 0; k < 2; k++) at->q[k] = seen->p[k], at->q_t[k] = seen->v[k];
    if (p->form) at->q[turn] = atan2(seen->R[3] - seen->R[1], seen->R[0] + seen->R[4]);
    at->q_t[turn] = seen->w[2];
    if (p->slides) at->q[slide_of(p)] = seen->p[2], at->q_t[slide_of(p)] = seen->v[2];
    if (!p->tilts) return;
    double b[3], b_t[3];
    m3_column(b, seen->R, 2);
    v3_cross(b_t, seen->w, b);
    for (int k = 0; k < 2; k++) {
        const double s = b[k] / b[2], s_t = (b_t[k] - s * b_t[2]) / b[2];
        at->q[2 + k] = s;
        at->q_t[2 + k] = s_t;
        at->q[k] -= seen->p[2] * s;
        at->q_t[k] -= seen->v[2] * s + seen->p[2] * s_t;
    }
}

// small changes of where the pin is and of how it moves
typedef struct {
    double p[3], b[3], p_t[3], b_t[3];
    double turn, turn_t; // to the second order of the tilt
} change;

// what the coordinates make of a change: dq and d(dq/dt)
static void change_coordinates(const gud_pin *pin, const gud_location *at, const change *d, double q[GUD_PIN_MOST],
                               double q_t[GUD_PIN_MOST])
{
    const double *s = at->q + 2, *s_t = at->q_t + 2, *p = at->seen.p, *v = at->seen.v;
    memset(q, 0, GUD_PIN_MOST * sizeof *q);
    memset(q_t, 0, GUD_PIN_MOST * sizeof *q_t);
    for (int k = 0; k < 2; k++) q[k] = d->p[k], q_t[k] = d->p_t[k];
    q[turn_of(pin)] = d->turn, q_t[turn_of(pin)] = d->turn_t;
    if (pin->slides) q[slide_of(pin)] = d->p[2], q_t[slide_of(pin)] = d->p_t[2];
    if (!pin->tilts) return;
    double b[3], b_t[3];
    m3_column(b, at->seen.R, 2);
    v3_cross(b_t, at->seen.w, b);
    for (int k = 0; k < 2; k++) {
        const double ds = (d->b[k] - s[k] * d->b[2]) / b[2];
        const double ds_t = (d->b_t[k] - ds * b_t[2] - s[k] * d->b_t[2] - s_t[k] * d->b[2]) / b[2];
        q[2 + k] = ds;
        q_t[2 + k] = ds_t;
        q[k] -= d->p[2] * s[k] + p[2] * ds;
        q_t[k] -= d->p_t[2] * s[k] + v[2] * ds + d->p[2] * s_t[k] + p[2] * ds_t;
    }
}

// the force on the pin's middle and the vector that acts on its axis, (3)
typedef struct {
    double f[3], n[3], turn;
} action;

static action action_of(const gud_pin *pin, const gud_location *at, const double *Q)
{
    action a = {.f = {Q[0], Q[1], pin->slides ? Q[slide_of(pin)] : 0.0}, .turn = Q[turn_of(pin)]};
    if (!pin->tilts) return a;
    const double *s = at->q + 2, b = at->seen.R[8], d = at->seen.p[2];
    const double m[2] = {Q[2] - d * Q[0], Q[3] - d * Q[1]};
    a.f[2] -= Q[0] * s[0] + Q[1] * s[1];
    a.n[0] = m[0] / b, a.n[1] = m[1] / b, a.n[2] = -(m[0] * s[0] + m[1] * s[1]) / b;
    return a;
}

// how the action changes if the forces change by dQ and the pin moves
static action action_change(const gud_pin *pin, const gud_location *at, const double *Q, const double *dQ,
                            const change *d, const double dq[GUD_PIN_MOST])
{
    action a = action_of(pin, at, dQ);
    if (!pin->tilts) return a;
    const double *s = at->q + 2, *ds = dq + 2, b = at->seen.R[8], z = at->seen.p[2];
    const action held = action_of(pin, at, Q);
    const double m[2] = {Q[2] - z * Q[0], Q[3] - z * Q[1]}, dm[2] = {-d->p[2] * Q[0], -d->p[2] * Q[1]};
    a.f[2] -= Q[0] * ds[0] + Q[1] * ds[1];
    a.n[0] += dm[0] / b, a.n[1] += dm[1] / b;
    a.n[2] -= (dm[0] * s[0] + dm[1] * s[1] + m[0] * ds[0] + m[1] * ds[1]) / b;
    for (int k = 0; k < 3; k++) a.n[k] -= held.n[k] * d->b[2] / b;
    return a;
}

// adds force and moment at the origin of an action on a pin at p with the axis b
static void add_wrench(const action *a, const double p[3], const double b[3], double w[6])
{
    double x[3], y[3];
    v3_cross(x, p, a->f);
    v3_cross(y, b, a->n);
    for (int k = 0; k < 3; k++) w[k] += a->f[k], w[3 + k] += x[k] + y[k];
    w[5] += a->turn;
}

static void multiply(int n, const double *A, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) y[i] += A[i * n + j] * x[j];
}

static void put_column(int j, const double column[6], double *matrix)
{
    for (int i = 0; i < 6; i++) matrix[6 * i + j] = column[i];
}

// column j of the derivatives by displacement: the body moves by a unit of it, its twist at the origin held
static void shift_column(const gud_pin *pin, const gud_location *at, const gud_response *r, const double b[3], int j,
                         double column[6])
{
    const gud_pose *seen = &at->seen;
    const action held = action_of(pin, at, r->Q);
    double unit[6] = {0}, dq[GUD_PIN_MOST], dv[GUD_PIN_MOST], dQ[GUD_PIN_MOST] = {0}, x[3];
    change d = {.turn = j == 5 ? 1.0 : 0.0};
    unit[j] = 1.0;
    v3_cross(d.p, unit + 3, seen->p);
    v3_axpy(d.p, d.p, 1.0, unit);
    v3_cross(d.b, unit + 3, b);
    v3_cross(d.p_t, seen->w, d.p);
    v3_cross(d.b_t, seen->w, d.b);
    change_coordinates(pin, at, &d, dq, dv);
    multiply(r->nq, r->Q_q, dq, dQ);
    multiply(r->nq, r->Q_v, dv, dQ);
    const action change_a = action_change(pin, at, r->Q, dQ, &d, dq);
    memset(column, 0, 6 * sizeof *column);
    add_wrench(&change_a, seen->p, b, column);
    v3_cross(x, d.p, held.f);
    v3_axpy(column + 3, column + 3, 1.0, x);
    v3_cross(x, d.b, held.n);
    v3_axpy(column + 3, column + 3, 1.0, x);
}

// column j of the derivatives by the twist at the origin
static void twist_column(const gud_pin *pin, const gud_location *at, const gud_response *r, const double b[3], int j,
                         double column[6])
{
    double unit[6] = {0}, dq[GUD_PIN_MOST], dv[GUD_PIN_MOST], dQ[GUD_PIN_MOST] = {0};
    change d = {.turn_t = j == 5 ? 1.0 : 0.0};
    unit[j] = 1.0;
    v3_cross(d.p_t, unit + 3, at->seen.p);
    v3_axpy(d.p_t, d.p_t, 1.0, unit);
    v3_cross(d.b_t, unit + 3, b);
    change_coordinates(pin, at, &d, dq, dv);
    multiply(r->nq, r->Q_v, dv, dQ);
    const action a = action_of(pin, at, dQ);
    memset(column, 0, 6 * sizeof *column);
    add_wrench(&a, at->seen.p, b, column);
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    const gud_pin *pin = shape;
    const action a = action_of(pin, at, r->Q);
    double b[3], column[6];
    m3_column(b, at->seen.R, 2);
    memset(w, 0, 6 * sizeof *w);
    add_wrench(&a, at->seen.p, b, w);
    for (int j = 0; by_shift && j < 6; j++) {
        shift_column(pin, at, r, b, j, column);
        put_column(j, column, by_shift);
        twist_column(pin, at, r, b, j, column);
        put_column(j, column, by_twist);
    }
}

// it turns with the second frame and slides with it
static void follow(const void *shape, const gud_location *at, const double rest[2], double now[2])
{
    const gud_pin *p = shape;
    now[0] = rest[0] + p->radius * atan2(at->seen.R[3], at->seen.R[0]);
    now[1] = rest[1] + at->seen.p[2];
}

static gud_closest closest(const void *shape, const gud_location *at)
{
    const gud_pin *p = shape;
    gud_closest least = {.gap = INFINITY};
    if (p->form) return (gud_closest){.gap = NAN};
    for (int end = -1; end <= 1; end += 2) {
        const double z = p->tilts ? 0.5 * end * p->width : 0.0;
        const double x = at->q[0] + (p->tilts ? z * at->q[2] : 0.0), y = at->q[1] + (p->tilts ? z * at->q[3] : 0.0);
        const double gap = p->clearance - hypot(x, y);
        if (gap < least.gap) least = (gud_closest){gap, p->radius * atan2(-sign_of(p) * y, -sign_of(p) * x), z};
    }
    return least;
}

static void point(const void *shape, const gud_gap_field *f, const void *work, int cell, double x[3])
{
    const gud_pin *p = shape;
    const double sign = sign_of(p); // rows of the gap are cosine and sine of the angle
    (void)work;
    v3_set(x, p->radius * (sign * f->h_q[0][cell]), p->radius * (sign * f->h_q[1][cell]), f->grid->y[cell]);
}

static const gud_pair_label channels[] = {
    {"eccentricity.x", "m", "of the journal in the bearing, along x of the bearing's frame"},
    {"eccentricity.y", "m", "along y of the bearing's frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_middle", "m", "clearance minus eccentricity, in the middle of the bearing"},
    {"tilt.x", "rad", "misalignment of the journal towards x of the bearing's frame"},
    {"tilt.y", "rad", "misalignment towards y"},
};

static int nchannel(const void *shape)
{
    const gud_pin *p = shape;
    return p->tilts ? GUD_COUNT(channels) : GUD_COUNT(channels) - 2;
}

static void report(const void *shape, const gud_location *at, double *values)
{
    const gud_pin *p = shape;
    const double e = hypot(at->q[0], at->q[1]);
    values[0] = at->q[0];
    values[1] = at->q[1];
    values[2] = e / p->clearance;
    values[3] = e > 0.0 ? (at->q[0] * at->q_t[0] + at->q[1] * at->q_t[1]) / e : 0.0;
    values[4] = p->clearance - e;
    for (int k = 0; k < 2 && p->tilts; k++) values[5 + k] = at->q[2 + k];
}

const gud_geometry gud_geometry_pin = {
    .name = "pin in bore",
    .create = create,
    .twin = twin,
    .release = gud_field_release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .closest = closest,
    .follow = follow,
    .point = point,
    .channels = channels,
    .nchannel = nchannel,
    .report = report,
};
