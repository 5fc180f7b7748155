// gudgeon version
#include "base/json.h"
#include "cli/output.h"
#include "cli/version.h"

#include <gudgeon/gudgeon.h>

#include <stdio.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static int run(const gud_args *args)
{
    if (!args->json) {
        (void)printf("gudgeon %s\nmodel files: gudgeon: %d\ncompiler: %s\n", gud_version(), GUD_MODEL_VERSION,
                     COMPILER);
        return GUD_EXIT_FINE;
    }
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "version", gud_version());
    gud_json_integer(&json, "model_version", GUD_MODEL_VERSION);
    gud_json_text(&json, "compiler", COMPILER);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static const gud_example examples[] = {
    {"gudgeon version --json", "the version for a script"},
};

const gud_verb gud_verb_version = {
    .name = "version",
    .synopsis = "",
    .about = "print the version of this build and of the model files that it reads",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .run = run,
};
