// The crank-slider of Nascimento 2024 in mixed lubrication, configuration I: its model, and the film of its small end.
#ifndef GUD_VERIFY_CRANK_SLIDER_H
#define GUD_VERIFY_CRANK_SLIDER_H

#include "step/run.h"

// what differs from its tables 7 and 8; NULL: as printed, on 48 x 5 cells
typedef struct gud_crank_slider {
    const char *model, *clearance, *viscosity, *grid; // of the small end
    const char *film, *joint;                         // further keys, each with a comma before it
    const char *rate;                                 // of the crank
    const char *tolerance, *simulate;                 // simulate: further keys, each with a comma before it
    const char *sections;                             // further ones
    double until;                                     // degrees of the crank
} gud_crank_slider;

enum { GUD_CRANK_SLIDER_TEXT = 2400 };
void gud_crank_slider_write(const gud_crank_slider *c, char text[GUD_CRANK_SLIDER_TEXT]);

// the smallest film c - e; theta: place in the step from s->state to s->next, 0 to 1
double gud_crank_slider_film(gud_sim *s, double theta);

// the same at equidistant angles of the crank, degrees
typedef struct gud_crank_slider_films {
    double next, every, end;
    double sum, min, max;
    double *each; // all of them; NULL: not wanted
    int count;
} gud_crank_slider_films;

gud_status gud_crank_slider_watch(void *films, gud_sim *s); // observes a run; min starts as INFINITY

#endif
