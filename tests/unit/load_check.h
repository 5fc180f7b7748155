// Loading a text with the tables of load_tables.h and comparing its messages.
#ifndef GUD_TESTS_LOAD_CHECK_H
#define GUD_TESTS_LOAD_CHECK_H

#include "check.h"

#include "fuzz/load_tables.h"
#include "load/input.h"

#include <stdlib.h>
#include <string.h>

static int units_setup(void **state)
{
    gud_error error;
    gud_units *units;
    if (gud_units_create(&error, &units) != GUD_OK) return -1;
    *state = units;
    return 0;
}

static int units_teardown(void **state)
{
    gud_units_free(*state);
    return 0;
}

static inline void assert_messages(gud_diag *diag, const char *expected)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    assert_string_equal(gud_buffer_text(&text), expected);
    gud_buffer_free(&text);
}

// the input of a model whose text has no mistakes; the caller frees it
static inline gud_input *read_good(const gud_units *units, const char *text, const char *const *set, int nset)
{
    gud_diag diag;
    gud_input *input;
    gud_diag_init(&diag);
    const gud_origin origin = {.path = "m.yaml", .text = text, .size = strlen(text), .set = set, .nset = nset};
    const gud_status status = gud_input_load(&origin, model_sections, units, &diag, &input);
    assert_messages(&diag, "");
    assert_int_equal(status, GUD_OK);
    gud_diag_free(&diag);
    return input;
}

static inline void read_bad_set(const gud_units *units, const char *text, size_t size, const char *const *set, int nset,
                                const char *expected)
{
    gud_diag diag;
    gud_input *input;
    gud_diag_init(&diag);
    const gud_origin origin = {.path = "m.yaml", .text = text, .size = size, .set = set, .nset = nset};
    const gud_status status = gud_input_load(&origin, model_sections, units, &diag, &input);
    assert_messages(&diag, expected);
    assert_int_equal(status, GUD_ERR_INPUT);
    assert_null(input);
    gud_diag_free(&diag);
}

static inline void read_bad(const gud_units *units, const char *text, const char *expected)
{
    read_bad_set(units, text, strlen(text), NULL, 0, expected);
}

// a model with one line of a body or a joint in it, and what is said about that line
#define BODY_LINE(line)     "gudgeon: 1\nbodies:\n  crank: " line "\n"
#define JOINT_LINE(line)    "gudgeon: 1\nbodies:\n  crank: {mass: 1}\njoints:\n  pin: " line "\n"
#define SIMULATE_LINE(line) "gudgeon: 1\nbodies:\n  crank: {mass: 1}\nsimulate: " line "\n"

#endif
