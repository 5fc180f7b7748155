// The page's server: a folder of models and results seen through a browser, over the library's interface.
//
// It answers on one address, to whoever has its token, and reaches no file outside its folder: docs/manual/page.md says
// what it offers, docs/decisions/0014-page.md why it is built so.
#ifndef GUD_SERVE_SERVE_H
#define GUD_SERVE_SERVE_H

#include "base/error.h"
#include "serve/process.h"

typedef struct gud_server gud_server;

typedef struct gud_serve_options {
    const char *root;          // the folder that is shown
    const char *page;          // the folder of the built page
    const char *program;       // the command that runs jobs
    int port;                  // on the loopback address; 0: any free one
    int njob;                  // that run side by side
    gud_process_limits limits; // of each
} gud_serve_options;

gud_status gud_server_start(const gud_serve_options *options, gud_error *error, gud_server **out);

// where a browser begins: "http://127.0.0.1:8123/?token=..."
const char *gud_server_address(const gud_server *server);

// Ends all jobs, waits for open requests; accepts NULL.
void gud_server_stop(gud_server *server);

#endif
