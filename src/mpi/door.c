// The module that calls MPI; sweep/mpi.h says what it is for. Built where MPI is found.

#include "sweep/mpi.h"

#include <mpi.h>

enum { tag = 7 };

static int enter(int *rank, int *size)
{
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return 1;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, size);
    return 0;
}

// messages are short: MPI keeps them until they are asked for
static int send(int to, const int *numbers, int count)
{
    return MPI_Send(numbers, count, MPI_INT, to, tag, MPI_COMM_WORLD) == MPI_SUCCESS ? 0 : 1;
}

static int receive(int *from, int *numbers, int room)
{
    MPI_Status status;
    int there = 0, count = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there) return -1;
    (void)MPI_Get_count(&status, MPI_INT, &count);
    if (count > room) count = room;
    *from = status.MPI_SOURCE;
    if (MPI_Recv(numbers, count, MPI_INT, *from, tag, MPI_COMM_WORLD, &status) != MPI_SUCCESS) return -1;
    return count;
}

static void leave(void)
{
    (void)MPI_Finalize();
}

static void end_all(int code)
{
    (void)MPI_Abort(MPI_COMM_WORLD, code);
}

__attribute__((visibility("default"))) const gud_mpi_door *gud_mpi_door_get(void);

const gud_mpi_door *gud_mpi_door_get(void)
{
    static const gud_mpi_door door = {GUD_MPI_DOOR, enter, send, receive, leave, end_all};
    return &door;
}
