// What FMI 3.0 prescribes for co-simulation, declared anew: https://fmi-standard.org. Names and types are the
// standard's.
#ifndef GUD_FMU_FMI3_H
#define GUD_FMU_FMI3_H

#include <gudgeon/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum fmi3Status { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef int fmi3DependencyKind;
typedef int fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *);

GUD_API const char *fmi3GetVersion(void);
GUD_API fmi3Status fmi3SetDebugLogging(fmi3Instance, fmi3Boolean, size_t, const fmi3String[]);
GUD_API fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                 fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean eventModeUsed,
                                                 fmi3Boolean earlyReturnAllowed, const fmi3ValueReference required[],
                                                 size_t nrequired, fmi3InstanceEnvironment, fmi3LogMessageCallback,
                                                 fmi3IntermediateUpdateCallback);
GUD_API fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                                  fmi3InstanceEnvironment, fmi3LogMessageCallback);
GUD_API fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                                       fmi3InstanceEnvironment, fmi3LogMessageCallback, void *, void *,
                                                       void *);
GUD_API void fmi3FreeInstance(fmi3Instance);
GUD_API fmi3Status fmi3EnterInitializationMode(fmi3Instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                               fmi3Float64 start, fmi3Boolean stopDefined, fmi3Float64 stop);
GUD_API fmi3Status fmi3ExitInitializationMode(fmi3Instance);
GUD_API fmi3Status fmi3EnterEventMode(fmi3Instance);
GUD_API fmi3Status fmi3EnterStepMode(fmi3Instance);
GUD_API fmi3Status fmi3EnterConfigurationMode(fmi3Instance);
GUD_API fmi3Status fmi3ExitConfigurationMode(fmi3Instance);
GUD_API fmi3Status fmi3Terminate(fmi3Instance);
GUD_API fmi3Status fmi3Reset(fmi3Instance);
GUD_API fmi3Status fmi3GetFloat64(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t);
GUD_API fmi3Status fmi3SetFloat64(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t);

// there are no variables of these types
#define GUD_FMI3_TYPES(X)                                                                                              \
    X(Float32, fmi3Float32)                                                                                            \
    X(Int8, int8_t)                                                                                                    \
    X(UInt8, uint8_t)                                                                                                  \
    X(Int16, int16_t)                                                                                                  \
    X(UInt16, uint16_t)                                                                                                \
    X(Int32, int32_t)                                                                                                  \
    X(UInt32, uint32_t)                                                                                                \
    X(Int64, int64_t)                                                                                                  \
    X(UInt64, uint64_t)                                                                                                \
    X(Boolean, fmi3Boolean)                                                                                            \
    X(String, fmi3String)

// NOLINTBEGIN(bugprone-macro-parentheses): types have none
#define GUD_FMI3_DECLARE(name, type)                                                                                   \
    GUD_API fmi3Status fmi3Get##name(fmi3Instance, const fmi3ValueReference[], size_t, type[], size_t);                \
    GUD_API fmi3Status fmi3Set##name(fmi3Instance, const fmi3ValueReference[], size_t, const type[], size_t);
GUD_FMI3_TYPES(GUD_FMI3_DECLARE)
#undef GUD_FMI3_DECLARE
// NOLINTEND(bugprone-macro-parentheses)

GUD_API fmi3Status fmi3GetBinary(fmi3Instance, const fmi3ValueReference[], size_t, size_t[], fmi3Binary[], size_t);
GUD_API fmi3Status fmi3SetBinary(fmi3Instance, const fmi3ValueReference[], size_t, const size_t[], const fmi3Binary[],
                                 size_t);
GUD_API fmi3Status fmi3GetClock(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]);
GUD_API fmi3Status fmi3SetClock(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Clock[]);
GUD_API fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance, fmi3ValueReference, size_t *);
GUD_API fmi3Status fmi3GetVariableDependencies(fmi3Instance, fmi3ValueReference, size_t[], fmi3ValueReference[],
                                               size_t[], fmi3DependencyKind[], size_t);
GUD_API fmi3Status fmi3GetFMUState(fmi3Instance, fmi3FMUState *);
GUD_API fmi3Status fmi3SetFMUState(fmi3Instance, fmi3FMUState);
GUD_API fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState *);
GUD_API fmi3Status fmi3SerializedFMUStateSize(fmi3Instance, fmi3FMUState, size_t *);
GUD_API fmi3Status fmi3SerializeFMUState(fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
GUD_API fmi3Status fmi3DeserializeFMUState(fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState *);
GUD_API fmi3Status fmi3GetDirectionalDerivative(fmi3Instance, const fmi3ValueReference[], size_t,
                                                const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,
                                                fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetAdjointDerivative(fmi3Instance, const fmi3ValueReference[], size_t,
                                            const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,
                                            fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetIntervalDecimal(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[],
                                          fmi3IntervalQualifier[]);
GUD_API fmi3Status fmi3GetIntervalFraction(fmi3Instance, const fmi3ValueReference[], size_t, uint64_t[], uint64_t[],
                                           fmi3IntervalQualifier[]);
GUD_API fmi3Status fmi3GetShiftDecimal(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[]);
GUD_API fmi3Status fmi3GetShiftFraction(fmi3Instance, const fmi3ValueReference[], size_t, uint64_t[], uint64_t[]);
GUD_API fmi3Status fmi3SetIntervalDecimal(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]);
GUD_API fmi3Status fmi3SetIntervalFraction(fmi3Instance, const fmi3ValueReference[], size_t, const uint64_t[],
                                           const uint64_t[]);
GUD_API fmi3Status fmi3SetShiftDecimal(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]);
GUD_API fmi3Status fmi3SetShiftFraction(fmi3Instance, const fmi3ValueReference[], size_t, const uint64_t[],
                                        const uint64_t[]);
GUD_API fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance);
GUD_API fmi3Status fmi3UpdateDiscreteStates(fmi3Instance, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *,
                                            fmi3Boolean *, fmi3Float64 *);
GUD_API fmi3Status fmi3GetOutputDerivatives(fmi3Instance, const fmi3ValueReference[], size_t, const int32_t[],
                                            fmi3Float64[], size_t);
GUD_API fmi3Status fmi3DoStep(fmi3Instance, fmi3Float64 current, fmi3Float64 size,
                              fmi3Boolean noSetFMUStatePriorToCurrent, fmi3Boolean *eventHandlingNeeded,
                              fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn,
                              fmi3Float64 *lastSuccessfulTime);

// of model exchange, which is not offered; importers look for them in every binary
GUD_API fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance);
GUD_API fmi3Status fmi3CompletedIntegratorStep(fmi3Instance, fmi3Boolean, fmi3Boolean *, fmi3Boolean *);
GUD_API fmi3Status fmi3SetTime(fmi3Instance, fmi3Float64);
GUD_API fmi3Status fmi3SetContinuousStates(fmi3Instance, const fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetContinuousStates(fmi3Instance, fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance, fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance, fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetEventIndicators(fmi3Instance, fmi3Float64[], size_t);
GUD_API fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance, size_t *);
GUD_API fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance, size_t *);
GUD_API fmi3Status fmi3ActivateModelPartition(fmi3Instance, fmi3ValueReference, fmi3Float64);

#endif
