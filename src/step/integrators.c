#include "step/integrator.h"

#define GUD_INTEGRATOR(name) &gud_integrator_##name.row,
const gud_row *const gud_integrator_rows[] = {
#include "step/integrators.def"
    NULL};
#undef GUD_INTEGRATOR

const gud_integrator *gud_integrator_of(const gud_row *row)
{
    return (const gud_integrator *)(const void *)row; // the row is its first member
}

const gud_integrator *gud_integrator_now(const gud_sim *s)
{
    const gud_run_settings *run = &s->model->run;
    return run->automatic && s->state.clock.stiff >= GUD_STIFF_ENOUGH ? &gud_integrator_esdirk2 : run->integrator;
}
