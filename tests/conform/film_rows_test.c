// Every row of the cavitation table, with every kind of lubricant and boundary: tangents are derivatives, bounds and
// complementarity hold, oil is conserved where the row promises it.

#include "unit/bearing_rig.h"

#include <string.h>

static const double radius = 0.02, clearance = 4e-5;

// a few bearings that between them use every boundary
static gud_bearing_spec spec_of(int kind, const gud_cavitation *row, gud_film_solver solver)
{
    static const gud_film_feed hole = {
        .x = 0.03, .y = 0.002, .size_x = 0.006, .size_y = 0.004, .round = true, .pressure = 3e5};
    static const gud_flow_patir_cheng_params grain = {4e-6, 2.0, 0.2};
    gud_bearing_spec s = {.radius = radius,
                          .width = 0.03,
                          .clearance = clearance,
                          .nx = 28,
                          .ny = 4,
                          .cavitation = row,
                          .ambient = {1e5, 1.5e5},
                          .cavity = 2e4,
                          .solver = solver};
    s.half = kind == 0;
    if (kind == 1) s.feeds = &hole, s.nfeed = 1;
    if (kind == 2) s.line = true, s.line_angle = 2.0, s.line_pressure = 2e5;
    if (kind == 3) s.half = true, s.flow = &gud_flow_patir_cheng, s.flow_params = &grain;
    s.thins = true;
    return s;
}

enum { kinds = 4 };

typedef struct {
    const char *pressure, *density, *shear; // rows, or NULL
} oil_kind;

static const oil_kind oil_kinds[] = {
    {NULL, NULL, NULL},       {"barus", NULL, NULL},
    {"roelands", NULL, NULL}, {NULL, NULL, "carreau"},
    {NULL, NULL, "cross"},    {NULL, "dowson_higginson", NULL},
    {"barus", NULL, "cross"}, {"roelands", "dowson_higginson", "carreau"},
};
enum { oils = GUD_COUNT(oil_kinds) };

static const void *row_named(const gud_row *const *rows, const char *name)
{
    while (name && strcmp((*rows)->name, name) != 0) rows++;
    return name ? *rows : NULL;
}

static gud_lubricant oil_of(const oil_kind *kind)
{
    static const double barus = 3e-8, roelands[2] = {3e-8, (double)NAN}, dowson[2] = {0.6e-8, 1.7e-8};
    static const double carreau[3] = {2e-6, 0.6, 0.2}, cross[3] = {2e-6, 0.9, 0.2};
    gud_lubricant oil = gud_lubricant_constant(0.05);
    gud_error error;
    oil.pressure = row_named(gud_pressure_rows, kind->pressure);
    oil.density = row_named(gud_density_rows, kind->density);
    oil.shear = row_named(gud_shear_rows, kind->shear);
    if (oil.pressure) oil.pressure_params = kind->pressure[0] == 'b' ? &barus : roelands;
    if (oil.density) oil.density_params = dowson;
    if (oil.shear) oil.shear_params = kind->shear[1] == 'a' ? carreau : cross;
    assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_OK);
    return oil;
}

static void place(gud_bearing_in *in, bool half)
{
    const double q[4] = {0.5 * clearance, -0.35 * clearance, 2e-4, -3e-4};
    const double v[4] = {3e-3, 5e-3, 0.02, 0.01};
    memcpy(in->q, q, sizeof q);
    memcpy(in->q_t, v, sizeof v);
    if (half) in->q[2] = in->q[3] = in->q_t[2] = in->q_t[3] = 0.0;
    in->omega_j = 400.0, in->omega_b = 60.0;
}

// a film that is broken in places before the stage begins: half a turn of steps from flooded
static void age(rig *r, gud_bearing_in *in)
{
    gud_bearing_out out;
    in->per_c = 1.0 / 4e-4;
    in->m_hat = r->m_hat;
    gud_bearing_flood(r->bearing, in->q, r->m_hat);
    for (int s = 0; s < 12; s++) {
        if (gud_bearing_solve(r->bearing, r->work, in, false, &r->film, &out, &r->error) != GUD_OK)
            fail_msg("%s", r->error.text);
        memcpy(r->m_hat, r->film.m, (size_t)r->n * sizeof(double));
        r->film.warm = true;
    }
}

static void solve(rig *r, const gud_bearing_in *in, bool tangents, gud_bearing_out *out)
{
    r->film.warm = true;
    if (gud_bearing_solve(r->bearing, r->work, in, tangents, &r->film, out, &r->error) != GUD_OK)
        fail_msg("%s", r->error.text);
}

// derivative by one number of the input against central differences; forces and moments have their own scale
static void compare(rig *r, gud_bearing_in *in, double *number, double step, int nq, const double exact[4],
                    double least)
{
    const double at = *number;
    gud_bearing_out up, down;
    *number = at + step;
    solve(r, in, false, &up);
    *number = at - step;
    solve(r, in, false, &down);
    *number = at;
    for (int i = 0; i < nq; i++) {
        const double scale = fmax(fmax(fabs(exact[i & 2]), fabs(exact[(i & 2) + 1])), least);
        assert_near((up.Q[i] - down.Q[i]) / (2.0 * step), exact[i], 1e-6 * scale);
    }
}

static void tangents_of(const gud_cavitation *row, int kind, int which, double per_c)
{
    const gud_bearing_spec spec = spec_of(kind, row, GUD_FILM_DIRECT);
    gud_lubricant oil = oil_of(&oil_kinds[which]);
    gud_bearing_in in = {.oil = &oil};
    const int nq = spec.half ? 2 : 4;
    gud_bearing_out out;
    rig r;
    rig_open(&r, &spec);
    place(&in, spec.half);
    age(&r, &in);
    in.per_c = per_c;
    r.film.warm = false;
    in.q[0] *= 1.007; // away from the kinks where a cell changes sides
    solve(&r, &in, true, &out);
    for (int a = 0; a < nq; a++) {
        double column[4], rate[4];
        for (int i = 0; i < 4; i++) column[i] = out.Q_q[i][a], rate[i] = out.Q_v[i][a];
        const double unit = a < 2 ? clearance : clearance / (0.5 * spec.width);
        compare(&r, &in, &in.q[a], (a < 2 ? 2e-6 : 8e-6) * unit, nq, column, 0.0);
        if (!row->transport) compare(&r, &in, &in.q_t[a], a < 2 ? 1e-7 : 1e-5, nq, rate, 1e3);
        for (int i = 0; row->transport && i < 4; i++) assert_true(rate[i] == 0.0); // squeeze comes in by the state
    }
    compare(&r, &in, &in.omega_j, 1e-3, nq, out.Q_omega, 0.0);
    rig_close(&r);
    gud_lubricant_release(&oil);
}

static void tangents_are_differences(void **state)
{
    (void)state;
    for (int i = 0; gud_cavitation_rows[i]; i++)
        for (int kind = 0; kind < kinds; kind++)
            for (int which = 0; which < oils; which++) {
                const gud_cavitation *row = (const gud_cavitation *)gud_cavitation_rows[i];
                const bool plain = which == 0, all = which == oils - 1;
                if (kind != 0 && kind != 3 && !plain && !all) continue; // boundaries, with little and with much oil
                tangents_of(row, kind, which, 1.0 / 1e-4);
                if (kind > 0) tangents_of(row, kind, which, 0.0);
            }
}

static void assert_same(const double a[4], const double b[4], double within)
{
    for (int i = 0; i < 4; i++)
        assert_near(a[i], b[i], within * fmax(fmax(fabs(b[i & 2]), fabs(b[(i & 2) + 1])), 1e-3));
}

// forces and tangents of the multigrid solver on five levels are those of the direct one
static void multigrid_of(const gud_cavitation *row, int kind, int which, double per_c)
{
    gud_lubricant oil = oil_of(&oil_kinds[which]);
    gud_bearing_in in = {.oil = &oil};
    gud_bearing_out out[2];
    rig r[2];
    for (int s = 0; s < 2; s++) {
        gud_bearing_spec spec = spec_of(kind, row, s ? GUD_FILM_MULTIGRID : GUD_FILM_DIRECT);
        spec.nx = 48, spec.ny = 21;
        rig_open(&r[s], &spec);
        place(&in, spec.half);
        if (s == 0) age(&r[s], &in);
        if (s == 1) memcpy(r[1].m_hat, r[0].m_hat, (size_t)r[0].n * sizeof(double));
        in.m_hat = r[s].m_hat, in.per_c = per_c;
        r[s].film.warm = false;
        if (gud_bearing_solve(r[s].bearing, r[s].work, &in, true, &r[s].film, &out[s], &r[s].error) != GUD_OK)
            fail_msg("%s", r[s].error.text);
    }
    assert_same(out[1].Q, out[0].Q, 1e-9);
    for (int i = 0; i < 4; i++) {
        assert_same(out[1].Q_q[i], out[0].Q_q[i], 1e-6);
        assert_same(out[1].Q_v[i], out[0].Q_v[i], 1e-6);
    }
    assert_same(out[1].Q_omega, out[0].Q_omega, 1e-6);
    for (int s = 0; s < 2; s++) rig_close(&r[s]);
    gud_lubricant_release(&oil);
}

static void multigrid_gives_the_direct_solution(void **state)
{
    (void)state;
    for (int i = 0; gud_cavitation_rows[i]; i++)
        for (int kind = 0; kind < kinds; kind++)
            for (int which = 0; which < oils; which++) {
                const gud_cavitation *row = (const gud_cavitation *)gud_cavitation_rows[i];
                if (which != 0 && (which != oils - 1 || kind != 1)) continue;
                multigrid_of(row, kind, which, 1.0 / 1e-4);
                if (kind > 0) multigrid_of(row, kind, which, 0.0);
            }
}

static void bounds_hold_exactly(void **state)
{
    (void)state;
    for (int i = 0; gud_cavitation_rows[i]; i++)
        for (int kind = 0; kind < kinds; kind++)
            for (int which = 0; which < oils; which++) {
                const gud_cavitation *row = (const gud_cavitation *)gud_cavitation_rows[i];
                const gud_bearing_spec spec = spec_of(kind, row, GUD_FILM_AUTO);
                gud_lubricant oil = oil_of(&oil_kinds[which]);
                gud_bearing_in in = {.oil = &oil};
                rig r;
                rig_open(&r, &spec);
                place(&in, spec.half);
                age(&r, &in);
                gud_bearing_out out;
                solve(&r, &in, false, &out);
                int broken = 0;
                for (int k = 0; k < r.n; k++) {
                    const double u = r.film.pressure[k] - spec.cavity, z = 1.0 - r.film.theta[k];
                    assert_true(isfinite(u));
                    if (row->breaks || row->clips) assert_true(u >= 0.0);
                    assert_true(z >= 0.0 && z <= 1.0);
                    assert_true(u == 0.0 || z == 0.0);
                    broken += z > 0.0;
                }
                if (row->transport) {
                    gud_film_balance balance;
                    gud_bearing_balance(r.bearing, r.work, &r.film, &balance);
                    assert_true(broken > 0);
                    assert_true(fabs(balance.error) <= 1e-12 * balance.through);
                }
                rig_close(&r);
                gud_lubricant_release(&oil);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tangents_are_differences),
                                       cmocka_unit_test(multigrid_gives_the_direct_solution),
                                       cmocka_unit_test(bounds_hold_exactly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
