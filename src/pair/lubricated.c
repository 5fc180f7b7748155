// Lubricated revolute joints; docs/theory/lubricated.md.
//
// Everything happens in a frame that rides on the bearing (the first frame): the journal's centre is at e, its axis
// leans by s, it turns by omega = omega_j - omega_b. The film answers with forces on e and s and a torque along omega.
// They pass to the frames through the derivatives of the same coordinates, so that power is equal on both sides; in the
// plane
//
//     f_B = R F,   M_B = friction,   f_A = -f_B,   M_A = -M_B - d x f_B

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

// what a film and its asperities answer: forces on e and s and the torque about the bearing's axis, and their
// derivatives by place and by rates (those of e and s, then omega)
typedef struct {
    double F[5], F_q[5][4], F_v[5][5];
} answer;

typedef struct {
    answer a;
    double loss, force, largest;
} asperities;

// A film's scratch, and the answer it gave last. Newton's method asks twice at each point, first for forces, then for
// tangents: the question is kept, and what is known is not computed again.
typedef struct {
    gud_bearing_work *work;
    gud_film_out film;
    double *m_hat;
    double *m_t; // rate of the oil with the last answer
    gud_bearing_out out;
    asperities rough;
    bool answered; // `out` holds an answer of this run
    bool tangents; // and its derivatives
    place at;      // the question: place and motion of the journal,
    double c;      // the stage,
    double *y_hat; // and the oil it starts from
} scratch;

static const double pi = 3.14159265358979323846;

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

// derivatives of the bearing's x_k . d by the displacements of both frames
static void gradient_of_d(const gud_pose *A, const place *at, int k, double G[12])
{
    double x[3], turn[3];
    m3_column(x, A->R, k);
    v3_cross(turn, x, at->d);
    for (int j = 0; j < 3; j++) {
        G[j] = -x[j];
        G[3 + j] = turn[j];
        G[6 + j] = x[j];
        G[9 + j] = 0.0;
    }
}

// derivatives of x_k . axis
static void gradient_of_axis(const gud_pose *A, const double axis[3], int k, double G[12])
{
    double x[3], turn[3];
    m3_column(x, A->R, k);
    v3_cross(turn, axis, x); // x . (dphi x axis) = (axis x x) . dphi
    memset(G, 0, 12 * sizeof(double));
    for (int j = 0; j < 3; j++) {
        G[3 + j] = -turn[j];
        G[9 + j] = turn[j];
    }
}

// Rates of e and s and omega by the twists of both frames; the first four rows are the derivatives of e and s by the
// displacements as well. Wrenches are the forces through the same rows, so that power is the same on both sides.
static void gradient(const gud_lubricated *p, const gud_pose *A, const gud_pose *B, const place *at, double G[5][12])
{
    double z[3];
    memset(G, 0, 5 * sizeof G[0]);
    for (int k = 0; k < 2; k++) gradient_of_d(A, at, k, G[k]);
    m3_column(z, A->R, 2);
    for (int j = 0; j < 3; j++) {
        G[4][3 + j] = -z[j];
        G[4][9 + j] = z[j];
    }
    if (!p->tilts) return;

    double axis[3], along[12], lean[12];
    m3_column(axis, B->R, 2);
    gradient_of_d(A, at, 2, along);
    gradient_of_axis(A, axis, 2, lean);
    const double b = v3_dot(axis, z), e = v3_dot(at->d, z);
    for (int k = 0; k < 2; k++) {
        const double s = at->q[2 + k];
        gradient_of_axis(A, axis, k, G[2 + k]);
        for (int j = 0; j < 12; j++) {
            G[2 + k][j] = (G[2 + k][j] - s * lean[j]) / b;
            G[k][j] -= s * along[j] + e * G[2 + k][j];
        }
    }
}

// derivatives of the rate of e by the displacements, twists constant; what tilt adds is left out of the tangent
static void rate_gradient(const gud_pose *A, const gud_pose *B, const place *at, double H[2][12])
{
    double turn[3], u[3];
    v3_cross(turn, A->w, at->d);
    for (int j = 0; j < 3; j++) u[j] = B->v[j] - A->v[j] - turn[j];
    for (int k = 0; k < 2; k++) {
        double x[3], by_d[3], by_phi[3];
        m3_column(x, A->R, k);
        v3_cross(by_d, x, A->w);
        v3_cross(by_phi, x, u);
        for (int j = 0; j < 3; j++) {
            H[k][j] = by_d[j];
            H[k][3 + j] = by_phi[j];
            H[k][6 + j] = -by_d[j];
            H[k][9 + j] = 0.0;
        }
    }
}

// the force keeps its direction on the bearing: it turns with it, and its lever changes with d
static void add_turning(const gud_pose *A, const place *at, const double Q[2], double *matrix)
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

// matrix += G' dF
static void add_pulled(double G[5][12], double dF[5][12], double *matrix)
{
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) matrix[12 * i + j] += G[k][i] * dF[k][j];
}

static void give(const gud_lubricated *p, const gud_force_in *in, const place *at, const answer *a, gud_force_out *out)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    double G[5][12], H[2][12], by_x[5][12], by_v[5][12];
    gradient(p, A, B, at, G);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++) out->wrench[i] += a->F[k] * G[k][i];
    if (!out->by_displacement) return;

    rate_gradient(A, B, at, H);
    for (int k = 0; k < 5; k++)
        for (int j = 0; j < 12; j++) {
            by_x[k][j] = a->F_v[k][0] * H[0][j] + a->F_v[k][1] * H[1][j];
            for (int l = 0; l < 4; l++) by_x[k][j] += a->F_q[k][l] * G[l][j];
            by_v[k][j] = 0.0;
            for (int l = 0; l < 5; l++) by_v[k][j] += a->F_v[k][l] * G[l][j];
        }
    add_pulled(G, by_x, out->by_displacement);
    add_turning(A, at, a->F, out->by_displacement);
    add_pulled(G, by_v, out->by_twist);
}

// The pressure's part of the torque on the journal, -(e x F + s x M)/2: film.md, eq. (6)
static void add_couple(const double q[4], answer *a)
{
    static const int other[4] = {1, 0, 3, 2};
    static const double sign[4] = {-1.0, 1.0, -1.0, 1.0}; // q x F = sum of sign q_other F
    for (int k = 0; k < 4; k++) {
        a->F[4] += 0.5 * sign[k] * q[k] * a->F[other[k]];
        a->F_q[4][k] += 0.5 * sign[k] * a->F[other[k]];
        for (int l = 0; l < 4; l++) a->F_q[4][l] += 0.5 * sign[k] * q[k] * a->F_q[other[k]][l];
        for (int l = 0; l < 5; l++) a->F_v[4][l] += 0.5 * sign[k] * q[k] * a->F_v[other[k]][l];
    }
}

// ---- closed forms

static void closed_eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    const gud_lubricated *p = prm;
    const place at = place_of(p, in->pose[0], in->pose[1]);
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

    // drag of the walls in a film that is full all around, and the pressure's couple
    const double left = 1.0 - (at.q[0] * at.q[0] + at.q[1] * at.q[1]) / (p->clearance * p->clearance);
    const double drag =
        2.0 * pi * p->oil.eta0 * p->radius * p->radius * p->radius * p->width / (p->clearance * sqrt(left));
    answer a = {0};
    for (int i = 0; i < 2; i++) {
        a.F[i] = film.F[i];
        for (int j = 0; j < 2; j++) {
            a.F_q[i][j] = film.F_e[i][j];
            a.F_v[i][j] = film.F_v[i][j];
        }
        a.F_v[i][4] = film.F_omega[i];
        a.F_q[4][i] = -drag * given.omega * at.q[i] / (p->clearance * p->clearance * left);
    }
    a.F[4] = -drag * given.omega;
    a.F_v[4][4] = -drag;
    add_couple(at.q, &a);
    give(p, in, &at, &a, out);
    if (out->energies) out->dissipation = -a.F[0] * at.q_t[0] - a.F[1] * at.q_t[1] - a.F[4] * given.omega;
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

// one sample: its pressure pushes along `dir`, its friction works along `along`, the slide's derivative by the rates
static void add_sample(const gud_lubricated *p, const place *at, double c, double sn, double z, double load,
                       double load_h, asperities *a)
{
    const double dir[5] = {c, sn, z * c, z * sn, 0.0}, along[5] = {-sn, c, -z * sn, z * c, p->radius};
    double slide = (at->omega_j - at->omega_b) * p->radius, total[5];
    for (int k = 0; k < 4; k++) slide += along[k] * at->q_t[k];
    const double share = tanh(slide / p->slow), grip = p->coefficient * share;
    const double grip_slide = p->coefficient * (1.0 - share * share) / p->slow;

    a->force += load;
    a->loss += grip * load * slide;
    for (int k = 0; k < 5; k++) {
        total[k] = dir[k] + grip * along[k];
        a->a.F[k] -= load * total[k];
        for (int l = 0; l < 4; l++) a->a.F_q[k][l] += load_h * total[k] * dir[l];
        for (int l = 0; l < 5; l++) a->a.F_v[k][l] -= load * grip_slide * along[k] * along[l];
    }
}

static double height_of(int nalong, int s, double width)
{
    return nalong > 1 ? ((s + 0.5) / nalong - 0.5) * width : 0.0;
}

// pressure at samples around the journal (and along it, if it may lean), eq. (9)
static void asperities_of(const gud_lubricated *p, const place *at, asperities *a)
{
    enum { batch = 64 };
    const double dA = 2.0 * pi * p->radius / p->naround * p->width / p->nalong;
    *a = (asperities){0};
    for (int s = 0; s < p->nalong; s++) {
        const double z = height_of(p->nalong, s, p->width);
        const double e[2] = {at->q[0] + z * at->q[2], at->q[1] + z * at->q[3]};
        for (int from = 0; from < p->naround; from += batch) {
            const int n = p->naround - from < batch ? p->naround - from : batch;
            const double *c = p->cosine + from, *sn = p->sine + from;
            double h[batch], pressure[batch], p_h[batch];
            for (int i = 0; i < n; i++) h[i] = p->clearance - e[0] * c[i] - e[1] * sn[i];
            gud_rough_eval(p->rough, n, h, pressure, p_h, NULL);
            for (int i = 0; i < n; i++) {
                if (pressure[i] <= 0.0) continue;
                a->largest = fmax(a->largest, pressure[i]);
                add_sample(p, at, c[i], sn[i], z, pressure[i] * dA, p_h[i] * dA, a);
            }
        }
    }
}

// work that brought the surfaces as near as h, per area: the integral of the pressure from h on
static double stored_of(const gud_lubricated *p, double h)
{
    static const double node[] = {0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263};
    static const double weight[] = {0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269};
    enum { panels = 4, n = 4 * panels };
    const double panel = 2.0 * p->rough->params.sigma;
    double at[n], pressure[n], p_h[n], sum = 0.0;
    for (int i = 0; i < n; i++) at[i] = h + panel * ((i >> 2) + node[i & 3]);
    gud_rough_eval(p->rough, n, at, pressure, p_h, NULL);
    for (int i = 0; i < n; i++) sum += panel * weight[i & 3] * pressure[i];
    return sum;
}

static double stored_in_asperities(const gud_lubricated *p, const place *at)
{
    const double reach = p->rough->params.mean + 10.0 * p->rough->params.sigma;
    double sum = 0.0;
    for (int s = 0; s < p->nalong; s++) {
        const double z = height_of(p->nalong, s, p->width);
        const double e[2] = {at->q[0] + z * at->q[2], at->q[1] + z * at->q[3]};
        for (int i = 0; i < p->naround; i++) {
            const double h = p->clearance - e[0] * p->cosine[i] - e[1] * p->sine[i];
            if (h < reach) sum += stored_of(p, h);
        }
    }
    return sum * 2.0 * pi * p->radius / p->naround * p->width / p->nalong;
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
    double *numbers = gud_alloc(6 * n, sizeof *numbers);
    w->film = (gud_film_out){.pressure = numbers, .full = gud_alloc(n, 1)};
    if (numbers) {
        w->film.theta = numbers + n;
        w->film.m = numbers + 2 * n;
        w->m_hat = numbers + 3 * n;
        w->m_t = numbers + 4 * n;
        w->y_hat = numbers + 5 * n;
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
    for (int k = 0; k < p->ncell && w->answered; k++) w->m_t[k] = (w->film.m[k] - given.m_hat[k]) * given.per_c;
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

// oil that left holds the pressure of the ambient off: work stored in the voids
static double voids_of(const gud_lubricated *p, const double *m)
{
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    double oil = 0.0;
    for (int k = 0; k < p->ncell; k++) oil += m[k] * grid->area[k];
    return (p->ambient - p->cavity) * (2.0 * pi * p->radius * p->width * p->clearance - (p->tilts ? 1.0 : 2.0) * oil);
}

static void film_answer(const gud_lubricated *p, scratch *w, const gud_force_in *in, const place *at,
                        const asperities *rub, gud_force_out *out)
{
    const double omega = at->omega_j - at->omega_b;
    answer a = {0};
    for (int i = 0; i < 4; i++) {
        a.F[i] = w->out.Q[i];
        memcpy(a.F_q[i], w->out.Q_q[i], sizeof a.F_q[i]);
        memcpy(a.F_v[i], w->out.Q_v[i], sizeof w->out.Q_v[i]);
        a.F_v[i][4] = w->out.Q_omega[i];
    }
    add_couple(at->q, &a);
    a.F[4] = w->out.torque_journal;
    if (omega != 0.0) a.F_v[4][4] -= w->out.loss_shear / (omega * omega); // how drag changes with place is left out
    for (int i = 0; i < 5; i++) {
        a.F[i] += rub->a.F[i];
        for (int j = 0; j < 4; j++) a.F_q[i][j] += rub->a.F_q[i][j];
        for (int j = 0; j < 5; j++) a.F_v[i][j] += rub->a.F_v[i][j];
    }
    give(p, in, at, &a, out);
    if (!out->energies) return;
    out->dissipation = w->out.loss_shear + w->out.loss_flow + rub->loss;
    out->potential = voids_of(p, out->y) + (p->rough ? stored_in_asperities(p, at) : 0.0);
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
    if (between) memcpy(out->y_t, w->m_t, (size_t)p->ncell * sizeof(double));

    film_answer(p, w, in, &at, &w->rough, out);
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
                           w->out.torque_journal + w->rough.a.F[4],
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
