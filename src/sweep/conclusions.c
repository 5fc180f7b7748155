#include "sweep/conclusions.h"

gud_status gud_conclusions_make(const gud_study *study, const gud_sweep_table *table, gud_error *error,
                                gud_conclusions *c)
{
    *c = (gud_conclusions){0};
    const gud_status st = study->goals.count > 0 ? gud_seek_judge(study, table, error, &c->seeked)
                                                 : gud_findings_make(study, table, error, &c->findings);
    if (st != GUD_OK) gud_conclusions_free(c);
    return st;
}

void gud_conclusions_free(gud_conclusions *c)
{
    gud_findings_free(&c->findings);
    gud_seeked_free(&c->seeked);
}

gud_status gud_conclusions_json(const gud_study *study, const gud_sweep_table *table, gud_json *json)
{
    gud_error error;
    gud_conclusions c;
    const gud_status st = gud_conclusions_make(study, table, &error, &c);
    if (st != GUD_OK) return st == GUD_ERR_MEMORY ? st : GUD_OK;
    if (c.seeked.runs)
        gud_seeked_json(&c.seeked, json);
    else
        gud_findings_json(&c.findings, json);
    gud_conclusions_free(&c);
    return GUD_OK;
}
