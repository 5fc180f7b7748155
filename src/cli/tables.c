#include "cli/tables.h"

// a build without the model's sections lists none
#if __has_include("model/sections.h")
#include "model/sections.h"

const gud_section *const *gud_cli_sections(void)
{
    return gud_sections();
}
#else
const gud_section *const *gud_cli_sections(void)
{
    static const gud_section *const none[] = {NULL};
    return none;
}
#endif
