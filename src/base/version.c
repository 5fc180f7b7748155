#include <gudgeon/gudgeon.h>

const char *gud_version(void)
{
    return GUD_VERSION; // of CMakeLists.txt
}
