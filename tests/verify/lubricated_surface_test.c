// Configuration I of Nascimento 2024 with the small end as two NURBS cylinders, whichever carries the grid, against the
// analytic journal: the smallest film is the same within 1 % in the mean, minimum and maximum from 200 to 360 degrees.

#include "lubricated_case.h"

static gud_crank_slider_films films_of(const gud_crank_slider *c)
{
    gud_model *m = crank_slider_model(c);
    gud_sim *s = started(m);
    gud_crank_slider_films f = {.next = 200.0, .every = 1.0, .end = 360.0, .min = INFINITY};
    assert_int_equal(gud_run(s, gud_crank_slider_watch, &f), GUD_OK);
    assert_true(f.count > 150);
    f.sum /= f.count;
    print_message("film %g, %g to %g nm in %ld steps\n", 1e9 * f.sum, 1e9 * f.min, 1e9 * f.max,
                  (long)s->state.clock.nstep);
    sim_and_model_free(s, m);
    return f;
}

static void surfaces_are_the_journal(void **state)
{
    (void)state;
#define SURFACES                                                                                                       \
    "surfaces:\n  bore: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"                                             \
    "  pin: {shape: cylinder, radius: 9.97 mm, length: 20 mm}\n"
    const gud_crank_slider analytic = {.grid = "[64, 6]", .until = 361.0};
    const gud_crank_slider cases[] = {
        {.grid = "[64, 12]", .until = 361.0, .joint = ", surfaces: [bore, pin]", .sections = SURFACES},
        {.grid = "[64, 12]",
         .until = 361.0,
         .joint = ", surfaces: [bore, pin], reference: second",
         .sections = SURFACES},
        // a tolerance of 170 um: films are known by their own thickness all the same
        {.grid = "[64, 12]",
         .until = 361.0,
         .tolerance = "1e-3",
         .joint = ", surfaces: [bore, pin]",
         .sections = SURFACES},
    };
    const gud_crank_slider_films expected = films_of(&analytic);
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        const gud_crank_slider_films got = films_of(&cases[i]);
        const double part = cases[i].tolerance ? 0.03 : 0.01;
        assert_near(got.sum, expected.sum, part * expected.sum);
        assert_near(got.min, expected.min, part * expected.min);
        assert_near(got.max, expected.max, part * expected.max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(surfaces_are_the_journal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
