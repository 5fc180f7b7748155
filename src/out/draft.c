#include "out/draft.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_drafts = 1000 };

static const char draft_mark[] = ".draft.";

gud_status gud_path_join(char path[GUD_PATH_SIZE], const char *folder, const char *name, gud_error *error)
{
    const int n = snprintf(path, GUD_PATH_SIZE, "%s/%s", folder, name);
    if (n < 0 || n >= GUD_PATH_SIZE) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", folder);
    return GUD_OK;
}

static gud_status create_one(const char *path, gud_error *error)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))) return GUD_OK;
    return gud_fail(error, GUD_ERR_IO, "%s: cannot create the folder: %s", path, strerror(errno));
}

gud_status gud_folder_create(const char *path, gud_error *error)
{
    char part[GUD_PATH_SIZE];
    const size_t length = strlen(path);
    if (length >= sizeof part) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", path);
    memcpy(part, path, length + 1);

    for (size_t i = 1; i < length; i++) {
        if (part[i] != '/') continue;
        part[i] = '\0';
        GUD_TRY(create_one(part, error));
        part[i] = '/';
    }
    return create_one(part, error);
}

void gud_folder_sync(const char *file_in_it)
{
    char folder[GUD_PATH_SIZE] = ".";
    const char *slash = strrchr(file_in_it, '/');
    const size_t length = slash ? (size_t)(slash - file_in_it) : 0;
    if (slash && length < sizeof folder) {
        memcpy(folder, file_in_it, length);
        memcpy(folder + length, "/", 2);
    }
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    (void)close(fd);
}

// a name that nobody else uses: process, and a number against threads
static int open_temp(gud_draft *draft)
{
    for (int k = 0; k < most_drafts; k++) {
        const int n =
            snprintf(draft->temp, sizeof draft->temp, "%s%s%ld.%d", draft->path, draft_mark, (long)getpid(), k);
        if (n < 0 || n >= GUD_PATH_SIZE) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int fd = open(draft->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

gud_status gud_draft_open(gud_draft *draft, const char *path, gud_error *error)
{
    const size_t length = strlen(path);
    draft->stream = NULL;
    draft->why = 0;
    if (length >= sizeof draft->path) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", path);
    memcpy(draft->path, path, length + 1);

    const int fd = open_temp(draft);
    if (fd < 0) return gud_fail(error, GUD_ERR_IO, "%s: cannot create the file: %s", path, strerror(errno));
    draft->stream = fdopen(fd, "w");
    if (draft->stream) return GUD_OK;
    (void)close(fd);
    (void)unlink(draft->temp);
    return gud_fail(error, GUD_ERR_MEMORY, "%s: cannot create the file: %s", path, strerror(errno));
}

void gud_draft_print(gud_draft *draft, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (vfprintf(draft->stream, format, list) < 0 && draft->why == 0) draft->why = errno;
    va_end(list);
}

void gud_draft_write(gud_draft *draft, const void *data, size_t size)
{
    if (fwrite(data, 1, size, draft->stream) != size && draft->why == 0) draft->why = errno;
}

static gud_status complete(gud_draft *draft, bool lasting, gud_error *error)
{
    int why = draft->why;
    if (why == 0 && fflush(draft->stream) != 0) why = errno;
    if (why == 0 && lasting && fsync(fileno(draft->stream)) != 0 && errno != EINVAL)
        why = errno; // EINVAL: cannot be synced at all
    if (fclose(draft->stream) != 0 && why == 0) why = errno;
    draft->stream = NULL;
    if (why == 0 && rename(draft->temp, draft->path) != 0) why = errno;
    if (why != 0) {
        (void)unlink(draft->temp);
        return gud_fail(error, GUD_ERR_IO, "%s: cannot write the file: %s", draft->path, strerror(why));
    }
    if (lasting) gud_folder_sync(draft->path);
    return GUD_OK;
}

gud_status gud_draft_keep(gud_draft *draft, gud_error *error)
{
    return complete(draft, false, error);
}

gud_status gud_draft_commit(gud_draft *draft, gud_error *error)
{
    return complete(draft, true, error);
}

void gud_draft_drop(gud_draft *draft)
{
    if (!draft->stream) return;
    (void)fclose(draft->stream);
    draft->stream = NULL;
    (void)unlink(draft->temp);
}

gud_status gud_draft_save(const char *path, const void *data, size_t size, gud_error *error)
{
    gud_draft draft;
    GUD_TRY(gud_draft_open(&draft, path, error));
    gud_draft_write(&draft, data, size);
    return gud_draft_commit(&draft, error);
}

void gud_draft_sweep(const char *folder, const char *name)
{
    DIR *dir = opendir(folder);
    if (!dir) return;
    const size_t length = strlen(name), mark = sizeof draft_mark - 1;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        if (strncmp(entry->d_name, name, length) == 0 && strncmp(entry->d_name + length, draft_mark, mark) == 0)
            (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)closedir(dir);
}
