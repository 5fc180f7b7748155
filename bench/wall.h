// Seconds on the clock, for benchmarks that use several cores.
#ifndef GUD_BENCH_WALL_H
#define GUD_BENCH_WALL_H

#include <time.h>

static inline double wall(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
