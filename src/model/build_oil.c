// The oil of a joint's film.

#include "model/build_pairs.h"

#include <stdio.h>
#include <string.h>

void *gud_build_kept(gud_builder *b, const gud_choice *choice)
{
    if (!choice->row || !choice->params || choice->row->size == 0) return NULL;
    void *copy = gud_arena_take(&b->m->arena, 1, choice->row->size);
    return copy ? memcpy(copy, choice->params, choice->row->size) : NULL;
}

bool gud_build_oil(gud_builder *b, const gud_entity *e, bool laws, gud_lubricant *oil)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (!film->oil) {
        *oil = gud_lubricant_constant(film->viscosity);
        return true;
    }
    gud_oil_params given = *film->oil;
    if (!laws && (given.pressure.row || given.shear.row || given.compression.row)) {
        GUD_WRONG(b, e, "film.oil",
                  "closed forms have a constant oil: laws of pressure, shear rate or density need 'model: reynolds' or "
                  "'mixed'");
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
