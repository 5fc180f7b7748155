// Where the resources of an FMU are.
#ifndef GUD_FMU_PATH_H
#define GUD_FMU_PATH_H

#include <stdbool.h>
#include <stddef.h>

// "file:///tmp/model%201/resources" as a path; a path stays one. false: neither, or too long.
bool gud_fmu_path(const char *location, char *path, size_t room);

#endif
