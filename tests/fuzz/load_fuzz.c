// libFuzzer target: any bytes as a model file. Whatever loads must load again from its own text.
//     clang -fsanitize=fuzzer,address,undefined ... && load_fuzz tests/fuzz/corpus/load
// A line "#set path=value" at the start of the text becomes an override.

#include "fuzz/load_tables.h"
#include "load/input.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static gud_units *units_make(void)
{
    gud_error error;
    gud_units *units;
    if (gud_units_create(&error, &units) != GUD_OK) abort();
    return units;
}

// the first line's override, or NULL; the caller frees it
static char *override_of(const char *text, size_t size)
{
    static const char mark[] = "#set ";
    const size_t n = sizeof mark - 1;
    const char *end = size > n && memcmp(text, mark, n) == 0 ? memchr(text, '\n', size) : NULL;
    if (!end) return NULL;
    char *set = calloc((size_t)(end - text), 1);
    if (set) memcpy(set, text + n, (size_t)(end - text) - n);
    return set;
}

static gud_input *load(const gud_units *units, const char *text, size_t size, const char *set)
{
    gud_diag diag;
    gud_buffer messages;
    gud_input *input;
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_origin origin = {.path = "fuzz.yaml", .text = text, .size = size, .set = &set, .nset = set ? 1 : 0};
    const gud_status status = gud_input_load(&origin, model_sections, units, &diag, &input);
    gud_diag_write(&diag, &messages);
    if ((status == GUD_OK) != (diag.count == 0) || (status == GUD_OK) != (input != NULL)) abort();
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    return input;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gud_units *units; // reading the database anew for each input would take all the time
    if (!units) units = units_make();
    char *set = override_of((const char *)data, size);
    gud_input *input = load(units, (const char *)data, size, set);
    if (input) {
        gud_input *again = load(units, input->text, strlen(input->text), NULL);
        if (!again || strcmp(again->text, input->text) != 0) abort();
        gud_input_free(again);
    }
    gud_input_free(input);
    free(set);
    return 0;
}
