// gudgeon summary RESULT --impacts
#include "base/alloc.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "cli/summary.h"
#include "out/peaks.h"

#include <math.h>
#include <stdio.h>

// numbers of a contact in the log, as gud_record_logs writes them
enum { contact_begin, contact_speed, contact_force, contact_depth, contact_duration, contact_restitution, ncontact };

static const struct {
    const char *key, *title, *unit;
} columns[ncontact] = {
    [contact_begin] = {"begin", "begin", "s"},       [contact_speed] = {"speed", "approach", "m/s"},
    [contact_force] = {"force", "force", "N"},       [contact_depth] = {"depth", "depth", "m"},
    [contact_duration] = {"duration", "lasts", "s"}, [contact_restitution] = {"restitution", "restitution", NULL},
};

// contacts of one joint that have ended
typedef struct {
    char joint[256];
    int64_t count;
    double *values; // [count][ncontact]
} contact_log;

static gud_status log_load(const gud_result *result, int channel, gud_error *error, contact_log *log)
{
    log->count = gud_result_count(result, channel);
    log->values = gud_alloc((size_t)log->count * ncontact, sizeof(double));
    if (!log->values) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    return gud_result_read(result, channel, 0, log->count, log->values, error);
}

// the next joint with a log, from *channel on; false: there is no more
static bool log_next(const gud_result *result, int *channel, contact_log *log)
{
    while (*channel < gud_result_nchannel(result)) {
        const int at = (*channel)++;
        *log = (contact_log){0};
        if (gud_contact_joint(gud_result_channel(result, at), log->joint, sizeof log->joint) &&
            gud_result_channel(result, at)->width == ncontact) {
            *channel = at + 1;
            return true;
        }
    }
    return false;
}

static gud_status log_print(const contact_log *log)
{
    gud_sheet_column heads[ncontact];
    gud_sheet sheet;
    for (int k = 0; k < ncontact; k++)
        heads[k] = (gud_sheet_column){.title = columns[k].title, .unit = columns[k].unit, .scaled = columns[k].unit};
    (void)printf("%s: %lld contacts\n", log->joint, (long long)log->count);
    if (log->count == 0) return GUD_OK;
    gud_sheet_init(&sheet, heads, ncontact);
    for (int64_t i = 0; i < log->count; i++)
        for (int k = 0; k < ncontact; k++) {
            const double value = log->values[i * ncontact + k];
            if (isfinite(value))
                gud_sheet_number(&sheet, value);
            else
                gud_sheet_text(&sheet, "");
        }
    return gud_sheet_print(&sheet, stdout);
}

static void log_write(gud_json *json, const contact_log *log)
{
    gud_json_open(json, log->joint, '[');
    for (int64_t i = 0; i < log->count; i++) {
        gud_json_open(json, NULL, '{');
        for (int k = 0; k < ncontact; k++) gud_json_number(json, columns[k].key, log->values[i * ncontact + k]);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static gud_status show_all(const gud_result *result, gud_json *json, int *njoint, gud_error *error)
{
    contact_log log;
    int channel = 0;
    *njoint = 0;
    while (log_next(result, &channel, &log)) {
        gud_status st = log_load(result, channel - 1, error, &log);
        if (st == GUD_OK && !json && (*njoint)++ > 0) (void)printf("\n");
        if (st == GUD_OK && json)
            log_write(json, &log);
        else if (st == GUD_OK)
            st = log_print(&log);
        gud_free(log.values);
        GUD_TRY(st);
    }
    return GUD_OK;
}

int gud_impacts_report(const gud_args *args, const gud_result *result)
{
    gud_error error = {"out of memory"};
    gud_buffer text;
    gud_json json;
    int njoint;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "units", "SI");
    gud_json_open(&json, "impacts", '{');
    const gud_status st = show_all(result, args->json ? &json : NULL, &njoint, &error);
    gud_json_close(&json);
    gud_json_close(&json);
    if (st == GUD_OK && args->json) return gud_output_print(args, &text);
    gud_buffer_free(&text);
    if (st == GUD_OK && njoint == 0)
        (void)printf("no joint has a contact log; only dry joints, and closed-form films with `contact`, have one\n");
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, st, &error);
}
