// Hard cases of the crank-slider in mixed lubrication (configuration I of Nascimento 2024): each has to come to its end
// with a closed ledger and a journal that stays where asperities can hold it. docs/validation/crank-slider.md

#include "lubricated_case.h"

typedef struct {
    const char *name;
    gud_crank_slider c;
    double off;  // part of the losses that the ledger may be off by
    double deep; // m, mean planes may overlap by this
} hard;

static const hard cases[] = {
    {"as printed", {.until = 360.0}, 5e-3, 0.0},
    {"eccentricity ratio 0.99 at the start", {.until = 360.0, .joint = ", eccentricity: [-21 um, 21 um]"}, 5e-3, 0.0},
    {"viscosity 1e-5 Pa s", {.until = 360.0, .viscosity = "1e-5"}, 5e-3, 1e-6},
    {"viscosity 1 Pa s", {.until = 360.0, .viscosity = "1"}, 1e-2, 0.0},
    {"500 rpm", {.until = 360.0, .rate = "500 rpm"}, 5e-3, 0.0},
    {"15 000 rpm", {.until = 360.0, .rate = "15000 rpm"}, 5e-3, 0.0},
    {"clearance 5 um", {.until = 360.0, .clearance = "5 um"}, 1e-2, 0.0},
    {"clearance 200 um", {.until = 90.0, .clearance = "200 um"}, 5e-3, 3e-6},
    {"ambient = cavity pressure", {.until = 360.0, .film = ", ambient: 0 Pa"}, 5e-3, 0.0},
    {"gas force up to 20 kN",
     {.until = 360.0,
      .sections =
          "forces:\n  gas: {type: load, on: slider, direction: [-1, 0], value: 1.514,\n"
          "        table: examples/engine/gas.csv, against: crank.angle, periodic: yes, interpolation: cubic}\n"},
     5e-3,
     0.0},
};

// the smallest film of all steps
static gud_status watch(void *user, gud_sim *s)
{
    double *least = user, values[GUD_PAIR_CHANNELS];
    const gud_pair *pair = &s->model->pair[0];
    const gud_pair_in in = gud_pair_input(s, pair, s->next.clock.t);
    pair->law->report(pair->params, &in, values);
    *least = fmin(*least, values[4]);
    return GUD_OK;
}

static void come_to_their_end(void **state)
{
    (void)state;
    double place[GUD_COUNT(cases)][2];
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        const hard *h = &cases[i];
        double least = INFINITY;
        gud_model *m = crank_slider_model(&h->c);
        gud_sim *s = started(m);
        if (gud_run(s, watch, &least) != GUD_OK) fail_msg("%s: %s", h->name, s->error.text);
        const double off = imbalance_by_losses(s);
        print_message("%s: %ld steps, %ld rejected, least film %.3g um, imbalance by losses %.2g\n", h->name,
                      (long)s->state.clock.nstep, (long)s->state.clock.nreject, 1e6 * least, off);
        assert_near(off, 0.0, h->off);
        assert_true(least > -h->deep);
        memcpy(place[i], s->state.q + m->body[2].q0, sizeof place[i]);
        sim_and_model_free(s, m);
    }
    // after a turn the start is forgotten: the rod is where it would have been
    assert_near(place[1][0], place[0][0], 5e-9);
    assert_near(place[1][1], place[0][1], 5e-9);
}

// walls without roughness touch where the grid does not resolve the film any more: the end says so
static void smooth_walls_that_touch(void **state)
{
    (void)state;
    const gud_crank_slider c = {.model = "reynolds", .until = 360.0};
    gud_model *m = crank_slider_model(&c);
    gud_sim *s = started(m);
    assert_int_equal(gud_run(s, NULL, NULL), GUD_ERR_NUMERIC);
    print_message("%s\n", s->error.text);
    assert_non_null(strstr(s->error.text, "'small-end' has no film left"));
    sim_and_model_free(s, m);
}

// oil leaves and none comes back: the joint says so at the end
static void starving_joint_says_so(void **state)
{
    (void)state;
    static const char *const film[] = {", ambient: 0 Pa", ""};
    for (int i = 0; i < 2; i++) {
        const gud_crank_slider c = {.film = film[i], .until = 30.0, .grid = "[32, 4]"};
        char text[300] = "";
        gud_model *m = crank_slider_model(&c);
        gud_sim *s = started(m);
        run_to_end(s);
        gud_variables_rest(s, s->state.y);
        const gud_pair *pair = &m->pair[0];
        const gud_pair_in in = gud_pair_input(s, pair, s->state.clock.t);
        (void)pair->law->remark(pair->params, &in, text, sizeof text);
        assert_true((strstr(text, "starves") != NULL) == (i == 0));
        sim_and_model_free(s, m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(come_to_their_end), cmocka_unit_test(smooth_walls_that_touch),
                                       cmocka_unit_test(starving_joint_says_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
