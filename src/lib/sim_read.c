// What can be read of a simulation: channels, maps, energies, counters.

#include "base/alloc.h"
#include "lib/session.h"
#include "num/blas.h"
#include "out/pick.h"

#include <string.h>

static const gud_session *started(const gud_sim *s)
{
    const gud_session *n = gud_session_of(s);
    return n && n->started ? n : NULL;
}

static const gud_channel *channel_of(const gud_session *n, int i)
{
    return &gud_record_layout(n->record)->channels[i];
}

static const char *text_of(const char *text)
{
    return text ? text : "";
}

// ---- channels

int gud_sim_channel_count(const gud_sim *s)
{
    const gud_session *n = started(s);
    return n ? n->nseries : 0;
}

int gud_sim_signal_count(const gud_sim *s)
{
    const gud_session *n = started(s);
    return n ? n->nsignal : 0;
}

gud_status gud_sim_channel(const gud_sim *s, int i, gud_channel_info *out)
{
    const gud_session *n = started(s);
    if (!n || !out || i < 0 || i >= n->nseries) return GUD_ERR_USE;
    const gud_channel *c = channel_of(n, i);
    *out = (gud_channel_info){.path = c->path,
                              .unit = c->unit,
                              .about = text_of(c->about),
                              .first = n->first_signal[i],
                              .width = c->width,
                              .components = c->components};
    return GUD_OK;
}

gud_status gud_sim_find(gud_sim *s, const char *name, int *first, int *width)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_find"));
    if (!name || !first) return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_find: NULL");
    const gud_session *n = s->session;
    const gud_layout *layout = gud_record_layout(n->record);
    gud_pick pick = {.channel = gud_layout_find(layout, name)};
    const bool whole = pick.channel >= 0;
    if (!whole) GUD_TRY(gud_layout_pick(layout, name, &s->error, &pick));
    if (pick.channel >= n->nseries)
        return gud_fail(&s->error, GUD_ERR_INPUT, "'%s' has no signals; it is a map or a list of contacts", name);
    *first = n->first_signal[pick.channel] + pick.component;
    if (width) *width = whole ? layout->channels[pick.channel].width : 1;
    return GUD_OK;
}

static gud_status check_signals(gud_sim *s, const char *function, const int *signals, int nsignal)
{
    const gud_session *n = s->session;
    if (nsignal < 0 || (nsignal > 0 && !signals))
        return gud_fail(&s->error, GUD_ERR_USE, "%s: NULL, or a negative number of signals", function);
    for (int i = 0; i < nsignal; i++)
        if (signals[i] < 0 || signals[i] >= n->nsignal)
            return gud_fail(&s->error, GUD_ERR_USE, "%s: there is no signal %d; there are %d", function, signals[i],
                            n->nsignal);
    return GUD_OK;
}

// computes them where they are not known yet
static const double *present_row(gud_sim *s)
{
    const gud_session *n = s->session;
    if (n->row_valid) return n->row;
    gud_blas_enter();
    const double *row = gud_session_row(s);
    gud_blas_leave();
    return row;
}

gud_status gud_sim_read(gud_sim *s, const int *signals, int nsignal, double *values)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_read"));
    GUD_TRY(check_signals(s, "gud_sim_read", signals, nsignal));
    if (nsignal > 0 && !values) return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_read: NULL");
    const double *row = present_row(s);
    for (int i = 0; i < nsignal; i++) values[i] = row[signals[i]];
    return GUD_OK;
}

gud_status gud_sim_read_all(gud_sim *s, double *values, int room)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_read_all"));
    const gud_session *n = s->session;
    if (!values || room < n->nsignal)
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_read_all: NULL, or room for less than %d values", n->nsignal);
    memcpy(values, present_row(s), (size_t)n->nsignal * sizeof *values);
    return GUD_OK;
}

// ---- maps

int gud_sim_map_count(const gud_sim *s)
{
    const gud_session *n = started(s);
    return n ? gud_record_layout(n->record)->nchannel - n->first_map : 0;
}

gud_status gud_sim_map(const gud_sim *s, int map, gud_map_info *out)
{
    if (!out || map < 0 || map >= gud_sim_map_count(s)) return GUD_ERR_USE;
    const gud_session *n = s->session;
    const gud_channel *c = channel_of(n, n->first_map + map);
    *out = (gud_map_info){
        .path = c->path, .unit = c->unit, .about = text_of(c->about), .rows = c->rows, .columns = c->cols};
    return GUD_OK;
}

typedef struct map_target {
    int channel, width;
    double *values;
} map_target;

static gud_status take_map(void *user, int channel, double time, const double *values)
{
    const map_target *to = user;
    (void)time;
    if (channel == to->channel) memcpy(to->values, values, (size_t)to->width * sizeof *values);
    return GUD_OK;
}

gud_status gud_sim_read_map(gud_sim *s, int map, double *values, int room)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_read_map"));
    const gud_session *n = s->session;
    if (map < 0 || map >= gud_sim_map_count(s))
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_read_map: there is no map %d; there are %d", map,
                        gud_sim_map_count(s));
    map_target to = {n->first_map + map, channel_of(n, n->first_map + map)->width, values};
    if (!values || room < to.width)
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_read_map: NULL, or room for less than %d values", to.width);
    gud_blas_enter();
    const gud_status st = gud_record_maps_now(n->record, s, take_map, &to);
    gud_blas_leave();
    return st;
}

// ---- energies and counters

static double number_of(gud_sim *s, const double *row, const char *path)
{
    const gud_session *n = s->session;
    return row[n->first_signal[gud_layout_find(gud_record_layout(n->record), path)]];
}

gud_status gud_sim_energies(gud_sim *s, gud_energies *out)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_energies"));
    if (!out) return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_energies: NULL");
    const double *row = present_row(s);
    *out = (gud_energies){.kinetic = number_of(s, row, "energy/kinetic"),
                          .potential = number_of(s, row, "energy/potential"),
                          .drive_work = number_of(s, row, "energy/drive_work"),
                          .load_work = number_of(s, row, "energy/load_work"),
                          .lost = number_of(s, row, "energy/losses"),
                          .imbalance = number_of(s, row, "energy/imbalance")};
    return GUD_OK;
}

gud_counters gud_counters_of(const gud_clock *c)
{
    return (gud_counters){.steps = c->nstep,
                          .rejected = c->nreject,
                          .newton = c->nnewton,
                          .factorisations = c->nfactor,
                          .events = c->nevent,
                          .step = c->h_last,
                          .drift_position = c->drift[0],
                          .drift_velocity = c->drift[1]};
}

gud_status gud_sim_counters(const gud_sim *s, gud_counters *out)
{
    if (!out || !started(s)) return GUD_ERR_USE;
    *out = gud_counters_of(&s->state.clock);
    return GUD_OK;
}

// ---- watching

gud_status gud_sim_watch(gud_sim *s, const int *signals, int nsignal, gud_sim_callback callback, void *user)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_watch"));
    GUD_TRY(gud_session_free_to_move(s, "gud_sim_watch"));
    GUD_TRY(check_signals(s, "gud_sim_watch", signals, nsignal));
    gud_session *n = s->session;
    int *watched = gud_alloc((size_t)nsignal, sizeof *watched);
    double *values = gud_alloc((size_t)nsignal, sizeof *values);
    if (!watched || !values) {
        gud_free(watched);
        gud_free(values);
        return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    }
    if (nsignal > 0) memcpy(watched, signals, (size_t)nsignal * sizeof *watched);
    gud_free(n->watched);
    gud_free(n->watched_values);
    n->watched = watched;
    n->watched_values = values;
    n->nwatched = nsignal;
    n->callback = callback;
    n->user = user;
    return GUD_OK;
}

int gud_sim_outline_count(const gud_sim *s)
{
    const gud_session *n = s ? gud_session_of(s) : NULL;
    return n && n->started ? gud_record_layout(n->record)->meta.noutline : 0;
}

gud_status gud_sim_outline(const gud_sim *s, int i, gud_outline_info *out)
{
    if (!out) return GUD_ERR_USE;
    *out = (gud_outline_info){0};
    if (i < 0 || i >= gud_sim_outline_count(s)) return GUD_ERR_USE;
    const gud_outline *o = &gud_record_layout(gud_session_of(s)->record)->meta.outlines[i];
    *out = (gud_outline_info){o->body, o->npoint, o->points, o->names};
    return GUD_OK;
}

int gud_sim_part_count(const gud_sim *s)
{
    const gud_session *n = s ? gud_session_of(s) : NULL;
    return n && n->started ? gud_record_layout(n->record)->meta.npart : 0;
}

gud_status gud_sim_part(const gud_sim *s, int i, gud_part_info *out)
{
    if (!out) return GUD_ERR_USE;
    *out = (gud_part_info){0};
    if (i < 0 || i >= gud_sim_part_count(s)) return GUD_ERR_USE;
    *out = gud_record_layout(gud_session_of(s)->record)->meta.parts[i];
    return GUD_OK;
}
