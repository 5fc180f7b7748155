// Mistakes in the tables themselves. Messages carry the path of the field in place of a file.

#include "load/decode.h"
#include "load/describe.h"

#include <stdio.h>
#include <string.h>

typedef struct checker {
    const gud_section *const *sections;
    const gud_units *units;
    gud_diag *diag;
    int depth;
} checker;

enum { deepest = 16 };

static void check_row(checker *c, const gud_row *row, const gud_row *beside, const char *path);

// "m|rad" is one of two
static void check_si(const checker *c, const char *units, gud_place place)
{
    for (const char *part = units; *part;) {
        char unit[64];
        gud_measure measure;
        const size_t n = strcspn(part, "|");
        (void)snprintf(unit, sizeof unit, "%.*s", (int)n, part);
        if (!gud_unit_measure(c->units, unit, &measure))
            gud_diag_add(c->diag, place, "unknown unit '%s'", unit);
        else if (measure.scale != 1.0 || measure.offset != 0.0)
            gud_diag_add(c->diag, place, "unit '%s' is not SI", unit);
        part += n + (part[n] == '|');
    }
}

static void check_unit(const checker *c, const gud_row *row, const gud_field *f, gud_place place)
{
    if (!f->unit || strcmp(f->unit, "*") == 0) return;
    if (!gud_unit_depends(f->unit)) {
        check_si(c, f->unit, place);
        return;
    }
    char name[64];
    const char *power = strchr(f->unit, '^') + 1;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(power, " /.*"), power);
    const gud_field *other = gud_row_find(row, name);
    if (!other || other->type != GUD_NUMBER)
        gud_diag_add(c->diag, place, "unit '%s' depends on '%s', which is not a number of this row", f->unit, name);
}

static bool default_fits(const gud_field *f)
{
    if (gud_is_required(f->fallback) || gud_is_optional(f->fallback)) return true;
    if (f->type != GUD_NUMBER && f->type != GUD_INTEGER && f->type != GUD_VECTOR && f->type != GUD_EXTENT) return true;
    return gud_field_allows(f, f->fallback);
}

static void check_choices(const checker *c, const gud_field *f, gud_place place)
{
    int n = 0;
    if (f->type != GUD_CHOICE) return;
    while (f->choices && f->choices[n]) n++;
    const bool given = !gud_is_required(f->fallback) && !gud_is_optional(f->fallback);
    if (n == 0 || (given && !(f->fallback >= 0 && f->fallback < n)))
        gud_diag_add(c->diag, place, "choices are missing, or the default is not one of them");
}

static void check_refers(const checker *c, const gud_field *f, gud_place place)
{
    for (const char *part = f->refers; part && *part;) {
        const size_t n = strcspn(part, "|");
        bool found = false;
        for (const gud_section *const *s = c->sections; *s; s++)
            found = found || (strncmp((*s)->key, part, n) == 0 && !(*s)->key[n]);
        if (!found) gud_diag_add(c->diag, place, "refers to '%.*s', which is not a section", (int)n, part);
        part += n + (part[n] == '|');
    }
}

static void check_nested(checker *c, const gud_field *f, const char *path, gud_place place)
{
    if ((f->type == GUD_GROUP && !f->group) || (f->type == GUD_TABLE && (!f->table || !f->table->rows))) {
        gud_diag_add(c->diag, place, "the group or table is missing");
        return;
    }
    if (f->type == GUD_GROUP) check_row(c, f->group, NULL, path);
    if (f->type != GUD_TABLE) return;
    check_row(c, f->table->common, NULL, path);
    for (const gud_row *const *row = f->table->rows; *row; row++) check_row(c, *row, f->table->common, path);
}

static void check_field(checker *c, const gud_row *row, const gud_row *beside, const gud_field *f, const char *path)
{
    char key[256];
    (void)snprintf(key, sizeof key, "%s.%s", path, f->key);
    const gud_place place = {key, 0, 0};
    if (gud_row_find(row, f->key) != f || gud_row_find(beside, f->key)) gud_diag_add(c->diag, place, "key repeats");
    if (f->offset + gud_field_size(f) > row->size) gud_diag_add(c->diag, place, "lies outside the parameter struct");
    if (!f->about || !*f->about) gud_diag_add(c->diag, place, "has no description");
    if (!default_fits(f)) gud_diag_add(c->diag, place, "the default is outside the range");
    if ((f->type == GUD_VECTOR || f->type == GUD_NAMES) && f->count < 1) gud_diag_add(c->diag, place, "has no count");
    check_unit(c, row, f, place);
    check_choices(c, f, place);
    check_refers(c, f, place);
    check_nested(c, f, key, place);
}

static void check_row(checker *c, const gud_row *row, const gud_row *beside, const char *path)
{
    char here[200];
    if (!row) return;
    (void)snprintf(here, sizeof here, "%s(%s)", path, row->name);
    const gud_place place = {here, 0, 0};
    if (c->depth == deepest) {
        gud_diag_add(c->diag, place, "nested too deeply");
        return;
    }
    c->depth++;
    for (int i = 0; i < row->nfield; i++) check_field(c, row, beside, &row->fields[i], here);
    for (int i = 0; i < row->nrule; i++)
        for (int k = 0; k < GUD_COUNT(row->rules[i].keys) && row->rules[i].keys[k]; k++)
            if (!gud_row_find(row, row->rules[i].keys[k]) && !gud_row_find(beside, row->rules[i].keys[k]))
                gud_diag_add(c->diag, place, "a rule is about '%s', which is not a key", row->rules[i].keys[k]);
    c->depth--;
}

static void check_fallback(const checker *c, const gud_section *s)
{
    bool found = !s->fallback;
    for (const gud_row *const *row = s->rows; row && *row; row++)
        found = found || strcmp((*row)->name, s->fallback) == 0;
    if (!found || (s->selector && !s->rows))
        gud_diag_add(c->diag, (gud_place){s->key, 0, 0}, "rows are missing, or the default row is not one of them");
}

void gud_tables_check(const gud_section *const *sections, const gud_units *units, gud_diag *diag)
{
    checker c = {sections, units, diag, 0};
    for (const gud_section *const *s = sections; *s; s++) {
        check_fallback(&c, *s);
        check_row(&c, (*s)->common, NULL, (*s)->key);
        for (const gud_row *const *row = (*s)->rows; row && *row; row++) check_row(&c, *row, (*s)->common, (*s)->key);
    }
}
