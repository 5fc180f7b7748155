// A request as the routes see it: a query, a body, and the answer that they write.
#ifndef GUD_SERVE_REQUEST_H
#define GUD_SERVE_REQUEST_H

#include "base/buffer.h"
#include "serve/jobs.h"
#include "serve/shelf.h"

#include <stdint.h>

// what all requests share; never changes while the server runs, but for what has a lock of its own
typedef struct gud_site {
    char root[4096]; // canonical
    char page[4096];
    gud_jobs *jobs;
    gud_shelf *shelf;
} gud_site;

enum { GUD_BODY_MOST = 4 << 20 }; // bytes of an upload

typedef struct gud_request {
    const gud_site *site;
    void *connection; // MHD's
    gud_buffer body;
    bool too_large;
    char folder[4096]; // of the result that it has open
    int file;          // that is the answer, instead of `out`; -1: none
    // the answer
    int code;         // of HTTP; 200 unless set
    const char *type; // of the content
    gud_buffer out;
} gud_request;

// the value of a key in the query, NULL without one; `i` counts those of the same key from 0
const char *gud_request_value(const gud_request *request, const char *key, int i);

// a whole number in the query; `missing` without one or if it is none
int64_t gud_request_integer(const gud_request *request, const char *key, int64_t missing);
double gud_request_number(const gud_request *request, const char *key, double missing);

// answers with an error: {"error": "..."}
void gud_request_fail(gud_request *request, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The path of a file or folder below the site's root, canonical, that a query names. It must be there, unless
// `missing_too`: then its folder must. Otherwise the request is answered with an error, and it returns false.
bool gud_request_path(gud_request *request, const char *key, bool missing_too, char path[4096]);

// Is it there, and inside the folder that is shown, after all links have been followed?
bool gud_site_holds(const gud_site *site, const char *path);

// one row for each path that is answered
typedef struct gud_route {
    const char *method, *path;
    void (*answer)(gud_request *request);
} gud_route;

extern const gud_route gud_routes[]; // ends with a path of NULL

// routes, by the file that has them
void gud_route_folder(gud_request *request);
void gud_route_result(gud_request *request);
void gud_route_summary(gud_request *request);
void gud_route_parts(gud_request *request);
void gud_route_series(gud_request *request);
void gud_route_poses(gud_request *request);
void gud_route_field(gud_request *request);
void gud_route_file(gud_request *request);
void gud_route_model(gud_request *request);
void gud_route_check(gud_request *request);
void gud_route_start(gud_request *request);
void gud_route_templates(gud_request *request);
void gud_route_save(gud_request *request);
void gud_route_component(gud_request *request);
void gud_route_schema(gud_request *request);
void gud_route_run(gud_request *request);
void gud_route_jobs(gud_request *request);
void gud_route_cancel(gud_request *request);

#endif
