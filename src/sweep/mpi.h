// Studies on the ranks of MPI. What calls MPI is a module of its own, src/mpi, which is loaded when `mpirun` started
// us: neither the command nor the library is linked with MPI (decision 0015).
//
// Every rank is two processes. One, started before MPI, computes runs with its workers; the other one talks: on rank 0
// it also hands out runs to whoever asks, few at a time, so that unequal runs fill all ranks to the end. Rows are the
// memory of the study: if a rank is lost, so are the runs that it had not finished, and nothing else.
#ifndef GUD_SWEEP_MPI_H
#define GUD_SWEEP_MPI_H

#include "sweep/sweep.h"

enum { GUD_MPI_DOOR = 1 };                // changes with the struct below
#define GUD_MPI_SYMBOL "gud_mpi_door_get" // const gud_mpi_door *(void)

// what the module offers; messages are small arrays of numbers
typedef struct gud_mpi_door {
    int version;
    int (*enter)(int *rank, int *size);                 // 0: fine
    int (*send)(int to, const int *numbers, int count); // does not wait for who receives it; 0: fine
    int (*receive)(int *from, int *numbers, int room);  // how many; -1: no message has come
    void (*leave)(void);
    void (*abort)(int code); // ends all ranks
} gud_mpi_door;

// the rank that `mpirun` or `srun` has given to this process, and how many there are; false: it was not started so
bool gud_mpi_started(int *rank, int *size);

// Computes the study on all ranks. *presents: this is rank 0, whose sweep knows all rows afterwards; the others are
// done. `module`: path of the module.
gud_status gud_mpi_run(gud_sweep *sweep, const char *module, gud_error *error, bool *presents);

// How many runs to hand out at once: less and less towards the end, for a second or two at most, one at least. `wall`:
// mean seconds of a run of who asks, NAN: not known.
int gud_mpi_chunk(int nleft, int nrank, double wall);

#endif
