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

static void test_mistakes_are_told(void **state)
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
         "a free joint imposes no constraint"},
        {"gudgeon: 1\nspace: planar\nbodies: {arm: {mass: 1, inertia: 1}}\n"
         "joints: {j: {type: revolute, between: [ground, arm], cells: [3, 4]}}\nsimulate: {until: 1}\n",
         "surfaces"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) mechanism_refused(cases[i].text, cases[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_surfaces_are_built),
        cmocka_unit_test(test_mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
