// Laws from outside, and the files that they come from.

#include "base/file.h"
#include "base/hash.h"
#include "model/builder.h"

#include <stdio.h>

static const size_t largest_file = (size_t)1 << 30;

void gud_build_hash_file(gud_builder *b, const char *path)
{
    unsigned char bytes[4096];
    char ignored[GUD_FILE_WHY];
    FILE *file = gud_file_open(path, largest_file, ignored);
    for (size_t n; file && (n = fread(bytes, 1, sizeof bytes, file)) > 0;) b->m->hash = gud_hash(b->m->hash, bytes, n);
    if (file) (void)fclose(file); // a missing file is reported by who reads it
}

bool gud_build_sourced(gud_builder *b, const gud_entity *e, const char *key, const gud_law_source *source,
                       gud_status status, const gud_error *error)
{
    char path[80];
    if (status == GUD_OK) {
        if (source->file) gud_build_hash_file(b, source->file);
        if (source->library) gud_build_hash_file(b, source->library);
        return true;
    }
    const char *inside = gud_law_key(source, error);
    (void)snprintf(path, sizeof path, "%s%s%s", key, inside ? "." : "", inside ? inside : "");
    if (status == GUD_ERR_MEMORY)
        b->m->arena.failed = true;
    else
        GUD_WRONG(b, e, path, "%s: %s", key, error->text);
    return false;
}

gud_law_context gud_build_law_context(gud_builder *b, gud_error *error)
{
    return (gud_law_context){&b->m->arena, b->units, b->in->plugins, error};
}
