// Viscosity over temperature by a table or a shared library.
#ifndef GUD_FILM_VISCOSITY_OUTSIDE_H
#define GUD_FILM_VISCOSITY_OUTSIDE_H

#include "film/lubricant.h"
#include "load/law.h"

extern const gud_viscosity_law gud_viscosity_table, gud_viscosity_plugin;

// Makes the curve of a table, or finds the function of a library, in the parameters of the law. Others are left alone.
gud_status gud_viscosity_source(const gud_law_context *context, const gud_choice *law);

// what such a law comes from; NULL for others
const gud_law_source *gud_viscosity_outside(const gud_choice *law);

// narrows a range of temperatures to that of a table
void gud_viscosity_range(const gud_choice *law, double range[2]);

#endif
