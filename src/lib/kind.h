// What a file describes, told by its keys: a mechanism, a study, a bearing.
#ifndef GUD_LIB_KIND_H
#define GUD_LIB_KIND_H

#include "base/error.h"
#include "load/diag.h"

// The verb that a file is for, "run", "sweep", "bearing", ..., and its title, "" without one. NULL: it is no file of
// ours.
const char *gud_kind_of(const char *path, char *title, int size);

// Is the file, of which `verb` cannot make sense, one of another verb? Then *place is the first key that says so and
// `message` names that verb. false: it is not, or it cannot be read again.
bool gud_kind_differs(const char *verb, const char *path, gud_place *place, gud_error *message);

#endif
