#include "serve/events.h"

#include "base/alloc.h"
#include "serve/jobs.h"

#include <microhttpd.h>
#include <string.h>
#include <time.h>

enum { chunk_size = 32768, naps_between_signs = 100 };

// one listener; each has a thread of its own, so it may sleep
typedef struct listener {
    gud_jobs *jobs;
    uint64_t seen;
    gud_buffer text; // of the present event
    size_t sent;
} listener;

static void pause_briefly(void)
{
    const struct timespec tenth = {.tv_nsec = 100000000};
    (void)nanosleep(&tenth, NULL);
}

// A comment line from time to time finds listeners that are gone.
static bool wait_for_event(listener *l)
{
    for (int i = 0; i < naps_between_signs; i++) {
        const uint64_t version = gud_jobs_version(l->jobs);
        if (version == UINT64_MAX) return false;
        if (version != l->seen) {
            l->seen = version;
            gud_buffer_add(&l->text, "event: jobs\ndata: ");
            gud_jobs_write(l->jobs, &l->text);
            gud_buffer_add(&l->text, "\n\n");
            return true;
        }
        pause_briefly();
    }
    gud_buffer_add(&l->text, ": still here\n\n");
    return true;
}

static ssize_t read_events(void *user, uint64_t position, char *out, size_t room)
{
    (void)position;
    listener *l = user;
    if (l->sent == l->text.size) {
        gud_buffer_free(&l->text);
        gud_buffer_init(&l->text);
        l->sent = 0;
        if (!wait_for_event(l) || l->text.failed) return MHD_CONTENT_READER_END_OF_STREAM;
    }
    const size_t left = l->text.size - l->sent, n = left < room ? left : room;
    memcpy(out, l->text.data + l->sent, n);
    l->sent += n;
    return (ssize_t)n;
}

static void free_listener(void *user)
{
    listener *l = user;
    gud_buffer_free(&l->text);
    gud_free(l);
}

struct MHD_Response *gud_events_response(gud_jobs *jobs)
{
    listener *l = gud_alloc(1, sizeof *l);
    if (!l) return NULL;
    l->jobs = jobs;
    gud_buffer_init(&l->text);
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, chunk_size, read_events, l, free_listener);
    if (!r) free_listener(l);
    return r;
}
