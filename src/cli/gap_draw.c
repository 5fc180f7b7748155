#include "cli/gap_draw.h"

#include "cli/output.h"
#include "cli/picture.h"
#include "out/heat.h"
#include "out/words.h"

#include <math.h>
#include <stdio.h>

// ---- maps

// a field of cells as rows of a map: the first parameter runs along a row
static double *turn(const gud_gap_sheet *s, const double *field, gud_arena *arena)
{
    const int n0 = s->pair.grid.cells[0], n1 = s->pair.grid.cells[1];
    double *map = GUD_TAKE(arena, double, n0 *n1);
    for (int k = 0; map && k < n0 * n1; k++) {
        const int from = (k % n0) * n1 + k / n0;
        map[k] = gud_gap_met(s->work->field.state[from]) ? field[from] : (double)NAN;
    }
    return map;
}

static gud_status draw_map(const gud_gap_sheet *s, gud_arena *arena, const char *path, gud_error *error)
{
    const gud_surface *r = s->pair.surface[s->pair.reference];
    const gud_gap_result *least = &s->results[s->least];
    const gud_heat_layer layers[] = {
        {"Gap", "m", GUD_HEAT_GAP, turn(s, s->work->field.gap, arena)},
        {"Rate of the gap", "m/s", GUD_HEAT_SIGNED, turn(s, s->work->field.rate, arena)},
    };
    if (arena->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const gud_heat heat = {.title = s->file.input->title,
                           .rows = s->pair.grid.cells[1],
                           .cols = s->pair.grid.cells[0],
                           .x = {"First parameter", r->low[0], r->high[0]},
                           .y = {"Second parameter", r->low[1], r->high[1]},
                           .layers = layers,
                           .nlayer = s->moves ? 2 : 1,
                           .mark = least->met ? least->nearest.xi : NULL};
    return gud_heat_draw(&heat, path, error);
}

// ---- the least gap along a sweep

static gud_status draw_sweep(const gud_args *args, const gud_gap_sheet *s, gud_error *error)
{
    char label[80];
    gud_words_of(s->sweeps[0].name, label, sizeof label);
    const gud_axis swept = {s->sweeps[0].name, label, s->sweeps[0].unit};
    const gud_axis gap = {"gap", "smallest gap", "m"}, area = {"area", "contact area", "m2"};
    gud_picture picture;
    gud_picture_init(&picture, s->file.input->title, &swept, 2, 2);
    double *x = GUD_TAKE(&picture.arena, double, s->npose);
    double *gaps = GUD_TAKE(&picture.arena, double, s->npose), *areas = GUD_TAKE(&picture.arena, double, s->npose);
    for (int i = 0; i < s->npose && !picture.arena.failed; i++) {
        const gud_gap_result *r = &s->results[i];
        x[i] = r->values[0];
        gaps[i] = r->met ? r->nearest.gap : (double)NAN;
        areas[i] = r->area;
    }
    gud_picture_panel(&picture, 0, &gap, false);
    gud_picture_panel(&picture, 1, &area, false);
    gud_picture_add(&picture, 0, gap.label, 0, GUD_CURVE_MARKED, s->npose, x, gaps);
    gud_picture_add(&picture, 1, area.label, 0, GUD_CURVE_MARKED, s->npose, x, areas);
    return gud_picture_draw(&picture, args, "sweep", error);
}

gud_status gud_gap_draw(const gud_args *args, void *sheet, gud_error *error)
{
    const gud_gap_sheet *s = sheet;
    char path[GUD_PATH_SIZE];
    gud_arena arena;
    GUD_TRY(gud_picture_path(args, "gap", path, error));
    gud_arena_init(&arena);
    const gud_status st = draw_map(s, &arena, path, error);
    gud_arena_free(&arena);
    GUD_TRY(st);
    gud_remark(args, "%s", path);
    return s->nsweep == 1 && s->npose > 1 ? draw_sweep(args, s, error) : GUD_OK;
}
