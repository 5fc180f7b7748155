// An instance of an exported model, as both versions of the standard see it: numbered variables, phases, steps, states.
// It uses the public interface of Gudgeon only.
#ifndef GUD_FMU_INSTANCE_H
#define GUD_FMU_INSTANCE_H

#include <gudgeon/gudgeon.h>

#include <stdbool.h>
#include <stddef.h>

// what a call may answer, in the order of both standards
typedef enum gud_fmu_status {
    GUD_FMU_OK,
    GUD_FMU_WARNING,
    GUD_FMU_DISCARD,
    GUD_FMU_ERROR,
    GUD_FMU_FATAL
} gud_fmu_status;

typedef enum gud_fmu_phase {
    GUD_FMU_INSTANTIATED = 1,
    GUD_FMU_INITIALISING = 2,
    GUD_FMU_STEPPING = 4,
    GUD_FMU_TERMINATED = 8,
    GUD_FMU_BROKEN = 16 // a call failed; only reset and free are left
} gud_fmu_phase;

typedef enum gud_fmu_category {
    GUD_FMU_LOG_ERROR,
    GUD_FMU_LOG_DISCARD,
    GUD_FMU_LOG_EVENTS,
    GUD_FMU_NCATEGORY
} gud_fmu_category;
extern const char *const gud_fmu_categories[GUD_FMU_NCATEGORY + 1]; // their names in both standards; ends with NULL

// hands a message to the importer
typedef void (*gud_fmu_log)(void *user, gud_fmu_status status, const char *category, const char *text);

typedef struct gud_fmu gud_fmu;

// The instance of the FMU whose `resources` are unpacked in this folder; NULL, after a message, if the token is not
// that of the FMU or memory is short. `log` is called for enabled categories only: none in the beginning but errors.
gud_fmu *gud_fmu_open(const char *folder, const char *token, gud_fmu_log log, void *user);
void gud_fmu_close(gud_fmu *fmu);
void gud_fmu_enable(gud_fmu *fmu, const char *category, bool on); // NULL: all

// Is the instance in one of these phases? If not, says so and answers false.
bool gud_fmu_in(gud_fmu *fmu, unsigned phases, const char *function);

gud_fmu_status gud_fmu_refuse(gud_fmu *fmu, const char *function, const char *why); // GUD_FMU_ERROR

// variables are numbered: 0 the time, then parameters, inputs, outputs
gud_fmu_status gud_fmu_get(gud_fmu *fmu, const char *function, const unsigned *variables, size_t n, double *values);
gud_fmu_status gud_fmu_set(gud_fmu *fmu, const char *function, const unsigned *variables, size_t n,
                           const double *values);

// How outputs change with inputs in the direction of the seeds, at this instant: by central differences of a copy, or
// one-sided ones at the end of an input's range.
typedef struct gud_fmu_direction {
    const unsigned *unknowns, *knowns; // outputs, inputs
    size_t nunknown, nknown;
    const double *seed; // of every known one
    double *change;     // of every unknown one
} gud_fmu_direction;
gud_fmu_status gud_fmu_derive(gud_fmu *fmu, const char *function, const gud_fmu_direction *direction);

gud_fmu_status gud_fmu_initialise(gud_fmu *fmu, double start); // enters the mode
gud_fmu_status gud_fmu_begin(gud_fmu *fmu);                    // leaves it: the simulation starts
gud_fmu_status gud_fmu_terminate(gud_fmu *fmu);
gud_fmu_status gud_fmu_reset(gud_fmu *fmu);

typedef struct gud_fmu_step {
    double from, size; // s, of the importer's time
    bool early;        // may it end where an event was?
    double reached;    // s
    bool ended_early;
} gud_fmu_step;

gud_fmu_status gud_fmu_advance(gud_fmu *fmu, gud_fmu_step *step);
double gud_fmu_time(const gud_fmu *fmu);

// States are blocks of bytes, which begin with their size.
typedef struct gud_fmu_state gud_fmu_state;
gud_fmu_status gud_fmu_state_get(gud_fmu *fmu, gud_fmu_state **state); // *state: NULL, or one that is used again
gud_fmu_status gud_fmu_state_set(gud_fmu *fmu, const gud_fmu_state *state);
void gud_fmu_state_free(gud_fmu_state *state);
size_t gud_fmu_state_size(const gud_fmu_state *state);
const void *gud_fmu_state_bytes(const gud_fmu_state *state);
gud_fmu_status gud_fmu_state_read(gud_fmu *fmu, const void *bytes, size_t size, gud_fmu_state **state);

#endif
