#include "cli/conclude.h"

#include "cli/sheet.h"
#include "out/quantity.h"

#include <math.h>
#include <stdio.h>

bool gud_conclusions_replace(const gud_study *study)
{
    return study->design.nfactor > 0;
}

// ---- samples

static void put_group(const gud_findings *f, int group, gud_sheet *sheet)
{
    char text[GUD_STUDY_NAME];
    if (f->ngroup < 2) return;
    gud_findings_group(f, group, text, sizeof text);
    gud_sheet_text(sheet, text);
}

static bool has_windows(const gud_findings *f)
{
    return f->study->windows.count > 1;
}

static gud_status print_spread(const gud_findings *f)
{
    static const char *const titles[] = {"channel", "unit", "mean", "std", "min", "5 %", "50 %", "95 %", "max"};
    gud_sheet_column columns[GUD_COUNT(titles) + 2];
    gud_sheet sheet;
    int n = 0;
    if (f->ngroup > 1) columns[n++] = (gud_sheet_column){.title = "parts of"};
    if (has_windows(f)) columns[n++] = (gud_sheet_column){.title = "window"};
    for (int i = 0; i < GUD_COUNT(titles); i++) columns[n++] = (gud_sheet_column){.title = titles[i]};
    gud_sheet_init(&sheet, columns, n);
    for (int i = 0; i < f->count; i++) {
        const gud_finding *one = &f->list[i];
        const gud_display shown = gud_quantity_show(one->unit, fmax(fabs(one->mean), fabs(one->percentiles[3])));
        const double numbers[] = {one->mean,           one->std, one->min, one->percentiles[1], one->percentiles[3],
                                  one->percentiles[5], one->max};
        put_group(f, one->group, &sheet);
        if (has_windows(f)) gud_sheet_text(&sheet, f->study->windows.list[one->window]);
        gud_sheet_text(&sheet, one->channel);
        gud_sheet_text(&sheet, shown.unit);
        for (int k = 0; k < GUD_COUNT(numbers); k++) gud_sheet_number(&sheet, shown.scale * numbers[k]);
    }
    return gud_sheet_print(&sheet, stdout);
}

// 0.87 (0.85 to 0.89)
static void put_interval(gud_interval i, gud_sheet *sheet)
{
    char text[60] = "";
    if (isfinite(i.value)) (void)snprintf(text, sizeof text, "%.2f (%.2f to %.2f)", i.value, i.low, i.high);
    gud_sheet_text(sheet, text);
}

static gud_status print_sensitivities(const gud_findings *f)
{
    static const char *const titles[] = {"channel", "parameter", "rank correlation", "first-order index",
                                         "total index"};
    const gud_design *d = &f->study->design;
    const bool indices = d->draw == GUD_DRAW_SALTELLI;
    gud_sheet_column columns[GUD_COUNT(titles) + 2];
    gud_sheet sheet;
    int n = 0;
    if (f->ngroup > 1) columns[n++] = (gud_sheet_column){.title = "parts of"};
    if (has_windows(f)) columns[n++] = (gud_sheet_column){.title = "window"};
    for (int i = 0; i < GUD_COUNT(titles) - (indices ? 0 : 2); i++)
        columns[n++] = (gud_sheet_column){.title = titles[i]};
    gud_sheet_init(&sheet, columns, n);
    for (int i = 0; i < f->count; i++)
        for (int c = 0; c < (indices ? d->nfactor : gud_design_columns(d)) && f->list[i].n > 1; c++) {
            const gud_finding *one = &f->list[i];
            const char *unit;
            put_group(f, one->group, &sheet);
            if (has_windows(f)) gud_sheet_text(&sheet, f->study->windows.list[one->window]);
            gud_sheet_text(&sheet, one->channel);
            gud_sheet_text(&sheet, gud_design_column(d, c, &unit));
            put_interval(one->rank[c], &sheet);
            if (indices) put_interval(one->first[c], &sheet);
            if (indices) put_interval(one->total[c], &sheet);
        }
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print_findings(const gud_findings *f)
{
    const gud_design *d = &f->study->design;
    char text[600];
    if (f->count > 0) {
        (void)printf("%d parts, method %s, seed %llu\n\n", f->nparts, gud_draw_names[d->draw],
                     (unsigned long long)d->seed);
        GUD_TRY(print_spread(f));
        (void)printf("\n");
        GUD_TRY(print_sensitivities(f));
    }
    for (int i = 0; i < f->nverdict; i++) {
        gud_verdict_text(f, &f->verdicts[i], text, sizeof text);
        (void)printf("%s%s\n", i == 0 ? "\n" : "", text);
    }
    return GUD_OK;
}

// ---- searches

static double largest(const gud_seeked *s, bool goal, int i)
{
    double most = 0.0;
    for (int run = 0; run < s->study->nrun; run++) {
        const double value = goal ? s->runs[run].f[i] : s->runs[run].g[i];
        if (isfinite(value)) most = fmax(most, fabs(value));
    }
    return most;
}

static void put_run(const gud_seeked *s, int run, gud_sheet *sheet)
{
    const gud_study *study = s->study;
    const gud_seek_found *r = &s->runs[run];
    gud_sheet_text(sheet, study->axes[study->naxis - 1].cases[run].label);
    for (int c = 0; c < study->design.nfactor; c++) gud_sheet_number(sheet, gud_study_drawn(study, run)[c]);
    for (int i = 0; i < study->goals.count; i++)
        gud_sheet_number(sheet, r->f[i] * gud_quantity_show(s->units[i], largest(s, true, i)).scale);
    for (int i = 0; i < study->nlimit; i++)
        gud_sheet_number(sheet, r->g[i] * gud_quantity_show(s->limit_units[i], largest(s, false, i)).scale);
    gud_sheet_text(sheet, r->failed                           ? "failed"
                          : !r->allowed                       ? "beyond a limit"
                          : r->front                          ? "on the front"
                          : r->best && study->goals.count < 2 ? "best"
                                                              : "");
}

static void title_of(const char *name, const char *unit, char *text, int size)
{
    (void)snprintf(text, (size_t)size, unit[0] ? "%.80s [%.40s]" : "%.80s", name, unit);
}

static gud_status print_seeked(const gud_seeked *s)
{
    enum { most = GUD_DESIGN_FACTORS + GUD_STUDY_GOALS + GUD_STUDY_LIMITS + 2, title_size = 130 };
    const gud_study *study = s->study;
    char titles[most][title_size], text[600];
    gud_sheet_column columns[most];
    gud_sheet sheet;
    int n = 0;
    (void)snprintf(titles[n++], title_size, "run");
    for (int c = 0; c < study->design.nfactor; c++) {
        const char *unit, *name = gud_design_column(&study->design, c, &unit);
        title_of(name, unit, titles[n++], title_size);
    }
    for (int i = 0; i < study->goals.count; i++)
        title_of(study->goals.list[i].target.channel, gud_quantity_show(s->units[i], largest(s, true, i)).unit,
                 titles[n++], title_size);
    for (int i = 0; i < study->nlimit; i++)
        title_of(study->limits[i].name, gud_quantity_show(s->limit_units[i], largest(s, false, i)).unit, titles[n++],
                 title_size);
    titles[n++][0] = '\0';
    for (int i = 0; i < n; i++) columns[i] = (gud_sheet_column){.title = titles[i]};
    gud_sheet_init(&sheet, columns, n);
    for (int run = 0; run < study->nrun; run++) put_run(s, run, &sheet);
    GUD_TRY(gud_sheet_print(&sheet, stdout));
    gud_seeked_text(s, text, sizeof text);
    (void)printf("\n%s\n", text);
    return GUD_OK;
}

gud_status gud_conclusions_print(const gud_conclusions *c)
{
    return c->seeked.runs ? print_seeked(&c->seeked) : print_findings(&c->findings);
}
