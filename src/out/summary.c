#include "out/summary.h"

#include "base/alloc.h"
#include "num/pi.h"
#include "out/quantity.h"
#include "out/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { name_size = 256 };

static const double outside = -1.0; // in place of a record's weight: it is not in the window
static const double slack = 1e-9;   // relative; a record at the end of a window belongs to it

static double window_scale(const gud_result *result, gud_pick over)
{
    return strcmp(gud_result_channel(result, over.channel)->unit, "rad") == 0 ? pi / 180.0 : 1.0;
}

// a number, or `fallback` where there is none
static bool parse_limit(const char *text, const char *end, double fallback, double *value)
{
    char *stop = NULL;
    *value = fallback;
    if (text + strspn(text, " ") >= end) return true;
    *value = strtod(text, &stop);
    return stop != text && stop + strspn(stop, " ") == end && !isnan(*value);
}

gud_status gud_window_read(const char *text, gud_error *error, double *low, double *high)
{
    const char *colon = strchr(text, ':');
    const double none = (double)INFINITY;
    if (colon && parse_limit(text, colon, -none, low) && parse_limit(colon + 1, text + strlen(text), none, high) &&
        *low <= *high)
        return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "window '%s': expected LOW:HIGH, e.g. 660:780", text);
}

gud_status gud_window_parse(const gud_result *result, const char *text, const char *over, gud_error *error,
                            gud_window *out)
{
    *out = (gud_window){.low = -(double)INFINITY, .high = (double)INFINITY};
    if (!over && text) over = gud_result_abscissa(result);
    if (over) GUD_TRY(gud_result_pick(result, over, error, &out->over));
    if (gud_result_channel(result, out->over.channel)->kind == GUD_CHANNEL_FIELD)
        return gud_fail(error, GUD_ERR_INPUT, "a window cannot be over the field '%s'", over);
    if (!text) return GUD_OK;

    GUD_TRY(gud_window_read(text, error, &out->low, &out->high));
    out->low *= window_scale(result, out->over);
    out->high *= window_scale(result, out->over);
    return GUD_OK;
}

typedef struct weighted {
    double value, weight;
} weighted;

// the largest of a heap of n, or of a list that becomes one, comes down to where it belongs
static void sink(weighted *heap, int64_t n, int64_t at)
{
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && heap[child + 1].value > heap[child].value) child++;
        if (heap[at].value >= heap[child].value) return;
        const weighted down = heap[at];
        heap[at] = heap[child];
        heap[child] = down;
    }
}

// takes the largest of n values out of a heap
static weighted pop(weighted *heap, int64_t n)
{
    const weighted largest = heap[0];
    heap[0] = heap[n - 1];
    sink(heap, n - 1, 0);
    return largest;
}

// Value above which a share of the weight lies, between two of them linearly. Half of the weight of two neighbours lies
// between them. Few values lie above a small share: the others are not sorted.
static double upper_percentile(weighted *list, int64_t n, double share)
{
    double all = 0.0, above = 0.0, least = list[0].value, least_weight = list[0].weight;
    for (int64_t i = 0; i < n; i++) {
        all += list[i].weight;
        if (list[i].value < least) least = list[i].value, least_weight = list[i].weight;
    }
    for (int64_t i = n / 2 - 1; i >= 0; i--) sink(list, n, i);
    all -= 0.5 * (list[0].weight + least_weight);
    weighted high = pop(list, n);
    for (int64_t left = n - 1; left > 0; left--) {
        const weighted low = pop(list, left);
        const double part = 0.5 * (low.weight + high.weight);
        if (part > 0.0 && above + part >= share * all)
            return high.value + (share * all - above) / part * (low.value - high.value);
        above += part;
        high = low;
    }
    return high.value;
}

static void extremes(gud_statistics *s, double value, double time, double at)
{
    if (value < s->min) {
        s->min = value;
        s->time_min = time;
        s->at_min = at;
    }
    if (value > s->max) {
        s->max = value;
        s->time_max = time;
        s->at_max = at;
    }
}

typedef struct records {
    int64_t n;
    double *times, *over, *weights; // over: what the window is counted on
} records;

// What is recorded often enough has the same rms value in every other record as in those between them. Too few records
// say nothing.
static double halves_of(const weighted *list, int64_t n)
{
    enum { fewest = 40 };
    double weight[2] = {0.0}, square[2] = {0.0};
    for (int64_t i = 0; i < n; i++) {
        weight[i % 2] += list[i].weight;
        square[i % 2] += list[i].weight * list[i].value * list[i].value;
    }
    const double all = sqrt((square[0] + square[1]) / (weight[0] + weight[1]));
    if (n < fewest || !(all > 0.0)) return 0.0;
    return fabs(sqrt(square[0] / weight[0]) - sqrt(square[1] / weight[1])) / all;
}

// Of the records that have a weight, of which there is one at least; `list` has room for all. A record has `width`
// values, the first of which counts.
static gud_statistics statistics_of(const double *values, int width, const records *r, weighted *list)
{
    gud_statistics s = {.min = (double)INFINITY, .max = -(double)INFINITY};
    double all = 0.0, sum = 0.0;
    for (int64_t i = 0; i < r->n; i++) {
        if (r->weights[i] == outside) continue;
        const double value = values[i * width];
        list[s.count++] = (weighted){value, r->weights[i]};
        all += r->weights[i];
        sum += r->weights[i] * value;
        extremes(&s, value, r->times[i], r->over[i]);
    }
    s.mean = sum / all;
    sum = 0.0;
    for (int64_t i = 0; i < s.count; i++) sum += list[i].weight * (list[i].value - s.mean) * (list[i].value - s.mean);
    s.std = sqrt(sum / all);
    s.halves = halves_of(list, s.count);
    s.p99 = upper_percentile(list, s.count, 0.01);
    return s;
}

// A record stands for the stretch around it, half way to its neighbours in the window; the first and the last one for
// as much on either side. Records that have no distance count alike.
static void weigh(const double *x, int64_t n, double *weights)
{
    double all = 0.0;
    for (int64_t i = 0; i < n; i++) {
        if (weights[i] == outside) continue;
        const bool left = i > 0 && weights[i - 1] != outside, right = i + 1 < n && weights[i + 1] != outside;
        const double before = left ? fabs(x[i] - x[i - 1]) : 0.0, after = right ? fabs(x[i + 1] - x[i]) : 0.0;
        weights[i] = left && right ? 0.5 * (before + after) : before + after;
        all += weights[i];
    }
    for (int64_t i = 0; i < n && all == 0.0; i++)
        if (weights[i] != outside) weights[i] = 1.0;
}

// weights of the records in the window
static gud_status choose(const gud_result *result, const records *r, gud_summary *s, gud_error *error)
{
    const gud_window *w = &s->window;
    const double *x = r->over;
    const double low = isfinite(w->low) ? w->low - slack * fabs(w->low) : w->low;
    const double high = isfinite(w->high) ? w->high + slack * fabs(w->high) : w->high;
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (int64_t i = 0; i < r->n; i++) {
        const bool chosen = x[i] >= low && x[i] <= high;
        r->weights[i] = chosen ? 0.0 : outside;
        if (chosen && s->nrecord++ == 0) s->start = r->times[i];
        if (chosen) s->end = r->times[i];
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    weigh(r->times, r->n, r->weights); // over time: a mean power times the duration is the energy
    if (s->nrecord > 0) return GUD_OK;
    if (r->n == 0)
        return gud_fail(error, GUD_ERR_INPUT, "%s: the result has no records; its run ended before the first one",
                        gud_result_path(result));
    const double scale = 1.0 / window_scale(result, w->over);
    return gud_fail(error, GUD_ERR_INPUT, "%s: no records in the window %g:%g; they run from %g to %g",
                    gud_result_path(result), w->low * scale, w->high * scale, least * scale, most * scale);
}

// all components of the channel at row *i that stand behind each other, from one reading of it
static gud_status summarize_channel(const gud_result *result, gud_summary *s, int *i, const records *r, weighted *list,
                                    gud_error *error)
{
    const int channel = s->picks[*i].channel;
    const gud_channel *c = gud_result_channel(result, channel);
    double *values = gud_alloc((size_t)r->n, (size_t)c->width * sizeof *values);
    gud_status st = values ? gud_result_read(result, channel, 0, r->n, values, error)
                           : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for channel '%s'", c->path);
    for (; *i < s->count && s->picks[*i].channel == channel && st == GUD_OK; ++*i)
        s->statistics[*i] = statistics_of(values + s->picks[*i].component, c->width, r, list);
    gud_free(values);
    return st;
}

static gud_status summarize(const gud_result *result, gud_summary *s, records *r, weighted *list, gud_error *error)
{
    GUD_TRY(gud_result_load(result, (gud_pick){0, 0}, error, &r->times));
    GUD_TRY(gud_result_load(result, s->window.over, error, &r->over));
    GUD_TRY(choose(result, r, s, error));
    for (int i = 0; i < s->count;) GUD_TRY(summarize_channel(result, s, &i, r, list, error));
    return GUD_OK;
}

gud_status gud_summary_make(const gud_result *result, const gud_window *window, const char *const *patterns,
                            int npattern, gud_error *error, gud_summary *out)
{
    gud_selection selection;
    *out = (gud_summary){.window = *window};
    GUD_TRY(gud_selection_find(result, patterns, npattern, error, &selection));
    out->picks = selection.picks;
    out->count = selection.count;
    out->statistics = gud_alloc((size_t)out->count, sizeof *out->statistics);
    records r = {.n = gud_result_count(result, 0)};
    r.weights = gud_alloc((size_t)r.n, sizeof *r.weights);
    weighted *list = gud_alloc((size_t)r.n, sizeof *list);

    gud_status st = GUD_OK;
    if (!r.weights || !list || !out->statistics)
        st = gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a summary");
    if (st == GUD_OK) st = summarize(result, out, &r, list, error);
    gud_free(r.times);
    gud_free(r.over);
    gud_free(r.weights);
    gud_free(list);
    if (st < 0) gud_summary_free(out);
    return st;
}

void gud_summary_free(gud_summary *s)
{
    gud_free(s->picks);
    gud_free(s->statistics);
    *s = (gud_summary){0};
}

double gud_result_cycle(const gud_result *result)
{
    const gud_entry *e = gud_result_setting(result, "cycle");
    return e && !e->text && e->number > 0.0 && isfinite(e->number) ? e->number : 0.0;
}

double gud_window_cycle(const gud_result *result, const gud_window *w)
{
    const char *abscissa = gud_result_abscissa(result);
    const double cycle = gud_result_cycle(result);
    if (!abscissa || strcmp(abscissa, gud_result_channel(result, w->over.channel)->path) != 0) return 0.0;
    return w->high - w->low <= cycle * (1.0 + 1e-6) ? cycle : 0.0;
}

double gud_within_cycle(double cycle, double at)
{
    if (cycle <= 0.0) return at;
    const double inside = at - cycle * floor(at / cycle);
    return cycle - inside < 1e-6 * cycle ? 0.0 : inside;
}

static int longest_name(const gud_summary *s, const gud_result *result)
{
    char name[name_size];
    int longest = 8;
    for (int i = 0; i < s->count; i++) {
        gud_result_name(result, s->picks[i], name, sizeof name);
        if ((int)strlen(name) > longest) longest = (int)strlen(name);
    }
    return longest;
}

double gud_statistics_typical(const gud_statistics *s)
{
    return fmax(fabs(s->mean), s->std);
}

// all numbers of a line share a unit, so that they can be compared
static void print_line(const gud_statistics *s, const char *name, int width, const char *unit, const gud_display *over,
                       double cycle, FILE *f)
{
    const gud_display shown = gud_quantity_show(unit, gud_statistics_typical(s));
    const double k = shown.scale; // adding 0.0 makes 0 of -0
    (void)fprintf(f, "%-*s  %-6s %11.5g %11.5g %11.5g %11.5g %11.5g %11.5g\n", width, name, shown.unit,
                  k * s->mean + 0.0, k * s->min + 0.0, k * s->max + 0.0, k * s->std,
                  over->scale * gud_within_cycle(cycle, s->at_min), over->scale * gud_within_cycle(cycle, s->at_max));
}

// in what the window is counted: degrees of the crank, or time
static gud_display over_shown(const gud_summary *s, const gud_result *result)
{
    double most = 0.0;
    for (int i = 0; i < s->count; i++)
        most = fmax(most, fmax(fabs(s->statistics[i].at_min), fabs(s->statistics[i].at_max)));
    return gud_quantity_show(gud_result_channel(result, s->window.over.channel)->unit, most);
}

void gud_summary_print(const gud_summary *s, const gud_result *result, FILE *stream)
{
    char name[name_size], at_min[48], at_max[48];
    const int width = longest_name(s, result);
    const gud_display over = over_shown(s, result);
    const double cycle = gud_window_cycle(result, &s->window);
    (void)snprintf(at_min, sizeof at_min, "min at %s", over.unit);
    (void)snprintf(at_max, sizeof at_max, "max at %s", over.unit);
    (void)fprintf(stream, "%-*s  %-6s %11s %11s %11s %11s %11s %11s\n", width, "channel", "unit", "mean", "min", "max",
                  "std", at_min, at_max);
    for (int i = 0; i < s->count; i++) {
        gud_result_name(result, s->picks[i], name, sizeof name);
        const char *unit = gud_result_channel(result, s->picks[i].channel)->unit;
        print_line(&s->statistics[i], name, width, unit, &over, cycle, stream);
    }
}
