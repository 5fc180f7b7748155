// Searches and fronts: rounds of runs in one folder.
#include "cli/sweep.h"
#include "sweep/seek.h"

static gud_status compute_round(void *user, const gud_study *round, gud_sweep_table *table, gud_error *error)
{
    gud_sweep_session *s = user;
    gud_sweep_close(&s->sweep);
    s->sweep.study = round;
    GUD_TRY(gud_sweep_open(&s->sweep, error));
    GUD_TRY(gud_sweep_run(&s->sweep, error));
    s->sweep.fresh = false; // what the first round has removed
    return gud_sweep_tabulate(&s->sweep, error, table);
}

gud_status gud_sweep_search(gud_sweep_session *s, gud_error *error)
{
    const gud_study *study = s->sweep.study;
    gud_status st = gud_seek_run(study, compute_round, s, error, &s->all);
    gud_sweep_close(&s->sweep);
    s->sweep.study = st == GUD_OK ? s->all : study;
    GUD_TRY(st);
    GUD_TRY(gud_sweep_open(&s->sweep, error));
    return gud_sweep_read(&s->sweep, error);
}
