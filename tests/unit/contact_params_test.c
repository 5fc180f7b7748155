// Every mistake in the parameters of a contact has its own message.

#include "check.h"
#include "contact/contact.h"

typedef void (*spoiler)(gud_contact_params *prm, gud_contact_pair *pair);

static void refused(const char *law, spoiler spoil, const char *message)
{
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_error error;
    gud_contact_defaults(gud_contact_find(law), &prm);
    gud_contact_pair_defaults(&pair);
    pair.modulus = 1e11;
    pair.radius = 0.01;
    pair.clearance = 1e-4;
    pair.width = 0.02;
    spoil(&prm, &pair);
    assert_int_equal(gud_contact_make(gud_contact_find(law), &prm, &pair, &error, &contact), GUD_ERR_INPUT);
    assert_string_equal(error.text, message);
}

#define SPOIL(name, ...)                                                                                               \
    static void name(gud_contact_params *prm, gud_contact_pair *pair)                                                  \
    {                                                                                                                  \
        (void)prm, (void)pair;                                                                                         \
        __VA_ARGS__;                                                                                                   \
    }

static const double none = (double)NAN;

SPOIL(zero_clearance, pair->clearance = 0.0)
SPOIL(negative_clearance, pair->clearance = -1e-5)
SPOIL(no_pin, pair->clearance = 0.02)
SPOIL(only_radius, pair->clearance = none)
SPOIL(no_radii, pair->radius = pair->clearance = none)
SPOIL(thick_pin, pair->radius = pair->clearance = none; pair->radii[0] = 0.02; pair->radii[1] = 0.01)
SPOIL(one_radius, pair->radius = pair->clearance = none; pair->radii[0] = 0.02)
SPOIL(twice, pair->radii[0] = pair->radii[1] = 0.01)
SPOIL(no_width, pair->width = none)
SPOIL(no_modulus, pair->modulus = none)
SPOIL(convex, pair->curvature = GUD_CURVATURE_EXTERNAL)
SPOIL(no_choice, pair->curvature = 7)
SPOIL(unknown_material, pair->modulus = none; pair->materials[0] = "steel-52100"; pair->materials[1] = "cheese")
SPOIL(one_material, pair->modulus = none; pair->materials[0] = "steel-52100")
SPOIL(one_young, pair->modulus = none; pair->young[0] = 2e11)
SPOIL(two_moduli, pair->young[0] = pair->young[1] = 2e11)
SPOIL(lone_poisson, pair->poisson[0] = pair->poisson[1] = 0.3)
SPOIL(infinite, pair->modulus = (double)INFINITY)
SPOIL(lively, prm->restitution = 1.2)
SPOIL(dead, prm->restitution = 0.0)
SPOIL(two_restitutions, prm->restitution = 0.5; prm->restitution_out = 0.6)
SPOIL(too_low, prm->restitution_out = 0.4)
SPOIL(odd_exponent, prm->exponent = 2.0)
SPOIL(nothing, (void)0)
SPOIL(no_mass, prm->restitution_out = 0.4)
SPOIL(no_slowest, prm->slowest = none)
SPOIL(order_zero, prm->order = 0)
SPOIL(order_many, prm->order = 11)

static void bodies_must_fit(void **state)
{
    (void)state;
    refused("hertz_line", zero_clearance, "clearance = 0 is outside (0, inf)");
    refused("hertz_line", negative_clearance, "clearance = -1e-05 is outside (0, inf)");
    refused("hertz_line", no_pin, "clearance = 0.02 m leaves no pin in a hole of radius 0.01 m");
    refused("hertz_line", only_radius, "needs all or none of: radius, clearance");
    refused("hertz_line", no_radii, "hertz_line: give the radii of the two bodies, or radius and clearance");
    refused("flores", thick_pin, "a pin of radius 0.02 m does not fit into a hole of radius 0.01 m");
    refused("flores", one_radius, "radii must have two values");
    refused("flores", twice, "takes only one of: radii, radius");
    refused("liu_geometric", no_width, "liu_geometric: give the width of the line contact");
    refused("liu_geometric", convex, "liu_geometric: describes a pin in a hole only; curvature must be internal");
    refused("liu_geometric", no_choice, "curvature has no choice number 7");
}

static void elasticity_must_be_known(void **state)
{
    (void)state;
    refused("liu_conformal", no_modulus, "liu_conformal: give materials, young or modulus of the two bodies");
    refused("flores", no_modulus, "flores: give stiffness, or materials and radii from which it follows");
    refused("kelvin_voigt", nothing, "kelvin_voigt: needs exactly one of: damping, restitution_out");
    refused("flores", unknown_material, "there is no material 'cheese'; 'gudgeon list materials' lists them");
    refused("flores", one_material, "materials must name two materials");
    refused("flores", one_young, "young must have two values");
    refused("flores", two_moduli, "takes only one of: materials, young, modulus");
    refused("flores", lone_poisson, "poisson needs also: young");
    refused("flores", infinite, "modulus = inf is outside (0, inf)");
}

static void restitution_must_be_possible(void **state)
{
    (void)state;
    refused("hunt_crossley", lively, "hunt_crossley: restitution = 1.2 is outside [0, 1]");
    refused("flores", dead, "flores: restitution = 0 is outside (0, 1]");
    refused("flores", two_restitutions, "flores: takes only one of: restitution, restitution_out");
    refused("lankarani_nikravesh", too_low,
            "lankarani_nikravesh: restitution_out = 0.4 is outside [0.662962, 1], the range of this law; use flores or "
            "gonthier for other values");
    refused("flores", odd_exponent, "flores: exponent = 2 needs a stiffness; materials determine only that for 1.5");
    refused("kelvin_voigt", no_mass, "kelvin_voigt: restitution_out needs also: mass");
    refused("flores", no_slowest,
            "flores: slowest is missing: slower contacts are damped as if they started at this speed");
    refused("liu_conformal", order_zero, "liu_conformal: order = 0 is outside [1, 10]");
    refused("liu_conformal", order_many, "liu_conformal: order = 11 is outside [1, 10]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_must_fit),
        cmocka_unit_test(elasticity_must_be_known),
        cmocka_unit_test(restitution_must_be_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
