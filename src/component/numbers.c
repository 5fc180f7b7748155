#include "component/numbers.h"

#include "component/bearing.h"
#include "component/contact.h"
#include "component/gap.h"
#include "component/rough.h"

#include <math.h>
#include <stdio.h>

typedef struct {
    gud_number_visitor *visit;
    void *user;
} listener;

static void report_number(const listener *l, const char *name, const char *unit, double value)
{
    if (!isnan(value)) l->visit(l->user, name, unit, &value, 1);
}

static void tell_bearing(const void *sheet, const listener *l)
{
    const gud_bearing_sheet *c = sheet;
    const gud_entities *feeds = gud_input_section(c->file.input, "feeds");
    if (c->cycles) return; // its run has channels
    for (int i = 0; i < gud_bearing_nitem; i++) {
        const gud_bearing_item *item = &gud_bearing_items[i];
        if (!item->rough || c->rough) report_number(l, item->key, item->unit, gud_bearing_value(&c->point, item));
    }
    report_number(l, "whirl_threshold", "rad/s", c->threshold);
    for (int n = 0; n < feeds->count; n++) {
        char name[300];
        (void)snprintf(name, sizeof name, "feed_flow.%.250s", feeds->list[n].name);
        report_number(l, name, "m3/s", c->point.state.feed[n * GUD_FEED_NANSWER + GUD_FEED_FLOW]);
    }
}

// a curve of a law; one that the law does not say is left out
static void tell_curve(const listener *l, const char *law, const char *quantity, const char *unit, const double *values,
                       int n)
{
    char name[300];
    if (n < 1 || isnan(values[0])) return;
    (void)snprintf(name, sizeof name, "%.200s/%s", law, quantity);
    l->visit(l->user, name, unit, values, n);
}

static void tell_contact(const void *sheet, const listener *l)
{
    const gud_contact_sheet *s = sheet;
    for (int i = 0; i < s->nlaw; i++) {
        const size_t at = (size_t)i * (size_t)s->ndepth;
        tell_curve(l, s->names[i], "force", "N", s->force + at, s->ndepth);
        tell_curve(l, s->names[i], "half_width", "m", s->half_width + at, s->ndepth);
        tell_curve(l, s->names[i], "pressure", "Pa", s->pressure + at, s->ndepth);
        if (s->measured.n > 0) tell_curve(l, s->names[i], "mean_relative_error", "1", &s->measured.error[i], 1);
    }
}

static void tell_rough(const void *sheet, const listener *l)
{
    const gud_rough_sheet *s = sheet;
    for (int i = 0; i < s->nmodel; i++) {
        const size_t at = (size_t)i * (size_t)s->n;
        tell_curve(l, s->names[i], "pressure", "Pa", s->pressure + at, s->n);
        tell_curve(l, s->names[i], "area", "1", s->area + at, s->n);
    }
}

static void tell_gap(const void *sheet, const listener *l)
{
    const gud_gap_sheet *s = sheet;
    const gud_gap_result *r = &s->results[s->least];
    if (r->met) report_number(l, "gap", "m", r->nearest.gap);
    report_number(l, "contact_area", "m2", r->area);
}

static const struct {
    const gud_component *component;
    void (*tell)(const void *sheet, const listener *l);
} tellers[] = {{&gud_component_bearing, tell_bearing},
               {&gud_component_contact, tell_contact},
               {&gud_component_rough, tell_rough},
               {&gud_component_gap, tell_gap}};

void gud_component_numbers(const void *sheet, gud_number_visitor *visit, void *user)
{
    const gud_component_file *file = sheet;
    const listener l = {visit, user};
    for (int i = 0; i < GUD_COUNT(tellers); i++)
        if (tellers[i].component == file->component) tellers[i].tell(sheet, &l);
}
