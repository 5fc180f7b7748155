// What studies draw: distributions with known moments, Latin hypercubes and Saltelli designs, fits, rows that do not
// depend on others, and mistakes with their places.

#include "check.h"

#include "num/search.h"
#include "sweep/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the study of a text; NULL with the messages in `said`
static gud_study *study_of(const char *text, char *said, size_t size)
{
    gud_diag diag;
    gud_study *study;
    gud_buffer messages;
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_status st = gud_study_read("study.yaml", text, &diag, &study);
    gud_diag_write(&diag, &messages);
    (void)snprintf(said, size, "%s", gud_buffer_text(&messages));
    assert_int_equal(st, said[0] ? GUD_ERR_INPUT : GUD_OK);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    return study;
}

static gud_study *good_study(const char *axes, const char *rest)
{
    char text[2000], said[2000];
    (void)snprintf(text, sizeof text, "gudgeon: 1\nmodel: a.yaml\naxes:\n%s%s", axes, rest);
    gud_study *s = study_of(text, said, sizeof said);
    assert_string_equal(said, "");
    return s;
}

// ---- distributions

// mean and variance of equation (4) with the middle of many strata
static void moments(const gud_distribution *d, double *mean, double *variance)
{
    enum { n = 200000 };
    *mean = *variance = 0.0;
    for (int i = 0; i < n; i++) *mean += gud_distribution_quantile(d, (i + 0.5) / n) / n;
    for (int i = 0; i < n; i++) {
        const double x = gud_distribution_quantile(d, (i + 0.5) / n) - *mean;
        *variance += x * x / n;
    }
}

static void known_moments(void **state)
{
    (void)state;
    // between -1 and 2: the mean of the standard normal is (phi(a) - phi(b)) / Z, E x^2 = 1 + (a phi(a) - b phi(b)) / Z
    const double phi1 = 0.24197072451914337, phi2 = 0.05399096651318806, Z = 0.8185946141203637;
    const double m = (phi1 - phi2) / Z, q = 1.0 + (-phi1 - 2.0 * phi2) / Z;
    static const char head[] = "  x: {path: p, distribution: ";
    const struct {
        const char *text;
        double mean, variance;
    } list[] = {
        {"uniform, from: 2, to: 5}\n", 3.5, 0.75},
        {"uniform, from: 1, to: 10, spacing: log}\n", 9.0 / log(10.0),
         99.0 / 2.0 / log(10.0) - 81.0 / log(10.0) / log(10.0)},
        {"normal, mean: 3, std: 2}\n", 3.0, 4.0},
        {"normal, mean: 3, std: 2, from: 1, to: 7}\n", 3.0 + 2.0 * m, 4.0 * (q - m * m)},
        {"triangular, from: 1, mode: 2, to: 6}\n", 3.0, 7.0 / 6.0}, // (a^2 + b^2 + c^2 - ab - ac - bc) / 18
        {"triangular, from: 1, mode: 1, to: 4}\n", 2.0, 0.5},
        {"lognormal, median: 2, factor: 1.5}\n", 2.0 * exp(0.5 * log(1.5) * log(1.5)),
         4.0 * exp(log(1.5) * log(1.5)) * expm1(log(1.5) * log(1.5))},
    };
    for (int i = 0; i < GUD_COUNT(list); i++) {
        char axis[200];
        double mean, variance;
        (void)snprintf(axis, sizeof axis, "%s%s", head, list[i].text);
        gud_study *s = good_study(axis, "sample: {points: 2}\n");
        moments(&s->design.factors[0].distribution, &mean, &variance);
        assert_close(mean, list[i].mean, 1e-4, 0.0);
        assert_close(variance, list[i].variance, 1e-3, 0.0);
        gud_study_free(s);
    }
}

static void units_of_one_axis(void **state)
{
    (void)state;
    gud_study *s = good_study("  t: {path: p, distribution: normal, mean: 60 degC, std: 5 K, to: 350 K}\n"
                              "  c: {path: q, distribution: triangular, from: 10 um, mode: 0.02 mm, to: 4e-5 m}\n",
                              "sample: {points: 5}\n");
    const gud_distribution *t = &s->design.factors[0].distribution, *c = &s->design.factors[1].distribution;
    assert_near(t->width, 5.0, 1e-12);
    assert_near(t->high, 76.85, 1e-9);
    assert_string_equal(s->design.factors[0].unit, "degC");
    assert_near(c->middle, 0.02, 1e-15); // the unit is that of what is most likely
    assert_near(c->high, 0.04, 1e-12);
    gud_study_free(s);
}

// ---- samples

static const char three[] = "  a: {path: [x.a, y.a], distribution: uniform, from: 0, to: 1}\n"
                            "  b: {path: b, distribution: uniform, from: 0, to: 1}\n"
                            "  c: {path: c, distribution: uniform, from: 0, to: 1}\n";

static void each_stratum_once(void **state)
{
    (void)state;
    gud_study *s = good_study(three, "sample: {points: 137, seed: 5}\n");
    assert_int_equal(s->nrun, 137);
    for (int k = 0; k < 3; k++) {
        char seen[137] = {0};
        for (int i = 0; i < 137; i++) {
            const int stratum = (int)(137.0 * gud_study_drawn(s, i)[k]);
            assert_in_range(stratum, 0, 136);
            assert_false(seen[stratum]);
            seen[stratum] = 1;
        }
    }
    gud_study_free(s);
}

// a sum of functions of one factor each is integrated far better than by independent draws
static void latin_is_better(void **state)
{
    (void)state;
    double off[2] = {0.0, 0.0};
    for (int seed = 0; seed < 20; seed++)
        for (int m = 0; m < 2; m++) {
            char rest[80];
            double mean = 0.0;
            (void)snprintf(rest, sizeof rest, "sample: {points: 100, method: %s, seed: %d}\n", m ? "latin" : "random",
                           seed);
            gud_study *s = good_study(three, rest);
            for (int i = 0; i < 100; i++) {
                const double *v = gud_study_drawn(s, i);
                mean += (v[0] + v[1] * v[1] + exp(v[2])) / 100.0;
            }
            off[m] += fabs(mean - (0.5 + 1.0 / 3.0 + exp(1.0) - 1.0)) / 20.0;
            gud_study_free(s);
        }
    assert_true(off[1] < 0.05 * off[0]);
}

static void rows_stand_alone(void **state)
{
    (void)state;
    gud_study *s = good_study(three, "sample: {points: 50, seed: 9}\n");
    gud_study *longer = good_study(three, "sample: {points: 80, method: random, seed: 9}\n");
    gud_study *random = good_study(three, "sample: {points: 50, method: random, seed: 9}\n");
    gud_study *other = good_study(three, "sample: {points: 50, seed: 10}\n");
    double u[GUD_DESIGN_FACTORS], values[GUD_DESIGN_FACTORS];
    int same = 0;
    for (int i = 49; i >= 0; i--) {
        gud_design_row(&s->design, i, u);
        gud_design_values(&s->design, u, values);
        assert_memory_equal(values, gud_study_drawn(s, i), 3 * sizeof *values);
        // more parts are further parts
        assert_memory_equal(gud_study_drawn(longer, i), gud_study_drawn(random, i), 3 * sizeof *values);
        same += gud_study_drawn(other, i)[0] == gud_study_drawn(s, i)[0];
    }
    assert_int_equal(same, 0);
    gud_study_free(s);
    gud_study_free(longer);
    gud_study_free(random);
    gud_study_free(other);
}

static void saltelli_blocks(void **state)
{
    (void)state;
    gud_study *s = good_study(three, "sample: {points: 40, method: saltelli}\n");
    assert_int_equal(s->nrun, 40 * 5);
    for (int b = 0; b < 40; b++) {
        const double *A = gud_study_drawn(s, 5 * b), *B = gud_study_drawn(s, 5 * b + 1);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++) {
                assert_true(A[j] != B[j]);
                assert_true(gud_study_drawn(s, 5 * b + 2 + k)[j] == (j == k ? B[j] : A[j]));
            }
    }
    gud_study_free(s);
}

// the sample is the last axis: every part with every case of the others
static void crossed_with_a_grid(void **state)
{
    (void)state;
    char name[GUD_STUDY_NAME];
    const char *set[8];
    gud_study *s = good_study("  speed: {path: n, values: [100 rpm, 200 rpm]}\n"
                              "  a: {path: [x.a, y.a], distribution: uniform, from: 3 um, to: 4 um}\n",
                              "sample: {points: 7}\n");
    assert_int_equal(s->nrun, 14);
    gud_study_folder(s, 8, name);
    assert_string_equal(name, "200-rpm_002");
    assert_int_equal(gud_study_sets(s, 8, set), 3);
    assert_string_equal(set[0], "n=200 rpm");
    char expected[80];
    (void)snprintf(expected, sizeof expected, "y.a=%.15g um", gud_study_drawn(s, 1)[0]);
    assert_string_equal(set[2], expected);
    assert_ptr_equal(gud_study_drawn(s, 8), gud_study_drawn(s, 1));
    gud_study_free(s);
}

// 50 mm H7/f7: bore 0 to 25, journal -50 to -25 um, radial clearance 12.5 to 37.5 um
static void drawn_fit(void **state)
{
    (void)state;
    gud_study *s =
        good_study("  gap: {path: c, fit: H7/f7, diameter: 5 cm, capability: 1.5}\n", "sample: {points: 4000}\n");
    const char *set[1], *unit;
    double mean = 0.0, variance = 0.0;
    assert_int_equal(s->design.nfactor, 2);
    assert_string_equal(gud_design_column(&s->design, 1, &unit), "gap.shaft");
    assert_string_equal(gud_design_column(&s->design, 2, &unit), "gap");
    assert_string_equal(unit, "um");
    for (int i = 0; i < s->nrun; i++) {
        const double *v = gud_study_drawn(s, i);
        assert_true(v[0] >= 0.0 && v[0] <= 25.0 && v[1] >= -50.0 && v[1] <= -25.0);
        assert_near(v[2], 0.5 * (v[0] - v[1]), 1e-12);
        mean += v[2] / s->nrun;
    }
    for (int i = 0; i < s->nrun; i++) variance += pow(gud_study_drawn(s, i)[2] - mean, 2.0) / s->nrun;
    assert_near(mean, 25.0, 0.02);
    // truncated at 4.5 standard deviations, which changes nothing here
    assert_close(sqrt(variance), 0.5 * sqrt(2.0) * 25.0 / 9.0, 0.02, 0.0);
    assert_int_equal(gud_study_sets(s, 3, set), 1);
    assert_string_equal(strchr(set[0], ' '), " um");
    gud_study_free(s);
}

// ---- searches

static void first_round(void **state)
{
    (void)state;
    gud_study *s =
        good_study("  c: {path: c, from: 10 um, to: 90 um}\n  n: {path: n, from: 1 Hz, to: 100 Hz, spacing: log}\n",
                   "search: {minimise: max of loss, runs: 33}\n"
                   "limits: {thin: {channel: film_min, below: 2 um}, hot: {channel: '*/T', above: 80 degC}}\n");
    double u[GUD_SEARCH_FIRST * 2], middle[] = {0.25, 0.5};
    gud_study *round;
    assert_int_equal(s->nrun, gud_search_first(2, u));
    assert_near(gud_study_drawn(s, 0)[0], 50.0, 1e-12);
    assert_near(gud_study_drawn(s, 0)[1], 10.0, 1e-12);
    assert_near(s->limits[0].value, 2e-6, 1e-20);
    assert_near(s->limits[1].value, 353.15, 1e-9);
    assert_int_equal(s->goals.list[0].target.statistic, GUD_TAKE_MAX);
    assert_string_equal(s->goals.list[0].target.channel, "loss");
    // what is judged is in the table
    assert_string_equal(s->channels.list[s->channels.count - 1], "*/T");

    assert_int_equal(gud_study_with(s, middle, 1, 12, &round), GUD_OK);
    assert_int_equal(round->nrun, 1);
    assert_near(gud_study_drawn(round, 0)[0], 30.0, 1e-12);
    assert_string_equal(round->axes[round->naxis - 1].cases[0].label, "012");
    gud_study_free(round);
    gud_study_free(s);
}

// ---- mistakes

#define DRAWN "  x: {path: p, distribution: normal, mean: 1 um, std: 1 um}\n"
static const struct {
    const char *axes, *rest, *said;
} wrong[] = {
    {"  x: {path: p, distribution: norml, mean: 1, std: 1}\n", "sample: {points: 9}\n",
     "4:30: axis 'x': distribution 'norml' is unknown; did you mean 'normal'?"},
    {"  x: {path: p, distribution: normal, mean: 1}\n", "sample: {points: 9}\n", "std is a number with a unit"},
    {"  x: {path: p, distribution: normal, mean: 1 um, std: 1 N}\n", "sample: {points: 9}\n",
     "std is a number with a unit"},
    {"  x: {path: p, distribution: normal, mean: 1, std: -1}\n", "sample: {points: 9}\n",
     "no normal distribution has these numbers"},
    {"  x: {path: p, distribution: normal, mean: 1, std: 1, from: 90}\n", "sample: {points: 9}\n",
     "no normal distribution"},
    {"  x: {path: p, distribution: uniform, from: 2, to: 1}\n", "sample: {points: 9}\n", "no uniform distribution"},
    {"  x: {path: p, distribution: uniform, from: 0, to: 1, spacing: log}\n", "sample: {points: 9}\n",
     "no uniform distribution"},
    {"  x: {path: p, distribution: normal, mean: 1, std: 1, spacing: log}\n", "sample: {points: 9}\n",
     "spacing is linear, or log of a uniform"},
    {"  x: {path: p, distribution: triangular, from: 0, mode: 3, to: 1}\n", "sample: {points: 9}\n", "no triangular"},
    {"  x: {path: p, distribution: lognormal, median: 2, factor: 0.5}\n", "sample: {points: 9}\n", "no lognormal"},
    {"  x: {distribution: uniform, from: 0, to: 1}\n", "sample: {points: 9}\n", "needs 'path'"},
    {"  x: {path: p, fit: H7/f7}\n", "sample: {points: 9}\n", "a fit needs 'diameter'"},
    {"  x: {path: p, fit: H7/f7, diameter: 50}\n", "sample: {points: 9}\n", "a fit needs 'diameter'"},
    {"  x: {path: p, fit: H7/p6, diameter: 50 mm}\n", "sample: {points: 9}\n", "supported are the holes"},
    {"  x: {path: p, fit: H7/f7, diameter: 50 mm, distribution: lognormal}\n", "sample: {points: 9}\n",
     "normal, uniform or triangular"},
    {"  x: {path: p, fit: H7/f7, diameter: 50 mm, mean: 3}\n", "sample: {points: 9}\n", "a fit takes"},
    {"  x: {path: p, fit: H7/f7, diameter: 50 mm, capability: 0}\n", "sample: {points: 9}\n", "capability is a number"},
    {DRAWN, "", "'sample' is missing"},
    {DRAWN, "sample: {points: 1}\n", "points is a whole number"},
    {DRAWN, "sample: {points: 9, method: sobol}\n", "method is random, latin or saltelli"},
    {DRAWN, "sample: {points: 9, seed: -1}\n", "seed is a whole number"},
    {DRAWN, "sample: {points: 9, sed: 1}\n", "unknown key 'sed'; did you mean 'seed'?"},
    {DRAWN, "sample: {points: 90000, method: saltelli}\n", "more than 100000 runs"},
    {"  x: {path: p, values: [1, 2]}\n", "sample: {points: 9}\n", "no axis has a 'distribution'"},
    {DRAWN, "sample: {points: 9}\nlimits: {thin: {channel: a, below: 1 um, above: 2 um}}\n",
     "limit 'thin' has 'channel'"},
    {DRAWN, "sample: {points: 9}\nlimits: {thin: {below: 1 um}}\n", "limit 'thin' has 'channel'"},
    {DRAWN, "sample: {points: 9}\nlimits: {thin: {channel: a, below: 1 foo}}\n", "limit 'thin' has 'channel'"},
    {DRAWN, "sample: {points: 9}\nlimits: 3\n", "limits is a map"},
    {"  part: {path: p, values: [1, 2]}\n  x: {path: p, distribution: uniform, from: 0, to: 1}\n",
     "sample: {points: 9}\n", "axis 'part': this name is used for the rows of the design"},
    {DRAWN, "search: {minimise: loss}\n", "a search varies 'from' and 'to', and draws nothing"},
    {"  x: {path: p, values: [1, 2]}\n", "search: {minimise: loss}\n", "a search varies numbers 'from' and 'to'"},
    {"  x: {path: p, from: 1, to: 2}\n", "search: {minimise: [a, b]}\n", "a search has one goal"},
    {"  x: {path: p, from: 1, to: 2}\n", "front: {minimise: a}\n", "a front has two goals"},
    {"  x: {path: p, from: 1, to: 2}\n", "search: {minimise: a, points: 3}\n", "search: unknown key 'points'"},
    {"  x: {path: p, from: 1, to: 2}\n", "search: {minimise: a, runs: 2}\n", "runs is a number from 3 to 1000"},
    {"  x: {path: p, from: 1, to: 2}\n", "search: {minimise: a}\nfront: {minimise: [a, b]}\n", "not both"},
    {"  x: {path: p, from: 1, to: 2}\n", "", "points is a whole number"},
};

static void mistakes(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(wrong); i++) {
        char text[2000], said[2000];
        (void)snprintf(text, sizeof text, "gudgeon: 1\nmodel: a.yaml\naxes:\n%s%s", wrong[i].axes, wrong[i].rest);
        gud_study *s = study_of(text, said, sizeof said);
        if (s || !strstr(said, wrong[i].said)) fail_msg("%s%s-> %s", wrong[i].axes, wrong[i].rest, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_moments),       cmocka_unit_test(units_of_one_axis),
                                       cmocka_unit_test(each_stratum_once),   cmocka_unit_test(latin_is_better),
                                       cmocka_unit_test(rows_stand_alone),    cmocka_unit_test(saltelli_blocks),
                                       cmocka_unit_test(crossed_with_a_grid), cmocka_unit_test(drawn_fit),
                                       cmocka_unit_test(first_round),         cmocka_unit_test(mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
