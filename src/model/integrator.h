// An integrator as the row of a table; the rows are in src/step.
#ifndef GUD_MODEL_INTEGRATOR_H
#define GUD_MODEL_INTEGRATOR_H

#include "base/field.h"
#include "model/model.h"

typedef struct gud_sim gud_sim;

struct gud_integrator {
    gud_row row;
    gud_treatment treatment; // of the constraints, when the user does not choose
    unsigned treatments;     // that it knows: bits 1 << gud_treatment
    int order;
    int estimate;             // its error estimate falls with this power of the step
    int nstage;               // slopes that it keeps
    int nfactor;              // matrices that it keeps
    const char *why_no_films; // films on a grid do not go with it, and why; NULL: they do
    // No films, beams and contacts, and why. Such a one counts in gud_clock.stiff the steps that its stability limited.
    const char *why_not_stiff;
    // a step of size h: fills next.q, v, a, aux, lam and work.error (local error of positions and velocities),
    // and with films next.y, y_t, y_aux, load, work.error_y and work.error_load
    gud_status (*step)(gud_sim *s, double h);
    // positions and velocities at t_n + theta h, inside the step that was taken last; NULL: cubics will do, and
    // accelerations and multipliers in straight lines
    void (*inside)(gud_sim *s, double theta, double *q, double *v);
};

extern const gud_row *const gud_integrator_rows[]; // ends with NULL
const gud_integrator *gud_integrator_of(const gud_row *row);

extern const gud_integrator gud_integrator_kinematics; // not a row: it is the analysis of that name

#endif
