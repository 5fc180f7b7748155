// Summits of a random isotropic surface, counted, against the relations that turn profile moments into asperities.
// J. I. McCool, Wear 107 (1986) 37-60, after P. R. Nayak (1971) and A. W. Bush, R. D. Gibson, G. P. Keogh (1976).
//
// The surface is a sum of plane waves with directions and phases at random; its moments are known from the sum. About
// 1700 summits are found, so density, mean, scatter and curvature should agree within a few per cent.

#include "check.h"
#include "num/pi.h"
#include "rough/profile.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { nwave = 80, side = 640 };
static const double spacing = 0.16;

static double wave[nwave][3]; // components of the wave vector, phase

static double random_number(uint64_t *run)
{
    *run = *run * 6364136223846793005u + 1442695040888963407u;
    return (double)(*run >> 11) / 9007199254740992.0;
}

// wave numbers from 0.5 to 3.5: a band wide enough for summits at many heights
static gud_moments make_surface(void)
{
    uint64_t run = 20240711;
    gud_moments m = {0.0, 0.0, 0.0};
    for (int w = 0; w < nwave; w++) {
        const double k = 0.5 + 3.0 * (w + 0.5) / nwave, angle = pi * random_number(&run);
        wave[w][0] = k * cos(angle);
        wave[w][1] = k * sin(angle);
        wave[w][2] = 2.0 * pi * random_number(&run);
        // a profile across an isotropic surface sees half of k^2 and three eighths of k^4
        m.m0 += 0.5;
        m.m2 += 0.5 * k * k / 2.0;
        m.m4 += 0.5 * k * k * k * k * 3.0 / 8.0;
    }
    return m;
}

static double height(double x, double y)
{
    double z = 0.0;
    for (int w = 0; w < nwave; w++) z += cos(wave[w][0] * x + wave[w][1] * y + wave[w][2]);
    return z;
}

static double mean_curvature(double x, double y)
{
    double c = 0.0;
    for (int w = 0; w < nwave; w++)
        c += 0.5 * (wave[w][0] * wave[w][0] + wave[w][1] * wave[w][1]) *
             cos(wave[w][0] * x + wave[w][1] * y + wave[w][2]);
    return c;
}

static bool is_summit(const float *z, int i, int j)
{
    const float here = z[i * side + j];
    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++)
            if ((a || b) && z[(i + a) * side + j + b] >= here) return false;
    return true;
}

static void summits_of_a_random_surface_are_as_told(void **state)
{
    (void)state;
    const gud_moments moments = make_surface();
    float *z = malloc(sizeof *z * side * side);
    assert_non_null(z);
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) z[i * side + j] = (float)height(i * spacing, j * spacing);

    int n = 0;
    double sum = 0.0, squares = 0.0, curvature = 0.0;
    for (int i = 1; i < side - 1; i++)
        for (int j = 1; j < side - 1; j++) {
            if (!is_summit(z, i, j)) continue;
            const double top = (double)z[i * side + j];
            n++;
            sum += top;
            squares += top * top;
            curvature += mean_curvature(i * spacing, j * spacing);
        }
    free(z);

    gud_roughness told;
    gud_error error;
    assert_int_equal(gud_moments_summits(&moments, &error, &told), GUD_OK);
    const double area = (side - 2) * spacing * (side - 2) * spacing, mean = sum / n;
    assert_true(n > 1000);
    assert_close(n / area, told.density, 0.05, 0.0);
    assert_close(mean, told.mean, 0.06, 0.0);
    assert_close(sqrt(squares / n - mean * mean), told.sigma, 0.06, 0.0);
    assert_close(n / curvature, told.radius, 0.05, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summits_of_a_random_surface_are_as_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
