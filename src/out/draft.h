// Files that appear under their name only when they are complete: written beside it, synced, renamed. Until then
// signals that end the program wait. What is no file, such as a pipe, is written to directly; "-" is standard output.
#ifndef GUD_OUT_DRAFT_H
#define GUD_OUT_DRAFT_H

#include "base/error.h"
#include "base/status.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

enum { GUD_PATH_SIZE = 4096 };

typedef struct gud_draft {
    FILE *stream;
    int why;                  // errno of the first write that failed
    char path[GUD_PATH_SIZE]; // what the file will be called
    char temp[GUD_PATH_SIZE]; // what it is called until then; empty for a pipe or a device
    sigset_t signals;         // what was blocked before
} gud_draft;

gud_status gud_draft_open(gud_draft *draft, const char *path, gud_error *error);

// a failed write is remembered and told when the draft is kept
void gud_draft_print(gud_draft *draft, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gud_draft_write(gud_draft *draft, const void *data, size_t size);

// The file gets its name, or, if anything went wrong, leaves no trace. A committed file lasts through a power cut; that
// takes time, and is not worth it for files that can be made again.
gud_status gud_draft_keep(gud_draft *draft, gud_error *error);
gud_status gud_draft_commit(gud_draft *draft, gud_error *error);
void gud_draft_drop(gud_draft *draft);

// a whole file at once, committed
gud_status gud_draft_save(const char *path, const void *data, size_t size, gud_error *error);

// removes drafts of `name` that killed programs left behind; only when nobody else may be writing them
void gud_draft_sweep(const char *folder, const char *name);

// SIGINT, SIGTERM and SIGHUP wait from one to the other, in this thread; may be nested
void gud_signals_hold(sigset_t *before);
void gud_signals_release(const sigset_t *before);

// `folder`/`name`
gud_status gud_path_join(char path[GUD_PATH_SIZE], const char *folder, const char *name, gud_error *error);

// makes the folder and those above it, unless they are there
gud_status gud_folder_create(const char *path, gud_error *error);

// after a rename or removal: makes it last through a power cut
void gud_folder_sync(const char *file_in_it);

#endif
