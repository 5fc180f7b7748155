// The table of friction laws, and what makes one ready for use.

#include "contact/friction_row.h"

#include <string.h>

#define GUD_FRICTION_LAW(id) &gud_friction_##id,
const gud_friction_law *const gud_friction_laws[] = {
#include "contact/friction.def"
    NULL};
#undef GUD_FRICTION_LAW

#define GUD_FRICTION_LAW(id) &gud_friction_##id.row,
const gud_row *const gud_friction_rows[] = {
#include "contact/friction.def"
    NULL};
#undef GUD_FRICTION_LAW

const gud_friction_law *gud_friction_find(const char *name)
{
    for (int i = 0; gud_friction_laws[i]; i++)
        if (strcmp(gud_friction_laws[i]->row.name, name) == 0) return gud_friction_laws[i];
    return NULL;
}

void gud_friction_defaults(const gud_friction_law *law, gud_friction_params *params)
{
    const double none = (double)NAN;
    *params = (gud_friction_params){none, none, none, none, none, none, none, none, none, {0}};
    gud_params_default(&law->row, params);
}

gud_status gud_friction_check_static(const gud_row *row, const gud_friction_params *params, gud_error *error)
{
    if (!(params->static_coefficient < params->coefficient)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: static_coefficient = %g is less than coefficient = %g", row->name,
                    params->static_coefficient, params->coefficient);
}

gud_status gud_friction_make(const gud_friction_law *law, const gud_friction_params *params, gud_error *error,
                             gud_friction *friction)
{
    gud_friction_params p;
    gud_friction_defaults(law, &p);
    gud_params_copy(&law->row, params, &p);
    if (law->outside) p.source = params->source;
    GUD_TRY(gud_params_check(law->row.name, &law->row, &p, error));
    if (isnan(p.static_coefficient)) p.static_coefficient = p.coefficient;
    if (isnan(p.fade)) p.fade = p.speed;
    if (law->check) GUD_TRY(law->check(&p, error));
    *friction = (gud_friction){law, p};
    return GUD_OK;
}
