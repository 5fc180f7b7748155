#include "fmu/describe.h"

#include "base/json.h"
#include "fmu/instance.h"
#include "load/units.h"

#include <math.h>
#include <string.h>

void gud_fmu_sheet_init(gud_fmu_sheet *sheet, int version, const char *title)
{
    *sheet = (gud_fmu_sheet){.version = version, .title = title};
    gud_arena_init(&sheet->arena);
}

void gud_fmu_sheet_add(gud_fmu_sheet *sheet, const gud_fmu_variable *variable)
{
    gud_fmu_variable *v = GUD_TAKE(&sheet->arena, gud_fmu_variable, 1);
    if (!v) return;
    *v = *variable;
    v->name = gud_arena_text(&sheet->arena, variable->name);
    v->unit = gud_arena_text(&sheet->arena, variable->unit);
    v->about = gud_arena_text(&sheet->arena, variable->about);
    v->next = NULL;
    if (sheet->arena.failed) return;
    if (sheet->last)
        sheet->last->next = v;
    else
        sheet->first = v;
    sheet->last = v;
}

int gud_fmu_sheet_count(const gud_fmu_sheet *sheet, gud_fmu_kind kind)
{
    int n = 0;
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) n += v->kind == kind;
    return n;
}

void gud_fmu_sheet_free(gud_fmu_sheet *sheet)
{
    gud_arena_free(&sheet->arena);
}

// ---- XML

static void put_escaped(gud_buffer *out, const char *text)
{
    for (; *text; text++) {
        const char c = *text;
        if (c == '&' || c == '<' || c == '"')
            gud_buffer_add(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&quot;");
        else if ((unsigned char)c >= 32)
            gud_buffer_append(out, &c, 1);
    }
}

static void put_text(gud_buffer *out, const char *name, const char *text)
{
    gud_buffer_print(out, " %s=\"", name);
    put_escaped(out, text);
    gud_buffer_add(out, "\"");
}

static void put_number(gud_buffer *out, const char *name, double number)
{
    char text[32];
    gud_number_text(number, text);
    put_text(out, name, text);
}

static bool has_unit(const gud_fmu_variable *v)
{
    return strcmp(v->unit, "1") != 0;
}

static bool is_first_with_unit(const gud_fmu_sheet *sheet, const gud_fmu_variable *v)
{
    for (const gud_fmu_variable *other = sheet->first; other != v; other = other->next)
        if (strcmp(other->unit, v->unit) == 0) return false;
    return has_unit(v);
}

// units that have whole powers of the base units; others are named without being explained
static void put_unit(gud_buffer *out, const gud_units *units, const char *unit)
{
    static const char *const names[GUD_NDIMENSION] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};
    gud_measure measure;
    gud_buffer_add(out, "    <Unit");
    put_text(out, "name", unit);
    bool whole = gud_unit_measure(units, unit, &measure) && measure.scale == 1.0 && measure.offset == 0.0;
    for (int i = 0; i < GUD_NDIMENSION && whole; i++) whole = measure.power[i] == rint(measure.power[i]);
    if (!whole) {
        gud_buffer_add(out, "/>\n");
        return;
    }
    gud_buffer_add(out, "><BaseUnit");
    for (int i = 0; i < GUD_NDIMENSION; i++)
        if (measure.power[i] != 0.0) gud_buffer_print(out, " %s=\"%d\"", names[i], (int)measure.power[i]);
    gud_buffer_add(out, "/></Unit>\n");
}

static gud_status put_units(const gud_fmu_sheet *sheet, gud_buffer *out, gud_error *error)
{
    gud_units *units;
    GUD_TRY(gud_units_create(error, &units));
    void *locale = gud_units_enter(units);
    gud_buffer_add(out, "  <UnitDefinitions>\n    <Unit name=\"s\"><BaseUnit s=\"1\"/></Unit>\n");
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next)
        if (is_first_with_unit(sheet, v) && strcmp(v->unit, "s") != 0) put_unit(out, units, v->unit);
    gud_buffer_add(out, "  </UnitDefinitions>\n");
    gud_units_leave(locale);
    gud_units_free(units);
    return GUD_OK;
}

static void put_categories(gud_buffer *out)
{
    gud_buffer_add(out, "  <LogCategories>\n");
    for (int i = 0; gud_fmu_categories[i]; i++)
        gud_buffer_print(out, "    <Category name=\"%s\"/>\n", gud_fmu_categories[i]);
    gud_buffer_add(out, "  </LogCategories>\n");
}

static void put_experiment(const gud_fmu_sheet *sheet, gud_buffer *out)
{
    gud_buffer_add(out, "  <DefaultExperiment startTime=\"0\"");
    put_number(out, "stopTime", sheet->stop);
    put_number(out, "stepSize", sheet->stop / 1000.0);
    gud_buffer_add(out, "/>\n");
}

static const char *const causalities[] = {"parameter", "input", "output"};
static const char *const variabilities[] = {"fixed", "continuous", "continuous"};

static void put_causality(gud_buffer *out, const gud_fmu_variable *v)
{
    put_text(out, "causality", causalities[v->kind]);
    put_text(out, "variability", variabilities[v->kind]);
    if (v->kind != GUD_FMU_INPUT) put_text(out, "initial", v->kind == GUD_FMU_OUTPUT ? "calculated" : "exact");
}

// attributes of a real variable
static void put_real(gud_buffer *out, const gud_fmu_variable *v)
{
    if (has_unit(v)) put_text(out, "unit", v->unit);
    if (v->kind == GUD_FMU_INPUT && isfinite(v->low)) put_number(out, "min", v->low);
    if (v->kind == GUD_FMU_INPUT && isfinite(v->high)) put_number(out, "max", v->high);
    if (v->kind != GUD_FMU_OUTPUT) put_number(out, "start", v->start);
}

static void put_head(const gud_fmu_sheet *sheet, gud_buffer *out, const char *token)
{
    gud_buffer_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
    put_text(out, "fmiVersion", sheet->version == 2 ? "2.0" : "3.0");
    put_text(out, "modelName", sheet->title[0] ? sheet->title : sheet->identifier);
    put_text(out, token, sheet->token);
    gud_buffer_print(out, " generationTool=\"Gudgeon %s\" variableNamingConvention=\"flat\"", gud_version());
}

// ---- FMI 2.0

static void put_outputs2(const gud_fmu_sheet *sheet, gud_buffer *out, const char *element)
{
    int index = 1; // of the variable in the list; the first is the time
    gud_buffer_print(out, "    <%s>\n", element);
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) {
        index++;
        if (v->kind == GUD_FMU_OUTPUT) gud_buffer_print(out, "      <Unknown index=\"%d\"/>\n", index);
    }
    gud_buffer_print(out, "    </%s>\n", element);
}

static gud_status describe2(const gud_fmu_sheet *sheet, gud_buffer *out, gud_error *error)
{
    unsigned reference = 0;
    put_head(sheet, out, "guid");
    gud_buffer_add(out, " numberOfEventIndicators=\"0\">\n  <CoSimulation");
    put_text(out, "modelIdentifier", sheet->identifier);
    gud_buffer_add(out, " canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\" "
                        "canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"/>\n");
    GUD_TRY(put_units(sheet, out, error));
    put_categories(out);
    put_experiment(sheet, out);
    gud_buffer_add(out, "  <ModelVariables>\n    <ScalarVariable name=\"time\" valueReference=\"0\" "
                        "causality=\"independent\" variability=\"continuous\"><Real unit=\"s\"/></ScalarVariable>\n");
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) {
        gud_buffer_add(out, "    <ScalarVariable");
        put_text(out, "name", v->name);
        gud_buffer_print(out, " valueReference=\"%u\"", ++reference);
        if (v->about[0]) put_text(out, "description", v->about);
        put_causality(out, v);
        gud_buffer_add(out, "><Real");
        put_real(out, v);
        gud_buffer_add(out, "/></ScalarVariable>\n");
    }
    gud_buffer_add(out, "  </ModelVariables>\n  <ModelStructure>\n");
    put_outputs2(sheet, out, "Outputs");
    put_outputs2(sheet, out, "InitialUnknowns");
    gud_buffer_add(out, "  </ModelStructure>\n</fmiModelDescription>\n");
    return GUD_OK;
}

// ---- FMI 3.0

static void put_outputs3(const gud_fmu_sheet *sheet, gud_buffer *out, const char *element)
{
    unsigned reference = 0;
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) {
        reference++;
        if (v->kind == GUD_FMU_OUTPUT) gud_buffer_print(out, "    <%s valueReference=\"%u\"/>\n", element, reference);
    }
}

static gud_status describe3(const gud_fmu_sheet *sheet, gud_buffer *out, gud_error *error)
{
    unsigned reference = 0;
    put_head(sheet, out, "instantiationToken");
    gud_buffer_add(out, ">\n  <CoSimulation");
    put_text(out, "modelIdentifier", sheet->identifier);
    gud_buffer_add(out, " canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\" "
                        "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\"/>\n");
    GUD_TRY(put_units(sheet, out, error));
    put_categories(out);
    put_experiment(sheet, out);
    gud_buffer_add(out, "  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
                        "variability=\"continuous\" unit=\"s\"/>\n");
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) {
        gud_buffer_add(out, "    <Float64");
        put_text(out, "name", v->name);
        gud_buffer_print(out, " valueReference=\"%u\"", ++reference);
        if (v->about[0]) put_text(out, "description", v->about);
        put_causality(out, v);
        put_real(out, v);
        gud_buffer_add(out, "/>\n");
    }
    gud_buffer_add(out, "  </ModelVariables>\n  <ModelStructure>\n");
    put_outputs3(sheet, out, "Output");
    put_outputs3(sheet, out, "InitialUnknown");
    gud_buffer_add(out, "  </ModelStructure>\n</fmiModelDescription>\n");
    return GUD_OK;
}

gud_status gud_fmu_describe(const gud_fmu_sheet *sheet, gud_buffer *out, gud_error *error)
{
    return sheet->version == 2 ? describe2(sheet, out, error) : describe3(sheet, out, error);
}

void gud_fmu_list(const gud_fmu_sheet *sheet, const char *model, gud_buffer *out)
{
    int n = 0;
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) n++;
    gud_buffer_print(out, "%s\n%s\n%d\n", sheet->token, model, n);
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) {
        uint64_t bits;
        memcpy(&bits, &v->start, sizeof bits);
        gud_buffer_print(out, "%s %s %016llx\n", causalities[v->kind], v->name, (unsigned long long)bits);
    }
}
