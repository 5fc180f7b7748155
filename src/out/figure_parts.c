#include "out/figure_parts.h"

#include "base/alloc.h"
#include "out/summary.h"
#include "out/words.h"

#include <stdio.h>
#include <string.h>

enum { name_size = 512, most_patterns = 64 };

// patterns of the kind with each name put in; one that finds nothing is no mistake as long as another does
static gud_status find_patterns(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error,
                                char (*texts)[name_size], const char **patterns, int *npattern)
{
    const char *all[] = {"*"};
    const char *const *names = q->nname > 0 ? q->names : all;
    *npattern = 0;
    for (int i = 0; i < (q->nname > 0 ? q->nname : 1); i++) {
        int found = 0;
        for (int k = 0; k < GUD_COUNT(kind->patterns) && kind->patterns[k] && *npattern < most_patterns; k++) {
            gud_selection selection;
            const char *mark = strstr(kind->patterns[k], "%s");
            (void)snprintf(texts[*npattern], name_size, "%.*s%s%s", (int)(mark - kind->patterns[k]), kind->patterns[k],
                           names[i], mark + 2);
            patterns[*npattern] = texts[*npattern];
            const gud_status st = gud_selection_find(q->results[0], &patterns[*npattern], 1, error, &selection);
            if (st == GUD_ERR_MEMORY) return st;
            if (st < 0) continue;
            gud_free(selection.picks);
            found++;
            ++*npattern;
        }
        const char *path = gud_result_path(q->results[0]);
        if (found == 0 && q->nname > 0)
            return gud_fail(error, GUD_ERR_INPUT,
                            "%.100s: a figure '%s' needs '%.100s', which is not in the result; 'gudgeon summary %.100s "
                            "\"*\"' lists the channels",
                            path, kind->name, texts[*npattern], path);
        if (found == 0 && strcmp(kind->name, "series") != 0)
            return gud_fail(error, GUD_ERR_INPUT, "%.150s: there is nothing to draw for figure '%s'", path, kind->name);
    }
    return GUD_OK;
}

gud_status gud_figure_find(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error,
                           gud_selection *out)
{
    const char *patterns[most_patterns];
    int npattern = 0;
    *out = (gud_selection){0};
    char(*texts)[name_size] = gud_alloc(most_patterns, name_size);
    if (!texts) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    gud_status st = find_patterns(kind, q, error, texts, patterns, &npattern);
    if (st == GUD_OK) st = gud_selection_find(q->results[0], patterns, npattern, error, out);
    gud_free(texts);
    return st;
}

gud_status gud_chart_reserve(gud_chart *chart, int ncurve, int npanel, gud_error *error)
{
    chart->plot.title = chart->request->title;
    chart->plot.curves = gud_alloc((size_t)ncurve, sizeof *chart->plot.curves);
    chart->plot.panels = gud_alloc((size_t)npanel, sizeof *chart->plot.panels);
    if (chart->plot.curves && chart->plot.panels) return GUD_OK;
    return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
}

gud_status gud_chart_open(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error,
                          gud_chart *chart)
{
    *chart = (gud_chart){.kind = kind, .request = request};
    GUD_TRY(gud_figure_find(kind, request, error, &chart->found));
    const int ncurve = (kind->ncurve > 0 ? kind->ncurve : 1) * chart->found.count * request->nresult;
    return gud_chart_reserve(chart, ncurve, chart->found.count, error);
}

void gud_chart_free(gud_chart *chart)
{
    for (int i = 0; i < chart->plot.ncurve; i++) {
        gud_free(chart->plot.curves[i].x);
        gud_free(chart->plot.curves[i].y);
        gud_free(chart->plot.curves[i].z);
    }
    gud_free(chart->plot.curves);
    gud_free(chart->plot.panels);
    gud_free(chart->found.picks);
}

gud_plot_curve *gud_chart_curve(gud_chart *chart, int64_t n)
{
    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve++];
    c->n = n;
    c->panel = chart->panel;
    c->x = gud_alloc((size_t)n, sizeof(double));
    c->y = gud_alloc((size_t)n, sizeof(double));
    return c->x && c->y ? c : NULL;
}

// section/entity/quantity, section/entity or entity; entities may have slashes
typedef struct parts {
    char entity[name_size], quantity[name_size];
} parts;

static parts split(const char *path)
{
    parts p = {0};
    const char *first = strchr(path, '/'), *last = strrchr(path, '/');
    if (!first) {
        (void)snprintf(p.entity, sizeof p.entity, "%s", path);
        (void)snprintf(p.quantity, sizeof p.quantity, "%s", path);
    } else if (first == last) {
        (void)snprintf(p.entity, sizeof p.entity, "%s", first + 1);
        (void)snprintf(p.quantity, sizeof p.quantity, "%.*s", (int)(first - path), path);
        // no names of the model's
        if (strcmp(p.quantity, "energy") == 0 || strcmp(p.quantity, "constraints") == 0)
            gud_words_of(first + 1, p.entity, name_size);
        if (strcmp(p.quantity, "constraints") == 0) (void)snprintf(p.quantity, sizeof p.quantity, "%s", first + 1);
    } else {
        (void)snprintf(p.entity, sizeof p.entity, "%.*s", (int)(last - first - 1), first + 1);
        (void)snprintf(p.quantity, sizeof p.quantity, "%s", last + 1);
    }
    char words[name_size];
    gud_words_of(p.quantity, words, name_size);
    (void)snprintf(p.quantity, sizeof p.quantity, "%s", words);
    return p;
}

void gud_figure_name(const gud_result *result, gud_pick pick, bool quantity, char label[GUD_LABEL_SIZE])
{
    char number[16];
    const gud_channel *c = gud_result_channel(result, pick.channel);
    const parts p = split(c->path);
    const bool show = quantity && strchr(c->path, '/') != strrchr(c->path, '/');
    const bool component = c->components || c->width > 1;
    (void)snprintf(label, GUD_LABEL_SIZE, "%.60s%s%.60s%s%.30s", p.entity, show ? " " : "", show ? p.quantity : "",
                   component ? " " : "", component ? gud_channel_component(c, pick.component, number) : "");
}

void gud_figure_entity(const gud_result *result, gud_pick pick, char label[GUD_LABEL_SIZE])
{
    const parts p = split(gud_result_channel(result, pick.channel)->path);
    (void)snprintf(label, GUD_LABEL_SIZE, "%.100s", p.entity);
}

int gud_figure_color(const gud_result *result, gud_pick pick)
{
    const char *own = gud_result_channel(result, pick.channel)->path;
    const char *first = strchr(own, '/'), *last = strrchr(own, '/');
    const size_t section = first ? (size_t)(first - own) + 1 : 0;
    const size_t length = last > first ? (size_t)(last - own) + 1 : strlen(own);
    int count = 0;
    for (int i = 0; i < pick.channel; i++) {
        const char *path = gud_result_channel(result, i)->path, *next = strrchr(path, '/');
        if (!next || strncmp(path, own, section) != 0) continue;
        if (strncmp(path, own, length) == 0) break; // channels of an entity stand together, or at least it begins here
        const char *before = i > 0 ? gud_result_channel(result, i - 1)->path : "";
        const size_t shared = next > path + section ? (size_t)(next - path) + 1 : strlen(path) + 1;
        count += strncmp(path, before, shared) != 0;
    }
    return count;
}

int gud_figure_body_color(const gud_result *result, int outline)
{
    const gud_meta *meta = gud_result_meta(result);
    int count = 0;
    for (int i = 0; i < outline; i++) count += strcmp(meta->outlines[i].body, "ground") != 0;
    return count;
}

void gud_figure_suffix(const gud_figure_request *q, int r, char label[GUD_LABEL_SIZE])
{
    const char *title = gud_result_meta(q->results[r])->title;
    const char *name = q->labels ? q->labels[r] : title && title[0] ? title : gud_result_path(q->results[r]);
    const size_t used = strlen(label);
    (void)snprintf(label + used, GUD_LABEL_SIZE - used, "%s%s", used > 0 ? ", " : "", name);
}

const char *gud_figure_window(const gud_figure_request *q, int r)
{
    if (q->window) return q->window;
    return q->cycles && q->cycles[r].window[0] ? q->cycles[r].window : NULL;
}

gud_status gud_figure_stretch(const gud_figure_request *q, int r, gud_error *error, int64_t *first, int64_t *count)
{
    gud_window window;
    double *x;
    const int64_t n = gud_result_count(q->results[r], 0);
    const char *text = gud_figure_window(q, r);
    *first = 0;
    *count = n;
    if (!text) return GUD_OK;
    GUD_TRY(gud_window_parse(q->results[r], text, q->over, error, &window));
    GUD_TRY(gud_result_load(q->results[r], window.over, error, &x));
    *count = 0;
    for (int64_t i = 0; i < n; i++)
        if (x[i] >= window.low && x[i] <= window.high && (*count)++ == 0) *first = i;
    gud_free(x);
    if (*count > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: no records in the window %s", gud_result_path(q->results[r]), text);
}

gud_status gud_figure_load_values(const gud_figure_request *q, int r, gud_pick pick, gud_error *error, double **values,
                                  int64_t *count)
{
    int64_t first;
    GUD_TRY(gud_figure_stretch(q, r, error, &first, count));
    GUD_TRY(gud_result_load(q->results[r], pick, error, values));
    memmove(*values, *values + first, (size_t)*count * sizeof(double));
    return GUD_OK;
}

static gud_status abscissa_pick(const gud_figure_request *q, int r, gud_error *error, gud_pick *pick)
{
    *pick = (gud_pick){0, 0};
    return q->over ? gud_result_pick(q->results[r], q->over, error, pick) : GUD_OK;
}

gud_status gud_chart_abscissa(gud_chart *chart, gud_error *error)
{
    gud_pick pick;
    const gud_figure_request *q = chart->request;
    GUD_TRY(abscissa_pick(q, 0, error, &pick));
    const gud_channel *c = gud_result_channel(q->results[0], pick.channel);
    char name[GUD_LABEL_SIZE];
    gud_figure_name(q->results[0], pick, true, name);
    gud_words_of(name, chart->plot.x_label, GUD_LABEL_SIZE);
    chart->plot.x_cycle = strcmp(c->unit, "rad") == 0 ? q->cycle : 0.0;
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "%s", c->unit);
    return GUD_OK;
}

// the panel of a unit, a new one if need be
static int find_panel(gud_plot *plot, const char *unit)
{
    for (int i = 0; i < plot->npanel; i++)
        if (strcmp(plot->panels[i].unit, unit) == 0) return i;
    (void)snprintf(plot->panels[plot->npanel].unit, sizeof plot->panels[plot->npanel].unit, "%s", unit);
    return plot->npanel++;
}

gud_status gud_chart_add(gud_chart *chart, int r, int i, gud_error *error)
{
    char name[name_size];
    gud_pick own, over;
    const gud_figure_request *q = chart->request;
    gud_result_name(q->results[0], chart->found.picks[i], name, sizeof name);
    GUD_TRY(gud_result_pick(q->results[r], name, error, &own));
    GUD_TRY(abscissa_pick(q, r, error, &over));

    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve++];
    c->panel = find_panel(&chart->plot, gud_result_channel(q->results[r], own.channel)->unit);
    // colours count in each panel anew; results differ by dashes, and by colour too if there is but one curve of each:
    // where they agree, one shows between the dashes of the other
    for (const gud_plot_curve *k = chart->plot.curves; k < c; k++) c->color += k->panel == c->panel;
    if (chart->found.count > 1 && q->nresult > 1) {
        c->color = i;
        c->dash = r;
    } else {
        if (q->nresult > 1 && q->places) c->color = q->places[r];
        c->dash = q->nresult > 1 ? c->color : gud_plot_dash(c->color);
    }
    GUD_TRY(gud_figure_load_values(q, r, over, error, &c->x, &c->n));
    if (q->cycles)
        for (int64_t k = 0; k < c->n; k++) c->x[k] -= q->cycles[r].origin;
    return gud_figure_load_values(q, r, own, error, &c->y, &c->n);
}

// do all curves of a panel show the same quantity?
static bool same_quantity(const gud_chart *chart, int panel, parts *shared)
{
    bool any = false;
    for (int i = 0; i < chart->found.count; i++) {
        if (chart->plot.curves[i].panel != panel) continue;
        const parts p = split(gud_result_channel(chart->request->results[0], chart->found.picks[i].channel)->path);
        if (any && strcmp(p.quantity, shared->quantity) != 0) return false;
        *shared = p;
        any = true;
    }
    return any;
}

// what several quantities with one unit have in common
static const char *name_of_unit(const char *unit)
{
    static const char *const names[][2] = {{"W", "power"},           {"N", "force"},   {"N.m", "torque"},
                                           {"J", "energy"},          {"m", "length"},  {"rad", "angle"},
                                           {"Pa", "pressure"},       {"m/s", "speed"}, {"rad/s", "angular velocity"},
                                           {"m/s2", "acceleration"}, {"s", "time"}};
    for (int i = 0; i < GUD_COUNT(names); i++)
        if (strcmp(unit, names[i][0]) == 0) return names[i][1];
    return "value";
}

// do all panels show the same quantity?
static bool is_one_quantity(const gud_chart *chart, parts *shared)
{
    parts first = {0};
    for (int i = 0; i < chart->plot.npanel; i++) {
        if (!same_quantity(chart, i, shared) || (i > 0 && strcmp(shared->quantity, first.quantity) != 0)) return false;
        first = *shared;
    }
    return chart->plot.npanel > 0;
}

// "big-end", or "big-end, reaction force" where the title cannot say the quantity and no legend does
static void name_panel(gud_chart *chart, int panel)
{
    parts shared = {0}, own = {0};
    char *label = chart->plot.panels[panel].label;
    const bool titled = is_one_quantity(chart, &shared), same = same_quantity(chart, panel, &own);
    for (int i = 0; i < chart->plot.ncurve; i++) {
        if (chart->plot.curves[i].panel != panel) continue;
        gud_figure_entity(chart->request->results[0], chart->found.picks[i], label);
        const size_t used = strlen(label);
        if (!titled && same) (void)snprintf(label + used, GUD_LABEL_SIZE - used, ", %.50s", own.quantity);
        return;
    }
}

// Is all that is shown of one joint or body, which a title can name? Then labels need not.
static bool is_of_one(const gud_chart *chart, char entity[GUD_LABEL_SIZE])
{
    const gud_figure_request *q = chart->request;
    char other[GUD_LABEL_SIZE] = "";
    if (chart->plot.by_entity || (q->title && !q->stretch) || chart->found.count == 0) return false;
    for (int i = 0; i < chart->found.count; i++) {
        const char *path = gud_result_channel(q->results[0], chart->found.picks[i].channel)->path;
        if (!strchr(path, '/') || strncmp(path, "constraints/", 12) == 0) return false;
        gud_figure_entity(q->results[0], chart->found.picks[i], i == 0 ? entity : other);
        if (i > 0 && strcmp(entity, other) != 0) return false;
    }
    return true;
}

// takes the name away that a title or a panel has already
static void strip_name(char *label, const char *name)
{
    const size_t n = strlen(name);
    if (n > 0 && strncmp(label, name, n) == 0 && label[n] == ' ')
        memmove(label, label + n + 1, strlen(label + n + 1) + 1);
}

static void label_panel(gud_chart *chart, int panel, const char *titled)
{
    parts shared = {0};
    const gud_pick *picks = chart->found.picks;
    const int npick = chart->found.count;
    const gud_figure_request *q = chart->request;
    gud_plot_panel *p = &chart->plot.panels[panel];
    const bool same = same_quantity(chart, panel, &shared);
    (void)snprintf(p->label, GUD_LABEL_SIZE, "%.100s", same ? shared.quantity : name_of_unit(p->unit));
    if (npick == 1) gud_figure_name(q->results[0], picks[0], true, p->label);
    if (npick == 1 && strcmp(p->label, titled) == 0)
        (void)snprintf(p->label, GUD_LABEL_SIZE, "%.100s", shared.quantity);
    strip_name(p->label, titled);
    if (chart->plot.by_entity) name_panel(chart, panel);

    for (int i = 0; i < chart->plot.ncurve; i++) {
        gud_plot_curve *c = &chart->plot.curves[i];
        if (c->panel != panel) continue;
        if (npick > 1 || q->nresult == 1) gud_figure_name(q->results[0], picks[i % npick], !same, c->label);
        if (q->nresult > 1) gud_figure_suffix(q, i / npick, c->label);
        char entity[GUD_LABEL_SIZE];
        gud_figure_entity(q->results[0], picks[i % npick], entity);
        strip_name(c->label, chart->plot.by_entity ? entity : titled);
    }
}

// panels that are named by their joint have the quantity in the title
static void title_panels(gud_chart *chart)
{
    parts shared = {0};
    const char *given = chart->request->title;
    char words[GUD_LABEL_SIZE];
    if (!is_one_quantity(chart, &shared)) return;
    (void)snprintf(words, sizeof words, "%.100s", shared.quantity);
    gud_words_capitalise(words);
    (void)snprintf(chart->title, sizeof chart->title, "%s%s%.150s", words, given ? ". " : "", given ? given : "");
    chart->plot.title = chart->title;
}

void gud_chart_title(gud_chart *chart, const char *entity)
{
    const char *given = chart->request->title;
    if (given && !chart->request->stretch) return;
    (void)snprintf(chart->title, sizeof chart->title, "%.150s%s%.150s", entity, given ? ". " : "", given ? given : "");
    chart->plot.title = chart->title;
}

void gud_chart_label(gud_chart *chart)
{
    char entity[GUD_LABEL_SIZE] = "";
    if (chart->grouped) { // which are named already
        gud_figure_name(chart->request->results[0], chart->found.picks[0], true, entity);
        gud_chart_title(chart, entity);
        return;
    }
    const bool one = is_of_one(chart, entity);
    for (int i = 0; i < chart->plot.npanel; i++) label_panel(chart, i, one ? entity : "");
    if (chart->plot.by_entity) title_panels(chart);
    if (!one) return;
    const char *path = gud_result_channel(chart->request->results[0], chart->found.picks[0].channel)->path;
    char words[GUD_LABEL_SIZE];
    (void)snprintf(words, sizeof words, "%s", entity);
    if (strncmp(path, "drives/", 7) == 0) gud_words_of(entity, words, sizeof words); // of a coordinate
    gud_words_capitalise(words);
    gud_chart_title(chart, words);
}

void gud_chart_ordinate(gud_chart *chart, const char *label, const char *unit)
{
    gud_plot_panel *panel = &chart->plot.panels[0];
    chart->plot.npanel = 1;
    (void)snprintf(panel->label, sizeof panel->label, "%s", label);
    (void)snprintf(panel->unit, sizeof panel->unit, "%s", unit);
}
