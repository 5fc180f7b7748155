// Numbers, names and files of the model writer.

#include "assembly/write.h"
#include "base/alloc.h"
#include "num/pi.h"
#include "num/rot.h"
#include "num/vec.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void gud_cad_number(gud_buffer *out, double value, int digits)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%.*f", digits, value);
    char *end = text + strlen(text);
    if (strchr(text, '.')) {
        while (end[-1] == '0') *--end = '\0';
        if (end[-1] == '.') *--end = '\0';
    }
    gud_buffer_add(out, strcmp(text, "-0") == 0 ? "0" : text);
}

// to a picometre: what CAD programs compute is no better
void gud_cad_length(gud_buffer *out, double metres)
{
    const bool small = fabs(metres) < 1e-4;
    if (fabs(metres) < 0.5e-12) {
        gud_buffer_add(out, "0");
        return;
    }
    gud_cad_number(out, metres * (small ? 1e6 : 1e3), small ? 6 : 9);
    gud_buffer_add(out, small ? " um" : " mm");
}

void gud_cad_vector(gud_buffer *out, const double metres[3])
{
    for (int k = 0; k < 3; k++) {
        gud_buffer_add(out, k ? ", " : "[");
        gud_cad_length(out, metres[k]);
    }
    gud_buffer_add(out, "]");
}

void gud_cad_angle(gud_buffer *out, double radians)
{
    gud_cad_number(out, radians * 180.0 / pi, 10);
    gud_buffer_add(out, " deg");
}

void gud_cad_fine_angle(gud_buffer *out, double radians)
{
    gud_cad_number(out, 1e3 * radians, 9);
    gud_buffer_add(out, " mrad");
}

void gud_cad_rotation(gud_buffer *out, const double R[9])
{
    static const double none[4] = {1.0, 0.0, 0.0, 0.0};
    double quat[4], x[3];
    gud_rot_quaternion(R, quat);
    gud_rot_difference(none, quat, x);
    if (v3_norm(x) < 1e-12) return;
    gud_buffer_add(out, ", rotation: [");
    for (int k = 0; k < 3; k++) {
        if (k) gud_buffer_add(out, ", ");
        if (fabs(x[k]) < 1e-13)
            gud_buffer_add(out, "0");
        else
            gud_cad_angle(out, x[k]);
    }
    gud_buffer_add(out, "]");
}

static int first_face(const gud_assembly *a, int part)
{
    int low = 0, high = a->nface; // faces of lower parts are before `low`
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a->faces[middle].part < part)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void gud_cad_faces(gud_buffer *out, const gud_cad_writer *w, const gud_feature *g)
{
    // faces are counted within their part, from 1
    const int first = first_face(w->assembly, g->part);
    gud_buffer_print(out, "%s %s", w->assembly->parts[g->part].name, g->nface > 1 ? "faces" : "face");
    for (int i = 0; i < g->nface && i < 6; i++) gud_buffer_print(out, "%s %d", i ? "," : "", g->faces[i] - first + 1);
    if (g->nface > 6) gud_buffer_add(out, ", ...");
}

static bool is_plain(const char *text)
{
    const unsigned char first = (unsigned char)text[0];
    if (!isalnum(first) && first != '_' && first < 0x80) return false;
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && (unsigned char)*c < 0x80 && !strchr("_-.+() ", *c)) return false;
    return text[strlen(text) - 1] != ' ';
}

void gud_cad_text(gud_buffer *out, const char *text)
{
    if (is_plain(text)) {
        gud_buffer_add(out, text);
        return;
    }
    gud_buffer_add(out, "\"");
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            gud_buffer_print(out, "\\x%02x", (unsigned)*c);
        else
            gud_buffer_print(out, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    }
    gud_buffer_add(out, "\"");
}

void gud_cad_file_name(const gud_cad_writer *w, const char *ending, char name[3 * GUD_CAD_NAME])
{
    const char *stem = w->settings->stem;
    size_t n = strnlen(stem, GUD_CAD_NAME);
    while (n > 0 && ((unsigned char)stem[n] & 0xc0) == 0x80) n--; // whole characters
    (void)snprintf(name, (size_t)3 * GUD_CAD_NAME, "%.*s-%.120s", (int)n, stem, ending);
}

gud_buffer *gud_cad_file_add(gud_cad_writer *w, const char *ending)
{
    gud_cad_file *file = gud_alloc(1, sizeof *file);
    w->failed = w->failed || !file;
    if (!file) return NULL;
    gud_cad_file_name(w, ending, file->name);
    gud_buffer_init(&file->data);
    file->next = w->model->files;
    w->model->files = file;
    return &file->data;
}

void gud_cad_remark(gud_cad_writer *w, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gud_buffer_print(&w->model->remarks, "%s\n", text);
    w->model->nremark++;
}

// the parts that are `where`: a line each, or one for many
static void remark_parts(gud_cad_writer *w, int where, const char *one, const char *many)
{
    enum { few = 4 };
    const gud_assembly *a = w->assembly;
    char names[400] = "";
    int n = 0;
    for (int i = 0; i < a->npart; i++) n += w->mechanism->body_of[i] == where;
    for (int i = 0, k = 0; i < a->npart && k < few; i++) {
        if (w->mechanism->body_of[i] != where) continue;
        const size_t used = strlen(names);
        if (n > few)
            (void)snprintf(names + used, sizeof names - used, "%s%.80s", k ? ", " : "", a->parts[i].name);
        else
            gud_cad_remark(w, "%s %s", a->parts[i].name, one);
        k++;
    }
    if (n > few) gud_cad_remark(w, "%d parts %s: %s, ...", n, many, names);
}

void gud_cad_remark_parts(gud_cad_writer *w)
{
    remark_parts(w, GUD_BODY_GROUND, "is the ground, or fixed to it", "are the ground, or fixed to it");
    remark_parts(w, GUD_BODY_NONE, "has no joint and is left out of the model",
                 "have no joint and are left out of the model");
    if (w->mechanism->nbody == 0) gud_cad_remark(w, "no joint was found: nothing in the model moves");
}

void gud_cad_into(const gud_cad_frame *frame, const double x[3], double local[3])
{
    double d[3];
    v3_axpy(d, x, -1.0, frame->at);
    m3_apply_t(local, frame->R, d);
}

void gud_cad_model_free(gud_cad_model *model)
{
    while (model->files) {
        gud_cad_file *file = model->files;
        model->files = file->next;
        gud_buffer_free(&file->data);
        gud_free(file);
    }
    gud_buffer_free(&model->text);
    gud_buffer_free(&model->remarks);
}

// ---- triangles

static void add_float(gud_buffer *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const char bytes[4] = {(char)(bits & 255), (char)(bits >> 8 & 255), (char)(bits >> 16 & 255), (char)(bits >> 24)};
    gud_buffer_append(out, bytes, 4);
}

static void add_triangle(gud_buffer *out, const gud_part *p, const int corners[3], const double origin[3])
{
    double x[3][3], a[3], b[3], normal[3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = 1e3 * ((double)p->vertices[3 * (size_t)corners[i] + (size_t)k] - origin[k]);
    v3_axpy(a, x[1], -1.0, x[0]);
    v3_axpy(b, x[2], -1.0, x[0]);
    v3_cross(normal, a, b);
    const double length = v3_norm(normal);
    for (int k = 0; k < 3; k++) add_float(out, (float)(length > 0.0 ? normal[k] / length : 0.0));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) add_float(out, (float)x[i][k]);
    gud_buffer_append(out, "\0\0", 2);
}

void gud_cad_stl(gud_cad_writer *w, const int *parts, int npart, const double origin[3], gud_buffer *out)
{
    char head[80] = "STL by gudgeon cad, in mm";
    uint32_t n = 0;
    for (int i = 0; i < npart; i++) n += (uint32_t)w->assembly->parts[parts[i]].ntriangle;
    gud_buffer_append(out, head, sizeof head);
    const char count[4] = {(char)(n & 255), (char)(n >> 8 & 255), (char)(n >> 16 & 255), (char)(n >> 24)};
    gud_buffer_append(out, count, 4);
    for (int i = 0; i < npart; i++) {
        const gud_part *p = &w->assembly->parts[parts[i]];
        for (int t = 0; t < p->ntriangle; t++) add_triangle(out, p, p->triangles + 3 * (size_t)t, origin);
    }
}
