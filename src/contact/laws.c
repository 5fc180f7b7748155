// The table of contact laws, and how a law becomes a contact.

#include "contact/restitution.h"
#include "contact/row.h"
#include "num/pi.h"

#include <string.h>

static const double usual_restitution = 0.9;

#define GUD_CONTACT_LAW(id) &gud_contact_##id,
const gud_contact_law *const gud_contact_laws[] = {
#include "contact/laws.def"
    NULL};
#undef GUD_CONTACT_LAW

#define GUD_CONTACT_LAW(id) &gud_contact_##id.row,
const gud_row *const gud_contact_rows[] = {
#include "contact/laws.def"
    NULL};
#undef GUD_CONTACT_LAW

const gud_contact_law *gud_contact_find(const char *name)
{
    for (int i = 0; gud_contact_laws[i]; i++)
        if (strcmp(gud_contact_laws[i]->row.name, name) == 0) return gud_contact_laws[i];
    return NULL;
}

void gud_contact_defaults(const gud_contact_law *law, gud_contact_params *params)
{
    const double none = (double)NAN;
    *params = (gud_contact_params){.stiffness = none,
                                   .exponent = none,
                                   .restitution = none,
                                   .restitution_out = none,
                                   .slowest = none,
                                   .damping = none,
                                   .mass = none};
    gud_params_default(&law->row, params);
}

// ---- making a contact

static gud_status check_needs(const gud_contact_law *law, const gud_contact_pair *pair, gud_error *error)
{
    const char *name = law->row.name;
    if (law->needs & GUD_CONTACT_MODULUS && isnan(pair->modulus))
        return gud_fail(error, GUD_ERR_INPUT, "%s: give materials, young or modulus of the two bodies", name);
    if (law->needs & GUD_CONTACT_RADII && isnan(gud_contact_relative_radius(pair)))
        return gud_fail(error, GUD_ERR_INPUT, "%s: give the radii of the two bodies, or radius and clearance", name);
    if (law->needs & GUD_CONTACT_WIDTH && isnan(pair->width))
        return gud_fail(error, GUD_ERR_INPUT, "%s: give the width of the line contact", name);
    if (law->needs & GUD_CONTACT_INTERNAL && pair->curvature != GUD_CURVATURE_INTERNAL)
        return gud_fail(error, GUD_ERR_INPUT, "%s: describes a pin in a hole only; curvature must be internal", name);
    return GUD_OK;
}

// the damping of an impact that returns `out`, if the law can have it
static gud_status invert_restitution(const gud_contact_law *law, const gud_contact_params *params, gud_error *error,
                                     double *chi)
{
    const double out = params->restitution_out, most = law->chi ? law->chi(params, 0.0) : (double)INFINITY;
    *chi = gud_restitution_to_chi(out);
    if (*chi <= most) return GUD_OK;
    return gud_fail(
        error, GUD_ERR_INPUT,
        "%s: restitution_out = %g is outside [%.6g, 1], the range of this law; use flores or gonthier for other values",
        law->row.name, out, gud_restitution_of_chi(most));
}

static gud_status set_hysteresis(const gud_contact_law *law, const gud_contact_params *params, gud_error *error,
                                 gud_contact *contact)
{
    const double e = isnan(params->restitution) ? usual_restitution : params->restitution;
    if (!isnan(params->restitution_out))
        GUD_TRY(invert_restitution(law, params, error, &contact->damping));
    else
        contact->damping = law->chi ? law->chi(params, e) : 0.0;
    contact->restitution = gud_restitution_of_chi(contact->damping);
    return GUD_OK;
}

static gud_contact start(const gud_contact_law *law, const gud_contact_params *params, const gud_contact_pair *pair)
{
    return (gud_contact){
        .law = law,
        .slowest = params->slowest,
        .restitution = (double)NAN,
        .modulus = pair->modulus,
        .radius = {pair->radii[0], pair->radii[1]},
        .clearance = pair->clearance,
        .relative = gud_contact_relative_radius(pair),
        .width = pair->width,
        .limit_depth = (double)INFINITY,
    };
}

gud_status gud_contact_make(const gud_contact_law *law, const gud_contact_params *params, const gud_contact_pair *pair,
                            gud_error *error, gud_contact *contact)
{
    gud_contact_pair bodies;
    gud_contact_params own; // what the row does not describe is absent, whatever the caller has there
    gud_contact_defaults(law, &own);
    gud_params_copy(&law->row, params, &own);
    if (law->outside) own.source = params->source;
    GUD_TRY(gud_params_check(law->row.name, &law->row, &own, error));
    GUD_TRY(gud_contact_pair_resolve(pair, error, &bodies));
    GUD_TRY(check_needs(law, &bodies, error));

    *contact = start(law, &own, &bodies);
    if (law->prepare) GUD_TRY(law->prepare(&own, contact, error));
    return law->damp == gud_hysteresis_damp ? set_hysteresis(law, &own, error, contact) : GUD_OK;
}

// ---- evaluation

void gud_contact_eval(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out)
{
    if (contact->law->whole) {
        contact->law->whole(contact, n, in, out);
        return;
    }
    contact->law->elastic(contact, n, in->depth, out->force, out->F_depth);
    contact->law->damp(contact, n, in, out);
}

void gud_hysteresis_damp(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out)
{
    for (int i = 0; i < n; i++) {
        const double v = in->rate[i], v0 = in->rate0[i];
        const double by_rate = contact->damping / (v0 < contact->slowest ? contact->slowest : v0);

        // bodies that part faster than the surfaces recover do not pull on each other
        const double factor = 1.0 + by_rate * v, hysteresis = factor < 0.0 ? 0.0 : factor;
        out->F_rate[i] = factor < 0.0 ? 0.0 : out->force[i] * by_rate;
        out->force[i] *= hysteresis;
        out->F_depth[i] *= hysteresis;
    }
}

bool gud_contact_half_width(const gud_contact *contact, int n, const double *depth, double *half_width)
{
    if (!contact->law->half_width || isnan(contact->relative)) return false;
    contact->law->half_width(contact, n, depth, half_width);
    return true;
}

bool gud_contact_pressure(const gud_contact *contact, int n, const double *depth, const double *force, double *pressure)
{
    const bool line = contact->law->needs & (GUD_CONTACT_WIDTH | GUD_CONTACT_INTERNAL);
    if ((line && isnan(contact->width)) || !gud_contact_half_width(contact, n, depth, pressure)) return false;
    for (int i = 0; i < n; i++) {
        const double a = pressure[i]; // is overwritten
        const double area = line ? 0.5 * pi * a * contact->width : pi * a * a / 1.5;
        pressure[i] = a > 0.0 ? force[i] / area : 0.0;
    }
    return true;
}

// the elastic curve asks for a place for slopes, which curves do not show
static void fill_force(const gud_contact *contact, int n, const double *depth, double *force)
{
    enum { batch = 64 };
    double slope[batch];
    for (int i = 0; i < n; i += batch)
        contact->law->elastic(contact, n - i < batch ? n - i : batch, depth + i, force + i, slope);
}

void gud_contact_curves(int nlaw, const gud_contact *contacts, int n, const double *depth, double *force,
                        double *half_width)
{
    for (int k = 0; k < nlaw; k++) {
        const size_t from = (size_t)k * (size_t)n;
        fill_force(&contacts[k], n, depth, force + from);
        if (half_width && !gud_contact_half_width(&contacts[k], n, depth, half_width + from))
            for (int i = 0; i < n; i++) half_width[from + (size_t)i] = 0.0;
    }
}
