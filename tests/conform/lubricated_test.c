// Lubricated joints at every fidelity level: the wrench is balanced and takes from the motion what is stored or lost,
// tangents are derivatives of the wrench, the levels agree in their limits, a stiff film is the ideal joint.

#include "conform/film_scene.h"

#include "pair/closed.h"
#include "pair/stacked.h"

typedef struct {
    const char *name, *keys;
    bool spatial, film;
    const char *type; // NULL: revolute
    const char *more; // further sections; NULL: none
} level;

#define LINING "lining: {thickness: 2 mm, material: PEEK}"

static const level levels[] = {
    {"short", "model: short, film: {viscosity: 0.01}", false, false, NULL, NULL},
    {"long", "model: long, film: {viscosity: 0.01}", false, false, NULL, NULL},
    {"finite", "model: finite, film: {oil: {grade: SAE 30, temperature: 80 degC}}", false, false, NULL, NULL},
    {"reynolds", "model: reynolds, film: {viscosity: 0.01, grid: [32, 4]}", false, true, NULL, NULL},
    {"mixed", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, false, true, NULL, NULL},
    {"oil with every law",
     "model: reynolds, film: {oil: {grade: ISO VG 32, temperature: 60 degC, pressure: {type: roelands, coefficient: "
     "2e-8}, shear: {type: carreau, time: 1e-6, index: 0.6}, compression: dowson_higginson}, grid: [32, 4]}",
     false, true, NULL, NULL},
    {"rough walls in the flow",
     "model: mixed, film: {viscosity: 0.01, flow_factors: {type: patir-cheng, sigma: 0.5 um, share: 0.2}, grid: [32, "
     "4]}, " ROUGH,
     false, true, NULL, NULL},
    {"reynolds in space", "model: reynolds, film: {viscosity: 0.01, grid: [32, 4]}", true, true, NULL, NULL},
    {"mixed in space", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, true, true, NULL, NULL},
    {"sliding pin", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, true, true, "cylindrical", NULL},
    {"oval journal", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, false, true, NULL,
     "deviations:\n  d: {joint: j, wall: second, type: ovality, amplitude: 0.3 um, count: 3, angle: 20 deg}\n"},
    {"oval journal, film without a state", "model: reynolds, film: {viscosity: 0.01, grid: [32, 4], cavitation: none}",
     false, true, NULL,
     "deviations:\n  d: {joint: j, wall: second, type: ovality, amplitude: 0.3 um, count: 3, angle: 20 deg}\n"},
    {"lobes and a crowned journal", "model: reynolds, film: {viscosity: 0.01, grid: [32, 4]}", true, true, NULL,
     "deviations:\n  a: {joint: j, type: lobes, preload: 0.3}\n"
     "  b: {joint: j, wall: second, type: crown, height: 4 um}\n  c: {joint: j, wall: second, type: ovality, "
     "amplitude: 2 um}\n"},
    {"textured pin that slides", "model: reynolds, film: {viscosity: 0.01, grid: [64, 8]}", true, true, "cylindrical",
     "deviations:\n  d: {joint: j, wall: second, type: dimples, depth: 3 um, diameter: 5 mm, pitch: [0, 6 mm], count: "
     "12, exponent: 3}\n"},
    {"piston in a tapered bore", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, true, true,
     "prismatic", "deviations:\n  d: {joint: j, type: taper, height: 2 um}\n"},
    {"piston", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH, true, true, "prismatic", NULL},
    {"lining", "model: reynolds, film: {viscosity: 0.01, grid: [32, 4]}, " LINING, false, true, NULL, NULL},
    {"lining of an odd ring", "model: reynolds, film: {viscosity: 0.01, grid: [33, 4]}, " LINING, false, true, NULL,
     NULL},
    {"lining under rough walls", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH ", " LINING, false,
     true, NULL, NULL},
    {"lining and oil with every law",
     "model: reynolds, film: {oil: {grade: ISO VG 32, temperature: 60 degC, pressure: {type: roelands, coefficient: "
     "2e-8}, shear: {type: carreau, time: 1e-6, index: 0.6}, compression: dowson_higginson}, grid: [32, 4]}, " LINING,
     false, true, NULL, NULL},
    {"lining and rough walls in the flow",
     "model: mixed, film: {viscosity: 0.01, flow_factors: {type: patir-cheng, sigma: 0.5 um, share: 0.2}, grid: [32, "
     "4]}, " ROUGH ", " LINING,
     false, true, NULL, NULL},
    {"lining in space", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH ", " LINING, true, true, NULL,
     NULL},
    {"lined piston", "model: mixed, film: {viscosity: 0.01, grid: [32, 4]}, " ROUGH ", " LINING, true, true,
     "prismatic", NULL},
};

static gud_model *model_of(const level *r)
{
    char text[1600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: %s\nbodies:\n  a: {mass: 1, inertia: %s}\n  b: {mass: 1, inertia: %s}\n"
                   "joints:\n  j: {type: %s, between: [a, b], radius: 10 mm, width: 20 mm, clearance: 30 um, %s}\n"
                   "%ssimulate: {until: 1}\n",
                   r->spatial ? "spatial" : "planar", r->spatial ? "[1, 1, 1]" : "1", r->spatial ? "[1, 1, 1]" : "1",
                   r->type ? r->type : "revolute", r->keys, r->more ? r->more : "");
    return mechanism(text);
}

static void place(const level *r, double eps, double angle, scene *s)
{
    dice d = {7};
    const double turn[3] = {0.0, 0.0, 0.7}, e = eps * 30e-6;
    const double local[3] = {e * cos(angle), e * sin(angle), r->spatial ? 1e-3 : 0.0};
    gud_pose *A = &s->pose[0];
    *A = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .v = {3.0, -2.0}};
    turn_in_world(A->R, turn);
    if (r->spatial) {
        double tilt[3];
        throw_many(&d, 3, 1.0, tilt);
        turn_in_world(A->R, tilt);
    }
    place_journal(s->pose, local, r->spatial);
}

static scene *scene_create(const level *r, const gud_model *m, double eps, double angle)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    place(r, eps, angle, s);
    if (r->film) fill_film(s, 2e-6, 0.01, 0.4);
    return s;
}

// Steps of a film are so small that no cell breaks or fills between them; there the force has a kink. The change of
// drag with place is left out of the tangent of a film.
static void check_slopes(const level *r, const bond *b, const double *wrench, const double *matrix, bool twist)
{
    const bool lined = strstr(r->keys, "lining:"); // Newton's method leaves the rounding of pressures
    const double rounding = lined ? 1e-12 : 0.0;   // N
    const double fine = lined ? 1e-11 : r->film ? 1e-12 : 2e-9, rates[6] = {1e-4, 1e-4, 1e-4, 1e-2, 1e-2, 1e-2};
    const double places[6] = {fine, fine, fine, 100.0 * fine, 100.0 * fine, 100.0 * fine};
    double slopes[n12 * n12];
    bond_slopes(b, twist ? rates : places, twist, slopes);
    for (int j = 0; j < n12; j++) {
        double force = 0.0, moment = 0.0;
        if (!r->spatial && !in_plane(j)) continue;
        for (int i = 0; i < n12; i++) {
            double *most = i % 6 < 3 ? &force : &moment;
            *most = fmax(*most, fabs(slopes[n12 * i + j]));
        }
        for (int i = 0; i < n12; i++) {
            const bool turns = i % 6 >= 3;
            const double size =
                fmax(turns ? fmax(moment, 0.01 * force) : force, v3_norm(wrench) * (turns ? 0.01 : 1.0));
            const double part = r->film && turns ? 0.02 : 1e-4;
            const double noise = rounding / (twist ? rates : places)[j % 6];
            if (!(fabs(matrix[n12 * i + j] - slopes[n12 * i + j]) <= part * size + noise))
                fail_msg("%s: by %s %d of component %d: %g, difference %g (scale %g)", r->name,
                         twist ? "twist" : "displacement", j, i, matrix[n12 * i + j], slopes[n12 * i + j], size);
        }
    }
}

static void tangents_and_balance(void **state)
{
    (void)state;
    static const double ratios[] = {0.05, 0.3, 0.9, 0.97, 0.9965}; // at the last one rough walls come near their floor
    for (int i = 0; i < GUD_COUNT(levels); i++)
        for (int k = 0; k < GUD_COUNT(ratios); k++) {
            gud_model *m = model_of(&levels[i]);
            if (levels[i].spatial && ratios[k] > 0.9) { // the leaning journal would touch
                gud_model_free(m);
                continue;
            }
            scene *s = scene_create(&levels[i], m, ratios[k], 0.4 + k);
            const bond b = scene_bond(s, levels[i].spatial);
            double w[n12], by_x[n12 * n12], by_v[n12 * n12];
            (void)bond_eval(&b, w, by_x, by_v);
            check_balance(&b, w, 1e-10, 1e-12);
            check_slopes(&levels[i], &b, w, by_x, false);
            check_slopes(&levels[i], &b, w, by_v, true);
            scene_free(s);
            gud_model_free(m);
        }
}

// dissipation of asperities and closed forms is what the wrench takes, less what is stored
static void closed_forms_lose_what_they_take(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        gud_model *m = model_of(&levels[i]);
        scene *s = scene_create(&levels[i], m, 0.6, 1.0);
        const bond b = scene_bond(s, levels[i].spatial);
        double w[n12];
        const gud_pair_out out = bond_eval(&b, w, NULL, NULL);
        assert_close(out.dissipation, bond_power(&b, w), 1e-9, 0.0);
        assert_true(out.dissipation > 0.0);
        scene_free(s);
        gud_model_free(m);
    }
}

// ---- in motion

// a rotor that is carried by its film, 20 N heavy, at 300 rad/s; the bearing stands
#define ROTOR                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -10]\nbodies:\n  rotor: {mass: 2, inertia: 1e-3, spin: %s}\n"             \
    "joints:\n  j: {type: revolute, between: [ground, rotor], radius: 10 mm, width: %s, clearance: 50 um, %s}\n"       \
    "simulate: {until: %s, tolerance: %s}\n"

static gud_sim *rotor(const char *spin, const char *width, const char *keys, const char *until, const char *tolerance,
                      gud_model **m)
{
    char text[1200];
    (void)snprintf(text, sizeof text, ROTOR, spin, width, keys, until, tolerance);
    *m = mechanism(text);
    return started(*m);
}

static void ledger_closes(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "model: short, film: {viscosity: 5 mPa.s}",
        "model: long, film: {viscosity: 5 mPa.s}",
        "model: reynolds, film: {viscosity: 5 mPa.s, grid: [40, 4]}",
        "model: reynolds, film: {viscosity: 5 mPa.s, grid: [40, 4], ambient: 5 bar}",
        "model: reynolds, film: {oil: {viscosity: 5 mPa.s, pressure: {type: barus, coefficient: 5e-8}}, grid: [40, 4]}",
        "model: mixed, film: {viscosity: 1e-5, grid: [40, 4]}, " ROUGH,
        "model: reynolds, film: {viscosity: 5 mPa.s, grid: [40, 4]}, lining: {thickness: 2 mm, modulus: 0.1 GPa, "
        "poisson: 0.4}",
        "model: mixed, film: {viscosity: 1e-5, grid: [40, 4]}, " ROUGH ", " LINING,
    };
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        gud_model *m;
        gud_sim *s = rotor("300", "10 mm", keys[i], "0.04", "1e-6", &m);
        run_to_end(s);
        const double losses = s->state.ledger[GUD_WORK_LOSSES], off = energy_imbalance(s);
        print_message("%s: lost %g J, imbalance %g J\n", keys[i], losses, off);
        assert_true(losses > 0.0);
        assert_near(off / losses, 0.0, 1e-3);
        sim_and_model_free(s, m);
    }
}

// Behind a step what full cells hold fits the gap, whatever moved the journal last: else the next step would have to
// press the difference out, by a blow that does not shrink with the step.
static void oil_fits_the_gap_behind_a_step(void **state)
{
    (void)state;
    enum { ncell = 32 * 4 };
    gud_model *m;
    gud_sim *s = rotor("300", "10 mm", "model: reynolds, film: {viscosity: 5 mPa.s, grid: [32, 4]}", "0.1", "1e-3", &m);
    const gud_stacked *p = m->pair[0].params;
    int nfull = 0, nbroken = 0;
    assert_int_equal(m->pair[0].nvariable, ncell);
    while (!gud_run_finished(s)) {
        double room[ncell];
        if (gud_advance(s, (double)INFINITY, NULL, NULL) < 0) fail_msg("%s", s->error.text);
        gud_kinematics(s, s->state.q, s->state.v);
        const int *frame = m->pair[0].frame;
        gud_pose seen;
        gud_location at;
        gud_error error;
        gud_pose_seen(&s->work.pose[frame[0]], &s->work.pose[frame[1]], &seen);
        p->stack.geometry->locate(p->stack.shape, &seen, &at);
        assert_int_equal(
            p->stack.geometry->fill(p->stack.shape, p->view->geometry_work, &at, NULL, &p->view->field, &error),
            GUD_OK);
        memcpy(room, p->view->field.h, sizeof room);
        for (int k = 0; k < ncell; k++) {
            const bool full = s->state.history[p->view->nanswer + 1 + 2 * ncell + k] > 0.5;
            if (full) assert_close(s->state.y[k], room[k], 1e-13, 0.0);
            if (!full) assert_true(s->state.y[k] <= room[k]);
            nfull += full, nbroken += !full;
        }
    }
    assert_true(nfull > 0 && nbroken > 0);
    sim_and_model_free(s, m);
}

// where the rotor is after a while
static void place_after(const char *spin, const char *width, const char *keys, const char *until, double q[2])
{
    gud_model *m;
    gud_sim *s = rotor(spin, width, keys, until, "1e-5", &m);
    run_to_end(s);
    memcpy(q, s->state.q, 2 * sizeof *q);
    sim_and_model_free(s, m);
}

// L/D = 1/10: Ocvirk's solution is within (L/D)^2 of Reynolds' where the ends give oil enough, but little pressure
static void short_bearing_meets_reynolds(void **state)
{
    (void)state;
    double closed[2], film[2];
    place_after("300", "2 mm", "model: short, film: {viscosity: 0.5}", "0.3", closed);
    place_after("300", "2 mm", "model: reynolds, film: {viscosity: 0.5, grid: [80, 8], ambient: 10 kPa}", "0.3", film);
    assert_near(hypot(closed[0], closed[1]) / hypot(film[0], film[1]), 1.0, 0.01);
    assert_near(atan2(closed[1], closed[0]), atan2(film[1], film[0]), 0.05);
}

// a journal that falls without turning: both closed forms in their limits
static void squeeze_meets_reynolds(void **state)
{
    (void)state;
    double closed[2], film[2];
    place_after("0", "1 mm", "model: short, film: {viscosity: 1}", "0.1", closed);
    place_after("0", "1 mm", "model: reynolds, film: {viscosity: 1, grid: [80, 8], ambient: 1 kPa}", "0.1", film);
    assert_near(closed[1] / film[1], 1.0, 0.01);
    assert_true(film[1] < -25e-6);
    // in a bearing so long that it keeps its oil nothing can break: the upper half pulls as much as the lower one
    // pushes
    place_after("0", "2 m", "model: long, film: {viscosity: 10 mPa.s}", "0.1", closed);
    place_after("0", "2 m", "model: reynolds, film: {viscosity: 5 mPa.s, grid: [80, 16], ambient: 1 bar}", "0.1", film);
    assert_near(closed[1] / film[1], 1.0, 0.02);
    assert_true(film[1] < -0.5e-6);
}

// Ocvirk leaves out flow around the journal, which is (L/D)^2 of that along it: twice the width, four times the
// difference from Reynolds. Viscosities are such that the journal falls as far.
static void short_bearing_errs_by_width_squared(void **state)
{
    (void)state;
    static const char *const width[] = {"2 mm", "4 mm"}, *const viscosity[] = {"0.125", "0.015625"};
    double off[2];
    for (int i = 0; i < 2; i++) {
        char keys[2][200];
        double closed[2], film[2];
        (void)snprintf(keys[0], sizeof keys[0], "model: short, film: {viscosity: %s}", viscosity[i]);
        (void)snprintf(keys[1], sizeof keys[1], "model: reynolds, film: {viscosity: %s, grid: [96, 24], ambient: %s}",
                       viscosity[i], "1 kPa");
        place_after("0", width[i], keys[0], "0.05", closed);
        place_after("0", width[i], keys[1], "0.05", film);
        off[i] = film[1] / closed[1] - 1.0;
        print_message("L/D = %g: Reynolds falls farther by %.3g\n", i == 0 ? 0.1 : 0.2, off[i]);
    }
    assert_in_range(1e3 * off[0], 0, 100);
    assert_near(off[1] / off[0], 4.0, 1.0);
}

// the thicker the oil, the less the journal leaves the place that an ideal joint gives it
static void thick_oil_is_an_ideal_joint(void **state)
{
    (void)state;
    static const char *const keys[] = {"model: reynolds, film: {viscosity: 1, grid: [32, 4]}",
                                       "model: reynolds, film: {viscosity: 100, grid: [32, 4]}"};
    double e[2];
    for (int i = 0; i < 2; i++) {
        double q[2];
        gud_model *m;
        gud_sim *s = rotor("300", "10 mm", keys[i], "5e-3", "1e-6", &m);
        run_to_end(s);
        memcpy(q, s->state.q, sizeof q);
        sim_and_model_free(s, m);
        e[i] = hypot(q[0], q[1]);
    }
    assert_true(e[0] < 5e-6);
    assert_true(e[1] < 0.02 * e[0]);
}

// a bearing that is turned and moves; the journal begins in it where it is told to, at rest against it
#define ECCENTRIC                                                                                                      \
    "gudgeon: 1\nspace: planar\nbodies:\n  b: {mass: 1, inertia: 1, angle: 30 deg, spin: 50}\n"                        \
    "  r: {mass: 1, inertia: 1}\njoints:\n  pivot: {type: revolute, between: [ground, b]}\n"                           \
    "  j: {type: revolute, between: [b, r], radius: 10 mm, width: 10 mm, clearance: 50 um, film: {viscosity: 0.01}, "  \
    "model: %s%s}\nsimulate: {until: 1}\n"

static void begins_where_told(void **state)
{
    (void)state;
    static const char *const models[] = {"short", "reynolds"};
    char text[1000];
    for (int i = 0; i < GUD_COUNT(models); i++) {
        (void)snprintf(text, sizeof text, ECCENTRIC, models[i], ", eccentricity: [20 um, -30 um]");
        gud_model *m = mechanism(text);
        gud_sim *s = started(m);
        double values[GUD_PAIR_CHANNELS];
        gud_kinematics(s, s->state.q, s->state.v);
        const gud_pair_in in = gud_pair_input(s, &m->pair[0], 0.0);
        m->pair[0].law->report(m->pair[0].params, &in, values);
        assert_near(values[0], 20e-6, 1e-15);
        assert_near(values[1], -30e-6, 1e-15);
        assert_near(values[3], 0.0, 1e-12);
        sim_and_model_free(s, m);
    }
}

static void refuses_starts_that_cannot_be(void **state)
{
    (void)state;
    static const char *const keys[] = {", eccentricity: [60 um, 0]", ", eccentricity: [10 um, 0], begin: free"};
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        char text[1000];
        gud_model *m;
        (void)snprintf(text, sizeof text, ECCENTRIC, "short", keys[i]);
        assert_int_equal(mechanism_try(text, &m), GUD_ERR_INPUT);
    }
}

// a heavy shaft in two bearings, its mass nearer to the second one
#define SHAFT                                                                                                          \
    "gudgeon: 1\nspace: spatial\ngravity: [0, -10, 0]\nbodies:\n"                                                      \
    "  shaft: {mass: 2, inertia: [1e-3, 1e-3, 1e-4], spin: [0, 0, 300]}\n"                                             \
    "frames:\n  g: {body: ground}\n  s: {body: shaft, at: [0, 0, -10 mm]}\n"                                           \
    "  g1: {body: ground, at: [0, 0, -20 mm]}\n  s1: {body: shaft, at: [0, 0, -30 mm]}\n"                              \
    "  g2: {body: ground, at: [0, 0, 20 mm]}\n  s2: {body: shaft, at: [0, 0, 10 mm]}\njoints:\n%s"                     \
    "simulate: {until: 0.02, tolerance: 1e-5}\n"
#define DATA "radius: 10 mm, width: 10 mm, clearance: 50 um, model: reynolds, film: {viscosity: 0.02, grid: [24, 3]}}\n"

static void bearings_share_a_joint(void **state)
{
    (void)state;
    static const char *const joints[] = {
        "  j: {type: revolute, between: [g, s], bearings: [-20 mm, 20 mm], " DATA,
        "  j1: {type: revolute, between: [g1, s1], " DATA
        "  j2: {type: revolute, between: [g2, s2], begin: free, " DATA,
    };
    double q[2][7], load[2];
    for (int i = 0; i < 2; i++) {
        char text[2000];
        (void)snprintf(text, sizeof text, SHAFT, joints[i]);
        gud_model *m = mechanism(text);
        gud_sim *s = started(m);
        assert_int_equal(m->npair, 2);
        run_to_end(s);
        memcpy(q[i], s->state.q, sizeof q[i]);
        for (int k = 0; k < 2; k++) {
            gud_pair_out out;
            gud_variables_rest(s, s->state.y);
            gud_kinematics(s, s->state.q, s->state.v);
            gud_pair_eval(s, &m->pair[k], s->state.clock.t, GUD_WRENCH, &out);
            load[k] = out.wrench[7];
        }
        print_message("loads %g and %g N, newton %ld in %ld steps\n", load[0], load[1], (long)s->state.clock.nnewton,
                      (long)s->state.clock.nstep);
        sim_and_model_free(s, m);
    }
    for (int k = 0; k < 7; k++) assert_near(q[0][k], q[1][k], 1e-12);
    // the mass stands at 10 mm from the middle of the two: a quarter and three quarters of the weight, but for moments
    // of leaning films
    assert_near(load[0] + load[1], 20.0, 0.1);
    assert_near(load[1] / (load[0] + load[1]), 0.75, 0.05);
}

// a film too thin for its grid gets a grid that is fine enough for it
static void coarse_grids_get_a_finer_one(void **state)
{
    (void)state;
    gud_pin pin = {.radius = 0.01, .width = 0.02, .clearance = 50e-6, .nx = 32, .ny = 4, .half = true};
    int cells[2];
    assert_true(gud_pin_is_coarse(&pin, 1e-6, cells));
    assert_true(cells[0] > 32 && cells[1] >= 4);
    pin.nx = cells[0], pin.ny = cells[1];
    assert_false(gud_pin_is_coarse(&pin, 1e-6, cells));
    assert_true(cells[0] == pin.nx && cells[1] == pin.ny);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_and_balance),
        cmocka_unit_test(closed_forms_lose_what_they_take),
        cmocka_unit_test(ledger_closes),
        cmocka_unit_test(oil_fits_the_gap_behind_a_step),
        cmocka_unit_test(short_bearing_meets_reynolds),
        cmocka_unit_test(squeeze_meets_reynolds),
        cmocka_unit_test(short_bearing_errs_by_width_squared),
        cmocka_unit_test(thick_oil_is_an_ideal_joint),
        cmocka_unit_test(bearings_share_a_joint),
        cmocka_unit_test(begins_where_told),
        cmocka_unit_test(coarse_grids_get_a_finer_one),
        cmocka_unit_test(refuses_starts_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
