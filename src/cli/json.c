#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

gud_json gud_json_start(FILE *out)
{
    return (gud_json){.out = out, .depth = 0, .first = true};
}

static void escaped(FILE *out, const char *text)
{
    (void)fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
        if (*s == '"' || *s == '\\')
            (void)fprintf(out, "\\%c", *s);
        else if (*s == '\n')
            (void)fputs("\\n", out);
        else if (*s == '\t')
            (void)fputs("\\t", out);
        else if (*s < 0x20)
            (void)fprintf(out, "\\u%04x", *s);
        else
            (void)fputc(*s, out);
    }
    (void)fputc('"', out);
}

static void start_item(gud_json *json, const char *key)
{
    if (!json->first) (void)fputc(',', json->out);
    if (json->depth > 0) (void)fprintf(json->out, "\n%*s", 2 * json->depth, "");
    if (key) {
        escaped(json->out, key);
        (void)fputs(": ", json->out);
    }
    json->first = false;
}

void gud_json_open(gud_json *json, const char *key, char bracket)
{
    start_item(json, key);
    (void)fputc(bracket, json->out);
    json->depth++;
    json->first = true;
}

void gud_json_close(gud_json *json, char bracket)
{
    json->depth--;
    if (!json->first) (void)fprintf(json->out, "\n%*s", 2 * json->depth, "");
    (void)fputc(bracket, json->out);
    if (json->depth == 0) (void)fputc('\n', json->out);
    json->first = false;
}

void gud_json_text(gud_json *json, const char *key, const char *text)
{
    start_item(json, key);
    if (text)
        escaped(json->out, text);
    else
        (void)fputs("null", json->out);
}

void gud_json_number(gud_json *json, const char *key, double value)
{
    char text[32] = "null";
    // the fewest digits that read back to the same bits: 0.8, not 0.80000000000000004
    for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (memcmp(&value, &(double){strtod(text, NULL)}, sizeof value) == 0) break;
    }
    start_item(json, key);
    (void)fputs(text, json->out);
}

void gud_json_integer(gud_json *json, const char *key, long value)
{
    start_item(json, key);
    (void)fprintf(json->out, "%ld", value);
}

void gud_json_flag(gud_json *json, const char *key, bool value)
{
    start_item(json, key);
    (void)fputs(value ? "true" : "false", json->out);
}
