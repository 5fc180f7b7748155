// gudgeon check MODEL
#include "base/json.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "step/check.h"

#include <stdio.h>

static gud_status print_bodies(const gud_model *m)
{
    static const gud_sheet_column columns[] = {{.title = "body"}, {"mass", "kg", false}, {.title = "frames"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 1; i < m->nbody; i++) {
        char count[16];
        (void)snprintf(count, sizeof count, "%d", m->body[i].nframe);
        gud_sheet_text(&sheet, m->body[i].name);
        gud_sheet_number(&sheet, m->body[i].mass);
        gud_sheet_text(&sheet, count);
    }
    return gud_sheet_print(&sheet, stdout);
}

static const char *frame_label(const gud_model *m, int frame)
{
    const gud_frame *f = &m->frame[frame];
    return f->name && f->name[0] ? f->name : m->body[f->body].name;
}

static gud_status print_links(const gud_model *m)
{
    static const gud_sheet_column columns[] = {
        {.title = "joint"}, {.title = "type"}, {.title = "between"}, {.title = "constraints"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; i < m->nlink; i++) {
        const gud_link *link = &m->link[i];
        char between[300], rows[32];
        (void)snprintf(between, sizeof between, "%s, %s", frame_label(m, link->a), frame_label(m, link->b));
        (void)snprintf(rows, sizeof rows, "%d%s", link->nrow, link->role == GUD_START ? " at the start" : "");
        gud_sheet_text(&sheet, link->name);
        gud_sheet_text(&sheet, link->type);
        gud_sheet_text(&sheet, between);
        gud_sheet_text(&sheet, rows);
    }
    return gud_sheet_print(&sheet, stdout);
}

static void print_redundant(const gud_check_rows *rows)
{
    for (int k = 0; k < rows->nredundant; k++)
        (void)printf("redundant: '%s', %s%s%s\n", rows->redundant[k].link, rows->redundant[k].about,
                     rows->redundant[k].because[0] ? ": follows from " : "", rows->redundant[k].because);
}

static void print_degrees(const gud_check *c)
{
    const gud_check_rows *rows = &c->rows, *ideal = &c->ideal;
    (void)printf("%d %s with %d velocities, %d constraint%s\n", c->nbody, c->nbody == 1 ? "body" : "bodies", c->nv,
                 rows->nrow, rows->nrow == 1 ? "" : "s");
    if (rows->rank < 0)
        (void)printf("degrees of freedom: %d by count; too many constraints to find their rank\n", c->nv - rows->nrow);
    else
        (void)printf("degrees of freedom: %d by count, %d from the rank of the constraints (%d)\n", c->nv - rows->nrow,
                     c->nv - rows->rank, rows->rank);
    print_redundant(rows);
    if (rows->nredundant > 0) (void)printf("reactions of redundant constraints are not unique\n");
    if (c->nclearance > 0 && ideal->rank >= 0) {
        (void)printf("degrees of freedom without clearance: %d (%d constraints of rank %d)\n", c->nv - ideal->rank,
                     ideal->nrow, ideal->rank);
        print_redundant(ideal);
    }
    for (int k = 0; k < c->nloop; k++) (void)printf("loop: %s\n", c->loops[k].joints);
}

static void print_start(const gud_check *c)
{
    if (c->first_violation > 0.0)
        (void)printf("initial guess: off by %.3g m (rad) at '%s'\n", c->first_violation, c->first_link);
    if (c->assembled) (void)printf("the parts can be assembled\n");
}

static void print_unused(const gud_model *m)
{
    for (int i = 0; i < m->npair; i++)
        if (m->pair[i].unused) (void)printf("'%s' %s\n", m->pair[i].name, m->pair[i].unused);
}

static void json_rows(gud_json *json, const gud_check *c, const gud_check_rows *rows)
{
    gud_json_integer(json, "constraints", rows->nrow);
    gud_json_integer(json, "degrees_of_freedom_counted", c->nv - rows->nrow);
    if (rows->rank >= 0) {
        gud_json_integer(json, "rank", rows->rank);
        gud_json_integer(json, "degrees_of_freedom", c->nv - rows->rank);
    }
    gud_json_open(json, "redundant", '[');
    for (int k = 0; k < rows->nredundant; k++) {
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "joint", rows->redundant[k].link);
        gud_json_text(json, "row", rows->redundant[k].about);
        gud_json_text(json, "because", rows->redundant[k].because);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static int print_json(const gud_args *args, const gud_model *m, const gud_check *c)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", gud_model_title(m));
    gud_json_integer(&json, "bodies", c->nbody);
    gud_json_integer(&json, "velocities", c->nv);
    json_rows(&json, c, &c->rows);
    if (c->nclearance > 0) {
        gud_json_open(&json, "without_clearance", '{');
        json_rows(&json, c, &c->ideal);
        gud_json_close(&json);
    }
    gud_json_open(&json, "loops", '[');
    for (int k = 0; k < c->nloop; k++) gud_json_text(&json, NULL, c->loops[k].joints);
    gud_json_close(&json);
    gud_json_open(&json, "unused", '{');
    for (int i = 0; i < m->npair; i++)
        if (m->pair[i].unused) gud_json_text(&json, m->pair[i].name, m->pair[i].unused);
    gud_json_close(&json);
    gud_json_number(&json, "first_violation", c->first_violation);
    gud_json_text(&json, "first_violation_at", c->first_link);
    gud_json_switch(&json, "assembled", c->assembled);
    if (!c->assembled) gud_json_text(&json, "problem", c->problem.text);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static gud_status print(const gud_model *m, const gud_check *c)
{
    if (gud_model_title(m)[0]) (void)printf("%s\n\n", gud_model_title(m));
    GUD_TRY(print_bodies(m));
    (void)printf("\n");
    GUD_TRY(print_links(m));
    (void)printf("\n");
    print_degrees(c);
    print_start(c);
    print_unused(m);
    return GUD_OK;
}

static int report(const gud_args *args, const gud_model *m, gud_arena *arena)
{
    gud_check check;
    gud_error error;
    int code = GUD_EXIT_FINE;
    gud_status st = gud_check_model(m, arena, &error, &check);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    gud_error_write(&error, "out of memory");
    if (args->json)
        code = print_json(args, m, &check);
    else if (!args->quiet)
        st = print(m, &check);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    if (check.assembled) return code;
    return gud_verb_fail(args, GUD_ERR_INPUT, &check.problem);
}

static int run(const gud_args *args)
{
    gud_model *m = NULL;
    const int code = gud_model_open(args, &m);
    if (code != GUD_EXIT_FINE) return code;
    gud_arena arena;
    gud_arena_init(&arena);
    const int result = report(args, m, &arena);
    gud_arena_free(&arena);
    gud_model_free(m);
    return result;
}

static const gud_option options[] = {
    GUD_OPTION_SET,
    GUD_OPTION_PLUGINS,
};

static const gud_example examples[] = {
    {"gudgeon check slider-crank.yaml", "check that a model is what you intended"},
};

const gud_verb gud_verb_check = {
    .name = "check",
    .synopsis = "MODEL",
    .about = "check a model: bodies, degrees of freedom, redundant constraints, assembly",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
