// Levelling, filtering and moments of a profilometer trace (rough.md, eqs 23 to 28).

#include "rough/profile.h"
#include "base/alloc.h"
#include "num/pi.h"

#include <math.h>
#include <string.h>

void gud_profile_free(gud_profile *profile)
{
    gud_free(profile->height);
    *profile = (gud_profile){0};
}

// ---- levelling

// Polynomials that are orthogonal on the points of the trace, u in [-1, 1]: p_k+1 = u p_k - b_k p_k-1.
static double orthogonal(int k, double u, const double *b)
{
    double last = 0.0, now = 1.0;
    for (int i = 0; i < k; i++) {
        const double next = u * now - b[i] * last;
        last = now;
        now = next;
    }
    return now;
}

static double place_of(int i, int n)
{
    return 2.0 * i / (n - 1.0) - 1.0;
}

static void take_off_polynomial(double *z, int n, int degree)
{
    double b[4] = {0.0}, last_norm = 1.0;
    for (int k = 0; k <= degree; k++) {
        double norm = 0.0, part = 0.0;
        for (int i = 0; i < n; i++) {
            const double p = orthogonal(k, place_of(i, n), b);
            norm += p * p;
            part += p * z[i];
        }
        for (int i = 0; i < n; i++) z[i] -= part / norm * orthogonal(k, place_of(i, n), b);
        if (k > 0) b[k] = norm / last_norm;
        last_norm = norm;
    }
}

// ---- filtering

// Gaussian filter of ISO 16610-21, which passes half of the amplitude at the cutoff; at the ends of the trace the
// weights that are left are scaled to one
static void smooth(const double *z, int n, double step, double cutoff, double *line)
{
    const double width = sqrt(log(2.0) / pi) * cutoff;
    const int half = (int)ceil(cutoff / step);
    for (int i = 0; i < n; i++) {
        const int first = i > half ? i - half : 0, last = i < n - 1 - half ? i + half : n - 1;
        double sum = 0.0, weights = 0.0;
        for (int j = first; j <= last; j++) {
            const double r = (j - i) * step / width, weight = exp(-pi * r * r);
            sum += weight * z[j];
            weights += weight;
        }
        line[i] = sum / weights;
    }
}

static void apply_filters(gud_profile *profile, const gud_profile_filter *filter, double *line)
{
    double *z = profile->height;
    const int n = profile->n;
    if (!isnan(filter->short_cutoff)) {
        smooth(z, n, profile->step, filter->short_cutoff, line);
        memcpy(z, line, (size_t)n * sizeof *z);
    }
    if (!isnan(filter->cutoff)) {
        smooth(z, n, profile->step, filter->cutoff, line);
        for (int i = 0; i < n; i++) z[i] -= line[i];
    }
}

static gud_status check_filter(const gud_profile *profile, const gud_profile_filter *filter, gud_error *error)
{
    const double length = profile->step * (profile->n - 1);
    if (filter->detrend < 0 || filter->detrend > 3)
        return gud_fail(error, GUD_ERR_INPUT, "profile: detrend = %d is outside [0, 3]", filter->detrend);
    if (filter->cutoff <= 0.0 || filter->short_cutoff <= 0.0)
        return gud_fail(error, GUD_ERR_INPUT, "profile: a cutoff must be greater than 0");
    if (filter->cutoff >= length || filter->short_cutoff >= length)
        return gud_fail(error, GUD_ERR_INPUT, "profile: the trace of %g m is not longer than the cutoff", length);
    if (filter->short_cutoff >= filter->cutoff)
        return gud_fail(error, GUD_ERR_INPUT, "profile: short_cutoff = %g m is not below cutoff = %g m",
                        filter->short_cutoff, filter->cutoff);
    return GUD_OK;
}

gud_status gud_profile_level(gud_profile *profile, const gud_profile_filter *filter, gud_error *error)
{
    GUD_TRY(check_filter(profile, filter, error));
    double *line = gud_alloc((size_t)profile->n, sizeof *line);
    if (!line) return gud_fail(error, GUD_ERR_MEMORY, "profile: no memory for %d points", profile->n);

    take_off_polynomial(profile->height, profile->n, filter->detrend);
    apply_filters(profile, filter, line);
    gud_free(line);
    return GUD_OK;
}

// ---- moments

gud_status gud_profile_moments(const gud_profile *profile, gud_error *error, gud_moments *moments)
{
    const double *z = profile->height, step = profile->step;
    const int n = profile->n;
    double m0 = 0.0, m2 = 0.0, m4 = 0.0;
    for (int i = 0; i < n; i++) m0 += z[i] * z[i];
    for (int i = 0; i + 1 < n; i++) {
        const double slope = (z[i + 1] - z[i]) / step;
        m2 += slope * slope;
    }
    for (int i = 0; i + 2 < n; i++) {
        const double curvature = (z[i + 2] - 2.0 * z[i + 1] + z[i]) / (step * step);
        m4 += curvature * curvature;
    }
    *moments = (gud_moments){m0 / n, m2 / (n - 1), m4 / (n - 2)};
    if (!(isfinite(moments->m4) && isfinite(moments->m0)))
        return gud_fail(error, GUD_ERR_INPUT, "profile: heights are not finite");
    return GUD_OK;
}

gud_moments gud_moments_add(gud_moments a, gud_moments b)
{
    return (gud_moments){a.m0 + b.m0, a.m2 + b.m2, a.m4 + b.m4};
}

gud_status gud_moments_summits(const gud_moments *moments, gud_error *error, gud_roughness *roughness)
{
    const double m0 = moments->m0, m2 = moments->m2, m4 = moments->m4, alpha = m0 * m4 / (m2 * m2);
    if (!(m0 > 0.0 && m2 > 0.0 && m4 > 0.0)) return gud_fail(error, GUD_ERR_INPUT, "profile: the surface is flat");
    if (!(alpha >= 1.5))
        return gud_fail(error, GUD_ERR_INPUT,
                        "profile: m0 m4/m2^2 = %g is below 1.5, so the surface is not random and isotropic", alpha);
    *roughness = (gud_roughness){
        .sigma = sqrt((1.0 - 0.8968 / alpha) * m0),
        .mean = 4.0 * sqrt(m0 / (pi * alpha)),
        .radius = 0.375 * sqrt(pi / m4),
        .density = m4 / (6.0 * pi * sqrt(3.0) * m2),
        .bandwidth = alpha,
    };
    return GUD_OK;
}
