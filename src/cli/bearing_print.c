// A bearing's numbers: for people, for scripts, for spreadsheets.

#include "cli/bearing.h"
#include "cli/sheet.h"
#include "num/pi.h"
#include "out/draft.h"
#include "out/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void gud_bearing_text(double value, const char *unit, bool pretty, char *text, size_t size)
{
    gud_display shown = gud_quantity_show(unit, fabs(value));
    char number[40], name[40];
    if (strcmp(unit, "rad/s") == 0) shown = (gud_display){30.0 / pi, "rpm"};
    if (strcmp(unit, "1") == 0) shown.unit[0] = '\0';
    (void)snprintf(name, sizeof name, "%s", shown.unit);
    if (pretty) gud_unit_pretty(shown.unit, name, sizeof name);
    gud_rounded_text(value * shown.scale, number, sizeof number);
    (void)snprintf(text, size, isinf(value) ? "any" : name[0] ? "%s %s" : "%s", number, name);
}

// ---- for people

static void print_item(gud_sheet *sheet, const char *key, double value, const char *unit, const char *about)
{
    char text[64];
    if (isnan(value)) return;
    gud_bearing_text(value, unit, false, text, sizeof text);
    gud_sheet_text(sheet, key);
    gud_sheet_text(sheet, text);
    gud_sheet_text(sheet, about);
}

static void print_feeds(const gud_bearing_sheet *c, gud_sheet *sheet)
{
    const gud_entities *feeds = gud_input_section(c->file.input, "feeds");
    for (int n = 0; n < feeds->count; n++) {
        const double *feed = c->point.state.feed + n * GUD_FEED_NANSWER;
        char key[GUD_MAX_NAME + sizeof "feed_pressure."];
        (void)snprintf(key, sizeof key, "feed_flow.%s", feeds->list[n].name);
        print_item(sheet, key, feed[GUD_FEED_FLOW], "m3/s", "oil flow from this feed");
        (void)snprintf(key, sizeof key, "feed_pressure.%s", feeds->list[n].name);
        print_item(sheet, key, feed[GUD_FEED_PRESSURE], "Pa", "in this feed");
    }
}

static gud_status print_point(const gud_bearing_sheet *c)
{
    static const gud_sheet_column columns[] = {{.title = "quantity"}, {.title = "value"}, {.title = "meaning"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < gud_bearing_nitem; i++) {
        const gud_bearing_item *item = &gud_bearing_items[i];
        if (item->rough && !c->rough) continue;
        print_item(&sheet, item->key, gud_bearing_value(&c->point, item), item->unit, item->about);
    }
    print_feeds(c, &sheet);
    if (!isnan(c->rotor_mass))
        print_item(&sheet, "whirl_threshold", c->threshold, "rad/s", "speed at which the rotor starts to whirl");
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print_coefficients(const gud_steady_state *s)
{
    static const gud_sheet_column columns[] = {{.title = "coefficients"}, {"xx", NULL, false}, {"xy", NULL, false},
                                               {"yx", NULL, false},       {"yy", NULL, false}, {.title = "unit"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int kind = 0; kind < 2; kind++) {
        gud_sheet_text(&sheet, kind ? "damping" : "stiffness");
        for (int k = 0; k < 4; k++)
            gud_sheet_number(&sheet, kind ? s->damping[k / 2][k % 2] : s->stiffness[k / 2][k % 2]);
        gud_sheet_text(&sheet, kind ? "N s/m" : "N/m");
    }
    (void)printf("\n");
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print_sweep(const gud_bearing_sheet *c)
{
    const gud_sheet_column columns[] = {
        {c->sweeps_load ? "load" : "speed", c->sweeps_load ? "N" : "rpm", false},
        {"eccentricity", "1", false},
        {"film_min", "m", true},
        {"friction", "1", false},
        {"asperities", "1", false},
        {"pressure_max", "Pa", true},
        {"loss", "W", true},
    };
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < c->nsweep; i++) {
        const gud_bearing_point *p = &c->sweep[i];
        const double row[] = {c->sweeps_load ? p->load : p->speed * 30.0 / pi,
                              p->eccentricity_ratio,
                              p->film_min,
                              p->friction_coefficient,
                              p->asperity_share,
                              p->pressure_max,
                              p->loss};
        for (int k = 0; k < GUD_COUNT(row); k++) gud_sheet_number(&sheet, row[k]);
    }
    (void)printf("\n");
    return gud_sheet_print(&sheet, stdout);
}

gud_status gud_bearing_print(const void *sheet)
{
    const gud_bearing_sheet *c = sheet;
    GUD_TRY(print_point(c));
    GUD_TRY(print_coefficients(&c->point.state));
    return c->nsweep > 0 ? print_sweep(c) : GUD_OK;
}

// ---- for spreadsheets: a line a point, empty where there is no number

static void put_row(gud_draft *draft, const gud_bearing_point *p)
{
    for (int i = 0; i < gud_bearing_nitem; i++) {
        const double value = gud_bearing_value(p, &gud_bearing_items[i]);
        char text[32] = "";
        if (isfinite(value)) gud_number_text(value, text);
        gud_draft_print(draft, "%s%s", i > 0 ? "," : "", text);
    }
    for (int k = 0; k < 8; k++) {
        char text[32] = "";
        const double value = k < 4 ? p->state.stiffness[k / 2][k % 2] : p->state.damping[k / 2 % 2][k % 2];
        if (!isnan(p->film_min)) gud_number_text(value, text);
        gud_draft_print(draft, ",%s", text);
    }
    gud_draft_print(draft, "\r\n");
}

gud_status gud_bearing_csv(void *sheet, const char *path, gud_error *error)
{
    const gud_bearing_sheet *c = sheet;
    static const char *const ends[] = {"xx", "xy", "yx", "yy"};
    gud_draft draft;
    GUD_TRY(gud_draft_open(&draft, path, error));
    for (int i = 0; i < gud_bearing_nitem; i++)
        gud_draft_print(&draft, "%s%s [%s]", i > 0 ? "," : "", gud_bearing_items[i].key, gud_bearing_items[i].unit);
    for (int k = 0; k < 8; k++)
        gud_draft_print(&draft, ",%s.%s [%s]", k < 4 ? "stiffness" : "damping", ends[k % 4], k < 4 ? "N/m" : "N.s/m");
    gud_draft_print(&draft, "\r\n");
    for (int k = 0; k < c->nsweep; k++) put_row(&draft, &c->sweep[k]);
    if (c->nsweep == 0) put_row(&draft, &c->point);
    return gud_draft_keep(&draft, error);
}
