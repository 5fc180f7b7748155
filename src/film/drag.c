#include "film/drag.h"

#include <math.h>
#include <string.h>

static void share_couette(const void *params, int n, const double *theta, double *share)
{
    (void)params, (void)theta; // the gas drags like oil
    for (int k = 0; k < n; k++) share[k] = 1.0;
}

static void share_streamers(const void *params, int n, const double *theta, double *share)
{
    (void)params;
    memcpy(share, theta, (size_t)n * sizeof *share);
}

typedef struct {
    double exponent;
} power_params;

static void share_power(const void *params, int n, const double *theta, double *share)
{
    const power_params *p = params;
    for (int k = 0; k < n; k++) share[k] = theta[k] < 1.0 ? pow(fmax(theta[k], 0.0), p->exponent) : 1.0;
}

static const gud_field power_fields[] = {
    GUD_FIELD(power_params, exponent, "1", 1.0, 0.0, 20.0, "n in g = theta^n"),
};

const gud_drag gud_drag_couette = {
    .row = {.name = "couette",
            .about = "full drag over the whole circumference, as in the charts of Raimondi and Boyd"},
    .share = share_couette,
};

const gud_drag gud_drag_streamers = {
    .row = {.name = "streamers",
            .about = "drag in ruptured film proportional to the film fraction",
            .source = "Nascimento 2024, eq. 2.52"},
    .share = share_streamers,
};

static const gud_drag drag_power = {
    .row = {"power", "drag in ruptured film proportional to theta^n", "Nascimento 2024, eq. 2.51", sizeof(power_params),
            power_fields, GUD_COUNT(power_fields), NULL, 0},
    .share = share_power,
};

const gud_row *const gud_drag_rows[] = {&gud_drag_couette.row, &gud_drag_streamers.row, &drag_power.row, NULL};
