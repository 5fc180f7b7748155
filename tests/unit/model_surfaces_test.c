// The section `surfaces:` and joints that use it: what is refused, and what a joint makes of its keys.

#include "mechanism.h"

#include "model/model.h"

#define HEAD                                                                                                           \
    "gudgeon: 1\nspace: spatial\nbodies:\n  arm: {mass: 1, inertia: [1, 1, 1]}\n"                                      \
    "joints:\n  j: {type: revolute, between: [ground, arm], surfaces: [bore, pin]}\nsimulate: {until: 1}\n"

static void test_surfaces_are_built(void **state)
{
    (void)state;
    gud_model *m =
        mechanism(HEAD "surfaces:\n  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}\n"
                       "  pin: {shape: sphere, radius: 10 mm, at: [1 mm, 0, 2 mm], rotation: [0, 90 deg, 0]}\n");
    gud_surface_point pole;
    assert_int_equal(m->nsurface, 2);
    assert_true(m->surface[0].closed[0] && !m->surface[0].closed[1]);

    // the pole of the ball stood at -z; a quarter turn about y puts it to -x
    gud_surface_eval(&m->surface[1], 0.3, 0.0, &pole);
    assert_near(pole.x[0], 0.001 - 0.010, 1e-15);
    assert_near(pole.x[1], 0.0, 1e-15);
    assert_near(pole.x[2], 0.002, 1e-15);
    gud_model_free(m);
}

// the text does not load, and the messages say so
static void refused(const char *text, const char *message)
{
    gud_error error;
    gud_units *units;
    gud_input *in = NULL;
    gud_model *m = NULL;
    gud_diag diag;
    gud_buffer messages;
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    assert_int_equal(gud_units_create(&error, &units), GUD_OK);
    gud_status st = gud_input_read("m.yaml", text, strlen(text), NULL, 0, gud_sections, units, &diag, &in);
    if (st == GUD_OK) st = gud_model_compile(in, units, &diag, &m);
    gud_diag_write(&diag, &messages);
    assert_int_equal(st, GUD_ERR_INPUT);
    assert_null(m);
    if (!strstr(gud_buffer_text(&messages), message))
        fail_msg("'%s' is not in:\n%s", message, gud_buffer_text(&messages));
    gud_buffer_free(&messages);
    gud_input_free(in);
    gud_units_free(units);
    gud_diag_free(&diag);
}

static void test_mistakes(void **state)
{
    (void)state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {HEAD "surfaces: {bore: {shape: sphere, radius: 1}, pin: {shape: barrel, radius: 1, crown: 2, length: 1}}\n",
         "surface 'pin': a crown of 2 m"},
        {HEAD "surfaces: {bore: {shape: sphere, radius: 1}}\n", "no 'pin' in surfaces"},
        {HEAD "surfaces: {bore: {shape: sphere, radius: 1}, pin: {shape: loft, file: no.csv, points: 3}}\n", "no.csv"},
        {"gudgeon: 1\nspace: planar\nbodies: {arm: {mass: 1, inertia: 1}}\n"
         "joints: {j: {type: free, between: [ground, arm]}}\nsimulate: {until: 1}\n",
         "a free joint holds nothing"},
        {"gudgeon: 1\nspace: planar\nbodies: {arm: {mass: 1, inertia: 1}}\n"
         "joints: {j: {type: revolute, between: [ground, arm], cells: [3, 4]}}\nsimulate: {until: 1}\n",
         "surfaces"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) refused(cases[i].text, cases[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_surfaces_are_built),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
