// The crank-slider study: three configurations, six rough-contact models, three turns each, on two cores, results
// written. Seconds on the clock.
#define _XOPEN_SOURCE 700 // nftw

#include "wall.h"

#include "sweep/sweep.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void ended(void *user, int run, gud_run_end end, const char *why)
{
    int *failed = user;
    if (end != GUD_RUN_FAILED) return;
    (void)fprintf(stderr, "run %d: %s\n", run, why);
    (*failed)++;
}

static int discard(const char *path, const struct stat *what, int kind, struct FTW *place)
{
    (void)what, (void)kind, (void)place;
    return remove(path);
}

int main(void)
{
    char folder[] = "/tmp/gudgeon-campaign-XXXXXX";
    gud_study *study = NULL;
    gud_error error = {""};
    gud_diag diag;
    int failed = 0;
    gud_diag_init(&diag);
    if (!mkdtemp(folder) || gud_study_load("bench/campaign.yaml", &diag, &study) != GUD_OK) return 1;
    gud_sweep sweep = {.study = study, .folder = folder, .nworker = 2, .fresh = true, .ended = ended, .user = &failed};
    gud_status st = gud_sweep_open(&sweep, &error);
    const double begin = wall();
    if (st == GUD_OK) st = gud_sweep_run(&sweep, &error);
    (void)printf("%d runs on two cores\ttime on the clock\t%.1f\ts\n", study->nrun, wall() - begin);
    if (st != GUD_OK) (void)fprintf(stderr, "%s\n", error.text);
    gud_sweep_close(&sweep);
    gud_study_free(study);
    gud_diag_free(&diag);
    (void)nftw(folder, discard, 16, FTW_DEPTH | FTW_PHYS);
    return st == GUD_OK && failed == 0 ? 0 : 1;
}
