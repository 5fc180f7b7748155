// The line of progress: it fits the terminal, is drawn on terminals only and takes itself away; Ctrl-C is passed on.
#define _XOPEN_SOURCE 700 // pseudo terminals

#include "check.h"

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const gud_progress_view half = {
    .title = "crank.yaml", .unit = "deg", .fraction = 0.5, .position = 540.0, .steps_rate = 1234.0, .left = 75.0};

static void a_wide_terminal_shows_everything(void **state)
{
    (void)state;
    char line[512];
    gud_progress_line(&half, 100, line, sizeof line);
    assert_string_equal(line, "crank.yaml   50 %  [##############..............]  540.00 deg  1:15 left  1234 steps/s");
}

static void every_width_is_kept(void **state)
{
    (void)state;
    char line[512];
    for (int width = 5; width < 200; width++) {
        gud_progress_line(&half, width, line, sizeof line);
        assert_true(gud_text_width(line) <= width);
        assert_non_null(strstr(line, " 50 %"));
    }
    gud_progress_line(&half, 16, line, sizeof line);
    assert_string_equal(line, " 50 %  1:15 left");
    gud_progress_line(&half, 0, line, sizeof line);
    assert_string_equal(line, "");
}

static void strange_fractions_do_no_harm(void **state)
{
    (void)state;
    char line[512];
    gud_progress_view view = half;
    view.fraction = 1.0 + 1e-9;
    gud_progress_line(&view, 100, line, sizeof line);
    assert_non_null(strstr(line, "100 %  [############################]"));
    view.fraction = (double)NAN;
    gud_progress_line(&view, 100, line, sizeof line);
    assert_non_null(strstr(line, "  0 %  [....."));
    view.left = -1.0;
    view.title = "";
    gud_progress_line(&view, 100, line, sizeof line);
    assert_non_null(strstr(line, "-:-- left"));
}

static void counted_work_shows_its_pieces(void **state)
{
    (void)state;
    char line[512];
    const gud_progress_view view = {
        .title = "verify", .unit = "numbers", .fraction = 0.25, .position = 3.0, .total = 12, .left = 9.0};
    gud_progress_line(&view, 60, line, sizeof line);
    assert_string_equal(line, "verify   25 %  [###............]  3 of 12 numbers  0:09 left");
}

static void assert_left(double seconds, const char *expected)
{
    char line[512];
    gud_progress_view view = half;
    view.left = seconds;
    gud_progress_line(&view, 20, line, sizeof line);
    assert_string_equal(line, expected);
}

static void durations_are_words(void **state)
{
    (void)state;
    assert_left(0.0, " 50 %  0:00 left");
    assert_left(59.2, " 50 %  1:00 left");
    assert_left(7384.0, " 50 %  2:03:04 left");
    assert_left(3.5 * 86400.0, " 50 %  3 d left");
    assert_left(1e30, " 50 %  > 99 d left");
}

// signals that end a program, which one in the background inherits as ignored
static void hear_signals(void)
{
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
}

// a child with a pseudo terminal of 60 columns (or a plain pipe) as standard error runs three steps
static void run_child(const char *slave, bool quiet, bool interrupted)
{
    const int fd = open(slave, O_RDWR);
    const struct winsize size = {.ws_row = 20, .ws_col = 60};
    (void)ioctl(fd, TIOCSWINSZ, &size);
    (void)dup2(fd, STDERR_FILENO);

    gud_progress progress;
    hear_signals();
    gud_interrupt_watch();
    gud_progress_start(&progress, "crank.yaml", "s", quiet);
    bool stop = false;
    for (int i = 0; i < 3 && !stop; i++) {
        if (interrupted && i == 1) (void)raise(SIGINT);
        stop = gud_progress_step(&progress, 0.25 * i, 0.25 * i, 100L * i);
        const struct timespec pause = {.tv_nsec = 120000000};
        (void)nanosleep(&pause, NULL);
    }
    gud_progress_end(&progress);
    _exit(stop ? 3 : 0);
}

// the exit code of the child; `text` is what the terminal received
static int watch_child(bool quiet, bool interrupted, char *text, size_t size)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const int keep = open(ptsname(master), O_RDWR | O_NOCTTY); // so that reading does not end before the child writes
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) run_child(ptsname(master), quiet, interrupted);

    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)write(keep, "|", 1); // the end
    size_t n = 0;
    while (n + 1 < size && (n == 0 || text[n - 1] != '|')) {
        const ssize_t got = read(master, text + n, size - 1 - n);
        if (got <= 0) break;
        n += (size_t)got;
    }
    text[n] = '\0';
    (void)close(keep);
    (void)close(master);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_terminal_sees_the_line_come_and_go(void **state)
{
    (void)state;
    char text[2048];
    assert_int_equal(watch_child(false, false, text, sizeof text), 0);
    assert_non_null(strstr(text, " 25 %  [#"));
    assert_non_null(strstr(text, "\r\033[J"));
    assert_non_null(strstr(text, " 50 %"));
    assert_string_equal(text + strlen(text) - 5, "\r\033[J|"); // nothing is left behind
}

static void quiet_means_quiet(void **state)
{
    (void)state;
    char text[2048];
    assert_int_equal(watch_child(true, false, text, sizeof text), 0);
    assert_string_equal(text, "|");
    assert_int_equal(watch_child(true, true, text, sizeof text), 3);
    assert_string_equal(text, "|");
}

static void the_first_interrupt_ends_the_run_cleanly(void **state)
{
    (void)state;
    char text[2048];
    assert_int_equal(watch_child(false, true, text, sizeof text), 3);
    assert_non_null(strstr(text, "finishing this step"));
}

static void no_terminal_no_line(void **state)
{
    (void)state;
    gud_progress progress;
    const int saved = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    (void)dup2(null, STDERR_FILENO);
    gud_progress_start(&progress, "crank.yaml", "s", false);
    (void)dup2(saved, STDERR_FILENO);
    assert_null(progress.out);
    assert_false(gud_progress_step(&progress, 0.5, 1.0, 10));
    gud_progress_end(&progress);
    (void)close(saved);
    (void)close(null);
}

// how a child ends that gets `first` and then `second`
static int signalled(int first, int second)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        hear_signals();
        gud_interrupt_watch();
        (void)raise(first);
        if (!gud_interrupt_asked()) _exit(9);
        if (second) (void)raise(second);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void the_second_interrupt_ends_at_once(void **state)
{
    (void)state;
    assert_int_equal(signalled(SIGINT, 0), 0);
    assert_int_equal(signalled(SIGTERM, 0), 0);
    assert_int_equal(signalled(SIGINT, SIGINT), SIGINT);
    assert_int_equal(signalled(SIGINT, SIGTERM), SIGTERM);
    assert_int_equal(signalled(SIGTERM, SIGINT), SIGINT);
}

static void an_ignored_signal_stays_ignored(void **state)
{
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)signal(SIGINT, SIG_IGN);
        gud_interrupt_watch();
        (void)raise(SIGINT);
        _exit(gud_interrupt_asked() ? 1 : 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wide_terminal_shows_everything),
        cmocka_unit_test(every_width_is_kept),
        cmocka_unit_test(strange_fractions_do_no_harm),
        cmocka_unit_test(counted_work_shows_its_pieces),
        cmocka_unit_test(durations_are_words),
        cmocka_unit_test(a_terminal_sees_the_line_come_and_go),
        cmocka_unit_test(quiet_means_quiet),
        cmocka_unit_test(the_first_interrupt_ends_the_run_cleanly),
        cmocka_unit_test(no_terminal_no_line),
        cmocka_unit_test(the_second_interrupt_ends_at_once),
        cmocka_unit_test(an_ignored_signal_stays_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
