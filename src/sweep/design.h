// What a study draws or varies beside its grid: factors with their distributions, and what a row of them sets.
// docs/theory/studies.md, sections 1 to 6.
#ifndef GUD_SWEEP_DESIGN_H
#define GUD_SWEEP_DESIGN_H

#include "sweep/distribution.h"

#include <stdint.h>

enum { GUD_DESIGN_FACTORS = 16 };

// an independent number of every part
typedef struct gud_design_factor {
    const char *name, *unit; // unit as the study writes it
    gud_distribution distribution;
} gud_design_factor;

// a value that a part sets: a factor, or half the difference of two, which is the radial clearance of a fit
typedef struct gud_setting {
    const char *name, *unit;
    const char *const *paths;
    int npath;
    gud_place place;   // in the study
    int factor, minus; // minus < 0: the factor alone
} gud_setting;

typedef enum gud_draw { GUD_DRAW_NOTHING, GUD_DRAW_RANDOM, GUD_DRAW_LATIN, GUD_DRAW_SALTELLI } gud_draw;

typedef struct gud_design {
    gud_design_factor factors[GUD_DESIGN_FACTORS];
    gud_setting settings[GUD_DESIGN_FACTORS];
    int nfactor, nsetting;
    gud_draw draw; // GUD_DRAW_NOTHING: a search finds the rows
    int points;    // rows; of a Saltelli design blocks of nfactor + 2 rows
    uint64_t seed;
} gud_design;

extern const char *const gud_draw_names[]; // by gud_draw

// an axis with `distribution`, with `fit`, or, where there is a search, with `from` and `to`
gud_status gud_design_read_axis(gud_design *design, const gud_node *axis, gud_arena *arena, const gud_units *units,
                                gud_diag *diag);
// the section `sample`
gud_status gud_design_read_sample(gud_design *design, const gud_node *sample, gud_diag *diag);

int gud_design_rows(const gud_design *design);

// where a row is drawn, as quantiles in (0, 1), [nfactor]; a function of the row alone
void gud_design_row(const gud_design *design, int row, double *u);

// Columns of a table of parts: all factors, then what is made of two of them.
int gud_design_columns(const gud_design *design);
const char *gud_design_column(const gud_design *design, int column, const char **unit);
// all columns of a part, in their units, from its quantiles
void gud_design_values(const gud_design *design, const double *u, double *values);
// the column that has the value of a setting
int gud_design_column_of(const gud_design *design, int setting);

#endif
