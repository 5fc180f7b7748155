// Studies by the public interface: threads that take one run after the other.

#include "base/alloc.h"
#include "lib/diagnostics.h"
#include "model/compile.h"
#include "num/blas.h"
#include "step/simulate.h"
#include "sweep/seek.h"
#include "sweep/sweep.h"

#include <gudgeon/gudgeon.h>

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct study_run {
    gud_run_end end;
    char *text;      // of a failure; NULL without memory for it
    const char *why; // it failed; NULL: it did not
    gud_sweep_table table;
} study_run;

struct gud_open_study {
    gud_study *study; // of a search that has ended: that of all its runs
    gud_study *first; // of a search: as it was read; NULL before it has ended
    bool plugins;
    study_run *runs;
    int room; // of runs; a search has fewer
};

// what threads share; the lock guards all of it but the runs, each of which belongs to one thread
typedef struct crew {
    gud_open_study *own;
    pthread_mutex_t lock;
    pthread_cond_t news; // a thread has ended
    int next, ended, nworking;
    double going; // sum of the fractions of runs that go on
    bool stop;
    bool unready; // a thread had no memory to begin with
} crew;

typedef struct worker {
    crew *crew;
    pthread_t thread;
    int run;
    double fraction;   // of its run
    gud_shared shared; // by its runs
    gud_rough_store rough;
} worker;

// ---- life

gud_status gud_study_open(const char *path, const char *text, unsigned flags, gud_open_study **out,
                          gud_diagnostics **why)
{
    if (why) *why = NULL;
    if (!out) return GUD_ERR_USE;
    *out = NULL;
    if (!path || flags & ~(unsigned)GUD_LOAD_PLUGINS) return GUD_ERR_USE;
    gud_diag diag;
    gud_diag_init(&diag);
    gud_open_study *s = gud_alloc(1, sizeof *s);
    gud_status st = s ? gud_study_read(path, text, &diag, &s->study) : GUD_ERR_MEMORY;
    if (st == GUD_OK) {
        const gud_goals *goals = &s->study->goals;
        s->plugins = flags & GUD_LOAD_PLUGINS;
        s->room = goals->count > 0 ? goals->runs + GUD_SEARCH_FIRST + GUD_SEARCH_BATCH : s->study->nrun;
        s->runs = gud_alloc((size_t)s->room, sizeof *s->runs);
        if (!s->runs) st = GUD_ERR_MEMORY;
    }
    st = gud_diagnostics_make(&diag, st, why);
    gud_diag_free(&diag);
    if (st == GUD_OK)
        *out = s;
    else
        gud_study_close(s);
    return st;
}

static void forget_run(study_run *run)
{
    gud_free(run->text);
    gud_sweep_table_free(&run->table);
    *run = (study_run){.end = GUD_RUN_WAITING};
}

void gud_study_close(gud_open_study *s)
{
    if (!s) return;
    for (int i = 0; s->runs && i < s->room; i++) forget_run(&s->runs[i]);
    gud_free(s->runs);
    gud_study_free(s->study);
    gud_study_free(s->first);
    gud_free(s);
}

int gud_study_count(const gud_open_study *s)
{
    return s ? s->study->nrun : 0;
}

const char *gud_study_failure(const gud_open_study *s, int run)
{
    if (!s || run < 0 || run >= s->study->nrun || s->runs[run].end == GUD_RUN_WAITING) return NULL;
    return s->runs[run].why ? s->runs[run].why : "";
}

// ---- one run

static bool report_fraction(void *user, double fraction, double position, long steps)
{
    worker *w = user;
    (void)position, (void)steps;
    (void)pthread_mutex_lock(&w->crew->lock);
    w->crew->going += fraction - w->fraction;
    w->fraction = fraction;
    const bool stop = w->crew->stop;
    (void)pthread_mutex_unlock(&w->crew->lock);
    return stop;
}

static gud_status take_result(void *user, const gud_result *result, gud_error *error)
{
    worker *w = user;
    const gud_open_study *s = w->crew->own;
    return gud_sweep_tabulate_run(s->study, result, w->run, error, &s->runs[w->run].table);
}

// one of the two, and what the file describes: a model, or the sheet of a component, which is computed then
static gud_status load_run(const worker *w, gud_diag *diag, gud_model **m, void **sheet)
{
    const gud_open_study *s = w->crew->own;
    const int run = w->run;
    const char **set = gud_alloc((size_t)gud_study_sets(s->study, run, NULL) + 1, sizeof *set);
    *m = NULL;
    *sheet = NULL;
    if (!set) return GUD_ERR_MEMORY;
    const gud_origin origin = {.path = gud_study_model(s->study, run),
                               .set = set,
                               .nset = gud_study_sets(s->study, run, set),
                               .plugins = s->plugins,
                               .shared = &w->shared};
    const gud_component *component = s->study->component;
    const gud_status st =
        component ? gud_component_make(component, &origin, diag, sheet) : gud_model_from(&origin, diag, m);
    gud_free(set);
    gud_study_locate(s->study, run, diag);
    return st;
}

static void keep_failure(study_run *run, const char *text)
{
    const size_t size = strlen(text) + 1;
    run->end = GUD_RUN_FAILED;
    run->text = gud_alloc(size, 1);
    if (run->text) memcpy(run->text, text, size);
    run->why = run->text ? run->text : "out of memory";
}

static void simulate_run(worker *w, const gud_model *m)
{
    study_run *run = &w->crew->own->runs[w->run];
    const gud_simulate_options options = {.take = take_result, .progress = report_fraction, .user = w};
    gud_simulate_report report;
    gud_error error = {""};
    const gud_status st = gud_simulate(m, &options, &error, &report);
    if (st == GUD_OK) run->end = GUD_RUN_DONE;
    if (st < 0 && st != GUD_ERR_INTERRUPT) keep_failure(run, error.text[0] ? error.text : gud_status_text(st));
}

// the numbers of a component that does not run in time
static gud_status take_sheet(const worker *w, const void *sheet, gud_error *error)
{
    const gud_open_study *s = w->crew->own;
    gud_part_number *numbers = NULL;
    gud_buffer text;
    int n = 0;
    gud_buffer_init(&text);
    gud_part_write(sheet, &text);
    gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                : gud_part_parse(gud_buffer_text(&text), error, &numbers, &n);
    for (int c = 0; c < s->study->channels.count && st == GUD_OK; c++)
        st = gud_sweep_tabulate_numbers(s->study, c, numbers, n, w->run, error, &s->runs[w->run].table);
    gud_free(numbers);
    gud_buffer_free(&text);
    return st;
}

static void finish_sheet(const worker *w, void *sheet)
{
    const gud_component *component = w->crew->own->study->component;
    study_run *run = &w->crew->own->runs[w->run];
    gud_error error = {""};
    gud_status st;
    if (component->runs && component->runs(sheet))
        st = gud_fail(&error, GUD_ERR_INPUT, "a load cycle leaves files: use `gudgeon sweep`");
    else
        st = take_sheet(w, sheet, &error);
    if (st == GUD_OK)
        run->end = GUD_RUN_DONE;
    else
        keep_failure(run, error.text);
}

static void do_run(worker *w)
{
    const gud_open_study *s = w->crew->own;
    gud_model *m;
    void *sheet;
    gud_diag diag;
    gud_diag_init(&diag);
    gud_blas_enter();
    const gud_status st = load_run(w, &diag, &m, &sheet);
    if (st == GUD_OK && sheet) {
        finish_sheet(w, sheet);
    } else if (st == GUD_OK) {
        simulate_run(w, m);
    } else {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_diag_write(&diag, &text);
        keep_failure(&s->runs[w->run], text.size > 0 ? gud_buffer_text(&text) : gud_status_text(st));
        gud_buffer_free(&text);
    }
    gud_blas_leave();
    gud_model_free(m);
    gud_component_free(sheet);
    gud_diag_free(&diag);
}

// ---- all of them

static bool next_run(worker *w)
{
    crew *c = w->crew;
    (void)pthread_mutex_lock(&c->lock);
    const bool more = !c->stop && c->next < c->own->study->nrun;
    if (more) w->run = c->next++;
    w->fraction = 0.0;
    (void)pthread_mutex_unlock(&c->lock);
    return more;
}

static void *work(void *user)
{
    worker *w = user;
    crew *c = w->crew;
    gud_error error;
    w->shared.rough = &w->rough;
    const bool ready = gud_units_create(&error, &w->shared.units) == GUD_OK;
    while (ready && next_run(w)) {
        do_run(w);
        (void)pthread_mutex_lock(&c->lock);
        c->going -= w->fraction;
        c->ended += c->own->runs[w->run].end != GUD_RUN_WAITING;
        (void)pthread_mutex_unlock(&c->lock);
    }
    gud_units_free(w->shared.units);
    gud_rough_store_clear(&w->rough);
    (void)pthread_mutex_lock(&c->lock);
    c->unready = c->unready || !ready;
    c->nworking--;
    (void)pthread_cond_signal(&c->news);
    (void)pthread_mutex_unlock(&c->lock);
    return NULL;
}

// signals of the program go to its own threads
static int start_workers(crew *c, worker *workers, int n)
{
    sigset_t all, before;
    int started = 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < n; i++) {
        workers[i].crew = c;
        c->nworking++;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            c->nworking--;
            break;
        }
        started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void wait_a_little(crew *c)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&c->news, &c->lock, &until);
}

// the lock is taken, but while the program is asked
static void wait_for_workers(crew *c, gud_study_progress progress, void *user)
{
    while (c->nworking > 0) {
        wait_a_little(c);
        const int ended = c->ended;
        const double done = (ended + c->going) / c->own->study->nrun, fraction = fmin(fmax(done, 0.0), 1.0); // rounding
        (void)pthread_mutex_unlock(&c->lock);
        const bool stop = progress && progress(user, ended, fraction) != 0;
        (void)pthread_mutex_lock(&c->lock);
        c->stop = c->stop || stop;
    }
}

static gud_status run_all(crew *c, int threads, gud_study_progress progress, void *user)
{
    worker *workers = gud_alloc((size_t)threads, sizeof *workers);
    if (!workers) return GUD_ERR_MEMORY;
    (void)pthread_mutex_lock(&c->lock);
    const int started = start_workers(c, workers, threads);
    wait_for_workers(c, progress, user);
    (void)pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < started; i++) (void)pthread_join(workers[i].thread, NULL);
    gud_free(workers);
    if (started == 0 || c->unready) return GUD_ERR_MEMORY;
    return c->ended < c->own->study->nrun ? GUD_ERR_INTERRUPT : GUD_OK;
}

static int thread_count(int wanted, int nrun)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int n = wanted > 0 ? wanted : processors > 0 && processors < 256 ? (int)processors : 1;
    return n < nrun ? n : nrun;
}

static gud_status run_study(gud_open_study *s, int threads, gud_study_progress progress, void *user)
{
    crew c = {.own = s};
    if (pthread_mutex_init(&c.lock, NULL) != 0) return GUD_ERR_MEMORY;
    if (pthread_cond_init(&c.news, NULL) != 0) {
        (void)pthread_mutex_destroy(&c.lock);
        return GUD_ERR_MEMORY;
    }
    const gud_status st = run_all(&c, thread_count(threads, s->study->nrun), progress, user);
    (void)pthread_cond_destroy(&c.news);
    (void)pthread_mutex_destroy(&c.lock);
    return st;
}

// lines of all runs, in their order
static bool gather(const gud_open_study *s, gud_sweep_table *all, gud_run_end *ends)
{
    for (int i = 0; i < s->study->nrun; i++) all->room += s->runs[i].table.count; // names stay with the runs
    all->lines = gud_alloc((size_t)all->room + 1, sizeof *all->lines);
    if (!all->lines) return false;
    for (int i = 0; i < s->study->nrun; i++) {
        const gud_sweep_table *t = &s->runs[i].table;
        ends[i] = s->runs[i].end;
        if (ends[i] != GUD_RUN_DONE || t->count == 0) continue;
        memcpy(all->lines + all->count, t->lines, (size_t)t->count * sizeof *t->lines);
        all->count += t->count;
    }
    return true;
}

// ---- searches

typedef struct search {
    gud_open_study *own;
    int threads, ended; // runs of earlier rounds
    gud_study_progress progress;
    void *user;
    bool stop; // the program wants no further rounds
} search;

static int report_round(void *user, int ended, double fraction)
{
    search *s = user;
    const int most = s->own->study->goals.runs, all = s->ended + ended;
    (void)fraction; // of the round
    if (s->progress && s->progress(s->user, all, fmin(1.0, (double)all / most)) != 0) s->stop = true;
    return s->stop;
}

// the runs of a round become the next ones of the whole
static gud_status compute_round(void *user, const gud_study *round, gud_sweep_table *table, gud_error *error)
{
    search *s = user;
    gud_study copy = *round;
    gud_open_study part = {
        .study = &copy, .plugins = s->own->plugins, .runs = s->own->runs + s->ended, .room = round->nrun};
    gud_run_end *ends = gud_alloc((size_t)round->nrun, sizeof *ends);
    gud_status st = ends ? run_study(&part, s->threads, report_round, s) : GUD_ERR_MEMORY;
    if (st == GUD_OK && !gather(&part, table, ends)) st = GUD_ERR_MEMORY;
    for (int i = 0; i < round->nrun && st == GUD_OK; i++)
        for (int k = 0; k < part.runs[i].table.count; k++) part.runs[i].table.lines[k].run += s->ended;
    s->ended += round->nrun;
    gud_free(ends);
    if (st == GUD_OK && s->stop) st = GUD_ERR_INTERRUPT;
    return st < 0 ? gud_fail(error, st, "%s", gud_status_text(st)) : GUD_OK;
}

static gud_status run_search(gud_open_study *s, int threads, gud_study_progress progress, void *user)
{
    search all = {.own = s, .threads = threads, .progress = progress, .user = user};
    gud_error error;
    gud_study *found;
    GUD_TRY(gud_seek_run(s->study, compute_round, &all, &error, &found));
    s->first = s->study;
    s->study = found;
    return GUD_OK;
}

gud_status gud_study_run(gud_open_study *s, int threads, gud_study_progress progress, void *user)
{
    if (!s || threads < 0 || threads > 256) return GUD_ERR_USE;
    for (int i = 0; i < s->room; i++) forget_run(&s->runs[i]);
    if (s->first) { // again from the beginning
        gud_study_free(s->study);
        s->study = s->first;
        s->first = NULL;
    }
    return s->study->goals.count > 0 ? run_search(s, threads, progress, user) : run_study(s, threads, progress, user);
}

// ---- the table

char *gud_study_table(const gud_open_study *s, bool json)
{
    if (!s) return NULL;
    gud_sweep_table all = {0};
    gud_buffer text;
    gud_buffer_init(&text);
    gud_run_end *ends = gud_alloc((size_t)s->study->nrun, sizeof *ends);
    const gud_sweep sweep = {.study = s->study, .ends = ends};
    char *out = NULL;
    if (ends && gather(s, &all, ends)) {
        (json ? gud_sweep_table_json : gud_sweep_table_csv)(&sweep, &all, &text);
        out = text.failed ? NULL : gud_alloc(text.size + 1, 1);
        if (out) memcpy(out, gud_buffer_text(&text), text.size + 1);
    }
    gud_buffer_free(&text);
    gud_sweep_table_free(&all);
    gud_free(ends);
    return out;
}
