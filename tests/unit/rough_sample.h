// Rough walls of a ground journal in a bronze bush, for tests that need some.
#ifndef GUD_TESTS_ROUGH_SAMPLE_H
#define GUD_TESTS_ROUGH_SAMPLE_H

#include "check.h"
#include "rough/table.h"

static inline gud_rough *rough_sample(const char *model, double mean)
{
    gud_rough_params p;
    gud_error error;
    gud_rough *rough = NULL;
    gud_rough_defaults(&p);
    p.sigma = 0.4e-6, p.mean = mean, p.radius = 16e-6, p.density = 1e10, p.modulus = 115e9, p.hardness = 1.4e9;
    assert_int_equal(gud_rough_make(gud_rough_find(model), &p, &error, &rough), GUD_OK);
    return rough;
}

#endif
