#include "fmu/instance.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/status.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const gud_fmu_categories[] = {"logStatusError", "logStatusDiscard", "logEvents", NULL};

typedef enum variable_kind { kind_parameter, kind_input, kind_output, nkind } variable_kind;

static const char *const kind_words[nkind] = {"parameter", "input", "output"};

struct gud_fmu {
    gud_fmu_log log;
    void *user;
    bool enabled[GUD_FMU_NCATEGORY];
    gud_fmu_phase phase;
    char *model_path;
    int count[nkind];     // of variables
    char **name;          // of all of them, in the order of their numbers
    double *start;        // of parameters and inputs
    double *value;        // as they are set
    bool reload, restart; // parameters or inputs were set since the model was loaded, the simulation was started
    gud_model *model;
    gud_sim *sim;
    int *signal;         // of every output
    int64_t events;      // seen so far
    bool stop_at_events; // in the step that is made
    bool stopped;        // by an event
    double begin;        // s, of the importer's time: where the simulation is at 0
};

// ---- messages

static void log_message(gud_fmu *f, gud_fmu_status status, gud_fmu_category category, const char *text)
{
    if (f->enabled[category] && f->log) f->log(f->user, status, gud_fmu_categories[category], text);
}

gud_fmu_status gud_fmu_refuse(gud_fmu *f, const char *function, const char *why)
{
    char text[1200];
    (void)snprintf(text, sizeof text, "%s: %s", function, why);
    log_message(f, GUD_FMU_ERROR, GUD_FMU_LOG_ERROR, text);
    return GUD_FMU_ERROR;
}

// a call of the library failed: the instance cannot go on
static gud_fmu_status fail(gud_fmu *f, const char *function, const char *why)
{
    f->phase = GUD_FMU_BROKEN;
    return gud_fmu_refuse(f, function, why);
}

void gud_fmu_enable(gud_fmu *f, const char *category, bool on)
{
    for (int i = 0; i < GUD_FMU_NCATEGORY; i++)
        if (!category || strcmp(category, gud_fmu_categories[i]) == 0) f->enabled[i] = on;
}

bool gud_fmu_in(gud_fmu *f, unsigned phases, const char *function)
{
    if (f->phase & phases) return true;
    (void)gud_fmu_refuse(f, function,
                         f->phase == GUD_FMU_BROKEN ? "an earlier call failed; only reset and free are allowed now"
                                                    : "this call is not allowed in the current state");
    return false;
}

// ---- variables

static int nvariable(const gud_fmu *f)
{
    return f->count[kind_parameter] + f->count[kind_input] + f->count[kind_output];
}

static int first_input(const gud_fmu *f)
{
    return 1 + f->count[kind_parameter];
}

static int first_output(const gud_fmu *f)
{
    return first_input(f) + f->count[kind_input];
}

// "input torque 3fe0000000000000" of the list in the resources: the start value by its bits, which every locale reads
static bool read_variable(gud_fmu *f, const char *line)
{
    char word[16], name[600], digits[17];
    double start;
    if (sscanf(line, "%15s %599s %16s", word, name, digits) != 3) return false;
    const uint64_t bits = strtoull(digits, NULL, 16);
    memcpy(&start, &bits, sizeof start);
    for (int kind = 0; kind < nkind; kind++) {
        if (strcmp(word, kind_words[kind]) != 0) continue;
        const int i = nvariable(f);
        f->name[i] = gud_alloc(strlen(name) + 1, 1);
        if (!f->name[i]) return false;
        memcpy(f->name[i], name, strlen(name) + 1);
        f->start[i] = f->value[i] = start;
        f->count[kind]++;
        return true;
    }
    return false;
}

static bool has_line(FILE *list, char *line, int room)
{
    if (!fgets(line, room, list)) return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static bool same_word(FILE *list, const char *wanted)
{
    char line[1000];
    return has_line(list, line, sizeof line) && strcmp(line, wanted) == 0;
}

// token, name of the model file, number of variables, variables
static bool read_list(gud_fmu *f, const char *folder, const char *token, FILE *list)
{
    char line[1000];
    struct stat info;
    if (!same_word(list, token) || !has_line(list, line, sizeof line)) return false;
    const size_t size = strlen(folder) + strlen(line) + 2;
    f->model_path = gud_alloc(size, 1);
    if (!f->model_path) return false;
    (void)snprintf(f->model_path, size, "%s/%s", folder, line);
    const long n = has_line(list, line, sizeof line) ? strtol(line, NULL, 10) : -1;
    if (n < 0 || fstat(fileno(list), &info) != 0 || n > info.st_size) return false; // each has a line
    f->name = gud_alloc((size_t)n, sizeof *f->name);
    f->start = gud_alloc((size_t)n, sizeof *f->start);
    f->value = gud_alloc((size_t)n, sizeof *f->value);
    f->signal = gud_alloc((size_t)n, sizeof *f->signal);
    if (!f->name || !f->start || !f->value || !f->signal) return false;
    for (long i = 0; i < n; i++)
        if (!has_line(list, line, sizeof line) || !read_variable(f, line)) return false;
    return true;
}

gud_fmu *gud_fmu_open(const char *folder, const char *token, gud_fmu_log log, void *user)
{
    enum { largest_list = 1 << 28 };
    char path[4096], why[GUD_FILE_WHY];
    gud_fmu *f = gud_alloc(1, sizeof *f);
    if (!f) return NULL;
    f->log = log;
    f->user = user;
    f->phase = GUD_FMU_INSTANTIATED;
    f->enabled[GUD_FMU_LOG_ERROR] = f->reload = f->restart = true;
    (void)snprintf(path, sizeof path, "%s/variables.txt", folder);
    FILE *list = gud_file_open(path, largest_list, why);
    const bool good = list && read_list(f, folder, token, list);
    if (list) (void)fclose(list);
    if (good) return f;
    (void)gud_fmu_refuse(f, "instantiate",
                         list ? "the instantiation token does not belong to this FMU" : "the resources cannot be read");
    gud_fmu_close(f);
    return NULL;
}

static void unload(gud_fmu *f)
{
    gud_sim_free(f->sim);
    gud_model_free(f->model);
    f->sim = NULL;
    f->model = NULL;
    f->reload = f->restart = true;
}

void gud_fmu_close(gud_fmu *f)
{
    if (!f) return;
    unload(f);
    for (int i = 0; f->name && i < nvariable(f); i++) gud_free(f->name[i]);
    gud_free(f->name);
    gud_free(f->start);
    gud_free(f->value);
    gud_free(f->signal);
    gud_free(f->model_path);
    gud_free(f);
}

// ---- the simulation behind it

enum { room_of_override = 700 };

// only parameters that differ from those of the file are set, so that an untouched FMU is the model to the bit
static int list_overrides(const gud_fmu *f, char (*texts)[room_of_override], const char **set)
{
    int n = 0;
    for (int i = 0; i < f->count[kind_parameter]; i++) {
        if (f->value[i] == f->start[i]) continue;
        char number[32];
        gud_number_text(f->value[i], number);
        (void)snprintf(texts[n], room_of_override, "parameters.%s=%s", f->name[i], number);
        set[n] = texts[n];
        n++;
    }
    return n;
}

static gud_fmu_status load_model(gud_fmu *f)
{
    gud_diagnostics *why = NULL;
    const size_t most = (size_t)f->count[kind_parameter] + 1;
    char(*texts)[room_of_override] = gud_alloc(most, sizeof *texts);
    const char **set = gud_alloc(most, sizeof *set);
    unload(f);
    const int nset = texts && set ? list_overrides(f, texts, set) : 0;
    const gud_status st = texts && set ? gud_model_load(f->model_path, set, nset, &f->model, &why) : GUD_ERR_MEMORY;
    gud_free(texts);
    gud_free(set);
    const gud_fmu_status status =
        st == GUD_OK && gud_sim_create(f->model, &f->sim) == GUD_OK
            ? GUD_FMU_OK
            : fail(f, "load", st == GUD_ERR_INPUT ? gud_diagnostics_text(why) : gud_status_text(st));
    gud_diagnostics_free(why);
    if (status == GUD_FMU_OK) f->reload = false;
    return status;
}

static int input_at(const gud_fmu *f, int i)
{
    return gud_model_find(f->model, GUD_ITEM_INPUT, f->name[f->count[kind_parameter] + i]);
}

static gud_fmu_status set_input(gud_fmu *f, const char *function, int i)
{
    const int input = input_at(f, i);
    const gud_status st = gud_sim_set(f->sim, &input, 1, &f->value[f->count[kind_parameter] + i]);
    return st == GUD_OK ? GUD_FMU_OK : gud_fmu_refuse(f, function, gud_sim_error(f->sim));
}

static gud_fmu_status find_outputs(gud_fmu *f)
{
    const int first = f->count[kind_parameter] + f->count[kind_input];
    for (int i = 0; i < f->count[kind_output]; i++)
        if (gud_sim_find(f->sim, f->name[first + i], &f->signal[i], NULL) != GUD_OK)
            return fail(f, "start", gud_sim_error(f->sim));
    return GUD_FMU_OK;
}

static int64_t events_of(const gud_fmu *f)
{
    gud_counters c = {0};
    (void)gud_sim_counters(f->sim, &c);
    return c.events;
}

// after every step: an event is told, and ends the communication step if it may
static int look_for_events(void *user, gud_sim *sim, double time, const double *values)
{
    gud_fmu *f = user;
    const int64_t events = events_of(f);
    char text[80];
    (void)sim, (void)values;
    if (events == f->events) return 0;
    f->events = events;
    (void)snprintf(text, sizeof text, "an event at t = %.9g s", f->begin + time);
    log_message(f, GUD_FMU_OK, GUD_FMU_LOG_EVENTS, text);
    f->stopped = f->stop_at_events;
    return f->stopped;
}

// Brings the simulation to the start with parameters and inputs as they are now.
static gud_fmu_status make_ready(gud_fmu *f)
{
    if (!f->reload && !f->restart) return GUD_FMU_OK;
    if (f->reload && load_model(f) != GUD_FMU_OK) return GUD_FMU_ERROR;
    for (int i = 0; i < f->count[kind_input]; i++)
        if (set_input(f, "start", i) != GUD_FMU_OK) return GUD_FMU_ERROR;
    if (gud_sim_start(f->sim) != GUD_OK || gud_sim_endless(f->sim, true) != GUD_OK ||
        gud_sim_watch(f->sim, NULL, 0, look_for_events, f) != GUD_OK)
        return fail(f, "start", gud_sim_error(f->sim));
    f->restart = false;
    f->events = 0;
    return find_outputs(f);
}

// ---- values

static gud_fmu_status get_output(gud_fmu *f, const char *function, int i, double *value)
{
    if (f->phase == GUD_FMU_INSTANTIATED)
        return gud_fmu_refuse(f, function, "outputs are available after initialization has begun");
    if (f->phase == GUD_FMU_INITIALISING && make_ready(f) != GUD_FMU_OK) return GUD_FMU_ERROR;
    if (gud_sim_read(f->sim, &f->signal[i], 1, value) == GUD_OK) return GUD_FMU_OK;
    return gud_fmu_refuse(f, function, gud_sim_error(f->sim));
}

gud_fmu_status gud_fmu_get(gud_fmu *f, const char *function, const unsigned *variables, size_t n, double *values)
{
    const unsigned outputs = (unsigned)first_output(f);
    if (n > 0 && (!variables || !values)) return gud_fmu_refuse(f, function, "NULL");
    for (size_t k = 0; k < n; k++) {
        const unsigned v = variables[k];
        if (v > (unsigned)nvariable(f)) return gud_fmu_refuse(f, function, "no variable has this value reference");
        if (v == 0)
            values[k] = gud_fmu_time(f);
        else if (v < outputs)
            values[k] = f->value[v - 1];
        else if (get_output(f, function, (int)(v - outputs), &values[k]) != GUD_FMU_OK)
            return GUD_FMU_ERROR;
    }
    return GUD_FMU_OK;
}

static gud_fmu_status set_one(gud_fmu *f, const char *function, unsigned v, double value)
{
    const unsigned inputs = (unsigned)first_input(f), outputs = (unsigned)first_output(f);
    if (v == 0 || v >= outputs) return gud_fmu_refuse(f, function, "only parameters and inputs can be set");
    if (v < inputs && f->phase == GUD_FMU_STEPPING)
        return gud_fmu_refuse(f, function, "parameters are fixed after initialization");
    if (!isfinite(value)) return gud_fmu_refuse(f, function, "the value is not finite");
    const double before = f->value[v - 1];
    f->value[v - 1] = value;
    if (f->phase == GUD_FMU_STEPPING && set_input(f, function, (int)(v - inputs)) != GUD_FMU_OK) {
        f->value[v - 1] = before;
        return GUD_FMU_ERROR;
    }
    if (f->phase != GUD_FMU_STEPPING && value != before) {
        f->restart = true;
        f->reload = f->reload || v < inputs;
    }
    return GUD_FMU_OK;
}

gud_fmu_status gud_fmu_set(gud_fmu *f, const char *function, const unsigned *variables, size_t n, const double *values)
{
    if (n > 0 && (!variables || !values)) return gud_fmu_refuse(f, function, "NULL");
    for (size_t k = 0; k < n; k++)
        if (set_one(f, function, variables[k], values[k]) != GUD_FMU_OK) return GUD_FMU_ERROR;
    return GUD_FMU_OK;
}

// ---- derivatives

static bool all_between(const unsigned *variables, size_t n, int from, int to)
{
    for (size_t i = 0; i < n; i++)
        if (variables[i] < (unsigned)from || variables[i] >= (unsigned)to) return false;
    return true;
}

// how far the inputs may go along the seeds, forwards (+1) or backwards (-1): a thousandth of their range or size
static double reach_of(const gud_fmu *f, const gud_fmu_direction *d, double sign)
{
    double reach = (double)INFINITY;
    for (size_t i = 0; i < d->nknown; i++) {
        gud_item item;
        const double value = f->value[d->knowns[i] - 1], way = sign * d->seed[i];
        if (way == 0.0) continue;
        (void)gud_model_get(f->model, GUD_ITEM_INPUT, input_at(f, (int)d->knowns[i] - first_input(f)), &item);
        const double range = item.high - item.low, size = isfinite(range) ? range : fmax(1.0, fabs(value));
        const double room = (way > 0.0 ? item.high - value : value - item.low) / fabs(way);
        reach = fmin(reach, 1e-3 * size / fabs(way));
        if (room < reach) reach = 0.0;
    }
    return isfinite(reach) ? reach : 0.0;
}

// the unknowns of a copy whose inputs are moved along the seeds
static gud_status read_moved(const gud_fmu *f, gud_sim *copy, const gud_fmu_direction *d, double way, double *values)
{
    for (size_t i = 0; i < d->nknown; i++) {
        const int input = input_at(f, (int)d->knowns[i] - first_input(f));
        const double value = f->value[d->knowns[i] - 1] + way * d->seed[i];
        GUD_TRY(gud_sim_set(copy, &input, 1, &value));
    }
    for (size_t i = 0; i < d->nunknown; i++)
        GUD_TRY(gud_sim_read(copy, &f->signal[d->unknowns[i] - (unsigned)first_output(f)], 1, &values[i]));
    return GUD_OK;
}

static gud_status take_difference(const gud_fmu *f, gud_sim *copy, const gud_fmu_direction *d, double *before)
{
    const double forwards = reach_of(f, d, 1.0), backwards = reach_of(f, d, -1.0), way = forwards + backwards;
    GUD_TRY(read_moved(f, copy, d, -backwards, before));
    GUD_TRY(read_moved(f, copy, d, forwards, d->change));
    for (size_t i = 0; i < d->nunknown; i++) d->change[i] = way > 0.0 ? (d->change[i] - before[i]) / way : 0.0;
    return GUD_OK;
}

gud_fmu_status gud_fmu_derive(gud_fmu *f, const char *function, const gud_fmu_direction *d)
{
    const bool missing =
        (d->nunknown > 0 && (!d->unknowns || !d->change)) || (d->nknown > 0 && (!d->knowns || !d->seed));
    if (missing) return gud_fmu_refuse(f, function, "NULL");
    if (!all_between(d->unknowns, d->nunknown, first_output(f), 1 + nvariable(f)) ||
        !all_between(d->knowns, d->nknown, first_input(f), first_output(f)))
        return gud_fmu_refuse(f, function, "only derivatives of outputs with respect to inputs are available");
    if (make_ready(f) != GUD_FMU_OK) return GUD_FMU_ERROR;
    gud_sim *copy = NULL;
    double *before = gud_alloc(d->nunknown + 1, sizeof *before);
    gud_status st = before ? gud_sim_copy(f->sim, &copy) : GUD_ERR_MEMORY;
    if (st == GUD_OK) st = take_difference(f, copy, d, before);
    const gud_fmu_status status =
        st == GUD_OK ? GUD_FMU_OK : gud_fmu_refuse(f, function, copy ? gud_sim_error(copy) : gud_status_text(st));
    gud_sim_free(copy);
    gud_free(before);
    return status;
}

// ---- phases

gud_fmu_status gud_fmu_initialise(gud_fmu *f, double start)
{
    if (!isfinite(start)) return gud_fmu_refuse(f, "enter initialization", "the start time is not finite");
    f->begin = start;
    f->phase = GUD_FMU_INITIALISING;
    return GUD_FMU_OK;
}

gud_fmu_status gud_fmu_begin(gud_fmu *f)
{
    if (make_ready(f) != GUD_FMU_OK) {
        f->phase = GUD_FMU_BROKEN;
        return GUD_FMU_ERROR;
    }
    f->phase = GUD_FMU_STEPPING;
    return GUD_FMU_OK;
}

gud_fmu_status gud_fmu_terminate(gud_fmu *f)
{
    f->phase = GUD_FMU_TERMINATED;
    return GUD_FMU_OK;
}

gud_fmu_status gud_fmu_reset(gud_fmu *f)
{
    unload(f);
    if (nvariable(f) > 0) memcpy(f->value, f->start, (size_t)nvariable(f) * sizeof *f->value);
    f->phase = GUD_FMU_INSTANTIATED;
    f->begin = 0.0;
    return GUD_FMU_OK;
}

double gud_fmu_time(const gud_fmu *f)
{
    const double now = f->sim && !f->restart ? gud_sim_time(f->sim) : 0.0;
    return f->begin + (isfinite(now) ? now : 0.0);
}

// the importer's clock may have been added up with rounding
static bool is_now(const gud_fmu *f, double t)
{
    return fabs(t - gud_fmu_time(f)) <= 1e-9 * fmax(1.0, fabs(t));
}

gud_fmu_status gud_fmu_advance(gud_fmu *f, gud_fmu_step *step)
{
    const double now = gud_sim_time(f->sim), to = step->from + step->size - f->begin;
    step->reached = gud_fmu_time(f);
    if (!(step->size > 0.0) || !is_now(f, step->from) || !isfinite(to))
        return gud_fmu_refuse(f, "do step", "a step must start where the previous one ended and go forwards");
    f->stop_at_events = step->early;
    f->stopped = false;
    const gud_status st = gud_sim_advance(f->sim, fmax(to, now));
    step->ended_early = f->stopped && st == GUD_ERR_INTERRUPT && gud_sim_time(f->sim) < to;
    step->reached = gud_fmu_time(f);
    if (st >= 0 || (f->stopped && st == GUD_ERR_INTERRUPT)) return GUD_FMU_OK;
    return fail(f, "do step", gud_sim_error(f->sim));
}

// ---- states

struct gud_fmu_state {
    size_t size;   // of the whole block
    uint64_t hash; // of all that follows
    int64_t phase; // of gud_fmu_phase
    int64_t events;
    double begin;
    size_t nvalue;     // of parameters and inputs
    size_t simulation; // bytes of the simulation's state; 0: it was not started
    // then parameters and inputs, then the state of the simulation
};

static size_t nset_of(const gud_fmu *f)
{
    return (size_t)f->count[kind_parameter] + (size_t)f->count[kind_input];
}

static bool is_running(const gud_fmu *f)
{
    return f->sim && !f->reload && !f->restart;
}

static const char *content_of(const gud_fmu_state *state)
{
    return (const char *)state + sizeof *state;
}

static uint64_t hash_state(const void *bytes, size_t size)
{
    const size_t from = offsetof(gud_fmu_state, phase);
    return gud_hash(0, (const char *)bytes + from, size - from);
}

gud_fmu_status gud_fmu_state_get(gud_fmu *f, gud_fmu_state **state)
{
    const size_t values = nset_of(f) * sizeof(double), simulation = is_running(f) ? gud_sim_state_size(f->sim) : 0;
    const size_t size = sizeof **state + values + simulation;
    gud_fmu_state *s = *state && (*state)->size >= size ? *state : gud_alloc(size, 1);
    if (!s) return gud_fmu_refuse(f, "get state", "out of memory");
    if (s != *state) gud_fmu_state_free(*state);
    *state = s;
    *s = (gud_fmu_state){.size = size,
                         .phase = f->phase,
                         .events = f->events,
                         .begin = f->begin,
                         .nvalue = nset_of(f),
                         .simulation = simulation};
    char *content = (char *)s + sizeof *s;
    if (values > 0) memcpy(content, f->value, values);
    if (simulation > 0 && gud_sim_save(f->sim, content + values, simulation) != GUD_OK)
        return gud_fmu_refuse(f, "get state", gud_sim_error(f->sim));
    s->hash = hash_state(s, size);
    return GUD_FMU_OK;
}

static gud_fmu_status restore(gud_fmu *f, const gud_fmu_state *s)
{
    const void *block = content_of(s) + s->nvalue * sizeof(double);
    if (make_ready(f) != GUD_FMU_OK) return GUD_FMU_ERROR;
    if (gud_sim_restore(f->sim, block, s->simulation) == GUD_OK) return GUD_FMU_OK;
    return gud_fmu_refuse(f, "set state", gud_sim_error(f->sim));
}

gud_fmu_status gud_fmu_state_set(gud_fmu *f, const gud_fmu_state *s)
{
    if (!s) return gud_fmu_refuse(f, "set state", "NULL");
    if (s->nvalue != nset_of(f)) return gud_fmu_refuse(f, "set state", "the state belongs to another model");
    const double *values = (const double *)(const void *)content_of(s);
    for (int i = 0; i < f->count[kind_parameter]; i++)
        if (values[i] != f->value[i]) f->reload = true;
    if (s->nvalue > 0) memcpy(f->value, values, s->nvalue * sizeof(double));
    if (s->simulation == 0) f->restart = true;
    if (s->simulation > 0 && restore(f, s) != GUD_FMU_OK) return GUD_FMU_ERROR;
    f->phase = (gud_fmu_phase)s->phase;
    f->events = s->events;
    f->begin = s->begin;
    return GUD_FMU_OK;
}

void gud_fmu_state_free(gud_fmu_state *state)
{
    gud_free(state);
}

size_t gud_fmu_state_size(const gud_fmu_state *state)
{
    return state->size;
}

const void *gud_fmu_state_bytes(const gud_fmu_state *state)
{
    return state;
}

// a state that could have been saved: one with another phase would take an instance to where no call is allowed
static bool is_state(const gud_fmu *f, const gud_fmu_state *head, size_t size)
{
    const size_t content = size - sizeof *head, values = nset_of(f) * sizeof(double);
    const bool steps = head->phase == GUD_FMU_STEPPING;
    const bool known = steps || head->phase == GUD_FMU_INSTANTIATED || head->phase == GUD_FMU_INITIALISING ||
                       head->phase == GUD_FMU_TERMINATED;
    return head->size == size && head->nvalue == nset_of(f) && values <= content &&
           head->simulation == content - values && known && (!steps || head->simulation > 0) && isfinite(head->begin);
}

gud_fmu_status gud_fmu_state_read(gud_fmu *f, const void *bytes, size_t size, gud_fmu_state **state)
{
    gud_fmu_state head;
    if (!bytes || size < sizeof head) return gud_fmu_refuse(f, "read state", "not a state");
    memcpy(&head, bytes, sizeof head);
    if (!is_state(f, &head, size) || head.hash != hash_state(bytes, size))
        return gud_fmu_refuse(f, "read state", "the state is damaged, incomplete, or belongs to another model");
    gud_fmu_state *s = gud_alloc(size, 1);
    if (!s) return gud_fmu_refuse(f, "read state", "out of memory");
    memcpy(s, bytes, size);
    gud_fmu_state_free(*state);
    *state = s;
    return GUD_FMU_OK;
}
