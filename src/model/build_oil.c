// The oil of a joint's film.

#include "film/viscosity_outside.h"
#include "model/build_pairs.h"
#include "pair/stacked.h"

#include <stdio.h>
#include <string.h>

void *gud_build_kept(gud_builder *b, const gud_choice *choice)
{
    if (!choice->row || !choice->params || choice->row->size == 0) return NULL;
    void *copy = gud_arena_take(&b->m->arena, 1, choice->row->size);
    return copy ? memcpy(copy, choice->params, choice->row->size) : NULL;
}

// the numbers of a film that may follow inputs
typedef struct film_number {
    const char *key;
    size_t what;
} film_number;

static const film_number film_numbers[] = {{"film.viscosity", GUD_STACKED_VISCOSITY},
                                           {"film.oil.viscosity", GUD_STACKED_VISCOSITY},
                                           {"film.oil.temperature", GUD_STACKED_TEMPERATURE}};

static const gud_field *field_of(const film_number *number)
{
    return gud_row_find(&gud_oil_row, strrchr(number->key, '.') + 1); // of the film itself, too: the same range
}

// a temperature cannot leave the table of viscosities
static void narrow_range(const gud_entity *e, gud_field *field)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    double range[2] = {field->low, field->high};
    if (film->oil) gud_viscosity_range(&film->oil->law, range);
    field->low = range[0];
    field->high = range[1];
}

void gud_build_film_followers(gud_builder *b, const gud_entity *e, const gud_lubricant *oil, int pair)
{
    for (int i = 0; i < GUD_COUNT(film_numbers); i++) {
        const film_number *number = &film_numbers[i];
        if (!gud_entity_input(e, number->key)) continue;
        if (oil->pressure || oil->shear || oil->density)
            GUD_WRONG(b, e, number->key,
                      "an oil with pressure, shear-rate or density laws cannot follow an input: their tables hold for "
                      "one viscosity");
        gud_field field = *field_of(number);
        if (number->what == GUD_STACKED_TEMPERATURE) narrow_range(e, &field);
        gud_build_follower(b, e, number->key, &field, GUD_FOLLOWS_PAIR, pair, number->what);
    }
}

void gud_build_refuse_film_inputs(gud_builder *b, const gud_entity *e)
{
    for (int i = 0; i < GUD_COUNT(film_numbers); i++)
        if (gud_entity_input(e, film_numbers[i].key))
            GUD_WRONG(b, e, film_numbers[i].key,
                      "only films on a grid can follow inputs: 'model: reynolds' or 'model: mixed'");
}

// where a temperature may follow an input: the oil that viscosities come from
const gud_oil_params *gud_build_oil_source(gud_builder *b, const gud_entity *e)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (!gud_entity_input(e, "film.oil.temperature")) return NULL;
    gud_oil_params *kept = GUD_TAKE(&b->m->arena, gud_oil_params, 1);
    if (!kept) return NULL;
    *kept = *film->oil;
    kept->law.params = gud_build_kept(b, &film->oil->law);
    return kept;
}

// a viscosity by a table or a library
static bool take_viscosity(gud_builder *b, const gud_entity *e, const gud_oil_params *oil)
{
    gud_error error;
    const gud_law_context context = gud_build_law_context(b, &error);
    const gud_law_source *source = gud_viscosity_outside(&oil->law);
    if (!source) return true;
    return gud_build_sourced(b, e, "film.oil.law", source, gud_viscosity_source(&context, &oil->law), &error);
}

bool gud_build_oil(gud_builder *b, const gud_entity *e, bool laws, gud_lubricant *oil)
{
    if (!laws) gud_build_refuse_film_inputs(b, e);
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (!film->oil) {
        *oil = gud_lubricant_constant(film->viscosity);
        return true;
    }
    gud_oil_params given = *film->oil;
    if (!take_viscosity(b, e, &given)) return false;
    if (!laws && (given.pressure.row || given.shear.row || given.compression.row)) {
        GUD_WRONG(b, e, "film.oil",
                  "closed forms have a constant viscosity: pressure, shear-rate or density laws need 'model: reynolds' "
                  "or 'mixed'");
        return false;
    }
    given.pressure.params = gud_build_kept(b, &given.pressure);
    given.shear.params = gud_build_kept(b, &given.shear);
    given.compression.params = gud_build_kept(b, &given.compression);
    if (b->m->arena.failed) return false;
    gud_error error;
    const char *key;
    const gud_status status = gud_oil_make(&given, oil, &key, &error);
    if (status == GUD_ERR_MEMORY) b->m->arena.failed = true;
    if (status == GUD_ERR_INPUT) {
        char path[64];
        (void)snprintf(path, sizeof path, "film.oil.%s", key);
        GUD_WRONG(b, e, path, "%s", error.text);
    }
    return status == GUD_OK;
}
