// What a file describes, told by its keys: a mechanism, a study, a bearing. For users who gave it to another verb.
#ifndef GUD_CLI_KIND_H
#define GUD_CLI_KIND_H

#include "base/error.h"
#include "load/diag.h"

// Is the file, of which `verb` cannot make sense, one of another verb? Then *place is the first key that says so and
// `message` names that verb. false: it is not, or it cannot be read again.
bool gud_kind_differs(const char *verb, const char *path, gud_place *place, gud_error *message);

#endif
