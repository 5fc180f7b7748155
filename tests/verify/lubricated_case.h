// The crank-slider of Nascimento 2024 in mixed lubrication, for tests.
#ifndef GUD_TESTS_LUBRICATED_CASE_H
#define GUD_TESTS_LUBRICATED_CASE_H

#include "mechanism.h"

#include "num/pi.h"
#include "verify/crank_slider.h"

static inline gud_model *crank_slider_model(const gud_crank_slider *c)
{
    char text[GUD_CRANK_SLIDER_TEXT];
    gud_crank_slider_write(c, text);
    return mechanism(text);
}

// energy that appeared from nowhere, by what was turned into heat
static inline double imbalance_by_losses(gud_sim *s)
{
    return energy_imbalance(s) / s->state.ledger[GUD_WORK_LOSSES];
}

static const double degree = pi / 180.0;

#endif
