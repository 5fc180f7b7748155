// What a run tells at rarer times than its records: contacts that ended, and maps of films.

#include "step/record_parts.h"

#include "num/vec.h"

static const char *group_of(const gud_force_law *law)
{
    return law->group ? law->group : "forces";
}

static void describe_field(gud_walk *w, const gud_channel_label *l, int rows, int cols)
{
    gud_walk_describe(w, l, rows * cols);
    if (w->failed) return;
    gud_channel *channel = &w->r->channels[w->r->layout.nchannel - 1];
    channel->kind = GUD_CHANNEL_FIELD;
    channel->rows = rows;
    channel->cols = cols;
}

static void describe_logs(gud_walk *w)
{
    const gud_model *m = w->s->model;
    w->r->first_log = w->r->layout.nchannel;
    for (int i = 0; i < m->nforce; i++) {
        const gud_force_law *law = m->force[i].law;
        const gud_channel_label l = {group_of(law), m->force[i].name,
                                     "contacts",    NULL,
                                     "SI",          "begin s, speed m/s, force N, depth m, duration s, restitution"};
        if (law->nlogged > 0) describe_field(w, &l, 1, law->nlogged);
    }
}

// the maps of a joint, and behind them the places of their points
static void describe_maps(gud_walk *w)
{
    const gud_model *m = w->s->model;
    int largest = 0;
    w->r->first_map = w->r->layout.nchannel;
    for (int i = 0; i < m->record.nfield; i++) {
        const gud_force *f = &m->force[m->record.field[i]];
        int rows, cols;
        f->law->map_size(f->params, &rows, &cols);
        for (int k = 0; k < f->law->nmap; k++) {
            const gud_force_label *map = &f->law->maps[k];
            const gud_channel_label l = {group_of(f->law), f->name, map->name, NULL, map->unit, map->about};
            describe_field(w, &l, rows, cols);
        }
        const gud_channel_label l = {
            group_of(f->law), f->name, "points", NULL, "m", "places of the maps' points in the world: x, y, z of each"};
        describe_field(w, &l, rows, 3 * cols);
        largest = rows * cols > largest ? rows * cols : largest;
    }
    w->r->map = GUD_TAKE(&w->r->arena, double, 3 * largest);
}

void gud_walk_fields(gud_walk *w)
{
    describe_logs(w);
    describe_maps(w);
}

gud_status gud_record_logs(gud_record *r, gud_sim *s, gud_record_logger write, void *user)
{
    const gud_model *m = s->model;
    int channel = r->first_log;
    for (int i = 0; i < m->nforce; i++) {
        const gud_force *f = &m->force[i];
        double records[GUD_FORCE_LOGS][GUD_FORCE_LOGGED];
        if (f->law->nlogged == 0) continue;
        const int n = f->law->log(f->params, s->state.history + f->history0, s->next.history + f->history0, records);
        for (int k = 0; k < n; k++) GUD_TRY(write(user, channel, s->next.clock.t, records[k]));
        channel++;
    }
    return GUD_OK;
}

// does the step pass a mark of the snapshots?
static bool is_due(const gud_sim *s)
{
    const gud_record_settings *set = &s->model->record;
    const int c = set->snapshot_coordinate;
    const double from = c < 0 ? s->state.clock.t : s->state.coordinate[c];
    const double to = c < 0 ? s->next.clock.t : s->next.coordinate[c];
    const double slack = 1e-9; // of the distance of marks: rounding
    return floor(fmin(from, to) / set->snapshot + slack) != floor(fmax(from, to) / set->snapshot + slack);
}

static void points_in_world(const gud_force *f, const gud_force_in *in, int npoint, double *points)
{
    const gud_pose *frame = in->pose[f->law->map_points(f->params, points)];
    for (int i = 0; i < npoint; i++) {
        double turned[3];
        m3_apply(turned, frame->R, points + 3 * i);
        v3_axpy(points + 3 * i, turned, 1.0, frame->p);
    }
}

typedef struct map_sink {
    gud_record_logger write;
    void *user;
} map_sink;

static gud_status write_maps(gud_record *r, gud_sim *s, const gud_state *at, const gud_force *f, int *channel,
                             const map_sink *to)
{
    gud_force_in in = gud_force_input(s, f, at->clock.t);
    in.history = at->history + f->history0;
    int rows, cols;
    f->law->map_size(f->params, &rows, &cols);
    for (int k = 0; k < f->law->nmap; k++) {
        f->law->map(f->params, &in, k, r->map);
        GUD_TRY(to->write(to->user, (*channel)++, at->clock.t, r->map));
    }
    points_in_world(f, &in, rows * cols, r->map);
    return to->write(to->user, (*channel)++, at->clock.t, r->map);
}

static gud_status write_all_maps(gud_record *r, gud_sim *s, const gud_state *at, const map_sink *to)
{
    const gud_record_settings *set = &s->model->record;
    int channel = r->first_map;
    gud_kinematics(s, at->q, at->v);
    for (int i = 0; i < set->nfield; i++) GUD_TRY(write_maps(r, s, at, &s->model->force[set->field[i]], &channel, to));
    return GUD_OK;
}

gud_status gud_record_maps(gud_record *r, gud_sim *s, gud_record_logger write, void *user)
{
    const map_sink to = {write, user};
    if (s->model->record.nfield == 0 || !is_due(s)) return GUD_OK;
    return write_all_maps(r, s, &s->next, &to);
}

gud_status gud_record_maps_now(gud_record *r, gud_sim *s, gud_record_logger write, void *user)
{
    const map_sink to = {write, user};
    gud_variables_rest(s, &s->state);
    return write_all_maps(r, s, &s->state, &to);
}

int gud_record_first_map(const gud_record *r)
{
    return r->first_map;
}
