// A study: a grid of runs over models and parameters, read from a file.
//
//     gudgeon: 1
//     title: Crank-slider campaign
//     model: [config-1.yaml, config-2.yaml]        # or one file; several are the first axis; also bearing files, ...
//     axes:
//       clearance: {path: joints.main.clearance, from: 15 um, to: 60 um, points: 10, spacing: log}
//       contact: {path: [joints.small-end.rough.model, joints.big-end.rough.model], values: [GW, CEB]}
//       roughness:
//         cases:
//           printed: {}
//           inferred: {joints.small-end.rough.sigma: 0.153 um, joints.small-end.rough.mean: 0.371 um}
//       bore: {path: joints.main.clearance, fit: H7/f7, diameter: 40 mm}   # drawn: sweep/design.h
//     sample: {points: 1000, seed: 1}
//     limits:
//       thin film: {channel: joints/main/film_min, below: 1 um}
//     over: coordinates/crank.angle
//     window: [660:780, 840:960]
//     channels: [joints/*/film_min]
//     keep: none                                   # of a run only its lines of the table
#ifndef GUD_SWEEP_STUDY_H
#define GUD_SWEEP_STUDY_H

#include "base/arena.h"
#include "base/status.h"
#include "component/component.h"
#include "load/diag.h"
#include "sweep/design.h"
#include "sweep/goal.h"

#include <stdbool.h>

enum { GUD_STUDY_AXES = 16, GUD_STUDY_RUNS = 100000, GUD_STUDY_NAME = 400 };

// one place on an axis: a model, or values that are set
typedef struct gud_study_case {
    const char *label;
    const char *word;  // the label as a part of a folder's name
    const char *model; // NULL: this axis does not choose it
    gud_place place;   // of the model's name in the study
    const char **set;  // "path=value"
    gud_place *places; // of these values in the study
    int nset;
    double value; // in the unit of the axis; NAN: it is not a number
} gud_study_case;

typedef struct gud_study_axis {
    const char *name;
    gud_study_case *cases;
    int ncase;
    bool numeric;     // all of its cases are numbers that differ
    bool log;         // they are in equal ratios
    const char *unit; // of its numbers, as the study writes them
} gud_study_axis;

// what is left of a run besides its lines of the table
typedef enum gud_keep {
    GUD_KEEP_ALL,     // its result, in a folder of its own
    GUD_KEEP_SUMMARY, // a line of summaries.jsonl
    GUD_KEEP_NONE,
} gud_keep;

typedef struct gud_study_texts {
    const char *const *list;
    int count;
} gud_study_texts;

typedef struct gud_study {
    gud_arena arena;
    const char *title;
    gud_study_axis axes[GUD_STUDY_AXES]; // the first chooses the model
    int naxis, nrun;
    gud_keep keep;
    const gud_component *component;        // what the model files describe; NULL: a mechanism
    bool chosen;                           // were channels named?
    gud_study_texts bifurcation, poincare; // channels that are drawn at every turn of `over`; may be none
    const char *over;                      // channel that windows are counted on; NULL: time
    gud_place over_place;                  // in the study
    gud_study_texts windows, channels;     // at least one each; the window "" is the whole run
    gud_design design;                     // what the last axis draws or a search varies; may have no factor
    double *drawn;                         // [cases of the last axis][gud_design_columns], in their units
    gud_goals goals;                       // of a search, whose first runs are the cases of the last axis
    gud_limit *limits;
    int nlimit;
} gud_study;

extern const char *const gud_study_keys[]; // of the file; ends with NULL

// On failure *out is NULL and the messages are in `diag`.
gud_status gud_study_load(const char *path, gud_diag *diag, gud_study **out);
// the same from a text that `path` stands for; NULL: that of the file
gud_status gud_study_read(const char *path, const char *text, gud_diag *diag, gud_study **out);
void gud_study_free(gud_study *study);

// The same study with other rows of its design: n of them at the quantiles u[n][factors], counted from `first`. It uses
// what belongs to `study`; gud_study_free both.
gud_status gud_study_with(const gud_study *study, const double *u, int n, int first, gud_study **out);

// columns of the design in a run, in their units; NULL: there is no design
const double *gud_study_drawn(const gud_study *study, int run);

// the case of a run on an axis; the last axis varies fastest
const gud_study_case *gud_study_case_of(const gud_study *study, int run, int axis);
const char *gud_study_model(const gud_study *study, int run);

// "config-1/GW/printed", and "config-1_GW_printed" with only characters that suit a folder's name; axes of one case are
// left out
void gud_study_name(const gud_study *study, int run, char name[GUD_STUDY_NAME]);
void gud_study_folder(const gud_study *study, int run, char name[GUD_STUDY_NAME]);

// Messages about a value that a run sets get its place in the study instead of "--set path=value"; those about a model
// that cannot be read, the place of its name.
void gud_study_locate(const gud_study *study, int run, gud_diag *diag);

// all that is set in a run, in the order of the axes; returns how many. `set` may be NULL.
int gud_study_sets(const gud_study *study, int run, const char **set);

#endif
