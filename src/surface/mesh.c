#define _POSIX_C_SOURCE 200809L // newlocale, fileno

#include "surface/mesh.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/hash.h"
#include "surface/surface.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { line_most = 8192, vertices_most = 3 * GUD_MESH_TRIANGLES, stl_head = 84, stl_triangle = 50 };
static const int64_t largest_file = 128 << 20;
static const double farthest = 1e6; // m

// ---- lists that grow, and vertices by their place

typedef struct maker {
    const char *file;
    int line; // 0: the file has no lines
    double unit;
    gud_error *error;
    double *vertices;
    int nvertex, room_vertex;
    int *triangles;
    int ntriangle, room_triangle;
    int *slots; // vertex + 1 at the hash of its place; 0: free
    int nslot;
    // of an STL file as text
    int corner[3], ncorner; // of the triangle that is being read
    bool closed;
} maker;

static gud_status fail(const maker *m, const char *what)
{
    if (m->line == 0) return gud_fail(m->error, GUD_ERR_INPUT, "%s: %s", m->file, what);
    return gud_fail(m->error, GUD_ERR_INPUT, "%s:%d: %s", m->file, m->line, what);
}

static gud_status no_memory(const maker *m)
{
    return gud_fail(m->error, GUD_ERR_MEMORY, "out of memory");
}

static gud_status add_vertex(maker *m, const double x[3])
{
    if (m->nvertex == vertices_most) return fail(m, "it has too many vertices for drawing");
    if (m->nvertex == m->room_vertex) {
        const int room = m->room_vertex ? 2 * m->room_vertex : 1024;
        double *more = gud_resize(m->vertices, (size_t)room, 3 * sizeof *more);
        if (!more) return no_memory(m);
        m->vertices = more;
        m->room_vertex = room;
    }
    for (int k = 0; k < 3; k++) {
        const double at = x[k] * m->unit;
        if (!(fabs(at) <= farthest)) return fail(m, "a vertex lies farther than 1000 km away");
        m->vertices[3 * (ptrdiff_t)m->nvertex + k] = at;
    }
    m->nvertex++;
    return GUD_OK;
}

static gud_status add_triangle(maker *m, const int corner[3])
{
    if (m->ntriangle == GUD_MESH_TRIANGLES) return fail(m, "more than 500000 triangles; export a coarser mesh");
    if (m->ntriangle == m->room_triangle) {
        const int room = m->room_triangle ? 2 * m->room_triangle : 1024;
        int *more = gud_resize(m->triangles, (size_t)room, 3 * sizeof *more);
        if (!more) return no_memory(m);
        m->triangles = more;
        m->room_triangle = room;
    }
    memcpy(m->triangles + 3 * (ptrdiff_t)m->ntriangle++, corner, 3 * sizeof *corner);
    return GUD_OK;
}

static int slot_of(const maker *m, const double place[3])
{
    const unsigned mask = (unsigned)m->nslot - 1;
    unsigned slot = (unsigned)gud_hash(0, place, 3 * sizeof *place) & mask;
    while (m->slots[slot] && memcmp(m->vertices + 3 * (ptrdiff_t)(m->slots[slot] - 1), place, 3 * sizeof *place) != 0)
        slot = (slot + 1) & mask;
    return (int)slot;
}

// the vertex at a place, an old one if there is one: STL repeats each with every triangle
static gud_status join_vertex(maker *m, const double x[3], int *vertex)
{
    double place[3];
    for (int k = 0; k < 3; k++) place[k] = x[k] * m->unit + 0.0; // no negative zero
    const int slot = slot_of(m, place);
    if (m->slots[slot] == 0) {
        GUD_TRY(add_vertex(m, x));
        memcpy(m->vertices + 3 * (ptrdiff_t)(m->nvertex - 1), place, sizeof place);
        m->slots[slot] = m->nvertex;
    }
    *vertex = m->slots[slot] - 1;
    return GUD_OK;
}

// twice as many slots as there can be vertices
static gud_status make_slots(maker *m, size_t ntriangle)
{
    m->nslot = 1024;
    while ((size_t)m->nslot < 6 * ntriangle && m->nslot < 4 * vertices_most) m->nslot *= 2;
    m->slots = gud_alloc((size_t)m->nslot, sizeof *m->slots);
    return m->slots ? GUD_OK : no_memory(m);
}

// ---- STL as bytes: a head, a count, then a normal and three places as 32-bit floats, and two bytes

static gud_status read_bytes(maker *m, const char *bytes, size_t n)
{
    if (n > GUD_MESH_TRIANGLES) return fail(m, "more than 500000 triangles; export a coarser mesh");
    GUD_TRY(make_slots(m, n));
    for (size_t i = 0; i < n; i++) {
        float place[9];
        int corner[3];
        memcpy(place, bytes + stl_head + stl_triangle * i + 12, sizeof place);
        for (int k = 0; k < 3; k++) {
            const double x[3] = {(double)place[3 * k], (double)place[3 * k + 1], (double)place[3 * k + 2]};
            GUD_TRY(join_vertex(m, x, &corner[k]));
        }
        GUD_TRY(add_triangle(m, corner));
    }
    return GUD_OK;
}

static bool is_bytes(const char *text, size_t size, size_t *n)
{
    uint32_t count;
    if (size < stl_head) return false;
    memcpy(&count, text + stl_head - 4, sizeof count);
    *n = count;
    return size == stl_head + (size_t)stl_triangle * count;
}

// ---- text

typedef gud_status (*line_reader)(maker *m, char *line);

static gud_status read_lines(maker *m, const char *text, size_t size, line_reader take)
{
    char line[line_most];
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t n = end ? (size_t)(end - text) - at : size - at;
        m->line++;
        if (n >= line_most) return fail(m, "a line is longer than 8192 characters");
        memcpy(line, text + at, n);
        line[n] = '\0';
        GUD_TRY(take(m, line));
        at += n + 1;
    }
    m->line = 0;
    return GUD_OK;
}

static gud_status read_place(const maker *m, const char *text, double x[3])
{
    for (int k = 0; k < 3; k++) {
        char *end;
        x[k] = strtod(text, &end);
        if (end == text || !isfinite(x[k])) return fail(m, "three finite numbers were expected");
        text = end;
    }
    return GUD_OK;
}

// does the line begin with this word? What follows it, or NULL
static char *after(char *line, const char *word)
{
    const size_t n = strlen(word);
    line += strspn(line, " \t\r");
    if (strncmp(line, word, n) != 0 || !strchr(" \t\r", line[n])) return NULL;
    return line + n;
}

// "vertex x y z": every three are a triangle; what stands around them says nothing more
static gud_status read_stl_line(maker *m, char *line)
{
    double x[3];
    const char *rest = after(line, "vertex");
    m->closed |= after(line, "endsolid") != NULL;
    if (!rest) return GUD_OK;
    GUD_TRY(read_place(m, rest, x));
    GUD_TRY(join_vertex(m, x, &m->corner[m->ncorner++]));
    if (m->ncorner < 3) return GUD_OK;
    m->ncorner = 0;
    return add_triangle(m, m->corner);
}

static gud_status read_stl(maker *m, const char *text, size_t size)
{
    size_t n;
    if (is_bytes(text, size, &n)) return read_bytes(m, text, n);
    if (size < 5 || memcmp(text, "solid", 5) != 0) return fail(m, "not an STL file, or truncated");
    GUD_TRY(make_slots(m, size / 60)); // three vertices take more bytes than that
    GUD_TRY(read_lines(m, text, size, read_stl_line));
    return m->closed && m->ncorner == 0 ? GUD_OK : fail(m, "the file is truncated: 'endsolid' is missing");
}

// "7", "7/2/3", "-1": a vertex, counted from 1, or from the end
static gud_status read_corner(const maker *m, const char *word, int *corner)
{
    char *end;
    errno = 0;
    const long number = strtol(word, &end, 10), index = number < 0 ? m->nvertex + number : number - 1;
    if (end == word || (*end && *end != '/') || errno || index < 0 || index >= m->nvertex)
        return fail(m, "a face refers to a vertex that is not defined before it");
    *corner = (int)index;
    return GUD_OK;
}

// a face of more corners is cut into triangles that share its first
static gud_status read_face(maker *m, char *rest)
{
    int corner[3], n = 0;
    char *left = NULL;
    for (char *word = strtok_r(rest, " \t\r", &left); word; word = strtok_r(NULL, " \t\r", &left)) {
        int next;
        GUD_TRY(read_corner(m, word, &next));
        if (n < 2) {
            corner[n++] = next;
            continue;
        }
        corner[2] = next;
        GUD_TRY(add_triangle(m, corner));
        corner[1] = next;
        n = 3;
    }
    return n == 3 ? GUD_OK : fail(m, "a face needs three corners");
}

static gud_status read_obj_line(maker *m, char *line)
{
    double x[3];
    const char *place = after(line, "v");
    char *face = after(line, "f");
    if (face) return read_face(m, face);
    if (!place) return GUD_OK;
    GUD_TRY(read_place(m, place, x));
    return add_vertex(m, x);
}

// ---- either

static bool ends_with(const char *file, const char *end)
{
    const size_t n = strlen(file), k = strlen(end);
    return n > k && strcasecmp(file + n - k, end) == 0;
}

static gud_status read_format(maker *m, const char *text, size_t size)
{
    if (ends_with(m->file, ".stl")) return read_stl(m, text, size);
    if (ends_with(m->file, ".obj")) return read_lines(m, text, size, read_obj_line);
    return fail(m, "shapes are read from files that end with .stl or .obj");
}

static gud_status mesh_keep(const maker *m, gud_arena *arena, gud_mesh *mesh)
{
    if (m->ntriangle == 0) return fail(m, "the file has no triangles");
    double *vertices = GUD_TAKE(arena, double, 3 * (size_t)m->nvertex);
    int *triangles = GUD_TAKE(arena, int, 3 * (size_t)m->ntriangle);
    if (!vertices || !triangles) return no_memory(m);
    memcpy(vertices, m->vertices, 3 * (size_t)m->nvertex * sizeof *vertices);
    memcpy(triangles, m->triangles, 3 * (size_t)m->ntriangle * sizeof *triangles);
    *mesh = (gud_mesh){m->nvertex, m->ntriangle, vertices, triangles};
    return GUD_OK;
}

gud_status gud_mesh_parse(const char *file, const char *text, size_t size, double unit, gud_arena *arena,
                          gud_error *error, gud_mesh *mesh)
{
    maker m = {.file = file, .unit = unit, .error = error};
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); // numbers with a point
    if (!plain) return no_memory(&m);
    const locale_t before = uselocale(plain);
    *mesh = (gud_mesh){0};
    gud_status st = read_format(&m, text, size);
    if (st == GUD_OK) st = mesh_keep(&m, arena, mesh);
    (void)uselocale(before);
    freelocale(plain);
    gud_free(m.vertices);
    gud_free(m.triangles);
    gud_free(m.slots);
    return st;
}

static gud_status read_stream(FILE *stream, const char *path, double unit, gud_arena *arena, gud_error *error,
                              gud_mesh *mesh)
{
    struct stat info;
    if (fstat(fileno(stream), &info) != 0) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, strerror(errno));
    const size_t size = (size_t)info.st_size;
    char *text = gud_alloc(size + 1, 1);
    if (!text) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_status st =
        fread(text, 1, size, stream) == size ? GUD_OK : gud_fail(error, GUD_ERR_IO, "%s: could not be read", path);
    if (st == GUD_OK) st = gud_mesh_parse(path, text, size, unit, arena, error, mesh);
    gud_free(text);
    return st;
}

gud_status gud_mesh_read(const char *path, double unit, gud_arena *arena, gud_error *error, gud_mesh *mesh)
{
    char why[GUD_FILE_WHY];
    FILE *stream = gud_file_open(path, largest_file, why);
    if (!stream) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, why);
    const gud_status st = read_stream(stream, path, unit, arena, error, mesh);
    (void)fclose(stream);
    return st;
}

// ---- surfaces

static void parameters_at(const gud_surface *s, int i, int j, int cells, double xi[2])
{
    xi[0] = s->low[0] + (s->high[0] - s->low[0]) * i / cells;
    xi[1] = s->low[1] + (s->high[1] - s->low[1]) * j / cells;
}

static bool square_is_left(const gud_surface *s, int i, int j, int cells)
{
    double a[2], b[2];
    if (!s->trim) return true;
    parameters_at(s, i, j, cells, a);
    parameters_at(s, i + 1, j + 1, cells, b);
    const double middle[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
    return gud_trim_inside(s->trim, middle);
}

gud_status gud_mesh_surface(const gud_surface *s, int cells, gud_arena *arena, gud_mesh *mesh)
{
    const int row = cells + 1;
    double *vertices = GUD_TAKE(arena, double, 3 * (size_t)row * (size_t)row);
    int *triangles = GUD_TAKE(arena, int, 6 * (size_t)cells * (size_t)cells), n = 0;
    *mesh = (gud_mesh){0};
    if (!vertices || !triangles) return GUD_ERR_MEMORY;
    for (int j = 0; j < row; j++)
        for (int i = 0; i < row; i++) {
            gud_surface_point p;
            double xi[2];
            parameters_at(s, i, j, cells, xi);
            gud_surface_eval(s, xi[0], xi[1], &p);
            memcpy(vertices + 3 * ((ptrdiff_t)j * row + i), p.x, sizeof p.x);
        }
    for (int j = 0; j < cells; j++)
        for (int i = 0; i < cells; i++) {
            const int a = j * row + i, corner[6] = {a, a + 1, a + row, a + 1, a + row + 1, a + row};
            if (!square_is_left(s, i, j, cells)) continue;
            memcpy(triangles + 3 * (ptrdiff_t)n, corner, sizeof corner);
            n += 2;
        }
    *mesh = (gud_mesh){row * row, n, vertices, triangles};
    return GUD_OK;
}
