// How far a computation is that consists of pieces, for those who show it.
#ifndef GUD_BASE_WATCH_H
#define GUD_BASE_WATCH_H

#include <stddef.h>

typedef struct gud_watch {
    void (*count)(void *user, long done, long total); // before the first piece and after each
    void *user;
} gud_watch;

// `watch` may be NULL: nobody looks
static inline void gud_watch_count(const gud_watch *watch, long done, long total)
{
    if (watch) watch->count(watch->user, done, total);
}

#endif
