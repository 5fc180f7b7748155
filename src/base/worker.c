#include "base/worker.h"

#include "base/alloc.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct gud_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given, done;
    gud_task *first, *last; // that have not begun
    int left;               // tasks that are not done
    bool quit;
};

static gud_task *take_task(gud_worker *w)
{
    (void)pthread_mutex_lock(&w->lock);
    while (!w->first && !w->quit) (void)pthread_cond_wait(&w->given, &w->lock);
    gud_task *task = w->first;
    if (task) w->first = task->next;
    (void)pthread_mutex_unlock(&w->lock);
    return task;
}

static void *serve_tasks(void *user)
{
    gud_worker *w = user;
    for (gud_task *task = take_task(w); task; task = take_task(w)) {
        task->run(task);
        (void)pthread_mutex_lock(&w->lock);
        w->left--;
        (void)pthread_cond_signal(&w->done);
        (void)pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

static void destroy_worker(gud_worker *w)
{
    (void)pthread_cond_destroy(&w->given);
    (void)pthread_cond_destroy(&w->done);
    (void)pthread_mutex_destroy(&w->lock);
    gud_free(w);
}

gud_worker *gud_worker_create(void)
{
    sigset_t all, before;
    gud_worker *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->given, NULL);
    (void)pthread_cond_init(&w->done, NULL);
    (void)sigfillset(&all); // signals are the caller's business
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&w->thread, NULL, serve_tasks, w) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) return w;
    destroy_worker(w);
    return NULL;
}

void gud_worker_free(gud_worker *w)
{
    if (!w) return;
    (void)pthread_mutex_lock(&w->lock);
    w->quit = true;
    (void)pthread_cond_signal(&w->given);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    destroy_worker(w);
}

void gud_worker_give(gud_worker *w, gud_task *task)
{
    if (!w) {
        task->run(task);
        return;
    }
    task->next = NULL;
    (void)pthread_mutex_lock(&w->lock);
    if (w->first)
        w->last->next = task;
    else
        w->first = task;
    w->last = task;
    w->left++;
    (void)pthread_cond_signal(&w->given);
    (void)pthread_mutex_unlock(&w->lock);
}

void gud_worker_wait(gud_worker *w, int most)
{
    if (!w) return;
    (void)pthread_mutex_lock(&w->lock);
    while (w->left > most) (void)pthread_cond_wait(&w->done, &w->lock);
    (void)pthread_mutex_unlock(&w->lock);
}
