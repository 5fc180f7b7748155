#define _GNU_SOURCE // realpath

#include "serve/request.h"

#include "base/json.h"
#include "base/plain.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- the query

typedef struct value_search {
    const char *key, *found;
    int left;
} value_search;

static enum MHD_Result look_at_value(void *search, enum MHD_ValueKind kind, const char *key, const char *value)
{
    (void)kind;
    value_search *s = search;
    if (strcmp(key, s->key) != 0) return MHD_YES;
    if (s->left-- > 0) return MHD_YES;
    s->found = value ? value : "";
    return MHD_NO;
}

const char *gud_request_value(const gud_request *q, const char *key, int i)
{
    value_search s = {.key = key, .left = i};
    (void)MHD_get_connection_values(q->connection, MHD_GET_ARGUMENT_KIND, look_at_value, &s);
    return s.found;
}

double gud_request_number(const gud_request *q, const char *key, double missing)
{
    const char *text = gud_request_value(q, key, 0);
    char *end;
    if (!text || !*text) return missing;
    const double number = strtod(text, &end);
    return *end || !isfinite(number) ? missing : number;
}

int64_t gud_request_integer(const gud_request *q, const char *key, int64_t missing)
{
    const double number = gud_request_number(q, key, (double)missing);
    return fabs(number) < 9e15 ? (int64_t)number : missing;
}

// ---- answers

void gud_request_fail(gud_request *q, int code, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    gud_json json;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gud_buffer_free(&q->out);
    gud_buffer_init(&q->out);
    gud_json_init(&json, &q->out, false);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "error", text);
    gud_json_close(&json);
    q->code = code;
    q->type = "application/json; charset=utf-8";
}

// ---- paths

// Names of files that the page may ask for: no way up, nothing hidden, no way in from the top, no line breaks.
static bool is_allowed(const char *path)
{
    if (!*path || *path == '/' || strlen(path) > 1000 || !gud_is_one_line(path)) return false;
    for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (*part == '.' || *part == '/' || (*part == '\0' && part != path)) return false;
    return true;
}

static bool is_below(const char *root, const char *path)
{
    const size_t n = strlen(root);
    return strncmp(root, path, n) == 0 && (path[n] == '\0' || path[n] == '/' || (n == 1 && root[0] == '/'));
}

// Links are followed here, and what they lead to must be below the root as well.
static bool canonical_below(const char *root, const char *name, char out[4096])
{
    char real[PATH_MAX];
    if (!realpath(name, real) || strlen(real) >= 4096 || !is_below(root, real)) return false;
    (void)snprintf(out, 4096, "%s", real);
    return true;
}

// a file that is not there yet, in a folder that is
static bool canonical_new(const char *root, const char *name, char out[4096])
{
    char folder[4096], real[4096];
    (void)snprintf(folder, sizeof folder, "%s", name);
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    if (!canonical_below(root, folder, real)) return false;
    return snprintf(out, 4096, "%s/%s", real, slash + 1) < 4096;
}

bool gud_site_holds(const gud_site *site, const char *path)
{
    char real[4096];
    return canonical_below(site->root, path, real);
}

// Not even a link that leads nowhere has this name.
static bool is_absent(const char *path)
{
    struct stat about;
    return strlen(path) < 4096 && lstat(path, &about) != 0 && errno == ENOENT;
}

bool gud_request_path(gud_request *q, const char *key, bool missing_too, char path[4096])
{
    const char *name = gud_request_value(q, key, 0);
    char joined[5200];
    if (!name || (!is_allowed(name) && strcmp(name, ".") != 0)) {
        gud_request_fail(q, MHD_HTTP_BAD_REQUEST, "%s: expected a name inside the folder", key);
        return false;
    }
    (void)snprintf(joined, sizeof joined, "%s/%s", q->site->root, name);
    if (strlen(joined) < 4096 && canonical_below(q->site->root, joined, path)) return true;
    if (missing_too && is_absent(joined) && canonical_new(q->site->root, joined, path)) return true;
    gud_request_fail(q, MHD_HTTP_NOT_FOUND, "%s: not found", name);
    return false;
}
