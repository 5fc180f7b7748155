#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What was opened counts, after all links, not its name.
static bool is_outside(int fd)
{
    const char *folder = getenv(GUD_FILE_INSIDE);
    char name[40], opened[4096];
    if (!folder || !*folder || strcmp(folder, "/") == 0) return false;
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    const ssize_t size = readlink(name, opened, sizeof opened);
    const size_t n = strlen(folder);
    return size < 0 || (size_t)size >= sizeof opened || (size_t)size <= n || memcmp(opened, folder, n) != 0 ||
           opened[n] != '/';
}

// NULL: it may be read
static const char *refusal(int fd, int64_t limit)
{
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) return strerror(errno);
    if (is_outside(fd)) return "it is outside the folder that 'gudgeon serve' shows";
    if (S_ISDIR(info.st_mode)) return "it is a folder";
    if (!S_ISREG(info.st_mode)) return "it is not a file";
    return info.st_size > limit ? "" : NULL;
}

FILE *gud_file_open(const char *path, int64_t limit, char why[GUD_FILE_WHY])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *reason = refusal(fd, limit);
    FILE *file = reason ? NULL : fdopen(fd, "rb");
    if (file) return file;
    if (!reason)
        (void)snprintf(why, GUD_FILE_WHY, "%s", strerror(errno));
    else if (*reason == '\0')
        (void)snprintf(why, GUD_FILE_WHY, "larger than %lld MiB", (long long)(limit >> 20));
    else
        (void)snprintf(why, GUD_FILE_WHY, "%s", reason);
    if (fd >= 0) (void)close(fd);
    return NULL;
}
