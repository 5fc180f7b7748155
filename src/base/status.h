// A status has a sign. Zero: done. Positive: try again with a smaller step. Negative: stop, and say why.
#ifndef GUD_BASE_STATUS_H
#define GUD_BASE_STATUS_H

#include <gudgeon/status.h>

enum {
    GUD_RETRY = 1 // the step failed; a smaller one may succeed. Never leaves the library
};

#define GUD_TRY(call)                                                                                                  \
    do {                                                                                                               \
        const gud_status gud_try_status = (call);                                                                      \
        if (gud_try_status != GUD_OK) return gud_try_status;                                                           \
    } while (0)

#define GUD_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
