// A thread beside the caller's that does tasks one after the other, in the order in which they are given.
#ifndef GUD_BASE_WORKER_H
#define GUD_BASE_WORKER_H

// The first member of what a task needs. It belongs to the worker until `run`, which may free it, has returned.
typedef struct gud_task {
    void (*run)(struct gud_task *task);
    struct gud_task *next; // private
} gud_task;

typedef struct gud_worker gud_worker;

gud_worker *gud_worker_create(void);                      // NULL: no memory, or no thread can be had
void gud_worker_free(gud_worker *worker);                 // when all tasks are done; accepts NULL
void gud_worker_give(gud_worker *worker, gud_task *task); // without a worker (NULL) it is done at once

// until at most `most` tasks are not done yet; with 0, all that they have written can be read
void gud_worker_wait(gud_worker *worker, int most);

#endif
