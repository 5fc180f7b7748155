#include "out/claim.h"

#include "out/log.h"
#include "out/result.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { sign_range = 4096, lock_tries = 25 }; // 20 ms each: an earlier run may be about to end

// files that runs and studies write, and what the beginning of each of them has
static const struct {
    const char *name, *sign;
    bool first; // the file begins with the sign, or ended while it was being written
} files[] = {
    {GUD_LOG_NAME, GUD_LOG_MAGIC, true},
    {"checkpoint", "gudstop\n", true},
    {GUD_RESULT_NAME, "gudgeon_format", false},
    {"summary.json", "\"window\": {", false},
    {"table.csv", "window,channel,unit,mean,min,max,std,p99", false},
    {"table.json", "\"runs\": [", false},
    {"runs.csv", "state,steps,rejected,newton,factorisations,cpu_s", false},
};

static bool has_sign(const char *path, const char *sign, bool first)
{
    char text[sign_range];
    const size_t length = strlen(sign);
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const ssize_t got = fd >= 0 ? read(fd, text, sizeof text) : -1;
    if (fd >= 0) (void)close(fd);
    if (got < 0) return false;
    const size_t n = (size_t)got;
    if (first) return memcmp(text, sign, n < length ? n : length) == 0;
    for (size_t i = 0; i + length <= n; i++)
        if (memcmp(text + i, sign, length) == 0) return true;
    return false;
}

// what keeps a file from being replaced, NULL if nothing does
static const char *foreign(const char *path, const char *sign, bool first)
{
    struct stat info;
    if (lstat(path, &info) != 0) return NULL;
    if (S_ISLNK(info.st_mode)) return "is a link";
    if (!S_ISREG(info.st_mode)) return "is not a file";
    return has_sign(path, sign, first) ? NULL : "was not written by Gudgeon";
}

static gud_status check_file(const char *folder, const char *name, const char *sign, bool first, bool force,
                             gud_error *error)
{
    char path[GUD_PATH_SIZE];
    GUD_TRY(gud_path_join(path, folder, name, error));
    const char *why = foreign(path, sign, first);
    if (!why) return GUD_OK;
    if (!force)
        return gud_fail(error, GUD_ERR_INPUT,
                        "%s: %s and would be replaced; choose another folder with -o, or use --force", path, why);
    if (unlink(path) == 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_IO, "%s: cannot be replaced: %s", path, strerror(errno));
}

static gud_status check_files(const char *folder, bool force, gud_error *error)
{
    for (int i = 0; i < GUD_COUNT(files); i++)
        GUD_TRY(check_file(folder, files[i].name, files[i].sign, files[i].first, force, error));
    for (int i = 0; i < GUD_COUNT(files); i++) gud_draft_sweep(folder, files[i].name);
    return GUD_OK;
}

// how much of the path is there already is asked before it is made
static size_t first_missing(const char *folder)
{
    char part[GUD_PATH_SIZE];
    const size_t length = strlen(folder);
    if (length >= sizeof part) return 0;
    memcpy(part, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != '\0') continue;
        const char kept = part[i];
        part[i] = '\0';
        if (access(part, F_OK) != 0) return i;
        part[i] = kept;
    }
    return 0;
}

static void remove_made(const gud_claim *c)
{
    char part[GUD_PATH_SIZE];
    memcpy(part, c->folder, sizeof part);
    for (size_t i = strlen(part); c->made > 0 && i >= c->made; i--) {
        if (part[i] != '/' && part[i] != '\0') continue;
        part[i] = '\0';
        if (rmdir(part) != 0) return; // it is in use now
    }
}

static gud_status fail_held(const gud_claim *c, gud_error *error)
{
    char text[32] = "";
    const ssize_t n = pread(c->fd, text, sizeof text - 1, 0);
    const long process = n > 0 ? strtol(text, NULL, 10) : 0;
    if (process <= 0) return gud_fail(error, GUD_ERR_IO, "%s: another process is writing its results there", c->folder);
    return gud_fail(
        error, GUD_ERR_IO,
        "%s: process %ld is writing its results there; wait until it ends, or choose another folder with -o", c->folder,
        process);
}

// is the file that was locked still the one of that name? Its last holder may have removed it in between.
static bool is_current(const gud_claim *c)
{
    struct stat held, named;
    return fstat(c->fd, &held) == 0 && lstat(c->path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

static gud_status lock(gud_claim *c, gud_error *error)
{
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    for (int i = 0;; i++) {
        c->fd = open(c->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (c->fd < 0) return gud_fail(error, GUD_ERR_IO, "%s: cannot open the file: %s", c->path, strerror(errno));
        if (flock(c->fd, LOCK_EX | LOCK_NB) == 0 && is_current(c)) break;
        const gud_status st = i + 1 < lock_tries ? GUD_OK : fail_held(c, error);
        (void)close(c->fd);
        c->fd = -1;
        GUD_TRY(st);
        (void)nanosleep(&moment, NULL);
    }
    char text[32];
    const int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(c->fd, 0) == 0 && pwrite(c->fd, text, (size_t)n, 0) == n) return GUD_OK;
    return gud_fail(error, GUD_ERR_IO, "%s: cannot write the file: %s", c->path, strerror(errno));
}

gud_status gud_claim_take(gud_claim *c, const char *folder, bool force, gud_error *error)
{
    *c = (gud_claim){.fd = -1, .made = first_missing(folder)};
    GUD_TRY(gud_path_join(c->path, folder, GUD_CLAIM_NAME, error));
    (void)snprintf(c->folder, sizeof c->folder, "%.*s", GUD_PATH_SIZE - 1, folder);
    gud_status st = gud_folder_create(folder, error);
    if (st == GUD_OK) st = lock(c, error);
    if (st == GUD_OK) st = check_files(folder, force, error);
    if (st < 0) gud_claim_release(c);
    return st;
}

void gud_claim_release(gud_claim *c)
{
    if (c->fd >= 0) {
        (void)unlink(c->path);
        (void)close(c->fd);
        remove_made(c);
    }
    *c = (gud_claim){.fd = -1};
}

gud_status gud_claim_file(const gud_claim *c, const char *name, const char *sign, bool force, gud_error *error)
{
    return check_file(c->folder, name, sign, true, force, error);
}
