// Runs that take long or do not end: what is said of them, and when. The steps are not made but told.

#include "mechanism.h"

#include "step/watch.h"

static const char pendulum[] = "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                               "bodies:\n  rod: {mass: 1, inertia: 0.0833, at: [0, -0.5]}\n"
                               "frames:\n  top: {body: rod, at: [0, 0.5]}\n"
                               "joints:\n  hinge: {type: revolute, between: [ground, top]}\n"
                               "start:\n  hinge.angle: {value: 60 deg}\n";

typedef struct {
    gud_model *m;
    gud_sim *s;
    gud_watch watch;
    gud_error error;
} fixture;

static fixture begin_model(const char *model, const char *until)
{
    char text[600];
    fixture f = {0};
    (void)snprintf(text, sizeof text, "%ssimulate: {until: %s}\n", model, until);
    f.m = mechanism(text);
    f.s = started(f.m);
    assert_int_equal(gud_watch_start(&f.watch, f.s, &f.error), GUD_OK);
    return f;
}

static fixture begin(const char *until)
{
    return begin_model(pendulum, until);
}

static void end(const fixture *f)
{
    sim_and_model_free(f->s, f->m);
}

// a window of steps that bring the run forward by `seconds`, limited by the error with that number
static gud_status make_window(fixture *f, int window, double seconds, int limit)
{
    gud_clock *clock = &f->s->state.clock;
    clock->nstep += window;
    clock->nlimited[limit] += window;
    clock->t += seconds;
    clock->h_last = seconds / window;
    return gud_watch_look(&f->watch, f->s, clock, &f->error);
}

static gud_status make_steps(fixture *f, double seconds, int limit)
{
    return make_window(f, 100000, seconds, limit);
}

static void says(const char *text, const char *word)
{
    if (!strstr(text, word)) fail_msg("'%s' does not say '%s'", text, word);
}

static void a_good_pace_is_not_commented(void **state)
{
    (void)state;
    fixture f = begin("100 s");
    for (int i = 0; i < 20; i++) {
        assert_int_equal(make_steps(&f, 2.0, 1), GUD_OK);
        assert_null(gud_watch_remark(&f.watch));
    }
    end(&f);
}

// steps of beams take longer, so that it is said after fewer of them
static void beams_are_slower(void **state)
{
    static const char beam[] =
        "gudgeon: 1\nspace: spatial\n"
        "bodies:\n  rod: {type: beam, length: 1 m, elements: 10, section: {height: 20 mm, width: 20 mm}, "
        "density: 7800, modulus: 200 GPa, poisson: 0.3}\n"
        "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n";
    (void)state;
    fixture f = begin_model(beam, "100 s"), rigid = begin("100 s");
    assert_int_equal(make_window(&f, 30000, 0.1, 1), GUD_OK);
    assert_int_equal(make_window(&rigid, 30000, 0.1, 1), GUD_OK);
    assert_null(gud_watch_remark(&rigid.watch));
    const char *remark = gud_watch_remark(&f.watch);
    assert_non_null(remark);
    says(remark, "about 3.0e+07 more are needed. They are limited by the error of the motion");
    end(&f);
    end(&rigid);
}

static void a_slow_run_says_why_once(void **state)
{
    (void)state;
    fixture f = begin("100 s");
    assert_int_equal(make_steps(&f, 0.1, 0), GUD_OK);
    const char *remark = gud_watch_remark(&f.watch);
    assert_non_null(remark);
    says(remark,
         "steps are 1e-06 s long, and about 1.0e+08 more are needed. They are limited because bodies turn fast");
    for (int i = 0; i < 20; i++) {
        assert_int_equal(make_steps(&f, 0.1, 0), GUD_OK);
        assert_null(gud_watch_remark(&f.watch));
    }
    end(&f);
}

static void a_hopeless_run_ends(void **state)
{
    (void)state;
    fixture f = begin("100 s");
    assert_int_equal(make_steps(&f, 1e-7, 1), GUD_OK); // the start may be slow
    assert_int_equal(make_steps(&f, 1e-7, 1), GUD_ERR_NUMERIC);
    says(f.error.text, "the run is too slow to reach its end: ");
    says(f.error.text, "limited by the error of the motion; check masses");
    end(&f);

    f = begin("100 s");
    for (int i = 0; i < 5; i++) { // a slow window now and then is no reason
        assert_int_equal(make_steps(&f, 1e-7, 1), GUD_OK);
        assert_int_equal(make_steps(&f, 1.0, 1), GUD_OK);
    }
    end(&f);
}

static void a_coordinate_may_swing_for_a_while(void **state)
{
    (void)state;
    fixture f = begin("900 deg of hinge.angle");
    for (int i = 1; i < 10; i++) assert_int_equal(make_steps(&f, 1.0, 1), GUD_OK);
    assert_null(gud_watch_remark(&f.watch));
    assert_int_equal(make_steps(&f, 1.0, 1), GUD_ERR_NUMERIC);
    says(f.error.text, "the run comes no nearer to its end");
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_pace_is_not_commented),
        cmocka_unit_test(a_slow_run_says_why_once),
        cmocka_unit_test(beams_are_slower),
        cmocka_unit_test(a_hopeless_run_ends),
        cmocka_unit_test(a_coordinate_may_swing_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
