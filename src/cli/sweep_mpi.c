// mpirun gudgeon sweep STUDY
#include "base/beside.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/sweep.h"
#include "out/claim.h"
#include "sweep/mpi.h"

static int run_ranks(gud_sweep_session *s, const char *module)
{
    gud_error error;
    bool presents;
    if (s->sweep.nworker < 1) s->sweep.nworker = 1; // ranks are as many as there are cores
    gud_interrupt_watch();
    const gud_status st = gud_mpi_run(&s->sweep, module, &error, &presents);
    if (st == GUD_OK) return presents ? gud_sweep_present(s, true) : GUD_EXIT_FINE;
    if (!presents && st == GUD_ERR_INTERRUPT) return GUD_EXIT_FAILED;
    const int code = gud_verb_fail(s->args, st, &error);
    if (st == GUD_ERR_INTERRUPT) gud_remark(s->args, "run the same command again to continue");
    return code;
}

int gud_sweep_on_ranks(gud_sweep_session *s, int rank)
{
    gud_error error;
    gud_claim claim = {.fd = -1};
    char module[GUD_PATH_SIZE];
    gud_status st = GUD_OK;
    if (!gud_beside_find("libgudgeon-mpi.so", "GUDGEON_MPI_LIBRARY", module, sizeof module))
        st = gud_fail(&error, GUD_ERR_INPUT,
                      "started by mpirun, but built without MPI (libgudgeon-mpi.so is missing): use --part I/N");
    else if (s->sweep.fresh)
        st = gud_fail(&error, GUD_ERR_INPUT,
                      "--fresh needs the whole study in one process; choose a new folder with -o");
    else if (rank == 0)
        st = gud_claim_take(&claim, s->sweep.folder, s->sweep.force, &error);
    if (st != GUD_OK) return rank == 0 ? gud_verb_fail(s->args, st, &error) : GUD_EXIT_INPUT;
    const int code = run_ranks(s, module);
    gud_claim_release(&claim);
    return code;
}
