// A line on the terminal that shows how far a run is. Without a terminal on standard error nothing is shown.
//
//     gud_progress progress;
//     gud_progress_start(&progress, "crank.yaml", "rad", args->quiet);
//     ... run with the callback gud_progress_step and &progress ...
//     gud_progress_end(&progress);
//
// Work that is counted in pieces, "12 of 36 runs", calls gud_progress_count instead.
#ifndef GUD_CLI_PROGRESS_H
#define GUD_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct gud_progress {
    FILE *out;         // NULL: nothing is shown
    const char *title; // borrowed
    const char *unit;  // of the position: "s", "deg"
    double scale;      // from SI to it
    bool told;         // the user knows that the run is going to end
    bool quiet;
    bool json;             // a line of JSON for programs instead of one on the screen
    int shown;             // columns of the line on the screen
    double begin, last;    // seconds of the clock at the first call and at the last redrawing
    double begin_fraction; // a resumed run does not begin at 0
    long last_steps;       // steps at the last redrawing
    double steps_rate;     // steps per second, smoothed
    long total;            // pieces of counted work
    bool started;
} gud_progress;

// what one line shows
typedef struct gud_progress_view {
    const char *title, *unit;
    double fraction;   // 0 to 1
    double position;   // simulated time or angle, or pieces done
    long total;        // pieces of work; 0: it is not counted
    double steps_rate; // steps per second; 0: not known yet
    double left;       // seconds; negative: not known yet
} gud_progress_view;

// positions arrive in `unit`; radians are shown as degrees
void gud_progress_start(gud_progress *progress, const char *title, const char *unit, bool quiet);

// from now on lines of JSON, {"fraction": 0.1, "position": 0.2, "left": 3}, whether there is a terminal or not
void gud_progress_json(gud_progress *progress);

// The callback of a run (`user` is the gud_progress). True: the run shall end after this step.
bool gud_progress_step(void *user, double fraction, double position, long steps);

// The callback for what a user should know while the run goes on.
void gud_progress_remark(void *user, const char *text);

// How many pieces of counted work are done; shown from the first call on. True: end after this piece.
bool gud_progress_count(gud_progress *progress, long done, long total);

// the same as the callback of a gud_watch, whose `user` is the gud_progress
void gud_progress_watch(void *user, long done, long total);

// removes the line
void gud_progress_end(gud_progress *progress);

// the line for a terminal of `width` columns; what does not fit is left out, the least important first
void gud_progress_line(const gud_progress_view *view, int width, char *line, size_t size);

#endif
