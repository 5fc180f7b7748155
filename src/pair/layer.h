// Layers of a pair: what fills the gap between two walls, or lies on them. A layer is a row. It sees the gap field and
// answers with generalised forces; docs/theory/pair.md. Layers are evaluated in the order of their stack; what one
// leaves to the next goes through the field.
#ifndef GUD_PAIR_LAYER_H
#define GUD_PAIR_LAYER_H

#include "pair/geometry.h"

// the question of one stage
typedef struct gud_layer_in {
    const gud_geometry *geometry;
    const void *shape;
    void *geometry_work;
    gud_gap_field *field;
    const gud_location *at;
    const unsigned char *covered; // accept: cells that had film before the step; NULL: all
    const double *signal;         // numbers that follow time or a coordinate; NULL: none
    const double *y_hat;          // the layer's variables that the stage starts from: y = y_hat + c dy/dt
    double c;                     // 0: an instant between stages; INFINITY: steady state
} gud_layer_in;

typedef struct gud_layer_out {
    gud_response response; // what the layer adds; arrives as zeros
    double *answer;        // [nanswer] numbers of the answer: between steps they go in straight lines
    double *y, *y_t;       // variables at the end of the stage, and their rates
    double potential;      // J
    double dissipation;    // W
    double friction;       // W, the part of it that is due to dry friction
} gud_layer_out;

typedef struct gud_layer {
    const char *name;
    int nanswer;
    int (*nfurther)(const void *params); // numbers that its answer has besides these; NULL: none
    int (*nvariable)(const void *params, const gud_gap_field *field); // NULL: none
    int (*nkept)(const void *params, const gud_gap_field *field);     // numbers that a warm start needs; NULL: none
    gud_status (*work_create)(const void *params, const gud_gap_field *field, gud_error *error, void **work);
    void (*work_free)(void *work);
    // first variables and kept numbers of a run that begins at the field's position
    gud_status (*start)(const void *params, void *work, const gud_layer_in *in, double *kept, double *y,
                        gud_error *error);
    void (*recall)(const void *params, void *work, const double *kept); // forgets all else
    // forces at the position of the field; GUD_RETRY: none here, a smaller step may help
    gud_status (*eval)(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error);
    // their derivatives, for the answer given last
    gud_status (*tangents)(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out);
    double (*potential)(const void *params, void *work, const gud_layer_in *in,
                        const double *y); // NULL: stores nothing
    // a step was accepted; variables may be fitted to where a projection has put the walls
    void (*accept)(const void *params, void *work, const gud_layer_in *in, double *kept, double *y);
} gud_layer;

int gud_layer_nanswer(const gud_layer *layer, const void *params);

#endif
