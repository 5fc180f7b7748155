// What every friction law promises. Laws from outside: outside_test.c.

#include "tables.h"

#include "contact/friction.h"

#include <string.h>

// ---- all laws

static gud_friction make(const gud_friction_law *law, int variant)
{
    gud_friction_params prm;
    gud_friction friction;
    gud_error error;
    gud_friction_defaults(law, &prm);
    prm.coefficient = variant == 0 ? 0.08 : 0.3;
    if (has_field(&law->row, "static_coefficient") && variant > 0) prm.static_coefficient = 0.5;
    if (has_field(&law->row, "viscous") && variant > 1) prm.viscous = 0.4;
    if (variant > 1) {
        prm.speed = 0.02;
        if (has_field(&law->row, "full_speed")) prm.full_speed = 0.05;
        if (has_field(&law->row, "damping")) prm.damping = 100.0;
    }
    if (gud_friction_make(law, &prm, &error, &friction) != GUD_OK) fail_msg("%s", error.text);
    return friction;
}

static void for_all(void (*check)(const gud_friction *friction))
{
    for (int i = 0; gud_friction_laws[i]; i++)
        for (int variant = 0; variant < 3 && !gud_friction_laws[i]->outside; variant++) {
            const gud_friction friction = make(gud_friction_laws[i], variant);
            check(&friction);
        }
}

typedef struct {
    double force, F_slip, F_normal, F_state, power, state_t, S_slip, S_normal, S_state;
} result;

static result eval(const gud_friction *f, double slip, double normal, double state)
{
    result r = {0};
    if (f->law->state) {
        const gud_friction_in in = {&slip, &normal, &state};
        gud_friction_out out = {&r.force,   &r.F_slip, &r.F_normal, &r.F_state, &r.power,
                                &r.state_t, &r.S_slip, &r.S_normal, &r.S_state};
        f->law->eval(&f->params, 1, &in, &out);
        return r;
    }
    const double speed = fabs(slip);
    double mu, mu_speed;
    f->law->curve(&f->params, 1, &speed, &mu, &mu_speed);
    r.F_normal = copysign(mu, slip);
    r.F_slip = mu_speed * normal;
    r.force = r.F_normal * normal;
    r.power = r.force * slip;
    return r;
}

// where the curves bend, differences are of no use
static bool near_bend(const gud_friction *f, double slip)
{
    const double v = fabs(slip);
    const bool bends = !f->law->state && strcmp(f->law->row.name, "smooth") != 0;
    return v < 1e-9 || (bends && (fabs(v - f->params.speed) < 1e-3 * v || fabs(v - f->params.full_speed) < 1e-3 * v));
}

// bristles bend up to static_coefficient/stiffness
static double bristle(const gud_friction *f, double part)
{
    return f->law->state ? part * f->params.static_coefficient / f->params.stiffness : 0.0;
}

static const double normal = 120.0;

// ---- derivatives

static void check_derivatives(const gud_friction *f)
{
    static const double parts[] = {-0.9, 0.0, 0.3, 1.0};
    for (double v = -1.3; v < 1.3; v = v < 0.0 ? (v > -1e-6 ? 1.1e-6 : v / 1.3) : v * 1.3)
        for (int i = 0; i < GUD_COUNT(parts); i++) {
            if (near_bend(f, v)) continue;
            const double z = bristle(f, parts[i]), hv = 1e-5 * fabs(v), hz = bristle(f, 1e-3) + 1e-12;
            const result r = eval(f, v, normal, z);
            const result slow = eval(f, v - hv, normal, z), fast = eval(f, v + hv, normal, z);
            const result less = eval(f, v, normal, z - hz), more = eval(f, v, normal, z + hz);
            const double least = 1e-9 * normal / fabs(v); // of the differences
            assert_close(r.F_slip, (fast.force - slow.force) / (2.0 * hv), 1e-6, fmax(least, fabs(r.force) / fabs(v)));
            assert_close(r.F_normal, (eval(f, v, normal + 1.0, z).force - r.force), 1e-9, 1e-9);
            assert_close(r.F_state, (more.force - less.force) / (2.0 * hz), 1e-6, 1e-6);
            assert_close(r.S_slip, (fast.state_t - slow.state_t) / (2.0 * hv), 1e-6, 1.0);
            assert_close(r.S_state, (more.state_t - less.state_t) / (2.0 * hz), 1e-6, 1e-6);
            assert_near(r.S_normal, eval(f, v, normal + 1.0, z).state_t - r.state_t, 1e-12);
        }
}

static void derivatives_are_differences(void **state)
{
    (void)state;
    for_all(check_derivatives);
}

static void check_rest(const gud_friction *f)
{
    const result r = eval(f, 0.0, normal, 0.0);
    assert_true(r.force == 0.0 && r.power == 0.0);
    assert_true(isfinite(r.F_slip) && r.F_slip >= 0.0);
}

static void nothing_happens_at_rest(void **state)
{
    (void)state;
    for_all(check_rest);
}

// ---- signs and energy

static void check_signs(const gud_friction *f)
{
    const double most = fmax(f->params.coefficient, f->params.static_coefficient);
    for (double v = 1e-7; v < 10.0; v *= 1.2)
        for (double part = -1.0; part <= 1.0; part += 0.25) {
            const double z = bristle(f, part);
            const result forth = eval(f, v, normal, z), back = eval(f, -v, normal, -z);
            assert_true(forth.force == -back.force && forth.F_slip == back.F_slip && forth.power == back.power);
            assert_true(forth.power >= 0.0 && back.power >= 0.0);
            assert_true(eval(f, v, 0.0, z).force == 0.0);
            if (f->law->state) continue;
            assert_true(forth.force >= 0.0 && forth.force <= most * normal * (1.0 + 1e-12));
            assert_close(forth.power, forth.force * v, 1e-15, 0.0);
        }
}

static void friction_opposes_slip_and_takes_energy(void **state)
{
    (void)state;
    for_all(check_signs);
}

static void check_sliding(const gud_friction *f)
{
    const double v = 5.0; // far beyond all bends; bristles have settled
    const double g = f->params.coefficient;
    const double z = f->law->state ? g / f->params.stiffness : 0.0;
    const double viscous = f->law->state ? f->params.viscous * v : 0.0;
    const double share = strcmp(f->law->row.name, "threlfall") == 0 ? 1.0 - exp(-3.0) : 1.0;
    const result r = eval(f, v, normal, z);
    assert_close(r.force, normal * (share * g + viscous), 1e-9, 0.0);
    assert_near(r.state_t, 0.0, 1e-9);
}

static void fast_sliding_is_coulombs(void **state)
{
    (void)state;
    for_all(check_sliding);
}

// Work done against friction along a wild history of slip, with the bristles integrated by Heun's method: what is not
// turned into heat is stored in the bristles, and heat only grows.
static void check_history(const gud_friction *f)
{
    const double h = 2e-6, end = 0.4;
    double z = 0.0, work = 0.0, heat = 0.0;
    for (int i = 0; i * h < end; i++) {
        const double t = i * h;
        const double v0 = 0.03 * sin(61.0 * t) * cos(17.0 * t) + 2e-3 * sin(900.0 * t);
        const double v1 = 0.03 * sin(61.0 * (t + h)) * cos(17.0 * (t + h)) + 2e-3 * sin(900.0 * (t + h));
        const result a = eval(f, v0, normal, z);
        const result b = eval(f, v1, normal, z + h * a.state_t);
        work += 0.5 * h * (a.force * v0 + b.force * v1);
        heat += 0.5 * h * (a.power + b.power);
        z += 0.5 * h * (a.state_t + b.state_t);
        assert_true(a.power >= 0.0);
    }
    const double stored = f->law->state ? 0.5 * normal * f->params.stiffness * z * z : 0.0;
    assert_true(work > 0.0 && heat > 0.0);
    assert_close(work, heat + stored, 1e-4, 0.0);
}

static void work_is_heat_or_stored(void **state)
{
    (void)state;
    for_all(check_history);
}

static void check_nan(const gud_friction *f)
{
    const double nan = (double)NAN;
    assert_true(isnan(eval(f, nan, normal, 0.0).force));
    assert_true(isnan(eval(f, 0.1, nan, 0.0).force));
    if (f->law->state) assert_true(isnan(eval(f, 0.1, normal, nan).force));
}

static void nan_does_not_vanish(void **state)
{
    (void)state;
    for_all(check_nan);
}

// ---- arrays, tables, mistakes

static void check_arrays(const gud_friction *f)
{
    enum { n = 150 };
    double slip[n], speed[n], load[n], bristles[n], out[9][n];
    for (int i = 0; i < n; i++) {
        slip[i] = 1e-3 * (i - 70);
        speed[i] = fabs(slip[i]);
        load[i] = 3.0 * i;
        bristles[i] = bristle(f, 0.01 * (i - 75));
    }
    const gud_friction_in in = {slip, load, bristles};
    gud_friction_out all = {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8]};
    if (f->law->state)
        f->law->eval(&f->params, n, &in, &all);
    else
        f->law->curve(&f->params, n, speed, out[2], out[1]);
    for (int i = 0; i < n; i++) {
        const result r = eval(f, f->law->state ? slip[i] : speed[i], f->law->state ? load[i] : 1.0, bristles[i]);
        assert_true(r.F_slip == out[1][i] && r.F_normal == out[2][i]);
        if (!f->law->state) continue;
        assert_true(r.force == out[0][i] && r.power == out[4][i]);
        assert_true(r.state_t == out[5][i] && r.S_slip == out[6][i] && r.S_state == out[8][i]);
    }
}

static void many_points_are_as_one(void **state)
{
    (void)state;
    for_all(check_arrays);
}

static void tables_are_without_mistakes(void **state)
{
    (void)state;
    const gud_section section = {.key = "friction", .about = "friction", .selector = "law", .rows = gud_friction_rows};
    const gud_section *const sections[] = {&section, NULL};
    assert_tables_are_sound(sections);

    for (int i = 0; gud_friction_laws[i]; i++) {
        const gud_row *row = &gud_friction_laws[i]->row;
        assert_ptr_equal(gud_friction_rows[i], row);
        assert_ptr_equal(gud_friction_find(row->name), gud_friction_laws[i]);
        assert_true(row->about && row->source && row->size == sizeof(gud_friction_params));
    }
    assert_null(gud_friction_find("stribeck"));
}

static void refused(const char *name, void (*spoil)(gud_friction_params *prm), const char *message)
{
    gud_friction_params prm;
    gud_friction friction;
    gud_error error;
    gud_friction_defaults(gud_friction_find(name), &prm);
    prm.coefficient = 0.3;
    spoil(&prm);
    assert_int_equal(gud_friction_make(gud_friction_find(name), &prm, &error, &friction), GUD_ERR_INPUT);
    assert_string_equal(error.text, message);
}

static void no_coefficient(gud_friction_params *prm)
{
    prm->coefficient = (double)NAN;
}
static void too_large(gud_friction_params *prm)
{
    prm->coefficient = 11.0;
}
static void crossed_speeds(gud_friction_params *prm)
{
    prm->speed = 0.1;
}
static void weak_static(gud_friction_params *prm)
{
    prm->static_coefficient = 0.2;
}
static void much_damping(gud_friction_params *prm)
{
    prm->damping = 1e4;
}

static void mistakes_are_told(void **state)
{
    (void)state;
    refused("smooth", no_coefficient, "smooth: coefficient is missing: coefficient of sliding friction");
    refused("smooth", too_large, "smooth: coefficient = 11 is outside [0, 10]");
    refused("coulomb", crossed_speeds, "coulomb: speed = 0.1 m/s must be less than full_speed = 0.001 m/s");
    refused("bengisu_akay", weak_static, "bengisu_akay: static_coefficient = 0.2 is less than coefficient = 0.3");
    refused("lugre", weak_static, "lugre: static_coefficient = 0.2 is less than coefficient = 0.3");
    refused("lugre", much_damping, "lugre: damping = 10000 s/m would create energy; with this fade at most 2798");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_without_mistakes),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(derivatives_are_differences),
        cmocka_unit_test(nothing_happens_at_rest),
        cmocka_unit_test(friction_opposes_slip_and_takes_energy),
        cmocka_unit_test(fast_sliding_is_coulombs),
        cmocka_unit_test(work_is_heat_or_stored),
        cmocka_unit_test(nan_does_not_vanish),
        cmocka_unit_test(many_points_are_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
