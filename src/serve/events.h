// Server-sent events: a line whenever a job has moved.
#ifndef GUD_SERVE_EVENTS_H
#define GUD_SERVE_EVENTS_H

#include "serve/jobs.h"

struct MHD_Response;

struct MHD_Response *gud_events_response(gud_jobs *jobs); // NULL: out of memory

#endif
