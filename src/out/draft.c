#include "out/draft.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_drafts = 1000, most_links = 8 };

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
static int open_named(gud_draft *draft)
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

void gud_signals_hold(sigset_t *before)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t held;
    (void)sigemptyset(&held);
    for (int i = 0; i < GUD_COUNT(numbers); i++) (void)sigaddset(&held, numbers[i]);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
}

void gud_signals_release(const sigset_t *before)
{
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

// the draft gets its name, or goes; answers why it did not get it
static int end(gud_draft *draft, bool keep)
{
    if (draft->temp[0] == '\0') return 0;
    const int why = keep && rename(draft->temp, draft->path) != 0 ? errno : 0;
    if (!keep || why != 0) (void)unlink(draft->temp);
    gud_signals_release(&draft->signals);
    return why;
}

// links stay, and the file behind them is written
static void follow_links(char path[GUD_PATH_SIZE])
{
    char target[GUD_PATH_SIZE];
    for (int k = 0; k < most_links; k++) {
        const ssize_t length = readlink(path, target, sizeof target);
        const char *slash = length > 0 && target[0] != '/' ? strrchr(path, '/') : NULL;
        const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
        if (length <= 0 || folder + (size_t)length >= GUD_PATH_SIZE) return;
        memcpy(path + folder, target, (size_t)length);
        path[folder + (size_t)length] = '\0';
    }
}

static int open_temp(gud_draft *draft)
{
    follow_links(draft->path);
    gud_signals_hold(&draft->signals); // Ctrl-C waits until the file is whole or gone
    const int fd = open_named(draft), why = errno;
    if (fd < 0) gud_signals_release(&draft->signals);
    errno = why;
    return fd;
}

static bool is_output(const char *path)
{
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

// pipes, terminals and devices are written to as they are, and Ctrl-C ends a wait for a reader
static bool is_device(const char *path)
{
    struct stat info;
    if (is_output(path)) return true;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

// standard output may be a file to which the shell appends: what it is must not be asked by its name
static int open_device(const char *path)
{
    return is_output(path) ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_WRONLY | O_CLOEXEC);
}

gud_status gud_draft_open(gud_draft *draft, const char *path, gud_error *error)
{
    draft->stream = NULL;
    draft->why = 0;
    draft->temp[0] = '\0';
    if (strlen(path) >= sizeof draft->path) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", path);
    memcpy(draft->path, path, strlen(path) + 1);

    const int fd = is_device(path) ? open_device(path) : open_temp(draft);
    draft->stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (draft->stream) return GUD_OK;
    const int why = errno;
    if (fd >= 0) {
        (void)close(fd);
        (void)end(draft, false);
    }
    if (is_output(path)) return gud_fail(error, GUD_ERR_IO, "cannot write to standard output: it is closed");
    return gud_fail(error, GUD_ERR_IO, "%s: cannot create the file: %s", path, strerror(why));
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
    const int unnamed = end(draft, why == 0);
    if (why == 0) why = unnamed;
    if (why == EPIPE) why = 0; // who reads has seen enough
    if (why != 0 && is_output(draft->path))
        return gud_fail(error, GUD_ERR_IO, "cannot write to standard output: %s", strerror(why));
    if (why != 0) return gud_fail(error, GUD_ERR_IO, "%s: cannot write the file: %s", draft->path, strerror(why));
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
    (void)end(draft, false);
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
