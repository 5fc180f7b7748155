#include "serve/scene.h"

void gud_outline_write(gud_json *json, const gud_outline_info *o)
{
    gud_json_text(json, "name", o->body);
    gud_json_numbers(json, "points", o->points, 3 * o->npoint);
    gud_json_open(json, "names", '[');
    for (int k = 0; o->names && k < o->npoint; k++) gud_json_text(json, NULL, o->names[k]);
    gud_json_close(json);
}
