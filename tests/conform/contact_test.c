// What every contact law promises, over many parameters and three pairs of bodies. Laws from outside: outside_test.c.

#include "tables.h"

#include "contact/contact.h"
#include "num/pi.h"

#include <string.h>

// ---- all contacts

static const double pairs[][4] = {
    // radius, clearance, width, modulus
    {0.010, 0.5e-3, 0.015, 113.7e9},  // slider-crank of Flores, Ambrosio and Claro
    {0.91e-3, 0.067e-3, 1e-3, 113e9}, // Liu 2013
    {0.025, 20e-6, 0.004, 2e9},       // a tight and narrow bearing of plastic
};

enum { nvariant = 24 };

// the parameters that a row has, with values that differ from variant to variant
static void set_params(const gud_contact_law *law, int variant, gud_contact_params *prm)
{
    static const double restitution[] = {0.3, 0.7, 1.0};
    const gud_row *row = &law->row;
    gud_contact_defaults(law, prm);
    if (has_field(row, "restitution"))
        prm->restitution = restitution[variant % 3];
    else if (variant % 2 && !has_field(row, "damping"))
        prm->restitution_out = 0.6;
    if (has_field(row, "damping")) {
        prm->damping = variant % 2 ? 40.0 : (double)NAN;
        prm->restitution_out = variant % 2 ? (double)NAN : 0.5;
        prm->mass = variant % 2 ? (double)NAN : 0.3;
    }
    if (has_field(row, "exponent") && variant % 5 == 4) {
        prm->exponent = 2.2;
        prm->stiffness = 1e12;
    }
    prm->solution = variant % 2;
    prm->order = 1 + variant / 2 % 4;
    prm->profile = variant / 8;
}

static void set_pair(int i, double size, double hardness, gud_contact_pair *pair)
{
    gud_contact_pair_defaults(pair);
    pair->radius = size * pairs[i][0];
    pair->clearance = size * pairs[i][1];
    pair->width = size * pairs[i][2];
    pair->modulus = hardness * pairs[i][3];
}

static gud_contact make(const gud_contact_law *law, const gud_contact_params *prm, const gud_contact_pair *pair)
{
    gud_contact contact;
    gud_error error;
    if (gud_contact_make(law, prm, pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
    return contact;
}

static void for_all(void (*check)(const gud_contact *contact, double clearance))
{
    for (int i = 0; gud_contact_laws[i]; i++)
        for (int p = 0; p < GUD_COUNT(pairs) && !gud_contact_laws[i]->outside; p++)
            for (int variant = 0; variant < nvariant; variant++) {
                gud_contact_params prm;
                gud_contact_pair pair;
                set_params(gud_contact_laws[i], variant, &prm);
                set_pair(p, 1.0, 1.0, &pair);
                const gud_contact contact = make(gud_contact_laws[i], &prm, &pair);
                check(&contact, pair.clearance);
            }
}

typedef struct {
    double force, F_depth, F_rate;
} result;

static result eval(const gud_contact *contact, double depth, double rate, double rate0)
{
    result r;
    const gud_contact_in in = {&depth, &rate, &rate0};
    gud_contact_out out = {&r.force, &r.F_depth, &r.F_rate};
    gud_contact_eval(contact, 1, &in, &out);
    return r;
}

// a rate at which the contact pushes well
static double moderate_rate(const gud_contact *contact, double depth, double rate0, double part)
{
    const double reach = contact->law->sudden ? contact->stiffness * depth / fmax(contact->damping, 1e-9)
                                              : rate0 / fmax(contact->damping, 0.1);
    return part * fmin(reach, 10.0);
}

// ---- derivatives

static void check_derivatives(const gud_contact *contact, double clearance)
{
    static const double parts[] = {-0.7, 0.0, 0.4, 3.0};
    for (double d = 1e-4 * clearance; d < 3.0 * clearance; d *= 1.37)
        for (int i = 0; i < GUD_COUNT(parts); i++) {
            const double v0 = 0.3, v = moderate_rate(contact, d, v0, parts[i]), hd = 1e-5 * d, hv = 1e-4;
            const result r = eval(contact, d, v, v0);
            const double below = eval(contact, d - hd, v, v0).force, above = eval(contact, d + hd, v, v0).force;
            assert_true(r.force > 0.0);
            assert_close(r.F_depth, (above - below) / (2.0 * hd), 1e-6, 0.0);
            const double hr = hv * fmax(fabs(v), 0.1 * moderate_rate(contact, d, v0, 1.0));
            const double slower = eval(contact, d, v - hr, v0).force, faster = eval(contact, d, v + hr, v0).force;
            assert_close(r.F_rate, (faster - slower) / (2.0 * hr), 1e-6, 1e-9 * r.force / hr);
        }
}

static void derivatives_are_differences(void **state)
{
    (void)state;
    for_all(check_derivatives);
}

// ---- signs and limits

static void check_no_pull(const gud_contact *contact, double clearance)
{
    for (double d = 1e-6 * clearance; d < 5.0 * clearance; d *= 3.1)
        for (double v = -50.0; v < 50.0; v += 1.7) {
            const result r = eval(contact, d, v, 0.2);
            assert_true(r.force >= 0.0 && r.F_depth >= 0.0 && r.F_rate >= 0.0);
            if (v >= 0.0) assert_true(r.force > 0.0);
            if (r.force == 0.0) assert_true(r.F_depth == 0.0 && r.F_rate == 0.0);
        }
}

static void no_law_pulls(void **state)
{
    (void)state;
    for_all(check_no_pull);
}

static void check_apart(const gud_contact *contact, double clearance)
{
    const double apart[] = {0.0, -1e-300, -0.1 * clearance, -1.0};
    for (int i = 0; i < GUD_COUNT(apart); i++)
        for (double v = -3.0; v < 4.0; v += 3.0) {
            const result r = eval(contact, apart[i], v, 0.2);
            assert_true(r.force == 0.0 && r.F_depth == 0.0 && r.F_rate == 0.0);
        }

    // and from there it begins continuously, if the law's damping lets it
    const double v = contact->law->sudden ? 0.0 : 0.5, scale = eval(contact, clearance, v, 0.2).force;
    double last = scale;
    for (double d = 1e-2 * clearance; d > 1e-14 * clearance; d *= 0.01) {
        const double force = eval(contact, d, v, 0.2).force;
        assert_true(force < 0.02 * last);
        last = force;
    }
    assert_true(last < 1e-12 * scale);
}

static void force_begins_at_zero(void **state)
{
    (void)state;
    for_all(check_apart);
}

static void check_monotone(const gud_contact *contact, double clearance)
{
    double force = 0.0, width = 0.0;
    for (double d = 1e-8 * clearance; d < 20.0 * clearance; d *= 1.05) {
        const result r = eval(contact, d, 0.0, 0.2);
        double a;
        assert_true(r.force > force && r.F_depth > 0.0);
        force = r.force;
        if (!gud_contact_half_width(contact, 1, &d, &a)) continue;
        assert_true(a >= width && a > 0.0);
        width = a;
    }
}

static void force_and_width_grow_with_depth(void **state)
{
    (void)state;
    for_all(check_monotone);
}

static void check_slow(const gud_contact *contact, double clearance)
{
    const result r = eval(contact, 0.1 * clearance, 1e-7, 0.0);
    assert_true(isfinite(r.force) && isfinite(r.F_depth) && isfinite(r.F_rate));
    assert_true(r.force == eval(contact, 0.1 * clearance, 1e-7, -3.0).force); // a contact that began by parting
}

static void contacts_that_begin_at_rest_are_finite(void **state)
{
    (void)state;
    for_all(check_slow);
}

static void check_nan(const gud_contact *contact, double clearance)
{
    const double nan = (double)NAN, d = 0.3 * clearance;
    double a;
    assert_true(isnan(eval(contact, nan, 0.1, 0.1).force));
    assert_true(isnan(eval(contact, d, nan, 0.1).force));
    if (!contact->law->sudden) assert_true(isnan(eval(contact, d, 0.1, nan).force));
    if (gud_contact_half_width(contact, 1, &nan, &a)) assert_true(isnan(a));
}

static void nan_does_not_vanish(void **state)
{
    (void)state;
    for_all(check_nan);
}

// ---- energy

// energy that a harmonic stroke from touch to touch leaves in the contact
static void check_cycle(const gud_contact *contact, double clearance)
{
    enum { n = 2000 };
    const double stroke = 0.4 * clearance, omega = 50.0, v0 = 0.5 * stroke * omega;
    double lost = 0.0, moved = 0.0;
    for (int i = 0; i < n; i++) { // midpoint rule over a period of a periodic integrand
        const double phase = 2.0 * pi * (i + 0.5) / n;
        const double d = 0.5 * stroke * (1.0 - cos(phase)), v = v0 * sin(phase);
        const double power = eval(contact, d, v, v0).force * v;
        lost += power * 2.0 * pi / (omega * n);
        moved += fabs(power) * 2.0 * pi / (omega * n);
    }
    assert_true(lost >= -1e-9 * moved);
    if (contact->damping > 0.0)
        assert_true(lost > 0.0);
    else
        assert_near(lost, 0.0, 1e-9 * moved);
}

static void a_closed_cycle_creates_no_energy(void **state)
{
    (void)state;
    for_all(check_cycle);
}

// ---- similarity: lengths s times as large, modulus m times: force m s^2 times, half width s times

static void check_similar(const gud_contact_law *law, int variant, int p, double size, double hardness)
{
    gud_contact_params prm;
    gud_contact_pair small, large;
    set_params(law, variant, &prm);
    if (!isnan(prm.stiffness)) return;
    if (has_field(&law->row, "damping")) { // its damping is no question of geometry
        prm.damping = 0.0;
        prm.restitution_out = (double)NAN;
    }
    set_pair(p, 1.0, 1.0, &small);
    set_pair(p, size, hardness, &large);
    const gud_contact one = make(law, &prm, &small), other = make(law, &prm, &large);

    for (double d = 1e-3 * small.clearance; d < 2.0 * small.clearance; d *= 1.7) {
        const double deep = size * d;
        double a, b;
        assert_close(eval(&other, deep, 0.1, 0.2).force, hardness * size * size * eval(&one, d, 0.1, 0.2).force, 1e-11,
                     0.0);
        if (!gud_contact_half_width(&one, 1, &d, &a)) continue;
        assert_true(gud_contact_half_width(&other, 1, &deep, &b));
        assert_close(b, size * a, 1e-11, 0.0);
    }
}

static void bodies_of_one_shape_behave_alike(void **state)
{
    (void)state;
    for (int i = 0; gud_contact_laws[i]; i++)
        for (int p = 0; p < GUD_COUNT(pairs) && !gud_contact_laws[i]->outside; p++)
            for (int variant = 0; variant < nvariant; variant++) {
                check_similar(gud_contact_laws[i], variant, p, 3.7, 1.0);
                check_similar(gud_contact_laws[i], variant, p, 1.0, 0.21);
            }
}

// a line contact twice as wide bears twice the load; in dubowsky_freudenstein the width is also the depth of the bodies
static void line_laws_are_proportional_to_the_width(void **state)
{
    (void)state;
    int nline = 0;
    for (int i = 0; gud_contact_laws[i]; i++) {
        const gud_contact_law *law = gud_contact_laws[i];
        if (law->outside || strcmp(law->row.name, "dubowsky_freudenstein") == 0) continue;
        gud_contact_params prm;
        gud_contact_pair narrow, wide;
        set_params(law, 0, &prm);
        set_pair(0, 1.0, 1.0, &narrow);
        wide = narrow;
        wide.width *= 2.0;
        const gud_contact one = make(law, &prm, &narrow), other = make(law, &prm, &wide);
        const bool line = law->needs & GUD_CONTACT_WIDTH;
        nline += line;
        for (double d = 1e-6; d < 1e-3; d *= 2.0)
            if (!law->sudden)
                assert_close(eval(&other, d, 0.1, 0.2).force, (line ? 2.0 : 1.0) * eval(&one, d, 0.1, 0.2).force, 1e-12,
                             0.0);
    }
    assert_int_equal(nline, 3);
}

// ---- arrays and tables

static void check_arrays(const gud_contact *contact, double clearance)
{
    enum { n = 150 };
    double depth[n], rate[n], rate0[n], force[n], F_depth[n], F_rate[n], curve[n], width[n];
    for (int i = 0; i < n; i++) {
        depth[i] = (i - 10) * 0.01 * clearance;
        rate[i] = 0.02 * (i % 7 - 3);
        rate0[i] = 0.1 + 0.01 * i;
    }
    const gud_contact_in in = {depth, rate, rate0};
    gud_contact_out out = {force, F_depth, F_rate};
    gud_contact_eval(contact, n, &in, &out);
    gud_contact_curves(1, contact, n, depth, curve, width);
    for (int i = 0; i < n; i++) {
        const result r = eval(contact, depth[i], rate[i], rate0[i]);
        double a = 0.0;
        assert_true(r.force == force[i] && r.F_depth == F_depth[i] && r.F_rate == F_rate[i]);
        assert_true(curve[i] == eval(contact, depth[i], 0.0, rate0[i]).force);
        (void)gud_contact_half_width(contact, 1, &depth[i], &a);
        assert_true(width[i] == a);
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
    const gud_section section = {.key = "contact",
                                 .about = "contact",
                                 .common = &gud_contact_pair_row,
                                 .selector = "law",
                                 .rows = gud_contact_rows};
    const gud_section bodies = {.key = "bodies", .about = "elasticity", .common = &gud_contact_bodies_row};
    const gud_section *const sections[] = {&section, &bodies, NULL};
    assert_tables_are_sound(sections);

    for (int i = 0; gud_contact_laws[i]; i++) {
        const gud_row *row = &gud_contact_laws[i]->row;
        assert_ptr_equal(gud_contact_rows[i], row);
        assert_ptr_equal(gud_contact_find(row->name), gud_contact_laws[i]);
        assert_true(row->about && row->source && row->size == sizeof(gud_contact_params));
    }
    assert_null(gud_contact_find("hertz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_without_mistakes),
        cmocka_unit_test(derivatives_are_differences),
        cmocka_unit_test(no_law_pulls),
        cmocka_unit_test(force_begins_at_zero),
        cmocka_unit_test(force_and_width_grow_with_depth),
        cmocka_unit_test(contacts_that_begin_at_rest_are_finite),
        cmocka_unit_test(nan_does_not_vanish),
        cmocka_unit_test(a_closed_cycle_creates_no_energy),
        cmocka_unit_test(bodies_of_one_shape_behave_alike),
        cmocka_unit_test(line_laws_are_proportional_to_the_width),
        cmocka_unit_test(many_points_are_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
