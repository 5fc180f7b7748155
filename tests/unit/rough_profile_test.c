// Profilometer traces: reading, levelling, filtering, moments, summits.

#include "check.h"
#include "num/pi.h"
#include "rough/profile.h"
#include "rough/rough.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gud_profile made_of(double *z, int n, double step)
{
    return (gud_profile){.n = n, .step = step, .height = z};
}

static const gud_profile_filter no_filter = {0, (double)NAN, (double)NAN};

static void level(gud_profile *trace, gud_profile_filter filter)
{
    gud_error error;
    if (gud_profile_level(trace, &filter, &error) != GUD_OK) fail_msg("%s", error.text);
}

static void polynomials_are_taken_off_completely(void **state)
{
    (void)state;
    enum { n = 501 };
    double z[n];
    for (int degree = 0; degree <= 3; degree++) {
        for (int i = 0; i < n; i++) z[i] = 2.0 + pow(i * 0.01, degree);
        gud_profile trace = made_of(z, n, 1e-6);
        gud_profile_filter filter = no_filter;
        filter.detrend = degree;
        level(&trace, filter);
        for (int i = 0; i < n; i++) assert_near(z[i], 0.0, 1e-11);
    }
}

// amplitude in the middle of a wave of length `wave` after the filter
static double passed(double wave, gud_profile_filter filter)
{
    enum { n = 4001 };
    static double z[n];
    for (int i = 0; i < n; i++) z[i] = cos(2.0 * pi * (i - 2000) * 1e-6 / wave);
    gud_profile trace = made_of(z, n, 1e-6);
    level(&trace, filter);
    return z[2000];
}

static void gaussian_filters_pass_half_at_their_cutoff(void **state)
{
    (void)state;
    const gud_profile_filter high = {0, 250e-6, (double)NAN}, low = {0, (double)NAN, 250e-6};
    assert_near(passed(250e-6, high), 0.5, 1e-3);
    assert_near(passed(250e-6, low), 0.5, 1e-3);
    assert_near(passed(25e-6, high), 1.0, 1e-3);
    assert_near(passed(25e-6, low), 0.0, 1e-3);
    assert_near(passed(1000e-6, low), exp2(-0.0625), 1e-3);
}

// A sum of waves over whole periods: m_2k = sum a^2/2 k^2k; differences see a wave number as (2/step) sin(k step/2).
static void moments_are_those_of_the_spectrum(void **state)
{
    (void)state;
    enum { n = 20001 };
    static double z[n];
    const double step = 0.5e-6, base = 2.0 * pi / (step * (n - 1));
    const double amplitude[] = {0.4e-6, 0.2e-6, 0.05e-6}, number[] = {40.0, 210.0, 730.0};
    double m0 = 0.0, m2 = 0.0, m4 = 0.0;
    for (int w = 0; w < 3; w++) {
        const double k = 2.0 / step * sin(0.5 * base * number[w] * step), a2 = 0.5 * amplitude[w] * amplitude[w];
        for (int i = 0; i < n; i++) z[i] += amplitude[w] * sin(base * number[w] * i * step + w);
        m0 += a2;
        m2 += a2 * k * k;
        m4 += a2 * k * k * k * k;
    }
    const gud_profile trace = made_of(z, n, step);
    gud_moments moments;
    gud_error error;
    assert_int_equal(gud_profile_moments(&trace, &error, &moments), GUD_OK);
    assert_close(moments.m0, m0, 1e-3, 0.0);
    assert_close(moments.m2, m2, 1e-3, 0.0);
    assert_close(moments.m4, m4, 1e-3, 0.0);
}

static void summits_follow_from_moments(void **state)
{
    (void)state;
    const gud_moments one = {0.04e-12, 1e-3, 6e7}, both = gud_moments_add(one, one);
    gud_roughness summits, pair;
    gud_error error;
    assert_int_equal(gud_moments_summits(&one, &error, &summits), GUD_OK);
    assert_int_equal(gud_moments_summits(&both, &error, &pair), GUD_OK);
    assert_close(summits.bandwidth, 2.4, 1e-12, 0.0);

    // summits are higher than the plane and scatter less than all heights
    assert_true(summits.mean > 0.0 && summits.sigma < 0.2e-6);
    // McCool: radius x density x sigma depends on the bandwidth alone
    assert_close(summits.radius * summits.density * summits.sigma, sqrt(3.0 / pi) / 48.0 * sqrt(2.4 - 0.8968), 1e-12,
                 0.0);
    // two equal surfaces: heights scatter sqrt(2) as much, tips are sharper, as many per area
    assert_close(pair.sigma, sqrt(2.0) * summits.sigma, 1e-12, 0.0);
    assert_close(pair.radius, summits.radius / sqrt(2.0), 1e-12, 0.0);
    assert_close(pair.density, summits.density, 1e-12, 0.0);

    // a wide spectrum: summits scatter like all heights, around the mean plane
    const gud_moments wide = {0.04e-12, 1e-3, 6e11};
    assert_int_equal(gud_moments_summits(&wide, &error, &summits), GUD_OK);
    assert_close(summits.sigma, 0.2e-6, 1e-4, 0.0);
    assert_near(summits.mean, 0.0, 0.01e-6);
}

static void surfaces_without_summits_are_refused(void **state)
{
    (void)state;
    const gud_moments sine = {1.0, 1.0, 1.0}, flat = {0.0, 0.0, 0.0};
    gud_roughness summits;
    gud_error error;
    assert_int_equal(gud_moments_summits(&sine, &error, &summits), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "below 1.5"));
    assert_int_equal(gud_moments_summits(&flat, &error, &summits), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "flat"));
}

static void filters_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    enum { n = 200 };
    double z[n] = {0.0};
    gud_profile trace = made_of(z, n, 1e-6);
    gud_error error;
    const gud_profile_filter bad[] = {{0, 1e-3, (double)NAN},
                                      {0, -1e-6, (double)NAN},
                                      {4, (double)NAN, (double)NAN},
                                      {0, 20e-6, 30e-6},
                                      {0, (double)NAN, 1e-3}};
    for (int i = 0; i < GUD_COUNT(bad); i++)
        assert_int_equal(gud_profile_level(&trace, &bad[i], &error), GUD_ERR_INPUT);
}

// ---- files

typedef struct text_file {
    char path[64];
    FILE *file;
} text_file;

static text_file open_text(void)
{
    text_file t = {.path = "/tmp/gudgeon_trace_XXXXXX"};
    const int handle = mkstemp(t.path);
    assert_true(handle >= 0);
    t.file = fdopen(handle, "w");
    assert_non_null(t.file);
    return t;
}

static gud_status read_text(text_file *t, gud_error *error, gud_profile *trace)
{
    fclose(t->file);
    const gud_status st = gud_profile_read(t->path, error, trace);
    unlink(t->path);
    return st;
}

static void header_gives_units(void **state)
{
    (void)state;
    static const char *const separators[] = {",", "; ", "\t", "  "};
    for (int k = 0; k < GUD_COUNT(separators); k++) {
        text_file t = open_text();
        fprintf(t.file, k % 2 ? "Trace (raw)\nx (mm)%sz (um)\n" : "# a comment\n\nx [mm]%sz [um]\n", separators[k]);
        for (int i = 0; i < 120; i++) fprintf(t.file, "%.6f%s%.3f\r\n", 0.0005 * i, separators[k], 0.1 * i);
        gud_profile trace;
        gud_error error = {""};
        if (read_text(&t, &error, &trace) != GUD_OK) fail_msg("%s", error.text);
        assert_int_equal(trace.n, 120);
        assert_close(trace.step, 0.5e-6, 1e-9, 0.0);
        assert_close(trace.height[119], 11.9e-6, 1e-9, 0.0);
        gud_profile_free(&trace);
    }
}

// a mark of the byte order, lines about the measurement, decimal commas
static void files_of_instruments_are_read(void **state)
{
    (void)state;
    text_file t = open_text();
    fprintf(t.file, "\xef\xbb\xbfProfil 7\nTaster: 2 um\nx [mm];z [\xc2\xb5m]\nWeg;Hoehe\n");
    for (int i = 0; i < 120; i++) fprintf(t.file, "%d,%04d;-%d,%d\n", i / 2000, 5 * i % 10000, i / 10, i % 10);
    gud_profile trace;
    gud_error error = {""};
    if (read_text(&t, &error, &trace) != GUD_OK) fail_msg("%s", error.text);
    assert_int_equal(trace.n, 120);
    assert_close(trace.step, 0.5e-6, 1e-9, 0.0);
    assert_close(trace.height[119], -11.9e-6, 1e-9, 0.0);
    gud_profile_free(&trace);
}

// a trace of n points with one line replaced (at = -1: none)
static void refuse_text(int n, int at, const char *replacement, const char *header, const char *word)
{
    text_file t = open_text();
    if (header) fprintf(t.file, "%s\n", header);
    for (int i = 0; i < n; i++) {
        if (i == at)
            fprintf(t.file, "%s\n", replacement);
        else
            fprintf(t.file, "%d, %d\n", i, i % 3);
    }
    gud_profile trace;
    gud_error error = {""};
    assert_int_equal(read_text(&t, &error, &trace), GUD_ERR_INPUT);
    if (!strstr(error.text, word)) fail_msg("'%s' does not say '%s'", error.text, word);
}

static void broken_traces_are_refused_with_reason(void **state)
{
    (void)state;
    refuse_text(20, -1, "", NULL, "at least 100 are needed");
    refuse_text(0, -1, "", NULL, "at least 100 are needed");
    refuse_text(150, 70, "70,", NULL, ":71: not a position and a height");
    refuse_text(150, 70, "70, nan", NULL, ":71: not a position and a height");
    refuse_text(150, 70, "70, ---", NULL, "a number is missing");
    refuse_text(150, 70, "# lost", NULL, "a gap of 2e+06 um after x = 6.9e+07 um");
    refuse_text(150, 70, "70.3, 1", NULL, "uneven");
    refuse_text(150, 1, "-1, 1", NULL, "increase");
    refuse_text(150, 70, "70, 1, 5", NULL, "two columns");
    refuse_text(150, 70, "70,5,1,5", NULL, "decimal commas; separate columns with semicolons");
    refuse_text(150, 70, "and so on", NULL, "not a position");
    refuse_text(150, -1, "", "x [in], z [um]", "unit 'in'");
    refuse_text(150, -1, "", "x [mm], z", "only one column");
    refuse_text(150, -1, "", "x [mm, z [um", "header");
    refuse_text(150, -1, "", "x (in), z (mil)", "units of the header are not understood");
    refuse_text(150, -1, "", "x (mm, z (um", "units of the header are not understood");
    refuse_text(150, -1, "", "x mm, z um", "units of the header are not understood");
    refuse_text(150, -1, "", "x, height_um", "units of the header are not understood");
}

static void missing_file_is_said(void **state)
{
    (void)state;
    gud_profile trace;
    gud_error error = {""};
    assert_int_equal(gud_profile_read("/nowhere/trace.csv", &error, &trace), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "/nowhere/trace.csv"));
}

// Random waves as a turned surface has them, on a slope: the model finds the same surface as the moments.
static void trace_gives_a_rough_surface(void **state)
{
    (void)state;
    text_file t = open_text();
    fprintf(t.file, "x [um], z [um]\n");
    for (int i = 0; i < 4000; i++) {
        double z = 0.01 * i;
        for (int k = 1; k <= 60; k++) z += 0.2 / k * sin(2.0 * pi * 12.0 * k * i / 4000.0 + 2.399963 * k * k);
        fprintf(t.file, "%.3f, %.9f\n", 0.5 * i, z);
    }
    fclose(t.file);

    gud_rough_params prm, resolved;
    gud_error error = {""};
    gud_rough_defaults(&prm);
    prm.profile = prm.counterface = t.path;
    prm.modulus = 1e11;
    const gud_status st = gud_rough_resolve(gud_rough_find("GW"), &prm, &error, &resolved);
    unlink(t.path);
    if (st != GUD_OK) fail_msg("%s", error.text);
    double m0 = 0.0;
    for (int k = 1; k <= 60; k++) m0 += 2.0 * 0.5 * 0.04e-12 / (k * k);
    assert_true(resolved.sigma < sqrt(m0) && resolved.sigma > 0.8 * sqrt(m0));
    assert_true(resolved.mean > 0.0 && resolved.mean < 2.0 * sqrt(m0));
    assert_true(resolved.radius > 1e-7 && resolved.radius < 1e-4);
    assert_true(resolved.density > 1e8 && resolved.density < 1e13);
}

// what examples/rough/README.md says about its trace
static void example_trace_is_as_described(void **state)
{
    (void)state;
    gud_rough_params prm, resolved;
    gud_error error = {""};
    gud_rough_defaults(&prm);
    prm.profile = "examples/rough/trace.csv";
    prm.detrend = 2;
    prm.short_cutoff = 2.5e-6;
    prm.materials[0] = "bronze-CuSn8";
    prm.materials[1] = "steel-52100";
    if (gud_rough_resolve(gud_rough_find("KE"), &prm, &error, &resolved) != GUD_OK) fail_msg("%s", error.text);
    assert_near(resolved.sigma, 0.25e-6, 0.005e-6);
    assert_near(resolved.mean, 0.27e-6, 0.005e-6);
    assert_near(resolved.radius, 16e-6, 0.5e-6);
    assert_near(resolved.density, 1.1e10, 0.05e10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_taken_off_completely),
        cmocka_unit_test(gaussian_filters_pass_half_at_their_cutoff),
        cmocka_unit_test(moments_are_those_of_the_spectrum),
        cmocka_unit_test(summits_follow_from_moments),
        cmocka_unit_test(surfaces_without_summits_are_refused),
        cmocka_unit_test(filters_that_make_no_sense_are_refused),
        cmocka_unit_test(header_gives_units),
        cmocka_unit_test(files_of_instruments_are_read),
        cmocka_unit_test(broken_traces_are_refused_with_reason),
        cmocka_unit_test(missing_file_is_said),
        cmocka_unit_test(trace_gives_a_rough_surface),
        cmocka_unit_test(example_trace_is_as_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
