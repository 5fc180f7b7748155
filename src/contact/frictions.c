// The table of friction laws, and how a curve mu(|v|) becomes forces.

#include "contact/friction_row.h"

#include <string.h>

#define GUD_FRICTION_LAW(id) &gud_friction_##id,
const gud_friction_law *const gud_friction_laws[] = {
#include "contact/friction.def"
    NULL};
#undef GUD_FRICTION_LAW

#define GUD_FRICTION_LAW(id) &gud_friction_##id.row,
const gud_row *const gud_friction_rows[] = {
#include "contact/friction.def"
    NULL};
#undef GUD_FRICTION_LAW

const gud_friction_law *gud_friction_find(const char *name)
{
    for (int i = 0; gud_friction_laws[i]; i++)
        if (strcmp(gud_friction_laws[i]->row.name, name) == 0) return gud_friction_laws[i];
    return NULL;
}

void gud_friction_defaults(const gud_friction_law *law, gud_friction_params *params)
{
    const double none = (double)NAN;
    *params = (gud_friction_params){none, none, none, none, none, none, none, none, none};
    gud_params_default(&law->row, params);
}

gud_status gud_friction_check_static(const gud_row *row, const gud_friction_params *params, gud_error *error)
{
    if (!(params->static_coefficient < params->coefficient)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: static_coefficient = %g is less than coefficient = %g", row->name,
                    params->static_coefficient, params->coefficient);
}

gud_status gud_friction_make(const gud_friction_law *law, const gud_friction_params *params, gud_error *error,
                             gud_friction *friction)
{
    gud_friction_params p;
    gud_friction_defaults(law, &p);
    gud_params_copy(&law->row, params, &p);
    GUD_TRY(gud_params_check(law->row.name, &law->row, &p, error));
    if (isnan(p.static_coefficient)) p.static_coefficient = p.coefficient;
    if (isnan(p.fade)) p.fade = p.speed;
    if (law->check) GUD_TRY(law->check(&p, error));
    *friction = (gud_friction){law, p};
    return GUD_OK;
}

// Points are taken in batches, whose speeds fit on the stack
enum { batch = 64 };

// ---- along a line

static void eval_batch(const gud_friction *f, int n, const double *slip, const double *normal, gud_friction_out out)
{
    double speed[batch];
    for (int i = 0; i < n; i++) speed[i] = fabs(slip[i]);
    f->law->curve(&f->params, n, speed, out.F_normal, out.F_slip);
    for (int i = 0; i < n; i++) {
        out.F_normal[i] = copysign(out.F_normal[i], slip[i]);
        out.F_slip[i] *= normal[i];
        out.force[i] = out.F_normal[i] * normal[i];
        out.power[i] = out.force[i] * slip[i];
    }
}

void gud_friction_eval(const gud_friction *f, int n, const gud_friction_in *in, gud_friction_out *out)
{
    if (f->law->state) {
        f->law->eval(&f->params, n, in, out);
        return;
    }
    for (int i = 0; i < n; i += batch) {
        const gud_friction_out part = {
            .force = out->force + i, .F_slip = out->F_slip + i, .F_normal = out->F_normal + i, .power = out->power + i};
        eval_batch(f, n - i < batch ? n - i : batch, in->slip + i, in->normal + i, part);
    }
}

// ---- in the plane of contact: mu(|v|) along v, contact.md eq. 33

static void plane_point(const double v[2], double normal, double speed, double mu, double mu_speed, int i,
                        gud_friction_plane_out *out)
{
    const double across = speed > 0.0 ? mu / speed : mu_speed; // limit at rest
    for (int a = 0; a < 2; a++) {
        const double direction = speed > 0.0 ? v[a] / speed : 0.0;
        out->F_normal[i][a] = across * v[a];
        out->force[i][a] = normal * across * v[a];
        for (int b = 0; b < 2; b++) {
            const double along = speed > 0.0 ? direction * v[b] / speed : 0.0;
            out->F_slip[i][a][b] = normal * ((a == b ? across : 0.0) + (mu_speed - across) * along);
        }
    }
    out->power[i] = normal * mu * speed;
}

void gud_friction_plane(const gud_friction *f, int n, const gud_friction_plane_in *in, gud_friction_plane_out *out)
{
    if (f->law->state) {
        f->law->plane(&f->params, n, in, out);
        return;
    }
    double speed[batch], mu[batch], mu_speed[batch];
    for (int from = 0; from < n; from += batch) {
        const int count = n - from < batch ? n - from : batch;
        for (int i = 0; i < count; i++) speed[i] = hypot(in->slip[from + i][0], in->slip[from + i][1]);
        f->law->curve(&f->params, count, speed, mu, mu_speed);
        for (int i = 0; i < count; i++)
            plane_point(in->slip[from + i], in->normal[from + i], speed[i], mu[i], mu_speed[i], from + i, out);
    }
}
