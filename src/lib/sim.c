// Simulations by the public interface: start, advance, equilibrium.

#include "force/user.h"
#include "lib/session.h"
#include "num/blas.h"
#include "num/root.h"
#include "step/run.h"

#include <gudgeon/gudgeon.h>

#include <math.h>
#include <string.h>

const char *gud_sim_error(const gud_sim *s)
{
    return s ? s->error.text : "";
}

double gud_sim_time(const gud_sim *s)
{
    const gud_session *n = gud_session_of(s);
    return n && n->started ? s->state.clock.t : (double)NAN;
}

double gud_sim_fraction(const gud_sim *s)
{
    const gud_session *n = gud_session_of(s);
    return n && n->started ? gud_run_fraction(s) : (double)NAN;
}

gud_status gud_sim_threads(gud_sim *s, int n)
{
    GUD_TRY(gud_session_free_to_move(s, "gud_sim_threads"));
    if (n < 0) return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_threads: %d threads", n);
    gud_sim_share(s, n == 0 ? GUD_THREADS_ALL : n);
    return GUD_OK;
}

// ---- start

// the values of a state that no step led to; reading them does not change what follows
static void settle_row(gud_sim *s)
{
    gud_session_moved(s);
    (void)gud_session_row(s);
}

// as gud_simulate does it, so that the run is the same to the bit
static gud_status start(gud_sim *s)
{
    const size_t ninput = (size_t)s->model->ninput;
    memcpy(s->next.input, s->state.input, ninput * sizeof(double));
    gud_state_reset(s->model, &s->state);
    memcpy(s->state.input, s->next.input, ninput * sizeof(double));
    gud_inputs_begin(s);
    gud_work_forget(s);
    GUD_TRY(gud_start(s));
    gud_session *n = gud_session_make(s);
    if (!n) return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    settle_row(s);
    n->started = true;
    n->endless = false;
    return GUD_OK;
}

gud_status gud_sim_start(gud_sim *s)
{
    GUD_TRY(gud_session_free_to_move(s, "gud_sim_start"));
    if (s->session) ((gud_session *)s->session)->started = false;
    gud_blas_enter();
    const gud_status st = start(s);
    gud_blas_leave();
    return st;
}

// ---- inputs

static gud_status check_inputs(gud_sim *s, const char *function, const int *inputs, int n, const double *values)
{
    if (n < 0 || (n > 0 && (!inputs || !values)))
        return gud_fail(&s->error, GUD_ERR_USE, "%s: NULL, or a negative number of inputs", function);
    for (int i = 0; i < n; i++)
        if (inputs[i] < 0 || inputs[i] >= s->model->ninput)
            return gud_fail(&s->error, GUD_ERR_USE, "%s: there is no input %d; there are %d", function, inputs[i],
                            s->model->ninput);
    return GUD_OK;
}

static gud_status check_values(gud_sim *s, const int *inputs, int n, const double *values)
{
    for (int i = 0; i < n; i++) {
        const gud_scalar *in = &s->model->input[inputs[i]];
        if (isfinite(values[i]) && values[i] >= in->low && values[i] <= in->high) continue;
        return gud_fail(&s->error, GUD_ERR_INPUT, "input '%s' = %g %s is outside [%g, %g]", in->name, values[i],
                        in->unit, in->low, in->high);
    }
    return GUD_OK;
}

gud_status gud_sim_set(gud_sim *s, const int *inputs, int n, const double *values)
{
    if (!s) return GUD_ERR_USE;
    GUD_TRY(check_inputs(s, "gud_sim_set", inputs, n, values));
    GUD_TRY(check_values(s, inputs, n, values));
    const gud_session *session = s->session;
    if (!session || !session->started) {
        for (int i = 0; i < n; i++) s->state.input[inputs[i]] = values[i];
        return GUD_OK;
    }
    gud_blas_enter();
    const gud_status st = gud_inputs_set(s, n, inputs, values);
    gud_blas_leave();
    gud_session_moved(s);
    return st;
}

gud_status gud_sim_get(gud_sim *s, const int *inputs, int n, double *values)
{
    if (!s) return GUD_ERR_USE;
    GUD_TRY(check_inputs(s, "gud_sim_get", inputs, n, values));
    for (int i = 0; i < n; i++) values[i] = s->state.input[inputs[i]];
    return GUD_OK;
}

// ---- forces of the program

static int force_of(const gud_model *m, int item)
{
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].name[0] && item-- == 0) return i;
    return -1;
}

gud_status gud_sim_user_force(gud_sim *s, int force, gud_force_callback callback, void *user)
{
    if (!s) return GUD_ERR_USE;
    GUD_TRY(gud_session_free_to_move(s, "gud_sim_user_force"));
    const int i = force_of(s->model, force);
    if (!callback || i < 0 || s->model->force[i].law != &gud_force_user)
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_user_force: NULL, or force %d is not of `type: user`", force);
    gud_user_force_set(s->work.force_params[i], &(gud_user_force){callback, user});
    if (s->session) ((gud_session *)s->session)->started = false; // its accelerations are those of another force
    return GUD_OK;
}

// ---- steps

// tells who watches of the step that was just accepted
static gud_status call_back(gud_sim *s)
{
    gud_session *n = s->session;
    if (!n->callback) return GUD_OK;
    const double *row = n->nwatched > 0 ? gud_session_row(s) : NULL;
    for (int i = 0; i < n->nwatched; i++) n->watched_values[i] = row[n->watched[i]];
    n->busy = true;
    const int stop = n->callback(n->user, s, s->state.clock.t, n->watched_values);
    n->busy = false;
    return stop ? gud_fail(&s->error, GUD_ERR_INTERRUPT, "stopped at t = %.9g s by the callback", s->state.clock.t)
                : GUD_OK;
}

static bool at_end(const gud_sim *s)
{
    const gud_session *n = s->session;
    return !n->endless && gud_run_finished(s);
}

static double end_of_run(const gud_sim *s)
{
    const gud_run_settings *run = &s->model->run;
    const gud_session *n = s->session;
    if (n->endless) return (double)INFINITY;
    return run->until_coordinate < 0 ? run->until : (double)INFINITY;
}

static gud_status observe(void *user, gud_sim *s)
{
    const double *t_end = user;
    gud_session_observe(s, s->next.clock.t >= *t_end);
    return GUD_OK;
}

// one step to t_end at the latest; a call that advances ends with it if it comes to `last`
static gud_status take_step(gud_sim *s, double t_end, double last)
{
    gud_session_moved(s);
    const gud_status st = gud_run_step(s, t_end, observe, &last);
    return st == GUD_OK ? call_back(s) : st;
}

static gud_status take_steps(gud_sim *s, double t_end)
{
    const double last = fmin(t_end, end_of_run(s));
    while (s->state.clock.t < t_end) {
        if (at_end(s)) return GUD_END;
        GUD_TRY(take_step(s, last, last));
    }
    return GUD_OK;
}

static gud_status ready_to_move(gud_sim *s, const char *function)
{
    GUD_TRY(gud_session_ready(s, function));
    return gud_session_free_to_move(s, function);
}

gud_status gud_sim_endless(gud_sim *s, bool endless)
{
    GUD_TRY(ready_to_move(s, "gud_sim_endless"));
    if (s->model->run.analysis == GUD_STATICS)
        return gud_fail(&s->error, GUD_ERR_INPUT, "an equilibrium (analysis: statics) has no time to advance");
    ((gud_session *)s->session)->endless = endless;
    return GUD_OK;
}

gud_status gud_sim_step(gud_sim *s)
{
    GUD_TRY(ready_to_move(s, "gud_sim_step"));
    if (at_end(s)) return GUD_END;
    gud_blas_enter();
    const gud_status st = take_step(s, end_of_run(s), 0.0);
    gud_blas_leave();
    return st;
}

gud_status gud_sim_advance(gud_sim *s, double t)
{
    GUD_TRY(ready_to_move(s, "gud_sim_advance"));
    if (!(t >= s->state.clock.t))
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_advance: t = %.9g s is before the current time %.9g s", t,
                        s->state.clock.t);
    gud_blas_enter();
    const gud_status st = take_steps(s, t);
    gud_blas_leave();
    return st;
}

// ---- to a value of a coordinate

// A step that would pass the value is not committed: a search for the step that ends there follows, each try of which
// is given up, too, and then that step is taken.
typedef struct approach {
    int coordinate;
    double value;
    double close;   // what counts as there
    bool searching; // no step is kept
    bool refused;   // the last one was not
    double end;     // s, where the last one ended, and what it lacked to the value there
    double lack;
} approach;

static double lack_of(const approach *a, const gud_state *at)
{
    return a->value - at->coordinate[a->coordinate];
}

static gud_status look_ahead(void *user, gud_sim *s)
{
    approach *a = user;
    a->end = s->next.clock.t;
    a->lack = lack_of(a, &s->next);
    const bool passes = fabs(a->lack) > a->close && lack_of(a, &s->state) * a->lack < 0.0;
    a->refused = a->searching || passes;
    if (!a->refused) gud_session_observe(s, fabs(a->lack) <= a->close);
    return a->refused ? GUD_ERR_INTERRUPT : GUD_OK;
}

static gud_status try_end(gud_sim *s, approach *a, double end)
{
    a->refused = false;
    return gud_run_step(s, end, look_ahead, a);
}

// The end of a step from here that lands on the value, between here and a->end; or an earlier event, where the step is
// cut anyway.
static gud_status search_end(gud_sim *s, approach *a, double *end)
{
    const double t = s->state.clock.t, before = lack_of(a, &s->state), precision = 1e-12; // of the step
    gud_root root;
    GUD_TRY(gud_root_init(&root, t, before, a->end, a->lack, precision * (a->end - t)));
    while (!gud_root_done(&root)) {
        *end = gud_root_next(&root);
        const gud_status st = try_end(s, a, *end);
        if (!a->refused) return st;
        const bool cut = a->end != *end, passed = before * a->lack < 0.0;
        if (fabs(a->lack) <= a->close || (cut && !passed)) return GUD_OK;
        GUD_TRY(cut ? gud_root_init(&root, t, before, a->end, a->lack, precision * (a->end - t))
                    : gud_root_feed(&root, a->lack));
    }
    *end = gud_root_best(&root);
    a->close = (double)INFINITY; // as close as a step can come
    return GUD_OK;
}

static gud_status step_towards(gud_sim *s, approach *a)
{
    gud_session_moved(s);
    gud_status st = try_end(s, a, end_of_run(s));
    if (a->refused) {
        double end;
        a->searching = true;
        st = search_end(s, a, &end);
        a->searching = false;
        if (st == GUD_OK) st = try_end(s, a, end);
    }
    return st == GUD_OK ? call_back(s) : st;
}

static gud_status advance_to(gud_sim *s, approach *a)
{
    while (fabs(lack_of(a, &s->state)) > a->close) {
        if (at_end(s)) return GUD_END;
        GUD_TRY(step_towards(s, a));
    }
    return GUD_OK;
}

gud_status gud_sim_advance_to(gud_sim *s, int coordinate, double value)
{
    GUD_TRY(ready_to_move(s, "gud_sim_advance_to"));
    const gud_model *m = s->model;
    if (coordinate < 0 || coordinate >= m->ncoordinate || !isfinite(value))
        return gud_fail(&s->error, GUD_ERR_USE,
                        "gud_sim_advance_to: the model has no coordinate %d, or %g is not finite", coordinate, value);
    const double size = gud_gauge_is_angle(&m->coordinate[coordinate].gauge) ? 1.0 : m->length;
    approach a = {.coordinate = coordinate, .value = value, .close = 1e-11 * fmax(size, fabs(value))};
    gud_blas_enter();
    const gud_status st = advance_to(s, &a);
    gud_blas_leave();
    return st;
}

// ---- equilibrium

// on failure the state is put back
static gud_status find_equilibrium(gud_sim *s, gud_state *before)
{
    const gud_status st = gud_start_at_rest(s);
    if (st == GUD_OK) {
        settle_row(s);
        return GUD_OK;
    }
    gud_state_copy(&s->state, before); // its values are still those of the row
    gud_work_forget(s);
    return st;
}

gud_status gud_sim_equilibrium(gud_sim *s)
{
    GUD_TRY(ready_to_move(s, "gud_sim_equilibrium"));
    gud_state before; // the search uses s->next itself
    if (gud_state_create(s->model, &before) != GUD_OK) return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    gud_state_copy(&before, &s->state);
    gud_blas_enter();
    const gud_status st = find_equilibrium(s, &before);
    gud_blas_leave();
    gud_state_free(&before);
    return st;
}
