#include "serve/scene.h"

#include "base/alloc.h"

#include <stdint.h>

void gud_base64_append(gud_buffer *out, const void *data, size_t n)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i += 3) {
        const unsigned b = i + 1 < n ? bytes[i + 1] : 0, c = i + 2 < n ? bytes[i + 2] : 0;
        const unsigned three = (unsigned)bytes[i] << 16 | b << 8 | c;
        const char four[4] = {letters[three >> 18], letters[three >> 12 & 63],
                              i + 1 < n ? letters[three >> 6 & 63] : '=', i + 2 < n ? letters[three & 63] : '='};
        gud_buffer_append(out, four, 4);
    }
}

void gud_outline_write(gud_json *json, const gud_outline_info *o)
{
    gud_json_text(json, "name", o->body);
    gud_json_numbers(json, "points", o->points, 3 * o->npoint);
    gud_json_open(json, "names", '[');
    for (int k = 0; o->names && k < o->npoint; k++) gud_json_text(json, NULL, o->names[k]);
    gud_json_close(json);
}

// ---- pieces to scale

// places as 32-bit floats, corners as 32-bit integers, both as base64
static gud_status write_mesh(gud_json *json, const gud_part_info *p)
{
    const size_t nplace = 3 * (size_t)p->nvertex, ncorner = 3 * (size_t)p->ntriangle;
    float *places = gud_alloc(nplace + 1, sizeof *places);
    int32_t *corners = gud_alloc(ncorner + 1, sizeof *corners);
    gud_buffer text[2];
    for (int i = 0; i < 2; i++) gud_buffer_init(&text[i]);
    if (places && corners) {
        for (size_t i = 0; i < nplace; i++) places[i] = (float)p->vertices[i];
        for (size_t i = 0; i < ncorner; i++) corners[i] = (int32_t)p->triangles[i];
        gud_base64_append(&text[0], places, nplace * sizeof *places);
        gud_base64_append(&text[1], corners, ncorner * sizeof *corners);
        gud_json_text(json, "vertices", gud_buffer_text(&text[0]));
        gud_json_text(json, "triangles", gud_buffer_text(&text[1]));
    }
    const gud_status st = places && corners && !text[0].failed && !text[1].failed ? GUD_OK : GUD_ERR_MEMORY;
    for (int i = 0; i < 2; i++) gud_buffer_free(&text[i]);
    gud_free(places);
    gud_free(corners);
    return st;
}

static gud_status write_part(gud_json *json, const gud_part_info *p)
{
    gud_json_open(json, NULL, '{');
    gud_json_text(json, "kind", p->kind);
    gud_json_text(json, "body", p->body);
    gud_json_text(json, "joint", p->joint);
    gud_json_numbers(json, "at", p->at, 3);
    gud_json_numbers(json, "axes", p->axes, 9);
    gud_json_number(json, "radius", p->radius);
    gud_json_number(json, "width", p->width);
    gud_json_number(json, "length", p->length);
    gud_json_number(json, "height", p->height);
    gud_json_number(json, "clearance", p->clearance);
    const gud_status st = p->ntriangle ? write_mesh(json, p) : GUD_OK;
    gud_json_close(json);
    return st;
}

gud_status gud_result_parts_write(gud_json *json, const gud_results *r)
{
    gud_status st = GUD_OK;
    gud_json_open(json, "parts", '[');
    for (int i = 0; i < gud_results_part_count(r) && st == GUD_OK; i++) {
        gud_part_info p;
        st = gud_results_part(r, i, &p);
        if (st == GUD_OK) st = write_part(json, &p);
    }
    gud_json_close(json);
    return st;
}

gud_status gud_sim_parts_write(gud_json *json, const gud_sim *s)
{
    gud_status st = GUD_OK;
    gud_json_open(json, "parts", '[');
    for (int i = 0; i < gud_sim_part_count(s) && st == GUD_OK; i++) {
        gud_part_info p;
        st = gud_sim_part(s, i, &p);
        if (st == GUD_OK) st = write_part(json, &p);
    }
    gud_json_close(json);
    return st;
}
