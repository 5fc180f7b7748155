// Mistakes of a study that can be seen before anything is written.

#include "model/compile.h"
#include "out/pick.h"
#include "step/record.h"
#include "step/run.h"
#include "sweep/sweep.h"

#include <string.h>

static gud_status try_run(gud_bench *bench, int run, gud_diag *diag)
{
    gud_model *m = NULL;
    const gud_status st = gud_run_load(bench, run, diag, &m);
    gud_model_free(m);
    return st;
}

// a path that is wrong is wrong for all values of its axis
static bool is_told(const gud_diag *diag, const gud_message *message)
{
    for (int i = 0; i < diag->nstored; i++)
        if (strcmp(diag->list[i].place.file, message->place.file) == 0 &&
            strcmp(diag->list[i].text, message->text) == 0)
            return true;
    return false;
}

// Can one of the runs with this case be loaded? If not, the messages of the first one are passed on, each once.
static gud_status check_case(gud_bench *b, int axis, const gud_study_case *c, gud_diag *diag)
{
    enum { most_tries = 100 };
    gud_diag first, others;
    gud_status st = GUD_ERR_INPUT;
    gud_diag_init(&first);
    for (int run = 0, ntry = 0; run < b->study->nrun && ntry < most_tries && st == GUD_ERR_INPUT; run++) {
        if (gud_study_case_of(b->study, run, axis) != c) continue;
        gud_diag_init(&others);
        st = try_run(b, run, ntry++ == 0 ? &first : &others);
        gud_diag_free(&others);
    }
    for (int i = 0; i < first.nstored && st == GUD_ERR_INPUT; i++)
        if (!is_told(diag, &first.list[i])) gud_diag_add(diag, first.list[i].place, "%s", first.list[i].text);
    gud_diag_free(&first);
    return st;
}

// Does the model have the channel that windows are counted on? One that cannot start tells so in its run.
static gud_status try_over(const gud_study *study, const gud_model *m, gud_diag *diag)
{
    gud_sim *s = NULL;
    gud_record *record = NULL;
    gud_error error;
    gud_pick pick;
    gud_status st = gud_sim_create(m, &s), found = GUD_OK;
    if (st == GUD_OK && gud_start(s) == GUD_OK) st = gud_record_create(s, &record);
    if (record) found = gud_layout_pick(gud_record_layout(record), study->over, &error, &pick);
    if (found != GUD_OK) gud_diag_add(diag, study->over_place, "over: %s", error.text);
    gud_record_free(record);
    gud_sim_free(s);
    return st != GUD_OK ? st : found;
}

// of a case of the first axis: the first run that can be loaded
static gud_status check_over(gud_bench *b, const gud_study_case *model, gud_diag *diag)
{
    gud_model *m = NULL;
    gud_status st = GUD_ERR_INPUT;
    for (int run = 0; run < b->study->nrun && st == GUD_ERR_INPUT; run++) {
        gud_diag ignored;
        if (gud_study_case_of(b->study, run, 0) != model) continue;
        gud_diag_init(&ignored);
        st = gud_run_load(b, run, &ignored, &m);
        gud_diag_free(&ignored);
    }
    if (st == GUD_OK) st = try_over(b->study, m, diag);
    gud_model_free(m);
    return st;
}

// Every case of an axis of names; of one with many numbers only the ends, between which there is no other kind of
// value. Of a sample the first part: a path that is wrong is wrong for all, and a part that cannot be loaded is a run
// that fails.
static bool is_tried(const gud_study *study, int a, int i)
{
    enum { few = 100 };
    const gud_study_axis *axis = &study->axes[a];
    if (study->design.nfactor > 0 && a == study->naxis - 1) return i == 0;
    return !axis->numeric || axis->ncase <= few || i == 0 || i + 1 == axis->ncase;
}

static gud_status check_all(gud_bench *b, gud_diag *diag)
{
    const gud_study *study = b->study;
    gud_status result = GUD_OK;
    for (int a = 0; a < study->naxis; a++) {
        for (int i = 0; i < study->axes[a].ncase; i++) {
            if (!is_tried(study, a, i)) continue;
            const gud_status st = check_case(b, a, &study->axes[a].cases[i], diag);
            if (st == GUD_ERR_MEMORY) return st;
            if (st != GUD_OK) result = st;
        }
    }
    for (int i = 0; study->over && !study->component && result == GUD_OK && i < study->axes[0].ncase; i++)
        result = check_over(b, &study->axes[0].cases[i], diag);
    return result;
}

gud_status gud_sweep_check(gud_sweep *s, gud_diag *diag)
{
    gud_bench bench = {.study = s->study, .folder = s->folder, .plugins = s->plugins};
    gud_error error;
    gud_status st = gud_bench_open(&bench, &error);
    if (st == GUD_OK)
        st = check_all(&bench, diag);
    else
        gud_diag_add(diag, (gud_place){.file = s->folder}, "%s", error.text);
    gud_bench_close(&bench);
    return st;
}
