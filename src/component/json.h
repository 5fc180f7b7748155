// Sheets of components as JSON.
#ifndef GUD_COMPONENT_JSON_H
#define GUD_COMPONENT_JSON_H

#include "base/json.h"
#include "component/component.h"

// all that is on a sheet, numbers in SI
void gud_component_json(const void *sheet, gud_buffer *out);

#endif
