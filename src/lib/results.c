// Runs into folders and their results by the public interface.

#include "base/alloc.h"
#include "lib/diagnostics.h"
#include "lib/session.h"
#include "num/blas.h"
#include "out/answer.h"
#include "out/claim.h"
#include "out/result.h"
#include "step/simulate.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

// ---- runs

typedef struct run_watch {
    gud_run_progress progress;
    void *user;
} run_watch;

static bool tell_progress(void *user, double fraction, double position, long steps)
{
    const run_watch *w = user;
    return w->progress && w->progress(w->user, fraction, position, steps) != 0;
}

static void fill_report(const gud_simulate_report *from, gud_run_report *to)
{
    *to = (gud_run_report){.counters = gud_counters_of(&from->clock),
                           .time = from->clock.t,
                           .energy_error = from->energy_error,
                           .cpu = from->cpu,
                           .wall = from->wall,
                           .hash = from->hash,
                           .records = from->nrecord};
    _Static_assert(sizeof to->remarks == sizeof from->remarks, "remarks have the same room");
    memcpy(to->remarks, from->remarks, sizeof to->remarks);
}

static gud_status claim_and_run(const gud_model *m, const gud_simulate_options *options, bool force, gud_error *error,
                                gud_simulate_report *report)
{
    gud_claim claim = {.fd = -1};
    GUD_TRY(gud_claim_take(&claim, options->folder, force, error));
    gud_blas_enter();
    const gud_status st = gud_simulate(m, options, error, report);
    gud_blas_leave();
    gud_claim_release(&claim);
    return st;
}

gud_status gud_model_run(const gud_model *m, const char *folder, unsigned flags, gud_run_progress progress, void *user,
                         gud_run_report *report, gud_diagnostics **why)
{
    if (why) *why = NULL;
    if (report) *report = (gud_run_report){0};
    if (!m || !folder || flags > (GUD_RUN_RESUME | GUD_RUN_FORCE)) return GUD_ERR_USE;
    run_watch watch = {progress, user};
    const gud_simulate_options options = {
        .folder = folder, .resume = flags & GUD_RUN_RESUME, .progress = tell_progress, .user = &watch};
    gud_simulate_report inside = {0};
    gud_error error = {"out of memory"};
    const gud_status st = claim_and_run(m, &options, flags & GUD_RUN_FORCE, &error, &inside);
    if (report) fill_report(&inside, report);
    return gud_diagnostics_of_error(&error, st, why);
}

// ---- reading

struct gud_results {
    gud_result *result;
    gud_error error;
};

gud_status gud_results_open(const char *path, gud_results **out, gud_diagnostics **why)
{
    if (why) *why = NULL;
    if (!out) return GUD_ERR_USE;
    *out = NULL;
    if (!path) return GUD_ERR_USE;
    gud_results *r = gud_alloc(1, sizeof *r);
    if (!r) return GUD_ERR_MEMORY;
    const gud_status st = gud_result_open(path, &r->error, &r->result);
    if (st == GUD_OK) {
        *out = r;
        return GUD_OK;
    }
    const gud_status told = gud_diagnostics_of_error(&r->error, st, why);
    gud_free(r);
    return told;
}

void gud_results_free(gud_results *r)
{
    if (!r) return;
    gud_result_close(r->result);
    gud_free(r);
}

const char *gud_results_error(const gud_results *r)
{
    return r ? r->error.text : "";
}

bool gud_results_ended(const gud_results *r)
{
    return r && gud_result_ended(r->result);
}

const char *gud_results_title(const gud_results *r)
{
    const char *title = r ? gud_result_meta(r->result)->title : NULL;
    return title ? title : "";
}

const char *gud_results_model(const gud_results *r)
{
    const char *model = r ? gud_result_meta(r->result)->model : NULL;
    return model ? model : "";
}

gud_status gud_results_entry(const gud_results *r, const char *key, double *number, const char **text)
{
    if (!r || !key) return GUD_ERR_USE;
    const gud_entry *entry = gud_result_counter(r->result, key);
    if (!entry) entry = gud_result_setting(r->result, key);
    if (!entry) return GUD_ERR_INPUT;
    if (number) *number = entry->text ? 0.0 : entry->number;
    if (text) *text = entry->text;
    return GUD_OK;
}

int gud_results_channel_count(const gud_results *r)
{
    return r ? gud_result_nchannel(r->result) : 0;
}

gud_status gud_results_channel(const gud_results *r, int i, gud_results_channel_info *out)
{
    if (!out || i < 0 || i >= gud_results_channel_count(r)) return GUD_ERR_USE;
    const gud_channel *c = gud_result_channel(r->result, i);
    const bool field = c->kind == GUD_CHANNEL_FIELD;
    *out = (gud_results_channel_info){.path = c->path,
                                      .unit = c->unit,
                                      .about = c->about ? c->about : "",
                                      .kind = c->kind,
                                      .width = c->width,
                                      .rows = field ? c->rows : 1,
                                      .columns = field ? c->cols : c->width,
                                      .components = c->components,
                                      .records = gud_result_count(r->result, i)};
    return GUD_OK;
}

static gud_status write_answer(const gud_result *result, gud_buffer *text, gud_error *error)
{
    gud_answer answer = {0};
    gud_json json;
    GUD_TRY(gud_scope_find(result, NULL, NULL, error, &answer.scope));
    GUD_TRY(gud_answer_make(result, NULL, 0, error, &answer));
    gud_json_init(&json, text, true);
    gud_json_open(&json, NULL, '{');
    gud_answer_write(&answer, result, &json);
    gud_json_close(&json);
    gud_answer_free(&answer);
    return text->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

gud_status gud_results_summary(gud_results *r, char **json)
{
    gud_buffer text;
    if (!json) return GUD_ERR_USE;
    *json = NULL;
    if (!r) return GUD_ERR_USE;
    gud_buffer_init(&text);
    const gud_status st = write_answer(r->result, &text, &r->error);
    if (st == GUD_OK)
        *json = text.data;
    else
        gud_buffer_free(&text);
    return st;
}

int gud_results_outline_count(const gud_results *r)
{
    return r ? gud_result_meta(r->result)->noutline : 0;
}

gud_status gud_results_outline(const gud_results *r, int i, gud_outline_info *out)
{
    if (!out) return GUD_ERR_USE;
    *out = (gud_outline_info){0};
    if (i < 0 || i >= gud_results_outline_count(r)) return GUD_ERR_USE;
    const gud_outline *o = &gud_result_meta(r->result)->outlines[i];
    *out = (gud_outline_info){o->body, o->npoint, o->points, o->names};
    return GUD_OK;
}

int gud_results_part_count(const gud_results *r)
{
    return r ? gud_result_meta(r->result)->npart : 0;
}

gud_status gud_results_part(const gud_results *r, int i, gud_part_info *out)
{
    if (!out) return GUD_ERR_USE;
    *out = (gud_part_info){0};
    if (i < 0 || i >= gud_results_part_count(r)) return GUD_ERR_USE;
    *out = gud_result_meta(r->result)->parts[i];
    return GUD_OK;
}

int gud_results_find(const gud_results *r, const char *path)
{
    return r && path ? gud_result_find(r->result, path) : -1;
}

// `width` numbers for each of the records from `first` on are there, and fit
static gud_status check_part(gud_results *r, int channel, int64_t first, int64_t count, int64_t width, int64_t room)
{
    const int64_t there = gud_result_count(r->result, channel);
    if (first < 0 || count < 0 || first > there || count > there - first)
        return gud_fail(&r->error, GUD_ERR_USE, "there are %lld records, not %lld from %lld on", (long long)there,
                        (long long)count, (long long)first);
    if (room < 0 || count > room / width)
        return gud_fail(&r->error, GUD_ERR_USE, "%lld records of %lld numbers do not fit", (long long)count,
                        (long long)width);
    return GUD_OK;
}

static bool has_channel(const gud_results *r, int channel)
{
    return channel >= 0 && channel < gud_results_channel_count(r);
}

gud_status gud_results_read(gud_results *r, int channel, int64_t first, int64_t count, double *values, int64_t room)
{
    if (!values || !has_channel(r, channel)) return GUD_ERR_USE;
    GUD_TRY(check_part(r, channel, first, count, gud_result_channel(r->result, channel)->width, room));
    return gud_result_read(r->result, channel, first, count, values, &r->error);
}

gud_status gud_results_read_times(gud_results *r, int channel, int64_t first, int64_t count, double *times,
                                  int64_t room)
{
    if (!times || !has_channel(r, channel)) return GUD_ERR_USE;
    GUD_TRY(check_part(r, channel, first, count, 1, room));
    return gud_result_read_times(r->result, channel, first, count, times, &r->error);
}
