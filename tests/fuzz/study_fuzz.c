// libFuzzer target: any bytes as a study. Every run of one that is read has a name, a folder and values.

#include "fuzz/scratch.h"
#include "sweep/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_run(const gud_study *study, int run)
{
    char name[GUD_STUDY_NAME], folder[GUD_STUDY_NAME];
    gud_study_name(study, run, name);
    gud_study_folder(study, run, folder);
    if (strlen(name) >= sizeof name || strchr(folder, '/') || strcmp(folder, "..") == 0) abort();
    const int n = gud_study_sets(study, run, NULL);
    const char **set = calloc((size_t)n + 1, sizeof *set);
    if (!set || gud_study_sets(study, run, set) != n || !gud_study_model(study, run)) abort();
    for (int i = 0; i < n; i++)
        if (!strchr(set[i], '=')) abort();
    free(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_diag diag;
    gud_buffer messages;
    gud_study *study = NULL;
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_status st = gud_study_load(scratch_file("file", data, size), &diag, &study);
    gud_diag_write(&diag, &messages);
    if ((st == GUD_OK) != (study != NULL) || (st == GUD_ERR_INPUT && diag.count == 0)) abort();
    for (int run = 0; study && run < study->nrun && run < 100; run++) check_run(study, run);
    gud_study_free(study);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    return 0;
}
