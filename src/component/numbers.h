// The numbers of a component's sheet by name, for tables of studies: film_min, hertz_line/force, gap.
#ifndef GUD_COMPONENT_NUMBERS_H
#define GUD_COMPONENT_NUMBERS_H

#include "component/component.h"

// one number, or the points of a curve; `unit`: SI
typedef void gud_number_visitor(void *user, const char *name, const char *unit, const double *values, int n);

void gud_component_numbers(const void *sheet, gud_number_visitor *visit, void *user);

#endif
