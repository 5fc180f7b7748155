// Every foundation: the energy of a cell is the mean over the cell, pressure and stiffness are its derivatives, also
// where contact ends inside the cell; nothing is stored where nothing touches. docs/theory/contact.md, section 11.

#include "check.h"

#include "contact/foundation.h"
#include "mechanism.h"

#include <string.h>

static gud_foundation make(const gud_foundation_law *law)
{
    const gud_foundation_params params = {
        .stiffness = 3.0, .modulus = 2.0, .poisson = 0.25, .thickness = 0.5, .damping = 0.1};
    gud_foundation f;
    gud_foundation_make(law, &params, &f);
    assert_true(f.stiffness > 0.0);
    return f;
}

// depths and rises: full, partly, hardly and not in contact; level in one direction, or nearly so
static const double cases[][3] = {
    {1.0, 0.3, -0.4},   {0.1, 0.5, 0.7},     {-0.2, 0.6, 0.5},   {0.05, -0.9, 0.2},    {0.3, 0.0, 1.0},
    {0.1, 1.0, 0.0},    {-0.1, 1.0, 5e-4},   {-0.1, 5e-4, -1.0}, {0.2, 1.0, 1.001e-3}, {0.2, 1.0, 0.999e-3},
    {0.45, -1.0, 2e-3}, {-0.54, -0.1, -1.0}, {0.0, 1.0, 1.0},
};

static double energy(const gud_foundation *f, const double x[3])
{
    gud_foundation_cell c;
    f->law->cell(f, x, &c);
    return c.energy;
}

// mean of the energy of a uniform depth, by midpoints
static double mean_energy(const gud_foundation *f, const double x[3])
{
    enum { n = 400 };
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double at[3] = {x[0] + x[1] * ((i + 0.5) / n - 0.5) + x[2] * ((j + 0.5) / n - 0.5), 0.0, 0.0};
            sum += energy(f, at);
        }
    return sum / n / n;
}

static void check_slopes(const gud_foundation *f, const double x[3])
{
    const double h = 1e-5;
    gud_foundation_cell c;
    f->law->cell(f, x, &c);
    for (int k = 0; k < 3; k++) {
        double e[5], slope[3][5];
        for (int i = 0; i < 5; i++) {
            gud_foundation_cell at;
            double to[3] = {x[0], x[1], x[2]};
            to[k] += (i - 2) * h;
            f->law->cell(f, to, &at);
            e[i] = at.energy;
            for (int j = 0; j < 3; j++) slope[j][i] = at.energy_x[j];
        }
        assert_near(c.energy_x[k], slope_of(e, h), 1e-7);
        for (int j = 0; j < 3; j++) {
            assert_near(c.energy_xx[j][k], slope_of(slope[j], h), 2e-5);
            assert_near(c.energy_xx[j][k], c.energy_xx[k][j], 0.0);
        }
    }
}

static void test_energy_is_the_mean_over_the_cell(void **state)
{
    (void)state;
    for (int i = 0; gud_foundation_laws[i]; i++) {
        const gud_foundation f = make(gud_foundation_laws[i]);
        for (int k = 0; k < GUD_COUNT(cases); k++) {
            assert_near(energy(&f, cases[k]), mean_energy(&f, cases[k]), 2e-5);
            check_slopes(&f, cases[k]);
        }
    }
}

static void test_nothing_is_stored_apart(void **state)
{
    (void)state;
    for (int i = 0; gud_foundation_laws[i]; i++) {
        const gud_foundation f = make(gud_foundation_laws[i]);
        const double x[3] = {-0.6, 0.7, -0.5}, flat[3] = {0.0, 0.0, 0.0};
        gud_foundation_cell c;
        const gud_foundation_cell none = {0};
        f.law->cell(&f, x, &c);
        assert_memory_equal(&c, &none, sizeof c);
        f.law->cell(&f, flat, &c);
        assert_memory_equal(&c, &none, sizeof c);
    }
}

// a layer of Poisson's ratio 0 is a row of rods
static void test_layer_without_poisson_is_a_row_of_rods(void **state)
{
    (void)state;
    const gud_foundation_params params = {.modulus = 2e9, .poisson = 0.0, .thickness = 1e-3};
    gud_foundation f;
    gud_foundation_make(gud_foundation_find("layer"), &params, &f);
    assert_near(f.stiffness, 2e12, 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_energy_is_the_mean_over_the_cell),
        cmocka_unit_test(test_nothing_is_stored_apart),
        cmocka_unit_test(test_layer_without_poisson_is_a_row_of_rods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
