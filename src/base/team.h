// A team of threads that share the items of a loop. Which thread does which item is not known, so items must not depend
// on each other; what they leave behind is then the same on any number of threads.
#ifndef GUD_BASE_TEAM_H
#define GUD_BASE_TEAM_H

typedef struct gud_team gud_team;

enum { GUD_THREADS_ALL = 4096 }; // as a number of threads: one for each core

int gud_thread_count(int n); // n, or the number of cores

// of n threads, of which the caller is one; NULL: no memory, or no thread can be had
gud_team *gud_team_create(int n);
void gud_team_free(gud_team *team); // accepts NULL

int gud_team_size(const gud_team *team); // threads; 1 for NULL

// Calls item(user, i) for i from 0 to n - 1, and returns when all of them are done. One caller at a time. Without a
// team (NULL) they are done one after the other.
void gud_team_share(gud_team *team, int n, void (*item)(void *user, int i), void *user);

// The same for items of a few microseconds, which do not pay for moving their data: each thread works on its own items
// only, and the caller takes over those of threads that are late.
void gud_team_share_short(gud_team *team, int n, void (*item)(void *user, int i), void *user);

// Calls part(user, first, end) for ranges that make up 0 to n, `size` items in each; as above. Without a team it is
// one range, so that a part must not depend on where ranges end.
void gud_team_parts(gud_team *team, int n, int size, void (*part)(void *user, int first, int end), void *user);

#endif
