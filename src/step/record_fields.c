// What a run reports at rarer times than its records: contacts that ended, and maps of films.

#include "step/record_parts.h"

#include "num/vec.h"

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
    for (int i = 0; i < m->npair; i++) {
        const gud_pair_law *law = m->pair[i].law;
        const gud_channel_label l = {"joints",   m->pair[i].name,
                                     "contacts", NULL,
                                     "SI",       "begin s, speed m/s, force N, depth m, duration s, restitution"};
        if (law->nlogged > 0) describe_field(w, &l, 1, law->nlogged);
    }
}

// the maps of a pair, and after them the positions of their points
static void describe_maps(gud_walk *w)
{
    const gud_model *m = w->s->model;
    int largest = 0;
    w->r->first_map = w->r->layout.nchannel;
    for (int i = 0; i < m->record.nfield; i++) {
        const gud_pair *p = &m->pair[m->record.field[i]];
        int rows, cols;
        p->law->map_size(p->params, &rows, &cols);
        for (int k = 0; k < p->nmap; k++) {
            const gud_pair_label *map = &p->maps[k];
            const gud_channel_label l = {"joints", p->name, map->name, NULL, map->unit, map->about};
            describe_field(w, &l, rows, cols);
        }
        const gud_channel_label l = {"joints", p->name,
                                     "points", NULL,
                                     "m",      "positions of the points of the maps in world axes: x, y, z of each"};
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
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        double records[GUD_PAIR_LOGS][GUD_PAIR_LOGGED];
        if (p->law->nlogged == 0) continue;
        const int n = p->law->log(p->params, s->state.history + p->history0, s->next.history + p->history0, records);
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

static void points_in_world(const gud_pair *p, const gud_pair_in *in, int npoint, double *points)
{
    const gud_pose *frame = in->pose[p->law->map_points(p->params, points)];
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

static gud_status write_maps(gud_record *r, gud_sim *s, const gud_state *at, const gud_pair *p, int *channel,
                             const map_sink *to)
{
    gud_pair_in in = gud_pair_input(s, p, at->clock.t);
    in.history = at->history + p->history0;
    int rows, cols;
    p->law->map_size(p->params, &rows, &cols);
    for (int k = 0; k < p->nmap; k++) {
        p->law->map(p->params, &in, k, r->map);
        GUD_TRY(to->write(to->user, (*channel)++, at->clock.t, r->map));
    }
    points_in_world(p, &in, rows * cols, r->map);
    return to->write(to->user, (*channel)++, at->clock.t, r->map);
}

static gud_status write_all_maps(gud_record *r, gud_sim *s, const gud_state *at, const map_sink *to)
{
    const gud_record_settings *set = &s->model->record;
    int channel = r->first_map;
    gud_kinematics(s, at->q, at->v);
    for (int i = 0; i < set->nfield; i++) GUD_TRY(write_maps(r, s, at, &s->model->pair[set->field[i]], &channel, to));
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
    gud_variables_rest(s, s->state.y);
    return write_all_maps(r, s, &s->state, &to);
}

int gud_record_first_map(const gud_record *r)
{
    return r->first_map;
}
