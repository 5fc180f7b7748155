#include "base/error.h"

#include "base/plain.h"

#include <stdarg.h>
#include <stdio.h>

void gud_error_write(gud_error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    gud_make_plain(error->text); // names and words of files from elsewhere
}
