// User-defined laws in a shared library named in a model file: `contact: {law: plugin, library: foam.so, name: foam}`.
// docs/manual/library.md has a complete example. Programs that use Gudgeon do not need this header.
//
// A library exports one function, `gudgeon_plugin`, whose result never changes. Like Gudgeon's own laws, its laws are
// table rows: a name, a description, parameters with unit, default and range, and a function of n points from arrays to
// arrays. Functions are called from several threads at a time, thousands of times per step: they must depend on their
// arguments alone, keep no state between calls, and must not allocate memory, print or wait. Equal arguments must give
// bitwise equal results. A law must be continuous, and its slopes must be the exact derivatives of its values. Where it
// has no value it writes NAN, and the step is repeated with half its length. All numbers are in SI units. A library
// stays loaded until the program ends.
#ifndef GUDGEON_PLUGIN_H
#define GUDGEON_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

// increases when the structs below change
#define GUD_PLUGIN_ABI 1

enum { GUD_PLUGIN_PARAMETERS = 32 }; // that a law may have

typedef struct gud_plugin_parameter {
    const char *name, *unit, *about; // unit: "N/m", "1"
    double fallback;                 // default; NAN: required
    double low, high;                // range; infinite: no limit
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
