#include "num/search.h"

#include "base/alloc.h"
#include "num/random.h"
#include "num/spread.h"
#include "num/surrogate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { nvar_most = GUD_SEARCH_VARIABLES, nout_most = GUD_SEARCH_GOALS + GUD_SEARCH_LIMITS };

typedef enum { at_start, at_model, at_check } proposal;
typedef enum { phase_first_goal, phase_second_goal, phase_levels, phase_end } phase;

struct gud_search {
    gud_search_task task;
    gud_trial *trials;
    int ntrial;
    phase phase;
    double radius;
    proposal proposal;
    bool doubtful; // the model promised what it did not keep
    bool converged;
    int nround;                                  // of levels
    double pending[GUD_SEARCH_BATCH][nvar_most]; // what was proposed last
    int npending;
};

// what is minimised: one goal, within the limits, the other goal not above a level
typedef struct {
    const gud_search *s;
    const gud_surrogate *model;
    int goal;
    double level, scale; // of the other goal; infinite: none
    double margin;       // by which limits are tightened
} problem;

// in the order of section 7: smaller violation, then smaller value
typedef struct {
    double violation, value;
} rank;

static bool is_better(rank a, rank b)
{
    return a.violation != b.violation ? a.violation < b.violation : a.value < b.value;
}

static rank rank_of(const problem *p, const double *f, const double *g)
{
    double w = 0.0;
    for (int i = 0; i < p->s->task.nlimit; i++) w = fmax(w, g[i] + p->margin);
    if (isfinite(p->level)) w = fmax(w, (f[1 - p->goal] - p->level) / p->scale);
    return (rank){w, f[p->goal]};
}

// ---- points

static double gap(const gud_search *s, const double *a, const double *b)
{
    double most = 0.0;
    for (int i = 0; i < s->task.nvar; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

// distance to the nearest trial; *failed: was that one in vain?
static double nearest(const gud_search *s, const double *x, bool *failed)
{
    double least = (double)INFINITY;
    *failed = false;
    for (int i = 0; i < s->ntrial; i++) {
        const double d = gap(s, x, s->trials[i].x);
        if (d < least) least = d, *failed = s->trials[i].failed;
    }
    return least;
}

// also of those that are proposed together with it
static bool is_new(const gud_search *s, const double *x)
{
    const double least = 0.5 * s->task.tolerance;
    bool failed;
    if (nearest(s, x, &failed) < least) return false;
    for (int i = 0; i < s->npending; i++)
        if (gap(s, x, s->pending[i]) < least) return false;
    return true;
}

static bool propose(gud_search *s, const double *x)
{
    if (s->npending == GUD_SEARCH_BATCH || s->ntrial + s->npending >= s->task.most || !is_new(s, x)) return false;
    memcpy(s->pending[s->npending++], x, sizeof s->pending[0]);
    return true;
}

// a row of a Latin hypercube over a region
static void latin(const double *low, const double *high, int nvar, int n, int i, double *x)
{
    for (int v = 0; v < nvar; v++) {
        const uint32_t stratum = gud_random_place(1, (uint64_t)v, (uint32_t)n, (uint32_t)i);
        x[v] = low[v] + (high[v] - low[v]) * (stratum + 0.5) / n;
    }
}

static void region_of(const gud_search *s, const double *center, double radius, double *low, double *high)
{
    for (int v = 0; v < s->task.nvar; v++) {
        low[v] = fmax(0.0, center[v] - radius);
        high[v] = fmin(1.0, center[v] + radius);
    }
}

// the point of a region that is farthest from all trials; returns its distance
static double find_farthest(const gud_search *s, const double *low, const double *high, double *x)
{
    const int n = 200 * s->task.nvar;
    double most = -1.0, other[nvar_most] = {0};
    bool failed;
    for (int i = 0; i < n; i++) {
        latin(low, high, s->task.nvar, n, i, other);
        const double d = nearest(s, other, &failed);
        if (d > most) most = d, memcpy(x, other, sizeof other);
    }
    return most;
}

// ---- the least of the model

static rank rank_at(const problem *p, const double *x)
{
    double y[nout_most];
    bool failed;
    (void)nearest(p->s, x, &failed);
    if (failed) return (rank){(double)INFINITY, (double)INFINITY};
    gud_surrogate_eval(p->model, x, y);
    return rank_of(p, y, y + p->s->task.ngoal);
}

// steps in random directions, shorter when they fail
static rank descend(const problem *p, const double *low, const double *high, uint64_t stream, double *x)
{
    const int nvar = p->s->task.nvar, patience = 6 * nvar, most = 1500 * nvar;
    double step = 0.1, other[nvar_most] = {0};
    rank best = rank_at(p, x);
    for (int i = 0, failures = 0; i < most && step > 1e-3 * p->s->task.tolerance; i++) {
        for (int v = 0; v < nvar; v++) {
            const double to = 2.0 * gud_random_unit(2 + stream, (uint64_t)v, (uint64_t)i) - 1.0;
            other[v] = fmin(fmax(x[v] + step * to * (high[v] - low[v]), low[v]), high[v]);
        }
        const rank r = rank_at(p, other);
        if (is_better(r, best)) {
            best = r;
            memcpy(x, other, sizeof other);
            failures = 0;
            step = fmin(0.5, 1.4 * step);
        } else if (++failures > patience) {
            failures = 0;
            step *= 0.5;
        }
    }
    return best;
}

// over a region, from a point in it that is known and from the best of many
static rank minimise(const problem *p, const double *low, const double *high, const double *known, double *x)
{
    enum { nstart = 3 };
    const int nvar = p->s->task.nvar, n = 100 * nvar;
    double starts[nstart][nvar_most] = {{0}}, other[nvar_most] = {0};
    rank ranks[nstart];
    memcpy(starts[0], known, sizeof starts[0]);
    for (int k = 1; k < nstart; k++) ranks[k] = (rank){(double)INFINITY, (double)INFINITY};
    for (int i = 0; i < n; i++) {
        latin(low, high, nvar, n, i, other);
        const rank r = rank_at(p, other);
        if (is_better(r, ranks[1])) {
            ranks[2] = ranks[1];
            memcpy(starts[2], starts[1], sizeof other);
            ranks[1] = r;
            memcpy(starts[1], other, sizeof other);
        } else if (is_better(r, ranks[2])) {
            ranks[2] = r;
            memcpy(starts[2], other, sizeof other);
        }
    }
    int best = 0;
    for (int k = 0; k < nstart; k++) {
        ranks[k] = descend(p, low, high, (uint64_t)k, starts[k]);
        if (is_better(ranks[k], ranks[best])) best = k;
    }
    memcpy(x, starts[best], sizeof other);
    return ranks[best];
}

// ---- what is known

static int best_of(const problem *p)
{
    int best = -1;
    rank least = {(double)INFINITY, (double)INFINITY};
    for (int i = 0; i < p->s->ntrial; i++) {
        if (p->s->trials[i].failed) continue;
        const rank r = rank_of(p, p->s->trials[i].f, p->s->trials[i].g);
        if (best < 0 || is_better(r, least)) best = i, least = r;
    }
    return best;
}

// Of a single goal the worse half of the values is compressed: what is far away and far worse, such as the loss of a
// bearing that touches, would bend the model where the optimum is. The order of the values stays.
static gud_status compress(double *y, int n, int stride)
{
    double *sorted = gud_alloc((size_t)n + 1, sizeof *sorted);
    if (!sorted) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) sorted[i] = y[i * stride];
    gud_spread_sort(sorted, n);
    const double median = sorted[n / 2], scale = median - sorted[0];
    for (int i = 0; i < n && scale > 0.0; i++)
        if (y[i * stride] > median) y[i * stride] = median + scale * log1p((y[i * stride] - median) / scale);
    gud_free(sorted);
    return GUD_OK;
}

// The model of all trials that have numbers. Positive: there are too few.
static gud_status fit(const gud_search *s, gud_surrogate *model)
{
    const int nvar = s->task.nvar, nout = s->task.ngoal + s->task.nlimit;
    double *x = gud_alloc((size_t)(s->ntrial + 1) * (size_t)nvar, sizeof *x);
    double *y = gud_alloc((size_t)(s->ntrial + 1) * (size_t)nout, sizeof *y);
    int n = 0;
    gud_status st = x && y ? GUD_OK : GUD_ERR_MEMORY;
    *model = (gud_surrogate){0};
    for (int i = 0; i < s->ntrial && st == GUD_OK; i++) {
        const gud_trial *t = &s->trials[i];
        if (t->failed) continue;
        memcpy(x + (size_t)n * (size_t)nvar, t->x, (size_t)nvar * sizeof *x);
        for (int k = 0; k < nout; k++)
            // a limit far away must not bend the model near it: slope 1 there, a logarithm beyond
            y[n * nout + k] = k < s->task.ngoal ? t->f[k] : 0.5 * asinh(2.0 * t->g[k - s->task.ngoal]);
        n++;
    }
    if (st == GUD_OK && n > 0 && s->task.ngoal == 1) st = compress(y, n, nout);
    if (st == GUD_OK) st = gud_surrogate_fit(n, nvar, nout, x, y, model);
    gud_free(x);
    gud_free(y);
    return st;
}

// ---- one goal

static const double whole_low[nvar_most] = {0}, whole_high[nvar_most] = {1, 1, 1, 1, 1, 1, 1, 1};

// Removes from d what lies along the unit vectors q[n]; returns the length that is left.
static double reduce(double (*q)[nvar_most], int n, int nvar, double *d)
{
    double square = 0.0;
    for (int k = 0; k < n; k++) {
        double along = 0.0;
        for (int v = 0; v < nvar; v++) along += q[k][v] * d[v];
        for (int v = 0; v < nvar; v++) d[v] -= along * q[k][v];
    }
    for (int v = 0; v < nvar; v++) square += d[v] * d[v];
    return sqrt(square);
}

// Directions from the best in which trials nearby tell the slope, as unit vectors; returns how many there are.
static int known_directions(const gud_search *s, const double *best, double (*q)[nvar_most])
{
    const int nvar = s->task.nvar;
    int n = 0;
    for (int i = s->ntrial - 1; i >= 0 && n < nvar; i--) {
        double d[nvar_most] = {0};
        if (s->trials[i].failed || gap(s, s->trials[i].x, best) > 2.0 * s->radius) continue;
        for (int v = 0; v < nvar; v++) d[v] = s->trials[i].x[v] - best[v];
        const double length = reduce(q, n, nvar, d);
        if (length < 0.25 * s->radius) continue;
        for (int v = 0; v < nvar; v++) q[n][v] = d[v] / length;
        n++;
    }
    return n;
}

// if a direction is unknown, a point there
static void check_model(gud_search *s, const double *best)
{
    const int nvar = s->task.nvar;
    double q[nvar_most][nvar_most], direction[nvar_most] = {0}, most = 0.0;
    const int n = known_directions(s, best, q);
    if (n == nvar) return;
    for (int k = 0; k < nvar; k++) {
        double d[nvar_most] = {0};
        d[k] = 1.0;
        const double length = reduce(q, n, nvar, d);
        if (length > most) most = length, memcpy(direction, d, sizeof d);
    }
    double ahead[nvar_most] = {0}, back[nvar_most] = {0};
    for (int v = 0; v < nvar; v++) {
        ahead[v] = fmin(fmax(best[v] + s->radius * direction[v] / most, 0.0), 1.0);
        back[v] = fmin(fmax(best[v] - s->radius * direction[v] / most, 0.0), 1.0);
    }
    bool failed;
    const double there = nearest(s, ahead, &failed);
    if (propose(s, nearest(s, back, &failed) > there ? back : ahead)) s->proposal = at_check;
}

static void follow_model(gud_search *s, const problem *p, const double *best)
{
    double low[nvar_most], high[nvar_most], x[nvar_most] = {0}, other[nvar_most] = {0};
    region_of(s, best, s->radius, low, high);
    const rank here = minimise(p, low, high, best, x);
    if (propose(s, x)) s->proposal = at_model;
    const rank there = minimise(p, whole_low, whole_high, best, other);
    if (is_better(there, here) && gap(s, x, other) > s->task.tolerance && propose(s, other)) s->proposal = at_model;
}

// until there is a proposal or the end
static gud_status ask_goal(gud_search *s, int goal, int most)
{
    problem p = {.s = s, .goal = goal, .level = (double)INFINITY};
    const int best = best_of(&p);
    gud_surrogate model;
    gud_status st = fit(s, &model);
    p.model = &model;
    p.margin = 0.1 * s->task.tolerance;
    while (st == GUD_OK && best >= 0 && s->npending == 0 && s->ntrial < most && s->radius >= s->task.tolerance) {
        if (!s->doubtful) follow_model(s, &p, s->trials[best].x);
        if (s->npending == 0) check_model(s, s->trials[best].x);
        if (s->npending == 0) s->radius *= s->doubtful ? 0.5 : 0.25;
        s->doubtful = false;
    }
    gud_surrogate_free(&model);
    if (st > 0 && s->ntrial < most) { // too many failed: elsewhere
        double x[nvar_most] = {0};
        if (find_farthest(s, whole_low, whole_high, x) >= s->task.tolerance && propose(s, x)) s->proposal = at_start;
    }
    return st < 0 ? st : GUD_OK;
}

static void adapt(gud_search *s, int goal, int before, const double *was)
{
    const problem p = {.s = s, .goal = goal, .level = (double)INFINITY};
    const int best = best_of(&p);
    if (s->proposal == at_start || best < 0) return;
    s->doubtful = best < before && s->proposal == at_model;
    if (best < before) return;
    const double step = gap(s, s->trials[best].x, was);
    s->radius = fmin(0.5, fmin(2.0 * s->radius, fmax(2.0 * step, 0.5 * s->radius)));
}

// ---- a front

// a proposal for each level between the ends
static gud_status ask_levels(gud_search *s)
{
    enum { most_rounds = 8 };
    const int ends[2] = {gud_search_best(s, 0), gud_search_best(s, 1)};
    gud_surrogate model;
    if (ends[0] < 0 || ends[1] < 0 || s->nround++ == most_rounds) return GUD_OK;
    const double from = s->trials[ends[0]].f[1], to = s->trials[ends[1]].f[1];
    gud_status st = fit(s, &model);
    for (int k = 1; k < s->task.npoint - 1 && st == GUD_OK && from > to; k++) {
        const problem p = {.s = s,
                           .model = &model,
                           .goal = 0,
                           .level = from + (to - from) * k / (s->task.npoint - 1),
                           .scale = from - to,
                           .margin = 0.1 * s->task.tolerance};
        double x[nvar_most] = {0};
        const int best = best_of(&p);
        (void)minimise(&p, whole_low, whole_high, s->trials[best].x, x);
        if (propose(s, x)) s->proposal = at_model;
    }
    gud_surrogate_free(&model);
    return st < 0 ? st : GUD_OK;
}

static gud_status ask_phase(gud_search *s)
{
    const bool front = s->task.ngoal > 1;
    if (s->phase == phase_levels) return ask_levels(s);
    const int goal = s->phase == phase_first_goal ? 0 : 1;
    return ask_goal(s, goal, front ? s->task.most * (1 + goal) / 3 : s->task.most);
}

// ---- the whole

gud_status gud_search_create(const gud_search_task *task, gud_search **out)
{
    assert(task->nvar >= 1 && task->nvar <= nvar_most && task->nlimit <= GUD_SEARCH_LIMITS);
    gud_search *s = gud_alloc(1, sizeof *s);
    gud_trial *trials = gud_alloc((size_t)task->most + GUD_SEARCH_FIRST, sizeof *trials);
    *out = s;
    if (s && trials) {
        *s = (gud_search){.task = *task, .trials = trials, .radius = 0.5, .proposal = at_start};
        return GUD_OK;
    }
    gud_free(s);
    gud_free(trials);
    *out = NULL;
    return GUD_ERR_MEMORY;
}

void gud_search_free(gud_search *s)
{
    if (!s) return;
    gud_free(s->trials);
    gud_free(s);
}

int gud_search_first(int nvar, double *x)
{
    int n = 0;
    for (int i = 0; i < 2 * nvar + 1; i++, n++) {
        for (int v = 0; v < nvar; v++) x[n * nvar + v] = 0.5;
        if (i > 0) x[n * nvar + (i - 1) / 2] = i % 2 ? 0.125 : 0.875;
    }
    for (int i = 0; nvar <= 2 && i < 1 << nvar; i++, n++)
        for (int v = 0; v < nvar; v++) x[n * nvar + v] = i >> v & 1 ? 1.0 : 0.0;
    return n;
}

gud_status gud_search_ask(gud_search *s, double *x, int *n)
{
    const int nvar = s->task.nvar;
    *n = 0;
    s->npending = 0;
    if (s->ntrial == 0) {
        double first[GUD_SEARCH_FIRST * nvar_most];
        s->npending = gud_search_first(nvar, first);
        for (int i = 0; i < s->npending; i++)
            memcpy(s->pending[i], first + (size_t)i * (size_t)nvar, (size_t)nvar * sizeof *first);
    }
    while (s->npending == 0 && s->phase != phase_end) {
        GUD_TRY(ask_phase(s));
        if (s->npending > 0) break;
        s->converged = s->ntrial < s->task.most;
        s->radius = 0.5;
        s->phase = s->task.ngoal > 1 ? (phase)(s->phase + 1) : phase_end;
    }
    for (int i = 0; i < s->npending; i++)
        for (int v = 0; v < nvar; v++) x[i * nvar + v] = s->pending[i][v];
    *n = s->npending;
    return GUD_OK;
}

gud_status gud_search_tell(gud_search *s, const gud_trial *trials, int n)
{
    const int goal = s->phase == phase_second_goal ? 1 : 0, before = s->ntrial;
    const problem p = {.s = s, .goal = goal, .level = (double)INFINITY};
    double was[nvar_most] = {0};
    if (n != s->npending) return GUD_ERR_USE;
    const int best = best_of(&p);
    if (best >= 0) memcpy(was, s->trials[best].x, sizeof was);
    for (int i = 0; i < n; i++) {
        gud_trial *t = &s->trials[s->ntrial];
        *t = trials[i];
        memcpy(t->x, s->pending[i], sizeof t->x);
        for (int k = 0; k < s->task.ngoal; k++) t->failed = t->failed || !isfinite(t->f[k]);
        for (int k = 0; k < s->task.nlimit; k++) t->failed = t->failed || !isfinite(t->g[k]);
        s->ntrial++;
    }
    if (s->phase != phase_levels) adapt(s, goal, before, was);
    return GUD_OK;
}

int gud_search_count(const gud_search *s)
{
    return s->ntrial;
}

const gud_trial *gud_search_trial(const gud_search *s, int i)
{
    return &s->trials[i];
}

static bool is_allowed(const gud_search *s, const gud_trial *t)
{
    for (int i = 0; i < s->task.nlimit; i++)
        if (t->g[i] > 0.0) return false;
    return !t->failed;
}

int gud_search_best(const gud_search *s, int goal)
{
    const problem p = {.s = s, .goal = goal, .level = (double)INFINITY};
    const int best = best_of(&p);
    return best >= 0 && is_allowed(s, &s->trials[best]) ? best : -1;
}

bool gud_search_converged(const gud_search *s)
{
    return s->converged;
}

bool gud_search_on_front(const gud_search *s, int i)
{
    const gud_trial *t = &s->trials[i];
    if (!is_allowed(s, t)) return false;
    for (int k = 0; k < s->ntrial; k++) {
        const gud_trial *o = &s->trials[k];
        const bool less = o->f[0] < t->f[0] || o->f[1] < t->f[1];
        if (k != i && is_allowed(s, o) && o->f[0] <= t->f[0] && o->f[1] <= t->f[1] && less) return false;
    }
    return true;
}
