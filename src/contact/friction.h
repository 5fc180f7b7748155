// Dry friction: tangential force from slip velocity and normal force; docs/theory/contact.md, section 9.
//
// Forces are given as resistance along the slip: the surface that moves with `slip` over the other feels -force.
// A law without state is a curve mu(|v|) that a row draws. A law with state (bristles) gives the rate of its state;
// the caller integrates it and starts every new contact at zero.
//
//     gud_friction_params prm;
//     gud_friction_defaults(law, &prm);
//     prm.coefficient = 0.1;
//     GUD_TRY(gud_friction_make(law, &prm, &error, &friction));
//     law->curve(&friction.params, n, speed, mu, mu_speed), or with state law->eval(&friction.params, n, &in, &out);
#ifndef GUD_CONTACT_FRICTION_H
#define GUD_CONTACT_FRICTION_H

#include "base/error.h"
#include "base/field.h"
#include "load/law.h"

// What a user says; each row takes some of these. Absent numbers are NAN.
typedef struct gud_friction_params {
    double coefficient;        // of sliding
    double static_coefficient; // largest, before sliding
    double speed;              // m/s, where the curve bends; see the rows
    double full_speed;         // m/s, of coulomb: from here on the whole friction
    double decay;              // s/m, of bengisu_akay
    double stiffness;          // 1/m, of lugre: of the bristles, per normal force
    double damping;            // s/m, of lugre: of the bristles, per normal force
    double viscous;            // s/m, of lugre: per normal force
    double fade;               // m/s, of lugre: speed at which bristles lose their damping
    gud_law_source source;     // of table and plugin; see gud_friction_source
} gud_friction_params;

typedef struct gud_friction_law gud_friction_law;

typedef struct gud_friction {
    const gud_friction_law *law;
    gud_friction_params params;
} gud_friction;

// for laws with a state; every array has n places
typedef struct gud_friction_in {
    const double *slip;   // m/s, signed
    const double *normal; // N, not negative
    const double *state;  // m, deflection of the bristles
} gud_friction_in;

typedef struct gud_friction_out {
    double *force, *F_slip, *F_normal, *F_state; // N and its derivatives
    double *power;                               // W, turned into heat
    double *state_t;                             // m/s, rate of the state
    double *S_slip, *S_normal, *S_state;         // derivatives of state_t
} gud_friction_out;

struct gud_friction_law {
    gud_row row;  // its parameter struct is gud_friction_params, the same for all rows
    bool state;   // the law has one
    bool outside; // its curve comes from a table or a library: gud_friction_source has to be called before
    gud_status (*check)(const gud_friction_params *params, gud_error *error); // beyond ranges; may be NULL

    // without state: coefficient mu and its slope at n speeds, which are not negative; the force is mu N along the slip
    void (*curve)(const gud_friction_params *params, int n, const double *speed, double *mu, double *mu_speed);

    // with state
    void (*eval)(const gud_friction_params *params, int n, const gud_friction_in *in, gud_friction_out *out);
};

extern const gud_friction_law *const gud_friction_laws[];    // ends with NULL
extern const gud_row *const gud_friction_rows[];             // the heads of the same rows
const gud_friction_law *gud_friction_find(const char *name); // NULL if there is none

// Makes the curve of a table, or finds the function of a library, that the parameters of a law name. Others are left
// alone.
gud_status gud_friction_source(const gud_law_context *context, gud_friction_params *params);

void gud_friction_defaults(const gud_friction_law *law, gud_friction_params *params);
gud_status gud_friction_make(const gud_friction_law *law, const gud_friction_params *params, gud_error *error,
                             gud_friction *friction);

#endif
