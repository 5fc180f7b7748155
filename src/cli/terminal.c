#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { usual_width = 80 };

int gud_terminal_width(FILE *stream)
{
    const int fd = fileno(stream);
    if (fd < 0 || !isatty(fd)) return 0;
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

bool gud_terminal_has_colour(FILE *stream)
{
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (refused && refused[0]) return false;
    return kind && strcmp(kind, "dumb") != 0 && gud_terminal_width(stream) > 0;
}

// one character of UTF-8 and its number of bytes; a stray byte is a character of its own
static int decode(const unsigned char *s, unsigned *code)
{
    const int n = s[0] < 0x80 ? 1 : s[0] >= 0xF0 && s[0] < 0xF8 ? 4 : s[0] >= 0xE0 ? 3 : s[0] >= 0xC2 ? 2 : 1;
    *code = s[0];
    if (n == 1 || s[0] >= 0xF8) return 1;

    unsigned c = s[0] & (0x7Fu >> n);
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80) return 1;
        c = c << 6 | (s[i] & 0x3Fu);
    }
    *code = c;
    return n;
}

typedef struct range {
    unsigned first, last;
} range;

static bool is_in(unsigned code, const range *ranges, int n)
{
    for (int i = 0; i < n; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    }
    return false;
}

// The C library's wcwidth depends on the locale, which we leave alone so that numbers keep their point.
// These ranges cover the marks, ideographs and symbols that names in model files may hold.
static int columns(unsigned code)
{
    static const range none[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},
                                 {0x64B, 0x65F},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
                                 {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                 {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
    static const range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},  {0x3400, 0x4DBF},
                                 {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},
                                 {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F},
                                 {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    if (is_in(code, none, (int)(sizeof none / sizeof none[0]))) return 0;
    return is_in(code, wide, (int)(sizeof wide / sizeof wide[0])) ? 2 : 1;
}

int gud_text_width(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    int width = 0;
    unsigned code;
    for (; *s; width += columns(code)) s += decode(s, &code);
    return width;
}

int gud_text_part_width(const char *text, size_t n)
{
    char copy[256];
    if (n >= sizeof copy) return (int)n;
    memcpy(copy, text, n);
    copy[n] = '\0';
    return gud_text_width(copy);
}

size_t gud_text_fit(const char *text, int width)
{
    const unsigned char *s = (const unsigned char *)text, *fit = s;
    unsigned code;
    while (*s) {
        s += decode(s, &code);
        width -= columns(code);
        if (width < 0) break;
        fit = s;
    }
    return (size_t)(fit - (const unsigned char *)text);
}

static void new_line(FILE *stream, int indent)
{
    (void)fprintf(stream, "\n%*s", indent, "");
}

void gud_text_wrap(FILE *stream, const char *text, int indent, int width)
{
    int column = indent;
    for (const char *s = text; *s;) {
        const size_t blank = strspn(s, " \n");
        const bool paragraph = blank >= 2 && s[0] == '\n' && s[1] == '\n';
        s += blank;
        if (!*s) return;

        const size_t n = strcspn(s, " \n");
        const int w = gud_text_part_width(s, n);
        if (paragraph) (void)fputc('\n', stream);
        if (paragraph || (column > indent && width > 0 && column + 1 + w > width)) {
            new_line(stream, indent);
            column = indent;
        } else if (column > indent) {
            (void)fputc(' ', stream);
            column++;
        }
        (void)fwrite(s, 1, n, stream);
        column += w;
        s += n;
    }
}
