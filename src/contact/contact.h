// Dry contact of two bodies: normal force from penetration and its rate; docs/theory/contact.md.
//
// A law is one row: an elastic curve F(d), the half width of the contact, and the damping that multiplies or joins it.
// The parameters of a law and of the two bodies become a small block of constants, once, when a model is loaded. The
// law then works on n points at once, from arrays to arrays, and allocates nothing.
//
//     gud_contact_params prm;
//     gud_contact_pair pair;
//     gud_contact_defaults(law, &prm);
//     gud_contact_pair_defaults(&pair);
//     prm.restitution = 0.9;
//     pair.radius = 0.010; ...
//     GUD_TRY(gud_contact_make(law, &prm, &pair, &error, &contact));
//     gud_contact_eval(&contact, n, &in, &out);
#ifndef GUD_CONTACT_CONTACT_H
#define GUD_CONTACT_CONTACT_H

#include "base/error.h"
#include "base/field.h"
#include "load/law.h"

// What a user says about the two bodies. SI; absent numbers are NAN, absent names NULL.
// The first body is the pin or ball, the second the hole or socket.
typedef struct gud_contact_pair {
    const char *materials[2]; // names of rough/material.h
    double young[2];          // Pa
    double poisson[2];        // -
    double modulus;           // Pa, 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2
    int curvature;            // gud_contact_curvature
    double radii[2];          // m
    double radius, clearance; // m: of the hole, and by how much the pin's is smaller; in place of radii
    double width;             // m, length of a line contact along the axis
} gud_contact_pair;

typedef enum gud_contact_curvature {
    GUD_CURVATURE_INTERNAL, // pin in hole: R = R1 R2/(R2 - R1)
    GUD_CURVATURE_EXTERNAL, // two convex bodies: R = R1 R2/(R1 + R2)
} gud_contact_curvature;

extern const gud_row gud_contact_pair_row;   // all fields
extern const gud_row gud_contact_bodies_row; // the same struct without radii and width, which a joint knows by itself
void gud_contact_pair_defaults(gud_contact_pair *pair);

// the pair of a joint: elasticity as read by gud_contact_bodies_row (NULL: not known), geometry from the joint
void gud_contact_pair_set(const gud_contact_pair *bodies, double radius, double clearance, double width,
                          gud_contact_pair *pair);

// Checks, then fills what follows: modulus from materials or young and poisson; radii, radius and clearance from each
// other. What cannot be known stays NAN. Done by gud_contact_make.
gud_status gud_contact_pair_resolve(const gud_contact_pair *given, gud_error *error, gud_contact_pair *pair);
double gud_contact_relative_radius(const gud_contact_pair *resolved); // R; NAN when the radii are not known

// What a user says about the law; each row takes some of these. Absent numbers are NAN.
typedef struct gud_contact_params {
    double stiffness;       // K, N/m^exponent; absent: from the pair
    double exponent;        // of the depth
    double restitution;     // the letter e or c_e in the law's formula
    double restitution_out; // the ratio of speeds that shall come out of an impact
    double slowest;         // m/s: contacts that begin more slowly are damped as if they began at this speed
    double damping, mass;   // N s/m, kg: of kelvin_voigt
    int order, profile;     // of liu_conformal
    int solution;           // of gonthier
    gud_law_source source;  // of table and plugin; see gud_contact_source
} gud_contact_params;

typedef struct gud_contact_law gud_contact_law;
enum { GUD_CONTACT_TERMS = 10 }; // of the profile of liu_conformal

// The constants of one contact. Plain data: it may be copied and needs no freeing.
typedef struct gud_contact {
    const gud_contact_law *law;
    double stiffness, exponent; // of the elastic curve, where it is a power
    double damping;             // chi of contact.md, eq. 1; N s/m for kelvin_voigt
    double slowest;             // m/s
    double restitution;         // that comes out of an impact; NAN where it depends on the mass
    double modulus, radius[2], clearance, relative, width;     // resolved; NAN: not known
    double load_scale, shift;                                  // X and k of a logarithmic line contact
    double limit_depth, limit_force, limit_slope, limit_width; // where an elastic curve ends; INFINITY: nowhere
    double profile[GUD_CONTACT_TERMS];                         // of liu_conformal, depth = sum profile[k] a^(2k+2)
    int order, profile_kind;
    gud_law_source source; // of table and plugin; what it points to belongs to the caller
} gud_contact;

// every array has n places
typedef struct gud_contact_in {
    const double *depth; // m, negative where the bodies are apart
    const double *rate;  // m/s, of the depth
    const double *rate0; // m/s, rate when this contact began; its history belongs to the caller
} gud_contact_in;

typedef struct gud_contact_out {
    double *force;   // N, never negative
    double *F_depth; // N/m
    double *F_rate;  // N s/m
} gud_contact_out;

struct gud_contact_law {
    gud_row row;    // its parameter struct is gud_contact_params, the same for all rows
    unsigned needs; // what must be known of the pair
    bool outside;   // its curve comes from a table or a library: gud_contact_source has to be called before
    bool sudden;    // the damping does not fade with the depth: the force jumps when contact begins at speed
    gud_status (*prepare)(const gud_contact_params *params, gud_contact *contact, gud_error *error); // may be NULL
    double (*chi)(const gud_contact_params *params, double restitution); // NULL: elastic, or by restitution_out
    void (*elastic)(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth);
    void (*half_width)(const gud_contact *contact, int n, const double *depth, double *half_width); // NULL: none
    void (*damp)(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out);
    void (*whole)(const gud_contact *contact, int n, const gud_contact_in *in,
                  gud_contact_out *out); // in place of both
};

enum {
    GUD_CONTACT_MODULUS = 1,
    GUD_CONTACT_RADII = 2,
    GUD_CONTACT_WIDTH = 4,
    GUD_CONTACT_INTERNAL = 8, // a pin in a hole only
};

extern const gud_contact_law *const gud_contact_laws[];    // ends with NULL
extern const gud_row *const gud_contact_rows[];            // the heads of the same rows
const gud_contact_law *gud_contact_find(const char *name); // NULL if there is none

// Makes the curve of a table, or finds the function of a library, that the parameters of a law name. Others are left
// alone.
gud_status gud_contact_source(const gud_law_context *context, gud_contact_params *params);

void gud_contact_defaults(const gud_contact_law *law, gud_contact_params *params);
gud_status gud_contact_make(const gud_contact_law *law, const gud_contact_params *params, const gud_contact_pair *pair,
                            gud_error *error, gud_contact *contact);

// Force and its exact derivatives at n points. Zero where the depth is not positive. No law pulls: where damping would
// outweigh the elastic force, everything is zero. A NAN in any input of a point gives a NAN in its force.
void gud_contact_eval(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out);

// Half width of a line contact or radius of a point contact; false, and nothing written, when the law or its
// parameters do not say.
bool gud_contact_half_width(const gud_contact *contact, int n, const double *depth, double *half_width);

// Largest pressure, in the middle of the contact: of a line contact 2 F/(pi a L) (Liu 2013, eq. 3, F over the width L),
// of a point contact 3 F/(2 pi a^2). From there p falls as sqrt(1 - (x/a)^2). False, and nothing written, where
// gud_contact_half_width is, or the width is not known.
bool gud_contact_pressure(const gud_contact *contact, int n, const double *depth, const double *force,
                          double *pressure);

// Elastic curves of several contacts over n depths: force[law n + i]; half_width[law n + i], 0 where not known.
// half_width may be NULL.
void gud_contact_curves(int nlaw, const gud_contact *contacts, int n, const double *depth, double *force,
                        double *half_width);

#endif
