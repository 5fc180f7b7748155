// Writes JSON into a growing buffer. Commas and indentation are placed here; the caller says what opens and closes.
//
//     gud_json j;
//     gud_json_init(&j, &buffer, true);
//     gud_json_open(&j, NULL, '{');
//     gud_json_number(&j, "film_min", 1.2e-6);
//     gud_json_open(&j, "force", '[');
//     gud_json_number(&j, NULL, 3.0); // members of an array have no key
//     gud_json_close(&j);
//     gud_json_close(&j);
//
// Running out of memory sets buffer->failed. Wrong nesting is our own mistake and asserted.
#ifndef GUD_BASE_JSON_H
#define GUD_BASE_JSON_H

#include "base/buffer.h"

enum { GUD_JSON_DEPTH = 64 };

typedef struct gud_json {
    gud_buffer *out;
    bool pretty; // a line for each member; otherwise everything in one line
    int depth;
    struct {
        char close;
        bool filled;
    } level[GUD_JSON_DEPTH];
} gud_json;

void gud_json_init(gud_json *json, gud_buffer *out, bool pretty);
void gud_json_open(gud_json *json, const char *key, char bracket); // '{' or '['
void gud_json_close(gud_json *json);
void gud_json_text(gud_json *json, const char *key, const char *text); // NULL becomes null
void gud_json_number(gud_json *json, const char *key, double number);  // shortest that reads back; NaN, inf: null
void gud_json_integer(gud_json *json, const char *key, long long number);
void gud_json_switch(gud_json *json, const char *key, bool value);
void gud_json_null(gud_json *json, const char *key);
void gud_json_raw(gud_json *json, const char *key, const char *text);                     // JSON as it is
void gud_json_numbers(gud_json *json, const char *key, const double *numbers, int count); // an array in one line

// the shortest decimal number that reads back to the same bits, in every locale; `text` holds 32 bytes
void gud_number_text(double number, char text[32]);

// a decimal number of so many digits, at most 17, in every locale; five times faster
void gud_number_rounded(double number, int digits, char text[32]);

#endif
