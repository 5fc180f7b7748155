// gudgeon summary RESULT --turns
#include "out/turns.h"
#include "base/alloc.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "cli/summary.h"
#include "num/pi.h"
#include "out/quantity.h"
#include "out/select.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_turns = 1000 };

static const double degree = pi / 180.0;

typedef struct {
    const gud_args *args;
    const gud_result *result;
    double *angle;
    double period; // rad
    int64_t n;
    gud_selection selection;
    gud_turn turns[most_turns];
    int nturn;
} report;

// the angle whose turns are counted
static gud_status load_angle(report *r, gud_error *error)
{
    gud_pick pick;
    const char *given = gud_args_value(r->args, "over"), *over = given ? given : gud_result_abscissa(r->result);
    if (!over) return gud_fail(error, GUD_ERR_INPUT, "name the angle that defines a turn with --over");
    GUD_TRY(gud_result_pick(r->result, over, error, &pick));
    return gud_result_load(r->result, pick, error, &r->angle);
}

static gud_status read_period(report *r, gud_error *error)
{
    const char *text = gud_args_value(r->args, "period");
    char *end = NULL;
    const double given = text ? strtod(text, &end) : 360.0;
    r->period = given * degree;
    if (!text || (end != text && *end == '\0' && isfinite(given) && given > 0.0)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "--period '%s': expected the degrees of a turn, e.g. 720", text);
}

static gud_status select_channels(report *r, gud_error *error)
{
    static const char *const usual[] = {"joints/*/film_min"};
    const bool given = r->args->nword > 1;
    return gud_selection_find(r->result, given ? r->args->words + 1 : usual, given ? r->args->nword - 1 : 1, error,
                              &r->selection);
}

static gud_status prepare(report *r, gud_error *error)
{
    r->n = gud_result_count(r->result, 0);
    GUD_TRY(read_period(r, error));
    GUD_TRY(load_angle(r, error));
    GUD_TRY(select_channels(r, error));
    const double turned = r->n > 0 ? fabs(r->angle[r->n - 1] - r->angle[0]) : 0.0;
    if (turned >= r->period * (1.0 - 1e-6)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: there is no full turn of %g degrees in the records",
                    gud_result_path(r->result), r->period / degree);
}

static gud_status load_turns(report *r, int i, gud_error *error)
{
    double *values;
    GUD_TRY(gud_result_load(r->result, r->selection.picks[i], error, &values));
    r->nturn = gud_turns_of(r->angle, values, r->n, r->period, r->turns, most_turns);
    gud_free(values);
    return GUD_OK;
}

static void add_turns(const report *r, int i, gud_sheet *sheet)
{
    char name[700];
    const gud_pick pick = r->selection.picks[i];
    double typical = 0.0;
    for (int k = 0; k < r->nturn; k++) typical = fmax(typical, fmax(fabs(r->turns[k].mean), r->turns[k].std));
    const gud_display shown = gud_quantity_show(gud_result_channel(r->result, pick.channel)->unit, typical);
    gud_result_name(r->result, pick, name, sizeof name);
    for (int k = 0; k < r->nturn; k++) {
        const gud_turn *t = &r->turns[k];
        gud_sheet_text(sheet, k == 0 ? name : "");
        gud_sheet_text(sheet, k == 0 ? shown.unit : "");
        gud_sheet_number(sheet, k + 1);
        gud_sheet_number(sheet, shown.scale * t->mean);
        gud_sheet_number(sheet, shown.scale * t->min);
        gud_sheet_number(sheet, shown.scale * t->max);
        gud_sheet_number(sheet, shown.scale * t->std);
        if (isnan(t->drift))
            gud_sheet_text(sheet, "");
        else
            gud_sheet_number(sheet, 100.0 * t->drift);
    }
}

static gud_status print(report *r, gud_error *error)
{
    static const gud_sheet_column columns[] = {
        {.title = "channel"}, {.title = "unit"}, {.title = "turn"}, {.title = "mean"},
        {.title = "min"},     {.title = "max"},  {.title = "std"},  {.title = "change from turn before, % of range"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; i < r->selection.count; i++) {
        const gud_status st = load_turns(r, i, error);
        if (st != GUD_OK) {
            gud_sheet_free(&sheet);
            return st;
        }
        add_turns(r, i, &sheet);
    }
    gud_error_write(error, "out of memory");
    return gud_sheet_print(&sheet, stdout);
}

static void write_turn(gud_json *json, const gud_turn *t)
{
    gud_json_open(json, NULL, '{');
    gud_json_number(json, "mean", t->mean);
    gud_json_number(json, "min", t->min);
    gud_json_number(json, "max", t->max);
    gud_json_number(json, "std", t->std);
    if (!isnan(t->drift)) gud_json_number(json, "drift", t->drift);
    gud_json_close(json);
}

static gud_status write(report *r, gud_buffer *text, gud_error *error)
{
    gud_json json;
    gud_json_init(&json, text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_number(&json, "period", r->period);
    gud_json_open(&json, "turns", '{');
    for (int i = 0; i < r->selection.count; i++) {
        char name[700];
        gud_result_name(r->result, r->selection.picks[i], name, sizeof name);
        GUD_TRY(load_turns(r, i, error));
        gud_json_open(&json, name, '[');
        for (int k = 0; k < r->nturn; k++) write_turn(&json, &r->turns[k]);
        gud_json_close(&json);
    }
    gud_json_close(&json);
    gud_json_close(&json);
    return GUD_OK;
}

static int finish(report *r, gud_error *error)
{
    gud_status st = prepare(r, error);
    if (st == GUD_OK && r->args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        st = write(r, &text, error);
        if (st == GUD_OK) return gud_output_print(r->args, &text);
        gud_buffer_free(&text);
    } else if (st == GUD_OK) {
        st = print(r, error);
    }
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(r->args, st, error);
}

int gud_turns_report(const gud_args *args, const gud_result *result)
{
    gud_error error;
    report *r = gud_alloc(1, sizeof *r);
    if (!r) return GUD_EXIT_FAILED;
    r->args = args;
    r->result = result;
    const int code = finish(r, &error);
    gud_free(r->angle);
    gud_free(r->selection.picks);
    gud_free(r);
    return code;
}
