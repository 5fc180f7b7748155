#include "base/library.h"

#include <string.h>

static const void *field_of(const gud_library *library, int entry, const gud_field *field)
{
    return (const char *)library->entries + (size_t)entry * library->row.size + field->offset;
}

const char *gud_library_text(const gud_library *library, int entry, const gud_field *field)
{
    return *(const char *const *)field_of(library, entry, field);
}

double gud_library_number(const gud_library *library, int entry, const gud_field *field)
{
    return *(const double *)field_of(library, entry, field);
}

const char *gud_library_name(const gud_library *library, int entry)
{
    return gud_library_text(library, entry, &library->row.fields[0]);
}

int gud_library_find(const gud_library *library, const char *name)
{
    for (int i = 0; i < library->nentry; i++)
        if (strcmp(gud_library_name(library, i), name) == 0) return i;
    return -1;
}
