// What `gudgeon sweep` prints of samples, limits and searches.
#ifndef GUD_CLI_CONCLUDE_H
#define GUD_CLI_CONCLUDE_H

#include "sweep/conclusions.h"

// does it print something in place of the table of all runs?
bool gud_conclusions_replace(const gud_study *study);

gud_status gud_conclusions_print(const gud_conclusions *conclusions);

#endif
