#include "base/plain.h"

#include <string.h>

// bytes of the control character at the front; 0: it is none. U+0080 to U+009F are two bytes, and end with those of
// longer characters
static size_t control_size(const unsigned char *text, size_t size)
{
    if (text[0] < ' ') return text[0] != '\n' && text[0] != '\t';
    if (text[0] == 0x7F) return 1;
    return size > 1 && text[0] == 0xC2 && text[1] >= 0x80 && text[1] < 0xA0 ? 2 : 0;
}

size_t gud_plain_length(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && control_size((const unsigned char *)text + i, size - i) == 0) i++;
    return i;
}

bool gud_is_plain(const char *text)
{
    return !text || text[gud_plain_length(text, strlen(text))] == '\0';
}

bool gud_is_one_line(const char *text)
{
    return gud_is_plain(text) && (!text || text[strcspn(text, "\n\t")] == '\0');
}

void gud_make_plain(char *text)
{
    size_t left = strlen(text);
    for (;;) {
        const size_t good = gud_plain_length(text, left);
        text += good;
        left -= good;
        if (left == 0) return;
        const size_t bad = control_size((const unsigned char *)text, left);
        memset(text, '?', bad);
        text += bad;
        left -= bad;
    }
}
