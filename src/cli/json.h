// Writes JSON to a stream: two spaces an indent, numbers that read back to the same bits.
//
//     gud_json json = gud_json_start(stdout);
//     gud_json_open(&json, NULL, '{');
//     gud_json_number(&json, "film_min", 1.2e-6);
//     gud_json_close(&json, '}');
//
// Inside an array the key is NULL. The outermost value ends with a newline.
#ifndef GUD_CLI_JSON_H
#define GUD_CLI_JSON_H

#include <stdbool.h>
#include <stdio.h>

typedef struct gud_json {
    FILE *out;
    int depth;
    bool first; // no comma before the next item
} gud_json;

gud_json gud_json_start(FILE *out);
void gud_json_open(gud_json *json, const char *key, char bracket);     // '{' or '['
void gud_json_close(gud_json *json, char bracket);                     // '}' or ']'
void gud_json_text(gud_json *json, const char *key, const char *text); // NULL: null
void gud_json_number(gud_json *json, const char *key, double value);   // NAN and infinities: null
void gud_json_integer(gud_json *json, const char *key, long value);
void gud_json_flag(gud_json *json, const char *key, bool value);

#endif
