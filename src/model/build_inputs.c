// Inputs of the model, and the numbers of laws that follow them.

#include "model/builder.h"

#include <stdio.h>
#include <string.h>

void gud_build_inputs(gud_builder *b)
{
    gud_model *m = b->m;
    const gud_entities *inputs = gud_input_section(b->in, "inputs");
    m->input = GUD_TAKE(&m->arena, gud_scalar, inputs->count);
    for (int i = 0; i < inputs->count && m->input; i++) {
        const gud_entity *e = &inputs->list[i];
        const gud_scalar_params *p = e->common;
        m->input[m->ninput++] = (gud_scalar){.name = gud_build_text(b, e->name),
                                             .about = p->about ? gud_build_text(b, p->about) : "",
                                             .value = p->value,
                                             .low = isnan(p->low) ? -(double)INFINITY : p->low,
                                             .high = isnan(p->high) ? (double)INFINITY : p->high};
        if (!(p->value >= m->input[i].low && p->value <= m->input[i].high))
            GUD_WRONG(b, e, "default", "default = %g is outside [%g, %g], in SI units", p->value, m->input[i].low,
                      m->input[i].high);
    }
}

void gud_build_check_inputs(gud_builder *b)
{
    const gud_entities *inputs = gud_input_section(b->in, "inputs");
    for (int i = 0; i < b->m->ninput && !b->wrong; i++) // a follower with a mistake may be missing
        if (!b->m->input[i].unit)
            GUD_WRONG(b, &inputs->list[i], NULL, "this input is not used; refer to it by '%s: input %s'", "value",
                      b->m->input[i].name);
}

// "N|N.m": the one that the default is in
static const char *fitting_unit(gud_builder *b, const gud_entity *input, const char *units)
{
    char unit[64];
    for (const char *part = units; *part;) {
        const size_t n = strcspn(part, "|");
        (void)snprintf(unit, sizeof unit, "%.*s", (int)n, part);
        if (gud_entity_unit_fits(input, "default", b->units, unit)) return gud_build_text(b, unit);
        part += n + (part[n] == '|');
    }
    return "1";
}

static void take_range(gud_scalar *input, const gud_field *f)
{
    if (f->low == f->high) return; // any number
    input->low = fmax(input->low, f->flags & GUD_OPEN_LOW ? nextafter(f->low, (double)INFINITY) : f->low);
    input->high = fmin(input->high, f->flags & GUD_OPEN_HIGH ? nextafter(f->high, -(double)INFINITY) : f->high);
}

static void take_unit(gud_builder *b, const gud_entity *e, const gud_field *f, gud_scalar *input)
{
    const gud_entity *from = &gud_input_section(b->in, "inputs")->list[input - b->m->input];
    const char *unit = f->unit ? f->unit : "1", *const limits[] = {"min", "max"};
    if (strcmp(unit, "1") != 0 && !gud_entity_has_unit(from, "default")) {
        GUD_WRONG(b, from, "default", "the default needs a unit: '%s' of %s is in %s", f->key, gud_entity_label(e).text,
                  unit);
        return;
    }
    if (!input->unit) input->unit = fitting_unit(b, from, unit);
    for (int i = 0; i < GUD_COUNT(limits); i++)
        if (!gud_entity_unit_fits(from, limits[i], b->units, input->unit))
            GUD_WRONG(b, from, limits[i], "%s is not in %s, as the default is", limits[i], input->unit);
}

static void add_follower(gud_builder *b, const gud_follower *follower)
{
    gud_model *m = b->m;
    enum { first_room = 8 };
    const bool full = m->nfollower >= first_room && (m->nfollower & (m->nfollower - 1)) == 0; // a power of two
    if (m->nfollower == 0 || full) {
        gud_follower *more = GUD_TAKE(&m->arena, gud_follower, m->nfollower == 0 ? first_room : 2 * m->nfollower);
        if (!more) return;
        if (full) memcpy(more, m->follower, (size_t)m->nfollower * sizeof *more);
        m->follower = more;
    }
    m->follower[m->nfollower++] = *follower;
}

void gud_build_follower(gud_builder *b, const gud_entity *e, const char *key, const gud_field *field,
                        gud_follower_kind kind, int owner, size_t what)
{
    const char *name = gud_entity_input(e, key);
    for (int i = 0; name && i < b->m->ninput; i++) {
        gud_scalar *input = &b->m->input[i];
        if (strcmp(input->name, name) != 0) continue;
        take_unit(b, e, field, input);
        take_range(input, field);
        add_follower(b, &(gud_follower){i, kind, owner, what});
    }
}

void gud_build_followers(gud_builder *b, const gud_entity *e, gud_follower_kind kind, int owner)
{
    for (int i = 0; i < e->row->nfield; i++) {
        const gud_field *f = &e->row->fields[i];
        if (f->flags & GUD_INPUT) gud_build_follower(b, e, f->key, f, kind, owner, f->offset);
    }
}
