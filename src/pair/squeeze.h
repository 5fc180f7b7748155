// A ball in its socket with a squeeze film between them: the lumped film of a spherical joint;
// docs/theory/lubricated.md, section 6.
#ifndef GUD_PAIR_SQUEEZE_H
#define GUD_PAIR_SQUEEZE_H

#include "pair/pair.h"

typedef struct gud_squeeze {
    double radius;    // m, of the socket
    double clearance; // m, at which the film ends
    double eta;       // Pa.s
} gud_squeeze;

// the force against the ball that approaches the wall, and its derivatives
typedef struct gud_squeeze_out {
    double F, F_e, F_rate;
} gud_squeeze_out;

// g(eps), how the force grows as the ball leaves the middle, and its slope; 0 <= eps < 1
double gud_squeeze_growth(double eps, double *slope);

// at the eccentricity e >= 0, which grows by `rate`; GUD_RETRY if the ball touches (e >= clearance)
gud_status gud_squeeze_eval(const gud_squeeze *p, double e, double rate, gud_squeeze_out *out);

// largest pressure: where the gap is smallest
double gud_squeeze_pressure(const gud_squeeze *p, double e, double rate);

// Has a film that nothing feeds been squeezed out? Then the text says what remains of it, and what to do.
bool gud_squeezed_out(double gap, double clearance, char *text, size_t size);

extern const gud_pair_law gud_pair_squeeze;

#endif
