// Numbers that the time laws promise, beyond what every law promises (tests/conform/motion_test.c). The parameters are
// set through the rows' fields, as the loader does it.

#include "check.h"

#include "joint/motion.h"
#include "num/pi.h"

#include <string.h>

typedef struct {
    const gud_motion *motion;
    _Alignas(16) unsigned char params[256];
    gud_error error;
} law;

static const gud_field *field_of(const law *l, const char *key)
{
    for (int i = 0; i < l->motion->row.nfield; i++)
        if (strcmp(l->motion->row.fields[i].key, key) == 0) return &l->motion->row.fields[i];
    fail_msg("%s has no field %s", l->motion->row.name, key);
    return NULL;
}

static void set(law *l, const char *key, double value)
{
    memcpy(l->params + field_of(l, key)->offset, &value, sizeof value);
}

static void choose(law *l, const char *key, const char *choice)
{
    const gud_field *field = field_of(l, key);
    int i = 0;
    while (strcmp(field->choices[i], choice) != 0) i++;
    memcpy(l->params + field->offset, &i, sizeof i);
}

static gud_status prepare(law *l)
{
    const gud_motion_context context = {.unit = "rad", .error = &l->error};
    return gud_motion_prepare(l->motion, l->params, &context);
}

static void assert_state(const law *l, double t, double value, double rate, double acceleration)
{
    double out[3];
    l->motion->eval(l->params, t, out);
    assert_close(out[0], value, 1e-14, 1.0);
    assert_close(out[1], rate, 1e-14, 1.0);
    assert_close(out[2], acceleration, 1e-14, 1.0);
}

static void test_ramp(void **state)
{
    (void)state;
    law l = {.motion = &gud_motion_ramp};
    set(&l, "rate", 10.0);
    set(&l, "during", 2.0);
    set(&l, "begin", 1.0);
    set(&l, "start", 3.0);
    static const char *const profiles[] = {"smooth", "linear"};
    for (int i = 0; i < 2; i++) {
        choose(&l, "profile", profiles[i]);
        assert_state(&l, 0.5, 3.0, 0.0, 0.0);
        assert_state(&l, 3.0, 13.0, 10.0, 0.0); // half of rate times duration
        assert_state(&l, 5.0, 33.0, 10.0, 0.0);
        assert_near(gud_motion_next_break(l.motion, l.params, -1.0), 1.0, 0.0);
        assert_near(gud_motion_next_break(l.motion, l.params, 1.0), 3.0, 0.0);
        assert_true(isinf(gud_motion_next_break(l.motion, l.params, 3.0)));
    }
    assert_state(&l, 2.0, 5.5, 5.0, 5.0); // linear: half the rate, a quarter of the final travel
    choose(&l, "profile", "smooth");
    assert_state(&l, 2.0, 4.5625, 5.0, 9.375);
}

static void test_harmonic(void **state)
{
    (void)state;
    law l = {.motion = &gud_motion_harmonic};
    set(&l, "amplitude", 2.0);
    set(&l, "offset", 1.0);
    set(&l, "phase", 0.5 * pi);
    set(&l, "speed", 3.0);
    set(&l, "frequency", NAN);
    assert_int_equal(prepare(&l), GUD_OK);
    assert_state(&l, 0.0, 3.0, 0.0, -18.0);

    set(&l, "frequency", 0.25); // a quarter of a cycle in one second
    set(&l, "speed", NAN);
    assert_int_equal(prepare(&l), GUD_OK);
    assert_state(&l, 1.0, 1.0, -pi, 0.0);

    set(&l, "frequency", 1e308);
    assert_int_equal(prepare(&l), GUD_ERR_INPUT);
}

static void test_polynomial(void **state)
{
    (void)state;
    const double c[] = {1.0, -2.0, 3.0, 0.5};
    law l = {.motion = &gud_motion_polynomial};
    gud_numbers numbers = {c, 4};
    memcpy(l.params + field_of(&l, "coefficients")->offset, &numbers, sizeof numbers);
    assert_int_equal(prepare(&l), GUD_OK);
    assert_state(&l, 2.0, 1.0 - 4.0 + 12.0 + 4.0, -2.0 + 12.0 + 6.0, 6.0 + 6.0);

    numbers.count = 0;
    memcpy(l.params + field_of(&l, "coefficients")->offset, &numbers, sizeof numbers);
    assert_int_equal(prepare(&l), GUD_ERR_INPUT);
}

static void test_period_needs_periodic(void **state)
{
    (void)state;
    law l = {.motion = &gud_motion_table};
    choose(&l, "interpolation", "linear");
    choose(&l, "ends", "free");
    choose(&l, "outside", "hold");
    set(&l, "period", 1.0);
    assert_int_equal(prepare(&l), GUD_ERR_INPUT);
    assert_string_equal(l.error.text, "period is only for outside = periodic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ramp),
        cmocka_unit_test(test_harmonic),
        cmocka_unit_test(test_polynomial),
        cmocka_unit_test(test_period_needs_periodic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
