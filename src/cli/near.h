// The word that was probably meant.
#ifndef GUD_CLI_NEAR_H
#define GUD_CLI_NEAR_H

typedef struct gud_near {
    const char *word; // what was typed
    const char *best; // NULL while nothing is near enough
    int distance;
} gud_near;

gud_near gud_near_start(const char *word);
void gud_near_offer(gud_near *near, const char *candidate);

#endif
