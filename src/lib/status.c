#include "base/status.h"

#include <gudgeon/gudgeon.h>

int gud_abi(void)
{
    return GUD_ABI;
}

const char *gud_status_text(gud_status status)
{
    switch (status) {
    case GUD_OK:
        return "done";
    case GUD_END:
        return "the run has ended";
    case GUD_ERR_INPUT:
        return "the input is wrong";
    case GUD_ERR_MEMORY:
        return "out of memory";
    case GUD_ERR_IO:
        return "a file cannot be read or written";
    case GUD_ERR_NUMERIC:
        return "no solution was found";
    case GUD_ERR_INTERRUPT:
        return "stopped by the caller";
    case GUD_ERR_USE:
        return "the function was called with a bad argument, or too early";
    default:
        return "unknown status";
    }
}
