// The lubricant of a bearing or a joint as a file describes it: `oil: {grade: ISO VG 46, temperature: 60 degC}`.
#ifndef GUD_FILM_OIL_H
#define GUD_FILM_OIL_H

#include "film/lubricant.h"

typedef struct gud_oil_params {
    double viscosity, temperature, density, specific_heat;
    int grade; // of a library of typical oils; -1: none
    gud_choice law, pressure, shear, compression;
} gud_oil_params;

// Pa.s: thinner than any gas, thicker than tar
#define GUD_VISCOSITY_LEAST 1e-6
#define GUD_VISCOSITY_MOST  1e6

extern const gud_row gud_oil_row;

// viscosity at ambient pressure of an oil with a grade or a law, Pa s
double gud_oil_viscosity(const gud_oil_params *params, double temperature);

// The oil at its temperature, prepared; the parameters of its laws belong to the caller. GUD_ERR_INPUT: *key is the
// parameter to blame.
gud_status gud_oil_make(const gud_oil_params *params, gud_lubricant *oil, const char **key, gud_error *error);

#endif
