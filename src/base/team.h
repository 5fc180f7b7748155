// A team of threads that share the items of a loop. Which thread does which item is not known, so items must not depend
// on each other; what they leave behind is then the same on any number of threads.
#ifndef GUD_BASE_TEAM_H
#define GUD_BASE_TEAM_H

typedef struct gud_team gud_team;

// of n threads, of which the caller is one; NULL: no memory, or no thread can be had
gud_team *gud_team_create(int n);
void gud_team_free(gud_team *team); // accepts NULL

// Calls item(user, i) for i from 0 to n - 1, and returns when all of them are done. One caller at a time. Without a
// team (NULL) they are done one after the other.
void gud_team_share(gud_team *team, int n, void (*item)(void *user, int i), void *user);

#endif
