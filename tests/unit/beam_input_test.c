// What is wrong with a beam is said at its place; sections measure what they should; memory may run out.

#include "mechanism.h"

#include "body/beam.h"
#include "num/pi.h"

#define REST "density: 7800, modulus: 2e11"

#define GOOD "  a: {type: beam, length: 1, elements: 4, section: {height: 1, width: 1}, " REST "}\n"

static const struct {
    const char *body, *rest, *says;
} mistakes[] = {
    {"  a: {type: beam, length: 1, section: {height: 0, width: 1 mm}, " REST "}\n", "",
     "test.yaml:4:48: body 'a': section.height = 0 must be greater than 0 m"},
    {"  a: {type: beam, length: 1, section: {type: circle, diameter: -1}, " REST "}\n", "", "section.diameter = -1"},
    {"  a: {type: beam, length: 1, section: {height: 1, width: 1}, poisson: 0.5, " REST "}\n", "",
     "test.yaml:4:71: body 'a': poisson = 0.5 is outside (-1, 0.5)"},
    {"  a: {type: beam, length: 1, " REST "}\n", "", "section"},
    {"  a: {type: beam, section: {height: 1, width: 1}, " REST "}\n", "", "needs exactly one of: length, points"},
    {"  a: {type: beam, points: [0,0,0, 1,0,0, 1,0,0, 2,0,0], section: {height: 1, width: 1}, " REST "}\n", "",
     "test.yaml:4:27: body 'a': nodes 1 and 2 coincide"},
    {"  a: {type: beam, points: [0,0,0, 1,0], section: {height: 1, width: 1}, " REST "}\n", "",
     "5 numbers are not x, y, z of two or more nodes"},
    {"  a: {type: beam, points: [0,0,0, 1,0,0, 0.5,0,0], section: {height: 1, width: 1}, " REST "}\n", "",
     "turns by a right angle or more at node 1"},
    {"  a: {type: beam, length: 1, section: {height: 1, width: 1}, strain: continum, " REST "}\n", "", "continuum"},
    {"  a: {type: beam, length: 1, elements: 4, section: {height: 1, width: 1}, " REST "}\n",
     "frames:\n  f: {body: a, at: [1.5, 0, 0]}\n", "test.yaml:6:20: frame 'f': at = 1.5 m along the axis"},
    {"  a: {type: beam, length: 1, elements: 4, section: {height: 1, width: 1}, " REST "}\n",
     "frames:\n  f: {body: a, node: 5}\n", "beam 'a' has the nodes 0 to 4"},
    {"  a: {mass: 1, inertia: [1, 1, 1]}\n", "frames:\n  f: {body: a, node: 0}\n", "only beams have nodes"},
    {GOOD, "joints:\n  clamp: {type: fixed, between: [ground, a]}\n  hinge: {type: revolute, between: [ground, a]}\n",
     "test.yaml:7:36: joint 'hinge': a section of beam 'a' is already constrained by joint 'clamp': 5 rotations are "
     "constrained in total, but a section has 3"},
    {GOOD, "joints:\n  one: {type: spherical, between: [a, ground]}\n  two: {type: spherical, between: [ground, a]}\n",
     "joint 'two': a section of beam 'a' is already constrained by joint 'one': 6 displacements"},
    {GOOD, "forces:\n  q: {type: distributed, on: a, direction: [0, 1, 0], value: 1, to: 1.5}\n",
     "test.yaml:6:69: force 'q': the part from 0 m to 1.5 m is not on the axis of beam 'a', which is 1 m long"},
    {"  a: {mass: 1, inertia: [1, 1, 1]}\n",
     "forces:\n  q: {type: distributed, on: a, direction: [0, 1, 0], value: 1}\n",
     "test.yaml:6:30: force 'q': a distributed force acts on beams; body 'a' is not a beam"},
};

static void test_mistakes_are_told(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(mistakes); i++) {
        char text[1000];
        (void)snprintf(text, sizeof text, "gudgeon: 1\nspace: spatial\nbodies:\n%s%ssimulate: {until: 1}\n",
                       mistakes[i].body, mistakes[i].rest);
        mechanism_refused(text, mistakes[i].says);
    }
}

static void test_no_beams_in_the_plane(void **state)
{
    (void)state;
    gud_model *m;
    assert_int_equal(mechanism_try("gudgeon: 1\nspace: planar\nbodies:\n  a: {type: beam, length: 1, section: {height: "
                                   "1, width: 1}, " REST "}\nsimulate: {until: 1}\n",
                                   &m),
                     GUD_ERR_INPUT);
}

static void test_sections(void **state)
{
    (void)state;
    const double square[2] = {0.2, 0.2}, flat[2] = {1.0, 0.01}, diameter = 0.3;
    gud_beam_section s;
    const gud_beam_section_kind *rectangle = (const gud_beam_section_kind *)gud_beam_section_rows[0];
    const gud_beam_section_kind *circle = (const gud_beam_section_kind *)gud_beam_section_rows[1];
    rectangle->measure(square, 0.3, &s);
    assert_close(s.torsion, 0.140577 * 0.0016, 1e-5, 0.0);
    assert_close(s.shear[0], 13.0 / 15.3, 1e-14, 0.0);
    rectangle->measure(flat, 0.3, &s);
    assert_close(s.torsion, 1e-6 / 3.0, 0.007, 0.0);
    for (int k = 0; k < 3; k++) { // the points integrate what the numbers say
        if (k == 0) rectangle->measure(square, 0.3, &s);
        if (k == 1) rectangle->measure(flat, 0.3, &s);
        if (k == 2) circle->measure(&diameter, 0.3, &s);
        double area = 0.0, yy = 0.0, zz = 0.0, y = 0.0;
        for (int i = 0; i < s.npoint; i++) {
            area += s.weight[i];
            y += s.weight[i] * s.y[i];
            yy += s.weight[i] * s.y[i] * s.y[i];
            zz += s.weight[i] * s.z[i] * s.z[i];
        }
        assert_close(area, s.area, 1e-14, 0.0);
        assert_close(yy, s.second[0], 1e-14, 0.0);
        assert_close(zz, s.second[1], 1e-14, 0.0);
        assert_near(y, 0.0, 1e-16);
    }
    assert_close(s.second[0], pi * pow(0.3, 4) / 64.0, 1e-14, 0.0);
    assert_close(s.torsion, pi * pow(0.3, 4) / 32.0, 1e-14, 0.0);
}

// nodes given on a circle are the same beam as one bent by its radius
static void test_points_on_a_circle_are_a_bent_beam(void **state)
{
    (void)state;
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\nbodies:\n  a: {type: beam, points: [0, 0, 0");
    for (int i = 1; i <= 4; i++)
        gud_buffer_print(&text, ", %.17g, %.17g, 0", 2.0 * sin(0.2 * i), 2.0 * (1.0 - cos(0.2 * i)));
    gud_buffer_add(&text, "], section: {height: 0.1, width: 0.1}, " REST "}\n  b: {type: beam, length: 1.6, radius: 2, "
                          "elements: 4, section: {height: 0.1, width: 0.1}, " REST "}\nsimulate: {until: 1}\n");
    gud_model *m = mechanism(gud_buffer_text(&text));
    gud_buffer_free(&text);
    const gud_beam *a = m->body[1].beam, *b = m->body[2].beam;
    for (int i = 0; i < 5 * GUD_BEAM_NODE; i++) assert_near(a->rest[i], b->rest[i], 1e-14);
    assert_near(b->along[4], 1.6, 1e-5);
    assert_ptr_equal(b->element[0], b->element[3]); // equal elements are shared
    gud_model_free(m);
}

// velocity of the centre of mass and spin in body axes make a rigid motion
static void test_starts_as_a_rigid_body(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: spatial\nbodies:\n  a: {type: beam, length: 2, elements: 2, section: "
                             "{height: 0.1, width: 0.1}, " REST
                             ", at: [1, 2, 3], angle: 90 deg, velocity: [1, 0, 0], spin: [0, 0, 3]}\n"
                             "simulate: {until: 1}\n");
    const double tip[3] = {1.0, 4.0, 3.0}, fast[3] = {-2.0, 0.0, 0.0}, *q = m->q_start + 2 * GUD_BEAM_NODE;
    const double *v = m->v_start + 2 * GUD_BEAM_NODE;
    for (int k = 0; k < 3; k++) {
        assert_near(q[k], tip[k], 1e-14);
        assert_near(v[k], fast[k], 1e-14);
    }
    assert_near(v[3], -3.0, 1e-14); // the slope x stands along y and turns to -x
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes_are_told),
        cmocka_unit_test(test_no_beams_in_the_plane),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_points_on_a_circle_are_a_bent_beam),
        cmocka_unit_test(test_starts_as_a_rigid_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
