#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gud_json_init(gud_json *json, gud_buffer *out, bool pretty)
{
    *json = (gud_json){.out = out, .pretty = pretty};
}

static void string(gud_buffer *out, const char *text)
{
    gud_buffer_add(out, "\"");
    for (const char *c = text; *c; c++) {
        const size_t plain = strcspn(c, "\"\\\b\f\n\r\t\x01\x02\x03\x04\x05\x06\x07\x0b\x0e\x0f\x10\x11\x12\x13\x14"
                                        "\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f");
        gud_buffer_append(out, c, plain);
        c += plain;
        if (!*c) break;
        if (*c == '"' || *c == '\\')
            gud_buffer_print(out, "\\%c", *c);
        else if (*c == '\n')
            gud_buffer_add(out, "\\n");
        else if (*c == '\t')
            gud_buffer_add(out, "\\t");
        else
            gud_buffer_print(out, "\\u%04x", (unsigned)*c);
    }
    gud_buffer_add(out, "\"");
}

static void line(gud_json *json)
{
    if (!json->pretty) return;
    gud_buffer_add(json->out, "\n");
    for (int i = 0; i < json->depth; i++) gud_buffer_add(json->out, "  ");
}

// what stands before a value: comma, new line, key
static void begin_value(gud_json *json, const char *key)
{
    if (json->depth == 0) {
        assert(!key);
        return;
    }
    assert((json->level[json->depth - 1].close == '}') == (key != NULL));
    if (json->level[json->depth - 1].filled) gud_buffer_add(json->out, json->pretty ? "," : ", ");
    json->level[json->depth - 1].filled = true;
    line(json);
    if (!key) return;
    string(json->out, key);
    gud_buffer_add(json->out, ": ");
}

void gud_json_open(gud_json *json, const char *key, char bracket)
{
    assert(json->depth < GUD_JSON_DEPTH && (bracket == '{' || bracket == '['));
    begin_value(json, key);
    gud_buffer_append(json->out, &bracket, 1);
    json->level[json->depth].close = bracket == '{' ? '}' : ']';
    json->level[json->depth].filled = false;
    json->depth++;
}

void gud_json_close(gud_json *json)
{
    assert(json->depth > 0);
    json->depth--;
    if (json->level[json->depth].filled) line(json);
    gud_buffer_append(json->out, &json->level[json->depth].close, 1);
    if (json->depth == 0) gud_buffer_add(json->out, "\n");
}

void gud_json_text(gud_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text)
        string(json->out, text);
    else
        gud_buffer_add(json->out, "null");
}

void gud_json_raw(gud_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    gud_buffer_add(json->out, text);
}

// the decimal point of the locale, whatever its bytes are, becomes a dot
static void write_decimal_point(char *text)
{
    const size_t before = strspn(text, "+-0123456789eE"), rest = strcspn(text + before, "+-0123456789eE");
    if (rest == 0) return;
    text[before] = '.';
    memmove(text + before + 1, text + before + rest, strlen(text + before + rest) + 1);
}

void gud_number_rounded(double number, int digits, char text[32])
{
    (void)snprintf(text, 32, "%.*g", digits, number);
    if (isfinite(number)) write_decimal_point(text);
}

void gud_number_text(double number, char text[32])
{
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(text, 32, "%.*g", digits, number);
        const double back = strtod(text, NULL);
        if (memcmp(&back, &number, sizeof back) == 0) break;
    }
    if (isfinite(number)) write_decimal_point(text);
}

static void number_or_null(gud_buffer *out, double number)
{
    char text[32] = "null";
    if (isfinite(number)) gud_number_text(number, text);
    gud_buffer_add(out, text);
}

void gud_json_number(gud_json *json, const char *key, double number)
{
    begin_value(json, key);
    number_or_null(json->out, number);
}

void gud_json_integer(gud_json *json, const char *key, long long number)
{
    begin_value(json, key);
    gud_buffer_print(json->out, "%lld", number);
}

void gud_json_switch(gud_json *json, const char *key, bool value)
{
    begin_value(json, key);
    gud_buffer_add(json->out, value ? "true" : "false");
}

void gud_json_null(gud_json *json, const char *key)
{
    gud_json_text(json, key, NULL);
}

void gud_json_numbers(gud_json *json, const char *key, const double *numbers, int count)
{
    begin_value(json, key);
    gud_buffer_add(json->out, "[");
    for (int i = 0; i < count; i++) {
        if (i > 0) gud_buffer_add(json->out, ", ");
        number_or_null(json->out, numbers[i]);
    }
    gud_buffer_add(json->out, "]");
}
