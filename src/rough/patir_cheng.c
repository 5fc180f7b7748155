// Flow factors of Gaussian roughness, isotropic or oriented.
// N. Patir, H. S. Cheng, J. Lubr. Technol. 100 (1978) 12-17 and 101 (1979) 220-230; contact factor in the sense of
// C. Wu, L. Zheng, J. Tribol. 111 (1989) 188-191, exact instead of their fit; docs/theory/rough.md, eqs 29 to 33.
//
//     phi_x = 1 - C exp(-r H), gamma <= 1;   phi_x = 1 + C H^-r, gamma > 1;   phi_y(gamma) = phi_x(1/gamma)
//     Phi_s = A1 H^a1 exp(-a2 H + a3 H^2), H <= 5;   Phi_s = A2 exp(-H/4), H > 5;   phi_s = (2 V - 1) Phi_s
//     h_T = h phi_c + sigma exp(-H^2/2)/sqrt(2 pi),   phi_c = d(h_T)/dh = (1 + erf(H/sqrt(2)))/2,   H = h/sigma
//
// The fits hold for H from 0.5, 0.75 or 1 on, as listed. Below, they are held at their last value. A2 is set so that
// both branches of Phi_s meet; it agrees with the printed one to its digits. Between the listed gamma, factors are
// interpolated linearly in ln(gamma).
//
//     gamma  correlation length along over across   -   orientation
//     V      first surface's share in sigma^2       -   share

#include "num/pi.h"
#include "rough/flow.h"

#include <math.h>

typedef struct fit {
    double gamma, C, r, lowest; // pressure flow
    double A1, a1, a2, a3;      // shear flow
} fit;

static const fit fits[] = {
    {1.0 / 9.0, 1.48, 0.42, 1.0, 2.046, 1.12, 0.78, 0.03},  {1.0 / 6.0, 1.38, 0.42, 1.0, 1.962, 1.08, 0.77, 0.03},
    {1.0 / 3.0, 1.18, 0.42, 0.75, 1.858, 1.01, 0.76, 0.03}, {1.0, 0.90, 0.56, 0.5, 1.899, 0.98, 0.92, 0.05},
    {3.0, 0.225, 1.5, 0.5, 1.560, 0.85, 1.13, 0.08},        {6.0, 0.520, 1.5, 0.5, 1.290, 0.62, 1.09, 0.08},
    {9.0, 0.870, 1.5, 0.5, 1.011, 0.54, 1.07, 0.08},
};
static const double shear_lowest = 0.5, shear_branch = 5.0;

// a factor and its derivative by H
typedef struct factor {
    double value, slope;
} factor;

static factor pressure_factor(const fit *f, double H)
{
    const double held = H < f->lowest ? f->lowest : H, inside = H < f->lowest ? 0.0 : 1.0;
    const double part = f->gamma <= 1.0 ? -f->C * exp(-f->r * held) : f->C * pow(held, -f->r);
    const double rate = f->gamma <= 1.0 ? f->r : f->r / held;
    return (factor){1.0 + part, -rate * part * inside};
}

static factor near_shear(const fit *f, double H)
{
    const double value = f->A1 * pow(H, f->a1) * exp(H * (f->a3 * H - f->a2));
    return (factor){value, value * (f->a1 / H - f->a2 + 2.0 * f->a3 * H)};
}

static factor shear_factor(const fit *f, double H)
{
    if (H < shear_lowest) return (factor){near_shear(f, shear_lowest).value, 0.0};
    if (!(H > shear_branch)) return near_shear(f, H);
    const double value = near_shear(f, shear_branch).value * exp(-0.25 * (H - shear_branch));
    return (factor){value, -0.25 * value};
}

// the fits on both sides of gamma, and the weight of the second
typedef struct between {
    const fit *first, *second;
    double weight;
} between;

static between find_fits(double gamma)
{
    int k = 0;
    while (k + 2 < GUD_COUNT(fits) && gamma > fits[k + 1].gamma) k++;
    const double weight = log(gamma / fits[k].gamma) / log(fits[k + 1].gamma / fits[k].gamma);
    return (between){&fits[k], &fits[k + 1], weight};
}

static factor blend(const between *b, double H, factor (*law)(const fit *, double))
{
    const factor first = law(b->first, H), second = law(b->second, H);
    return (factor){first.value + b->weight * (second.value - first.value),
                    first.slope + b->weight * (second.slope - first.slope)};
}

static void eval(const void *params, int n, const double *h, gud_flow_out *out)
{
    const gud_flow_patir_cheng_params *p = params;
    const between along = find_fits(p->orientation), across = find_fits(1.0 / p->orientation);
    const double per_sigma = 1.0 / p->sigma, V = p->share;

    for (int i = 0; i < n; i++) {
        const double H = h[i] * per_sigma;
        const factor phi_x = blend(&along, H, pressure_factor), phi_y = blend(&across, H, pressure_factor);
        const factor phi_s = blend(&along, H, shear_factor);
        out->along[i] = phi_x.value;
        out->along_h[i] = phi_x.slope * per_sigma;
        out->across[i] = phi_y.value;
        out->across_h[i] = phi_y.slope * per_sigma;
        out->shear[i] = (2.0 * V - 1.0) * phi_s.value * p->sigma;
        out->shear_h[i] = (2.0 * V - 1.0) * phi_s.slope;
        if (out->shear_y) {
            const factor phi_t = blend(&across, H, shear_factor);
            out->shear_y[i] = (2.0 * V - 1.0) * phi_t.value * p->sigma;
            out->shear_y_h[i] = (2.0 * V - 1.0) * phi_t.slope;
        }
        out->mean_h[i] = 0.5 * erfc(-H / sqrt(2.0));
        out->mean[i] = h[i] * out->mean_h[i] + p->sigma * exp(-0.5 * H * H) / sqrt(2.0 * pi);
    }
}

static const gud_field fields[] = {
    {.key = "sigma",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_flow_patir_cheng_params, sigma),
     .unit = "m",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = (double)INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "standard deviation of the combined heights of both surfaces"},
    GUD_FIELD(
        gud_flow_patir_cheng_params, orientation, "1", 1.0, 1.0 / 9.0, 9.0,
        "correlation length along the first direction of the grid (around a journal) over that across; 1: isotropic"),
    GUD_FIELD(gud_flow_patir_cheng_params, share, "1", 0.5, 0.0, 1.0, "share of the first surface in sigma^2"),
};

const gud_flow_law gud_flow_patir_cheng = {
    .row = {.name = "patir-cheng",
            .about = "Patir and Cheng 1978, 1979: factors on pressure flow, shear flow and gap",
            .source = "docs/theory/rough.md",
            .size = sizeof(gud_flow_patir_cheng_params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .eval = eval,
};
