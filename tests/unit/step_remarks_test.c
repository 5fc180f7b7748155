// What a run says about itself at its end: each promise that was not kept has a line that names a remedy, and a run
// that kept them all says nothing.
#include "mechanism.h"

#include "step/remarks.h"

static const char pendulum[] = "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                               "bodies: {rod: {mass: 1, inertia: 0.0833, at: [0, -0.5]}}\n"
                               "frames: {top: {body: rod, at: [0, 0.5]}}\n"
                               "joints:\n  hinge: {type: revolute, between: [ground, top]}\n"
                               "start: {hinge.angle: {value: 30 deg}}\nsimulate: {until: 0.1 s}\n";

static const char journal[] =
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies: {rotor: {mass: 1, inertia: 1e-3}}\n"
    "joints:\n  hinge: {type: revolute, between: [ground, rotor], model: short, radius: 10 mm, "
    "width: 10 mm, clearance: 20 um, film: {viscosity: 0.01}}\n"
    "drive: {rotor.angle: {rate: 3000 rpm}}\nsimulate: {until: 10 ms, step: 1e-4}\n";

#define CONTACT ", contact: {law: flores, young: [207 GPa, 70 GPa], poisson: [0.3, 0.3], restitution: 0.3}"

#define BEARING(viscosity)                                                                                             \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies: {rod: {mass: 10, inertia: 0.1}}\n"                        \
    "joints:\n  hinge: {type: revolute, between: [ground, rod], model: finite, radius: 10 mm, width: 10 mm, "          \
    "clearance: 50 um, film: {viscosity: " viscosity "}}\nsimulate: {until: 0.1 s}\n"

#define SOCKET(viscosity, contact, until)                                                                              \
    "gudgeon: 1\nspace: spatial\nbodies: {ball: {mass: 1 g, inertia: [1e-7, 1e-7, 1e-7]}}\n"                           \
    "joints:\n  socket: {type: spherical, between: [ground, ball], model: squeeze, radius: 10 mm, "                    \
    "clearance: 20 um, film: {viscosity: " viscosity "}" contact "}\n"                                                 \
    "forces: {push: {type: load, on: ball, direction: [1, 0, 0], value: 5 N}}\nsimulate: {until: " until "}\n"

static char text[1000];

static gud_sim *run_of(const char *model, gud_model **m)
{
    *m = mechanism(model);
    gud_sim *s = started(*m);
    run_to_end(s);
    return s;
}

static void assert_says(gud_sim *s, double energy_error, const char *words)
{
    gud_remarks_collect(s, energy_error, text, sizeof text);
    if (words ? !strstr(text, words) : text[0]) fail_msg("'%s' instead of '%s'", text, words ? words : "");
}

static void a_good_run_says_nothing(void **state)
{
    gud_model *m;
    (void)state;
    gud_sim *s = run_of(pendulum, &m);
    assert_says(s, 0.0, NULL);
    sim_and_model_free(s, m);
}

static void energy_and_losses_add_up(void **state)
{
    gud_model *m;
    (void)state;
    gud_sim *s = run_of(pendulum, &m);
    const double most = s->state.clock.energy_most;
    assert_says(s, 0.01 * most, "too much");
    assert_says(s, -0.01 * most, "are lost");
    assert_says(s, 1e-3 * most, NULL); // no losses that it could be compared with
    s->state.ledger[GUD_WORK_LOSSES] = 2e-3 * most;
    assert_says(s, 1e-3 * most, "losses: ");
    assert_says(s, 1e-4 * most, NULL);
    sim_and_model_free(s, m);
}

static void constraints_are_kept(void **state)
{
    gud_model *m;
    (void)state;
    gud_sim *s = run_of(pendulum, &m);
    const double speed = fmax(s->state.clock.v_scale[0], s->state.clock.v_scale[1] * m->length);
    s->state.clock.drift[1] = 0.01 * speed;
    assert_says(s, 0.0, NULL);
    s->state.clock.drift[1] = 5.0 * speed; // as impacts with generalized-alpha once did
    assert_says(s, 0.0, "constraints: velocities violate joints by up to");
    s->state.clock.drift[0] = 0.01 * m->length;
    assert_says(s, 0.0, "constraints: joints are violated by up to");
    sim_and_model_free(s, m);
}

static void films_fit_into_given_steps(void **state)
{
    gud_model *m;
    (void)state;
    gud_sim *s = run_of(journal, &m);
    assert_true(s->state.clock.film_most > 0.0); // it is measured
    s->state.clock.film_most = 0.05;
    assert_says(s, 0.0, NULL);
    s->state.clock.film_most = 0.5;
    assert_says(s, 0.0, "'hinge' steps of 0.0001 s are too long for its film");
    assert_non_null(strstr(text, "the error was 50 % of the film thickness; remove simulate.step"));
    sim_and_model_free(s, m);
}

// thinned by half, not at all, and to nothing
static void films_that_nothing_feeds(void **state)
{
    static const char *const models[] = {SOCKET("0.1", "", "1 s"),
                                         SOCKET("10", "", "10 ms"),
                                         SOCKET("10", CONTACT, "10 ms"),
                                         SOCKET("1e-4", "", "0.1 s"),
                                         BEARING("0.1"),
                                         BEARING("5e-4")};
    static const char *const words[] = {NULL, "use an ideal joint", "use an ideal joint", "squeezed out",
                                        NULL, "squeezed out"};
    (void)state;
    for (int i = 0; i < GUD_COUNT(models); i++) {
        gud_model *m;
        gud_sim *s = run_of(models[i], &m);
        assert_says(s, 0.0, words[i]);
        sim_and_model_free(s, m);
    }
}

// remarks that do not fit are cut, and nothing else is touched
static void room_is_kept(void **state)
{
    gud_model *m;
    char narrow[80];
    (void)state;
    gud_sim *s = run_of(pendulum, &m);
    s->state.clock.drift[0] = s->state.clock.drift[1] = 100.0;
    for (size_t size = 1; size < sizeof narrow; size++) {
        memset(narrow, 'x', sizeof narrow);
        gud_remarks_collect(s, s->state.clock.energy_most, narrow, size);
        assert_true(strlen(narrow) < size);
        assert_int_equal(narrow[size], 'x');
    }
    sim_and_model_free(s, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_run_says_nothing),  cmocka_unit_test(energy_and_losses_add_up),
        cmocka_unit_test(constraints_are_kept),     cmocka_unit_test(films_fit_into_given_steps),
        cmocka_unit_test(films_that_nothing_feeds), cmocka_unit_test(room_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
