// Closed forms for the film force of a journal bearing: short, long, and in between. Rows of the table `closed`.
// docs/theory/film.md, section on closed forms.
#ifndef GUD_FILM_CLOSED_H
#define GUD_FILM_CLOSED_H

#include "base/field.h"

// everything in a frame that rides on the bearing
typedef struct gud_closed_in {
    double radius, width, clearance;
    double eta;   // viscosity
    double e[2];  // place of the journal's centre
    double v[2];  // its velocity
    double omega; // of the journal against the bearing
} gud_closed_in;

typedef struct gud_closed_out {
    double F[2]; // on the journal
    double F_e[2][2], F_v[2][2], F_omega[2];
} gud_closed_out;

// a value and its derivatives by eccentricity ratio, radial velocity and effective slide
typedef struct gud_dual {
    double v, d[3];
} gud_dual;

typedef struct gud_closed_law {
    gud_row row;
    // radial and tangential force; eps = e/c, a = radial velocity, b = omega e - 2 tangential velocity
    void (*eval)(const gud_closed_in *in, double eps, double a, double b, gud_dual force[2]);
} gud_closed_law;

extern const gud_row *const gud_closed_rows[]; // ends with NULL

// GUD_RETRY if the journal touches the bearing (e >= c)
gud_status gud_closed_eval(const gud_closed_law *law, const gud_closed_in *in, gud_closed_out *out);

#endif
