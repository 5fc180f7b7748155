// What a run depends on, as a hash: the program, the files of its model, what it sets. Rows are found by it.
#ifndef GUD_SWEEP_KEYS_H
#define GUD_SWEEP_KEYS_H

#include "load/input.h"
#include "sweep/study.h"

#include <stdint.h>

// of what is in the file, continued from `hash`; a file that cannot be read adds nothing
uint64_t gud_hash_file(uint64_t hash, const char *path);

// keys[run] of all runs
gud_status gud_study_keys_make(const gud_study *study, const gud_shared *shared, bool plugins, uint64_t *keys);

// of what the study wants to know of its runs
uint64_t gud_study_view(const gud_study *study);

#endif
