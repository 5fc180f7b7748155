// Inside of a stacked pair: its scratch, its history, and what it reports. Not for callers.
#ifndef GUD_PAIR_STACKED_WORK_H
#define GUD_PAIR_STACKED_WORK_H

#include "pair/stacked.h"

// The scratch of one simulation. The field of `stack` is where layers have answered; that of `view` shows the gap at
// moments that are reported, which must leave no trace.
typedef struct gud_stacked_work {
    gud_stack_work *stack;
    gud_gap_field view;
    void *view_work;
    gud_arena view_memory;
    unsigned char *covered; // cells that had film when the step began; NULL: walls face each other everywhere
    double *answer;         // [nanswer] answer of the last evaluation
    double *moment;         // [nanswer] numbers of one layer at a moment that is reported
    double *forces;         // [nq]
    double *change;         // [n] of the gap, scratch
    double *view_warm;      // [n nwarm] where the search starts
    double *y, *y_t;        // variables of the layers with the answer, and their rates
    gud_error why;          // of the last evaluation, if there is no answer
    char reason[600];       // the same, as a sentence
    unsigned long stamp;
    const gud_stacked *pair;
} gud_stacked_work;

void gud_stacked_locate(const gud_stacked *pair, const gud_pair_in *in, gud_location *at);

// History: the answer, numbers that layers keep, start of the search, cells with film
static inline int gud_stacked_kept_at(const gud_stacked *pair)
{
    return pair->view->nanswer + 1;
}

// asks all layers, unless the answer is there already; gathers its numbers in `answer`
gud_status gud_stacked_evaluate(const gud_stacked *pair, gud_stacked_work *work, const gud_pair_in *in,
                                const gud_location *at);

// completes the numbers of the last answer, see gud_stack_finish
void gud_stacked_finish(const gud_stacked *pair, gud_stacked_work *work);

// the field at a moment that is reported
gud_gap_field *gud_stacked_show(const gud_stacked *pair, gud_stacked_work *work, const gud_pair_in *in,
                                const gud_location *at);

// A number of the last answer. It is that of a step's end; before it, answers of films go in straight lines from that
// of the step's start.
double gud_stacked_answer(const gud_stacked_work *work, const gud_pair_in *in, int k);

// place of a layer's forces in the answer; its own numbers follow them
int gud_stacked_layer_at(const gud_stacked *pair, int layer);

// generalised forces of one layer, or of all (layer < 0)
void gud_stacked_forces(const gud_stacked *pair, const gud_stacked_work *work, const gud_pair_in *in, int layer,
                        double *Q);

// heat of one layer, W; adds what of it is due to dry friction
double gud_stacked_loss(const gud_stacked *pair, gud_stacked_work *work, const gud_pair_in *in, int layer,
                        double *friction);

// functions of gud_pair_law
void gud_stacked_report(const void *params, const gud_pair_in *in, double *values);
bool gud_stacked_remark(const void *params, const gud_pair_in *in, char *text, size_t size);
void gud_stacked_map_size(const void *params, int *rows, int *cols);
int gud_stacked_map_points(const void *params, double *points);
void gud_stacked_map(const void *params, const gud_pair_in *in, int map, double *values);

#endif
