// Lubricated revolute joints; docs/theory/lubricated.md.
//
// Everything happens in a frame that rides on the bearing (the first frame): the journal's centre is at e, its axis
// leans by s, it turns by omega = omega_j - omega_b. The film answers with the forces Q on these coordinates. The
// wrench on the journal acts at its centre; the bearing gets the opposite, with the moment of the eccentricity:
//
//     f_B = R Q,   M_B = friction,   f_A = -f_B,   M_A = -M_B - d x f_B

#include "pair/lubricated.h"

#include "base/alloc.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// where the journal is and how it moves, seen from the bearing
typedef struct {
    double q[4], q_t[4];     // e_x, e_y, s_x, s_y and their rates
    double omega_j, omega_b; // about the bearing's axis
    double d[3];             // from bearing to journal, world
} place;

typedef struct {
    double Q[4], Q_q[4][4], torque, loss, force, largest;
} asperities;

// A film's scratch, and the answer it gave last. Newton's method asks twice at each point, first for forces, then for
// tangents: the question is kept, and what is known is not computed again.
typedef struct {
    gud_bearing_work *work;
    gud_film_out film;
    double *m_hat;
    gud_bearing_out out;
    asperities rough;
    bool answered; // `out` holds an answer of this run
    bool tangents; // and its derivatives
    place at;      // the question: place and motion of the journal,
    double c;      // the stage,
    double *y_hat; // and the oil it starts from
} scratch;

// time over which the pressure of an instant is found: short against everything that moves
static const double instant = 1e-9; // s
static const double no_stage = -1.0;

static place place_of(const gud_lubricated *p, const gud_pose *A, const gud_pose *B)
{
    place at = {0};
    double v[3], turn[3], e[3], e_t[3], axis[3], wA[3], wB[3];
    v3_axpy(at.d, B->p, -1.0, A->p);
    v3_cross(turn, A->w, at.d);
    for (int k = 0; k < 3; k++) v[k] = B->v[k] - A->v[k] - turn[k];
    m3_apply_t(e, A->R, at.d);
    m3_apply_t(e_t, A->R, v);
    m3_apply_t(wA, A->R, A->w);
    m3_apply_t(wB, A->R, B->w);
    for (int k = 0; k < 2; k++) {
        at.q[k] = e[k];
        at.q_t[k] = e_t[k];
    }
    at.omega_j = wB[2];
    at.omega_b = wA[2];
    if (!p->tilts) return at;

    // the journal's axis crosses the bearing's middle plane at e, and leans by s
    double b[3], b_t[3], spin[3];
    m3_column(axis, B->R, 2);
    m3_apply_t(b, A->R, axis);
    v3_axpy(spin, wB, -1.0, wA);
    v3_cross(b_t, spin, b);
    for (int k = 0; k < 2; k++) {
        at.q[2 + k] = b[k] / b[2];
        at.q_t[2 + k] = (b_t[k] - at.q[2 + k] * b_t[2]) / b[2];
        at.q[k] -= e[2] * at.q[2 + k];
        at.q_t[k] -= e_t[2] * at.q[2 + k] + e[2] * at.q_t[2 + k];
    }
    return at;
}

// derivatives of the coordinates by the displacements of both frames, Q = 4 rows of 12; terms with the tilt times the
// eccentricity are left out of the tangent
static void place_gradient(const gud_lubricated *p, const gud_pose *A, const gud_pose *B, const place *at,
                           double G[4][12])
{
    double axis[3];
    memset(G, 0, 4 * sizeof G[0]);
    m3_column(axis, B->R, 2);
    for (int k = 0; k < 2; k++) {
        double x[3], turn[3];
        m3_column(x, A->R, k);
        v3_cross(turn, x, at->d); // x . (dphi_A x d) = -(x x d) . dphi_A ... with the sign of R'
        for (int j = 0; j < 3; j++) {
            G[k][j] = -x[j];
            G[k][3 + j] = turn[j];
            G[k][6 + j] = x[j];
        }
        if (!p->tilts) continue;
        v3_cross(turn, axis, x); // x . (dphi x axis) = (axis x x) . dphi
        for (int j = 0; j < 3; j++) {
            G[2 + k][3 + j] = -turn[j];
            G[2 + k][9 + j] = turn[j];
        }
    }
}

// forces on the coordinates become wrenches on the frames
static void wrench_of(const gud_lubricated *p, const gud_pose *A, const place *at, const double Q[4], double torque,
                      double *wrench)
{
    double local[3] = {Q[0], Q[1], 0.0}, tilt[3] = {0.0, 0.0, torque}, f[3], M[3], lever[3];
    if (p->tilts) {
        tilt[0] = -Q[3];
        tilt[1] = Q[2];
    }
    m3_apply(f, A->R, local);
    m3_apply(M, A->R, tilt);
    v3_cross(lever, at->d, f);
    for (int k = 0; k < 3; k++) {
        wrench[k] -= f[k];
        wrench[3 + k] -= M[k] + lever[k];
        wrench[6 + k] += f[k];
        wrench[9 + k] += M[k];
    }
}

// by_x += wrench of dQ along direction j of the gradient: W = B dQ/dq G, and the turning of the bearing's axes
static void add_tangent(const gud_lubricated *p, const gud_pose *A, const place *at, double G[4][12], double Q_q[4][4],
                        double *matrix)
{
    const int n = p->tilts ? 4 : 2;
    for (int j = 0; j < 12; j++) {
        double dQ[4] = {0}, dw[12] = {0};
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) dQ[a] += Q_q[a][b] * G[b][j];
        wrench_of(p, A, at, dQ, 0.0, dw);
        for (int i = 0; i < 12; i++) matrix[12 * i + j] += dw[i];
    }
}

// the force keeps its direction on the bearing: it turns with it, and its lever changes with d
static void add_turning(const gud_pose *A, const place *at, const double Q[4], double *matrix)
{
    const double local[3] = {Q[0], Q[1], 0.0};
    double f[3];
    m3_apply(f, A->R, local);
    for (int j = 0; j < 12; j++) {
        double shift[12] = {0}, df[3] = {0}, dd[3], x[3], y[3];
        shift[j] = 1.0;
        if (j >= 3 && j < 6) v3_cross(df, shift + 3, f);
        v3_axpy(dd, shift + 6, -1.0, shift);
        v3_cross(x, dd, f);
        v3_cross(y, at->d, df);
        for (int k = 0; k < 3; k++) {
            matrix[12 * k + j] -= df[k];
            matrix[12 * (3 + k) + j] -= x[k] + y[k];
            matrix[12 * (6 + k) + j] += df[k];
        }
    }
}

// ---- closed forms

static void closed_eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    const gud_lubricated *p = prm;
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    const place at = place_of(p, A, B);
    const gud_closed_in given = {.radius = p->radius,
                                 .width = p->width,
                                 .clearance = p->clearance,
                                 .eta = p->oil.eta0,
                                 .e = {at.q[0], at.q[1]},
                                 .v = {at.q_t[0], at.q_t[1]},
                                 .omega = at.omega_j - at.omega_b};
    gud_closed_out film;
    out->status = gud_closed_eval(p->closed, &given, &film);
    if (out->status != GUD_OK) return;

    // Petroff's drag of a concentric journal, and the moment of the eccentric force on the shear of the walls
    const double eps2 = (at.q[0] * at.q[0] + at.q[1] * at.q[1]) / (p->clearance * p->clearance);
    const double drag = 2.0 * 3.14159265358979 * p->oil.eta0 * p->radius * p->radius * p->radius * p->width /
                        (p->clearance * sqrt(1.0 - eps2));
    const double Q[4] = {film.F[0], film.F[1]};
    const double torque = -drag * given.omega - 0.5 * (at.q[0] * Q[1] - at.q[1] * Q[0]);
    wrench_of(p, A, &at, Q, torque, out->wrench);
    if (out->energies) {
        out->dissipation = drag * given.omega * given.omega;
        for (int k = 0; k < 2; k++) out->dissipation -= Q[k] * at.q_t[k];
        out->dissipation += 0.5 * (at.q[0] * Q[1] - at.q[1] * Q[0]) * given.omega;
    }
    if (!out->by_displacement) return;

    double G[4][12], Q_q[4][4] = {{0}}, Q_v[4][4] = {{0}};
    place_gradient(p, A, B, &at, G);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            Q_q[a][b] = film.F_e[a][b];
            Q_v[a][b] = film.F_v[a][b];
        }
    add_tangent(p, A, &at, G, Q_q, out->by_displacement);
    add_turning(A, &at, Q, out->by_displacement);
    add_tangent(p, A, &at, G, Q_v, out->by_twist);
}

static gud_status closed_start(const void *prm, const gud_force_in *in, double *history, double *y, gud_error *error)
{
    const gud_lubricated *p = prm;
    (void)history;
    (void)y;
    const place at = place_of(p, in->pose[0], in->pose[1]);
    const double eps = hypot(at.q[0], at.q[1]) / p->clearance;
    if (eps < 1.0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the journal overlaps its bearing at the start (eccentricity ratio %.4g)",
                    eps);
}

// ---- asperities

// pressure at samples around the journal (and along it, if it may lean), eq. (9)
static void asperities_of(const gud_lubricated *p, const place *at, asperities *a)
{
    enum { batch = 64 };
    const double omega = at->omega_j - at->omega_b;
    *a = (asperities){0};
    for (int s = 0; s < p->nalong; s++) {
        const double z = p->nalong > 1 ? ((s + 0.5) / p->nalong - 0.5) * p->width : 0.0;
        const double e[2] = {at->q[0] + z * at->q[2], at->q[1] + z * at->q[3]};
        const double dA = 2.0 * 3.14159265358979 * p->radius / p->naround * p->width / p->nalong;
        for (int from = 0; from < p->naround; from += batch) {
            const int n = p->naround - from < batch ? p->naround - from : batch;
            double h[batch], pressure[batch], p_h[batch];
            for (int i = 0; i < n; i++) h[i] = p->clearance - e[0] * p->cosine[from + i] - e[1] * p->sine[from + i];
            gud_rough_eval(p->rough, n, h, pressure, p_h, NULL);
            for (int i = 0; i < n; i++) {
                if (pressure[i] <= 0.0) continue;
                const double c = p->cosine[from + i], sn = p->sine[from + i], load = pressure[i] * dA;
                const double slide = omega * p->radius - at->q_t[0] * sn + at->q_t[1] * c;
                const double grip = p->coefficient * tanh(slide / p->slow);
                const double dir[4] = {c, sn, z * c, z * sn};
                a->force += load;
                a->largest = fmax(a->largest, pressure[i]);
                a->torque -= grip * load * p->radius;
                a->loss += grip * load * slide;
                const double tangent[4] = {-sn, c, -z * sn, z * c};
                for (int k = 0; k < 4; k++) {
                    a->Q[k] -= load * (dir[k] + grip * tangent[k]);
                    for (int l = 0; l < 4; l++) a->Q_q[k][l] += p_h[i] * dA * (dir[k] + grip * tangent[k]) * dir[l];
                }
            }
        }
    }
}

// ---- film on a grid

int gud_lubricated_nhistory(const gud_lubricated *p)
{
    return 3 * p->ncell;
}

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_bearing_work_free(w->work);
    gud_free(w->film.pressure);
    gud_free(w->film.full);
    gud_free(w);
}

static void *work_create(const void *prm)
{
    const gud_lubricated *p = prm;
    const size_t n = (size_t)p->ncell;
    gud_error error;
    scratch *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    double *numbers = gud_alloc(5 * n, sizeof *numbers);
    w->film = (gud_film_out){.pressure = numbers, .full = gud_alloc(n, 1)};
    if (numbers) {
        w->film.theta = numbers + n;
        w->film.m = numbers + 2 * n;
        w->m_hat = numbers + 3 * n;
        w->y_hat = numbers + 4 * n;
    }
    if (numbers && w->film.full && gud_bearing_work_create(p->bearing, &error, &w->work) == GUD_OK) return w;
    work_free(w);
    return NULL;
}

// warm start from what the last accepted step left
static void work_forget(const void *prm, void *work, const double *history)
{
    const gud_lubricated *p = prm;
    scratch *w = work;
    const int n = p->ncell;
    w->answered = false;
    memcpy(w->film.pressure, history, (size_t)n * sizeof(double));
    memcpy(w->film.theta, history + n, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) w->film.full[k] = history[2 * n + k] > 0.5;
    w->film.warm = true;
}

static gud_status film_start(const void *prm, const gud_force_in *in, double *history, double *y, gud_error *error)
{
    const gud_lubricated *p = prm;
    GUD_TRY(closed_start(prm, in, history, y, error));
    const place at = place_of(p, in->pose[0], in->pose[1]);
    gud_bearing_flood(p->bearing, at.q, y);
    for (int k = 0; k < p->ncell; k++) {
        history[k] = p->ambient;
        history[p->ncell + k] = history[2 * p->ncell + k] = 1.0;
    }
    return GUD_OK;
}

// Between stages (a start, an event, a record) there is no step to take the pressure from: the last answer serves, and
// where there is none, the film of a very short time in which the journal moves as it does now.
static gud_status film_solve(const gud_lubricated *p, scratch *w, const gud_force_in *in, const place *at)
{
    gud_bearing_in given = {.omega_j = at->omega_j,
                            .omega_b = at->omega_b,
                            .oil = &p->oil,
                            .m_hat = in->y_hat,
                            .per_c = 1.0 / in->c,
                            .drag = p->drag};
    gud_error error;
    memcpy(given.q, at->q, sizeof given.q);
    memcpy(given.q_t, at->q_t, sizeof given.q_t);
    if (in->c <= 0.0) {
        double before[4];
        for (int k = 0; k < 4; k++) before[k] = at->q[k] - instant * at->q_t[k];
        gud_bearing_flood(p->bearing, before, w->m_hat);
        for (int k = 0; k < p->ncell; k++)
            if (w->film.theta[k] < 1.0 && in->y_hat[k] < w->m_hat[k]) w->m_hat[k] = in->y_hat[k];
        given.m_hat = w->m_hat;
        given.per_c = 1.0 / instant;
    }
    const gud_status st = gud_bearing_solve(p->bearing, w->work, &given, false, &w->film, &w->out, &error);
    w->film.warm = st == GUD_OK;
    w->answered = st == GUD_OK;
    w->tangents = false;
    w->at = *at;
    w->c = in->c;
    memcpy(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double));
    return st < 0 ? GUD_RETRY : st;
}

// has the film of this stage been found already?
static bool known(const gud_lubricated *p, const scratch *w, const gud_force_in *in, const place *at)
{
    return w->answered && w->c == in->c && memcmp(&w->at, at, sizeof *at) == 0 &&
           memcmp(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double)) == 0;
}

static void film_answer(const gud_lubricated *p, const scratch *w, const gud_force_in *in, const place *at,
                        gud_force_out *out)
{
    const gud_pose *A = in->pose[0];
    const asperities *a = &w->rough;
    double Q[4];
    for (int k = 0; k < 4; k++) Q[k] = w->out.Q[k] + a->Q[k];
    wrench_of(p, A, at, Q, w->out.torque_journal + a->torque, out->wrench);
    if (out->energies) out->dissipation = w->out.loss_shear + w->out.loss_flow + a->loss;
    if (!out->by_displacement) return;

    double G[4][12], Q_q[4][4], Q_v[4][4];
    place_gradient(p, A, in->pose[1], at, G);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            Q_q[i][j] = w->out.Q_q[i][j] + a->Q_q[i][j];
            Q_v[i][j] = w->out.Q_v[i][j];
        }
    add_tangent(p, A, at, G, Q_q, out->by_displacement);
    add_turning(A, at, Q, out->by_displacement);
    add_tangent(p, A, at, G, Q_v, out->by_twist);

    // spinning faster drags in more oil
    double dw[12] = {0}, z[3];
    m3_column(z, A->R, 2);
    wrench_of(p, A, at, w->out.Q_omega, 0.0, dw);
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++) {
            out->by_twist[12 * i + 3 + k] -= dw[i] * z[k];
            out->by_twist[12 * i + 9 + k] += dw[i] * z[k];
        }
}

static void film_eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    const gud_lubricated *p = prm;
    scratch *w = in->work;
    const place at = place_of(p, in->pose[0], in->pose[1]);
    const bool between = in->c <= 0.0, again = known(p, w, in, &at);
    if (!again && (!between || !w->answered)) {
        out->status = film_solve(p, w, in, &at);
        if (out->status != GUD_OK) return;
    }
    if (out->by_displacement && !w->tangents) {
        out->status = gud_bearing_tangents(p->bearing, w->work, &w->film, &w->out);
        if (out->status != GUD_OK) return;
        w->tangents = true;
    }
    if (p->rough && !again) asperities_of(p, &at, &w->rough);
    if (between) w->c = no_stage; // asperities and film belong to different questions now
    memcpy(out->y, between ? in->y_hat : w->film.m, (size_t)p->ncell * sizeof(double));
    for (int k = 0; k < p->ncell; k++) out->y_t[k] = between ? (w->film.m[k] - w->m_hat[k]) / instant : 0.0;

    film_answer(p, w, in, &at, out);
}

static void film_accept(const void *prm, const gud_force_in *in, double *history, double *y)
{
    const gud_lubricated *p = prm;
    const scratch *w = in->work;
    const int n = p->ncell;
    (void)y;
    memcpy(history, w->film.pressure, (size_t)n * sizeof(double));
    memcpy(history + n, w->film.theta, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) history[2 * n + k] = w->film.full[k];
}

static void film_release(void *prm)
{
    gud_lubricated *p = prm;
    gud_bearing_free(p->bearing);
    if (p->rough) gud_rough_free(p->rough);
    p->bearing = NULL;
    p->rough = NULL;
}

// ---- what they tell

static const gud_force_label labels[] = {
    {"eccentricity.x", "m", "of the journal in the bearing, along x of the bearing's frame"},
    {"eccentricity.y", "m", "along y of the bearing's frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_min", "m", "smallest film, clearance minus eccentricity"},
    {"loss_film", "W", "lost in the film"},
    {"loss_asperity", "W", "lost by boundary friction"},
    {"friction_torque", "N.m", "on the journal"},
    {"film_min_nodal", "m", "smallest film of the grid"},
    {"film_pressure_max", "Pa", "largest pressure of the film"},
    {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
    {"asperity_load", "N", "sum of the asperities' pressure"},
    {"side_flow", "m3/s", "oil out of both ends"},
};

enum { closed_labels = 6 };

static void tell_place(const gud_lubricated *p, const place *at, double *values)
{
    const double e = hypot(at->q[0], at->q[1]);
    values[0] = at->q[0];
    values[1] = at->q[1];
    values[2] = e / p->clearance;
    values[3] = e > 0.0 ? (at->q[0] * at->q_t[0] + at->q[1] * at->q_t[1]) / e : 0.0;
    values[4] = p->clearance - e;
}

static void closed_tell(const void *prm, const gud_force_in *in, double *values)
{
    const gud_lubricated *p = prm;
    const place at = place_of(p, in->pose[0], in->pose[1]);
    double wrench[12] = {0};
    gud_force_out out = {.wrench = wrench, .energies = true};
    closed_eval(prm, in, &out);
    tell_place(p, &at, values);
    values[5] = out.dissipation;
}

static void film_tell(const void *prm, const gud_force_in *in, double *values)
{
    const gud_lubricated *p = prm;
    const scratch *w = in->work;
    const place at = place_of(p, in->pose[0], in->pose[1]);
    tell_place(p, &at, values);
    const double told[] = {w->out.loss_shear + w->out.loss_flow,
                           w->rough.loss,
                           w->out.torque_journal + w->rough.torque,
                           w->out.gap_min,
                           w->out.pressure_max,
                           w->rough.largest,
                           w->rough.force,
                           w->out.side_flow};
    memcpy(values + 5, told, sizeof told);
}

const gud_force_law gud_pair_closed = {
    .row = {.name = "closed", .about = "closed form of the film force", .size = sizeof(gud_lubricated)},
    .group = "joints",
    .nframe = 2,
    .eval = closed_eval,
    .start = closed_start,
    .labels = labels,
    .nlabel = closed_labels,
    .tell = closed_tell,
};

const gud_force_law gud_pair_film = {
    .row = {.name = "film", .about = "film on a grid, with asperities", .size = sizeof(gud_lubricated)},
    .group = "joints",
    .nframe = 2,
    .eval = film_eval,
    .start = film_start,
    .accept = film_accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
    .release = film_release,
    .labels = labels,
    .nlabel = GUD_COUNT(labels),
    .tell = film_tell,
};
