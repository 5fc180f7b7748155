// What a result is drawn by, as JSON.
#ifndef GUD_SERVE_SCENE_H
#define GUD_SERVE_SCENE_H

#include "base/json.h"

#include <gudgeon/results.h>

// members of an object that is open: "name", "points" (x, y, z of each), "names"
void gud_outline_write(gud_json *json, const gud_outline_info *outline);

// "parts": pieces to draw to scale, their triangles as base64 of 32-bit floats and integers
gud_status gud_result_parts_write(gud_json *json, const gud_results *results);
gud_status gud_sim_parts_write(gud_json *json, const gud_sim *sim);

void gud_base64_append(gud_buffer *out, const void *data, size_t n);

// an object: title, channels, bodies, model, and the answer of the run
void gud_result_describe(gud_json *json, gud_results *results);

#endif
