// What the files of the contact and friction laws share; not for callers.
#ifndef GUD_CONTACT_ROW_H
#define GUD_CONTACT_ROW_H

#include "base/params.h"
#include "contact/contact.h"
#include "num/pi.h"

#define GUD_CONTACT_LAW(id) extern const gud_contact_law gud_contact_##id;
#include "contact/laws.def"
#undef GUD_CONTACT_LAW

// Fields that several rows take

// from 0 up; the flags say whether 0 itself is allowed
#define GUD_CONTACT_NUMBER(params, member_, unit_, fallback_, flags_, about_)                                          \
    {                                                                                                                  \
        .key = #member_, .type = GUD_NUMBER, .offset = offsetof(params, member_), .unit = (unit_),                     \
        .fallback = (fallback_), .low = 0.0, .high = (double)INFINITY, .flags = (flags_), .about = (about_)            \
    }

#define GUD_CONTACT_SLOWEST                                                                                            \
    GUD_FIELD_POSITIVE(gud_contact_params, slowest, "m/s", 1e-6,                                                       \
                       "slower contacts are damped as if they started at this speed")

#define GUD_CONTACT_STIFFNESS(unit_)                                                                                   \
    GUD_FIELD_POSITIVE(gud_contact_params, stiffness, unit_, GUD_OPTIONAL,                                             \
                       "stiffness K; default: from materials and radii by Hertz theory")

#define GUD_CONTACT_RESTITUTION(member_, low_, flags_, about_)                                                         \
    {                                                                                                                  \
        .key = #member_, .type = GUD_NUMBER, .offset = offsetof(gud_contact_params, member_), .unit = "1",             \
        .fallback = GUD_OPTIONAL, .low = (low_), .high = 1.0, .flags = (flags_), .about = (about_)                     \
    }

// of an elastic law, to which hysteresis may be added
#define GUD_CONTACT_OUT_OR_ELASTIC                                                                                     \
    GUD_CONTACT_RESTITUTION(restitution_out, 0.0, GUD_OPEN_LOW,                                                        \
                            "restitution that results from an impact, by hysteresis damping; default: elastic")

// F = K d^n with hysteresis
#define GUD_CONTACT_HYSTERESIS_FIELDS(low_, flags_)                                                                    \
    GUD_CONTACT_STIFFNESS("N/m^exponent"),                                                                             \
        GUD_FIELD(gud_contact_params, exponent, "1", 1.5, 1.0, 3.0, "exponent n of the depth"),                        \
        GUD_CONTACT_RESTITUTION(restitution, low_, flags_, "restitution in the formula of the law; default: 0.9"),     \
        GUD_CONTACT_RESTITUTION(restitution_out, 0.0, GUD_OPEN_LOW, "restitution that results from an impact"),        \
        GUD_CONTACT_SLOWEST

#define GUD_CONTACT_HYSTERESIS_RULES                                                                                   \
    {                                                                                                                  \
        GUD_AT_MOST_ONE_OF,                                                                                            \
        {                                                                                                              \
            "restitution", "restitution_out"                                                                           \
        }                                                                                                              \
    }

#define GUD_CONTACT_ROW(name_, about_, source_, fields_)                                                               \
    .name = (name_), .about = (about_), .source = (source_), .size = sizeof(gud_contact_params), .fields = (fields_),  \
    .nfield = GUD_COUNT(fields_)

// Elastic curves and damping that several rows take

// F = K d^n (contact.md, eq. 10), and the half width of a Hertz point contact
gud_status gud_power_prepare(const gud_contact_params *params, gud_contact *contact, gud_error *error);
void gud_power_elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth);
void gud_power_half_width(const gud_contact *contact, int n, const double *depth, double *half_width);

// d = P/(pi E) (ln(X/P) + k), up to a half width (contact.md, eq. 14)
void gud_logarithmic_prepare(double load_scale, double shift, double widest, gud_contact *contact);
void gud_logarithmic_elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth);
void gud_logarithmic_half_width(const gud_contact *contact, int n, const double *depth, double *half_width);

// multiplies the elastic force by 1 + chi v/v0 (contact.md, eq. 1)
void gud_hysteresis_damp(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out);

// a positive depth, or zero; NAN stays
static inline double gud_depth_positive(double depth)
{
    return depth < 0.0 ? 0.0 : depth;
}

#endif
