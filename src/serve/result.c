// Results for the page: what there is, curves at the resolution of a screen, places of bodies, maps.
#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "serve/request.h"
#include "serve/scene.h"

#include <gudgeon/gudgeon.h>

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { points_most = 20000, frames_most = 20000, values_most = 1 << 25, signals_most = 32 };

// The files of a result may be links; they must not lead out of the folder that is shown.
static bool holds_own_files(gud_request *q, const char *path)
{
    static const char *const names[] = {"results.h5", "results.log", "summary.json"};
    char name[4200];
    struct stat about;
    for (int i = 0; i < GUD_COUNT(names); i++) {
        (void)snprintf(name, sizeof name, "%s/%s", path, names[i]);
        if (lstat(name, &about) != 0 || gud_site_holds(q->site, name)) continue;
        gud_request_fail(q, 404, "%s leads outside the folder", names[i]);
        return false;
    }
    return true;
}

// The result that a query names; NULL: the request is answered.
static gud_results *open_result(gud_request *q)
{
    gud_results *r = NULL;
    gud_diagnostics *why = NULL;
    if (!gud_request_path(q, "result", false, q->folder) || !holds_own_files(q, q->folder)) return NULL;
    if (gud_shelf_take(q->site->shelf, q->folder, &r, &why) < 0)
        gud_request_fail(q, 422, "%s", gud_diagnostics_text(why));
    gud_diagnostics_free(why);
    return r;
}

static void close_result(gud_request *q, gud_results *r)
{
    gud_shelf_put(q->site->shelf, q->folder, r);
}

static int64_t count_records(const gud_results *r)
{
    gud_results_channel_info time;
    return gud_results_channel(r, 0, &time) == GUD_OK ? time.records : 0;
}

// ---- what there is

static void write_channels(gud_json *json, const gud_results *r)
{
    gud_json_open(json, "channels", '[');
    for (int i = 0; i < gud_results_channel_count(r); i++) {
        gud_results_channel_info c;
        if (gud_results_channel(r, i, &c) != GUD_OK) continue;
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "path", c.path);
        gud_json_text(json, "unit", c.unit);
        gud_json_text(json, "about", c.about ? c.about : "");
        gud_json_text(json, "kind", c.kind == GUD_CHANNEL_FIELD ? "field" : "series");
        gud_json_integer(json, "width", c.width);
        gud_json_integer(json, "rows", c.rows);
        gud_json_integer(json, "columns", c.columns);
        gud_json_integer(json, "records", c.records);
        gud_json_open(json, "components", '[');
        for (int k = 0; c.components && c.components[k]; k++) gud_json_text(json, NULL, c.components[k]);
        gud_json_close(json);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void write_outlines(gud_json *json, const gud_results *r)
{
    gud_json_open(json, "bodies", '[');
    for (int i = 0; i < gud_results_outline_count(r); i++) {
        gud_outline_info o;
        if (gud_results_outline(r, i, &o) != GUD_OK) continue;
        gud_json_open(json, NULL, '{');
        gud_outline_write(json, &o);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void write_entry(gud_json *json, const gud_results *r, const char *key)
{
    const char *text = NULL;
    double number;
    if (gud_results_entry(r, key, &number, &text) != GUD_OK) return;
    if (text)
        gud_json_text(json, key, text);
    else
        gud_json_number(json, key, number);
}

// null where there are no records yet
static void append_summary(gud_buffer *out, gud_results *r)
{
    char *text = NULL;
    gud_buffer_add(out, gud_results_summary(r, &text) == GUD_OK ? text : "null");
    gud_free(text);
}

// The run has left its answer beside its result; of a million records it takes seconds to find it again.
static bool read_summary(const char *folder, gud_buffer *out)
{
    enum { summary_most = 16 << 20 };
    static const char *const names[] = {"results.h5", "summary.json"};
    char name[2][4200], why[GUD_FILE_WHY], bytes[1 << 14];
    struct stat about[2];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(name[i], sizeof name[i], "%s/%s", folder, names[i]);
        if (stat(name[i], &about[i]) != 0) return false;
    }
    if (about[1].st_mtime < about[0].st_mtime) return false;
    FILE *in = gud_file_open(name[1], summary_most, why);
    if (!in) return false;
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;) gud_buffer_append(out, bytes, n);
    (void)fclose(in);
    return true;
}

void gud_route_summary(gud_request *q)
{
    char path[4096];
    if (!gud_request_path(q, "result", false, path) || !holds_own_files(q, path)) return;
    if (read_summary(path, &q->out)) return;
    gud_results *r = open_result(q);
    if (r) append_summary(&q->out, r);
    close_result(q, r);
}

void gud_result_describe(gud_json *json, gud_results *r)
{
    static const char *const entries[] = {"abscissa", "cycle",    "length",       "integrator", "tolerance",
                                          "steps",    "rejected", "energy_error", "wall_s",     "remarks"};
    gud_json_open(json, NULL, '{');
    gud_json_text(json, "title", gud_results_title(r));
    gud_json_switch(json, "ended", gud_results_ended(r));
    gud_json_integer(json, "records", count_records(r));
    gud_json_open(json, "run", '{');
    for (int i = 0; i < GUD_COUNT(entries); i++) write_entry(json, r, entries[i]);
    gud_json_close(json);
    write_channels(json, r);
    write_outlines(json, r);
    gud_json_text(json, "model", gud_results_model(r));
    gud_json_close(json);
}

void gud_route_result(gud_request *q)
{
    gud_results *r = open_result(q);
    gud_json json;
    if (!r) return;
    gud_json_init(&json, &q->out, false);
    gud_result_describe(&json, r);
    close_result(q, r);
}

// what is drawn to scale
void gud_route_parts(gud_request *q)
{
    gud_results *r = open_result(q);
    gud_json json;
    if (!r) return;
    gud_json_init(&json, &q->out, false);
    gud_json_open(&json, NULL, '{');
    const gud_status st = gud_result_parts_write(&json, r);
    gud_json_close(&json);
    if (st < 0) gud_request_fail(q, 500, "the shapes cannot be read");
    close_result(q, r);
}

// ---- curves

static void append_numbers(gud_request *q, const double *numbers, int64_t n)
{
    gud_buffer_append(&q->out, (const char *)numbers, (size_t)n * sizeof *numbers);
    q->type = "application/octet-stream";
}

// The first record whose time is not before t (or is after it), found by looking at few: times never go back.
static int64_t find_time(gud_results *r, int64_t n, double t, bool after)
{
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        double time;
        if (gud_results_read(r, 0, middle, 1, &time, 1) != GUD_OK) return n;
        if (after ? time > t : time >= t)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// records from..to (seconds) of the query
static void choose_range(const gud_request *q, gud_results *r, int64_t n, int64_t range[2])
{
    const double from = gud_request_number(q, "from", -HUGE_VAL), to = gud_request_number(q, "to", HUGE_VAL);
    range[0] = isinf(from) ? 0 : find_time(r, n, from, false);
    range[1] = isinf(to) ? n : find_time(r, n, to, true);
    if (range[1] < range[0]) range[1] = range[0];
}

// A bucket of records becomes its two extremes, in the order in which they came: no peak gets lost on the screen.
static void reduce_bucket(const double *v, int64_t first, int64_t last, double pair[2])
{
    int64_t low = first, high = first;
    for (int64_t i = first; i < last; i++) {
        if (v[i] < v[low] || isnan(v[low])) low = i;
        if (v[i] > v[high] || isnan(v[high])) high = i;
    }
    pair[0] = v[low < high ? low : high];
    pair[1] = v[low < high ? high : low];
}

static int64_t bucket_edge(const int64_t range[2], int64_t k, int64_t n)
{
    return range[0] + (range[1] - range[0]) * k / n;
}

static void append_reduced(gud_request *q, const double *v, const int64_t range[2], int64_t nbucket)
{
    for (int64_t k = 0; k < nbucket; k++) {
        double pair[2];
        reduce_bucket(v, bucket_edge(range, k, nbucket), bucket_edge(range, k + 1, nbucket), pair);
        append_numbers(q, pair, 2);
    }
}

static void append_reduced_times(gud_request *q, const double *t, const int64_t range[2], int64_t nbucket)
{
    for (int64_t k = 0; k < nbucket; k++) {
        const int64_t first = bucket_edge(range, k, nbucket), last = bucket_edge(range, k + 1, nbucket);
        const double pair[2] = {t[first], t[(first + last) / 2]};
        append_numbers(q, pair, 2);
    }
}

// one component of a series in a range of its n records; NULL: the request is answered
static double *load_signal(gud_request *q, gud_results *r, const char *name, int64_t n, const int64_t range[2])
{
    const int64_t count = range[1] - range[0];
    char path[1100];
    gud_results_channel_info c;
    (void)snprintf(path, sizeof path, "%s", name);
    char *colon = strrchr(path, ':'); // "bodies/crank/position:1" is the second component
    const long component = colon ? strtol(colon + 1, NULL, 10) : 0;
    if (colon) *colon = '\0';
    const int channel = gud_results_find(r, path);
    if (channel < 0 || gud_results_channel(r, channel, &c) != GUD_OK || c.kind != GUD_CHANNEL_SERIES || component < 0 ||
        component >= c.width || c.records != n || count * c.width > values_most) {
        gud_request_fail(q, 404, "there is no signal '%s'", name);
        return NULL;
    }
    double *all = gud_alloc((size_t)(count * c.width) + 1, sizeof *all);
    if (!all || gud_results_read(r, channel, range[0], count, all, count * c.width) < 0) {
        gud_request_fail(q, 500, "%s cannot be read: %s", name, gud_results_error(r));
        gud_free(all);
        return NULL;
    }
    for (int64_t i = 0; i < count; i++) all[i] = all[i * c.width + component];
    return all;
}

// number of values, times, then the values of one signal after the other
static void append_series(gud_request *q, gud_results *r, const double *times, int64_t n, const int64_t range[2])
{
    const int64_t own[2] = {0, range[1] - range[0]};
    const int64_t most = gud_request_integer(q, "points", 4000), count = range[1] - range[0];
    const int64_t nbucket = (most < 2 ? 2 : most > points_most ? points_most : most) / 2;
    const bool whole = count <= 2 * nbucket;
    const double size = (double)(whole ? count : 2 * nbucket);
    append_numbers(q, &size, 1);
    if (whole)
        append_numbers(q, times, count);
    else
        append_reduced_times(q, times, own, nbucket);
    const char *name;
    for (int k = 0; k < signals_most && (name = gud_request_value(q, "signal", k)); k++) {
        double *v = load_signal(q, r, name, n, range);
        if (!v) return;
        if (whole)
            append_numbers(q, v, count);
        else
            append_reduced(q, v, own, nbucket);
        gud_free(v);
    }
}

void gud_route_series(gud_request *q)
{
    gud_results *r = open_result(q);
    if (!r) return;
    const int64_t n = count_records(r);
    int64_t range[2];
    choose_range(q, r, n, range);
    double *times = load_signal(q, r, "time", n, range);
    if (times) append_series(q, r, times, n, range);
    gud_free(times);
    close_result(q, r);
}

// ---- where bodies are

// appends one channel of a body at the frames' records: `width` numbers each, zeros where there is no such channel
static bool append_channel(gud_request *q, gud_results *r, const char *path, const int64_t range[2], int64_t nframe)
{
    gud_results_channel_info c;
    const int channel = gud_results_find(r, path);
    if (channel < 0 || gud_results_channel(r, channel, &c) != GUD_OK) {
        gud_request_fail(q, 404, "there is no channel '%s'", path);
        return false;
    }
    const int64_t count = range[1] - range[0], own[2] = {0, count};
    if (c.kind != GUD_CHANNEL_SERIES || count * c.width > values_most) {
        gud_request_fail(q, 422, "'%s' is too long", path);
        return false;
    }
    double *v = gud_alloc((size_t)(count * c.width) + 1, sizeof *v);
    const bool fine = v && gud_results_read(r, channel, range[0], count, v, count * c.width) == GUD_OK;
    for (int64_t k = 0; fine && k < nframe; k++) append_numbers(q, v + bucket_edge(own, k, nframe) * c.width, c.width);
    gud_free(v);
    if (!fine) gud_request_fail(q, 500, "%s cannot be read", path);
    return fine;
}

// number of frames, then for each `channel` of the query its values frame by frame; "time" is one of them
void gud_route_poses(gud_request *q)
{
    gud_results *r = open_result(q);
    if (!r) return;
    const int64_t n = count_records(r), asked = gud_request_integer(q, "frames", 720);
    int64_t range[2];
    choose_range(q, r, n, range);
    const int64_t most = asked < 1 ? 1 : asked > frames_most ? frames_most : asked;
    const int64_t nframe = range[1] - range[0] < most ? range[1] - range[0] : most;
    const double size = (double)nframe;
    append_numbers(q, &size, 1);
    const char *name;
    for (int k = 0; (name = gud_request_value(q, "channel", k)) && append_channel(q, r, name, range, nframe);) k++;
    close_result(q, r);
}

// ---- maps

// with record: `count` maps from that one on, by rows; without: the instants of all
void gud_route_field(gud_request *q)
{
    gud_results *r = open_result(q);
    if (!r) return;
    const char *path = gud_request_value(q, "channel", 0);
    const int channel = path ? gud_results_find(r, path) : -1;
    const int64_t record = gud_request_integer(q, "record", -1), asked = gud_request_integer(q, "count", 1);
    gud_results_channel_info c;
    if (channel < 0 || gud_results_channel(r, channel, &c) != GUD_OK || c.kind != GUD_CHANNEL_FIELD ||
        record >= c.records || c.width > values_most || c.records > values_most) {
        gud_request_fail(q, 404, "there is no such map");
        close_result(q, r);
        return;
    }
    const int64_t there = record < 0 ? 0 : c.records - record, count = asked < 1 ? 1 : asked < there ? asked : there;
    if (record >= 0 && count > values_most / c.width) {
        gud_request_fail(q, 422, "these are more maps than can be sent at once");
        close_result(q, r);
        return;
    }
    const int64_t n = record < 0 ? c.records : c.width * count;
    double *v = gud_alloc((size_t)n + 1, sizeof *v);
    const gud_status st = !v           ? GUD_ERR_MEMORY
                          : record < 0 ? gud_results_read_times(r, channel, 0, c.records, v, n)
                                       : gud_results_read(r, channel, record, count, v, n);
    if (st == GUD_OK)
        append_numbers(q, v, n);
    else
        gud_request_fail(q, 500, "%s cannot be read: %s", path, gud_results_error(r));
    gud_free(v);
    close_result(q, r);
}

// ---- the file itself

void gud_route_file(gud_request *q)
{
    char path[4096], name[4200];
    if (!gud_request_path(q, "result", false, path) || !holds_own_files(q, path)) return;
    (void)snprintf(name, sizeof name, "%s/results.h5", path);
    q->file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;
    if (q->file < 0 || fstat(q->file, &about) != 0 || !S_ISREG(about.st_mode)) {
        if (q->file >= 0) (void)close(q->file);
        q->file = -1;
        gud_request_fail(q, 404, "the run has not written results.h5 yet");
        return;
    }
    q->type = "application/x-hdf5";
}
