// Round parts of contacts: which ones a model has, and their lines and triangles. Areas and volumes are those of
// polygons with the same corners.

#include "base/buffer.h"
#include "mechanism.h"
#include "num/pi.h"
#include "num/vec.h"
#include "out/round.h"

static const gud_part_info *find_part(const gud_model *m, const char *kind, const char *body, int number)
{
    for (int i = 0; i < m->npart; i++)
        if (strcmp(m->part[i].kind, kind) == 0 && strcmp(m->part[i].body, body) == 0 && number-- == 0)
            return &m->part[i];
    return NULL;
}

#define LAW "contact: {law: hunt_crossley, stiffness: 1e7}"

// a sprocket of four teeth, a drum around everything, and two rollers that meet each other: each is drawn once
static void parts_of_a_plane(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: planar\nbodies:\n"
                  "  wheel: {mass: 1, inertia: 1, center: [0.1, 0]}\n  r1: {mass: 1, inertia: 1, at: [1, 0]}\n"
                  "  r2: {mass: 1, inertia: 1, at: [0, 1]}\ncontacts:\n"
                  "  teeth: {between: [wheel, r*], radius: [0.1, 0.2], ring: {count: 4, radius: 0.5}, " LAW
                  "}\n  drum: {type: bore, between: [ground, r*], radius: [3, 0.2], " LAW
                  "}\n  rollers: {between: [r*, r*], radius: [0.2, 0.2], " LAW "}\nsimulate: {until: 1}\n");
    assert_int_equal(m->npart, 4 + 1 + 2);
    const gud_part_info *tooth = find_part(m, "disc", "wheel", 1);
    assert_non_null(tooth);
    assert_string_equal(tooth->joint, "teeth");
    assert_near(tooth->radius, 0.1, 0.0);
    assert_near(tooth->at[0], 0.0, 1e-15);
    assert_near(tooth->at[1], 0.5, 1e-15);
    assert_null(find_part(m, "disc", "wheel", 4));
    assert_non_null(find_part(m, "ring", "ground", 0));
    assert_near(find_part(m, "ring", "ground", 0)->radius, 3.0, 0.0);
    assert_non_null(find_part(m, "disc", "r2", 0));
    assert_null(find_part(m, "disc", "r2", 1));
    gud_model_free(m);
}

static void parts_in_space(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: spatial\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}\ncontacts:\n"
                  "  outer: {type: groove, between: [ground, b], pitch: 1, face: outer, radius: [0.11, 0.1], " LAW
                  "}\n  shell: {type: bore, between: [ground, b], radius: [2, 0.1], " LAW "}\nsimulate: {until: 1}\n");
    assert_int_equal(m->npart, 3);
    assert_near(find_part(m, "ring", "ground", 0)->radius, 1.11, 1e-15);
    assert_near(find_part(m, "hollow", "ground", 0)->radius, 2.0, 0.0);
    assert_near(find_part(m, "sphere", "b", 0)->radius, 0.1, 0.0);
    gud_model_free(m);
}

// of a heap nothing is drawn but its bodies
static void parts_of_a_heap(void **state)
{
    (void)state;
    gud_buffer text;
    char line[80];
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: planar\nbodies:\n");
    for (int i = 0; i < 1001; i++) {
        (void)snprintf(line, sizeof line, "  b%d: {mass: 1, inertia: 1, at: [%d, 0]}\n", i, i);
        gud_buffer_add(&text, line);
    }
    gud_buffer_add(&text, "contacts: {all: {between: [b*, b*], radius: [0.2, 0.2], " LAW "}}\nsimulate: {until: 1}\n");
    gud_model *m = mechanism(text.data);
    assert_int_equal(m->npart, 0);
    gud_model_free(m);
    gud_buffer_free(&text);
}

// twice the area, or six times the volume against the origin
static double measure(const gud_part_info *p, bool volume)
{
    double sum = 0.0;
    for (int i = 0; i < p->ntriangle; i++) {
        const int *t = p->triangles + 3 * (ptrdiff_t)i;
        const double *a = p->vertices + 3 * (ptrdiff_t)t[0], *b = p->vertices + 3 * (ptrdiff_t)t[1],
                     *c = p->vertices + 3 * (ptrdiff_t)t[2];
        double u[3], v[3], n[3];
        v3_axpy(u, b, -1.0, a);
        v3_axpy(v, c, -1.0, a);
        v3_cross(n, u, v);
        sum += volume ? v3_dot(a, n) : v3_norm(n);
    }
    return sum;
}

static void triangles_and_lines(void **state)
{
    (void)state;
    const double corner = pi / 12.0, polygon = 12.0 * sin(corner); // area of 24 corners on a circle of radius 1
    gud_part_info p = {.kind = "disc", .at = {1.0, 2.0, 3.0}, .axes = {0, 0, 1, 1, 0, 0, 0, 1, 0}, .radius = 0.5};
    gud_part_info mesh;
    gud_arena arena;
    gud_arena_init(&arena);
    assert_int_equal(gud_round_mesh(&p, &arena, &mesh), GUD_OK);
    assert_near(measure(&mesh, false), 2.0 * 0.25 * polygon, 1e-14);
    p.kind = "ring";
    assert_int_equal(gud_round_mesh(&p, &arena, &mesh), GUD_OK);
    assert_near(measure(&mesh, false), 2.0 * 0.25 * polygon * (1.08 * 1.08 - 1.0), 1e-14);
    p.kind = "sphere";
    assert_int_equal(gud_round_mesh(&p, &arena, &mesh), GUD_OK);
    // slices between circles of latitude: polygons of 24 corners, cones between them
    double volume = 0.0;
    for (int k = 0; k < 12; k++) {
        const double a = sin(pi * k / 12.0), b = sin(pi * (k + 1) / 12.0),
                     h = cos(pi * k / 12.0) - cos(pi * (k + 1) / 12.0);
        volume += polygon * h * (a * a + a * b + b * b) / 3.0;
    }
    assert_near(measure(&mesh, true) / 6.0, 0.125 * volume, 1e-13);
    for (int i = 0; i < mesh.nvertex; i++) {
        double arm[3];
        v3_axpy(arm, mesh.vertices + 3 * (ptrdiff_t)i, -1.0, p.at);
        assert_near(v3_norm(arm), 0.5, 1e-15);
    }
    gud_arena_free(&arena);

    double line[3 * GUD_ROUND_LINE];
    gud_round_circle(&p, line);
    for (int i = 0; i < GUD_ROUND_LINE; i++) { // about the third axis of the part, which is x
        assert_near(line[3 * i], 1.0, 1e-15);
        assert_near(hypot(line[3 * i + 1] - 2.0, line[3 * i + 2] - 3.0), 0.5, 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_plane),
        cmocka_unit_test(parts_in_space),
        cmocka_unit_test(parts_of_a_heap),
        cmocka_unit_test(triangles_and_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
