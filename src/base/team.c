// Items are taken from a common counter. A loop takes tens of microseconds, and the next one follows soon: threads look
// for it for a while before they sleep.

#include "base/team.h"

#include "base/alloc.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum { looks = 4000 }; // before a thread sleeps: some 20 us

struct gud_team {
    pthread_t *threads;
    int nthread; // without the caller
    int spins;   // looks before sleeping: none where threads have no core of their own
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    atomic_uint round; // counts loops
    atomic_int next;   // item to be taken
    atomic_int busy;   // threads that have not finished the round
    bool quit;
    int nitem;
    void (*item)(void *user, int i);
    void *user;
};

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void take_items(gud_team *team)
{
    for (int i = atomic_fetch_add(&team->next, 1); i < team->nitem; i = atomic_fetch_add(&team->next, 1))
        team->item(team->user, i);
}

// until a round after `seen` has begun
static unsigned await_round(gud_team *team, unsigned seen)
{
    for (int i = 0; i < team->spins && atomic_load(&team->round) == seen; i++) pause_briefly();
    if (atomic_load(&team->round) != seen) return atomic_load(&team->round);
    (void)pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->round) == seen) (void)pthread_cond_wait(&team->begin, &team->lock);
    (void)pthread_mutex_unlock(&team->lock);
    return atomic_load(&team->round);
}

static void begin_round(gud_team *team)
{
    atomic_store(&team->next, 0);
    atomic_store(&team->busy, team->nthread);
    (void)pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->round, 1);
    (void)pthread_cond_broadcast(&team->begin);
    (void)pthread_mutex_unlock(&team->lock);
}

static void *serve_team(void *user)
{
    gud_team *team = user;
    unsigned seen = 0;
    for (;;) {
        seen = await_round(team, seen);
        if (team->quit) return NULL;
        take_items(team);
        if (atomic_fetch_sub(&team->busy, 1) > 1) continue;
        (void)pthread_mutex_lock(&team->lock);
        (void)pthread_cond_signal(&team->end);
        (void)pthread_mutex_unlock(&team->lock);
    }
}

// signals are the caller's business
static int start_threads(gud_team *team, int n)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (team->nthread < n && pthread_create(&team->threads[team->nthread], NULL, serve_team, team) == 0)
        team->nthread++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return team->nthread;
}

gud_team *gud_team_create(int n)
{
    gud_team *team = n > 1 ? gud_alloc(1, sizeof *team) : NULL;
    if (!team) return NULL;
    team->threads = gud_alloc((size_t)n - 1, sizeof *team->threads);
    team->spins = sysconf(_SC_NPROCESSORS_ONLN) >= n ? looks : 0;
    (void)pthread_mutex_init(&team->lock, NULL);
    (void)pthread_cond_init(&team->begin, NULL);
    (void)pthread_cond_init(&team->end, NULL);
    if (team->threads && start_threads(team, n - 1) > 0) return team;
    gud_team_free(team);
    return NULL;
}

void gud_team_free(gud_team *team)
{
    if (!team) return;
    team->quit = true;
    begin_round(team);
    for (int i = 0; i < team->nthread; i++) (void)pthread_join(team->threads[i], NULL);
    (void)pthread_cond_destroy(&team->begin);
    (void)pthread_cond_destroy(&team->end);
    (void)pthread_mutex_destroy(&team->lock);
    gud_free(team->threads);
    gud_free(team);
}

void gud_team_share(gud_team *team, int n, void (*item)(void *user, int i), void *user)
{
    if (!team || n < 2) {
        for (int i = 0; i < n; i++) item(user, i);
        return;
    }
    team->nitem = n;
    team->item = item;
    team->user = user;
    begin_round(team);
    take_items(team);
    for (int i = 0; i < team->spins && atomic_load(&team->busy) > 0; i++) pause_briefly();
    (void)pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->busy) > 0) (void)pthread_cond_wait(&team->end, &team->lock);
    (void)pthread_mutex_unlock(&team->lock);
}
