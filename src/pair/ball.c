#include "pair/ball.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { nq = 6, turns = 3 }; // displacements, then turns

typedef struct {
    double *h0;
    double *normal; // [n][3] outward
    gud_form_work form;
} constants;

// ---- grid: x runs around the axis, y along the meridians

static double meridian(const gud_ball *b, double j)
{
    return b->from + (b->to - b->from) * j / b->ny;
}

static gud_film_edge rim(double angle, double pressure)
{
    const bool pole = sin(angle) < 1e-9;
    return (gud_film_edge){pole ? GUD_EDGE_CLOSED : GUD_EDGE_OPEN, pressure, 1.0};
}

static void metric_fill(const gud_ball *b, gud_film_grid *g)
{
    const double R = b->radius, dphi = 2.0 * pi / b->nx, dtheta = (b->to - b->from) / b->ny;
    for (int i = 0; i <= b->nx; i++)
        for (int j = 0; j < b->ny; j++) {
            g->x_length[i * b->ny + j] = R * dtheta;
            g->x_distance[i * b->ny + j] = R * sin(meridian(b, j + 0.5)) * dphi;
            if (i == b->nx) continue;
            g->area[i * b->ny + j] = R * R * dphi * (cos(meridian(b, j)) - cos(meridian(b, j + 1.0)));
            g->x[i * b->ny + j] = R * (i + 0.5) * dphi;
            g->y[i * b->ny + j] = R * meridian(b, j + 0.5);
        }
    for (int i = 0; i < b->nx; i++)
        for (int j = 0; j <= b->ny; j++) {
            const double length = R * sin(meridian(b, j)) * dphi;
            g->y_length[i * (b->ny + 1) + j] = length > 1e-9 * R ? length : 0.0;
            g->y_distance[i * (b->ny + 1) + j] = (j == 0 || j == b->ny ? 0.5 : 1.0) * R * dtheta;
        }
}

static gud_status grid_make(const gud_ball *b, gud_error *error, gud_film_grid **grid)
{
    const double box[4] = {0.0, 2.0 * pi * b->radius, b->from * b->radius, b->to * b->radius};
    const gud_film_edge seam = {GUD_EDGE_PERIODIC, b->ambient[0], 1.0};
    const gud_film_edge edge[4] = {seam, seam, rim(b->from, b->ambient[0]), rim(b->to, b->ambient[1])};
    GUD_TRY(gud_film_grid_create(b->nx, b->ny, box, edge, error, grid)); // the metric is written over it
    metric_fill(b, *grid);
    return GUD_OK;
}

// ---- field

// directions at the angles phi around the axis and theta from it: along x, along y, outward
static void directions(double phi, double theta, double along[3], double across[3], double normal[3])
{
    v3_set(along, -sin(phi), cos(phi), 0.0);
    v3_set(across, cos(theta) * cos(phi), cos(theta) * sin(phi), -sin(theta));
    v3_set(normal, sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta));
}

// velocity at a point with the normal n by a unit of coordinate a
static void velocity_of(const gud_ball *b, int a, const double n[3], double v[3])
{
    double unit[3] = {0.0, 0.0, 0.0}, x[3];
    unit[a % 3] = 1.0;
    v3_scale(x, b->radius, n);
    if (a < turns)
        v3_copy(v, unit);
    else
        v3_cross(v, unit, x);
}

static double *row_take(gud_arena *arena, size_t count, const double **row)
{
    double *taken = GUD_TAKE(arena, double, count);
    *row = taken;
    return taken;
}

static void cells_fill(const gud_ball *b, gud_gap_field *f, const constants *c, double *(*slip)[nq],
                       double *const h_q[turns], double *const push[turns])
{
    for (int k = 0; k < f->n; k++) {
        double along[3], across[3], *n = c->normal + 3 * k, v[3];
        directions(f->grid->x[k] / b->radius, f->grid->y[k] / b->radius, along, across, n);
        c->h0[k] = b->clearance;
        for (int a = 0; a < nq; a++) {
            velocity_of(b, a, n, v);
            slip[0][a][k] = v3_dot(v, along);
            slip[1][a][k] = v3_dot(v, across);
            if (a >= turns) continue;
            h_q[a][k] = -n[a];
            push[a][k] = -n[a] * f->grid->area[k];
        }
    }
}

// Half the flow of a unit of turn over every face, by its gap. The velocity w x x over a piece of a face is integrated
// exactly along meridians and parallels: the flow of a turn over a closed line is then zero to rounding.
static void carry_fill(const gud_ball *b, const gud_gap_field *f, double *const carry[nq])
{
    const double R = b->radius, dphi = 2.0 * pi / b->nx;
    for (int i = 0; i <= b->nx; i++)
        for (int j = 0; j < b->ny; j++) {
            // across a meridian at phi: (w x x) . along = R (w_z sin(theta) - cos(theta) (w_x cos(phi) + w_y sin(phi)))
            const double phi = i * dphi, low = meridian(b, j), high = meridian(b, j + 1.0);
            const double sines = R * R * (cos(low) - cos(high)), cosines = R * R * (sin(high) - sin(low));
            carry[3][i * b->ny + j] = -0.5 * cosines * cos(phi);
            carry[4][i * b->ny + j] = -0.5 * cosines * sin(phi);
            carry[5][i * b->ny + j] = 0.5 * sines;
        }
    for (int i = 0; i < b->nx; i++)
        for (int j = 0; j <= b->ny; j++) {
            // across a parallel at theta: (w x x) . across = R (w_y cos(phi) - w_x sin(phi))
            const double low = i * dphi, high = low + dphi, part = 0.5 * R * R * sin(meridian(b, j));
            const int e = f->nface_x + i * (b->ny + 1) + j;
            carry[3][e] = part * (cos(high) - cos(low));
            carry[4][e] = part * (sin(high) - sin(low));
        }
}

static void rows_fill(const gud_ball *b, gud_arena *arena, gud_gap_field *f, constants *c)
{
    const size_t n = (size_t)f->n;
    double *slip[2][nq], *h_q[turns], *push[turns], *carry[nq] = {NULL};
    c->h0 = GUD_TAKE(arena, double, n);
    c->normal = GUD_TAKE(arena, double, 3 * n);
    f->shear[0] = GUD_TAKE(arena, double, n);
    f->shear[1] = GUD_TAKE(arena, double, n);
    for (int d = 0; d < 2; d++) {
        f->shear_v[d] = GUD_TAKE(arena, const double *, nq);
        for (int a = 0; a < nq; a++) slip[d][a] = row_take(arena, n, &f->slip_v[d][a]);
    }
    for (int a = 0; a < turns; a++) {
        h_q[a] = row_take(arena, n, &f->h_q[a]);
        push[a] = row_take(arena, n, &f->push[a]);
        carry[turns + a] = row_take(arena, (size_t)f->nface, &f->carry[turns + a]);
    }
    if (arena->failed) return;
    // displacement rates shear the oil by c/R of what they squeeze: left out, as for a pin
    for (int d = 0; d < 2; d++)
        for (int a = turns; a < nq; a++) f->shear_v[d][a] = slip[d][a];
    cells_fill(b, f, c, slip, h_q, push);
    carry_fill(b, f, carry);
}

// ---- form

void gud_ball_walls(const gud_ball *b, gud_wall walls[2])
{
    const double R = b->radius, around = 2.0 * pi * R, high[2] = {b->to, pi}, low[2] = {b->from, 0.0};
    for (int i = 0; i < 2; i++)
        walls[i] = (gud_wall){.radius = R,
                              .size = {around, R * (high[i] - low[i])},
                              .middle = {0.0, 0.5 * R * (low[i] + high[i])},
                              .cell = {around / b->nx, R * (b->to - b->from) / b->ny},
                              .clearance = b->clearance};
}

// Where the cells meet the ball, which has turned by Q: lengths around its axis and from its pole, and their
// derivatives by a way along the grid. Around a pole of the ball a length around its axis changes fast; what a
// deviation does there is a matter of its own cells.
static void locate_on_ball(const gud_ball *b, constants *c, const gud_gap_field *f, const double Q[9])
{
    static const double pole = 1e-3; // rad
    for (int k = 0; k < f->n; k++) {
        double way[2][3], n[3], seen[3], along[3], across[3];
        directions(f->grid->x[k] / b->radius, f->grid->y[k] / b->radius, way[0], way[1], n);
        m3_apply_t(seen, Q, n);
        const double phi = atan2(seen[1], seen[0]), theta = acos(fmin(fmax(seen[2], -1.0), 1.0));
        directions(phi, theta, along, across, n);
        c->form.at[0][k] = b->radius * phi;
        c->form.at[1][k] = b->radius * theta;
        for (int d = 0; d < 2; d++) {
            double there[3];
            m3_apply_t(there, Q, way[d]);
            c->form.turned[4 * k + d] = v3_dot(there, along) / fmax(sin(theta), pole);
            c->form.turned[4 * k + 2 + d] = v3_dot(there, across);
        }
    }
}

static gud_status form_make(const gud_ball *b, gud_arena *arena, gud_error *error, gud_gap_field *f, constants *c)
{
    gud_wall walls[2];
    gud_ball_walls(b, walls);
    GUD_TRY(gud_form_create(b->form, walls, f, arena, error, &c->form));
    if (c->form.moves) c->form.turned = GUD_TAKE(arena, double, 4 * (size_t)f->n);
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

// ---- the field of a simulation

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *f, void **work)
{
    const gud_ball *b = shape;
    gud_film_grid *grid = NULL;
    GUD_TRY(grid_make(b, error, &grid));
    constants *c = GUD_TAKE(arena, constants, 1);
    if (c && gud_field_take(f, grid, nq, arena) && gud_field_connect(f, arena)) rows_fill(b, arena, f, c);
    *work = c;
    const gud_status status = arena->failed ? GUD_OK : form_make(b, arena, error, f, c);
    if (!arena->failed && status == GUD_OK) return GUD_OK;
    gud_film_grid_free(grid);
    f->grid = NULL;
    if (status != GUD_OK) return status;
    return gud_fail(error, GUD_ERR_MEMORY, "no memory for a socket of %d x %d cells", b->nx, b->ny);
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *f, gud_error *error)
{
    constants *c = work;
    (void)covered, (void)error;
    memcpy(f->q_t, at->q_t, nq * sizeof(double));
    gud_rows_combine(f->n, turns, f->h_q, at->q, c->h0, f->h);
    gud_rows_combine(f->n, turns, f->h_q, at->q_t, NULL, f->h_t);
    for (int d = 0; d < 2; d++) {
        gud_rows_combine(f->n, nq, f->slip_v[d], at->q_t, NULL, f->slip[d]);
        gud_rows_combine(f->n, nq, f->shear_v[d], at->q_t, NULL, f->shear[d]);
    }
    if (c->form.moves) locate_on_ball(shape, c, f, at->seen.R);
    gud_form_add(&c->form, f);
    return GUD_OK;
}

// ---- coordinates

static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    (void)shape;
    *at = (gud_location){.seen = *seen};
    v3_copy(at->q, seen->p);
    v3_copy(at->q_t, seen->v);
    v3_copy(at->q_t + turns, seen->w);
}

// what changes of the coordinates and rates make of the forces on p and of the turning moments; dp, dp_t, and the same
// of turns
static void forces_change(const gud_response *r, const double dp[3], const double turn[3], const double dp_t[3],
                          const double dw[3], double dQ[nq])
{
    for (int i = 0; i < nq; i++) {
        dQ[i] = 0.0;
        for (int k = 0; k < 3; k++)
            dQ[i] += r->Q_q[i * nq + k] * dp[k] + r->Q_q[i * nq + turns + k] * turn[k] + r->Q_v[i * nq + k] * dp_t[k] +
                     r->Q_v[i * nq + turns + k] * dw[k];
    }
}

// force at the origin and moment about it of a force at p and a moment
static void put_column(const double p[3], const double Q[nq], const double *more, int j, double *matrix)
{
    double lever[3];
    v3_cross(lever, p, Q);
    for (int i = 0; i < 3; i++) {
        matrix[6 * i + j] = Q[i];
        matrix[6 * (3 + i) + j] = lever[i] + Q[turns + i] + (more ? more[i] : 0.0);
    }
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    const gud_pose *seen = &at->seen;
    double lever[3];
    (void)shape;
    v3_cross(lever, seen->p, r->Q);
    v3_copy(w, r->Q);
    v3_axpy(w + 3, lever, 1.0, r->Q + turns);
    for (int j = 0; by_shift && j < 6; j++) {
        static const double none[3] = {0.0, 0.0, 0.0};
        double unit[6] = {0}, dp[3], dp_t[3], dQ[nq], more[3];
        unit[j] = 1.0;
        v3_cross(dp, unit + 3, seen->p);
        v3_axpy(dp, dp, 1.0, unit);
        v3_cross(dp_t, seen->w, dp); // the twist at the origin is held
        forces_change(r, dp, unit + 3, dp_t, none, dQ);
        v3_cross(more, dp, r->Q);
        put_column(seen->p, dQ, more, j, by_shift);
        forces_change(r, none, none, dp, unit + 3, dQ); // the centre moves by dp for a unit of the twist
        put_column(seen->p, dQ, NULL, j, by_twist);
    }
}

// where the ball comes nearest: along p if the socket is there, else at the rim that is nearer
static gud_closest closest(const void *shape, const gud_location *at)
{
    const gud_ball *b = shape;
    const double *p = at->q, across = hypot(p[0], p[1]), size = v3_norm(p);
    if (b->form) return (gud_closest){.gap = NAN};
    const double angle = fmin(fmax(atan2(across, p[2]), b->from), b->to);
    const double along = across * sin(angle) + p[2] * cos(angle);
    if (size == 0.0) return (gud_closest){b->clearance, 0.0, b->radius * b->from};
    return (gud_closest){b->clearance - along, b->radius * atan2(p[1], p[0]), b->radius * angle};
}

static void point(const void *shape, const gud_gap_field *f, const void *work, int cell, double x[3])
{
    const gud_ball *b = shape;
    (void)f;
    v3_scale(x, b->radius, ((const constants *)work)->normal + 3 * cell);
}

static const gud_pair_label channels[] = {
    {"eccentricity.x", "m", "of the ball in the socket, along x of the socket's frame"},
    {"eccentricity.y", "m", "along y of the socket's frame"},
    {"eccentricity.z", "m", "along z of the socket's frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
};

static int nchannel(const void *shape)
{
    (void)shape;
    return GUD_COUNT(channels);
}

static void report(const void *shape, const gud_location *at, double *values)
{
    const gud_ball *b = shape;
    const double e = v3_norm(at->q);
    v3_copy(values, at->q);
    values[3] = e / b->clearance;
    values[4] = e > 0.0 ? v3_dot(at->q, at->q_t) / e : 0.0;
}

const gud_geometry gud_geometry_ball = {
    .name = "ball in socket",
    .create = create,
    .release = gud_field_release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .closest = closest,
    .point = point,
    .channels = channels,
    .nchannel = nchannel,
    .report = report,
};
