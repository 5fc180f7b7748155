// Items are taken from a common ticket, the number of the round and of the next item in one. The caller takes items as
// well and then waits for those under way only: a thread that wakes too late, or has lost its core to another program,
// keeps nobody waiting. A round takes some hundred microseconds or less, and the next one follows soon: threads look
// for it for a while before they sleep, as waking up takes 30 us.

#include "base/team.h"

#include "base/alloc.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

// Before a thread sleeps: some 100 us. Between two rounds of a mechanism with films lie 10 to 90 us, before them up to
// 60 us in which another thread finishes its last item.
enum { looks = 5000 };

// a ticket of a round that has not begun: no item has such a number
static const uint64_t shut = 0x7fffffff;

struct gud_team {
    pthread_t *threads;
    int nthread; // without the caller
    int spins;   // looks before sleeping: none where threads have no core of their own
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    atomic_uint_fast64_t ticket; // round * 2^32 + item to be taken
    atomic_int done;             // items of the round
    atomic_int asleep;           // threads that wait for a round
    atomic_bool quit;
    // of the round; a thread that reads those of the next one finds that its ticket has changed
    atomic_int nitem;
    void (*_Atomic item)(void *user, int i);
    void *_Atomic user;
};

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void item_finish(gud_team *team, int n)
{
    if (atomic_fetch_add(&team->done, 1) + 1 < n) return;
    (void)pthread_mutex_lock(&team->lock);
    (void)pthread_cond_signal(&team->end);
    (void)pthread_mutex_unlock(&team->lock);
}

// takes items as long as there are any; returns the round that it found exhausted
static uint64_t take_items(gud_team *team)
{
    for (;;) {
        uint64_t ticket = atomic_load(&team->ticket);
        const int i = (int)(ticket & shut), n = atomic_load(&team->nitem);
        void (*item)(void *user, int i) = atomic_load(&team->item);
        void *user = atomic_load(&team->user);
        if (i >= n) return ticket >> 32;
        if (!atomic_compare_exchange_strong(&team->ticket, &ticket, ticket + 1)) continue;
        item(user, i);
        item_finish(team, n);
    }
}

static bool round_is(gud_team *team, uint64_t seen)
{
    return atomic_load(&team->ticket) >> 32 == seen && !atomic_load(&team->quit);
}

// until a round after `seen` has begun
static void await_round(gud_team *team, uint64_t seen)
{
    for (int i = 0; i < team->spins && round_is(team, seen); i++) pause_briefly();
    if (!round_is(team, seen)) return;
    (void)pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->asleep, 1);
    while (round_is(team, seen)) (void)pthread_cond_wait(&team->begin, &team->lock);
    atomic_fetch_sub(&team->asleep, 1);
    (void)pthread_mutex_unlock(&team->lock);
}

static void wake_threads(gud_team *team)
{
    (void)pthread_mutex_lock(&team->lock);
    (void)pthread_cond_broadcast(&team->begin);
    (void)pthread_mutex_unlock(&team->lock);
}

static void *serve_team(void *user)
{
    gud_team *team = user;
    while (!atomic_load(&team->quit)) await_round(team, take_items(team));
    return NULL;
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

int gud_thread_count(int n)
{
    return n >= GUD_THREADS_ALL ? (int)sysconf(_SC_NPROCESSORS_ONLN) : n;
}

gud_team *gud_team_create(int n)
{
    n = gud_thread_count(n);
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
    atomic_store(&team->quit, true);
    wake_threads(team);
    for (int i = 0; i < team->nthread; i++) (void)pthread_join(team->threads[i], NULL);
    (void)pthread_cond_destroy(&team->begin);
    (void)pthread_cond_destroy(&team->end);
    (void)pthread_mutex_destroy(&team->lock);
    gud_free(team->threads);
    gud_free(team);
}

int gud_team_size(const gud_team *team)
{
    return team ? team->nthread + 1 : 1;
}

void gud_team_share(gud_team *team, int n, void (*item)(void *user, int i), void *user)
{
    if (!team || n < 2) {
        for (int i = 0; i < n; i++) item(user, i);
        return;
    }
    const uint64_t round = (atomic_load(&team->ticket) >> 32) + 1;
    atomic_store(&team->ticket, (round - 1) << 32 | shut); // late threads take nothing while the question changes
    atomic_store(&team->nitem, n);
    atomic_store(&team->item, item);
    atomic_store(&team->user, user);
    atomic_store(&team->done, 0);
    atomic_store(&team->ticket, round << 32);
    if (atomic_load(&team->asleep) > 0) wake_threads(team);
    (void)take_items(team);
    for (int i = 0; i < team->spins && atomic_load(&team->done) < n; i++) pause_briefly();
    if (atomic_load(&team->done) == n) return;
    (void)pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->done) < n) (void)pthread_cond_wait(&team->end, &team->lock);
    (void)pthread_mutex_unlock(&team->lock);
}

typedef struct {
    int n, size;
    void (*part)(void *user, int first, int end);
    void *user;
} ranges;

static void part_do(void *user, int i)
{
    const ranges *r = user;
    const int first = i * r->size, left = r->n - first;
    r->part(r->user, first, first + (left < r->size ? left : r->size));
}

void gud_team_parts(gud_team *team, int n, int size, void (*part)(void *user, int first, int end), void *user)
{
    ranges r = {n, size, part, user};
    if (n < 1) return;
    if (team)
        gud_team_share(team, (n + size - 1) / size, part_do, &r);
    else
        part(user, 0, n);
}
