// Meshes that bodies are drawn by: both kinds of STL and OBJ say the same, and what cannot be drawn is refused.

#include "check.h"

#include "surface/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_mesh mesh;
} fixture;

static int setup(void **state)
{
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

static gud_status parse(fixture *f, const char *file, const char *text, size_t size)
{
    return gud_mesh_parse(file, text, size, 1e-3, &f->arena, &f->error, &f->mesh);
}

static void refused(fixture *f, const char *file, const char *text, const char *why)
{
    assert_int_equal(parse(f, file, text, strlen(text)), GUD_ERR_INPUT);
    if (!strstr(f->error.text, why)) fail_msg("'%s' does not say '%s'", f->error.text, why);
    assert_int_equal(f->mesh.ntriangle, 0);
}

// a square of 1 m in the plane z = 0, of two triangles that share an edge
static const double corners[4][3] = {{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}, {0, 1000, 0}};
static const int square[2][3] = {{0, 1, 2}, {0, 2, 3}};

static void is_square(const fixture *f)
{
    double area = 0.0;
    assert_int_equal(f->mesh.nvertex, 4);
    assert_int_equal(f->mesh.ntriangle, 2);
    for (int t = 0; t < 2; t++) {
        const int *v = f->mesh.triangles + 3 * (ptrdiff_t)t;
        const double *a = f->mesh.vertices + 3 * (ptrdiff_t)v[0], *b = f->mesh.vertices + 3 * (ptrdiff_t)v[1],
                     *c = f->mesh.vertices + 3 * (ptrdiff_t)v[2];
        area += 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    }
    assert_true(area == 1.0);
}

static void text_stl(void **state)
{
    fixture *f = *state;
    char text[2000] = "solid square\n";
    for (int t = 0; t < 2; t++) {
        strcat(text, "facet normal 0 0 1\n outer loop\n");
        for (int k = 0; k < 3; k++) {
            const double *x = corners[square[t][k]];
            (void)snprintf(text + strlen(text), 100, "  vertex %g %g %g\r\n", x[0], x[1], x[2]);
        }
        strcat(text, " endloop\nendfacet\n");
    }
    const size_t open = strlen(text);
    strcat(text, "endsolid square\n");
    assert_int_equal(parse(f, "a.STL", text, strlen(text)), GUD_OK);
    is_square(f);
    text[open] = '\0';
    refused(f, "a.stl", text, "truncated");
}

static void byte_stl(void **state)
{
    fixture *f = *state;
    unsigned char bytes[84 + 2 * 50] = {0};
    const uint32_t n = 2;
    memcpy(bytes + 80, &n, 4);
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) {
                const float x = (float)corners[square[t][k]][i];
                memcpy(bytes + 84 + 50 * t + 12 + 12 * k + 4 * i, &x, 4);
            }
    assert_int_equal(parse(f, "a.stl", (const char *)bytes, sizeof bytes), GUD_OK);
    is_square(f);
    assert_int_equal(parse(f, "a.stl", (const char *)bytes, sizeof bytes - 1), GUD_ERR_INPUT);
    const float bad = NAN;
    memcpy(bytes + 84 + 12, &bad, 4);
    assert_int_equal(parse(f, "a.stl", (const char *)bytes, sizeof bytes), GUD_ERR_INPUT);
}

static void obj(void **state)
{
    fixture *f = *state;
    static const char text[] =
        "# a square\no square\nv 0 0 0\nv 1000 0 0\nvn 0 0 1\nvt 0 0\nv 1000 1000 0\nv 0 1000 0\n"
        "usemtl steel\nf 1/1/1 2 3//1 -1\n";
    assert_int_equal(parse(f, "square.obj", text, strlen(text)), GUD_OK);
    is_square(f);
    refused(f, "a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "is not defined before it");
}

static void nonsense(void **state)
{
    fixture *f = *state;
    refused(f, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", "a.obj:4: a face needs three corners");
    refused(f, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "is not defined before it");
    refused(f, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", "is not defined before it");
    refused(f, "a.obj", "v 0 0\n", "a.obj:1: three finite numbers");
    refused(f, "a.obj", "v 0 0 inf\n", "three finite numbers");
    refused(f, "a.obj", "v 0 0 1e30\n", "1000 km");
    refused(f, "a.obj", "", "no triangles");
    refused(f, "a.stl", "solid a\nendsolid a\n", "no triangles");
    refused(f, "a.stl", "lots of words", "not an STL file");
    refused(f, "a.step", "ISO-10303-21;", ".stl or .obj");
    char *line = malloc(10000);
    memset(line, 'v', 9999);
    line[9999] = '\0';
    refused(f, "a.obj", line, "longer than 8192");
    free(line);
    assert_int_equal(gud_mesh_read("/nowhere/a.stl", 1.0, &f->arena, &f->error, &f->mesh), GUD_ERR_IO);
}

static void surfaces(void **state)
{
    fixture *f = *state;
    gud_nurbs nurbs;
    gud_surface surface;
    assert_int_equal(gud_nurbs_cylinder(0.01, 0.0, 0.02, &f->arena, &f->error, &nurbs), GUD_OK);
    assert_int_equal(gud_surface_create(&nurbs, "c", &f->arena, &f->error, &surface), GUD_OK);
    assert_int_equal(gud_mesh_surface(&surface, 8, &f->arena, &f->mesh), GUD_OK);
    assert_int_equal(f->mesh.nvertex, 81);
    assert_int_equal(f->mesh.ntriangle, 128);
    for (int i = 0; i < 81; i++)
        assert_true(fabs(hypot(f->mesh.vertices[3 * i], f->mesh.vertices[3 * i + 1]) - 0.01) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_stl, setup, teardown),
        cmocka_unit_test_setup_teardown(byte_stl, setup, teardown),
        cmocka_unit_test_setup_teardown(obj, setup, teardown),
        cmocka_unit_test_setup_teardown(nonsense, setup, teardown),
        cmocka_unit_test_setup_teardown(surfaces, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
