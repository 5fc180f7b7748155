// The chapter of the manual about the keys of a file.
#ifndef GUD_CLI_MANUAL_H
#define GUD_CLI_MANUAL_H

#include "base/buffer.h"
#include "cli/catalog.h"

// Markdown: links to all tables, then every table once, with the keys that all its rows share in one place
void gud_manual_write(gud_buffer *out, const gud_catalog *catalog);

#endif
