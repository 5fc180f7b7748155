#include "step/periodic.h"

#include "base/alloc.h"
#include "model/cycle.h"
#include "out/select.h"
#include "out/turns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// the drift of one component in its last turn; that of a component which hardly changes says nothing
static gud_status compare_one(const gud_result *result, gud_pick pick, const double *angle, double cycle,
                              gud_turn *turns, int room, gud_error *error, gud_periodic *p)
{
    double *values;
    const int64_t n = gud_result_count(result, 0);
    GUD_TRY(gud_result_load(result, pick, error, &values));
    const int count = gud_turns_of(angle, values, n, cycle, turns, room);
    gud_free(values);
    p->cycles = count;
    if (count < 2) return GUD_OK;
    const gud_turn *last = &turns[count - 1];
    const double size = fmax(fabs(last->min), fabs(last->max));
    if (!(last->max - last->min > 1e-6 * size) || (!isnan(p->drift) && !(last->drift > p->drift))) return GUD_OK;
    p->drift = last->drift;
    char name[600];
    gud_result_name(result, pick, name, sizeof name);
    (void)snprintf(p->channel, sizeof p->channel, "%.63s", name);
    return GUD_OK;
}

// films where there are any; else the larger components of the reactions
static gud_status select_compared(const gud_result *result, gud_error *error, gud_selection *found)
{
    static const char *const films[] = {"joints/*/film_min"}, *const rest[] = {"bodies/*/velocity"};
    if (gud_selection_find(result, films, 1, error, found) == GUD_OK) return GUD_OK;
    return gud_selection_find(result, rest, 1, error, found);
}

static gud_status compare(const gud_result *result, double cycle, gud_turn *turns, int room, gud_error *error,
                          gud_periodic *p)
{
    gud_pick over;
    gud_selection found;
    double *angle;
    GUD_TRY(gud_result_pick(result, gud_result_abscissa(result), error, &over));
    GUD_TRY(select_compared(result, error, &found));
    gud_status st = gud_result_load(result, over, error, &angle);
    for (int i = 0; i < found.count && st == GUD_OK; i++)
        st = compare_one(result, found.picks[i], angle, cycle, turns, room, error, p);
    gud_free(angle);
    gud_free(found.picks);
    return st;
}

gud_status gud_periodic_compare(const gud_model *m, const gud_result *result, gud_error *error, gud_periodic *p)
{
    const double cycle = gud_model_cycle(m, m->run.until_coordinate);
    const int room = (int)ceil(fabs(m->run.until) / cycle) + 2;
    *p = (gud_periodic){.drift = (double)NAN};
    gud_turn *turns = gud_alloc((size_t)room, sizeof *turns);
    const gud_status st =
        turns ? compare(result, cycle, turns, room, error, p) : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_free(turns);
    return st;
}
