#include "pair/surface_film.h"

#include "base/alloc.h"
#include "num/vec.h"
#include "pair/lubricated.h"
#include "pair/relative.h"

#include <math.h>
#include <string.h>

// A film's scratch, and the answer it gave last. Newton's method asks twice at each point, first for forces, then for
// tangents: the question is kept, and what is known is not computed again.
typedef struct {
    gud_surface_film_work *work;
    gud_surface_film_work *seen; // for gaps at moments that are recorded, which must leave no trace
    gud_film_out film;
    double *m_hat, *m_t;    // oil to start from at an instant; its rate with the last answer
    unsigned char *covered; // cells that had film when the step began, or have won it since
    gud_surface_film_out out;
    gud_rub rub;
    bool answered, tangents; // `out` holds an answer of this run, and its derivatives
    gud_pose at;             // the question: place and motion of the other body,
    double c;                // the stage,
    double *y_hat;           // and the oil it starts from
} scratch;

// time over which the pressure of an instant is found: short against everything that moves
static const double instant = 1e-9; // s

// pose and velocity of B as a body at A sees them
static void seen_from(const gud_pose *A, const gud_pose *B, gud_pose *seen)
{
    double d[3], turn[3], v[3], w[3];
    v3_axpy(d, B->p, -1.0, A->p);
    v3_cross(turn, A->w, d);
    for (int i = 0; i < 3; i++) v[i] = B->v[i] - A->v[i] - turn[i];
    v3_axpy(w, B->w, -1.0, A->w);
    *seen = (gud_pose){0};
    m3_apply_t(seen->p, A->R, d);
    m3_apply_t(seen->v, A->R, v);
    m3_apply_t(seen->w, A->R, w);
    m3_mul_t(seen->R, A->R, B->R);
}

static const double nowhere = -1e30; // below the domain of any parameter: the search starts from nothing

enum { remembered = 5, wet_bit = 2 };

// Numbers of an answer: whether there is one; of the film forces on the other surface, loss, largest pressure and side
// flow; of asperities forces, loss, sum and largest of their pressure
enum { exists, force, loss = force + 6, peak, leak, rub, rub_loss = rub + 6, rub_sum, rub_peak, nanswer };

int gud_lubricated_surfaces_nhistory(const gud_lubricated_surfaces *p)
{
    return remembered * p->ncell + nanswer;
}

// The last answer. It is that of a step's end; before it, answers go in straight lines from that of the step's start.
static void answer_get(const gud_lubricated_surfaces *p, const scratch *w, const gud_pair_in *in, double a[nanswer])
{
    const gud_surface_film_out *o = &w->out;
    const double *start = in->history + remembered * p->ncell;
    a[exists] = 1.0;
    memcpy(a + force, o->Q, sizeof o->Q);
    a[loss] = o->loss_shear + o->loss_flow;
    a[peak] = o->pressure_max;
    a[leak] = o->side_flow;
    memcpy(a + rub, w->rub.Q, sizeof w->rub.Q);
    a[rub_loss] = w->rub.loss;
    a[rub_sum] = w->rub.force;
    a[rub_peak] = w->rub.largest;
    for (int k = 0; in->before > 0.0 && start[exists] > 0.0 && k < nanswer; k++) a[k] += in->before * (start[k] - a[k]);
}

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_surface_film_work_free(w->work);
    gud_surface_film_work_free(w->seen);
    gud_free(w->film.pressure);
    gud_free(w->film.full);
    gud_free(w);
}

static void *work_create(const void *prm)
{
    const gud_lubricated_surfaces *p = prm;
    const size_t n = (size_t)p->ncell;
    gud_error error;
    scratch *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    double *numbers = gud_alloc(6 * n, sizeof *numbers);
    unsigned char *flags = gud_alloc(2 * n, 1);
    w->film = (gud_film_out){.pressure = numbers, .full = flags};
    if (numbers && flags) {
        w->film.theta = numbers + n;
        w->film.m = numbers + 2 * n;
        w->m_hat = numbers + 3 * n;
        w->m_t = numbers + 4 * n;
        w->y_hat = numbers + 5 * n;
        w->covered = flags + n;
        if (gud_surface_film_work_create(p->film, &error, &w->work) == GUD_OK &&
            gud_surface_film_work_create(p->film, &error, &w->seen) == GUD_OK)
            return w;
    }
    work_free(w);
    return NULL;
}

// ---- history

static void remember(const gud_lubricated_surfaces *p, const scratch *w, double *history)
{
    const int n = p->ncell;
    memcpy(history, w->film.pressure, (size_t)n * sizeof(double));
    memcpy(history + n, w->film.theta, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) history[2 * n + k] = w->film.full[k] + wet_bit * w->covered[k];
    const double *warm = gud_surface_film_gaps(w->work)->warm;
    for (int k = 0; k < 2 * n; k++) history[3 * n + k] = isnan(warm[k]) ? nowhere : warm[k];
}

// warm start from what the last accepted step left
static void work_forget(const void *prm, void *work, const double *history)
{
    const gud_lubricated_surfaces *p = prm;
    scratch *w = work;
    const int n = p->ncell;
    w->answered = false;
    memcpy(w->film.pressure, history, (size_t)n * sizeof(double));
    memcpy(w->film.theta, history + n, (size_t)n * sizeof(double));
    gud_surface_film_warm(w->work, history + 3 * n);
    for (int k = 0; k < n; k++) {
        const int bits = (int)history[2 * n + k];
        w->film.full[k] = bits & 1;
        w->covered[k] = bits >= wet_bit;
    }
    w->film.warm = true;
}

// cells that have film now: those that had none are full of oil at ambient pressure
static void cover(const gud_lubricated_surfaces *p, scratch *w, double *y)
{
    const gud_film_gaps *g = gud_surface_film_gaps(w->work);
    for (int k = 0; k < p->ncell; k++) {
        const bool hit = g->hit[k] != GUD_GAP_NONE;
        if (!hit || !w->covered[k]) {
            w->film.pressure[k] = p->ambient;
            w->film.theta[k] = w->film.full[k] = 1;
            w->m_t[k] = 0.0;
            y[k] = g->film[k];
        }
        w->covered[k] = hit;
    }
}

static gud_status begin(const gud_lubricated_surfaces *p, const gud_pair_in *in, scratch *w, double *y,
                        gud_error *error)
{
    gud_pose seen;
    seen_from(in->pose[p->reference], in->pose[1 - p->reference], &seen);
    GUD_TRY(gud_surface_film_place(p->film, w->work, &seen, NULL, error));
    cover(p, w, y);
    const gud_film_gaps *g = gud_surface_film_gaps(w->work);
    int film = 0;
    for (int k = 0; k < p->ncell; k++) {
        film += g->wet[k];
        if (g->wet[k] && !p->rough && !(g->gap[k] > 0.0))
            return gud_fail(error, GUD_ERR_INPUT, "the surfaces overlap at the start (gap %.4g um)", 1e6 * g->gap[k]);
    }
    if (film == 0) return gud_fail(error, GUD_ERR_INPUT, "the surfaces are nowhere near each other at the start");
    return GUD_OK;
}

static gud_status film_start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_lubricated_surfaces *p = prm;
    scratch *w = work_create(prm);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
    const gud_status status = begin(p, in, w, y, error);
    if (status == GUD_OK) remember(p, w, history);
    memset(history + remembered * p->ncell, 0, nanswer * sizeof(double));
    work_free(w);
    return status;
}

static void film_accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_lubricated_surfaces *p = prm;
    cover(p, in->work, y);
    remember(p, in->work, history);
    answer_get(p, in->work, in, history + remembered * p->ncell);
}

// ---- answer

// Between stages (a start, an event, a record) there is no step to take the pressure from: the last answer serves, and
// where there is none, the film of a very short time in which the bodies move as they do now.
static gud_status film_solve(const gud_lubricated_surfaces *p, scratch *w, const gud_pair_in *in)
{
    const gud_film_gaps *g = gud_surface_film_gaps(w->work);
    gud_surface_film_in given = {.oil = &p->oil, .m_hat = in->y_hat, .per_c = 1.0 / in->c, .drag = p->drag};
    gud_error error;
    GUD_TRY(gud_surface_film_place(p->film, w->work, &w->at, w->covered, &error));
    if (in->c <= 0.0) {
        for (int k = 0; k < p->ncell; k++) {
            w->m_hat[k] = g->film[k] - instant * g->rate[k];
            if (w->film.theta[k] < 1.0 && in->y_hat[k] < w->m_hat[k]) w->m_hat[k] = in->y_hat[k];
        }
        given.m_hat = w->m_hat;
        given.per_c = 1.0 / instant;
    }
    GUD_TRY(gud_surface_film_solve(p->film, w->work, &given, &w->film, &w->out, &error));
    for (int k = 0; k < p->ncell; k++) {
        if (!g->wet[k]) w->film.m[k] = given.m_hat[k]; // nothing happens where there is no film
        w->m_t[k] = (w->film.m[k] - given.m_hat[k]) * given.per_c;
    }
    return GUD_OK;
}

static gud_status answer(const gud_lubricated_surfaces *p, scratch *w, const gud_pair_in *in, const gud_pose *at)
{
    w->at = *at;
    w->c = in->c;
    w->tangents = false;
    memcpy(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double));
    const gud_status st = film_solve(p, w, in);
    w->film.warm = w->answered = st == GUD_OK;
    if (st == GUD_OK) gud_rub_press(&p->rubbing, p->film, gud_surface_film_gaps(w->work), false, &w->rub);
    return st < 0 ? GUD_RETRY : st;
}

// has the film of this stage been found already?
static bool known(const gud_lubricated_surfaces *p, const scratch *w, const gud_pair_in *in, const gud_pose *at)
{
    return w->answered && w->c == in->c && memcmp(&w->at, at, sizeof *at) == 0 &&
           memcmp(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double)) == 0;
}

static void give_energies(const gud_lubricated_surfaces *p, scratch *w, gud_pair_out *out)
{
    const gud_film_gaps *g = gud_surface_film_gaps(w->work);
    const gud_grid *grid = gud_surface_film_grid(p->film);
    double voids = 0.0;
    for (int k = 0; k < p->ncell; k++)
        if (g->wet[k]) voids += (g->film[k] - w->film.m[k]) * grid->area[k];
    if (p->rough) gud_rub_press(&p->rubbing, p->film, g, true, &w->rub);
    out->dissipation = w->out.loss_shear + w->out.loss_flow + w->rub.loss;
    out->friction = w->rub.loss;
    out->potential = (p->ambient - p->cavity) * gud_surface_film_fold(p->film) * voids + w->rub.stored;
}

static void give_wrench(const gud_lubricated_surfaces *p, const scratch *w, const gud_pair_in *in, gud_pair_out *out)
{
    double Q[6], Q_q[36], Q_v[36], got[nanswer];
    answer_get(p, w, in, got);
    for (int i = 0; i < 6; i++) {
        Q[i] = got[force + i] + got[rub + i];
        for (int j = 0; j < 6; j++) {
            Q_q[6 * i + j] = w->out.Q_q[i][j] + w->rub.Q_q[i][j];
            Q_v[6 * i + j] = w->out.Q_v[i][j] + w->rub.Q_v[i][j];
        }
    }
    gud_relative relative;
    gud_relative_of(in, p->reference, &relative);
    gud_relative_give(&relative, Q, Q_q, Q_v, out);
}

static void film_eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_lubricated_surfaces *p = prm;
    scratch *w = in->work;
    const bool between = in->c <= 0.0;
    gud_pose at;
    seen_from(in->pose[p->reference], in->pose[1 - p->reference], &at);
    if (!known(p, w, in, &at) && (!between || !w->answered)) {
        out->status = answer(p, w, in, &at);
        if (out->status != GUD_OK) return;
    }
    if (out->by_displacement && !w->tangents) {
        out->status = gud_surface_film_tangents(p->film, w->work, &w->film, &w->out);
        if (out->status != GUD_OK) return;
        w->tangents = true;
    }
    memcpy(out->y, between ? in->y_hat : w->film.m, (size_t)p->ncell * sizeof(double));
    if (between) memcpy(out->y_t, w->m_t, (size_t)p->ncell * sizeof(double));

    give_wrench(p, w, in, out);
    if (out->energies) give_energies(p, w, out);
}

static void film_release(void *prm)
{
    gud_lubricated_surfaces *p = prm;
    gud_surface_film_free(p->film);
    if (p->rough) gud_rough_free(p->rough);
    gud_lubricant_release(&p->oil);
    p->film = NULL;
    p->rough = NULL;
}

// Displacement and turn of the other body as the reference body sees them, at the origin of the reference, if the two
// frames are displaced and turned by `off`.
static void off_seen(const gud_lubricated_surfaces *p, const gud_pair_in *in, const double off[12], double seen[6])
{
    const double *a = off + 6 * p->reference, *b = off + 6 * (1 - p->reference);
    const gud_pose *A = in->pose[p->reference], *B = in->pose[1 - p->reference];
    double arm[3], turned[3], move[3], turn[3];
    v3_axpy(arm, B->p, -1.0, A->p);
    v3_cross(turned, b + 3, arm); // a turn of the other body alone moves what lies at the origin the other way
    for (int i = 0; i < 3; i++) {
        move[i] = b[i] - a[i] - turned[i];
        turn[i] = b[3 + i] - a[3 + i];
    }
    m3_apply_t(seen, A->R, move);
    m3_apply_t(seen + 3, A->R, turn);
}

static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    static const double touching = 1e-3; // part of the thickest film that is as good as none
    const gud_lubricated_surfaces *p = prm;
    const scratch *w = in->work;
    const gud_film_gaps *g = gud_surface_film_gaps(w->work);
    double seen[6], thick = 0.0, worst = 0.0;
    off_seen(p, in, off, seen);
    for (int k = 0; k < g->n; k++) thick = g->wet[k] ? fmax(thick, g->gap[k]) : thick;
    const double least = p->rough ? p->rough->params.sigma : touching * thick;
    for (int k = 0; k < g->n; k++) {
        double change = 0.0;
        for (int b = 0; b < g->freedoms; b++) change += g->row[b][k] * seen[g->freedom[b]];
        if (g->wet[k]) worst = fmax(worst, fabs(change) / fmax(g->gap[k], least));
    }
    return worst;
}

// ---- channels

static const gud_pair_label channels[] = {
    {"displacement.x", "m", "of the second frame, along x of the first"},
    {"displacement.y", "m", "along y of the first frame"},
    {"displacement.z", "m", "along z of the first frame"},
    {"tilt.x", "rad", "of the second frame: about x of the first, after y and z"},
    {"tilt.y", "rad", "about y of the first frame"},
    {"tilt.z", "rad", "about z of the first frame"},
    {"film_min", "m", "smallest film"},
    {"film_min_nodal", "m", "smallest film of the grid's points"},
    {"film_pressure_max", "Pa", "largest pressure of the film"},
    {"loss_film", "W", "lost in the film"},
    {"loss_asperity", "W", "lost by boundary friction"},
    {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
    {"asperity_load", "N", "sum of the asperities' pressure"},
    {"asperity_share", "1", "part of the load that asperities carry"},
    {"side_flow", "m3/s", "oil out to the ambient"},
};

// gaps where the bodies are now
static const gud_film_gaps *look(const gud_lubricated_surfaces *p, const scratch *w, const gud_pair_in *in)
{
    gud_pose at;
    gud_error error;
    seen_from(in->pose[p->reference], in->pose[1 - p->reference], &at);
    if (memcmp(&at, &w->at, sizeof at) == 0) return gud_surface_film_gaps(w->work);
    gud_surface_film_warm(w->seen, gud_surface_film_gaps(w->work)->warm);
    if (gud_surface_film_place(p->film, w->seen, &at, w->covered, &error) != GUD_OK)
        return gud_surface_film_gaps(w->work);
    return gud_surface_film_gaps(w->seen);
}

static void film_report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_lubricated_surfaces *p = prm;
    const scratch *w = in->work;
    gud_pose at;
    gud_rub here;
    seen_from(in->pose[0], in->pose[1], &at);
    const gud_film_gaps *g = look(p, w, in);
    double nodal = INFINITY;
    for (int k = 0; k < g->n; k++)
        if (g->wet[k]) nodal = fmin(nodal, g->gap[k]);
    gud_rub_press(&p->rubbing, p->film, g, false, &here);
    double a[nanswer];
    answer_get(p, w, in, a);
    const double all[] = {at.p[0],
                          at.p[1],
                          at.p[2],
                          atan2(at.R[7], at.R[8]),
                          atan2(-at.R[6], hypot(at.R[7], at.R[8])),
                          atan2(at.R[3], at.R[0]),
                          here.gap_min,
                          nodal,
                          a[peak],
                          a[loss],
                          a[rub_loss],
                          a[rub_peak],
                          a[rub_sum],
                          gud_load_share(3, a + rub, a + force),
                          a[leak]};
    memcpy(values, all, sizeof all);
}

// ---- maps over the reference surface: a row for each cell of the second parameter

static const gud_pair_label maps[] = {
    {"pressure", "Pa", "of the film"},
    {"film_fraction", "1", "share of the gap that oil fills"},
    {"gap", "m", "between the surfaces along the normals of the reference; the window where there is none"},
    {"asperity_pressure", "Pa", "of rough contact"},
};

enum { map_pressure, map_fraction, map_gap, map_asperity };

static void map_size(const void *prm, int *rows, int *cols)
{
    const gud_lubricated_surfaces *p = prm;
    const gud_grid *grid = gud_surface_film_grid(p->film);
    *rows = grid->cells[1] * (gud_surface_film_fold(p->film) > 1.0 ? 2 : 1);
    *cols = grid->cells[0];
}

// cell of a point; a symmetric half is mirrored in the plane z = 0
static int map_cell(const gud_lubricated_surfaces *p, int row, int col, double *sign)
{
    const int ny = gud_surface_film_grid(p->film)->cells[1];
    const bool half = gud_surface_film_fold(p->film) > 1.0, mirrored = half && row < ny;
    *sign = mirrored ? -1.0 : 1.0;
    return col * ny + (mirrored ? ny - 1 - row : half ? row - ny : row);
}

static int map_points(const void *prm, double *points)
{
    const gud_lubricated_surfaces *p = prm;
    int rows, cols;
    map_size(prm, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++, points += 3) {
            double sign;
            v3_copy(points, gud_surface_film_grid(p->film)->place + 3 * map_cell(p, r, c, &sign));
            points[2] *= sign;
        }
    return p->reference;
}

static double map_value(const gud_lubricated_surfaces *p, const gud_film_gaps *g, int k, int map)
{
    double pressure = 0.0, slope;
    if (map == map_gap) return g->wet[k] ? g->gap[k] : p->window;
    if (p->rough && g->wet[k]) gud_rough_eval(p->rough, 1, &g->gap[k], &pressure, &slope, NULL);
    return pressure;
}

static void map(const void *prm, const gud_pair_in *in, int map, double *values)
{
    const gud_lubricated_surfaces *p = prm;
    const bool kept = map == map_pressure || map == map_fraction;
    const gud_film_gaps *g = kept ? NULL : look(p, in->work, in);
    int rows, cols;
    map_size(prm, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            double sign;
            const int k = map_cell(p, r, c, &sign);
            *values++ = kept ? in->history[map == map_fraction ? p->ncell + k : k] : map_value(p, g, k, map);
        }
}

const gud_pair_law gud_pair_surface_film = {
    .eval = film_eval,
    .start = film_start,
    .film_error = film_error,
    .accept = film_accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
    .release = film_release,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = film_report,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map_size = map_size,
    .map_points = map_points,
    .map = map,
};
