// The daemon: who may ask, and which route answers.
#define _GNU_SOURCE // getrandom, realpath

#include "serve/serve.h"

#include "base/alloc.h"
#include "serve/events.h"
#include "serve/files.h"
#include "serve/request.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// Who has not shown the token yet is not waited for: connections that say nothing would keep the user out.
enum { token_size = 32, connections_most = 256, stranger_seconds = 5, idle_seconds = 60 };

// A page that plays maps asks some 200 times a second.
enum { requests_at_once = 4000, requests_per_second = 1000 };

struct gud_server {
    gud_site site;
    struct MHD_Daemon *daemon;
    int port;
    char token[token_size + 1];
    char cookie[32]; // its name: cookies do not know ports
    char address[128];
    gud_error error;
    pthread_mutex_t lock; // of what follows
    double left, counted; // requests that may come at once, and when they were counted
};

// ---- who may ask

// constant in time: how long it takes says nothing about the token
static bool is_token(const gud_server *s, const char *text)
{
    if (!text || strlen(text) != token_size) return false;
    unsigned char differs = 0;
    for (int i = 0; i < token_size; i++) differs |= (unsigned char)(text[i] ^ s->token[i]);
    return differs == 0;
}

// Another site may have a name that leads here, and a script of its own: only our own names count.
static bool is_own_host(const gud_server *s, const char *host)
{
    char own[2][32];
    if (!host) return false;
    (void)snprintf(own[0], sizeof own[0], "127.0.0.1:%d", s->port);
    (void)snprintf(own[1], sizeof own[1], "localhost:%d", s->port);
    return strcmp(host, own[0]) == 0 || strcmp(host, own[1]) == 0;
}

static bool is_own_origin(const gud_server *s, const char *origin)
{
    static const char scheme[] = "http://";
    if (!origin) return true; // not from a script, or from one that reads only
    return strncmp(origin, scheme, strlen(scheme)) == 0 && is_own_host(s, origin + strlen(scheme));
}

static const char *head(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

// Browsers say where a request comes from: from this page, or from the user who typed the address.
static bool is_own_site(const char *site)
{
    return !site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

static bool may_ask(const gud_server *s, struct MHD_Connection *c)
{
    return is_own_origin(s, head(c, "Origin")) && is_own_site(head(c, "Sec-Fetch-Site")) &&
           is_token(s, MHD_lookup_connection_value(c, MHD_COOKIE_KIND, s->cookie));
}

// a bucket that fills with time and from which every request takes one
static bool is_in_rate(gud_server *s)
{
    (void)pthread_mutex_lock(&s->lock);
    const double now = gud_process_clock();
    s->left = fmin(requests_at_once, s->left + requests_per_second * (now - s->counted));
    s->counted = now;
    const bool fine = s->left >= 1.0;
    if (fine) s->left -= 1.0;
    (void)pthread_mutex_unlock(&s->lock);
    return fine;
}

// ---- answers

static void add_common_heads(struct MHD_Response *r)
{
    static const char *const heads[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
         "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    for (int i = 0; i < (int)(sizeof heads / sizeof *heads); i++)
        (void)MHD_add_response_header(r, heads[i][0], heads[i][1]);
}

static enum MHD_Result send_response(struct MHD_Connection *c, int code, const char *type, struct MHD_Response *r)
{
    if (!r) return MHD_NO;
    add_common_heads(r);
    (void)MHD_add_response_header(r, "Content-Type", type);
    const enum MHD_Result sent = MHD_queue_response(c, (unsigned)code, r);
    MHD_destroy_response(r);
    return sent;
}

// a whole file, piece by piece; it is closed with the answer
static enum MHD_Result send_file(struct MHD_Connection *c, gud_request *q)
{
    struct stat about;
    struct MHD_Response *r =
        fstat(q->file, &about) == 0 ? MHD_create_response_from_fd64((uint64_t)about.st_size, q->file) : NULL;
    if (r) q->file = -1; // the answer's now
    return send_response(c, q->code, q->type, r);
}

static enum MHD_Result send_buffer(struct MHD_Connection *c, int code, const char *type, const gud_buffer *out)
{
    return send_response(c, code, type, MHD_create_response_from_buffer(out->size, out->data, MHD_RESPMEM_MUST_COPY));
}

static enum MHD_Result send_refusal(struct MHD_Connection *c, int code, const char *why)
{
    gud_buffer out;
    gud_buffer_init(&out);
    gud_buffer_print(&out, "%s\n", why);
    const enum MHD_Result sent = send_buffer(c, code, "text/plain; charset=utf-8", &out);
    gud_buffer_free(&out);
    return sent;
}

// the first address has the token, which moves into a cookie that scripts cannot read
static enum MHD_Result send_cookie(const gud_server *s, struct MHD_Connection *c)
{
    char cookie[160];
    struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!r) return MHD_NO;
    (void)snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/", s->cookie, s->token);
    (void)MHD_add_response_header(r, "Set-Cookie", cookie);
    (void)MHD_add_response_header(r, "Location", "/");
    return send_response(c, MHD_HTTP_SEE_OTHER, "text/plain", r);
}

static enum MHD_Result answer_route(gud_request *q, struct MHD_Connection *c, const gud_route *route)
{
    if (q->too_large || q->body.failed)
        gud_request_fail(q, MHD_HTTP_CONTENT_TOO_LARGE, "more than %d bytes", GUD_BODY_MOST);
    else
        route->answer(q);
    if (q->out.failed) return send_refusal(c, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory");
    if (q->file >= 0) return send_file(c, q);
    return send_buffer(c, q->code, q->type, &q->out);
}

static enum MHD_Result answer_method(gud_request *q, struct MHD_Connection *c, const char *url, const char *method)
{
    bool known = false;
    for (const gud_route *r = gud_routes; r->path; r++) {
        if (strcmp(r->path, url) != 0) continue;
        if (strcmp(r->method, method) == 0) return answer_route(q, c, r);
        known = true;
    }
    if (known) return send_refusal(c, MHD_HTTP_METHOD_NOT_ALLOWED, "not with this method");
    if (strcmp(method, "GET") != 0) return send_refusal(c, MHD_HTTP_METHOD_NOT_ALLOWED, "files can be read only");
    gud_files_answer(q, url);
    return send_buffer(c, q->code, q->type, &q->out);
}

typedef struct refusal {
    int code; // 0: none
    const char *why;
} refusal;

// Decided by the head of a request, before anything of its body is read.
static refusal refuse(gud_server *s, struct MHD_Connection *c)
{
    const char *size = head(c, "Content-Length");
    if (!is_own_host(s, head(c, "Host"))) return (refusal){MHD_HTTP_FORBIDDEN, "this host is not served here"};
    if (!is_in_rate(s)) return (refusal){MHD_HTTP_TOO_MANY_REQUESTS, "too many requests: wait a second"};
    if (!may_ask(s, c)) return (refusal){MHD_HTTP_FORBIDDEN, "open the address that 'gudgeon serve' has printed"};
    if (size && strtoull(size, NULL, 10) > GUD_BODY_MOST)
        return (refusal){MHD_HTTP_CONTENT_TOO_LARGE, "files of more than 4 MiB are not taken"};
    return (refusal){0};
}

static enum MHD_Result answer(const gud_server *s, gud_request *q, struct MHD_Connection *c, const char *url,
                              const char *method)
{
    if (strcmp(url, "/api/events") == 0)
        return send_response(c, MHD_HTTP_OK, "text/event-stream", gud_events_response(s->site.jobs));
    return answer_method(q, c, url, method);
}

// ---- requests arrive in pieces

static gud_request *request_begin(gud_server *s, struct MHD_Connection *c)
{
    gud_request *q = gud_alloc(1, sizeof *q);
    if (!q) return NULL;
    *q = (gud_request){
        .site = &s->site, .connection = c, .file = -1, .code = MHD_HTTP_OK, .type = "application/json; charset=utf-8"};
    gud_buffer_init(&q->body);
    gud_buffer_init(&q->out);
    return q;
}

static void request_end(void *server, struct MHD_Connection *c, void **request, enum MHD_RequestTerminationCode how)
{
    (void)server;
    (void)c;
    (void)how;
    gud_request *q = *request;
    if (!q) return;
    if (q->file >= 0) (void)close(q->file);
    gud_buffer_free(&q->body);
    gud_buffer_free(&q->out);
    gud_free(q);
    *request = NULL;
}

// The first address is for those who have no cookie yet.
static enum MHD_Result handle_head(gud_server *s, struct MHD_Connection *c, const char *url, void **request)
{
    const char *token = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token");
    if (is_own_host(s, head(c, "Host")) && strcmp(url, "/") == 0 && is_token(s, token)) return send_cookie(s, c);
    const refusal no = refuse(s, c);
    if (no.code) return send_refusal(c, no.code, no.why);
    (void)MHD_set_connection_option(c, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)idle_seconds);
    *request = request_begin(s, c);
    return *request ? MHD_YES : MHD_NO;
}

static enum MHD_Result handle(void *server, struct MHD_Connection *c, const char *url, const char *method,
                              const char *version, const char *upload, size_t *nupload, void **request)
{
    (void)version;
    gud_server *s = server;
    if (!*request) return handle_head(s, c, url, request);
    gud_request *q = *request;
    if (*nupload > 0) {
        if (q->body.size + *nupload > GUD_BODY_MOST)
            q->too_large = true;
        else
            gud_buffer_append(&q->body, upload, *nupload);
        *nupload = 0;
        return MHD_YES;
    }
    return answer(s, q, c, url, method);
}

// ---- life

static gud_status make_token(gud_server *s)
{
    unsigned char bytes[token_size / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return gud_fail(&s->error, GUD_ERR_IO, "no random numbers: %s", strerror(errno));
    for (int i = 0; i < token_size / 2; i++) (void)snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    return GUD_OK;
}

static gud_status canonical(const char *path, char out[4096], gud_error *error)
{
    char *real = realpath(path, NULL);
    if (!real || strlen(real) >= 4096) {
        free(real);
        return gud_fail(error, GUD_ERR_INPUT, "%s: %s", path, real ? "the path is too long" : strerror(errno));
    }
    (void)snprintf(out, 4096, "%s", real);
    free(real);
    return GUD_OK;
}

// a socket on the loopback address, and its port; -1 if that cannot be had
static int listen_on(int wanted, int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wanted)};
    socklen_t size = sizeof at;
    const int yes = 1, waiting = 64;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool good = setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                      bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, waiting) == 0 &&
                      getsockname(fd, (struct sockaddr *)&at, &size) == 0;
    if (!good) {
        const int why = errno;
        (void)close(fd);
        errno = why;
        return -1;
    }
    *port = ntohs(at.sin_port);
    return fd;
}

// The port is known, and with it the name of the cookie, before the first request can arrive.
static gud_status start_daemon(gud_server *s, int port)
{
    const int listening = listen_on(port, &s->port);
    if (listening < 0)
        return gud_fail(&s->error, GUD_ERR_IO, "cannot listen on port %d: %s", port, strerror(errno));
    (void)snprintf(s->cookie, sizeof s->cookie, "gudgeon-%d", s->port);
    (void)snprintf(s->address, sizeof s->address, "http://127.0.0.1:%d/?token=%s", s->port, s->token);
    s->daemon = MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, handle,
                                 s, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)connections_most, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)stranger_seconds,
                                 MHD_OPTION_NOTIFY_COMPLETED, request_end, NULL, MHD_OPTION_END);
    return s->daemon ? GUD_OK : gud_fail(&s->error, GUD_ERR_IO, "the server cannot start on port %d", s->port);
}

static gud_status start(gud_server *s, const gud_serve_options *o)
{
    GUD_TRY(canonical(o->root, s->site.root, &s->error));
    GUD_TRY(canonical(o->page, s->site.page, &s->error));
    GUD_TRY(make_token(s));
    if (!(s->site.shelf = gud_shelf_create())) return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(gud_jobs_create(o->program, o->njob, &o->limits, &s->error, &s->site.jobs));
    return start_daemon(s, o->port);
}

gud_status gud_server_start(const gud_serve_options *options, gud_error *error, gud_server **out)
{
    gud_server *s = gud_alloc(1, sizeof *s);
    *out = NULL;
    if (!s) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    (void)pthread_mutex_init(&s->lock, NULL);
    s->counted = gud_process_clock();
    s->left = requests_at_once;
    const gud_status st = start(s, options);
    if (st < 0) {
        *error = s->error;
        gud_server_stop(s);
        return st;
    }
    *out = s;
    return GUD_OK;
}

const char *gud_server_address(const gud_server *server)
{
    return server->address;
}

void gud_server_stop(gud_server *server)
{
    if (!server) return;
    if (server->site.jobs) gud_jobs_end(server->site.jobs); // lets those go who listen to them
    if (server->daemon) MHD_stop_daemon(server->daemon);
    gud_jobs_free(server->site.jobs);
    gud_shelf_free(server->site.shelf);
    (void)pthread_mutex_destroy(&server->lock);
    gud_free(server);
}
