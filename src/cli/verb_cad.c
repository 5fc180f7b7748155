// gudgeon cad FILES
#include "assembly/load.h"
#include "assembly/write.h"
#include "base/alloc.h"
#include "base/file.h"
#include "cli/cad_print.h"
#include "cli/output.h"
#include "load/near.h"
#include "load/units.h"
#include "out/draft.h"
#include "rough/material.h"

#include <gudgeon/model.h>
#include <gudgeon/sim.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const double default_density = 7850.0; // kg/m3, steel

// everything that the verb holds
typedef struct {
    const gud_args *args;
    gud_units *units;
    gud_assembly *assembly;
    gud_features features;
    gud_fits fits;
    gud_mechanism mechanism;
    gud_cad_model model;
    double *density;
    const char **materials;
    bool *ground;
    gud_cad_settings settings;
    char stem[GUD_PATH_SIZE], oil[200];
    bool checked; // the text of the model has been read and can start
    gud_error *error;
} job;

// ---- options

// a number with a unit, "7850 kg/m3" or "7850"
static gud_status read_quantity(job *j, const char *option, const char *text, const char *unit, double *value)
{
    const char *rest;
    gud_measure measure;
    void *locale = gud_units_enter(j->units);
    const gud_number_state state = gud_number_read(text, value, &rest);
    gud_units_leave(locale);
    if (state != GUD_NUMBER_GOOD)
        return gud_fail(j->error, GUD_ERR_INPUT, "--%s: '%.80s' is not a number", option, text);
    if (*rest == '\0') return GUD_OK;
    if (!gud_unit_measure(j->units, rest, &measure) || !gud_unit_fits(j->units, &measure, unit))
        return gud_fail(j->error, GUD_ERR_INPUT, "--%s: '%.80s' is not in %s", option, rest, unit);
    *value = gud_measure_to_si(&measure, *value);
    return GUD_OK;
}

static gud_status unknown_part(job *j, const char *option, const char *name)
{
    gud_near near;
    gud_near_start(&near, name);
    for (int i = 0; i < j->assembly->npart; i++) gud_near_try(&near, j->assembly->parts[i].name);
    return gud_fail(j->error, GUD_ERR_INPUT, "--%s: there is no part '%.80s'%s", option, name, gud_near_hint(&near));
}

// "PART=VALUE" or "VALUE" for all parts: sets `apply` for the parts meant
static gud_status each_part(job *j, const char *option, const char *given,
                            gud_status (*apply)(job *j, int part, const char *value))
{
    const char *sign = strchr(given, '=');
    const size_t n = sign ? (size_t)(sign - given) : 0;
    bool found = false;
    char name[200];
    for (int i = 0; i < j->assembly->npart; i++) {
        const char *part = j->assembly->parts[i].name;
        if (sign && (strlen(part) != n || strncmp(part, given, n) != 0)) continue;
        found = true;
        GUD_TRY(apply(j, i, sign ? sign + 1 : given));
    }
    if (found) return GUD_OK;
    (void)snprintf(name, sizeof name, "%.*s", (int)n, given);
    return unknown_part(j, option, name);
}

static gud_status set_density(job *j, int part, const char *value)
{
    GUD_TRY(read_quantity(j, "density", value, "kg/m3", &j->density[part]));
    j->materials[part] = "--density";
    if (j->density[part] > 0.0) return GUD_OK;
    return gud_fail(j->error, GUD_ERR_INPUT, "--density: %g kg/m3 is not greater than 0", j->density[part]);
}

static gud_status set_material(job *j, int part, const char *value)
{
    const gud_material *m = gud_material_find(value);
    gud_near near;
    if (m) {
        j->density[part] = m->density;
        j->materials[part] = m->name;
        return GUD_OK;
    }
    gud_near_start(&near, value);
    for (const char *const *name = gud_material_names; *name; name++) gud_near_try(&near, *name);
    return gud_fail(j->error, GUD_ERR_INPUT, "--material: there is no material '%.80s'%s; see gudgeon list materials",
                    value, gud_near_hint(&near));
}

static gud_status set_ground(job *j, int part, const char *value)
{
    (void)value;
    j->ground[part] = true;
    return GUD_OK;
}

static gud_status read_parts(job *j)
{
    const int n = j->assembly->npart;
    const char *value;
    char all[GUD_CAD_NAME * 4];
    j->density = gud_alloc((size_t)n + 1, sizeof *j->density);
    j->materials = gud_alloc((size_t)n + 1, sizeof *j->materials);
    j->ground = gud_alloc((size_t)n + 1, sizeof *j->ground);
    if (!j->density || !j->materials || !j->ground) return gud_fail(j->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) j->density[i] = default_density, j->materials[i] = "default, steel";
    for (int at = 0; (value = gud_args_next(j->args, "material", &at));)
        GUD_TRY(each_part(j, "material", value, set_material));
    for (int at = 0; (value = gud_args_next(j->args, "density", &at));)
        GUD_TRY(each_part(j, "density", value, set_density));
    for (int at = 0; (value = gud_args_next(j->args, "ground", &at));) {
        (void)snprintf(all, sizeof all, "%.300s=", value);
        GUD_TRY(each_part(j, "ground", all, set_ground));
    }
    return GUD_OK;
}

// "ISO VG 46", "SAE 30 at 90 degC", "10 mPa.s"
static gud_status read_oil(job *j)
{
    const char *given = gud_args_value(j->args, "oil"), *at = given ? strstr(given, " at ") : NULL;
    double viscosity;
    if (!given) given = "ISO VG 46";
    if (given[0] >= '0' && given[0] <= '9') {
        GUD_TRY(read_quantity(j, "oil", given, "Pa.s", &viscosity));
        (void)snprintf(j->oil, sizeof j->oil, "{viscosity: %.80s}", given);
        return GUD_OK;
    }
    (void)snprintf(j->oil, sizeof j->oil, "{grade: %.*s, temperature: %.40s}",
                   at ? (int)(at - given) : (int)strnlen(given, 80), given, at ? at + 4 : "60 degC");
    return GUD_OK;
}

static gud_status read_drive(job *j)
{
    const char *given = gud_args_value(j->args, "drive"), *sign = given ? strchr(given, '=') : NULL;
    double rate;
    char name[200];
    j->settings.drive = GUD_BODY_NONE;
    if (!given) return GUD_OK;
    if (!sign) return gud_fail(j->error, GUD_ERR_INPUT, "--drive is PART=RATE, such as crank='1500 rpm'");
    GUD_TRY(read_quantity(j, "drive", sign + 1, "rad/s", &rate));
    j->settings.rate = sign + 1;
    (void)snprintf(name, sizeof name, "%.*s", (int)(sign - given), given);
    for (int i = 0; i < j->assembly->npart; i++) {
        if (strcmp(j->assembly->parts[i].name, name) != 0) continue;
        j->settings.drive = j->mechanism.body_of[i];
        if (j->settings.drive >= 0) return GUD_OK;
        return gud_fail(j->error, GUD_ERR_INPUT, "--drive: %s is %s", name,
                        j->settings.drive == GUD_BODY_GROUND ? "the ground, or fixed to it; see --ground"
                                                             : "held by no joint");
    }
    return unknown_part(j, "drive", name);
}

// ---- finding

static gud_status find_all(job *j)
{
    GUD_TRY(gud_features_find(j->assembly, &j->features, j->error));
    GUD_TRY(gud_fits_find(&j->features, &j->fits, j->error));
    const gud_mechanism_spec spec = {j->density, gud_args_has(j->args, "ground") ? j->ground : NULL};
    return gud_mechanism_find(&j->fits, &spec, &j->mechanism, j->error);
}

// ---- the model file

// folder and name without ending of the model file
static void split_path(const char *path, char *folder, char *stem, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    (void)snprintf(folder, size, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
    (void)snprintf(stem, size, "%.*s", dot && dot != name ? (int)(dot - name) : (int)strlen(name), name);
}

static gud_status read_text(const char *path, gud_buffer *text, gud_error *error)
{
    char why[GUD_FILE_WHY], bytes[4096];
    FILE *file = gud_file_open(path, 64 << 20, why);
    if (!file) return gud_fail(error, GUD_ERR_INPUT, "%.300s: %s", path, why);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;) gud_buffer_append(text, bytes, n);
    const bool bad = ferror(file) != 0;
    (void)fclose(file);
    if (bad) return gud_fail(error, GUD_ERR_IO, "%.300s: cannot be read", path);
    return text->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

// what was written last time, beside the model file
static void record_path(const char *path, char *record, size_t size)
{
    (void)snprintf(record, size, "%.4000s.cad", path);
}

// a model that somebody has worked on, or that we did not write, is replaced only if that is asked for
static gud_status check_replaced(const gud_args *args, const char *path, gud_error *error)
{
    char record[GUD_PATH_SIZE];
    gud_error ignored;
    gud_buffer text[2];
    struct stat there;
    if (gud_args_has(args, "force") || stat(path, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0)
        return GUD_OK;
    for (int i = 0; i < 2; i++) gud_buffer_init(&text[i]);
    record_path(path, record, sizeof record);
    const bool known = read_text(path, &text[0], &ignored) == GUD_OK && read_text(record, &text[1], &ignored) == GUD_OK;
    const bool same = known && strcmp(gud_buffer_text(&text[0]), gud_buffer_text(&text[1])) == 0;
    for (int i = 0; i < 2; i++) gud_buffer_free(&text[i]);
    if (same) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%.300s: %s; %s--force replaces it, -o writes another file", path,
                    known ? "was changed since it was written" : "exists already",
                    known ? "--update keeps your changes, " : "");
}

static gud_status merge_model(job *j, const char *path, gud_buffer *merged, gud_buffer *report)
{
    char record[GUD_PATH_SIZE];
    gud_buffer before, user;
    gud_buffer_init(&before);
    gud_buffer_init(&user);
    record_path(path, record, sizeof record);
    gud_status st = read_text(path, &user, j->error);
    if (st == GUD_OK) st = read_text(record, &before, j->error);
    if (st == GUD_OK)
        st = gud_cad_update(gud_buffer_text(&before), gud_buffer_text(&user), gud_buffer_text(&j->model.text), merged,
                            report);
    if (st == GUD_ERR_MEMORY) gud_error_write(j->error, "out of memory");
    gud_buffer_free(&before);
    gud_buffer_free(&user);
    return st;
}

static gud_status save_model(job *j, const char *path, const gud_buffer *text)
{
    char record[GUD_PATH_SIZE];
    GUD_TRY(gud_draft_save(path, gud_buffer_text(text), text->size, j->error));
    record_path(path, record, sizeof record);
    return gud_draft_save(record, gud_buffer_text(&j->model.text), j->model.text.size, j->error);
}

// Can a run start where the parts are drawn? Loops whose axes are tilted against each other may not be able to move.
static bool starts(const job *j, const char *path, gud_error *why)
{
    gud_model *model = NULL;
    gud_diagnostics *wrong = NULL;
    gud_sim *sim = NULL;
    gud_status st = gud_model_load_with(path, gud_buffer_text(&j->model.text), NULL, 0, 0, &model, &wrong);
    if (st != GUD_OK) gud_error_write(why, "%.400s", gud_diagnostics_text(wrong));
    if (st == GUD_OK && gud_sim_create(model, &sim) == GUD_OK) {
        st = gud_sim_start(sim);
        if (st != GUD_OK) gud_error_write(why, "%.400s", gud_sim_error(sim));
    }
    gud_sim_free(sim);
    gud_diagnostics_free(wrong);
    gud_model_free(model);
    return st == GUD_OK;
}

static gud_status save_beside(job *j, const char *folder)
{
    char name[GUD_PATH_SIZE];
    gud_draft draft;
    for (const gud_cad_file *f = j->model.files; f; f = f->next) {
        (void)snprintf(name, sizeof name, "%.3000s%s", folder, f->name);
        if (f->data.failed) return gud_fail(j->error, GUD_ERR_MEMORY, "out of memory");
        GUD_TRY(gud_draft_open(&draft, name, j->error));
        gud_draft_write(&draft, gud_buffer_text(&f->data), f->data.size);
        GUD_TRY(gud_draft_keep(&draft, j->error)); // they can be made again: no need to wait for the disk
    }
    return GUD_OK;
}

// a message without its line in a text that is not kept
static const char *without_place(const char *message, const char *path)
{
    const char *place = strncmp(message, path, strlen(path)) == 0 ? strstr(message + strlen(path), ": ") : NULL;
    return place ? place + 2 : message;
}

// as drawn if a run can start so, else concentric
static gud_status write_model(job *j, const char *path, const char *folder)
{
    gud_error why;
    GUD_TRY(gud_cad_write(&j->mechanism, &j->settings, &j->model, j->error));
    if (!path) return GUD_OK;
    GUD_TRY(save_beside(j, folder));
    j->checked = starts(j, path, &why);
    if (j->checked || strcmp(j->settings.model, "ideal") == 0) return GUD_OK;
    gud_cad_model_free(&j->model);
    j->settings.concentric = true;
    GUD_TRY(gud_cad_write(&j->mechanism, &j->settings, &j->model, j->error));
    const char *reason = without_place(why.text, path);
    gud_buffer_print(&j->model.remarks, "runs start concentric, not as drawn: %.*s\n", (int)strcspn(reason, "\n"),
                     reason);
    return GUD_OK;
}

// Options, or what the user wrote in a file that is updated, may make a model that does not load: then nothing is
// written.
static gud_status check_text(job *j, const char *path, const gud_buffer *text, const char *consequence)
{
    gud_model *model = NULL;
    gud_diagnostics *wrong = NULL;
    gud_status st = gud_model_load_with(path, gud_buffer_text(text), NULL, 0, 0, &model, &wrong);
    if (st != GUD_OK) {
        const char *why = without_place(gud_diagnostics_text(wrong), path);
        st = gud_fail(j->error, GUD_ERR_INPUT, "%.100s %s, since it would not load: %.*s", path, consequence,
                      (int)strcspn(why, "\n"), why);
    }
    gud_diagnostics_free(wrong);
    gud_model_free(model);
    return st;
}

static gud_status make_model(job *j, gud_buffer *report)
{
    const char *path = gud_args_value(j->args, "output"), *model = gud_args_value(j->args, "model");
    char folder[GUD_PATH_SIZE], source[GUD_PATH_SIZE];
    split_path(j->args->words[0], folder, source, sizeof source);
    split_path(path ? path : j->args->words[0], folder, j->stem, sizeof j->stem);
    const char *slash = strrchr(j->args->words[0], '/');
    const char *supply = gud_args_value(j->args, "supply");
    GUD_TRY(read_oil(j));
    GUD_TRY(read_drive(j));
    j->settings.source = slash ? slash + 1 : j->args->words[0];
    j->settings.stem = j->stem;
    j->settings.model = model ? model : "mixed";
    j->settings.oil = j->oil;
    j->settings.supply = supply ? supply : "2 bar";
    j->settings.gravity = gud_args_value(j->args, "gravity");
    j->settings.density = j->density;
    j->settings.materials = j->materials;
    GUD_TRY(write_model(j, path, folder));
    if (!path) return GUD_OK;
    if (!gud_args_has(j->args, "update")) {
        if (!j->checked) GUD_TRY(check_text(j, path, &j->model.text, "is not written"));
        return save_model(j, path, &j->model.text);
    }
    gud_buffer merged;
    gud_buffer_init(&merged);
    gud_status st = merge_model(j, path, &merged, report);
    if (st == GUD_OK) st = check_text(j, path, &merged, "is left as it was");
    if (st == GUD_OK) st = save_model(j, path, &merged);
    gud_buffer_free(&merged);
    return st;
}

// ---- the verb

static gud_status read_files(job *j, const gud_cad_module *module)
{
    static const gud_cad_options options = {.deflection = 1e-3};
    char why[400];
    if (module->read(j->args->nword, j->args->words, &options, &j->assembly, why, sizeof why) != 0)
        return gud_fail(j->error, GUD_ERR_INPUT, "%s", why);
    return read_parts(j);
}

// in a process of its own: see assembly/load.h
static gud_status work(const gud_cad_module *module, void *context, gud_error *error)
{
    job *j = context;
    gud_buffer report;
    gud_buffer_init(&report);
    j->error = error;
    gud_status st = gud_units_create(error, &j->units);
    if (st == GUD_OK) st = read_files(j, module);
    if (st == GUD_OK) st = find_all(j);
    if (st == GUD_OK) st = make_model(j, &report);
    const gud_cad_found found = {j->args,    j->assembly,  &j->fits,         &j->mechanism,
                                 j->density, j->materials, &j->model.remarks};
    if (st == GUD_OK) st = gud_cad_show(&found, &report, error);
    if (st == GUD_OK) st = gud_output_flush(error);
    gud_buffer_free(&report);
    gud_cad_model_free(&j->model);
    gud_mechanism_free(&j->mechanism);
    gud_fits_free(&j->fits);
    gud_features_free(&j->features);
    if (j->assembly) module->free(j->assembly);
    gud_units_free(j->units);
    gud_free(j->density);
    gud_free(j->materials);
    gud_free(j->ground);
    return st;
}

static int run(const gud_args *args)
{
    gud_error error;
    job j = {.args = args};
    if (gud_args_has(args, "update") && !gud_args_has(args, "output")) {
        gud_error_write(&error, "--update needs the model file: -o MODEL.yaml");
        return gud_verb_fail(args, GUD_ERR_INPUT, &error);
    }
    const char *path = gud_args_has(args, "update") ? NULL : gud_args_value(args, "output");
    if (path && check_replaced(args, path, &error) != GUD_OK) return gud_verb_fail(args, GUD_ERR_INPUT, &error);
    const gud_status st = gud_cad_run(&gud_cad_usual_limits, work, &j, &error);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, st, &error);
}

static const char *const levels[] = {"ideal", "dry", "reynolds", "mixed", NULL};

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "write a model file that runs, and next to it the triangles and surfaces that it needs",
     .offer = GUD_OFFER_FILE},
    {.name = "update",
     .about = "update a model file after a change of the CAD files; your own changes are kept, and all changes are "
              "reported"},
    {.name = "force", .about = "replace a model file with your own changes, or another file of that name"},
    {.name = "model",
     .argument = "LEVEL",
     .about = "fidelity of the bearings: ideal, dry, reynolds or mixed (default)",
     .offer = GUD_OFFER_CHOICES,
     .choices = levels},
    {.name = "density",
     .argument = "[PART=]VALUE",
     .about = "density of all parts or of one; default: 7850 kg/m3, steel",
     .repeatable = true},
    {.name = "material",
     .argument = "[PART=]NAME",
     .about = "the same from a material: see gudgeon list materials",
     .repeatable = true},
    {.name = "ground",
     .argument = "PART",
     .about = "fixed part; default: parts called frame, block, housing, ..., otherwise the heaviest",
     .repeatable = true},
    {.name = "drive", .argument = "PART=RATE", .about = "part that is driven: crank='1500 rpm'; default: nothing"},
    {.name = "oil",
     .argument = "OIL",
     .about = "'SAE 30 at 90 degC', or a viscosity: '10 mPa.s'; default: ISO VG 46 at 60 degC"},
    {.name = "supply", .argument = "PRESSURE", .about = "pressure of oil holes and grooves; default: 2 bar"},
    {.name = "gravity",
     .argument = "VECTOR",
     .about = "gravitational acceleration, such as '[0, 0, -9.81]'; default: none"},
};

static const gud_example examples[] = {
    {"gudgeon cad engine.step", "parts, pairs of faces and the joints that they make"},
    {"gudgeon cad engine.step -o engine.yaml --drive crank='1500 rpm'", "the same, and a model that runs"},
    {"gudgeon cad engine.step -o engine.yaml --drive crank='1500 rpm' --update", "after a change of the design"},
    {"gudgeon cad crank.step rod.step --material rod=aluminium-AlSi12", "one file per part"},
};

const gud_verb gud_verb_cad = {
    .name = "cad",
    .synopsis = "FILE...",
    .about = "find parts and bearings in a CAD assembly (STEP, IGES) and write a model that runs",
    .details =
        "Lists parts with mass, centre and inertia, and pairs of faces that could be a joint: kind, radius, clearance, "
        "width, eccentricity and tilt as drawn, with a score and a reason. Pairs without clearance are fixed; "
        "ambiguous ones are listed but not used.\n\nWith -o it writes a model file with comments that state where "
        "numbers came from. There are options for what a CAD file does not contain (density, oil, drive, ground); "
        "their defaults are stated in the model.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = -1,
    .offer = GUD_OFFER_FILE,
    .run = run,
};
