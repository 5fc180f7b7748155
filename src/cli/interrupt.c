#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

// The one mutable global of the project: a signal handler has no argument through which it could reach anything
// else, and only a volatile sig_atomic_t may be written from it. A process has one user who presses Ctrl-C.
static volatile sig_atomic_t asked;

static void handle(int number)
{
    if (asked) {
        // the default action takes effect when this handler returns
        struct sigaction action = {.sa_handler = SIG_DFL};
        (void)sigaction(number, &action, NULL);
        (void)raise(number);
    }
    asked = 1;
}

static void watch(int number)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}, before;
    (void)sigemptyset(&action.sa_mask);
    // a run in the background of a script ignores SIGINT, and goes on doing so
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    (void)sigaction(number, &action, NULL);
}

void gud_interrupt_watch(void)
{
    watch(SIGINT);
    watch(SIGTERM);
    watch(SIGHUP);
}

bool gud_interrupt_asked(void)
{
    return asked != 0;
}
