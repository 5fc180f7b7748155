// Arithmetic with units: values, dimensions, limits, and what is said about mistakes.

#include "unit/load_check.h"

#include "load/expression.h"

#include <stdio.h>

static gud_lookup find_name(void *user, const char *name, int nesting, gud_quantity *value, gud_expression_error *error)
{
    (void)user, (void)nesting;
    if (strcmp(name, "word") == 0) {
        (void)snprintf(error->text, sizeof error->text, "it is a word");
        return GUD_LOOKUP_WRONG;
    }
    if (strcmp(name, "wrong") == 0) return GUD_LOOKUP_SILENT;
    if (strcmp(name, "stroke") == 0) *value = (gud_quantity){.value = 0.09, .power = {1.0}};
    if (strcmp(name, "s") == 0) *value = (gud_quantity){.value = 3.0, .power = {1.0}};
    return strcmp(name, "stroke") == 0 || strcmp(name, "s") == 0 ? GUD_LOOKUP_FOUND : GUD_LOOKUP_ABSENT;
}

static bool has_name(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "stroke") == 0 || strcmp(name, "s") == 0;
}

static void suggest(void *user, gud_near *near)
{
    (void)user;
    gud_near_try(near, "stroke");
}

static bool eval(const gud_units *units, const char *text, gud_quantity *value, gud_expression_error *error)
{
    const gud_expression_names names = {units, find_name, has_name, suggest, NULL};
    const char *end;
    void *locale = gud_units_enter(units);
    const bool good = gud_expression_eval(text, &names, 0, value, &end, error);
    gud_units_leave(locale);
    return good;
}

static void test_values(void **state)
{
    const struct {
        const char *text, *written;
        double value;
    } cases[] = {
        {"1 + 2*3", "7", 7.0},
        {"(1 + 2)*3", "9", 9.0},
        {"2 - 3 - 4", "-5", -5.0},
        {"-2^2", "-4", -4.0},
        {"2^3^2", "512", 512.0},
        {"2**-1", "0.5", 0.5},
        {"stroke/2 + 5 mm", NULL, 0.05},
        {"2*stroke", "0.18 m", 0.18},
        {"pi/4*stroke^2", NULL, 0.785398163397448310 * 0.0081},
        {"10 N/mm*2 mm", "20 kg.m.s-2", 20.0},
        {"20 N / 10 N/mm", "0.002 m", 0.002},
        {"2 N.m/rad * 90 deg", NULL, 3.14159265358979324},
        {"sin(30 deg)", NULL, 0.5},
        {"asin(0.5)", NULL, 0.523598775598298873},
        {"atan2(1 mm, 1 mm)", NULL, 0.785398163397448310},
        {"90 deg + pi/2", NULL, 3.14159265358979324},
        {"sqrt(4 m2)", "2 m", 2.0},
        {"sqrt(4 m)", "2 m^0.5", 2.0},
        {"max(0, 3 mm, 2 mm)", "0.003 m", 0.003},
        {"min(stroke, 1 m)", "0.09 m", 0.09},
        {"abs(-stroke)", "0.09 m", 0.09},
        {"mod(-1, 4)", "3", 3.0},
        {"hypot(3 mm, 4 mm)", NULL, 0.005},
        {"round(stroke/40 mm)", "2 1", 2.0},
        {"60 degC - 20 degC", "40 K", 40.0},
        {"exp(0) + log(1) + log10(100)", "3", 3.0},
        {"floor(2.7) + ceil(2.2) + sign(-3 kg) + tanh(0)", "4 1", 4.0},
        {"1e3 1/s", NULL, NAN},
        {"3000 rpm*stroke", NULL, 314.159265358979324 * 0.09},
        {"30 µm", "3e-05 m", 30e-6},
        {"2 of crank", "2", 2.0},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        gud_quantity value;
        gud_expression_error error;
        const bool good = eval(*state, cases[i].text, &value, &error);
        if (isnan(cases[i].value)) {
            assert_false(good);
            continue;
        }
        if (!good) fail_msg("%s: %s", cases[i].text, error.text);
        assert_close(value.value, cases[i].value, 1e-15, 1.0);
        if (cases[i].written) assert_string_equal(gud_quantity_write(&value).text, cases[i].written);
    }
}

static void test_mistakes(void **state)
{
    const struct {
        const char *text;
        size_t offset;
        const char *what;
    } cases[] = {
        {"", 0, "a value is missing"},
        {"1 +", 3, "a value is missing"},
        {"of crank", 0, "a value is missing"},
        {"1 + stroke", 2, "a number without unit and m cannot be added"},
        {"3 kg - 2 K", 5, "kg and K cannot be subtracted"},
        {"2 + strok", 4, "there is no parameter 'strok'; did you mean 'stroke'?"},
        {"3 strok", 2, "'strok' is not a unit; if it is a parameter, write '*' before it"},
        {"3 m/s", 4, "'s' is a unit and a parameter: write blanks around the operator, or rename the parameter"},
        {"word", 0, "it is a word"},
        {"2*wrong", 2, ""},
        {"sin", 0, "sin is a function: write sin(...)"},
        {"sine(3)", 0, "there is no function 'sine'"},
        {"sin(1, 2)", 0, "sin takes 1 value, not 2"},
        {"sin(2 m)", 4, "sin needs an angle, not m"},
        {"exp(1 kg)", 4, "exp needs a number without unit, not kg"},
        {"max(1 m, 2 K)", 0, "max compares m with K"},
        {"max(1,2,3,4,5,6,7,8,9)", 20, "max takes at most 8 values"},
        {"(1 + 2", 6, "')' is missing"},
        {"1 + 2)", 5, "')' is not expected here"},
        {"2^(1 m)", 1, "an exponent has no unit; this one is m"},
        {"1/0", 1, "the quotient is not finite here"},
        {"sqrt(-1)", 0, "sqrt is not finite here"},
        {"1e308*1e308", 5, "the product is not finite here"},
        {"1e999", 0, "the number is too large or too small"},
        {"2 3", 2, "an operator is missing before this"},
        {"2 m (3)", 4, "an operator is missing before this"},
        {"$", 0, "'$' is not expected here"},
        {"\xC3\xA9", 0, "this character is not expected here"},
        {"3 m/sin(2)", 4, NULL},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        gud_quantity value;
        gud_expression_error error;
        const bool good = eval(*state, cases[i].text, &value, &error);
        if (!cases[i].what) {
            assert_true(good); // a function ends the unit
            continue;
        }
        if (good) fail_msg("%s is accepted", cases[i].text);
        assert_string_equal(error.text, cases[i].what);
        if (error.offset != cases[i].offset) fail_msg("%s: at %zu", cases[i].text, error.offset);
    }
}

static void fill(char *text, const char *part, int count)
{
    for (int i = 0; i < count; i++) memcpy(text + (size_t)i * strlen(part), part, strlen(part));
    text[(size_t)count * strlen(part)] = '\0';
}

static void test_limits(void **state)
{
    static char text[8192];
    gud_quantity value;
    gud_expression_error error;
    const char *const deep[] = {"(", "-", "2^", "max("};
    for (int i = 0; i < GUD_COUNT(deep); i++) {
        fill(text, deep[i], 1000);
        assert_false(eval(*state, text, &value, &error));
        assert_string_equal(error.text, "nested too deeply (limit 100)");
    }
    fill(text, "(", 90);
    (void)strcat(text, "1");
    fill(text + strlen(text), ")", 90);
    assert_true(eval(*state, text, &value, &error));
    fill(text, "1+", 2047);
    (void)strcat(text, "1");
    assert_true(eval(*state, text, &value, &error));
    assert_true(value.value == 2048.0);
    fill(text, "1+", 2048);
    (void)strcat(text, "1");
    assert_false(eval(*state, text, &value, &error));
    assert_string_equal(error.text, "the expression is longer than 4096 bytes");
    fill(text, "m.", 200);
    char long_unit[512];
    (void)snprintf(long_unit, sizeof long_unit, "3 %.400sm", text);
    assert_false(eval(*state, long_unit, &value, &error));
    assert_string_equal(error.text, "the unit is too long");
    fill(text, "x", 70);
    assert_false(eval(*state, text, &value, &error));
    assert_string_equal(error.text, "a name is longer than 64 characters");
}

// what is written reads back to the same number and dimension
static void test_text_reads_back(void **state)
{
    const char *const texts[] = {"1/3*1 m",  "2 N/m^1.5", "0.1 kg.m2", "sqrt(2 Pa)",
                                 "1/(7 s2)", "5 N.m/rad", "1/3",       "3 mm/2 mm"};
    for (int i = 0; i < GUD_COUNT(texts); i++) {
        gud_quantity value, again;
        gud_expression_error error;
        assert_true(eval(*state, texts[i], &value, &error));
        assert_true(gud_quantity_read(*state, gud_quantity_write(&value).text, &again));
        assert_true(again.value == value.value && again.bare == value.bare);
        for (int k = 0; k < GUD_NDIMENSION; k++) assert_near(again.power[k], value.power[k], 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_text_reads_back),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
