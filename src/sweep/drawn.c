#include "sweep/drawn.h"

#include "base/alloc.h"
#include "base/csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *set_text(gud_arena *arena, const gud_setting *s, int path, double value)
{
    char text[120];
    (void)snprintf(text, sizeof text, "=%.15g%s%.60s", value, s->unit[0] ? " " : "", s->unit);
    const size_t n = strlen(s->paths[path]), size = strlen(text) + 1;
    char *set = gud_arena_take(arena, n + size, 1);
    if (!set) return NULL;
    memcpy(set, s->paths[path], n);
    memcpy(set + n, text, size);
    return set;
}

static gud_status draw_case(const gud_study *s, gud_arena *arena, const double *values, gud_study_case *c)
{
    const gud_design *d = &s->design;
    int n = 0;
    for (int i = 0; i < d->nsetting; i++) n += d->settings[i].npath;
    c->value = (double)NAN;
    c->set = GUD_TAKE(arena, const char *, n);
    c->places = GUD_TAKE(arena, gud_place, n);
    if (!c->set || !c->places) return GUD_ERR_MEMORY;
    for (int i = 0; i < d->nsetting; i++) {
        const gud_setting *setting = &d->settings[i];
        for (int k = 0; k < setting->npath; k++) {
            c->places[c->nset] = setting->place;
            c->set[c->nset] = set_text(arena, setting, k, values[gud_design_column_of(d, i)]);
            if (!c->set[c->nset++]) return GUD_ERR_MEMORY;
        }
    }
    return GUD_OK;
}

gud_status gud_study_draw(gud_study *s, gud_arena *arena, const double *u, int n, int first, gud_study_axis *axis)
{
    // all runs of a search have names of one length
    const int ncolumn = gud_design_columns(&s->design), last = s->goals.count > 0 ? s->goals.runs : n;
    const int digits = last > 99999 ? 6 : last > 9999 ? 5 : last > 999 ? 4 : 3;
    axis->name = s->goals.count > 0 ? "run" : "part";
    axis->cases = GUD_TAKE(arena, gud_study_case, n);
    s->drawn = GUD_TAKE(arena, double, (size_t)n *(size_t)ncolumn);
    if (!axis->cases || !s->drawn) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) {
        char label[16];
        double *values = s->drawn + (size_t)i * (size_t)ncolumn, own[GUD_DESIGN_FACTORS];
        (void)snprintf(label, sizeof label, "%0*d", digits, first + i);
        axis->cases[i].label = axis->cases[i].word = gud_arena_text(arena, label);
        if (!u) gud_design_row(&s->design, i, own);
        gud_design_values(&s->design, u ? u + (size_t)i * (size_t)s->design.nfactor : own, values);
        GUD_TRY(draw_case(s, arena, values, &axis->cases[i]));
        if (!axis->cases[i].label) return GUD_ERR_MEMORY;
    }
    axis->ncase = n;
    return GUD_OK;
}

gud_status gud_study_with(const gud_study *study, const double *u, int n, int first, gud_study **out)
{
    *out = gud_alloc(1, sizeof **out);
    if (!*out) return GUD_ERR_MEMORY;
    **out = *study;
    gud_arena_init(&(*out)->arena);
    (*out)->nrun = n;
    gud_study_axis *axis = &(*out)->axes[study->naxis - 1];
    *axis = (gud_study_axis){0};
    const gud_status st = gud_study_draw(*out, &(*out)->arena, u, n, first, axis);
    if (st == GUD_OK) return GUD_OK;
    gud_study_free(*out);
    *out = NULL;
    return st;
}

const double *gud_study_drawn(const gud_study *s, int run)
{
    if (s->design.nfactor == 0) return NULL;
    return s->drawn + (size_t)(run % s->axes[s->naxis - 1].ncase) * (size_t)gud_design_columns(&s->design);
}

// ---- tables

static int columns_of(const gud_study *s)
{
    return s->design.nfactor > 0 ? gud_design_columns(&s->design) : 0;
}

void gud_drawn_csv_head(const gud_study *s, gud_buffer *out)
{
    for (int c = 0; c < columns_of(s); c++) {
        char text[GUD_MAX_NAME + 80];
        const char *unit, *name = gud_design_column(&s->design, c, &unit);
        (void)snprintf(text, sizeof text, unit[0] ? "%s [%.60s]" : "%s", name, unit);
        gud_csv_cell(out, text);
        gud_buffer_add(out, ",");
    }
}

void gud_drawn_csv(const gud_study *s, int run, gud_buffer *out)
{
    for (int c = 0; c < columns_of(s); c++) gud_buffer_print(out, "%.15g,", gud_study_drawn(s, run)[c]);
}

void gud_drawn_json(const gud_study *s, int run, gud_json *json)
{
    if (columns_of(s) == 0) return;
    gud_json_open(json, "drawn", '{');
    for (int c = 0; c < columns_of(s); c++) {
        const char *unit, *name = gud_design_column(&s->design, c, &unit);
        gud_json_open(json, name, '{');
        gud_json_number(json, "value", gud_study_drawn(s, run)[c]);
        gud_json_text(json, "unit", unit);
        gud_json_close(json);
    }
    gud_json_close(json);
}
