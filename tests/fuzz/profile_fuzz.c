// libFuzzer target: any bytes as the trace of a profilometer. What is read has finite heights, and its statistics are
// numbers or refused.

#include "fuzz/scratch.h"
#include "rough/profile.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_profile(gud_profile *p)
{
    gud_error error;
    gud_moments moments;
    gud_roughness rough;
    const gud_profile_filter filter = {.detrend = 1, .cutoff = 20.0 * p->step, .short_cutoff = (double)NAN};
    if (p->n < 1 || !(p->step > 0.0)) abort();
    for (int i = 0; i < p->n; i++)
        if (!isfinite(p->height[i])) abort();
    if (gud_profile_level(p, &filter, &error) != GUD_OK || gud_profile_moments(p, &error, &moments) != GUD_OK) return;
    if (gud_moments_summits(&moments, &error, &rough) == GUD_OK && !(rough.sigma >= 0.0 && isfinite(rough.radius)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_error error = {0};
    gud_profile profile = {0};
    if (gud_profile_read(scratch_file("file", data, size), &error, &profile) == GUD_OK)
        check_profile(&profile);
    else if (!error.text[0])
        abort();
    gud_profile_free(&profile);
    return 0;
}
