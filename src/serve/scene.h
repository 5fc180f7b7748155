// What a result is drawn by, as JSON.
#ifndef GUD_SERVE_SCENE_H
#define GUD_SERVE_SCENE_H

#include "base/json.h"

#include <gudgeon/results.h>

// members of an object that is open: "name", "points" (x, y, z of each), "names"
void gud_outline_write(gud_json *json, const gud_outline_info *outline);

// an object: title, channels, bodies, model, and the answer of the run
void gud_result_describe(gud_json *json, gud_results *results);

#endif
