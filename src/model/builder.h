// What the parts of the compilation share. Not for others.
#ifndef GUD_MODEL_BUILDER_H
#define GUD_MODEL_BUILDER_H

#include "joint/joint.h"
#include "load/input.h"
#include "load/law.h"
#include "model/model.h"
#include "model/sections.h"
#include "pair/surfaces.h"
#include "rough/store.h"

typedef struct gud_builder {
    const gud_input *in;
    const gud_units *units;
    gud_diag *diag;
    gud_model *m;
    gud_csv_units curve_units;
    int room_coordinate;   // how many coordinates there may be
    int (*joint_frame)[2]; // frames of every entry of section joints; -1: none
    int *named_frame;      // index of every entry of section frames
    bool wrong;            // a mistake was reported
    gud_rough_store rough; // tables of this model, where nobody keeps them for longer: joints often have the same
} gud_builder;

// a mistake of the user at a key; the compilation goes on and fails at its end
#define GUD_WRONG(builder, ...) ((builder)->wrong = true, (void)gud_report((builder)->diag, __VA_ARGS__))

// true if something was made; else reports what is wrong at a key, or that memory has run out
bool gud_build_made(gud_builder *b, const gud_entity *e, const char *key, gud_status status, const gud_error *error);

// a model with another table or another library is another model
void gud_build_hash_file(gud_builder *b, const char *path);

gud_law_context gud_build_law_context(gud_builder *b, gud_error *error);
// after a law from outside was prepared: reports what is wrong with it, below the key; otherwise notes its file
bool gud_build_sourced(gud_builder *b, const gud_entity *e, const char *key, const gud_law_source *source,
                       gud_status status, const gud_error *error);

// false after reporting keys of dry walls that the joint's model would drop
bool gud_build_check_walls(gud_builder *b, const gud_entity *e);

void gud_build_bodies(gud_builder *b);
void gud_build_beam(gud_builder *b, const gud_entity *e, gud_body *body);
int gud_build_beam_nodes(const gud_entity *e); // of a body; 0: it is no beam
void gud_build_joints(gud_builder *b);
// refuses joints that hold a section of a beam twice
void gud_build_check_sections(gud_builder *b);
// points of a distributed force: how many at most; frames there and the lengths that they stand for, returns how many
int gud_build_span_points(const gud_builder *b, const gud_entity *e);
int gud_build_span(gud_builder *b, const gud_entity *e, const gud_force_span *span, int *frame, double *share);
void gud_build_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
void gud_build_contacts(gud_builder *b);
// edges of the Newton matrix: bodies that a set of contacts couples, as far as is known before the run
gud_status gud_model_couple_contacts(const gud_model *m, int (*edge)[2], int *nedge);
void gud_build_surfaces(gud_builder *b);
void gud_build_check_deviations(gud_builder *b); // those of joints without a film are refused
void gud_build_surface_joint(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
void gud_build_drives(gud_builder *b);
void gud_build_forces(gud_builder *b);
void gud_build_signals(gud_builder *b);
void gud_build_run(gud_builder *b);
void gud_build_parts(gud_builder *b); // after joints: what is drawn to scale

// The inputs themselves; and once all that may follow them was built, that something follows each of them.
void gud_build_inputs(gud_builder *b);
void gud_build_check_inputs(gud_builder *b);
// notes the numbers of a row that follow inputs; owner: the motion or force that was just added
void gud_build_followers(gud_builder *b, const gud_entity *e, gud_follower_kind kind, int owner);
// one number, by its key, "film.viscosity"; what: which of the numbers that a pair law offers
void gud_build_follower(gud_builder *b, const gud_entity *e, const char *key, const gud_field *field,
                        gud_follower_kind kind, int owner, size_t what);

// The two surfaces of a joint and the grid on one of them; false after reporting a mistake.
bool gud_build_surface_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, const int cells[2],
                            gud_surface_pair *pair);

// the cells that a joint asks for, or the fallback; false after reporting a mistake
bool gud_build_cells(gud_builder *b, const gud_entity *e, const int fallback[2], int cells[2]);

// a copy of a name; empty when memory has run out, which ends the compilation later
const char *gud_build_text(gud_builder *b, const char *text);

// a new frame on a body; its index until frames are sorted
// s: from the centre of mass; on a beam: place along its axis, then y and z in the section
int gud_build_frame(gud_builder *b, const char *name, int body, const double s[3], const double C[9]);
// a rotation vector, then a turn about z
void gud_build_orientation(const double rotation[3], double angle, double R[9]);
// where a frame on the ground is: the key `from` of bodies, frames, joints and loads
typedef struct gud_build_axes {
    double p[3], R[9], angle; // angle: about z in the plane
} gud_build_axes;
// NULL is the ground itself; reports a frame that is not on the ground
void gud_build_from(gud_builder *b, const gud_entity *e, const char *from, gud_build_axes *axes);
// one number in the plane, three in space; 0 when absent
void gud_build_spin(gud_builder *b, const gud_entity *e, double *spin);
// the frame that a name means; -1 if there is none (which the loader has reported)
int gud_build_find_frame(const gud_builder *b, const char *name);
// where a body's guess has put a frame
void gud_build_guess(const gud_builder *b, int frame, gud_pose *pose);

// where an entity stands in the input, as a text of the model
const char *gud_build_place(gud_builder *b, const gud_entity *e);

#endif
