// Text from elsewhere on its way to a terminal, which would obey control characters in it: move the cursor, hide lines,
// answer as if the user had typed.
#ifndef GUD_BASE_PLAIN_H
#define GUD_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

// The first control character in these bytes, of ASCII or in UTF-8, is at the returned position; `size` if there is
// none. Line breaks and tabs are none.
size_t gud_plain_length(const char *text, size_t size);

bool gud_is_plain(const char *text);    // NULL is
bool gud_is_one_line(const char *text); // plain, and without line breaks and tabs

void gud_make_plain(char *text); // control characters become question marks

#endif
