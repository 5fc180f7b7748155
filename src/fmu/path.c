#include "fmu/path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// the byte that "%20" stands for; -1: nothing
static int escaped(const char *text)
{
    if (text[0] != '%' || !isxdigit((unsigned char)text[1]) || !isxdigit((unsigned char)text[2])) return -1;
    const char digits[] = {text[1], text[2], '\0'};
    return (int)strtol(digits, NULL, 16);
}

bool gud_fmu_path(const char *location, char *path, size_t room)
{
    size_t n = 0;
    if (!location) return false;
    const bool is_uri = strncmp(location, "file:", 5) == 0;
    if (is_uri) location += 5;
    if (is_uri && strncmp(location, "//", 2) == 0) location = strchr(location + 2, '/'); // after the host
    if (!location || !*location) return false;
    while (*location && n + 1 < room) {
        const int byte = is_uri ? escaped(location) : -1;
        path[n++] = byte > 0 ? (char)byte : *location;
        location += byte > 0 ? 3 : 1;
    }
    while (n > 1 && path[n - 1] == '/') n--;
    path[n] = '\0';
    return !*location;
}
