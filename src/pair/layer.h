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
    const double *y_guess;        // extrapolated to the end of the stage, or NULL
    const double *y_hat;          // the layer's variables that the stage starts from: y = y_hat + c dy/dt
    double c;                     // 0: an instant between stages; INFINITY: steady state
    bool newton;                  // tangents are for Newton's method alone, not an answer
} gud_layer_in;

typedef struct gud_layer_out {
    gud_response response; // what the layer adds; arrives as zeros
    double *answer;        // [nanswer] numbers of the answer: between steps they go in straight lines
    double *y, *y_t;       // variables at the end of the stage, and their rates
} gud_layer_out;

// a moment that is reported: the end of a step, or inside it
typedef struct gud_layer_view {
    const gud_gap_field *field;
    const double *answer; // [nanswer] the layer's numbers at that moment
    const double *y;      // its variables
    const double *kept;   // what it kept of the last accepted step
} gud_layer_view;

enum { GUD_LAYER_FORCES = 9 }; // numbers of a layer's force: on the second part, its moment there and on the first part

typedef struct gud_layer {
    const char *name;
    // Of layers with a key of their own: its fields, and what becomes of them; GUD_ERR_INPUT with the key that is wrong
    const gud_row *row;
    size_t size; // of the parameters made
    gud_status (*make)(const void *given, void *params, const char **key, gud_error *error);
    int nanswer;
    int (*nfurther)(const void *params); // numbers that its answer has besides these; NULL: none
    int (*nvariable)(const void *params, const gud_gap_field *field); // NULL: none
    int (*nkept)(const void *params, const gud_gap_field *field);     // numbers that a warm start needs; NULL: none
    gud_status (*work_create)(const void *params, const gud_gap_field *field, gud_error *error, void **work);
    void (*work_free)(void *work);
    // its loops may be shared by a team from now on, or NULL; false: they are too short for that. NULL: always
    bool (*share)(void *work, gud_team *team);
    // first variables and kept numbers of a run that begins at the field's position
    gud_status (*start)(const void *params, void *work, const gud_layer_in *in, double *kept, double *y,
                        gud_error *error);
    void (*recall)(const void *params, void *work, const double *kept); // forgets all else
    // the field has a new position, before any layer is asked; NULL: nothing to do
    void (*prepare)(const void *params, void *work, const gud_layer_in *in);
    // forces at the position of the field; GUD_RETRY: none here, a smaller step may help
    gud_status (*eval)(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error);
    // Completes the answer with the numbers that Newton's method does not need; called after `eval` and before the next
    // one. NULL: `eval` gives all of them
    void (*finish)(const void *params, void *work, const gud_gap_field *field, double *answer);
    // their derivatives, for the answer given last
    gud_status (*tangents)(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out);
    // Adds to Q_v, after the tangents of a steady state, what slow motion does through variables that follow it. NULL:
    // nothing
    gud_status (*follow)(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out);
    double (*potential)(const void *params, void *work, const gud_layer_in *in,
                        const double *y); // NULL: stores nothing
    // a step was accepted; variables may be fitted to where a projection has put the walls
    void (*accept)(const void *params, void *work, const gud_layer_in *in, double *kept, double *y);
    // the error of its oil y, relative to all of it, where it is not given by the gap; NULL: it has none
    double (*oil_error)(const void *params, void *work, const gud_gap_field *field, const double *y,
                        const double *error);
    // Columns that it puts under the gap: m/Pa; NULL: none
    double (*compliance)(const void *params);
    // Mean pressure that it puts on a cell whose wall has given way by `deflection`, and its slope (<= 0), which a film
    // need not know of; and adds the derivative by coordinate a at the deflections of the field. NULL: none
    double (*press)(const void *params, void *work, int cell, double deflection, double *slope);
    void (*press_slope)(const void *params, void *work, const gud_gap_field *field, int a, double *pressure_a);
    // adds the heat that goes with an answer, W, and the part of it that is due to dry friction; NULL: none
    void (*losses)(const double *answer, double *loss, double *friction);
    double (*supplied)(const double *answer); // W, what flows of an answer bring in from outside; NULL: nothing
    double (*least_gap)(const void *params);  // m, gaps below it are all alike: walls may touch. NULL: they may not

    // what it reports
    const gud_pair_label *channels;
    int nchannel;
    void (*report)(const void *params, void *work, const gud_layer_view *view, double *values);
    const gud_pair_label *(*further)(const void *params); // channels that are the further numbers of the answer
    const gud_pair_label *forces;                         // labels of its force; NULL: not reported
    const gud_pair_label *shares; // labels of its share in the pair's loss and in its load; NULL: not reported
    const gud_pair_label *maps;
    int nmap;
    int (*nmaps)(const void *params); // how many of them these parameters have; NULL: all
    double (*map)(const void *params, void *work, const gud_layer_view *view, int map, int cell);
    // what a user should know when the run has ended, in words that follow the pair's name; false: nothing
    bool (*remark)(const void *params, void *work, const gud_layer_view *view, char *text, size_t size);
} gud_layer;

int gud_layer_nanswer(const gud_layer *layer, const void *params);

// three labels for the components of a vector
#define GUD_VECTOR_LABELS(name, unit, about)                                                                           \
    {name ".x", unit, about}, {name ".y", unit, about},                                                                \
    {                                                                                                                  \
        name ".z", unit, about                                                                                         \
    }

// The table: GUD_LAYER_FILM, ... and their rows. A stack has its layers in this order.
enum {
#define GUD_LAYER(id, word) GUD_LAYER_##id,
#include "pair/layers.def"
    GUD_NLAYER
};

#define GUD_LAYER(id, word) extern const gud_layer gud_layer_##word;
#include "pair/layers.def"

#define GUD_LAYER_KEY(id, word, about) extern const gud_row gud_##word##_row;
#include "pair/layers.def"

extern const gud_layer *const gud_layer_rows[GUD_NLAYER];

// what lies in one gap: parameters of every layer of the table, NULL where there is none
typedef struct gud_layers {
    const void *params[GUD_NLAYER];
} gud_layers;

#endif
