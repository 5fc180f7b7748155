// The numbers of an answer are the same whenever they are asked for: at once, or after tangents, when the walls have
// moved on and the oil before the stage is gone.
#include "check.h"
#include "pair/film_layer.h"
#include "pair/pin.h"
#include "pair/stack.h"

#include <stdlib.h>
#include <string.h>

enum { nx = 32, ny = 6, ncell = nx * ny };

typedef struct {
    gud_pin pin;
    gud_lubricant oil;
    gud_film_feed feed;
    gud_film_layer film;
    gud_stack stack;
    gud_stack_work *work;
    double m_hat[ncell];
    gud_error error;
} rig;

static void rig_open(rig *r, bool fed)
{
    const gud_film_edge end = {GUD_EDGE_OPEN, 1e5, 1.0};
    r->pin = (gud_pin){
        .radius = 0.02, .width = 0.02, .clearance = 3e-5, .nx = nx, .ny = ny, .tilts = true, .ends = {end, end}};
    r->oil = gud_lubricant_constant(0.01);
    r->feed = (gud_film_feed){.x = 0.02, .y = 0.01, .size_x = 6e-3, .size_y = 6e-3, .pressure = 5e5};
    r->film = (gud_film_layer){.oil = &r->oil, .ambient = 1e5, .fill = 1.0, .feeds = &r->feed, .nfeed = fed};
    r->stack = (gud_stack){.geometry = &gud_geometry_pin, .shape = &r->pin, .nlayer = 1};
    r->stack.layer[0] = &gud_layer_film, r->stack.params[0] = &r->film;
    assert_int_equal(gud_stack_work_create(&r->stack, NULL, &r->error, &r->work), GUD_OK);
}

// a journal that turns, leans and moves: some of the film is broken, some of the oil before the stage has to go
static void answer(rig *r)
{
    gud_location at = {.seen = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, .q = {1.8e-5, 0.4e-5, 2e-4, 0.0}};
    at.q_t[0] = 0.01, at.q_t[4] = 300.0;
    for (int k = 0; k < ncell; k++) r->m_hat[k] = k % 5 == 0 ? 1e-5 : 2.5e-5;
    const gud_stack_in asked = {.c = 1e-4, .y_hat = r->m_hat};
    assert_int_equal(gud_stack_eval(&r->stack, r->work, &at, NULL, &asked, &r->error), GUD_OK);
}

static void compare(bool fed)
{
    rig now, later;
    rig_open(&now, fed), rig_open(&later, fed);
    const size_t bytes = (GUD_FILM_NANSWER + (size_t)fed * GUD_FEED_NANSWER) * sizeof(double);

    answer(&now);
    gud_stack_finish(&now.stack, now.work);

    answer(&later);
    assert_int_equal(gud_stack_tangents(&later.stack, later.work, true), GUD_OK);
    assert_int_equal(gud_stack_tangents(&later.stack, later.work, false), GUD_OK);
    for (int k = 0; k < ncell; k++) later.m_hat[k] = NAN;
    gud_gap_field *f = &later.work->field;
    gud_location moved = later.work->at;
    moved.q[0] = -1e-5;
    assert_int_equal(gud_geometry_pin.fill(&later.pin, later.work->geometry_work, &moved, NULL, f, &later.error),
                     GUD_OK);
    gud_stack_finish(&later.stack, later.work);

    const double *a = now.work->out[0].answer, *b = later.work->out[0].answer;
    assert_memory_equal(a, b, bytes);
    assert_true(a[GUD_FILM_LOSS_FLOW] > 0.0 && a[GUD_FILM_PRESSURE_MAX] > 1e5 && a[GUD_FILM_LEAST] > 0.0);
    assert_true(!fed || a[GUD_FILM_NANSWER + GUD_FEED_FLOW] != 0.0);

    gud_stack_finish(&now.stack, now.work); // again: nothing is added twice
    assert_memory_equal(a, b, bytes);
    gud_stack_work_free(&now.stack, now.work), gud_stack_work_free(&later.stack, later.work);
}

static void test_numbers_do_not_depend_on_when_they_are_asked_for(void **state)
{
    (void)state;
    compare(false);
    compare(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_do_not_depend_on_when_they_are_asked_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
