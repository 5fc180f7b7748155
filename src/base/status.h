// A status has a sign. Zero: done. Positive: try again with a smaller step. Negative: stop, and say why.
#ifndef GUD_BASE_STATUS_H
#define GUD_BASE_STATUS_H

typedef int gud_status;

enum {
    GUD_OK = 0,
    GUD_RETRY = 1,         // the step failed; a smaller one may succeed
    GUD_ERR_INPUT = -1,    // the model file or the command line is wrong
    GUD_ERR_MEMORY = -2,   // out of memory
    GUD_ERR_IO = -3,       // a file could not be read or written
    GUD_ERR_NUMERIC = -4,  // the smallest step did not converge, a matrix is singular, ...
    GUD_ERR_INTERRUPT = -5 // the user asked to stop
};

#define GUD_TRY(call)                                                                                                  \
    do {                                                                                                               \
        const gud_status gud_try_status = (call);                                                                      \
        if (gud_try_status != GUD_OK) return gud_try_status;                                                           \
    } while (0)

#define GUD_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
