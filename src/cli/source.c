#include "cli/source.h"

#include "base/alloc.h"
#include "cli/output.h"
#include "lib/kind.h"

#include <stdio.h>

// a file of another verb is told in one line instead of all that is unknown in it
static bool print_kind(const gud_args *args)
{
    gud_place place;
    gud_error message;
    if (!gud_kind_differs(args->verb->name, args->words[0], &place, &message)) return false;
    gud_error text;
    gud_error_write(&text, "%s:%d:%d: %s", place.file, place.line, place.column, message.text);
    (void)fprintf(stderr, "%s\n", text.text);
    gud_errors_print(args, text.text);
    return true;
}

int gud_load_fail(const gud_args *args, const char *messages, gud_status status)
{
    if (status == GUD_ERR_INPUT && print_kind(args)) return GUD_EXIT_INPUT;
    if (!messages[0]) messages = "gudgeon: out of memory\n";
    (void)fprintf(stderr, "%s", messages);
    gud_errors_print(args, messages);
    return status == GUD_ERR_INPUT ? GUD_EXIT_INPUT : GUD_EXIT_FAILED;
}

int gud_diag_fail(const gud_args *args, gud_diag *diag, gud_status status)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    const int code = gud_load_fail(args, gud_buffer_text(&text), status);
    gud_buffer_free(&text);
    return code;
}

const char **gud_overrides(const gud_args *args, int *count)
{
    const char **set = gud_alloc((size_t)args->ngiven + 1, sizeof *set);
    *count = 0;
    if (!gud_args_offers(args, "set")) return set;
    for (int at = 0; set && (set[*count] = gud_args_next(args, "set", &at)); ++*count) continue;
    return set;
}
