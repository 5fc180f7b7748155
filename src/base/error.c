#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

gud_status gud_fail(gud_error *error, gud_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return status;
}
