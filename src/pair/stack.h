// A stack of layers in a gap: geometry x layers, evaluated together. Joints, data sheets and surfaces all ask here.
#ifndef GUD_PAIR_STACK_H
#define GUD_PAIR_STACK_H

#include "pair/layer.h"

// const once made; what it points to belongs to its owner
typedef struct gud_stack {
    const gud_geometry *geometry;
    const void *shape;
    int nlayer;
    const gud_layer *layer[GUD_NLAYER];
    const void *params[GUD_NLAYER];
} gud_stack;

typedef struct gud_stack_work {
    gud_arena memory;
    gud_stack stack; // what it was made for
    gud_gap_field field;
    void *geometry_work;
    void *layer_work[GUD_NLAYER];
    gud_layer_out out[GUD_NLAYER]; // answer of each layer
    gud_response total;
    int kept0[GUD_NLAYER], variable0[GUD_NLAYER]; // places of a layer among all
    int nkept, nvariable, nanswer;
    gud_location at;                 // where the last answer was given
    bool answered, tangents, newton; // the tangents are those for Newton's method
    bool finished;                   // all numbers of the answer are known
} gud_stack_work;

// the stack of those layers of the table that have parameters; shape and parameters stay with their owner
gud_stack gud_stack_of(const gud_geometry *geometry, const void *shape, const gud_layers *layers);

// arrays of the field for columns, if a layer is made of them; false without memory
bool gud_columns_take(const gud_stack *stack, gud_stack_work *work);

gud_status gud_stack_view_create(const gud_stack *stack, gud_error *error, gud_stack_work **work); // solves nothing
// `view`: one of the same shape that outlives the work, for what they can share; NULL: there is none
gud_status gud_stack_work_create(const gud_stack *stack, const gud_stack_work *view, gud_error *error,
                                 gud_stack_work **work);
// a field alone, likewise; its geometry releases it
gud_status gud_stack_field_create(const gud_stack *stack, const gud_stack_work *view, gud_arena *arena,
                                  gud_error *error, gud_gap_field *field, void **geometry_work);
void gud_stack_work_free(const gud_stack *stack, gud_stack_work *work); // accepts NULL

// Loops of its layers may be shared by a team from now on, or NULL; false: they are too short for that.
bool gud_stack_share(const gud_stack *stack, gud_stack_work *work, gud_team *team);

// the question of one stage to all layers
typedef struct gud_stack_in {
    double c;             // see gud_layer_in
    const double *signal; // see gud_pair_in
    const double *y_hat;
    const double *y_guess; // extrapolated to the end of the stage, or NULL
    double *y, *y_t;       // of all layers; may be NULL
} gud_stack_in;

// Fills the field at a position and asks every layer. `covered`: see gud_geometry
gud_status gud_stack_eval(const gud_stack *stack, gud_stack_work *work, const gud_location *at,
                          const unsigned char *covered, const gud_stack_in *in, gud_error *error);

// Completes the numbers of the last answer: losses, flows and extremes, which forces and tangents do not need.
void gud_stack_finish(const gud_stack *stack, gud_stack_work *work);

// a position for questions of which none is the film's: prepares layers, and lets walls give way to ambient pressure
void gud_stack_rest(const gud_stack *stack, gud_stack_work *work, const gud_location *at);

// derivatives of the last answer; newton: for Newton's method alone, which does without some of them
gud_status gud_stack_tangents(const gud_stack *stack, gud_stack_work *work, bool newton);

// After them, in a steady state: adds to Q_v of the total what slow motion does through variables that follow it.
gud_status gud_stack_follow(const gud_stack *stack, gud_stack_work *work);

// energy that the layers store in the gap of a field
double gud_stack_potential(const gud_stack *stack, gud_stack_work *work, gud_gap_field *field, void *geometry_work,
                           const double *y);

// place of a layer in the stack, or -1
int gud_stack_find(const gud_stack *stack, const gud_layer *layer);

#endif
