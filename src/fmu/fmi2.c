// FMI 2.0 for co-simulation over an instance.

#include "fmu/fmi2.h"

#include "base/alloc.h"
#include "fmu/instance.h"
#include "fmu/path.h"

#include <string.h>

typedef struct component {
    gud_fmu *fmu;
    char *name;
    fmi2CallbackFunctions call;
    double start;
} component;

static void log_message(void *user, gud_fmu_status status, const char *category, const char *text)
{
    const component *c = user;
    if (c->call.logger) c->call.logger(c->call.componentEnvironment, c->name, (fmi2Status)status, category, "%s", text);
}

const char *fmi2GetTypesPlatform(void)
{
    return "default";
}

const char *fmi2GetVersion(void)
{
    return "2.0";
}

static component *component_create(fmi2String name, const fmi2CallbackFunctions *call)
{
    const size_t size = strlen(name) + 1;
    component *c = gud_alloc(1, sizeof *c);
    if (!c) return NULL;
    c->call = *call;
    c->name = gud_alloc(size, 1);
    if (c->name) memcpy(c->name, name, size);
    return c;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *call, fmi2Boolean visible, fmi2Boolean logging)
{
    char folder[4096];
    (void)visible;
    if (!name || !guid || !call || type != fmi2CoSimulation || !gud_fmu_path(resources, folder, sizeof folder))
        return NULL;
    component *c = component_create(name, call);
    if (!c) return NULL;
    c->fmu = c->name ? gud_fmu_open(folder, guid, log_message, c) : NULL;
    if (!c->fmu) {
        fmi2FreeInstance(c);
        return NULL;
    }
    if (logging) gud_fmu_enable(c->fmu, NULL, true);
    return c;
}

void fmi2FreeInstance(fmi2Component instance)
{
    component *c = instance;
    if (!c) return;
    gud_fmu_close(c->fmu);
    gud_free(c->name);
    gud_free(c);
}

#define FMI(word)                fmi2##word
#define FMI_HANDLE               fmi2Component
#define FMI_OWN                  component
#define FMI_STATE_TYPE           fmi2FMUstate
#define FMI_STATE(before, after) fmi2##before##FMUstate##after
#define FMI_READ_STATE           fmi2DeSerializeFMUstate
#include "fmu/calls.def"

fmi2Status fmi2SetupExperiment(fmi2Component instance, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop; // the tolerance is that of the model
    ENTER(instance, GUD_FMU_INSTANTIATED);
    c->start = start;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component instance)
{
    ENTER(instance, GUD_FMU_INSTANTIATED);
    return (fmi2Status)gud_fmu_initialise(c->fmu, c->start);
}

fmi2Status fmi2Reset(fmi2Component instance)
{
    ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);
    c->start = 0.0;
    return (fmi2Status)gud_fmu_reset(c->fmu);
}

// ---- values

fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference v[], size_t n, fmi2Real values[])
{
    ENTER(instance, anything);
    return (fmi2Status)gud_fmu_get(c->fmu, __func__, v, n, values);
}

fmi2Status fmi2SetReal(fmi2Component instance, const fmi2ValueReference v[], size_t n, const fmi2Real values[])
{
    ENTER(instance, GUD_FMU_INSTANTIATED | GUD_FMU_INITIALISING | GUD_FMU_STEPPING);
    return (fmi2Status)gud_fmu_set(c->fmu, __func__, v, n, values);
}

// every variable is a real number
#define NO_VARIABLES(name, type)                                                                                       \
    fmi2Status name(fmi2Component instance, const fmi2ValueReference v[], size_t n, type values[])                     \
    {                                                                                                                  \
        ENTER(instance, anything);                                                                                     \
        (void)v, (void)values;                                                                                         \
        return n == 0 ? fmi2OK : (fmi2Status)gud_fmu_refuse(c->fmu, __func__, "all variables are real numbers");       \
    }

NO_VARIABLES(fmi2GetInteger, fmi2Integer)
NO_VARIABLES(fmi2GetBoolean, fmi2Boolean)
NO_VARIABLES(fmi2GetString, fmi2String)
NO_VARIABLES(fmi2SetInteger, const fmi2Integer)
NO_VARIABLES(fmi2SetBoolean, const fmi2Boolean)
NO_VARIABLES(fmi2SetString, const fmi2String)

fmi2Status fmi2GetDirectionalDerivative(fmi2Component instance, const fmi2ValueReference unknown[], size_t nunknown,
                                        const fmi2ValueReference known[], size_t nknown, const fmi2Real seed[],
                                        fmi2Real sensitivity[])
{
    ENTER(instance, GUD_FMU_INITIALISING | GUD_FMU_STEPPING);
    const gud_fmu_direction d = {unknown, known, nunknown, nknown, seed, sensitivity};
    return (fmi2Status)gud_fmu_derive(c->fmu, __func__, &d);
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const fmi2ValueReference v[], size_t n,
                                       const fmi2Integer order[], const fmi2Real values[])
{
    ENTER(instance, anything);
    (void)v, (void)n, (void)order, (void)values;
    return (fmi2Status)gud_fmu_refuse(c->fmu, __func__,
                                      "inputs are constant over a step (canInterpolateInputs is false)");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference v[], size_t n,
                                        const fmi2Integer order[], fmi2Real values[])
{
    ENTER(instance, anything);
    (void)v, (void)n, (void)order, (void)values;
    return (fmi2Status)gud_fmu_refuse(c->fmu, __func__, "not supported (maxOutputDerivativeOrder is 0)");
}

// ---- steps

fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real current, fmi2Real size, fmi2Boolean no_state_before)
{
    ENTER(instance, GUD_FMU_STEPPING);
    (void)no_state_before;
    gud_fmu_step step = {.from = current, .size = size};
    return (fmi2Status)gud_fmu_advance(c->fmu, &step);
}

fmi2Status fmi2CancelStep(fmi2Component instance)
{
    ENTER(instance, anything);
    return (fmi2Status)gud_fmu_refuse(c->fmu, __func__,
                                      "a step is complete when the call returns (canRunAsynchronuously is false)");
}

fmi2Status fmi2GetRealStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Real *value)
{
    ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);
    if (kind != fmi2LastSuccessfulTime || !value) return fmi2Discard;
    *value = gud_fmu_time(c->fmu);
    return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Boolean *value)
{
    ENTER(instance, (unsigned)anything | GUD_FMU_BROKEN);
    if (kind != fmi2Terminated || !value) return fmi2Discard;
    *value = 0; // the end of the model's own run ends nothing
    return fmi2OK;
}

fmi2Status fmi2GetStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Status *value)
{
    (void)kind, (void)value;
    return instance ? fmi2Discard : fmi2Error; // no step is ever pending
}

fmi2Status fmi2GetIntegerStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind, (void)value;
    return instance ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetStringStatus(fmi2Component instance, fmi2StatusKind kind, fmi2String *value)
{
    (void)kind, (void)value;
    return instance ? fmi2Discard : fmi2Error;
}
