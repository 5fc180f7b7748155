#include "serve/files.h"

#include <stdio.h>
#include <string.h>

typedef struct page_file {
    const char *url, *name, *type;
} page_file;

static const page_file files[] = {
    {"/", "index.html", "text/html; charset=utf-8"},
    {"/page.js", "page.js", "text/javascript; charset=utf-8"},
    {"/page.css", "page.css", "text/css; charset=utf-8"},
    {"/icon.svg", "icon.svg", "image/svg+xml"},
};

static void send_file(gud_request *q, const page_file *file)
{
    char path[4200], bytes[1 << 14];
    (void)snprintf(path, sizeof path, "%s/%s", q->site->page, file->name);
    FILE *in = fopen(path, "rb");
    if (!in) {
        gud_request_fail(q, 404, "%s is missing: build the page with 'make page'", file->name);
        return;
    }
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;) gud_buffer_append(&q->out, bytes, n);
    (void)fclose(in);
    q->type = file->type;
}

void gud_files_answer(gud_request *q, const char *url)
{
    for (int i = 0; i < (int)(sizeof files / sizeof *files); i++) {
        if (strcmp(files[i].url, url) != 0) continue;
        send_file(q, &files[i]);
        return;
    }
    gud_request_fail(q, 404, "there is nothing at this address");
}
