#include "lib/diagnostics.h"

#include "base/alloc.h"

#include <string.h>

struct gud_diagnostics {
    gud_diag diag; // its arena holds the parts of the messages, too
    gud_diagnostic *list;
    int count;
    gud_buffer text;
};

// the bytes between two places of a text, "" where they are not in order
static const char *part_of(gud_arena *arena, const char *from, const char *to)
{
    const size_t size = to > from ? (size_t)(to - from) : 0;
    char *copy = GUD_TAKE(arena, char, size + 1);
    if (copy) memcpy(copy, from, size);
    return copy ? copy : "";
}

// "entity: message; hint"
static gud_diagnostic split(gud_arena *arena, const gud_message *m)
{
    const char *body = m->text + (m->named > 0 ? m->named + 2 : 0), *end = body + strlen(body);
    const char *semicolon = strstr(body, "; ");
    return (gud_diagnostic){
        .severity = GUD_SEVERITY_ERROR,
        .file = m->place.file,
        .line = m->place.line,
        .column = m->place.column,
        .entity = part_of(arena, m->text, m->text + m->named),
        .message = part_of(arena, body, semicolon ? semicolon : end),
        .hint = semicolon ? part_of(arena, semicolon + 2, end) : "",
    };
}

static gud_diagnostics *diagnostics_of(gud_diag *diag)
{
    gud_diagnostics *d = gud_alloc(1, sizeof *d);
    if (!d) return NULL;
    d->diag = *diag;
    gud_diag_init(diag);
    gud_buffer_init(&d->text);
    gud_diag_write(&d->diag, &d->text); // sorts them
    d->list = GUD_TAKE(&d->diag.arena, gud_diagnostic, d->diag.nstored);
    for (; d->list && d->count < d->diag.nstored; d->count++)
        d->list[d->count] = split(&d->diag.arena, &d->diag.list[d->count]);
    if (!d->diag.arena.failed && !d->diag.failed && !d->text.failed) return d;
    gud_diagnostics_free(d);
    return NULL;
}

gud_status gud_diagnostics_make(gud_diag *diag, gud_status status, gud_diagnostics **out)
{
    if (!out || diag->count == 0) return status;
    *out = diagnostics_of(diag);
    return *out ? status : GUD_ERR_MEMORY;
}

gud_status gud_diagnostics_of_error(const gud_error *error, gud_status status, gud_diagnostics **out)
{
    gud_diag diag;
    if (status >= 0 || !out) return status;
    gud_diag_init(&diag);
    gud_diag_add(&diag, (gud_place){0}, "%s", error->text);
    const gud_status st = gud_diagnostics_make(&diag, status, out);
    gud_diag_free(&diag);
    return st;
}

void gud_diagnostics_free(gud_diagnostics *d)
{
    if (!d) return;
    gud_diag_free(&d->diag);
    gud_buffer_free(&d->text);
    gud_free(d);
}

int gud_diagnostics_count(const gud_diagnostics *d)
{
    return d ? d->count : 0;
}

gud_status gud_diagnostics_get(const gud_diagnostics *d, int i, gud_diagnostic *out)
{
    if (!d || !out || i < 0 || i >= d->count) return GUD_ERR_USE;
    *out = d->list[i];
    return GUD_OK;
}

const char *gud_diagnostics_text(const gud_diagnostics *d)
{
    return d ? gud_buffer_text(&d->text) : "";
}
