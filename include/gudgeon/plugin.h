// Laws of your own in a shared library that a model file names: `contact: {law: plugin, library: foam.so, name: foam}`.
// docs/manual/library.md has a complete one. Nothing here is called by programs that use Gudgeon.
//
// A library exports one function, `gudgeon_plugin`, whose answer never changes. Its laws are rows, as Gudgeon's own:
// a name, a line about it, parameters with unit, default and range, and a function of n points from arrays to arrays.
// Functions are called from several threads at a time, thousands of times in a step: they depend on their arguments
// alone, keep nothing between calls, and allocate, print and wait for nothing. Equal arguments give equal bits. A law
// is continuous, and its slopes are those of its values: the solver trusts them. Where it has no answer it writes NAN,
// and the step is tried again with half its length. All numbers are in SI units. A library stays loaded until the
// program ends.
#ifndef GUDGEON_PLUGIN_H
#define GUDGEON_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

// rises when the structs below change
#define GUD_PLUGIN_ABI 1

enum { GUD_PLUGIN_PARAMETERS = 32 }; // that a law may have

typedef struct gud_plugin_parameter {
    const char *name, *unit, *about; // unit: "N/m", "1"
    double fallback;                 // NAN: it must be given
    double low, high;                // what may be given; infinite: anything
} gud_plugin_parameter;

typedef enum gud_plugin_kind {
    GUD_PLUGIN_CONTACT,  // normal force of a dry contact
    GUD_PLUGIN_FRICTION, // coefficient of friction by the speed of sliding
    GUD_PLUGIN_VISCOSITY // viscosity by temperature
} gud_plugin_kind;

typedef struct gud_plugin_law {
    gud_plugin_kind kind;
    const char *name, *about;
    const gud_plugin_parameter *parameters;
    int nparameter;

    // GUD_PLUGIN_CONTACT: force in N, not negative, and its slopes, from depth (m, > 0), rate of the depth and rate
    // when the contact began (m/s). The force tends to 0 with the depth; at rate 0 it is the elastic force.
    void (*contact)(const double *parameters, int n, const double *depth, const double *rate, const double *rate0,
                    double *force, double *by_depth, double *by_rate);

    // The others: value and slope over x. GUD_PLUGIN_FRICTION: coefficient over the speed (m/s, >= 0), 0 at rest.
    // GUD_PLUGIN_VISCOSITY: dynamic viscosity (Pa.s) over the temperature (K).
    void (*curve)(const double *parameters, int n, const double *x, double *y, double *by_x);
} gud_plugin_law;

typedef struct gud_plugin {
    int abi; // GUD_PLUGIN_ABI
    const char *name;
    const gud_plugin_law *const *laws; // ends with NULL
} gud_plugin;

// what a library exports: const gud_plugin *gudgeon_plugin(void)
typedef const gud_plugin *(*gud_plugin_entry)(void);

#ifdef __cplusplus
}
#endif

#endif
