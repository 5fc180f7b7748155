#include "sweep/study.h"

#include "base/alloc.h"
#include "load/near.h"
#include "load/source.h"
#include "num/search.h"
#include "out/select.h"
#include "out/summary.h"
#include "sweep/axis.h"
#include "sweep/drawn.h"
#include "sweep/kind.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    gud_study *study;
    gud_tree tree;
    gud_diag *diag;
    gud_units *units;
    const char *path; // of the study
    const char *text; // NULL: that of the file
} reader;

const char *const gud_study_keys[] = {"gudgeon", "title",    "model",       "axes",     "window",
                                      "over",    "channels", "bifurcation", "poincare", "keep",
                                      "sample",  "limits",   "search",      "front",    NULL};
static const char *const axis_keys[] = {"path",    "values",   "cases",      "from",         "to",     "points",
                                        "spacing", "mean",     "std",        "median",       "factor", "mode",
                                        "fit",     "diameter", "capability", "distribution", NULL};

static void check_keys(const reader *r, const gud_node *map, const char *const *allowed)
{
    for (const gud_node *child = map->first; child; child = child->next) {
        gud_near near;
        bool known = false;
        gud_near_start(&near, child->key);
        for (int i = 0; allowed[i]; i++) {
            known = known || strcmp(allowed[i], child->key) == 0;
            gud_near_try(&near, allowed[i]);
        }
        if (!known)
            gud_diag_add(r->diag, child->key_place, "unknown key '%s'%s", gud_shown(child->key).text,
                         gud_near_hint(&near));
    }
}

// a text or a list of texts
static void read_texts(const reader *r, const gud_node *node, const char *what, gud_study_texts *texts)
{
    const bool list = node->kind == GUD_NODE_LIST;
    const char **found = GUD_TAKE(&r->study->arena, const char *, list ? node->count + 1 : 1);
    texts->list = found;
    if (!found) return;
    for (const gud_node *item = list ? node->first : node; item; item = list ? item->next : NULL) {
        if (item->kind == GUD_NODE_SCALAR && item->text[0])
            found[texts->count++] = gud_arena_text(&r->study->arena, item->text);
        else
            gud_diag_add(r->diag, item->place, "%s must be a text or a list of texts", what);
    }
    if (texts->count == 0) gud_diag_add(r->diag, node->place, "%s is empty", what);
}

// of the i-th of what read_texts has read without a mistake
static gud_place place_of_text(const gud_node *node, int i)
{
    const gud_node *item = node->kind == GUD_NODE_LIST ? node->first : node;
    while (i-- > 0 && item->next) item = item->next;
    return item->place;
}

// a path is taken from the folder of the study
static const char *beside(const reader *r, const char *path)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(r->path, '/');
    const size_t n = slash ? (size_t)(slash - r->path) + 1 : 0, size = strlen(path);
    char *joined = gud_arena_take(&r->study->arena, n + size + 1, 1);
    if (!joined) return NULL;
    memcpy(joined, r->path, n);
    memcpy(joined + n, path, size + 1);
    return joined;
}

// ---- cases

// scalars of a value in their order: [80, 8] is "80-8"
static void describe(const gud_node *node, gud_buffer *text)
{
    if (node->kind == GUD_NODE_SCALAR) {
        if (text->size > 0) gud_buffer_add(text, "-");
        gud_buffer_add(text, node->text);
    }
    for (const gud_node *child = node->first; child; child = child->next) describe(child, text);
}

static const char *folder_word(gud_study *study, const char *label)
{
    char *word = gud_arena_text(&study->arena, label);
    for (char *c = word; c && *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(".-+", *c)) *c = '-';
    if (word && word[0] == '.') word[0] = '-';
    return word;
}

static void name_case(const reader *r, gud_study_axis *axis, gud_place place, const char *label)
{
    gud_study_case *c = &axis->cases[axis->ncase];
    if (strlen(label) == 0 || strlen(label) > 60) {
        gud_diag_add(r->diag, place, "'%s' is not a name for a run: use 1 to 60 characters", gud_shown(label).text);
        return;
    }
    c->label = gud_arena_text(&r->study->arena, label);
    c->word = folder_word(r->study, label);
    for (int i = 0; i < axis->ncase && c->word; i++)
        if (axis->cases[i].word && strcmp(axis->cases[i].word, c->word) == 0)
            gud_diag_add(r->diag, place, "axis '%s': '%s' and '%s' would share a folder", axis->name,
                         axis->cases[i].label, c->label);
}

static const char *assignment(const reader *r, const char *path, const gud_node *value)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_print(&text, "%s=", path);
    if (gud_node_write(value, &text) != GUD_OK) text.failed = true;
    while (!text.failed && text.size > 0 && text.data[text.size - 1] == '\n') text.data[--text.size] = 0;
    const char *copy = text.failed ? NULL : gud_arena_text(&r->study->arena, text.data);
    if (!copy) r->study->arena.failed = true;
    gud_buffer_free(&text);
    return copy;
}

static void take_sets(const reader *r, gud_study_case *c, int room)
{
    c->set = GUD_TAKE(&r->study->arena, const char *, room);
    c->places = GUD_TAKE(&r->study->arena, gud_place, room);
}

static void add_set(const reader *r, gud_study_case *c, const char *path, const gud_node *value)
{
    if (!c->set || !c->places) return;
    c->places[c->nset] = value->place;
    c->set[c->nset++] = assignment(r, path, value);
}

// are all values numbers of one kind that differ?
static void measure_values(const reader *r, const gud_node *values, gud_study_axis *axis)
{
    const char *unit = NULL;
    double *numbers = GUD_TAKE(&r->study->arena, double, axis->ncase + 1);
    int n = 0;
    axis->numeric = numbers != NULL;
    for (const gud_node *value = values->first; value && axis->numeric && n < axis->ncase; value = value->next, n++) {
        axis->numeric = gud_axis_number(value, r->units, &unit, &numbers[n]);
        for (int i = 0; i < n && axis->numeric; i++) axis->numeric = numbers[i] != numbers[n];
    }
    for (int i = 0; i < axis->ncase; i++) axis->cases[i].value = axis->numeric ? numbers[i] : (double)NAN;
    if (!axis->numeric) return;
    axis->unit = gud_arena_text(&r->study->arena, unit ? unit : "");
    axis->log = gud_axis_is_log(numbers, axis->ncase);
}

// every value goes to all paths
static void read_values(const reader *r, const gud_node *node, gud_study_axis *axis)
{
    const gud_node *path = gud_node_find(node, "path"), *values = gud_node_find(node, "values");
    gud_study_texts paths = {0};
    if (!path || !values || values->kind != GUD_NODE_LIST || values->count == 0) {
        gud_diag_add(r->diag, gud_node_head(node),
                     "axis '%s' needs 'path' and a list of 'values', or 'path', 'from', 'to' and 'points', or 'cases'",
                     axis->name);
        return;
    }
    read_texts(r, path, "path", &paths);
    axis->cases = GUD_TAKE(&r->study->arena, gud_study_case, values->count);
    for (const gud_node *value = values->first; value && axis->cases; value = value->next) {
        gud_study_case *c = &axis->cases[axis->ncase];
        gud_buffer label;
        gud_buffer_init(&label);
        describe(value, &label);
        name_case(r, axis, value->place, gud_buffer_text(&label));
        if (label.failed) r->study->arena.failed = true;
        gud_buffer_free(&label);
        take_sets(r, c, paths.count);
        for (int i = 0; i < paths.count; i++) add_set(r, c, paths.list[i], value);
        axis->ncase++;
    }
    if (axis->cases) measure_values(r, values, axis);
}

// a value of a range: text and name of a case
static gud_node *range_node(const reader *r, const gud_node *at, const gud_axis_range *range, int i)
{
    char text[80];
    gud_tree tree = {.arena = &r->study->arena};
    gud_node *node = gud_node_create(&tree, GUD_NODE_SCALAR, at->place);
    (void)snprintf(text, sizeof text, "%.15g%s%s", gud_axis_range_value(range, i), range->unit[0] ? " " : "",
                   range->unit);
    if (node) node->text = gud_tree_text(&tree, text, strlen(text));
    return node && node->text ? node : NULL;
}

static void read_range(const reader *r, const gud_node *node, gud_study_axis *axis)
{
    const gud_node *path = gud_node_find(node, "path"), *from = gud_node_find(node, "from");
    gud_axis_range range;
    gud_study_texts paths = {0};
    if (gud_axis_range_read(node, r->units, r->diag, &range) != GUD_OK) return;
    if (!path) {
        gud_diag_add(r->diag, gud_node_head(node), "axis '%s' needs 'path': what its values set", axis->name);
        return;
    }
    read_texts(r, path, "path", &paths);
    axis->cases = GUD_TAKE(&r->study->arena, gud_study_case, range.points);
    for (int i = 0; i < range.points && axis->cases; i++) {
        gud_study_case *c = &axis->cases[axis->ncase];
        char label[80];
        const gud_node *value = range_node(r, from, &range, i);
        if (!value) return;
        c->value = gud_axis_range_value(&range, i);
        (void)snprintf(label, sizeof label, "%.5g%s%.40s", c->value, range.unit[0] ? " " : "", range.unit);
        name_case(r, axis, from->place, label);
        take_sets(r, c, paths.count);
        for (int k = 0; k < paths.count; k++) add_set(r, c, paths.list[k], value);
        axis->ncase++;
    }
    axis->numeric = true;
    axis->log = range.log && gud_axis_is_wide(range.from, range.to);
    axis->unit = gud_arena_text(&r->study->arena, range.unit);
}

// every case sets what it names
static void read_cases(const reader *r, const gud_node *cases, gud_study_axis *axis)
{
    if (cases->kind != GUD_NODE_MAP || cases->count == 0) {
        gud_diag_add(r->diag, cases->place, "axis '%s': cases is a map of names with what each sets", axis->name);
        return;
    }
    axis->cases = GUD_TAKE(&r->study->arena, gud_study_case, cases->count);
    for (const gud_node *item = cases->first; item && axis->cases; item = item->next) {
        gud_study_case *c = &axis->cases[axis->ncase];
        name_case(r, axis, item->key_place, item->key);
        if (item->kind != GUD_NODE_MAP && !gud_node_is_empty(item))
            gud_diag_add(r->diag, item->place, "case '%s' is a map of paths and values", item->key);
        take_sets(r, c, item->count + 1);
        for (const gud_node *value = item->first; value; value = value->next)
            if (value->key) add_set(r, c, value->key, value);
        axis->ncase++;
    }
}

// is it drawn, or varied by a search?
static bool is_drawn(const reader *r, const gud_node *node)
{
    if (node->kind != GUD_NODE_MAP) return false;
    if (gud_node_find(node, "distribution") || gud_node_find(node, "fit")) return true;
    return r->study->goals.count > 0 && !gud_node_find(node, "points") && gud_node_find(node, "from");
}

static void read_axis(const reader *r, const gud_node *node)
{
    gud_study *study = r->study;
    if (is_drawn(r, node)) {
        check_keys(r, node, axis_keys);
        if (study->goals.count > 0 && (gud_node_find(node, "distribution") || gud_node_find(node, "fit")))
            gud_diag_add(r->diag, node->key_place, "axis '%s': a search varies 'from' and 'to', and draws nothing",
                         node->key);
        else if (gud_design_read_axis(&study->design, node, &study->arena, r->units, r->diag) == GUD_ERR_MEMORY)
            study->arena.failed = true;
        return;
    }
    if (study->goals.count > 0) {
        gud_diag_add(r->diag, node->key_place,
                     "axis '%s': a search varies numbers 'from' and 'to', without 'points'; set others in the model",
                     node->key);
        return;
    }
    if (study->naxis == GUD_STUDY_AXES - 1) {
        gud_diag_add(r->diag, node->key_place, "there are more than %d axes", GUD_STUDY_AXES - 2);
        return;
    }
    gud_study_axis *axis = &study->axes[study->naxis++];
    axis->name = gud_arena_text(&study->arena, node->key);
    if (node->kind != GUD_NODE_MAP || !axis->name) {
        gud_diag_add(r->diag, node->place,
                     "an axis is a map with 'path' and 'values', with 'path' and a range, or with 'cases'");
        return;
    }
    check_keys(r, node, axis_keys);
    const gud_node *cases = gud_node_find(node, "cases");
    if (cases)
        read_cases(r, cases, axis);
    else if (gud_node_find(node, "from") || gud_node_find(node, "to"))
        read_range(r, node, axis);
    else
        read_values(r, node, axis);
}

// the first axis: config-1.yaml is called config-1
static void read_models(const reader *r, const gud_node *node)
{
    gud_study_axis *axis = &r->study->axes[r->study->naxis++];
    gud_study_texts models = {0};
    axis->name = "model";
    read_texts(r, node, "model", &models);
    axis->cases = GUD_TAKE(&r->study->arena, gud_study_case, models.count);
    for (int i = 0; i < models.count && axis->cases && models.list[i]; i++) {
        char label[GUD_STUDY_NAME];
        const char *slash = strrchr(models.list[i], '/'), *name = slash ? slash + 1 : models.list[i];
        const char *dot = strrchr(name, '.');
        (void)snprintf(label, sizeof label, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
        const gud_place place = place_of_text(node, i);
        axis->cases[i].model = beside(r, models.list[i]);
        axis->cases[i].place = place;
        name_case(r, axis, place, label);
        axis->ncase++;
    }
}

// ---- the whole

static void check_windows(const reader *r, const gud_node *node)
{
    const gud_study_texts *windows = &r->study->windows;
    for (int i = 0; i < windows->count && windows->list[i]; i++) {
        gud_error error;
        double low, high;
        if (gud_window_read(windows->list[i], &error, &low, &high) != GUD_OK)
            gud_diag_add(r->diag, place_of_text(node, i), "%s", error.text);
    }
}

// of films of mechanisms, and of components; a study without any of them has all of its joints in the table
static const char *const usual_channels[] = {"joints/*/film_min",
                                             "joints/*/film_pressure_max",
                                             "joints/*/asperity_pressure_max",
                                             "joints/*/loss",
                                             "film_min",
                                             "pressure_max",
                                             "loss",
                                             "friction_coefficient",
                                             "*/force",
                                             "*/pressure",
                                             "gap",
                                             "contact_area"};

// a channel that is judged is in the table
static void add_target(const gud_target *target, const char **list, int *count)
{
    if (!target->channel) return;
    for (int i = 0; i < *count; i++)
        if (list[i] && gud_glob_match(list[i], target->channel)) return;
    list[(*count)++] = target->channel;
}

static void add_targets(const reader *r)
{
    gud_study *s = r->study;
    int count = s->channels.count;
    const char **list = GUD_TAKE(&s->arena, const char *, count + s->nlimit + s->goals.count + 1);
    if (!list) return;
    for (int i = 0; i < count; i++) list[i] = s->channels.list[i];
    for (int i = 0; i < s->nlimit; i++) add_target(&s->limits[i].target, list, &count);
    for (int i = 0; i < s->goals.count; i++) add_target(&s->goals.list[i].target, list, &count);
    s->channels = (gud_study_texts){list, count};
}

static void read_outputs(const reader *r, const gud_node *root)
{
    static const char *const everything[] = {""};
    gud_study *study = r->study;
    const gud_node *over = gud_node_find(root, "over"), *window = gud_node_find(root, "window");
    const gud_node *channels = gud_node_find(root, "channels");
    if (over) study->over_place = over->place;
    if (over && over->kind == GUD_NODE_SCALAR)
        study->over = gud_arena_text(&study->arena, over->text);
    else if (over)
        gud_diag_add(r->diag, over->place, "over is the name of one channel");
    study->windows = (gud_study_texts){everything, 1};
    study->channels = (gud_study_texts){usual_channels, GUD_COUNT(usual_channels)};
    study->chosen = channels != NULL;
    if (window) {
        study->windows = (gud_study_texts){0};
        read_texts(r, window, "window", &study->windows);
        check_windows(r, window);
    }
    if (channels) {
        study->channels = (gud_study_texts){0};
        read_texts(r, channels, "channels", &study->channels);
    }
    add_targets(r);
    const gud_node *bifurcation = gud_node_find(root, "bifurcation"), *poincare = gud_node_find(root, "poincare");
    if (bifurcation) read_texts(r, bifurcation, "bifurcation", &study->bifurcation);
    if (poincare) read_texts(r, poincare, "poincare", &study->poincare);
}

// ---- design

// what is read before the axes, since it says what they may be; mistakes are in the messages
static gud_status read_aims(const reader *r, const gud_node *root)
{
    gud_study *s = r->study;
    const gud_node *search = gud_node_find(root, "search"), *front = gud_node_find(root, "front");
    const gud_node *limits = gud_node_find(root, "limits"), *aim = search ? search : front;
    gud_status st = GUD_OK;
    if (search && front) gud_diag_add(r->diag, front->place, "a study has a search or a front, not both");
    if (aim) st = gud_goals_read(aim, &s->arena, r->diag, &s->goals);
    if (aim && s->naxis > 0 && s->axes[0].ncase > 1)
        gud_diag_add(r->diag, aim->place, "a search takes one model; this study has %d", s->axes[0].ncase);
    if (limits && st != GUD_ERR_MEMORY)
        st = gud_limits_read(limits, &s->arena, r->units, r->diag, &s->limits, &s->nlimit);
    if (st != GUD_OK) s->nlimit = 0;
    return st == GUD_ERR_MEMORY ? st : GUD_OK;
}

static gud_status draw_first(const reader *r)
{
    gud_study *s = r->study;
    double u[GUD_SEARCH_FIRST * GUD_DESIGN_FACTORS];
    const bool search = s->goals.count > 0;
    const int n = search ? gud_search_first(s->design.nfactor, u) : gud_design_rows(&s->design);
    return gud_study_draw(s, &s->arena, search ? u : NULL, n, 1, &s->axes[s->naxis++]);
}

// what is wrong with the sections of the design as a whole
static void check_design(const reader *r, const gud_node *root, const gud_node *sample)
{
    static const char *const keys[] = {"method", "points", "seed", NULL};
    const gud_study *s = r->study;
    const bool drawn = s->design.nfactor > 0, search = s->goals.count > 0;
    if (sample && (search || !drawn || sample->kind != GUD_NODE_MAP))
        gud_diag_add(r->diag, sample->place,
                     search  ? "a search draws no sample"
                     : drawn ? "sample is a map with 'points'"
                             : "sample: no axis has a 'distribution' or a 'fit'");
    else if (sample)
        check_keys(r, sample, keys);
    if (drawn && !search && !sample)
        gud_diag_add(r->diag, root->place, "'sample' is missing: the number of parts to draw, {points: 1000}");
    if (search && !drawn) gud_diag_add(r->diag, root->place, "a search needs an axis with 'from' and 'to'");
    for (int a = 0; a < s->naxis && drawn; a++)
        if (strcmp(s->axes[a].name, search ? "run" : "part") == 0)
            gud_diag_add(r->diag, root->place,
                         "axis '%s': this name is used for the rows of the design; choose another one",
                         s->axes[a].name);
    if (search && s->design.nfactor > GUD_SEARCH_VARIABLES)
        gud_diag_add(r->diag, root->place, "a search varies at most %d numbers", GUD_SEARCH_VARIABLES);
}

static gud_status read_design(const reader *r, const gud_node *root)
{
    gud_study *s = r->study;
    const gud_node *sample = gud_node_find(root, "sample");
    if (r->diag->count == 0) check_design(r, root, sample); // axes with mistakes are missing
    if (r->diag->count > 0 || s->design.nfactor == 0) return GUD_OK;
    if (sample && gud_design_read_sample(&s->design, sample, r->diag) != GUD_OK) return GUD_OK;
    if (gud_design_rows(&s->design) <= GUD_STUDY_RUNS) return draw_first(r);
    gud_diag_add(r->diag, sample ? sample->place : root->place, "the study has more than %d runs", GUD_STUDY_RUNS);
    return GUD_OK;
}

static void read_keep(const reader *r, const gud_node *root)
{
    static const char *const words[] = {"all", "summary", "none"}; // in the order of gud_keep
    const gud_node *node = gud_node_find(root, "keep");
    const gud_study_texts *sections = r->study->bifurcation.count ? &r->study->bifurcation : &r->study->poincare;
    // of the parts of a sample, which are many, only the table is wanted
    int found = node ? -1 : r->study->design.draw != GUD_DRAW_NOTHING ? GUD_KEEP_NONE : GUD_KEEP_ALL;
    if (!node && sections->count > 0) found = GUD_KEEP_ALL;
    for (int i = 0; i < GUD_COUNT(words) && node && node->kind == GUD_NODE_SCALAR; i++)
        if (strcmp(node->text, words[i]) == 0) found = i;
    if (found < 0)
        gud_diag_add(r->diag, node->place, "keep is all (a folder for each run), summary or none");
    else if (found != GUD_KEEP_ALL && sections->count > 0)
        gud_diag_add(r->diag, node->place, "bifurcation and poincare need the results of the runs: keep: all");
    else
        r->study->keep = (gud_keep)found;
}

static void count_runs(const reader *r, const gud_node *root)
{
    long long n = 1;
    for (int a = 0; a < r->study->naxis && n <= GUD_STUDY_RUNS; a++) n *= r->study->axes[a].ncase;
    if (n > GUD_STUDY_RUNS) gud_diag_add(r->diag, root->place, "the study has more than %d runs", GUD_STUDY_RUNS);
    r->study->nrun = (int)n;
}

static gud_status read_study(reader *r)
{
    gud_node *root;
    GUD_TRY(r->text ? gud_source_read(&r->tree, r->path, r->text, strlen(r->text), r->diag, &root)
                    : gud_source_load(&r->tree, r->path, r->diag, &root));
    const gud_node *title = gud_node_find(root, "title"), *model = gud_node_find(root, "model");
    const gud_node *axes = gud_node_find(root, "axes");
    check_keys(r, root, gud_study_keys);
    r->study->title = title && title->kind == GUD_NODE_SCALAR ? gud_arena_text(&r->study->arena, title->text) : "";
    if (model)
        read_models(r, model);
    else
        gud_diag_add(r->diag, root->place, "'model' is missing: the model file, or a list of them");
    if (axes && axes->kind != GUD_NODE_MAP) gud_diag_add(r->diag, axes->place, "axes is a map of named axes");
    GUD_TRY(read_aims(r, root));
    for (const gud_node *axis = axes && axes->kind == GUD_NODE_MAP ? axes->first : NULL; axis; axis = axis->next)
        read_axis(r, axis);
    GUD_TRY(read_design(r, root));
    read_outputs(r, root);
    read_keep(r, root);
    count_runs(r, root);
    if (r->study->naxis > 0 && r->study->axes[0].ncase > 0 && r->study->axes[0].cases[0].model)
        GUD_TRY(gud_study_component(r->study->axes[0].cases[0].model, &r->study->component));
    if (r->study->arena.failed || r->diag->failed) return GUD_ERR_MEMORY;
    return r->diag->count > 0 ? GUD_ERR_INPUT : GUD_OK;
}

gud_status gud_study_load(const char *path, gud_diag *diag, gud_study **out)
{
    return gud_study_read(path, NULL, diag, out);
}

gud_status gud_study_read(const char *path, const char *text, gud_diag *diag, gud_study **out)
{
    *out = NULL;
    gud_study *study = gud_alloc(1, sizeof *study);
    if (!study) return GUD_ERR_MEMORY;
    gud_arena_init(&study->arena);
    reader r = {.study = study, .tree = {.arena = &study->arena}, .diag = diag, .path = path, .text = text};
    gud_error error;
    gud_status st = gud_units_create(&error, &r.units);
    if (st == GUD_OK)
        st = read_study(&r);
    else
        gud_diag_add(diag, (gud_place){.file = path}, "%s", error.text);
    gud_units_free(r.units);
    if (st != GUD_OK) {
        gud_study_free(study);
        return st;
    }
    *out = study;
    return GUD_OK;
}

void gud_study_free(gud_study *study)
{
    if (!study) return;
    gud_arena_free(&study->arena);
    gud_free(study);
}

const gud_study_case *gud_study_case_of(const gud_study *study, int run, int axis)
{
    for (int a = study->naxis - 1; a > axis; a--) run /= study->axes[a].ncase;
    return &study->axes[axis].cases[run % study->axes[axis].ncase];
}

const char *gud_study_model(const gud_study *study, int run)
{
    return gud_study_case_of(study, run, 0)->model;
}

// is the axis part of a run's name
static bool is_named(const gud_study *study, int axis)
{
    // a round of a search may have one run, which is called as among all others
    if (study->design.nfactor > 0 && axis == study->naxis - 1) return true;
    return study->axes[axis].ncase > 1 || (study->nrun == 1 && study->design.nfactor == 0);
}

static void name_add(char name[GUD_STUDY_NAME], const char *between, const char *text)
{
    const size_t used = strlen(name);
    (void)snprintf(name + used, GUD_STUDY_NAME - used, "%s%s", used > 0 ? between : "", text);
}

void gud_study_name(const gud_study *study, int run, char name[GUD_STUDY_NAME])
{
    name[0] = '\0';
    for (int a = 0; a < study->naxis; a++)
        if (is_named(study, a)) name_add(name, "/", gud_study_case_of(study, run, a)->label);
}

void gud_study_folder(const gud_study *study, int run, char name[GUD_STUDY_NAME])
{
    name[0] = '\0';
    for (int a = 0; a < study->naxis; a++)
        if (is_named(study, a)) name_add(name, "_", gud_study_case_of(study, run, a)->word);
}

int gud_study_sets(const gud_study *study, int run, const char **set)
{
    int n = 0;
    for (int a = 0; a < study->naxis; a++) {
        const gud_study_case *c = gud_study_case_of(study, run, a);
        for (int i = 0; i < c->nset; i++, n++)
            if (set) set[n] = c->set[i];
    }
    return n;
}

// "--set path=value": is it this one?
static bool is_about(const gud_message *message, const char *set)
{
    static const char option[] = "--set ";
    const size_t n = sizeof option - 1;
    return strncmp(message->place.file, option, n) == 0 && strcmp(message->place.file + n, set) == 0;
}

void gud_study_locate(const gud_study *study, int run, gud_diag *diag)
{
    for (int m = 0; m < diag->nstored; m++) {
        for (int a = 0; a < study->naxis; a++) {
            const gud_study_case *c = gud_study_case_of(study, run, a);
            const gud_place *at = &diag->list[m].place;
            if (c->model && at->line == 0 && at->file[0] == '\0') diag->list[m].place = c->place;
            for (int i = 0; i < c->nset; i++)
                if (is_about(&diag->list[m], c->set[i])) diag->list[m].place = c->places[i];
        }
    }
}
