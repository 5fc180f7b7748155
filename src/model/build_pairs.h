// What the builders of joints with clearance share.
#ifndef GUD_MODEL_BUILD_PAIRS_H
#define GUD_MODEL_BUILD_PAIRS_H

#include "contact/friction.h"
#include "film/lubricant.h"
#include "model/builder.h"
#include "pair/dry.h"
#include "pair/form.h"

// a new pair of the model with the name of the joint; the caller sets how many events, histories and variables it has
gud_pair *gud_build_add_pair(gud_builder *b, const gud_entity *e, const gud_pair_law *law, void *params,
                             const int frames[2]);

// says what a joint lacks when it is not ideal
bool gud_pair_has(gud_builder *b, const gud_entity *e, double value, const char *key, const char *what);

// two whole numbers of cells, such as `film.grid`
typedef struct gud_cells_rule {
    const char *key;
    int fallback[2], low[2], high[2];
    const char *along[2]; // what the two are counted along
} gud_cells_rule;
bool gud_build_grid(gud_builder *b, const gud_entity *e, const gud_cells_rule *rule, const gud_numbers *given,
                    int cells[2]);

// pressures of a film that contradict each other
bool gud_build_pressures(gud_builder *b, const gud_entity *e);

// do radius and clearance make sense?
bool gud_build_round(gud_builder *b, const gud_entity *e);

// which shape a joint has, and whether its numbers make sense
bool gud_build_geometry(gud_builder *b, const gud_entity *e, gud_pair_geometry *g);

// the contact of a joint, from the keys `contact` and `friction`
bool gud_build_dry_law(gud_builder *b, const gud_entity *e, gud_dry *dry);

// by how much a lumped film's clearance is larger than the joint's: 0 if it does not give way to dry contact
double gud_build_margin(const gud_entity *e);

// a joint with a lumped film, which gives way to dry contact where `contact` is given
void gud_build_lumped(gud_builder *b, const gud_entity *e, const gud_pair_law *film, void *params, const int frames[2]);

// the friction law of a joint, if it has one
bool gud_build_friction(gud_builder *b, const gud_entity *e, gud_friction *friction, bool *rubs);

// builders of fidelities.def: they add a pair between the two frames, or report a mistake
typedef void gud_fidelity_build(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
gud_fidelity_build gud_build_dry, gud_build_foundation, gud_build_dry_surfaces, gud_build_squeeze, gud_build_closed,
    gud_build_lubricated, gud_build_surface_film;

// What the section `deviations` says of a joint's walls, the first of a form being that which carries the grid; *form
// is NULL if it says nothing. False after reporting a mistake.
bool gud_build_form(gud_builder *b, const gud_entity *e, int reference, const gud_form **form);

// reports deviations that do not fit walls of this kind
bool gud_build_check_form(gud_builder *b, const gud_entity *e, int reference, const gud_form *form,
                          const gud_wall walls[2]);

// a lubricated joint has `film`; false after reporting that it has not
bool gud_build_needs_film(gud_builder *b, const gud_entity *e);

// Numbers of the film of a pair that was just added follow inputs; what only films on a grid can do is refused
// elsewhere.
void gud_build_film_followers(gud_builder *b, const gud_entity *e, const gud_lubricant *oil, int pair);
void gud_build_refuse_film_inputs(gud_builder *b, const gud_entity *e);
const gud_oil_params *gud_build_oil_source(gud_builder *b, const gud_entity *e);

// the oil of a film, from `viscosity` or `oil`; laws: also those of pressure, shear rate and density
bool gud_build_oil(gud_builder *b, const gud_entity *e, bool laws, gud_lubricant *oil);

// parameters of a row that outlive the file; NULL if there are none, or no memory
void *gud_build_kept(gud_builder *b, const gud_choice *choice);

#endif
