// A bearing with the arrays that a solution of its film needs.
#ifndef GUD_TESTS_UNIT_BEARING_RIG_H
#define GUD_TESTS_UNIT_BEARING_RIG_H

#include "check.h"

#include "pair/bearing.h"

#include <stdlib.h>

typedef struct rig {
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_film_out film;
    double *m_hat;
    int n; // cells
    gud_error error;
} rig;

static inline void rig_open(rig *r, const gud_bearing_spec *spec)
{
    *r = (rig){0};
    if (gud_bearing_create(spec, &r->error, &r->bearing) != GUD_OK) fail_msg("%s", r->error.text);
    assert_int_equal(gud_bearing_work_create(r->bearing, &r->error, &r->work), GUD_OK);
    r->n = gud_bearing_ncell(r->bearing);
    const size_t n = (size_t)r->n;
    r->m_hat = calloc(n, sizeof(double));
    r->film = (gud_film_out){.pressure = calloc(n, sizeof(double)),
                             .theta = calloc(n, sizeof(double)),
                             .m = calloc(n, sizeof(double)),
                             .full = calloc(n, 1)};
}

static inline void rig_close(rig *r)
{
    free(r->film.pressure);
    free(r->film.theta);
    free(r->film.m);
    free(r->film.full);
    free(r->m_hat);
    gud_bearing_work_free(r->work);
    gud_bearing_free(r->bearing);
}

#endif
