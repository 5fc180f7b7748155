// A revolute joint with a lubricant film, and asperities if its surfaces are rough: the upper rungs of the ladder.
//   short, long   closed forms, also finite; the force follows from place and velocity of the journal
//   reynolds      film on a grid with mass-conserving cavitation; the oil on every cell is a variable of the joint
//   mixed         the same with rough contact
#ifndef GUD_PAIR_LUBRICATED_H
#define GUD_PAIR_LUBRICATED_H

#include "pair/bearing.h"
#include "film/closed.h"
#include "pair/journal.h"
#include "rough/rough.h"

typedef struct gud_lubricated {
    double radius, width, clearance; // m
    bool tilts;                      // in space: the journal may be misaligned
    gud_lubricant oil;
    const gud_closed_law *closed; // of short and long
    gud_bearing *bearing;         // of reynolds and mixed
    int ncell;
    const gud_drag *drag;
    gud_rough *rough;       // of mixed
    double coefficient;     // of boundary friction
    double slow;            // m/s, sliding below which boundary friction fades
    int naround, nalong;    // samples of asperity pressure
    double *cosine, *sine;  // of the samples around
    double ambient, cavity; // Pa
} gud_lubricated;

extern const gud_pair_law gud_pair_closed, gud_pair_film;

// channels of closed forms come first, then those that only a film on a grid has
enum { GUD_LUBRICATED_CLOSED = 6, GUD_LUBRICATED_FILM = 14 };
extern const gud_pair_label gud_lubricated_channels[];
void gud_lubricated_report_place(const gud_lubricated *p, const gud_journal_place *at, double *values);

// share of a load that one of its two parts carries: the part's projection on the whole, from 0 to 1; 0 of no load
double gud_load_share(int n, const double *part, const double *rest);

// the thinnest film, or what roughness makes of it
double gud_lubricated_fineness(const gud_lubricated *p, const gud_pair_in *in);

// what an error of the journal's place is of it
double gud_lubricated_film_error(const void *params, const gud_pair_in *in, const double off[12]);

// why a film has no answer here, in words that follow the joint's name
const char *gud_lubricated_reason(const gud_lubricated *p, const gud_journal_place *at);

// refuses a journal that overlaps its bearing
gud_status gud_lubricated_fits(const gud_lubricated *p, const gud_journal_place *at, gud_error *error);

// numbers that a film remembers: pressure, film fraction and active set of every cell, for a warm start
int gud_lubricated_nhistory(const gud_lubricated *p);

#endif
