// Files that appear whole or not at all.
#include "out_sample.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static gud_error error;

static void join(char path[GUD_PATH_SIZE], const char *folder, const char *name)
{
    assert_int_equal(gud_path_join(path, folder, name, &error), GUD_OK);
}

static void holds(const char *folder, const char *name, const char *text)
{
    char *got = file_text(folder, name, NULL);
    assert_string_equal(got, text);
    free(got);
}

// what a program does that is told to end while it writes
static _Noreturn void write_and_be_ended(const char *path, int number)
{
    gud_draft draft;
    (void)signal(number, SIG_DFL); // which a test in the background inherits as ignored
    if (gud_draft_open(&draft, path, &error) < 0) _exit(1);
    gud_draft_print(&draft, "half ");
    (void)raise(number);
    gud_draft_print(&draft, "whole");
    (void)gud_draft_keep(&draft, &error); // the signal arrives when the file is there
    _exit(2);
}

static void signals_leave_whole_files(void **state)
{
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    for (int i = 0; i < GUD_COUNT(numbers); i++) {
        join(path, folder, "table.csv");
        int status = 0;
        const pid_t pid = fork();
        if (pid == 0) write_and_be_ended(path, numbers[i]);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == numbers[i]);
        assert_int_equal(folder_count(folder), 1);
        holds(folder, "table.csv", "half whole");
        (void)unlink(path);
    }
    folder_remove(folder);
}

// after a draft, however it ended, signals are what they were
static void signals_come_back(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    sigset_t now;
    gud_draft draft;
    (void)state;
    folder_new(folder);
    join(path, folder, "kept");
    assert_int_equal(gud_draft_save(path, "kept", 4, &error), GUD_OK);
    join(path, folder, "dropped");
    assert_int_equal(gud_draft_open(&draft, path, &error), GUD_OK);
    gud_draft_drop(&draft);
    join(path, folder, "no/folder");
    assert_true(gud_draft_open(&draft, path, &error) < 0);
    assert_int_equal(folder_count(folder), 1);

    assert_int_equal(sigprocmask(SIG_BLOCK, NULL, &now), 0);
    assert_int_equal(sigismember(&now, SIGINT), 0);
    assert_int_equal(sigismember(&now, SIGTERM), 0);
    folder_remove(folder);
}

static void links_stay(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE], other[GUD_PATH_SIZE], absolute[GUD_PATH_SIZE];
    struct stat info;
    (void)state;
    folder_new(folder);
    join(path, folder, "file");
    join(other, folder, "relative");
    join(absolute, folder, "absolute");
    assert_int_equal(gud_draft_save(path, "old", 3, &error), GUD_OK);
    assert_int_equal(symlink("file", other), 0);
    assert_int_equal(symlink(other, absolute), 0);

    assert_int_equal(gud_draft_save(absolute, "new", 3, &error), GUD_OK);
    assert_true(lstat(absolute, &info) == 0 && S_ISLNK(info.st_mode));
    assert_true(lstat(other, &info) == 0 && S_ISLNK(info.st_mode));
    holds(folder, "file", "new");
    assert_int_equal(folder_count(folder), 3);
    folder_remove(folder);
}

static void pipes_are_written_to(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE], got[8] = "";
    struct stat info;
    (void)state;
    folder_new(folder);
    join(path, folder, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(gud_draft_save(path, "text", 4, &error), GUD_OK);
    assert_int_equal(read(reader, got, sizeof got - 1), 4);
    assert_string_equal(got, "text");
    assert_true(stat(path, &info) == 0 && S_ISFIFO(info.st_mode));
    assert_int_equal(folder_count(folder), 1);
    (void)close(reader);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_leave_whole_files),
        cmocka_unit_test(signals_come_back),
        cmocka_unit_test(links_stay),
        cmocka_unit_test(pipes_are_written_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
