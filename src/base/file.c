#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// NULL: it may be read
static const char *refusal(int fd, int64_t limit)
{
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) return strerror(errno);
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
