// A bearing whose loads follow a table over a cycle: the same pair as the joint of a model, on a model of its own,
// which runs in time until a cycle repeats the one before.
//
//     ground ---- bearing ---- journal (mass, loads)      turns at `speed`
//     ground ---- crank                                   turns at `cycle.speed`: what the table is counted in
//
// The crank carries nothing; it counts. The sections of the file become parts of the joint as they stand.

#include "base/csv.h"
#include "component/bearing_params.h"
#include "model/compile.h"
#include "num/pi.h"
#include "out/bearings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double largest_step = 2.0 * pi / 180.0; // of the crank: orbits are smooth, and short peaks are met
static const double inertia_of_load = 1e-4; // what the mass of the journal may take of the load when none is given

// what the table says
typedef struct {
    bool is_time;
    double period;         // rad or s
    double largest;        // N, force
    const char *column[2]; // names
    double scale;          // of the first column to SI
    gud_csv csv;
} loads;

// ---- the table

static gud_status table_mistake(const gud_bearing_sheet *c, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static gud_status table_mistake(const gud_bearing_sheet *c, const char *key, const char *format, ...)
{
    va_list list;
    gud_error text;
    va_start(list, format);
    (void)vsnprintf(text.text, sizeof text.text, format, list);
    va_end(list);
    return gud_report(c->file.diag, gud_component_entity(&c->file, "operate"), key, "%s", text.text);
}

static const gud_bearing_cycle_params *cycle_of(const gud_bearing_sheet *c)
{
    return ((const gud_bearing_operate_params *)gud_component_entity(&c->file, "operate")->common)->cycle;
}

static gud_status find_column(const gud_bearing_sheet *c, const gud_csv *csv, int i, int *column)
{
    const gud_bearing_cycle_params *p = cycle_of(c);
    if (p->columns.count == 0) {
        *column = i + 1;
        return GUD_OK;
    }
    *column = gud_csv_find(csv, p->columns.data[i]);
    if (*column >= 0) return GUD_OK;
    return table_mistake(c, "cycle.columns", "%s has no column '%s'", csv->file, p->columns.data[i]);
}

static gud_status convert(const gud_bearing_sheet *c, const gud_csv *csv, int column, const char *unit, const char *key)
{
    const gud_csv_units units = {gud_units_convert, c->file.units};
    gud_error error;
    if (gud_csv_convert(csv, column, unit, &units, &error) == GUD_OK) return GUD_OK;
    return table_mistake(c, key, "%s", error.text);
}

static gud_status check_columns(const gud_bearing_sheet *c, const gud_csv *csv)
{
    const int n = cycle_of(c)->columns.count;
    if (n != 0 && n != 2)
        return table_mistake(c, "cycle.columns", "columns has two names: of the forces along x and along y");
    if (csv->ncolumn < 3)
        return table_mistake(c, "cycle.table",
                             "%s has %d columns; expected crank angle or time, and the forces along x and y", csv->file,
                             csv->ncolumn);
    if (csv->nrow < 3)
        return table_mistake(c, "cycle.table", "%s has %d rows; a cycle needs three or more", csv->file, csv->nrow);
    if (!csv->units[0])
        return table_mistake(c, "cycle.table",
                             "%s: the first column needs a unit in its header, such as 'angle [deg]' or 'time [ms]'",
                             csv->file);
    return GUD_OK;
}

static gud_status read_abscissa(const gud_bearing_sheet *c, const gud_csv *csv, loads *l)
{
    gud_measure unit;
    const bool known = gud_unit_measure(c->file.units, csv->units[0], &unit);
    const double *x = csv->columns[0], given = cycle_of(c)->period;
    l->is_time = known && gud_unit_fits(c->file.units, &unit, "s");
    if (!l->is_time && !(known && gud_unit_fits(c->file.units, &unit, "rad")))
        return table_mistake(c, "cycle.table", "%s: '%s' of the first column is neither an angle nor a time", csv->file,
                             csv->units[0]);
    if (!gud_entity_unit_fits(gud_component_entity(&c->file, "operate"), "cycle.period", c->file.units,
                              l->is_time ? "s" : "rad"))
        return table_mistake(c, "cycle.period", "the first column of the table is in %s, and so must be its period",
                             l->is_time ? "time" : "an angle");
    l->scale = unit.scale;
    l->period = isnan(given) ? unit.scale * fabs(x[csv->nrow - 1] - x[0]) : given;
    if (!(l->period > 0.0)) return table_mistake(c, "cycle.table", "%s: the table has no length", csv->file);
    return GUD_OK;
}

static gud_status read_forces(const gud_bearing_sheet *c, const gud_csv *csv, loads *l)
{
    for (int i = 0; i < 2; i++) {
        int column;
        GUD_TRY(find_column(c, csv, i, &column));
        double *force = csv->columns[column];
        l->column[i] = csv->names[column];
        if (!l->column[i][0])
            return table_mistake(c, "cycle.table", "%s: the columns of the forces need names", csv->file);
        GUD_TRY(convert(c, csv, column, "N", "cycle.table"));
        for (int k = 0; k < csv->nrow; k++) l->largest = fmax(l->largest, fabs(force[k]));
    }
    if (l->largest > 0.0) return GUD_OK;
    return table_mistake(c, "cycle.table", "%s: all forces are zero", csv->file);
}

static gud_status read_table(gud_bearing_sheet *c, loads *l)
{
    gud_error error;
    const gud_status st = gud_csv_read(cycle_of(c)->table, &c->file.arena, &error, &l->csv);
    if (st == GUD_ERR_MEMORY) return st;
    if (st != GUD_OK) return table_mistake(c, "cycle.table", "%s", error.text);
    GUD_TRY(check_columns(c, &l->csv));
    GUD_TRY(read_abscissa(c, &l->csv, l));
    return read_forces(c, &l->csv, l);
}

// ---- a bearing that turns

static gud_status read_rates(const gud_bearing_sheet *c, const loads *l, double **rates)
{
    const char *name = cycle_of(c)->bearing_speed;
    const int column = gud_csv_find(&l->csv, name);
    if (column < 0) return table_mistake(c, "cycle.bearing_speed", "%s has no column '%s'", l->csv.file, name);
    *rates = l->csv.columns[column];
    return convert(c, &l->csv, column, "rad/s", "cycle.bearing_speed");
}

static gud_status turn_by_table(gud_bearing_sheet *c, const loads *l, double crank, gud_bearing_turn *turn)
{
    const double given = cycle_of(c)->period, per_unit = l->is_time ? 1.0 : 1.0 / crank;
    double *rates = NULL, *t = GUD_TAKE(&c->file.arena, double, l->csv.nrow);
    gud_error error;
    if (!t) return GUD_ERR_MEMORY;
    GUD_TRY(read_rates(c, l, &rates));
    for (int i = 0; i < l->csv.nrow; i++) t[i] = per_unit * l->scale * l->csv.columns[0][i];
    const gud_bearing_rates speeds = {l->csv.nrow, t, rates, isnan(given) ? 0.0 : per_unit * given};
    const gud_status st = gud_bearing_turn_table(&c->file.arena, &speeds, c->speed, crank, &error, turn);
    if (st == GUD_OK || st == GUD_ERR_MEMORY) return st;
    return table_mistake(c, "cycle.bearing_speed", "%s: %s", l->csv.file, error.text);
}

static gud_status find_turn(gud_bearing_sheet *c, const loads *l, double crank, gud_bearing_turn *turn)
{
    const gud_bearing_cycle_params *p = cycle_of(c);
    *turn = (gud_bearing_turn){.rate = c->speed};
    if (p->swing) return gud_bearing_turn_swing(&c->file.arena, p->swing, c->speed, crank, turn);
    return p->bearing_speed ? turn_by_table(c, l, crank, turn) : GUD_OK;
}

// ---- the model as a tree

typedef struct {
    gud_bearing_sheet *c;
    gud_tree tree;
    gud_place place;
} writer;

static gud_node *put(writer *w, gud_node *parent, const char *key, gud_node *child)
{
    if (!parent || !child) return NULL;
    child->key = gud_tree_text(&w->tree, key, strlen(key));
    child->next = NULL;
    gud_node_append(parent, child);
    return child;
}

static gud_node *put_map(writer *w, gud_node *parent, const char *key)
{
    return put(w, parent, key, gud_node_create(&w->tree, GUD_NODE_MAP, w->place));
}

static void put_text(writer *w, gud_node *parent, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void put_text(writer *w, gud_node *parent, const char *key, const char *format, ...)
{
    char text[400];
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gud_node *node = gud_node_create(&w->tree, GUD_NODE_SCALAR, w->place);
    if (node) node->text = gud_tree_text(&w->tree, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
    (void)put(w, parent, key, node);
}

static void put_item(writer *w, gud_node *list, const char *text)
{
    gud_node *item = list ? gud_node_create(&w->tree, GUD_NODE_SCALAR, w->place) : NULL;
    if (!item) return;
    item->text = gud_tree_text(&w->tree, text, strlen(text));
    gud_node_append(list, item);
}

static gud_node *put_copy(writer *w, gud_node *parent, const char *key, const gud_node *from)
{
    gud_node *copy = NULL;
    if (!from || gud_node_copy(&w->tree, from, w->place, w->c->file.diag, &copy) != GUD_OK) return NULL;
    return put(w, parent, key, copy);
}

static void put_pair(writer *w, gud_node *parent, const char *key, const char *first, const char *second)
{
    gud_node *list = put(w, parent, key, gud_node_create(&w->tree, GUD_NODE_LIST, w->place));
    const char *const texts[] = {first, second};
    for (int i = 0; i < 2 && texts[i]; i++) put_item(w, list, texts[i]);
}

static const gud_node *section(const writer *w, const char *key)
{
    const gud_entity *e = gud_component_entity(&w->c->file, key);
    return e ? e->node : NULL;
}

// `bearing` is of the joint where it says sizes, and of its film in all else
static void put_bearing(writer *w, gud_node *joint, const int grid[2])
{
    static const char *const sizes[] = {"radius", "width", "clearance"};
    const gud_node *from = section(w, "bearing");
    for (int i = 0; i < GUD_COUNT(sizes); i++) (void)put_copy(w, joint, sizes[i], gud_node_find(from, sizes[i]));
    gud_node *film = put_map(w, joint, "film");
    (void)put_copy(w, film, "oil", section(w, "oil"));
    for (const gud_node *key = from->first; key; key = key->next) {
        bool is_size = false;
        for (int i = 0; i < GUD_COUNT(sizes); i++) is_size = is_size || strcmp(key->key, sizes[i]) == 0;
        if (!is_size) (void)put_copy(w, film, key->key, key);
    }
    if (!grid) return;
    char around[16], along[16];
    (void)snprintf(around, sizeof around, "%d", grid[0]);
    (void)snprintf(along, sizeof along, "%d", grid[1]);
    put_pair(w, film, "grid", around, along);
}

static void put_joints(writer *w, gud_node *root, const int grid[2])
{
    gud_node *joints = put_map(w, root, "joints"), *crank = put_map(w, joints, "crank");
    put_text(w, crank, "type", "revolute");
    put_pair(w, crank, "between", "ground", "crank");
    gud_node *joint = put_map(w, joints, "bearing");
    put_text(w, joint, "type", "revolute");
    put_pair(w, joint, "between", "ground", "journal");
    put_text(w, joint, "model", section(w, "rough") ? "mixed" : "reynolds");
    put_bearing(w, joint, grid);
    (void)put_copy(w, joint, "rough", section(w, "rough"));
    (void)put_copy(w, joint, "friction", section(w, "friction"));
    for (int i = 0; i < GUD_NLAYER; i++)
        if (gud_layer_rows[i]->make)
            (void)put_copy(w, joint, gud_layer_rows[i]->name, section(w, gud_layer_rows[i]->name));
}

// feeds and deviations, which say in a model which joint they belong to
static void put_named(writer *w, gud_node *root, const char *key)
{
    const gud_entities *all = gud_input_section(w->c->file.input, key);
    gud_node *map = all->count > 0 ? put_map(w, root, key) : NULL;
    for (int i = 0; i < all->count; i++) {
        gud_node *entry = put_copy(w, map, all->list[i].name, all->list[i].node);
        put_text(w, entry, "joint", "bearing");
    }
}

static void put_forces(writer *w, gud_node *root, const loads *l)
{
    const gud_bearing_cycle_params *p = cycle_of(w->c);
    const gud_node *table = gud_node_find(section(w, "operate"), "cycle");
    gud_node *forces = put_map(w, root, "forces");
    if (table->kind == GUD_NODE_MAP) table = gud_node_find(table, "table");
    for (int i = 0; i < 2; i++) {
        gud_node *force = put_map(w, forces, i == 0 ? "load.x" : "load.y");
        put_text(w, force, "type", "load");
        put_text(w, force, "on", "journal");
        put_pair(w, force, "direction", i == 0 ? "1" : "0", i == 0 ? "0" : "1");
        (void)put_copy(w, force, "table", table);
        put_text(w, force, "column", "%s", l->column[i]);
        if (!l->is_time) put_text(w, force, "against", "crank.angle");
        put_text(w, force, "periodic", "yes");
        if (!isnan(p->period)) put_text(w, force, "period", "%.17g %s", p->period, l->is_time ? "s" : "rad");
        put_text(w, force, "interpolation", "%s", gud_signal_interpolations[p->interpolation]);
    }
}

static void put_motion(writer *w, gud_node *root, double crank_speed, const gud_bearing_turn *turn)
{
    gud_node *drive = put_map(w, root, "drive"), *crank = put_map(w, drive, "crank.angle");
    put_text(w, crank, "rate", "%.17g rad/s", crank_speed);
    gud_node *journal = put_map(w, drive, "bearing.angle");
    put_text(w, journal, "rate", "%.17g rad/s", turn->rate);
    if (turn->count == 0) return;
    put_text(w, journal, "type", "uneven");
    put_text(w, journal, "period", "%.17g s", turn->period);
    gud_node *list = put(w, journal, "values", gud_node_create(&w->tree, GUD_NODE_LIST, w->place));
    for (int i = 0; i < turn->count; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%.17g", turn->deviation[i]);
        put_item(w, list, text);
    }
}

static void put_bodies(writer *w, gud_node *root, double mass)
{
    gud_node *bodies = put_map(w, root, "bodies"), *crank = put_map(w, bodies, "crank");
    put_text(w, crank, "mass", "1 kg");
    put_text(w, crank, "inertia", "1");
    gud_node *journal = put_map(w, bodies, "journal");
    put_text(w, journal, "mass", "%.17g kg", mass);
    put_text(w, journal, "inertia", "1"); // it is driven: any will do
}

static void put_run(writer *w, gud_node *root, double crank)
{
    const gud_bearing_cycle_params *p = cycle_of(w->c);
    gud_node *simulate = put_map(w, root, "simulate"), *record = put_map(w, root, "record");
    put_text(w, simulate, "until", "periodic of crank");
    put_text(w, simulate, "repeat", "%.17g", p->repeat);
    put_text(w, simulate, "cycles", "%d", p->cycles);
    put_text(w, simulate, "tolerance", "%.17g", p->tolerance);
    put_text(w, simulate, "largest", "%.17g s", largest_step / crank);
    put_text(w, record, "every", "1 deg of crank");
    put_pair(w, record, "fields", "bearing", NULL);
    put_text(w, record, "snapshots", "10 deg of crank");
}

// The crank whose angle the table counts. Over time it turns once for each table, unless the file says otherwise.
static double crank_speed(const gud_bearing_sheet *c, const loads *l)
{
    const double given = cycle_of(c)->speed;
    return !isnan(given) ? given : l->is_time ? 2.0 * pi / l->period : fabs(c->speed);
}

static double journal_mass(const gud_bearing_sheet *c, const loads *l, double crank)
{
    const double given = cycle_of(c)->mass, rate = fmax(fabs(c->speed), crank);
    return isnan(given) ? inertia_of_load * l->largest / (c->spec.bearing.clearance * rate * rate) : given;
}

static gud_node *model_tree(writer *w, const loads *l, double crank, const gud_bearing_turn *turn, const int grid[2])
{
    gud_node *root = gud_node_create(&w->tree, GUD_NODE_MAP, w->place);
    put_text(w, root, "gudgeon", "1");
    put_text(w, root, "title", "%s", w->c->file.input->title);
    put_text(w, root, "space", "planar");
    put_pair(w, root, "gravity", "0", "0");
    put_bodies(w, root, journal_mass(w->c, l, crank));
    put_joints(w, root, grid);
    put_named(w, root, "feeds");
    put_named(w, root, "deviations");
    put_motion(w, root, crank, turn);
    put_forces(w, root, l);
    put_run(w, root, crank);
    return root;
}

// ---- from the file to the model

// what the model minds has no place in the file: it is reported at the section of the bearing
static gud_status compile_text(const gud_bearing_sheet *c, const char *name, const char *text, gud_model **model)
{
    gud_diag found;
    gud_diag_init(&found);
    const gud_status st = gud_model_from_text(name, text, NULL, 0, &found, model);
    for (int i = 0; i < found.nstored; i++)
        (void)gud_report(c->file.diag, gud_component_entity(&c->file, "bearing"), NULL, "%s", found.list[i].text);
    gud_diag_free(&found);
    return st;
}

static gud_status compile(writer *w, const gud_node *root)
{
    gud_bearing_sheet *c = w->c;
    gud_buffer text;
    gud_model *model = NULL;
    gud_buffer_init(&text);
    gud_status st = c->file.arena.failed ? GUD_ERR_MEMORY : gud_node_write(root, &text);
    if (st == GUD_OK) st = compile_text(c, w->place.file, gud_buffer_text(&text), &model);
    gud_buffer_free(&text);
    if (st != GUD_OK) return st;
    gud_model_free(c->model);
    c->model = model;
    return GUD_OK;
}

gud_status gud_bearing_cycle_make(gud_bearing_sheet *c, const int grid[2])
{
    loads l = {0};
    const char *file = gud_component_entity(&c->file, "operate")->node->place.file;
    writer w = {.c = c, .tree = {.arena = &c->file.arena}, .place = {.file = file}};
    GUD_TRY(read_table(c, &l));
    const double crank = crank_speed(c, &l);
    if (!(crank > 0.0))
        return table_mistake(c, "cycle",
                             "the journal does not rotate: give `speed` of the crank whose angle the table uses");
    gud_bearing_turn turn;
    GUD_TRY(find_turn(c, &l, crank, &turn));
    return compile(&w, model_tree(&w, &l, crank, &turn, grid));
}

// ---- the run

static gud_status simulate(gud_bearing_sheet *c, const gud_simulate_options *options, gud_error *error)
{
    gud_result_close(c->result);
    c->result = NULL;
    GUD_TRY(gud_simulate(c->model, options, error, &c->report));
    return gud_result_open(options->folder, error, &c->result);
}

// Does the thinnest film of the last cycle ask for more cells?
static gud_status needs_finer(const gud_bearing_sheet *c, int cells[2], bool *finer, gud_error *error)
{
    gud_window window;
    int ncycle;
    gud_bearings b;
    *finer = false;
    GUD_TRY(gud_window_last_cycle(c->result, error, &window, &ncycle));
    GUD_TRY(gud_bearings_make(c->result, &window, error, &b));
    if (b.count > 0) {
        const gud_limits *l = &b.rows[0].limits;
        gud_limits_cells(l, fmax(b.rows[0].film_min.value, l->roughness), cells);
        *finer = cells[0] > (int)l->cells_around || cells[1] > (int)l->cells_along;
        cells[0] = (int)fmax(cells[0], l->cells_around);
        cells[1] = (int)fmax(cells[1], l->cells_along);
    }
    gud_bearings_free(&b);
    return GUD_OK;
}

gud_status gud_bearing_cycle_run(gud_bearing_sheet *c, const gud_simulate_options *options, gud_error *error)
{
    enum { most_grids = 3 };
    for (int n = 0; n < most_grids; n++) {
        int cells[2];
        bool finer;
        GUD_TRY(simulate(c, options, error));
        if (!c->fits_grid || n + 1 == most_grids) return GUD_OK;
        GUD_TRY(needs_finer(c, cells, &finer, error));
        if (!finer) return GUD_OK;
        gud_diag diag;
        gud_diag_init(&diag);
        c->file.diag = &diag;
        const gud_status st = gud_bearing_cycle_make(c, cells);
        c->file.diag = NULL;
        gud_diag_free(&diag);
        if (st != GUD_OK) return gud_fail(error, st, "no finer grid: %d x %d cells", cells[0], cells[1]);
    }
    return GUD_OK;
}
