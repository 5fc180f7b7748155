// Each thread owns a fixed range of the items, so that it finds the data in its own caches: on some machines it takes
// 250 ns to read a cache line that another core has written. A thread that has finished its range takes items from the
// ends of other ranges. The caller works on items as well and waits only for those in progress: a thread that wakes too
// late, or has lost its core to another program, delays nobody. A round takes about a hundred microseconds or less, and
// the next one follows soon: threads poll for it for a while before they sleep, because waking up takes 30 us.

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

// In a round of short items, before the caller takes over those of another thread, which may only just not have seen
// the round yet: about 4 us.
enum { patience = 200 };

// A thread and its items that nobody has taken yet: round * 2^32 + first * 2^16 + end. Padded, so that no two of them
// share a cache line.
typedef struct {
    atomic_uint_fast64_t left;
    gud_team *team;
    pthread_t thread;
    char apart[128 - 2 * sizeof(uint64_t) - sizeof(pthread_t)];
} member;

enum { most = 0xffff }; // items of a round, or groups of them

struct gud_team {
    member *members; // the caller is the first one
    int nmember;
    int spins; // looks before sleeping: none where threads have no core of their own
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    atomic_uint_fast32_t round;
    atomic_int done;     // items of the round
    atomic_int asleep;   // threads that wait for a round
    atomic_bool awaited; // by a caller that sleeps until the round ends
    atomic_bool keeps;   // in this round threads do not take items of other threads
    atomic_bool quit;
    // of the round: read only by threads that have taken an item, before whose end no new round begins
    int nitem, group;
    void (*item)(void *user, int i);
    void *user;
};

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// the first or the last group of items left in a range; -1: none
static int take_group(member *range, bool last)
{
    uint_fast64_t left = atomic_load(&range->left);
    for (;;) {
        const int first = (int)(left >> 16 & most), end = (int)(left & most);
        if (first == end) return -1;
        const uint_fast64_t rest = last ? left - 1 : left + (1 << 16);
        if (atomic_compare_exchange_weak(&range->left, &left, rest)) return last ? end - 1 : first;
    }
}

// returns the number of items
static int do_group(const gud_team *team, int group)
{
    const int first = group * team->group, left = team->nitem - first, n = left < team->group ? left : team->group;
    for (int i = 0; i < n; i++) team->item(team->user, first + i);
    return n;
}

static void finish_items(gud_team *team, int n)
{
    const int all = team->nitem;
    if (atomic_fetch_add(&team->done, n) + n < all || !atomic_load(&team->awaited)) return;
    (void)pthread_mutex_lock(&team->lock);
    (void)pthread_cond_signal(&team->end);
    (void)pthread_mutex_unlock(&team->lock);
}

// its own items from the first one on
static int take_own(gud_team *team, int own)
{
    int done = 0, group;
    while ((group = take_group(&team->members[own], false)) >= 0) done += do_group(team, group);
    return done;
}

// those of others, from the last one on
static int take_from_others(gud_team *team, int own)
{
    int done = 0, group;
    for (int k = 1; k < team->nmember; k++) {
        member *range = &team->members[(own + k) % team->nmember];
        while ((group = take_group(range, true)) >= 0) done += do_group(team, group);
    }
    return done;
}

// what a thread does in a round
static void take_items(gud_team *team, int own)
{
    int done = take_own(team, own);
    if (!atomic_load(&team->keeps)) done += take_from_others(team, own);
    if (done > 0) finish_items(team, done);
}

static bool round_is(gud_team *team, uint_fast32_t seen)
{
    return atomic_load(&team->round) == seen && !atomic_load(&team->quit);
}

// until a round after `seen` has begun
static void await_round(gud_team *team, uint_fast32_t seen)
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
    member *me = user;
    gud_team *team = me->team;
    uint_fast32_t seen = 0;
    while (!atomic_load(&team->quit)) {
        await_round(team, seen);
        seen = atomic_load(&team->round);
        take_items(team, (int)(me - team->members));
    }
    return NULL;
}

// signals are the caller's business
static void start_threads(gud_team *team, int n)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < n; i++) team->members[i].team = team;
    while (team->nmember < n) {
        member *next = &team->members[team->nmember];
        if (pthread_create(&next->thread, NULL, serve_team, next) != 0) break;
        team->nmember++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
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
    team->members = gud_alloc((size_t)n, sizeof *team->members);
    team->nmember = 1;
    team->spins = sysconf(_SC_NPROCESSORS_ONLN) >= n ? looks : 0;
    (void)pthread_mutex_init(&team->lock, NULL);
    (void)pthread_cond_init(&team->begin, NULL);
    (void)pthread_cond_init(&team->end, NULL);
    if (team->members) start_threads(team, n);
    if (team->nmember > 1) return team;
    gud_team_free(team);
    return NULL;
}

void gud_team_free(gud_team *team)
{
    if (!team) return;
    atomic_store(&team->quit, true);
    wake_threads(team);
    for (int i = 1; i < team->nmember; i++) (void)pthread_join(team->members[i].thread, NULL);
    (void)pthread_cond_destroy(&team->begin);
    (void)pthread_cond_destroy(&team->end);
    (void)pthread_mutex_destroy(&team->lock);
    gud_free(team->members);
    gud_free(team);
}

int gud_team_size(const gud_team *team)
{
    return team ? team->nmember : 1;
}

// All ranges are empty, and nobody reads the fields of the previous round any more.
static void begin_round(gud_team *team, int n, bool keeps, void (*item)(void *user, int i), void *user)
{
    const uint_fast32_t round = (atomic_load(&team->round) + 1) & UINT32_MAX;
    team->group = 1 + (n - 1) / most;
    team->nitem = n, team->item = item, team->user = user;
    atomic_store(&team->done, 0);
    atomic_store(&team->keeps, keeps);
    const uint_fast64_t ngroup = (uint_fast64_t)((n + team->group - 1) / team->group),
                        many = (uint_fast64_t)team->nmember;
    for (uint_fast64_t k = 0; k < many; k++) {
        const uint_fast64_t first = ngroup * k / many, end = ngroup * (k + 1) / many;
        atomic_store(&team->members[k].left, (uint_fast64_t)round << 32 | first << 16 | end);
    }
    atomic_store(&team->round, round);
    if (atomic_load(&team->asleep) > 0) wake_threads(team);
}

static bool has_ended(gud_team *team, int most_looks)
{
    for (int i = 0; i < most_looks && atomic_load(&team->done) < team->nitem; i++) pause_briefly();
    return atomic_load(&team->done) == team->nitem;
}

static void await_end(gud_team *team)
{
    if (has_ended(team, team->spins)) return;
    (void)pthread_mutex_lock(&team->lock);
    atomic_store(&team->awaited, true);
    while (atomic_load(&team->done) < team->nitem) (void)pthread_cond_wait(&team->end, &team->lock);
    atomic_store(&team->awaited, false);
    (void)pthread_mutex_unlock(&team->lock);
}

static void share(gud_team *team, int n, bool keeps, void (*item)(void *user, int i), void *user)
{
    if (!team || n < 2) {
        for (int i = 0; i < n; i++) item(user, i);
        return;
    }
    begin_round(team, n, keeps, item, user);
    take_items(team, 0);
    if (keeps && !has_ended(team, team->spins < patience ? team->spins : patience)) {
        const int late = take_from_others(team, 0);
        if (late > 0) finish_items(team, late);
    }
    await_end(team);
}

void gud_team_share(gud_team *team, int n, void (*item)(void *user, int i), void *user)
{
    share(team, n, false, item, user);
}

void gud_team_share_short(gud_team *team, int n, void (*item)(void *user, int i), void *user)
{
    share(team, n, true, item, user);
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
