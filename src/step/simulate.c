#include "step/simulate.h"

#include "base/alloc.h"
#include "base/team.h"
#include "model/cycle.h"
#include "out/checkpoint.h"
#include "out/draft.h"
#include "out/recorder.h"
#include "step/control.h"
#include "step/periodic.h"
#include "step/remarks.h"
#include "step/watch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { steps_between_looks = 16, rows_between_looks = 4096 };

typedef struct {
    const gud_model *m;
    const gud_simulate_options *options;
    gud_error *error;
    gud_sim *s;
    gud_record *record;
    gud_recorder *recorder;
    char checkpoint[4096]; // path
    double saved;          // s, when the last checkpoint was written
    gud_state mark;        // the state from which a resumed run repeats to the bit, reached last
    uint64_t marked;       // where the log was then
    long nrecord;
    gud_watch watch;
    gud_periodic periodic; // of a run until the motion is periodic
    double compared;       // the coordinate after which cycles are compared next
} run;

static double seconds(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double position(const run *r, const gud_state *at)
{
    const int c = r->m->run.until_coordinate;
    return c >= 0 ? at->coordinate[c] : at->clock.t;
}

// now and then: what was recorded goes to the disk, and the user is asked whether to go on
static gud_status check_in(run *r, const gud_state *at)
{
    const gud_simulate_options *o = r->options;
    GUD_TRY(gud_recorder_tend(r->recorder, r->error));
    if (o->progress && o->progress(o->user, gud_run_fraction(r->s), position(r, at), (long)at->clock.nstep))
        return gud_fail(r->error, GUD_ERR_INTERRUPT, "ended at t = %g s", at->clock.t);
    const gud_status st = gud_watch_look(&r->watch, r->s, &at->clock, r->error);
    if (st == GUD_ERR_NUMERIC) r->s->error = *r->error;
    const char *remark = gud_watch_remark(&r->watch);
    if (remark && o->remark) o->remark(o->user, remark);
    return st;
}

// Records that are counted in one unit and a run that ends in another: a slip must not fill the disk.
static gud_status check_records(const run *r)
{
    const double fewest = 1e6, most = 1e8;
    const gud_clock *clock = &r->s->state.clock;
    const double from = r->m->run.until_coordinate >= 0 ? clock->until_from : 0.0;
    const double done = (position(r, &r->s->next) - from) / (r->m->run.until - from);
    const double total = (double)r->nrecord / fmax(done, DBL_MIN);
    if (r->m->record.every <= 0.0 || (double)r->nrecord < fewest || r->watch.swings || total <= most) return GUD_OK;
    return gud_fail(r->error, GUD_ERR_NUMERIC,
                    "record.every makes about %.1e records until the end; at most %.0e are possible: use a larger one",
                    total, most);
}

static gud_status write_row(void *user, const double *row)
{
    run *r = user;
    r->nrecord++;
    const gud_status st = gud_recorder_append(r->recorder, row, r->error);
    const char *trouble = gud_record_trouble(r->record);
    if (st == GUD_ERR_NUMERIC && trouble[0]) return gud_fail(r->error, st, "%s", trouble);
    GUD_TRY(st);
    if (r->nrecord % rows_between_looks != 0) return GUD_OK;
    GUD_TRY(check_records(r));
    return check_in(r, &r->s->state);
}

static gud_status write_log(void *user, int channel, double time, const double *values)
{
    run *r = user;
    return gud_recorder_append_field(r->recorder, channel, time, values, r->error);
}

// s->state may be restarted from here to the bit: work was just forgotten
static void mark(run *r)
{
    gud_state_copy(&r->mark, &r->s->state);
    r->marked = gud_recorder_position(r->recorder);
}

static gud_status save_checkpoint(run *r)
{
    const gud_state *now = &r->mark;
    if (!r->options->folder) return GUD_OK;
    const size_t bytes = now->count * sizeof(double);
    gud_checkpoint c = {.model = r->m->hash,
                        .steps = (uint64_t)now->clock.nstep,
                        .time = now->clock.t,
                        .log_position = r->marked,
                        .size = sizeof now->clock + bytes};
    c.state = gud_alloc(1, c.size);
    if (!c.state) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory for a checkpoint");
    memcpy(c.state, &now->clock, sizeof now->clock);
    memcpy((char *)c.state + sizeof now->clock, now->block, bytes);
    gud_status st = gud_recorder_sync(r->recorder, r->error);
    if (st == GUD_OK) st = gud_checkpoint_save(r->checkpoint, &c, r->error);
    gud_checkpoint_free(&c);
    r->saved = seconds(CLOCK_MONOTONIC);
    return st;
}

static gud_status observe(void *user, gud_sim *s)
{
    run *r = user;
    GUD_TRY(gud_record_step(r->record, s, write_row, r));
    GUD_TRY(gud_record_logs(r->record, s, write_log, r));
    GUD_TRY(gud_record_maps(r->record, s, write_log, r));
    return s->next.clock.nstep % steps_between_looks == 0 ? check_in(r, &s->next) : GUD_OK;
}

// Has another cycle come to its end, and does it repeat the one before? Decided between pieces, so that a resumed run
// decides alike.
static gud_status check_periodic(run *r, bool *repeats)
{
    const gud_run_settings *set = &r->m->run;
    *repeats = false;
    if (set->repeat == 0.0 || fabs(position(r, &r->s->state) - r->s->state.clock.until_from) < r->compared)
        return GUD_OK;
    const double cycle = gud_model_cycle(r->m, set->until_coordinate);
    GUD_TRY(gud_recorder_sync(r->recorder, r->error));
    gud_result *result;
    GUD_TRY(r->options->folder ? gud_result_open(r->options->folder, r->error, &result)
                               : gud_recorder_view(r->recorder, r->error, &result));
    const gud_status st = gud_periodic_compare(r->m, result, r->error, &r->periodic);
    gud_result_close(result);
    GUD_TRY(st);
    r->compared = cycle * (r->periodic.cycles + 1);
    *repeats = r->periodic.drift < set->repeat;
    return GUD_OK;
}

// steps in pieces between the instants at which work is forgotten, so that checkpoints lie there
static gud_status step_through(run *r)
{
    gud_sim *s = r->s;
    r->saved = seconds(CLOCK_MONOTONIC);
    while (!gud_run_finished(s)) {
        mark(r);
        if (seconds(CLOCK_MONOTONIC) - r->saved > r->m->record.checkpoint) GUD_TRY(save_checkpoint(r));
        const gud_status st = gud_run_piece(s, observe, r);
        if (st != GUD_OK) {
            if (st != GUD_ERR_INTERRUPT && st != GUD_ERR_IO && s->error.text[0]) *r->error = s->error;
            if (st == GUD_ERR_INTERRUPT) GUD_TRY(save_checkpoint(r));
            return st;
        }
        GUD_TRY(gud_record_settle(r->record, write_row, r));
        bool repeats;
        GUD_TRY(check_periodic(r, &repeats));
        if (repeats) break;
    }
    return gud_record_state(r->record, s, write_row, r);
}

// what an earlier run has left in the folder, which is ours now
static gud_status remove_earlier(const run *r)
{
    char summary[GUD_PATH_SIZE];
    GUD_TRY(gud_path_join(summary, r->options->folder, "summary.json", r->error));
    (void)unlink(r->checkpoint);
    (void)unlink(summary);
    return GUD_OK;
}

static gud_status create_record(run *r)
{
    if (gud_record_create(r->s, &r->record) != GUD_OK) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
    return gud_record_watch(r->record, r->m, r->error);
}

static gud_status start(run *r)
{
    const gud_status st = gud_start(r->s);
    if (st != GUD_OK) {
        *r->error = r->s->error;
        return st;
    }
    GUD_TRY(gud_watch_start(&r->watch, r->s, r->error));
    GUD_TRY(create_record(r));
    const gud_layout *layout = gud_record_layout(r->record);
    GUD_TRY(r->options->folder ? gud_recorder_create(r->options->folder, layout, r->error, &r->recorder)
                               : gud_recorder_create_memory(layout, r->error, &r->recorder));
    if (r->options->folder) GUD_TRY(remove_earlier(r));
    // beside the stepping only where films leave a core to it: they would wait for each other
    gud_recorder_pack(r->recorder, gud_thread_count(r->options->threads) > gud_team_size(r->s->work.team));
    GUD_TRY(gud_record_state(r->record, r->s, write_row, r));
    gud_work_forget(r->s);
    return GUD_OK;
}

static gud_status resume(run *r)
{
    gud_state *now = &r->s->state;
    gud_checkpoint c = {0};
    const size_t bytes = now->count * sizeof(double);
    GUD_TRY(gud_checkpoint_load(r->checkpoint, r->m->hash, r->error, &c));
    if (c.size != sizeof now->clock + bytes) {
        gud_checkpoint_free(&c);
        return gud_fail(r->error, GUD_ERR_INPUT, "%s: made by another version of gudgeon", r->checkpoint);
    }
    memcpy(&now->clock, c.state, sizeof now->clock);
    memcpy(now->block, (const char *)c.state + sizeof now->clock, bytes);
    const uint64_t log_position = c.log_position;
    gud_checkpoint_free(&c);
    GUD_TRY(create_record(r));
    GUD_TRY(gud_watch_start(&r->watch, r->s, r->error));
    GUD_TRY(gud_recorder_resume(r->options->folder, log_position, r->error, &r->recorder));
    gud_work_forget(r->s);
    return GUD_OK;
}

// the result of a run in memory goes to who asked for it
static gud_status hand_over(run *r)
{
    gud_result *result;
    GUD_TRY(gud_recorder_view(r->recorder, r->error, &result));
    const gud_status st = r->options->take(r->options->user, result, r->error);
    gud_result_close(result);
    return st;
}

static gud_status finish(run *r, gud_simulate_report *report)
{
    if (!r->options->folder) return hand_over(r);
    const gud_clock *c = &report->clock;
    gud_entry counters[11 + GUD_NLIMIT] = {
        {"steps", NULL, (double)c->nstep},     {"rejected", NULL, (double)c->nreject},
        {"newton", NULL, (double)c->nnewton},  {"factorisations", NULL, (double)c->nfactor},
        {"events", NULL, (double)c->nevent},   {"drift_position", NULL, c->drift[0]},
        {"drift_velocity", NULL, c->drift[1]}, {"energy_error", NULL, report->energy_error},
        {"cpu_s", NULL, report->cpu},          {"wall_s", NULL, report->wall},
        {"remarks", report->remarks, 0.0},
    };
    for (int i = 0; i < GUD_NLIMIT; i++)
        counters[11 + i] = (gud_entry){gud_step_limits[i], NULL, (double)c->nlimited[i]};
    gud_recorder *recorder = r->recorder;
    r->recorder = NULL;
    GUD_TRY(gud_recorder_finish(recorder, counters, GUD_COUNT(counters), r->error));
    (void)unlink(r->checkpoint);
    return GUD_OK;
}

static void remark_periodic(const run *r, gud_simulate_report *report)
{
    const gud_periodic *p = &r->periodic;
    const double wanted = r->m->run.repeat;
    if (wanted == 0.0) return;
    (void)snprintf(report->remarks, sizeof report->remarks,
                   "%s after %d cycles: %s differs from the previous cycle by %.2g %% of its range (repeat: %g %%)\n",
                   p->drift < wanted ? "periodic" : "not periodic", p->cycles, p->channel, 100.0 * p->drift,
                   100.0 * wanted);
}

static gud_status simulate(run *r, gud_simulate_report *report)
{
    const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    if (gud_state_create(r->m, &r->mark) != GUD_OK) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(r->options->resume ? resume(r) : start(r));
    GUD_TRY(step_through(r));
    report->clock = r->s->state.clock;
    report->hash = gud_state_hash(&r->s->state);
    report->energy_error = gud_energy_error(r->s, &r->s->state);
    remark_periodic(r, report);
    const size_t used = strlen(report->remarks);
    gud_remarks_collect(r->s, report->energy_error, report->remarks + used, sizeof report->remarks - used);
    report->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    report->wall = seconds(CLOCK_MONOTONIC) - wall;
    report->nrecord = r->nrecord;
    return finish(r, report);
}

gud_status gud_simulate(const gud_model *m, const gud_simulate_options *options, gud_error *error,
                        gud_simulate_report *report)
{
    run r = {.m = m, .options = options, .error = error};
    *report = (gud_simulate_report){0};
    const char *folder = options->folder ? options->folder : "";
    const int n = snprintf(r.checkpoint, sizeof r.checkpoint, "%s/%s", folder, GUD_CHECKPOINT_NAME);
    if (n < 0 || n >= (int)sizeof r.checkpoint)
        return gud_fail(error, GUD_ERR_INPUT, "the name of the folder is too long");
    gud_status st = gud_sim_create(m, &r.s);
    if (st != GUD_OK) return gud_fail(error, st, "out of memory");
    gud_sim_share(r.s, options->threads);
    st = simulate(&r, report);
    if (r.recorder) { // given up: what is there stays readable
        gud_error closing;
        report->clock = r.s->state.clock;
        (void)gud_recorder_close(r.recorder, &closing);
    }
    gud_state_free(&r.mark);
    gud_record_free(r.record);
    gud_sim_free(r.s);
    return st;
}
