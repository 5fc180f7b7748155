#include "load/diag.h"

#include "base/alloc.h"
#include "base/plain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gud_diag_init(gud_diag *diag)
{
    *diag = (gud_diag){0};
    gud_arena_init(&diag->arena);
}

void gud_diag_free(gud_diag *diag)
{
    gud_arena_free(&diag->arena);
    gud_free(diag->list);
    gud_diag_init(diag);
}

static bool grow(gud_diag *diag)
{
    if (diag->nstored < diag->room) return true;
    const int room = diag->room > 0 ? 2 * diag->room : 16;
    gud_message *list = gud_resize(diag->list, (size_t)room, sizeof *list);
    if (!list) return false;
    diag->list = list;
    diag->room = room;
    return true;
}

// messages outlive the input, so they keep their own copy of the file's name, shared where it repeats
static const char *file_copy(gud_diag *diag, const char *file)
{
    if (diag->nstored > 0 && strcmp(diag->list[diag->nstored - 1].place.file, file) == 0)
        return diag->list[diag->nstored - 1].place.file;
    return gud_arena_text(&diag->arena, file);
}

bool gud_diag_is_full(const gud_diag *diag)
{
    return diag->nstored == GUD_DIAG_STORED;
}

static void store(gud_diag *diag, gud_place place, const char *text, size_t named)
{
    if (!grow(diag)) {
        diag->failed = true;
        return;
    }
    gud_message *message = &diag->list[diag->nstored];
    *message = (gud_message){
        .place = place, .order = diag->nstored, .named = named, .text = gud_arena_text(&diag->arena, text)};
    message->place.file = file_copy(diag, place.file ? place.file : "");
    if (message->text && message->place.file)
        diag->nstored++;
    else
        diag->failed = true;
}

typedef struct gud_veil gud_veil;
struct gud_veil {
    gud_veil *next;
    const char *file;
    bool told;
};

void gud_diag_veil(gud_diag *diag, const char *file)
{
    gud_veil *veil = GUD_TAKE(&diag->arena, gud_veil, 1);
    const char *copy = gud_arena_text(&diag->arena, file);
    if (!veil || !copy) {
        diag->failed = true;
        return;
    }
    *veil = (gud_veil){diag->veils, copy, false};
    diag->veils = veil;
}

static gud_veil *find_veil(const gud_diag *diag, const char *file)
{
    gud_veil *veil = file ? diag->veils : NULL;
    while (veil && strcmp(veil->file, file) != 0) veil = veil->next;
    return veil;
}

// is it about a file that must not be quoted? Then one message stands for all about it
static bool is_veiled(gud_diag *diag, gud_place place)
{
    gud_veil *veil = find_veil(diag, place.file);
    if (!veil) return false;
    if (!veil->told) diag->count++;
    if (!veil->told && !gud_diag_is_full(diag))
        store(diag, (gud_place){place.file, 1, 1},
              "cannot be read as a part of a model; begin it with 'gudgeon: 1' to see its errors", 0);
    veil->told = true;
    return true;
}

void gud_diag_add(gud_diag *diag, gud_place place, const char *format, ...)
{
    char text[1024];
    va_list list;
    if (is_veiled(diag, place)) return;
    diag->count++;
    if (gud_diag_is_full(diag)) return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    store(diag, place, text, 0);
}

void gud_diag_add_about(gud_diag *diag, gud_place place, const char *entity, const char *text)
{
    char whole[1280];
    if (is_veiled(diag, place)) return;
    diag->count++;
    if (gud_diag_is_full(diag)) return;
    (void)snprintf(whole, sizeof whole, "%s: %s", entity, text);
    store(diag, place, whole, strlen(entity));
}

static int by_place(const void *left, const void *right)
{
    const gud_message *a = left, *b = right;
    const int file = strcmp(a->place.file, b->place.file);
    if (file != 0) return file;
    if (a->place.line != b->place.line) return a->place.line < b->place.line ? -1 : 1;
    if (a->place.column != b->place.column) return a->place.column < b->place.column ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

// do they say the same of the same place, perhaps about different entities?
static bool is_same(const gud_message *a, const gud_message *b)
{
    return a->place.line == b->place.line && a->place.column == b->place.column &&
           strcmp(a->place.file, b->place.file) == 0 && (a->named > 0) == (b->named > 0) &&
           strcmp(a->text + a->named, b->text + b->named) == 0;
}

// "joint 'main1.bearing' and 4 others: unknown key"
static void name_others(gud_diag *diag, gud_message *m)
{
    char whole[1340];
    const int others = m->others;
    m->others = 0;
    if (others == 0 || m->named == 0) return;
    const int named =
        snprintf(whole, sizeof whole, "%.*s and %d other%s", (int)m->named, m->text, others, others > 1 ? "s" : "");
    (void)snprintf(whole + named, sizeof whole - (size_t)named, "%s", m->text + m->named);
    const char *text = gud_arena_text(&diag->arena, whole);
    if (!text) return; // without the number, then
    m->text = text;
    m->named = (size_t)named;
}

// A mistake in a group is found in each of its uses: one message says it, with their number.
static void merge_repeated(gud_diag *diag)
{
    int kept = 0;
    for (int i = 0; i < diag->nstored; i++) {
        gud_message m = diag->list[i];
        bool known = false;
        for (int k = kept - 1; k >= 0 && !known && diag->list[k].place.line == m.place.line; k--)
            known = is_same(&diag->list[k], &m);
        if (known) continue;
        for (int k = i + 1; k < diag->nstored && diag->list[k].place.line == m.place.line; k++) {
            if (!is_same(&diag->list[k], &m)) continue;
            diag->count--;
            m.others += strcmp(diag->list[k].text, m.text) != 0;
        }
        diag->list[kept++] = m;
    }
    diag->nstored = kept;
    for (int i = 0; i < kept; i++) name_others(diag, &diag->list[i]);
}

void gud_diag_sort(gud_diag *diag)
{
    if (diag->nstored == 0) return;
    qsort(diag->list, (size_t)diag->nstored, sizeof *diag->list, by_place);
    merge_repeated(diag);
}

void gud_diag_write(gud_diag *diag, gud_buffer *out)
{
    gud_diag_sort(diag);
    const int shown = diag->nstored < GUD_DIAG_SHOWN ? diag->nstored : GUD_DIAG_SHOWN;
    for (int i = 0; i < shown; i++) {
        const gud_message *m = &diag->list[i];
        if (m->place.file[0]) gud_buffer_add(out, m->place.file);
        if (m->place.line > 0) gud_buffer_print(out, ":%d:%d", m->place.line, m->place.column);
        gud_buffer_print(out, "%s%s\n", m->place.file[0] ? ": " : "", m->text);
    }
    if (diag->count > shown) gud_buffer_print(out, "and %d more\n", diag->count - shown);
    if (out->data) gud_make_plain(out->data);
}

gud_shown_text gud_shown(const char *text)
{
    gud_shown_text shown = {""};
    size_t n = strlen(text);
    const bool cut = n >= sizeof shown.text;
    if (cut) {
        n = sizeof shown.text - 4;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) n--; // not inside a character
    }
    for (size_t i = 0; i < n; i++) shown.text[i] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
    if (cut) memcpy(shown.text + n, "...", 4);
    return shown;
}
