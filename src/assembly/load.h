// The CAD module at work in a process of its own: a hostile file may crash it, or take time and memory without end, and
// the caller lives on and says so.
#ifndef GUD_ASSEMBLY_LOAD_H
#define GUD_ASSEMBLY_LOAD_H

#include "assembly/assembly.h"
#include "base/error.h"

typedef struct gud_cad_limits {
    double seconds; // processor time
    double bytes;   // of memory
} gud_cad_limits;

// what the command allows
extern const gud_cad_limits gud_cad_usual_limits;

// Done in the child, with the module: read, search, write, print. What it leaves in memory is lost; its status and
// error reach the caller, but whether its output was written only the work itself can tell.
typedef gud_status gud_cad_work(const gud_cad_module *module, void *context, gud_error *error);

// Runs `work` in a child and returns its status. GUD_ERR_INPUT with a sentence if it crashed or exceeded a limit,
// GUD_ERR_MEMORY if somebody else killed it, as the system does when memory runs out, GUD_ERR_IO if there is no module
// or it cannot be loaded.
gud_status gud_cad_run(const gud_cad_limits *limits, gud_cad_work *work, void *context, gud_error *error);

#endif
