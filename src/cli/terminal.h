// What a stream can show, and how wide a text is on it.
#ifndef GUD_CLI_TERMINAL_H
#define GUD_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

// columns of the terminal behind a stream, as it is now; 0 when the stream is no terminal
int gud_terminal_width(FILE *stream);

// a terminal that is not dumb, and NO_COLOR (no-color.org) is unset or empty
bool gud_terminal_has_colour(FILE *stream);

// columns that a UTF-8 text takes; a byte that is no UTF-8 takes one
int gud_text_width(const char *text);
int gud_text_part_width(const char *text, size_t n); // of its first n bytes

// bytes of the longest beginning that takes at most `width` columns
size_t gud_text_fit(const char *text, int width);

// prints a text in lines of at most `width` columns that all start at column `indent`; the cursor is already
// there. A single newline in the text is a space, an empty line stays; width <= 0: lines are not broken.
void gud_text_wrap(FILE *stream, const char *text, int indent, int width);

#endif
