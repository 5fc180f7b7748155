// FMI 3.0 for co-simulation over an instance.

#include "fmu/fmi3.h"

#include "base/alloc.h"
#include "fmu/instance.h"
#include "fmu/path.h"

#include <string.h>

typedef struct instance3 {
    gud_fmu *fmu;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
    bool early; // steps may end at events
} instance3;

static void log_message(void *user, gud_fmu_status status, const char *category, const char *text)
{
    const instance3 *c = user;
    if (c->log) c->log(c->environment, (fmi3Status)status, category, text);
}

const char *fmi3GetVersion(void)
{
    return "3.0";
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logging, fmi3Boolean event_mode, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t nrequired,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    char folder[4096];
    (void)visible, (void)event_mode, (void)required, (void)update;
    if (!name || !token || nrequired > 0 || !gud_fmu_path(resources, folder, sizeof folder)) return NULL;
    instance3 *c = gud_alloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (instance3){.environment = environment, .log = log, .early = early};
    c->fmu = gud_fmu_open(folder, token, log_message, c);
    if (!c->fmu) {
        gud_free(c);
        return NULL;
    }
    if (logging) gud_fmu_enable(c->fmu, NULL, true);
    return c;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean logging, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging;
    if (log) log(environment, fmi3Error, gud_fmu_categories[0], "this FMU supports co-simulation only");
    return NULL;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                               void *update, void *lock, void *unlock)
{
    (void)update, (void)lock, (void)unlock;
    return fmi3InstantiateModelExchange(name, token, resources, visible, logging, environment, log);
}

void fmi3FreeInstance(fmi3Instance instance)
{
    instance3 *c = instance;
    if (!c) return;
    gud_fmu_close(c->fmu);
    gud_free(c);
}

#define FMI(word)                fmi3##word
#define FMI_HANDLE               fmi3Instance
#define FMI_OWN                  instance3
#define FMI_STATE_TYPE           fmi3FMUState
#define FMI_STATE(before, after) fmi3##before##FMUState##after
#define FMI_READ_STATE           fmi3DeserializeFMUState
#include "fmu/calls.def"

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
    ENTER(instance, GUD_FMU_INSTANTIATED);
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop; // the tolerance is that of the model
    return (fmi3Status)gud_fmu_initialise(c->fmu, start);
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);
    return (fmi3Status)gud_fmu_reset(c->fmu);
}

// ---- values

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference v[], size_t n, fmi3Float64 values[],
                          size_t nvalue)
{
    ENTER(instance, anything);
    if (n != nvalue) REFUSE("every variable is a scalar");
    return (fmi3Status)gud_fmu_get(c->fmu, __func__, v, n, values);
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference v[], size_t n, const fmi3Float64 values[],
                          size_t nvalue)
{
    ENTER(instance, GUD_FMU_INSTANTIATED | GUD_FMU_INITIALISING | GUD_FMU_STEPPING);
    if (n != nvalue) REFUSE("every variable is a scalar");
    return (fmi3Status)gud_fmu_set(c->fmu, __func__, v, n, values);
}

#define NO_VARIABLES(name, type)                                                                                       \
    fmi3Status fmi3Get##name(fmi3Instance instance, const fmi3ValueReference v[], size_t n, type values[],             \
                             size_t nvalue)                                                                            \
    {                                                                                                                  \
        ENTER(instance, anything);                                                                                     \
        (void)v, (void)values, (void)nvalue;                                                                           \
        if (n > 0) REFUSE("all variables are of the type Float64");                                                    \
        return fmi3OK;                                                                                                 \
    }                                                                                                                  \
    fmi3Status fmi3Set##name(fmi3Instance instance, const fmi3ValueReference v[], size_t n, const type values[],       \
                             size_t nvalue)                                                                            \
    {                                                                                                                  \
        ENTER(instance, anything);                                                                                     \
        (void)v, (void)values, (void)nvalue;                                                                           \
        if (n > 0) REFUSE("all variables are of the type Float64");                                                    \
        return fmi3OK;                                                                                                 \
    }
GUD_FMI3_TYPES(NO_VARIABLES)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference v[], size_t n, size_t sizes[],
                         fmi3Binary values[], size_t nvalue)
{
    ENTER(instance, anything);
    (void)v, (void)n, (void)sizes, (void)values, (void)nvalue;
    REFUSE("all variables are of the type Float64");
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference v[], size_t n, const size_t sizes[],
                         const fmi3Binary values[], size_t nvalue)
{
    ENTER(instance, anything);
    (void)v, (void)n, (void)sizes, (void)values, (void)nvalue;
    REFUSE("all variables are of the type Float64");
}

// ---- steps

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 current, fmi3Float64 size, fmi3Boolean no_state_before,
                      fmi3Boolean *event, fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *reached)
{
    ENTER(instance, GUD_FMU_STEPPING);
    (void)no_state_before;
    if (!event || !end || !early || !reached) REFUSE("NULL");
    gud_fmu_step step = {.from = current, .size = size, .early = c->early};
    const fmi3Status status = (fmi3Status)gud_fmu_advance(c->fmu, &step);
    *event = *end = false;
    *early = step.ended_early;
    *reached = step.reached;
    return status;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknown[], size_t nunknown,
                                        const fmi3ValueReference known[], size_t nknown, const fmi3Float64 seed[],
                                        size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity)
{
    ENTER(instance, GUD_FMU_INITIALISING | GUD_FMU_STEPPING);
    if (nseed != nknown || nsensitivity != nunknown) REFUSE("every variable is a scalar");
    const gud_fmu_direction d = {unknown, known, nunknown, nknown, seed, sensitivity};
    return (fmi3Status)gud_fmu_derive(c->fmu, __func__, &d);
}

// ---- what is not offered

#define NOT_OFFERED(name, why, ...)                                                                                    \
    fmi3Status name(fmi3Instance instance, __VA_ARGS__)                                                                \
    {                                                                                                                  \
        ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);                                                          \
        REFUSE(why);                                                                                                   \
    }
#define NOT_OFFERED_ALONE(name, why)                                                                                   \
    fmi3Status name(fmi3Instance instance)                                                                             \
    {                                                                                                                  \
        ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);                                                          \
        REFUSE(why);                                                                                                   \
    }

// NOLINTBEGIN(misc-unused-parameters): the standard names them, and none is looked at
#pragma GCC diagnostic ignored "-Wunused-parameter"

static const char no_events[] = "not supported (hasEventMode is false)";
static const char no_exchange[] = "this FMU supports co-simulation only";
static const char no_clocks[] = "there are no clocks";
static const char no_structure[] = "there are no structural parameters";
static const char no_derivatives[] = "not supported, as stated in the model description";

NOT_OFFERED_ALONE(fmi3EnterEventMode, no_events)
NOT_OFFERED_ALONE(fmi3EnterStepMode, no_events)
NOT_OFFERED_ALONE(fmi3EvaluateDiscreteStates, no_events)
NOT_OFFERED_ALONE(fmi3EnterConfigurationMode, no_structure)
NOT_OFFERED_ALONE(fmi3ExitConfigurationMode, no_structure)
NOT_OFFERED(fmi3UpdateDiscreteStates, no_events, fmi3Boolean *a, fmi3Boolean *b, fmi3Boolean *d, fmi3Boolean *e,
            fmi3Boolean *f, fmi3Float64 *g)
NOT_OFFERED(fmi3GetClock, no_clocks, const fmi3ValueReference v[], size_t n, fmi3Clock values[])
NOT_OFFERED(fmi3SetClock, no_clocks, const fmi3ValueReference v[], size_t n, const fmi3Clock values[])
NOT_OFFERED(fmi3GetIntervalDecimal, no_clocks, const fmi3ValueReference v[], size_t n, fmi3Float64 x[],
            fmi3IntervalQualifier q[])
NOT_OFFERED(fmi3GetIntervalFraction, no_clocks, const fmi3ValueReference v[], size_t n, uint64_t x[], uint64_t y[],
            fmi3IntervalQualifier q[])
NOT_OFFERED(fmi3GetShiftDecimal, no_clocks, const fmi3ValueReference v[], size_t n, fmi3Float64 x[])
NOT_OFFERED(fmi3GetShiftFraction, no_clocks, const fmi3ValueReference v[], size_t n, uint64_t x[], uint64_t y[])
NOT_OFFERED(fmi3SetIntervalDecimal, no_clocks, const fmi3ValueReference v[], size_t n, const fmi3Float64 x[])
NOT_OFFERED(fmi3SetIntervalFraction, no_clocks, const fmi3ValueReference v[], size_t n, const uint64_t x[],
            const uint64_t y[])
NOT_OFFERED(fmi3SetShiftDecimal, no_clocks, const fmi3ValueReference v[], size_t n, const fmi3Float64 x[])
NOT_OFFERED(fmi3SetShiftFraction, no_clocks, const fmi3ValueReference v[], size_t n, const uint64_t x[],
            const uint64_t y[])
NOT_OFFERED(fmi3GetNumberOfVariableDependencies, no_derivatives, fmi3ValueReference v, size_t *n)
NOT_OFFERED(fmi3GetVariableDependencies, no_derivatives, fmi3ValueReference v, size_t a[], fmi3ValueReference b[],
            size_t d[], fmi3DependencyKind k[], size_t n)
NOT_OFFERED(fmi3GetAdjointDerivative, no_derivatives, const fmi3ValueReference u[], size_t nu,
            const fmi3ValueReference k[], size_t nk, const fmi3Float64 seed[], size_t ns, fmi3Float64 out[], size_t no)
NOT_OFFERED(fmi3GetOutputDerivatives, no_derivatives, const fmi3ValueReference v[], size_t n, const int32_t order[],
            fmi3Float64 values[], size_t nvalue)
NOT_OFFERED_ALONE(fmi3EnterContinuousTimeMode, no_exchange)
NOT_OFFERED(fmi3CompletedIntegratorStep, no_exchange, fmi3Boolean a, fmi3Boolean *b, fmi3Boolean *d)
NOT_OFFERED(fmi3SetTime, no_exchange, fmi3Float64 time)
NOT_OFFERED(fmi3SetContinuousStates, no_exchange, const fmi3Float64 x[], size_t n)
NOT_OFFERED(fmi3GetContinuousStates, no_exchange, fmi3Float64 x[], size_t n)
NOT_OFFERED(fmi3GetContinuousStateDerivatives, no_exchange, fmi3Float64 x[], size_t n)
NOT_OFFERED(fmi3GetNominalsOfContinuousStates, no_exchange, fmi3Float64 x[], size_t n)
NOT_OFFERED(fmi3GetEventIndicators, no_exchange, fmi3Float64 x[], size_t n)
NOT_OFFERED(fmi3GetNumberOfEventIndicators, no_exchange, size_t *n)
NOT_OFFERED(fmi3GetNumberOfContinuousStates, no_exchange, size_t *n)
NOT_OFFERED(fmi3ActivateModelPartition, no_clocks, fmi3ValueReference clock, fmi3Float64 time)
// NOLINTEND(misc-unused-parameters)
