// gudgeon fmu MODEL
#include "base/alloc.h"
#include "base/beside.h"
#include "cli/args.h"
#include "cli/model.h"
#include "cli/output.h"
#include "fmu/export.h"
#include "out/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const versions[] = {"2", "3", NULL};

// "engine.yaml" becomes "engine.fmu", here
static void name_output(const gud_args *args, char out[GUD_PATH_SIZE])
{
    const char *given = gud_args_value(args, "output"), *model = args->words[0], *slash = strrchr(model, '/');
    const char *stem = slash ? slash + 1 : model, *dot = strrchr(stem, '.');
    if (given)
        (void)snprintf(out, GUD_PATH_SIZE, "%s", given);
    else
        (void)snprintf(out, GUD_PATH_SIZE, "%.*s.fmu", dot ? (int)(dot - stem) : (int)strlen(stem), stem);
}

static gud_status export(const gud_args *args, const gud_model *m, char out[GUD_PATH_SIZE], gud_error *error)
{
    char library[GUD_PATH_SIZE];
    const char *version = gud_args_value(args, "fmi");
    gud_fmu_options options = {.version = version ? (int)strtol(version, NULL, 10) : 2, .library = library};
    if (!gud_beside_find("libgudgeon-fmu.so", "GUDGEON_FMU_LIBRARY", library, sizeof library))
        return gud_fail(error, GUD_ERR_IO, "libgudgeon-fmu.so was not found; set GUDGEON_FMU_LIBRARY to its path");
    const char **outputs = gud_alloc((size_t)args->ngiven + 1, sizeof *outputs);
    for (int at = 0; outputs && (outputs[options.noutput] = gud_args_next(args, "outputs", &at)); options.noutput++)
        continue;
    if (!outputs) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    options.outputs = outputs;
    name_output(args, out);
    const gud_status st = gud_fmu_export(m, args->words[0], &options, out, error);
    gud_free(outputs);
    if (st == GUD_OK) gud_remark(args, "%s", out);
    return st;
}

static int run(const gud_args *args)
{
    gud_model *m = NULL;
    gud_error error;
    const int code = gud_model_open(args, &m);
    if (code != GUD_EXIT_FINE) return code;
    char out[GUD_PATH_SIZE];
    const gud_status st = export(args, m, out, &error);
    gud_model_free(m);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const char *const written[] = {out};
    return gud_output_files(args, 1, written);
}

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "the FMU to write; default: MODEL.fmu",
     .offer = GUD_OFFER_FILE},
    {.name = "fmi",
     .argument = "VERSION",
     .about = "version of the standard: 2 (2.0, default) or 3 (3.0)",
     .offer = GUD_OFFER_CHOICES,
     .choices = versions},
    {.name = "outputs",
     .argument = "PATTERN",
     .about = "signals to be outputs, such as 'joints/*/film_min'; default: all",
     .repeatable = true},
};

static const gud_example examples[] = {
    {"gudgeon fmu engine.yaml", "engine.fmu, with all channels as outputs"},
    {"gudgeon fmu engine.yaml --fmi 3 --outputs 'coordinates/*' -o e.fmu", "FMI 3.0, with few outputs"},
};

const gud_verb gud_verb_fmu = {
    .name = "fmu",
    .synopsis = "MODEL",
    .about = "export a model for co-simulation in other programs (FMI 2.0 or 3.0)",
    .details = "Inputs of the FMU are those of the model (`inputs:`), parameters are the numbers in `parameters:`, "
               "outputs are channels. The files of the model are copied into the FMU and must be in the folder of the "
               "model. docs/manual/fmu.md.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
