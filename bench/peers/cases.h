// The mechanisms that bench/peers simulates with several programs; C and C++.
//
// A program is called with the name of a case, a setting of its own (a tolerance or a step) and how often to run; it
// prints one line: the best processor time of a run and that of the set-up in seconds, the number of steps, then
// coordinates at the end in metres.
#ifndef GUD_BENCH_PEERS_CASES_H
#define GUD_BENCH_PEERS_CASES_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Chains of uniform rods hang from the ground and are bent at every hinge, more at each by `bend`/n: in the plane about
// z, in space about z and x in turn. They are released at rest; gravity along -y.
enum { peer_marks = 4 }; // ends of rods at a quarter, a half, three quarters and the end of a chain are compared

static const double peer_gravity = 9.81; // m/s^2
static const double rod_length = 0.1;    // m
static const double rod_mass = 0.1;      // kg
static const double rod_axial = 1e-5;    // kg m^2, moment of inertia about the axis of a rod
static const double chain_bend = 0.6;    // rad
static const double chain_until = 1.0;   // s

static inline double rod_inertia(void)
{
    return rod_mass * rod_length * rod_length / 12.0;
}

static inline int mark_of(int nlink, int i)
{
    return nlink * (i + 1) / peer_marks - 1;
}

// Linkages: rods with pins at both ends, their centres of mass in the middle, undriven.
typedef struct peer_rod {
    double length, mass, inertia;
} peer_rod;

// Nascimento 2024, table 7, with the crank's centre of mass on its axis; started at 0.5 rad with 100 rad/s
static const peer_rod slider_crank_rod[2] = {{0.05, 0.30, 1.0e-4}, {0.12, 0.21, 2.5e-4}};
static const double slider_mass = 0.14;
static const double slider_crank_angle = 0.5, slider_crank_rate = 100.0, slider_crank_until = 1.0;

static const peer_rod four_bar_rod[3] = {{0.10, 0.2, 2e-4}, {0.30, 0.6, 4.5e-3}, {0.24, 0.5, 2.4e-3}};
static const double four_bar_ground = 0.28;
static const double four_bar_angle = 0.5, four_bar_rate = 20.0, four_bar_until = 2.0;

// angles and rates of the rods at the start
typedef struct peer_start {
    double angle[3], rate[3];
} peer_start;

static inline peer_start slider_crank_start(void)
{
    const double r = slider_crank_rod[0].length, l = slider_crank_rod[1].length;
    const double a = slider_crank_angle, b = -asin(r * sin(a) / l);
    return (peer_start){{a, b}, {slider_crank_rate, -slider_crank_rate * r * cos(a) / (l * cos(b))}};
}

static inline peer_start four_bar_start(void)
{
    const double r = four_bar_rod[0].length, l = four_bar_rod[1].length, k = four_bar_rod[2].length;
    const double a = four_bar_angle, dx = four_bar_ground - r * cos(a), dy = -r * sin(a), d = hypot(dx, dy);
    const double b = atan2(dy, dx) + acos((l * l + d * d - k * k) / (2.0 * l * d));
    const double c = atan2(r * sin(a) + l * sin(b), r * cos(a) + l * cos(b) - four_bar_ground);
    const double rate = four_bar_rate * r / sin(c - b);
    return (peer_start){{a, b, c}, {four_bar_rate, rate * sin(a - c) / l, rate * sin(a - b) / k}};
}

static inline double processor_time(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// number of links of "chain-N" or "space-chain-N"; 0: it is another case
static inline int chain_links(const char *name, int *in_space)
{
    *in_space = strncmp(name, "space-", 6) == 0;
    if (*in_space) name += 6;
    return strncmp(name, "chain-", 6) == 0 ? (int)strtol(name + 6, NULL, 10) : 0;
}

static inline void peer_quit(const char *text)
{
    (void)fprintf(stderr, "bench: %s\n", text);
    exit(1);
}

#endif
