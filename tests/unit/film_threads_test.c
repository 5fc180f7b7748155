// A large film is solved by a team with the bits of one thread, whatever the size of the team: cold and warm, steady
// and in steps, with tangents, closed around or not, with oils that vary.

#include "bearing_rig.h"

#include "pair/equilibrium.h"

#include <string.h>

// FNV-1a
static uint64_t hash_add(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t k = 0; k < size; k++) hash = (hash ^ bytes[k]) * 1099511628211u;
    return hash;
}

static uint64_t solve(rig *r, const gud_bearing_in *in, uint64_t hash)
{
    const size_t n = (size_t)r->n;
    gud_bearing_out out;
    if (gud_bearing_solve(r->bearing, r->work, in, true, &r->film, &out, &r->error) != GUD_OK)
        fail_msg("%s", r->error.text);
    r->film.warm = true;
    hash = hash_add(hash, r->film.pressure, n * sizeof(double));
    hash = hash_add(hash, r->film.m, n * sizeof(double));
    hash = hash_add(hash, r->film.full, n);
    hash = hash_add(hash, out.Q, sizeof out.Q);
    return hash_add(hash_add(hash, out.Q_q, sizeof out.Q_q), out.Q_v, sizeof out.Q_v);
}

// a steady film from a cold start, then a few steps on an orbit
static uint64_t hash_of(const gud_bearing_spec *spec, const gud_lubricant *oil, int threads)
{
    const double c = spec->clearance, dt = 1e-5;
    gud_team *team = gud_team_create(threads);
    assert_int_equal(team != NULL, threads > 1);
    rig r;
    rig_open(&r, spec);
    assert_true(gud_bearing_work_share(r.work, team));
    gud_bearing_in in = {.oil = oil, .omega_j = 300.0, .q = {0.5 * c, 0.2 * c}};
    if (!spec->half) in.q[2] = 0.2 * c / spec->width;
    uint64_t hash = solve(&r, &in, 14695981039346656037u);
    in.per_c = 1.0 / dt, in.m_hat = r.m_hat;
    for (int s = 0; s < 3; s++) {
        memcpy(r.m_hat, r.film.m, (size_t)r.n * sizeof(double));
        in.q[0] += 2e-3 * c, in.q[1] -= 3e-3 * c;
        hash = solve(&r, &in, hash);
    }
    rig_close(&r);
    gud_team_free(team);
    return hash;
}

static void check(const gud_bearing_spec *spec, const gud_lubricant *oil)
{
    const uint64_t alone = hash_of(spec, oil, 1);
    for (int threads = 2; threads < 5; threads++)
        if (hash_of(spec, oil, threads) != alone) fail_msg("%d threads give other bits", threads);
}

static const gud_bearing_spec whole = {
    .radius = 0.02, .width = 0.03, .clearance = 3e-5, .nx = 512, .ny = 70, .ambient = {1e5, 1e5}};

static void test_whole_bearing(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    check(&whole, &oil);
}

// so large that cycles pass coarse levels twice
static void test_large_bearing(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_bearing_spec spec = whole;
    spec.nx = 1024;
    check(&spec, &oil);
}

static void test_half_with_a_line_of_supply(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_bearing_spec spec = whole;
    spec.half = spec.line = true, spec.line_angle = 1.0, spec.line_pressure = 2e5;
    check(&spec, &oil);
}

static void test_feeds_and_other_cavitation(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const gud_film_feed feed = {.x = 0.03, .y = 0.002, .size_x = 4e-3, .size_y = 6e-3, .round = true, .pressure = 3e5};
    gud_bearing_spec spec = whole;
    spec.feeds = &feed, spec.nfeed = 1, spec.cavitation = &gud_cavitation_reynolds;
    check(&spec, &oil);
}

static void test_oil_that_varies(void **state)
{
    (void)state;
    const double barus = 2e-8;
    gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_error error = {{0}};
    oil.pressure = (const gud_pressure_law *)gud_pressure_rows[0], oil.pressure_params = &barus;
    assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_OK);
    check(&whole, &oil);
    gud_lubricant_release(&oil);
}

// the steady bearing of a data sheet has a team of its own
static void test_steady_bearing(void **state)
{
    (void)state;
    const double place[2] = {0.5 * whole.clearance, -0.2 * whole.clearance};
    gud_steady_spec spec = {.bearing = whole, .oil = gud_lubricant_constant(0.02)};
    gud_steady_state alone;
    for (spec.threads = 1; spec.threads < 4; spec.threads++) {
        gud_steady *steady;
        gud_steady_state at;
        gud_error error = {{0}};
        assert_int_equal(gud_steady_create(&spec, &error, &steady), GUD_OK);
        if (gud_steady_forces(steady, 300.0, place, &at, &error) != GUD_OK) fail_msg("%s", error.text);
        if (spec.threads == 1) alone = at;
        assert_true(at.force[0] == alone.force[0] && at.force[1] == alone.force[1] && at.side_flow == alone.side_flow);
        assert_memory_equal(at.stiffness, alone.stiffness, sizeof at.stiffness);
        assert_memory_equal(at.damping, alone.damping, sizeof at.damping);
        gud_steady_free(steady);
    }
}

static void test_small_films_are_not_shared(void **state)
{
    (void)state;
    const gud_bearing_spec small = {.radius = 0.02, .width = 0.03, .clearance = 3e-5, .nx = 256, .ny = 65};
    rig r;
    rig_open(&r, &small);
    assert_false(gud_bearing_work_share(r.work, NULL));
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_bearing),
        cmocka_unit_test(test_large_bearing),
        cmocka_unit_test(test_half_with_a_line_of_supply),
        cmocka_unit_test(test_feeds_and_other_cavitation),
        cmocka_unit_test(test_oil_that_varies),
        cmocka_unit_test(test_steady_bearing),
        cmocka_unit_test(test_small_films_are_not_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
