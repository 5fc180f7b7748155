// Numbers that look random and are the same in every run of a test.
#ifndef GUD_TESTS_UNIFORM_H
#define GUD_TESTS_UNIFORM_H

static unsigned uniform_state; // set it to repeat a sequence

static inline double uniform(void) // 0 to 1
{
    uniform_state = uniform_state * 1664525u + 1013904223u;
    return (double)(uniform_state >> 8) / (double)(1u << 24);
}

#endif
