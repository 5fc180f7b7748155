// A root between two points where a function has opposite signs. The search does not call the function: it says where
// it wants the next value and is fed with it, because each value may cost a whole time step.
//
//     gud_root root;
//     GUD_TRY(gud_root_init(&root, a, fa, b, fb, tolerance));
//     while (!gud_root_done(&root)) GUD_TRY(gud_root_feed(&root, f(gud_root_next(&root))));
//
// The function may jump: then the jump is found.
//
// T. R. Chandrupatla, Adv. Eng. Softw. 28 (1997) 145-149: inverse quadratic interpolation where three points make it
// trustworthy, bisection elsewhere. A budget of ours turns to bisection for good when it lags behind bisection.
#ifndef GUD_NUM_ROOT_H
#define GUD_NUM_ROOT_H

#include "base/status.h"

#include <stdbool.h>

enum { GUD_ROOT_MORE = 5 }; // values that a search may take beyond what bisection takes, at the very most

typedef struct gud_root {
    double x[3], f[3]; // newest point, the one across the root, and the one before
    double tolerance;  // half the largest distance of the first two at the end
    double reach;      // half the distance at which only bisection keeps within the budget
    bool three;        // the third point is there
} gud_root;

// GUD_ERR_NUMERIC if a or b is not finite, a value is not a number, or both values have one sign; a and b in any order
gud_status gud_root_init(gud_root *root, double a, double fa, double b, double fb, double tolerance);

double gud_root_next(const gud_root *root);             // where the value is wanted, strictly inside
gud_status gud_root_feed(gud_root *root, double value); // the value there; GUD_ERR_NUMERIC if it is not a number
bool gud_root_done(const gud_root *root);

// the points between which the sign changes, and the one of them with the smaller |f|
double gud_root_low(const gud_root *root);
double gud_root_high(const gud_root *root);
double gud_root_best(const gud_root *root);

#endif
