// ISO 286: limits of tolerance classes such as H7 and f7, up to 500 mm. docs/theory/studies.md, section 4.
#ifndef GUD_SWEEP_FIT_H
#define GUD_SWEEP_FIT_H

#include "base/error.h"

// deviations from the nominal size, m
typedef struct gud_zone {
    double low, high;
} gud_zone;

// "H7" is a hole, "f7" a shaft; `size` in m. GUD_ERR_INPUT with the reason in `error`.
gud_status gud_zone_find(const char *tolerance, double size, gud_error *error, gud_zone *zone);

// "H7/f7" or "H7 f7". Fits that can have interference are refused.
gud_status gud_fit_find(const char *fit, double size, gud_error *error, gud_zone *hole, gud_zone *shaft);

#endif
