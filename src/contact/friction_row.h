// What the files of the friction laws share; not for callers.
#ifndef GUD_CONTACT_FRICTION_ROW_H
#define GUD_CONTACT_FRICTION_ROW_H

#include "contact/friction.h"
#include "contact/row.h"

#define GUD_FRICTION_LAW(id) extern const gud_friction_law gud_friction_##id;
#include "contact/friction.def"
#undef GUD_FRICTION_LAW

#define GUD_FRICTION_COEFFICIENT(fallback_)                                                                            \
    GUD_FIELD(gud_friction_params, coefficient, "1", fallback_, 0.0, 10.0, "coefficient of sliding friction")

#define GUD_FRICTION_STATIC                                                                                            \
    GUD_FIELD(gud_friction_params, static_coefficient, "1", GUD_OPTIONAL, 0.0, 10.0,                                   \
              "static coefficient, the largest before sliding; default: the sliding coefficient")

#define GUD_FRICTION_SPEED(member, fallback, about)                                                                    \
    GUD_FIELD_POSITIVE(gud_friction_params, member, "m/s", fallback, about)

#define GUD_FRICTION_ROW(name_, about_, source_, fields_)                                                              \
    .name = (name_), .about = (about_), .source = (source_), .size = sizeof(gud_friction_params), .fields = (fields_), \
    .nfield = GUD_COUNT(fields_)

// static friction is not below sliding friction
gud_status gud_friction_check_static(const gud_row *row, const gud_friction_params *params, gud_error *error);

#endif
