// A private folder of a fuzz target, for readers that want a file. It stays in memory where the system has such a
// place.
#ifndef GUD_TESTS_FUZZ_SCRATCH_H
#define GUD_TESTS_FUZZ_SCRATCH_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { scratch_room = 200 };

static char scratch_path[scratch_room];

static void scratch_remove(void)
{
    static const char *const names[] = {"file",    "results.log",   "results.h5", "checkpoint",
                                        "out.csv", "variables.txt", "units.xml"};
    char path[scratch_room + 20];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", scratch_path, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(scratch_path);
}

// the folder, made once
static inline const char *scratch_folder(void)
{
    if (scratch_path[0]) return scratch_path;
    (void)snprintf(scratch_path, sizeof scratch_path, "%s/gudgeon-fuzz-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(scratch_path) || atexit(scratch_remove) != 0) abort();
    return scratch_path;
}

// a file of that name in the folder with these bytes; returns its path, which is valid until the next call
static inline const char *scratch_file(const char *name, const void *data, size_t size)
{
    static char path[scratch_room + 20];
    (void)snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, data, size) != (ssize_t)size || close(file) != 0) abort();
    return path;
}

#endif
