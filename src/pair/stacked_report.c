// What a stacked pair reports: channels and maps of its geometry, of the pair as a whole, and of each of its layers.

#include "pair/stacked_work.h"

#include "num/vec.h"
#include "pair/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- labels

enum { ch_film_min, ch_film_min_x, ch_film_min_y, ch_loss, ch_friction_torque, ch_specific_load, nlabel };

static const gud_pair_label labels[nlabel] = {
    [ch_film_min] = {"film_min", "m", "smallest gap anywhere between the walls"},
    [ch_film_min_x] = {"film_min_x", "m", "its position along the first direction of the grid"},
    [ch_film_min_y] = {"film_min_y", "m", "its position along the second direction"},
    [ch_loss] = {"loss", "W", "total power loss"},
    [ch_friction_torque] = {"friction_torque", "N.m", "on the second part, about z of the first frame"},
    [ch_specific_load] = {"specific_load", "Pa", "load over projected area"},
};

// of surfaces only: other walls face each other everywhere
static const gud_pair_label faced_label = {"faced_share", "1",
                                           "fraction of the wall with the grid that faces the other wall"};

static const gud_pair_label gap_map = {
    "gap", "m", "gap between the walls; where they do not face each other, that of neighbouring cells"};

enum { nshare = 2 }; // of the loss, of the load

// labels one after the other, into a list or just counted
typedef struct {
    gud_pair_label *list;
    int n;
} roll;

static void add_labels(roll *r, const gud_pair_label *labels_, int n)
{
    if (r->list && n > 0) memcpy(r->list + r->n, labels_, (size_t)n * sizeof *labels_);
    r->n += n;
}

static bool has_faced(const gud_stacked *p)
{
    return p->stack.geometry == &gud_geometry_surfaces;
}

static void add_channels(const gud_stacked *p, roll *r)
{
    const gud_geometry *g = p->stack.geometry;
    add_labels(r, g->channels, g->nchannel(p->stack.shape));
    add_labels(r, labels, nlabel);
    add_labels(r, &faced_label, has_faced(p));
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer *l = p->stack.layer[i];
        add_labels(r, l->channels, l->nchannel);
        if (l->further) add_labels(r, l->further(p->stack.params[i]), l->nfurther(p->stack.params[i]));
        add_labels(r, l->shares, l->shares ? nshare : 0);
        add_labels(r, l->forces, l->forces ? GUD_LAYER_FORCES : 0);
    }
}

static int layer_nmap(const gud_stacked *p, int i)
{
    const gud_layer *l = p->stack.layer[i];
    return l->nmaps ? l->nmaps(p->stack.params[i]) : l->nmap;
}

static void add_maps(const gud_stacked *p, roll *r)
{
    add_labels(r, &gap_map, 1);
    for (int i = 0; i < p->stack.nlayer; i++) add_labels(r, p->stack.layer[i]->maps, layer_nmap(p, i));
}

static const gud_pair_label *labels_take(const gud_stacked *p, void (*add)(const gud_stacked *, roll *),
                                         gud_arena *arena, int *n)
{
    roll r = {0};
    add(p, &r);
    r = (roll){.list = GUD_TAKE(arena, gud_pair_label, r.n)};
    if (!r.list) return NULL;
    add(p, &r);
    *n = r.n;
    return r.list;
}

const gud_pair_label *gud_stacked_channels(const gud_stacked *p, gud_arena *arena, int *nchannel)
{
    return labels_take(p, add_channels, arena, nchannel);
}

const gud_pair_label *gud_stacked_maps(const gud_stacked *p, gud_arena *arena, int *nmap)
{
    return labels_take(p, add_maps, arena, nmap);
}

// ---- values

// what a layer sees of the moment; the numbers stay until those of another layer are asked for
static gud_layer_view view_of(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in, int layer,
                              const gud_gap_field *f)
{
    gud_stacked_finish(p, w);
    const int at = gud_stacked_layer_at(p, layer) + p->view->field.nq;
    const int nanswer = gud_layer_nanswer(p->stack.layer[layer], p->stack.params[layer]);
    for (int k = 0; k < nanswer; k++) w->moment[k] = gud_stacked_answer(w, in, at + k);
    return (gud_layer_view){.field = f,
                            .answer = w->moment,
                            .y = in->y_hat + w->stack->variable0[layer],
                            .kept = in->history + gud_stacked_kept_at(p) + w->stack->kept0[layer]};
}

// force of a layer on the second part in the axes of the first frame, and its moments on both parts
static void force_read(const gud_stacked *p, const gud_stacked_work *w, const gud_pair_in *in, const gud_location *at,
                       int layer, double values[GUD_LAYER_FORCES])
{
    double wrench[6], lever[3], moment[3];
    gud_response r = {.nq = p->view->field.nq, .Q = w->forces};
    gud_stacked_forces(p, w, in, layer, w->forces);
    p->stack.geometry->wrench(p->stack.shape, at, &r, wrench, NULL, NULL); // on the part without the grid
    v3_cross(lever, at->seen.p, wrench);
    v3_axpy(moment, wrench + 3, -1.0, lever);
    if (p->reference == 0) {
        v3_copy(values, wrench);
        v3_copy(values + 3, moment);
        v3_scale(values + 6, -1.0, wrench + 3);
        return;
    }
    double first[3];
    m3_apply_t(first, at->seen.R, wrench);
    v3_scale(values, -1.0, first);
    m3_apply_t(first, at->seen.R, wrench + 3);
    v3_scale(values + 3, -1.0, first);
    m3_apply_t(values + 6, at->seen.R, moment);
}

double gud_load_share(int n, const double *part, const double *rest)
{
    double along = 0.0, whole = 0.0;
    for (int k = 0; k < n; k++) {
        along += part[k] * (part[k] + rest[k]);
        whole += (part[k] + rest[k]) * (part[k] + rest[k]);
    }
    return whole > 0.0 ? fmin(fmax(along / whole, 0.0), 1.0) : 0.0;
}

// share of a layer in the load of all; couples count by the forces at the ends of the bearing that make them
static double load_share(const gud_stacked *p, const double *force, const double *total)
{
    const double lever = p->stack.geometry == &gud_geometry_pin ? 2.0 / p->shape.pin.width : 0.0;
    double part[5], rest[5];
    for (int k = 0; k < 3; k++) part[k] = force[k], rest[k] = total[k] - force[k];
    for (int k = 0; k < 2; k++) part[3 + k] = lever * force[3 + k], rest[3 + k] = lever * (total[3 + k] - force[3 + k]);
    return gud_load_share(5, part, rest);
}

// Load over the area that it is referred to; force: on the second part in the axes of the first frame. Along an axis
// along which a wall casts hardly any shadow, a force is friction, not load.
static double specific_load(const gud_stacked *p, const gud_location *at, const double force[3])
{
    double f[3], area[3];
    v3_copy(f, force);
    if (p->reference == 1) m3_apply(f, at->seen.R, force);
    const double least = 0.1 * fmax(fmax(p->projected[0], p->projected[1]), p->projected[2]);
    for (int i = 0; i < 3; i++) {
        if (p->projected[i] < least) f[i] = 0.0;
        area[i] = p->projected[i] * f[i];
    }
    const double load = v3_norm(f), projected = v3_norm(area);
    return projected > 0.0 ? load * load / projected : 0.0;
}

// the pair as a whole
typedef struct {
    double force[GUD_LAYER_FORCES], loss;
} whole;

static double *layer_report(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in, const gud_location *at,
                            const gud_gap_field *f, const whole *all, int layer, double *values)
{
    const gud_layer *l = p->stack.layer[layer];
    const gud_layer_view view = view_of(p, w, in, layer, f);
    double force[GUD_LAYER_FORCES], loss = 0.0, friction = 0.0;
    if (l->report) l->report(p->stack.params[layer], w->stack->layer_work[layer], &view, values);
    values += l->nchannel;
    const int further = l->further ? l->nfurther(p->stack.params[layer]) : 0;
    memcpy(values, view.answer + l->nanswer, (size_t)further * sizeof(double));
    values += further;
    if (l->losses) l->losses(view.answer, &loss, &friction);
    force_read(p, w, in, at, layer, force);
    if (l->shares) {
        *values++ = all->loss > 0.0 ? loss / all->loss : 0.0;
        *values++ = load_share(p, force, all->force);
    }
    if (!l->forces) return values;
    memcpy(values, force, sizeof force);
    return values + GUD_LAYER_FORCES;
}

// a piston that leaves its bore faces it less and less
static double faced_share(const gud_gap_field *f)
{
    double faced = 0.0, all = 0.0;
    for (int k = 0; k < f->n; k++) {
        if (f->grid->kind[k] == GUD_CELL_SOLID) continue;
        all += f->grid->area[k];
        faced += f->wet[k] ? f->grid->area[k] : 0.0;
    }
    return all > 0.0 ? faced / all : 0.0;
}

void gud_stacked_report(const void *params, const gud_pair_in *in, double *values)
{
    const gud_stacked *p = params;
    gud_stacked_work *w = in->work;
    const gud_geometry *g = p->stack.geometry;
    gud_location at;
    double friction = 0.0;
    whole all = {.loss = 0.0};
    gud_stacked_locate(p, in, &at);
    if (p->dry) { // what happens at this moment depends on nothing before it
        w->stamp = 0;
        (void)gud_stacked_evaluate(p, w, in, &at);
        w->stamp = 0;
    }
    g->report(p->stack.shape, &at, values);
    values += g->nchannel(p->stack.shape);
    const gud_gap_field *f = gud_stacked_show(p, w, in, &at);
    const gud_closest least = gud_walls_closest(g, p->stack.shape, &at, f);
    force_read(p, w, in, &at, -1, all.force);
    for (int i = 0; i < p->stack.nlayer; i++) all.loss += gud_stacked_loss(p, w, in, i, &friction);
    values[ch_film_min] = least.gap, values[ch_film_min_x] = least.x, values[ch_film_min_y] = least.y;
    values[ch_loss] = all.loss;
    values[ch_friction_torque] = all.force[5];
    values[ch_specific_load] = specific_load(p, &at, all.force);
    values += nlabel;
    if (has_faced(p)) *values++ = faced_share(f);
    for (int i = 0; i < p->stack.nlayer; i++) values = layer_report(p, w, in, &at, f, &all, i, values);
}

// ---- remarks

// no cell is opposite the other wall: there is no least gap
static bool has_parted(const gud_gap_field *f)
{
    int k = 0;
    while (f->wet && k < f->n && !f->wet[k]) k++;
    return f->wet && k == f->n;
}

// walls that have parted, or what a layer has to say; what else can be wrong follows from channels and limits
bool gud_stacked_remark(const void *params, const gud_pair_in *in, char *text, size_t size)
{
    const gud_stacked *p = params;
    gud_stacked_work *w = in->work;
    gud_location at;
    gud_stacked_locate(p, in, &at);
    const gud_gap_field *f = gud_stacked_show(p, w, in, &at);
    if (has_parted(f)) {
        (void)snprintf(
            text, size,
            "walls no longer face each other anywhere within the window of %.4g mm; use a larger window, or a "
            "larger surface if one slides off the other, or end the run before they part",
            1e3 * (p->dry ? p->shape.touching.window : p->shape.walls.high));
        return true;
    }
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer *l = p->stack.layer[i];
        const gud_layer_view view = view_of(p, w, in, i, f);
        if (l->remark && l->remark(p->stack.params[i], w->stack->layer_work[i], &view, text, size)) return true;
    }
    return false;
}

// ---- maps over the whole pair: a row for each cell of the second direction

void gud_stacked_map_size(const void *params, int *rows, int *cols)
{
    const gud_gap_field *f = &((const gud_stacked *)params)->view->field;
    *rows = f->grid->ny * (f->fold > 1.0 ? 2 : 1);
    *cols = f->grid->nx;
}

// cell of a point; a symmetric half is mirrored in the plane z = 0
static int map_cell(const gud_stacked *p, int row, int col, double *sign)
{
    const gud_gap_field *f = &p->view->field;
    const int ny = f->grid->ny;
    const bool half = f->fold > 1.0, mirrored = half && row < ny;
    *sign = mirrored ? -1.0 : 1.0;
    return col * ny + (mirrored ? ny - 1 - row : half ? row - ny : row);
}

int gud_stacked_map_points(const void *params, double *points)
{
    const gud_stacked *p = params;
    int rows, cols;
    gud_stacked_map_size(p, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++, points += 3) {
            double sign;
            const int k = map_cell(p, r, c, &sign);
            p->stack.geometry->point(p->stack.shape, &p->view->field, p->view->geometry_work, k, points);
            points[2] *= sign;
        }
    return p->reference;
}

// the layer whose map it is, the map being counted among its own then; -1: the pair's gap
static int map_owner(const gud_stacked *p, int *map)
{
    if (*map == 0) return -1;
    --*map;
    for (int i = 0; i < p->stack.nlayer; i++) {
        if (*map < layer_nmap(p, i)) return i;
        *map -= layer_nmap(p, i);
    }
    return -1;
}

void gud_stacked_map(const void *params, const gud_pair_in *in, int map, double *values)
{
    const gud_stacked *p = params;
    gud_stacked_work *w = in->work;
    const int owner = map_owner(p, &map);
    gud_location at;
    int rows, cols;
    gud_stacked_locate(p, in, &at);
    const gud_gap_field *f = gud_stacked_show(p, w, in, &at);
    gud_layer_view view = {.field = f};
    if (owner >= 0) view = view_of(p, w, in, owner, f);
    gud_stacked_map_size(p, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            double sign;
            const int k = map_cell(p, r, c, &sign);
            *values++ = owner < 0 ? gud_field_gap(f, k)
                                  : p->stack.layer[owner]->map(p->stack.params[owner], w->stack->layer_work[owner],
                                                               &view, map, k);
        }
}
