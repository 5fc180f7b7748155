#include "out/private.h"

#include "base/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gud_status gud_private_open(gud_private *folder, gud_error *error)
{
    const char *given = getenv("TMPDIR"), *base = given && given[0] != '\0' ? given : "/tmp";
    GUD_TRY(gud_path_join(folder->path, base, "gudgeon-XXXXXX", error));
    gud_signals_hold(&folder->signals);
    if (mkdtemp(folder->path)) return GUD_OK;
    const int why = errno;
    gud_signals_release(&folder->signals);
    return gud_fail(error, GUD_ERR_IO, "%s: cannot create a temporary folder; set TMPDIR: %s", base, strerror(why));
}

void gud_private_close(gud_private *folder)
{
    DIR *dir = opendir(folder->path);
    for (const struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir))
        (void)unlinkat(dirfd(dir), entry->d_name, 0); // "." and ".." stay
    if (dir) (void)closedir(dir);
    (void)rmdir(folder->path);
    gud_signals_release(&folder->signals);
}

gud_status gud_private_read(const char *path, char **text, size_t *size, gud_error *error)
{
    struct stat info;
    FILE *file = fopen(path, "rbe");
    const bool known = file && fstat(fileno(file), &info) == 0;
    const size_t n = known ? (size_t)info.st_size : 0;
    *text = gud_alloc(n + 1, 1);
    const bool room = *text != NULL, good = known && room && fread(*text, 1, n, file) == n;
    if (file) (void)fclose(file);
    if (size) *size = n;
    if (good) return GUD_OK;
    gud_free(*text);
    *text = NULL;
    if (!room) return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the file", path);
    return gud_fail(error, GUD_ERR_IO, "%s: cannot read the file", path);
}
