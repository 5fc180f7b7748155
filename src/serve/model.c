// Models for the page: what is in them, what is wrong with them, and their runs.
#include "base/alloc.h"
#include "base/file.h"
#include "base/index.h"
#include "base/json.h"
#include "component/component.h"
#include "load/describe.h"
#include "out/draft.h"
#include "serve/request.h"
#include "serve/scene.h"
#include "serve/template.h"

#include <gudgeon/gudgeon.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- text that is being edited

// The text stands beside the file that it is to replace, under a hidden name, so that it finds what it includes.
static bool write_draft(gud_request *q, const char *path, char draft[4096])
{
    const char *slash = strrchr(path, '/');
    if (snprintf(draft, 4096, "%.*s/.gudgeon-draft-XXXXXX", (int)(slash - path), path) >= 4096) {
        gud_request_fail(q, 400, "the path is too long");
        return false;
    }
    const int file = mkstemp(draft);
    bool fine = file >= 0;
    for (size_t done = 0; fine && done < q->body.size;) {
        const ssize_t n = write(file, q->body.data + done, q->body.size - done);
        fine = n > 0;
        done += fine ? (size_t)n : 0;
    }
    if (file >= 0) (void)close(file);
    if (fine) return true;
    gud_request_fail(q, 500, "cannot write to the folder of the model: %s", strerror(errno));
    if (file >= 0) (void)unlink(draft);
    return false;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- diagnostics

// The page knows the draft by the name of its model, and no path of this machine leaves it.
static void write_diagnostics(gud_json *json, const gud_diagnostics *why, const char *file, const char *model)
{
    gud_json_open(json, "diagnostics", '[');
    for (int i = 0; i < gud_diagnostics_count(why); i++) {
        gud_diagnostic d;
        if (gud_diagnostics_get(why, i, &d) != GUD_OK) continue;
        const bool own = strcmp(d.file, file) == 0;
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "severity", d.severity == GUD_SEVERITY_ERROR ? "error" : "remark");
        gud_json_text(json, "file", own ? file_name(model) : file_name(d.file));
        gud_json_switch(json, "own", own);
        gud_json_integer(json, "line", d.line);
        gud_json_integer(json, "column", d.column);
        gud_json_text(json, "entity", d.entity);
        gud_json_text(json, "message", d.message);
        gud_json_text(json, "hint", d.hint);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void write_items(gud_json *json, const gud_model *m, const char *key, gud_item_kind kind)
{
    gud_json_open(json, key, '[');
    for (int i = 0; i < gud_model_count(m, kind); i++) {
        gud_item item;
        if (gud_model_get(m, kind, i, &item) != GUD_OK) continue;
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "name", item.name);
        gud_json_text(json, "type", item.type);
        gud_json_text(json, "unit", item.unit);
        gud_json_text(json, "first", item.first);
        gud_json_text(json, "second", item.second);
        gud_json_number(json, "value", item.value);
        gud_json_number(json, "low", item.low);
        gud_json_number(json, "high", item.high);
        gud_json_text(json, "about", item.about);
        gud_json_close(json);
    }
    gud_json_close(json);
}

// {"diagnostics": [...], "title":, "parameters": [...], "joints": [...], ...}: the model in `file`, which stands for
// `model`
static void describe(gud_json *json, const char *file, const char *model)
{
    gud_model *m = NULL;
    gud_diagnostics *why = NULL;
    const gud_status st = gud_model_load(file, NULL, 0, &m, &why);
    gud_json_switch(json, "valid", st >= 0);
    write_diagnostics(json, why, file, model);
    if (st >= 0) {
        gud_json_text(json, "title", gud_model_title(m));
        write_items(json, m, "bodies", GUD_ITEM_BODY);
        write_items(json, m, "joints", GUD_ITEM_JOINT);
        write_items(json, m, "parameters", GUD_ITEM_PARAMETER);
    }
    gud_model_free(m);
    gud_diagnostics_free(why);
}

void gud_route_check(gud_request *q)
{
    char path[4096], draft[4096];
    gud_json json;
    if (!gud_request_path(q, "model", true, path) || !write_draft(q, path, draft)) return;
    gud_json_init(&json, &q->out, false);
    gud_json_open(&json, NULL, '{');
    describe(&json, draft, path);
    gud_json_close(&json);
    (void)unlink(draft);
}

// ---- the mechanism as it stands

// `channels`: numbers by path. A name that gud_sim_find does not know is compared with all others for a hint, which
// takes long in large models.
static void write_channel(gud_json *json, gud_sim *s, const gud_index *channels, const char *body, const char *what)
{
    char path[600];
    gud_channel_info c;
    int signals[4096];
    double values[4096];
    const int n = snprintf(path, sizeof path, "bodies/%s/%s", body, what);
    const int channel = gud_index_find(channels, path, (size_t)n);
    if (channel < 0 || gud_sim_channel(s, channel, &c) != GUD_OK || c.width > 4096) return;
    for (int i = 0; i < c.width; i++) signals[i] = c.first + i;
    if (gud_sim_read(s, signals, c.width, values) == GUD_OK) gud_json_numbers(json, what, values, c.width);
}

static void write_bodies(gud_json *json, gud_sim *s, const gud_index *channels)
{
    gud_json_open(json, "bodies", '[');
    for (int i = 0; i < gud_sim_outline_count(s); i++) {
        gud_outline_info o;
        if (gud_sim_outline(s, i, &o) != GUD_OK) continue;
        gud_json_open(json, NULL, '{');
        gud_outline_write(json, &o);
        write_channel(json, s, channels, o.body, "position");
        write_channel(json, s, channels, o.body, "orientation");
        write_channel(json, s, channels, o.body, "shape");
        gud_json_close(json);
    }
    gud_json_close(json);
}

static bool write_start(gud_json *json, gud_sim *s)
{
    const int n = gud_sim_channel_count(s);
    gud_index *channels = gud_index_create(n);
    for (int i = 0; channels && i < n; i++) {
        gud_channel_info c;
        if (gud_sim_channel(s, i, &c) == GUD_OK) (void)gud_index_add(channels, c.path, strlen(c.path), i);
    }
    if (channels) write_bodies(json, s, channels);
    if (channels) (void)gud_sim_parts_write(json, s); // without memory the buffer has failed as well
    gud_index_free(channels);
    return channels != NULL;
}

// {"bodies": [...], "parts": [...]} of the text, put together; {"error":} where its parts do not fit
void gud_route_start(gud_request *q)
{
    char path[4096], draft[4096];
    gud_model *m = NULL;
    gud_sim *s = NULL;
    gud_json json;
    if (!gud_request_path(q, "model", true, path) || !write_draft(q, path, draft)) return;
    const gud_status st = gud_model_load(draft, NULL, 0, &m, NULL);
    (void)unlink(draft);
    if (st < 0)
        gud_request_fail(q, 422, "the model has mistakes");
    else if (gud_sim_create(m, &s) < 0 || gud_sim_start(s) < 0)
        gud_request_fail(q, 422, "%s", gud_sim_error(s));
    else {
        gud_json_init(&json, &q->out, false);
        gud_json_open(&json, NULL, '{');
        const bool whole = write_start(&json, s);
        gud_json_close(&json);
        if (!whole) gud_request_fail(q, 500, "out of memory");
    }
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- files

static bool read_text(gud_request *q, const char *path, gud_buffer *text)
{
    char why[GUD_FILE_WHY], bytes[1 << 14];
    FILE *in = gud_file_open(path, GUD_BODY_MOST, why);
    if (!in) {
        gud_request_fail(q, 422, "%s: %s", file_name(path), why);
        return false;
    }
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;) gud_buffer_append(text, bytes, n);
    (void)fclose(in);
    return true;
}

void gud_route_model(gud_request *q)
{
    char path[4096];
    gud_buffer text;
    gud_json json;
    if (!gud_request_path(q, "model", false, path)) return;
    gud_buffer_init(&text);
    if (read_text(q, path, &text)) {
        gud_json_init(&json, &q->out, false);
        gud_json_open(&json, NULL, '{');
        gud_json_text(&json, "text", gud_buffer_text(&text));
        describe(&json, path, path);
        gud_json_close(&json);
    }
    gud_buffer_free(&text);
}

static bool is_yaml(const char *path)
{
    const size_t n = strlen(path);
    return n > 5 && (strcmp(path + n - 5, ".yaml") == 0 || strcmp(path + n - 4, ".yml") == 0);
}

void gud_route_save(gud_request *q)
{
    char path[4096];
    gud_error error;
    if (!gud_request_path(q, "model", true, path)) return;
    if (!is_yaml(path)) {
        gud_request_fail(q, 400, "model files end with .yaml");
        return;
    }
    if (gud_draft_save(path, gud_buffer_text(&q->body), q->body.size, &error) < 0)
        gud_request_fail(q, 500, "%s", error.text);
    else
        gud_buffer_add(&q->out, "{\"saved\":true}");
}

// of model files; kind=: of files about that component
void gud_route_schema(gud_request *q)
{
    const char *kind = gud_request_value(q, "kind", 0);
    const gud_component *component = kind ? gud_component_find(kind) : NULL;
    if (component) {
        gud_schema_write(&q->out, component->sections);
        return;
    }
    char *schema = gud_schema_json();
    gud_buffer_add(&q->out, schema ? schema : "{}");
    gud_free(schema);
}

void gud_route_templates(gud_request *q)
{
    gud_json json;
    gud_json_init(&json, &q->out, false);
    gud_json_open(&json, NULL, '{');
    for (const gud_template *t = gud_templates; t->name; t++) gud_json_text(&json, t->name, t->text);
    gud_json_close(&json);
}

// ---- components

static int take_sets(const gud_request *q, const char *sets[GUD_JOB_SETS])
{
    int n = 0;
    while (n < GUD_JOB_SETS && (sets[n] = gud_request_value(q, "set", n))) n++;
    return n;
}

// gudgeon KIND --json --set A=B ... -- FILE: in a process of its own, since a grid that is too fine may take long
static gud_process_end_kind ask_component(gud_request *q, char *kind, char *file, gud_buffer *answer, int *code)
{
    enum { answer_most = 32 << 20 };
    const gud_process_limits limits = {.memory = (int64_t)4 << 30, .seconds = 30.0};
    const char *sets[GUD_JOB_SETS], *program = gud_jobs_program(q->site->jobs);
    char json[] = "--json", set[] = "--set", end[] = "--", name[4096];
    char *words[2 * GUD_JOB_SETS + 6] = {name, kind, json};
    int n = 3;
    (void)snprintf(name, sizeof name, "%s", program);
    const int nset = take_sets(q, sets);
    char *copies[GUD_JOB_SETS] = {0};
    for (int i = 0; i < nset && (copies[i] = gud_alloc(strlen(sets[i]) + 1, 1)); i++) {
        memcpy(copies[i], sets[i], strlen(sets[i]));
        words[n++] = set;
        words[n++] = copies[i];
    }
    words[n++] = end;
    words[n++] = file;
    const gud_process_end_kind how = gud_process_ask(program, words, &limits, answer_most, answer, code);
    for (int i = 0; i < nset; i++) gud_free(copies[i]);
    return how;
}

// {"answer": ...} as the command prints it, or {"errors": [...]} with the places in the text
static void write_component(gud_request *q, gud_process_end_kind how, int code, const gud_buffer *answer)
{
    if (how == GUD_TOO_LONG)
        gud_request_fail(q, 422, "this takes longer than 30 s: use a coarser grid, or the command");
    else if (how != GUD_ENDED || answer->size == 0)
        gud_request_fail(q, 500, "the computation failed; does it need too much memory?");
    else
        gud_buffer_print(&q->out, "{\"valid\":%s,\"answer\":%s}", code == 0 ? "true" : "false",
                         gud_buffer_text(answer));
}

// a bearing, a contact, rough surfaces or a gap alone: the file, or the text in its place
void gud_route_component(gud_request *q)
{
    static const char *const kinds[] = {"bearing", "contact", "rough", "gap"};
    char path[4096], draft[4096], kind[16] = "";
    const char *asked = gud_request_value(q, "kind", 0);
    gud_buffer answer;
    int code;
    for (int i = 0; i < GUD_COUNT(kinds); i++)
        if (asked && strcmp(kinds[i], asked) == 0) (void)snprintf(kind, sizeof kind, "%s", asked);
    if (!*kind) {
        gud_request_fail(q, 400, "kind is one of bearing, contact, rough, gap");
        return;
    }
    if (!gud_request_path(q, "model", true, path) || !write_draft(q, path, draft)) return;
    gud_buffer_init(&answer);
    const gud_process_end_kind how = ask_component(q, kind, draft, &answer, &code);
    (void)unlink(draft);
    write_component(q, how, code, &answer);
    gud_buffer_free(&answer);
}

// ---- runs

// letters, digits, - and _, so that the name of a run is the name of its folder
static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return text && *text && strlen(text) <= 100 && text[strspn(text, letters)] == '\0';
}

// there, or made; a link is neither
static bool has_folder(const char *path)
{
    struct stat about;
    gud_error error;
    if (lstat(path, &about) == 0) return S_ISDIR(about.st_mode);
    return gud_folder_create(path, &error) == GUD_OK;
}

static bool make_folder(gud_request *q, const char *name, char folder[4096])
{
    if (!is_name(name)) {
        gud_request_fail(q, 400, "names of runs consist of letters, digits, - and _");
        return false;
    }
    char above[4096];
    if (snprintf(above, sizeof above, "%s/runs", q->site->root) >= (int)sizeof above ||
        snprintf(folder, 4096, "%s/%s", above, name) >= 4096 || !has_folder(above) || !has_folder(folder)) {
        gud_request_fail(q, 500, "the folder of the run cannot be created");
        return false;
    }
    return true;
}

void gud_route_run(gud_request *q)
{
    char path[4096], folder[4096], draft[4096];
    gud_job_request job = {.name = gud_request_value(q, "name", 0), .model = path, .folder = folder};
    gud_error error;
    if (!gud_request_path(q, "model", false, path) || !make_folder(q, job.name, folder)) return;
    if (q->body.size) {
        if (!write_draft(q, path, draft)) return;
        job.model = job.draft = draft;
    }
    const char *kind = gud_request_value(q, "kind", 0);
    job.study = kind && strcmp(kind, "study") == 0;
    job.nset = job.study ? 0 : take_sets(q, job.sets);
    const int number = gud_jobs_add(q->site->jobs, &job, &error);
    if (number < 0) {
        gud_request_fail(q, 503, "%s", error.text);
        if (job.draft) (void)unlink(draft);
        return;
    }
    gud_buffer_print(&q->out, "{\"job\":%d,\"result\":\"runs/%s\"}", number, job.name);
}

void gud_route_jobs(gud_request *q)
{
    gud_jobs_write(q->site->jobs, &q->out);
}

void gud_route_cancel(gud_request *q)
{
    const bool done = gud_jobs_cancel(q->site->jobs, (int)gud_request_integer(q, "job", -1));
    gud_buffer_add(&q->out, done ? "{\"cancelled\":true}" : "{\"cancelled\":false}");
}
