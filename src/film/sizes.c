#include "film/sizes.h"

#include <unistd.h>

// of the radius: what cannot be made any more, what is no thin film, what is no pin in a bore
static const double least = 1e-5, thin = 0.1, loose = 0.5;
static const double narrow = 1e-4, wide = 1e4; // no bearing has such a width
static const double rounding = 1e-9;
static const double rough_share = 1.0 / 3.0; // of the clearance: rougher walls touch wherever the journal is

// measured from 512 x 64 to 2048 x 256 cells: 3.6 to 5 kB, and 2 to 10 us in a step of five to ten evaluations
static const double bytes_per_cell = 4e3, seconds_per_cell = 5e-6;

gud_status gud_clearance_check(double radius, double clearance, bool film, gud_error *error)
{
    const double part = clearance / radius;
    if (part >= 1.0)
        return gud_fail(error, GUD_ERR_INPUT, "clearance = %g mm leaves no pin in a bore of radius %g mm",
                        1e3 * clearance, 1e3 * radius);
    if (film && part > thin * (1.0 + rounding))
        return gud_fail(error, GUD_ERR_INPUT,
                        "clearance = %g mm is not a thin film in a bore of radius %g mm; at most a tenth of it",
                        1e3 * clearance, 1e3 * radius);
    if (part >= loose)
        return gud_fail(error, GUD_ERR_INPUT,
                        "clearance = %g mm is half the radius of %g mm and more: contact laws assume a pin in a bore; "
                        "use a smaller clearance, or 'surfaces'",
                        1e3 * clearance, 1e3 * radius);
    if (part < least)
        return gud_fail(error, GUD_ERR_INPUT,
                        "clearance = %g um is smaller than the roundness of any bore of radius %g mm; at least %g um",
                        1e6 * clearance, 1e3 * radius, 1e6 * least * radius);
    return GUD_OK;
}

gud_status gud_width_check(double radius, double width, gud_error *error)
{
    if (!(width < narrow * radius) && !(width > wide * radius)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "width = %g mm of a bore of radius %g mm; use %g to %g times the radius",
                    1e3 * width, 1e3 * radius, narrow, wide);
}

gud_status gud_roughness_check(double sigma, double clearance, gud_error *error)
{
    if (!(sigma > rough_share * clearance)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "sigma = %g um fills the clearance of %g um: asperities would touch in any position of the "
                    "journal; at most a third of it",
                    1e6 * sigma, 1e6 * clearance);
}

gud_film_cost gud_film_cost_of(double cells)
{
    return (gud_film_cost){bytes_per_cell * cells, seconds_per_cell * cells};
}

gud_status gud_film_cost_check(double cells, gud_error *error)
{
    const double bytes = gud_film_cost_of(cells).bytes;
    const double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (!(there > 0.0) || bytes <= there) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%.0f cells need about %.2g GB of memory, and this machine has %.2g GB",
                    cells, 1e-9 * bytes, 1e-9 * there);
}
