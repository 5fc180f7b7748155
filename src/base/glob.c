#include "base/glob.h"

#include <stddef.h>

bool gud_glob_match(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) { // the star takes one character more
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}
