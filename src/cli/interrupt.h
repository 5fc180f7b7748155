// Ctrl-C: the first one asks a run to end cleanly after its step, the second one ends the process at once.
#ifndef GUD_CLI_INTERRUPT_H
#define GUD_CLI_INTERRUPT_H

#include <stdbool.h>

void gud_interrupt_watch(void); // SIGINT and SIGTERM; a signal that the caller ignores stays ignored
bool gud_interrupt_asked(void);

#endif
