// Near pairs, contacts and their forces; docs/theory/contacts.md.
//
//     d       from the centre of the first to that of the second part; of a groove: from the middle of its section
//     m       -d/|d| where they touch from outside, d/|d| where the first is around the second
//     depth   r1 + r2 - |d|, or |d| + r2 - r1
//     C       centre of the second + (r2 - depth) m, on the wall of the first
//     V       velocity of the second over the first body at C,  s = (1 - m m') V
//     f       -N(depth, m.V) m - N mu(|s|) s/|s|            on the second body at C

#include "pair/crowd.h"

#include "base/alloc.h"
#include "num/neighbours.h"
#include "num/vec.h"
#include "pair/dry.h"

#include <math.h>
#include <string.h>

static const double skin = 0.3;        // of the smaller radius: near pairs are at most so far apart
static const double concentric = 1e-9; // of the radius: there is no direction from one centre to the other

int gud_crowd_room(int n, bool planar)
{
    // 3 n contacts of discs, 7.5 n of balls of any sizes are the most that do not overlap; twice as many may be near
    return (planar ? 8 : 16) * n;
}

int gud_crowd_nhistory(const gud_crowd *c)
{
    return GUD_CROWD_LIST + GUD_CROWD_MEMORY * c->most;
}

// ---- work

// where all pairs are near ones
static bool is_around(const gud_crowd *c)
{
    return c->shape != GUD_CROWD_ROUND;
}

static bool take_places(const gud_crowd *c, gud_crowd_work *w)
{
    for (int k = 0; k < 2; k++) {
        const size_t n = (size_t)c->side[k].n;
        w->place[k] = gud_alloc(n, sizeof *w->place[k]);
        w->before[k] = gud_alloc(n, sizeof *w->before[k]);
        if (!w->place[k] || !w->before[k]) return false;
    }
    return true;
}

gud_crowd_work *gud_crowd_work_create(const gud_crowd *c)
{
    gud_crowd_work *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    w->nnear = -1;
    w->grid = gud_neighbours_create(c->side[1].n);
    w->near = gud_alloc((size_t)c->most, sizeof *w->near);
    w->hit = gud_alloc((size_t)c->most, sizeof *w->hit);
    if (take_places(c, w) && w->grid && w->near && w->hit) return w;
    gud_crowd_work_free(w);
    return NULL;
}

void gud_crowd_work_free(gud_crowd_work *w)
{
    if (!w) return;
    gud_neighbours_free(w->grid);
    for (int k = 0; k < 2; k++) {
        gud_free(w->place[k]);
        gud_free(w->before[k]);
    }
    gud_free(w->near);
    gud_free(w->hit);
    gud_free(w);
}

void gud_crowd_work_forget(gud_crowd_work *w)
{
    w->nnear = -1;
}

// ---- near pairs

static void find_places(const gud_crowd *c, const gud_pose *pose, gud_crowd_work *w)
{
    for (int k = 0; k < (c->same ? 1 : 2); k++)
        for (int i = 0; i < c->side[k].n; i++) {
            const gud_pose *p = &pose[c->side[k].frame[i]];
            double arm[3];
            m3_apply(arm, p->R, c->side[k].at[i]);
            v3_axpy(w->place[k][i], p->p, 1.0, arm);
        }
    if (c->same) memcpy(w->place[1], w->place[0], (size_t)c->side[0].n * sizeof *w->place[0]);
}

// parts of one body never meet
static int drop_own(const gud_crowd *c, int n, int (*pairs)[2])
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (c->side[0].body[pairs[i][0]] == c->side[1].body[pairs[i][1]]) continue;
        pairs[kept][0] = pairs[i][0];
        pairs[kept++][1] = pairs[i][1];
    }
    return kept;
}

static int pair_all(const gud_crowd *c, int (*pairs)[2])
{
    int n = 0;
    for (int i = 0; i < c->side[0].n; i++)
        for (int j = 0; j < c->side[1].n; j++, n++) {
            pairs[n][0] = i;
            pairs[n][1] = j;
        }
    return n;
}

static gud_status find_near(const gud_crowd *c, double margin, gud_crowd_work *w)
{
    const double reach = c->side[0].radius + c->side[1].radius + margin;
    int n = is_around(c) ? pair_all(c, w->near)
                         : gud_neighbours_find(w->grid, c->side[0].n, (const double(*)[3])w->place[0], c->side[1].n,
                                               (const double(*)[3])w->place[1], reach, c->same, c->most, w->near);
    if (n >= 0) n = drop_own(c, n, w->near);
    w->nnear = n;
    for (int k = 0; k < 2; k++) memcpy(w->before[k], w->place[k], (size_t)c->side[k].n * sizeof *w->place[k]);
    return n < 0 ? GUD_RETRY : GUD_OK;
}

static double margin_of(const gud_crowd *c)
{
    return skin * fmin(c->side[0].radius, c->side[1].radius);
}

gud_status gud_crowd_near(const gud_crowd *c, const gud_pose *pose, double margin, gud_crowd_work *w)
{
    find_places(c, pose, w);
    const gud_status st = find_near(c, margin, w);
    w->nnear = st == GUD_OK ? w->nnear : 0;
    return st;
}

// may parts that were not near have met since? Not before two of them have moved by half the margin each.
static bool has_moved(const gud_crowd *c, const gud_crowd_work *w)
{
    const double most = 0.25 * margin_of(c) * margin_of(c);
    for (int k = 0; k < (c->same ? 1 : 2); k++)
        for (int i = 0; i < c->side[k].n; i++) {
            double way[3];
            v3_axpy(way, w->place[k][i], -1.0, w->before[k][i]);
            if (!(v3_dot(way, way) <= most)) return true;
        }
    return false;
}

// ---- one contact

// from the part of the first body that is nearest to the centre of the second; false: it faces the other way
static bool find_distance(const gud_crowd *c, const gud_pose *pose, const double first[3], const double second[3],
                          int part, double d[3])
{
    v3_axpy(d, second, -1.0, first);
    if (c->shape != GUD_CROWD_GROOVE) return true;
    double axis[3], out[3];
    m3_column(axis, pose[c->side[0].frame[part]].R, 2);
    v3_axpy(out, d, -v3_dot(d, axis), axis);
    const double radius = v3_norm(out);
    if (!(radius > 0.0)) return false;
    v3_scale(out, 1.0 / radius, out);
    v3_axpy(d, d, -c->pitch, out);
    return c->face * v3_dot(d, out) > 0.0;
}

// false: they are apart
static bool find_contact(const gud_crowd *c, const gud_pose *pose, const gud_crowd_work *w, const int pair[2],
                         gud_crowd_hit *h)
{
    const double *first = w->place[0][pair[0]], *second = w->place[1][pair[1]];
    const double r1 = c->side[0].radius, r2 = c->side[1].radius, around = c->shape == GUD_CROWD_ROUND ? -1.0 : 1.0;
    double d[3];
    if (!find_distance(c, pose, first, second, pair[0], d)) return false;
    const double length2 = v3_dot(d, d);
    if (around < 0.0 ? length2 >= (r1 + r2) * (r1 + r2) : length2 <= (r1 - r2) * (r1 - r2)) return false;
    h->distance = sqrt(length2);
    h->depth = around * (h->distance - r1) + r2;
    if (!(h->depth > 0.0) || h->distance <= concentric * r1) return false;
    v3_scale(h->m, around / h->distance, d);
    for (int k = 0; k < 2; k++) {
        h->part[k] = pair[k];
        h->frame[k] = c->side[k].frame[pair[k]];
        const double *origin = pose[h->frame[k]].p;
        v3_axpy(h->center[k], k == 0 && c->shape != GUD_CROWD_GROOVE ? first : second, -1.0, origin);
        for (int i = 0; i < 3; i++) h->r[k][i] = second[i] + (r2 - h->depth) * h->m[i] - origin[i];
    }
    return true;
}

static void find_velocity(const gud_pose *pose, const gud_crowd_hit *h, double V[3])
{
    const gud_pose *A = &pose[h->frame[0]], *B = &pose[h->frame[1]];
    double a[3], b[3];
    v3_cross(a, A->w, h->r[0]);
    v3_cross(b, B->w, h->r[1]);
    for (int i = 0; i < 3; i++) V[i] = B->v[i] + b[i] - A->v[i] - a[i];
}

// ratio of the friction to normal force and slip, and the slope of mu
typedef struct {
    double slip[3], speed, ratio, slope;
} rubbing;

static rubbing find_friction(const gud_crowd *c, const gud_crowd_hit *h, const double V[3])
{
    rubbing r = {.speed = 0.0};
    if (!c->rubs) return r;
    double mu;
    v3_axpy(r.slip, V, -h->rate, h->m);
    r.speed = v3_norm(r.slip);
    c->friction.law->curve(&c->friction.params, 1, &r.speed, &mu, &r.slope);
    r.ratio = r.speed > 0.0 ? mu / r.speed : r.slope;
    return r;
}

// F_x and F_v: exact but for the turn of slip and lever arms with the displacement, of the order of depth over radius
static void find_tangents(const gud_crowd_hit *h, const rubbing *r, double N_depth, double N_rate, double N_turn,
                          gud_crowd_hit *out)
{
    const double along = r->speed > 0.0 ? (r->slope - r->ratio) / (r->speed * r->speed) : 0.0;
    for (int i = 0; i < 3; i++) {
        const double push = h->m[i] + r->ratio * r->slip[i];
        for (int j = 0; j < 3; j++) {
            const double across = (i == j ? 1.0 : 0.0) - h->m[i] * h->m[j];
            out->F_x[3 * i + j] = -N_depth * push * h->m[j];
            out->F_v[3 * i + j] =
                -N_rate * push * h->m[j] - h->normal * (r->ratio * across + along * r->slip[i] * r->slip[j]);
        }
    }
    out->F_turn = N_turn;
}

static void find_force(const gud_crowd *c, const gud_pose *pose, unsigned asked, gud_crowd_hit *h)
{
    double V[3], N_depth, N_rate;
    find_velocity(pose, h, V);
    h->rate = v3_dot(h->m, V);
    if (!(h->rate0 > 0.0)) h->rate0 = fmax(h->rate, c->contact.slowest); // it begins in this step
    const gud_contact_in in = {&h->depth, &h->rate, &h->rate0};
    gud_contact_out out = {&h->normal, &N_depth, &N_rate};
    gud_contact_eval(&c->contact, 1, &in, &out);
    const rubbing r = find_friction(c, h, V);
    for (int i = 0; i < 3; i++) h->force[i] = -h->normal * (h->m[i] + r.ratio * r.slip[i]);
    h->rubbing = h->normal * r.ratio * r.speed;
    h->loss = h->friction_loss = 0.0;
    if (asked & GUD_CROWD_LOSSES) {
        double elastic = 0.0, slope;
        c->contact.law->elastic(&c->contact, 1, &h->depth, &elastic, &slope);
        h->loss = (h->normal - elastic) * h->rate;
        h->friction_loss = h->rubbing * r.speed;
    }
    const double turn = (c->shape == GUD_CROWD_ROUND ? h->normal : -h->normal) / h->distance;
    if (asked & GUD_CROWD_TANGENTS) find_tangents(h, &r, N_depth, N_rate, turn, h);
}

// ---- all contacts

static double number_of(const gud_crowd *c, const int part[2])
{
    return (double)part[0] * c->side[1].n + part[1];
}

// which of the near pairs touch, and how fast they began to
static void find_hits(const gud_crowd *c, const gud_pose *pose, const double *history, gud_crowd_work *w)
{
    // near pairs and remembered contacts are in the same order
    const double *known = history + GUD_CROWD_LIST, *end = known + GUD_CROWD_MEMORY * (int)history[GUD_CROWD_COUNT];
    for (int i = 0; i < w->nnear; i++) {
        gud_crowd_hit *h = &w->hit[w->nhit];
        if (!find_contact(c, pose, w, w->near[i], h)) continue;
        const double number = number_of(c, h->part);
        while (known < end && known[0] < number) known += GUD_CROWD_MEMORY;
        h->rate0 = known < end && known[0] == number ? known[1] : 0.0;
        w->nhit++;
    }
}

typedef struct {
    const gud_crowd *c;
    const gud_pose *pose;
    unsigned asked;
    gud_crowd_work *w;
} question;

enum { share = 128 }; // contacts that a thread takes at a time: some 20 us

static void find_forces(void *user, int part)
{
    const question *q = user;
    const int end = share * (part + 1) < q->w->nhit ? share * (part + 1) : q->w->nhit;
    for (int i = share * part; i < end; i++) find_force(q->c, q->pose, q->asked, &q->w->hit[i]);
}

gud_status gud_crowd_eval(const gud_crowd *c, const gud_pose *pose, const double *history, unsigned asked,
                          gud_team *team, gud_crowd_work *w)
{
    find_places(c, pose, w);
    w->nhit = 0;
    if (w->nnear < 0 || (!is_around(c) && has_moved(c, w))) GUD_TRY(find_near(c, margin_of(c), w));
    find_hits(c, pose, history, w);
    question q = {c, pose, asked, w};
    gud_team_share(w->nhit >= GUD_CROWD_SHARED ? team : NULL, (w->nhit + share - 1) / share, find_forces, &q);
    return GUD_OK;
}

double gud_crowd_energy(const gud_crowd *c, const gud_crowd_work *w)
{
    double energy = 0.0;
    for (int i = 0; i < w->nhit; i++) energy += gud_dry_elastic_energy(&c->contact, w->hit[i].depth);
    return energy;
}

static int count_new(const gud_crowd *c, const gud_crowd_work *w, const double *history)
{
    const double *known = history + GUD_CROWD_LIST, *end = known + GUD_CROWD_MEMORY * (int)history[GUD_CROWD_COUNT];
    int count = 0;
    for (int i = 0; i < w->nhit; i++) {
        const double number = number_of(c, w->hit[i].part);
        while (known < end && known[0] < number) known += GUD_CROWD_MEMORY;
        count += !(known < end && known[0] == number);
    }
    return count;
}

void gud_crowd_accept(const gud_crowd *c, const gud_crowd_work *w, double *history)
{
    history[GUD_CROWD_BEGUN] += count_new(c, w, history);
    history[GUD_CROWD_COUNT] = w->nhit;
    double *to = history + GUD_CROWD_LIST;
    for (int i = 0; i < w->nhit; i++, to += GUD_CROWD_MEMORY) {
        to[0] = number_of(c, w->hit[i].part);
        to[1] = w->hit[i].rate0;
        history[GUD_CROWD_MOST] = fmax(history[GUD_CROWD_MOST], w->hit[i].depth);
    }
    memset(to, 0, (size_t)(history + gud_crowd_nhistory(c) - to) * sizeof *to);
}

static double fastest(const gud_crowd_side *side, const gud_pose *pose)
{
    double most = 0.0;
    for (int i = 0; i < side->n; i++) {
        const gud_pose *p = &pose[side->frame[i]];
        double arm[3], turning[3], v[3];
        m3_apply(arm, p->R, side->at[i]);
        v3_cross(turning, p->w, arm);
        v3_axpy(v, p->v, 1.0, turning);
        most = fmax(most, v3_norm(v));
    }
    return most;
}

double gud_crowd_speed(const gud_crowd *c, const gud_pose *pose)
{
    return fastest(&c->side[0], pose) + fastest(&c->side[1], pose);
}

// ---- channels

enum { channel_count, channel_begun, channel_depth, channel_force, channel_sum, channel_loss, channel_friction_loss };

const gud_pair_label gud_crowd_channels[GUD_CROWD_NCHANNEL] = {
    {"contact_count", "1", "contacts at this instant"},
    {"contacts_begun", "1", "contacts that have begun since the start"},
    {"depth", "m", "largest contact depth"},
    {"contact_force", "N", "largest normal force"},
    {"contact_force_sum", "N", "normal forces, sum over all contacts"},
    {"contact_loss", "W", "lost in the normal direction"},
    {"friction_loss", "W", "lost by friction"},
};

void gud_crowd_report(const gud_crowd_work *w, const double *history, double *values)
{
    memset(values, 0, GUD_CROWD_NCHANNEL * sizeof *values);
    values[channel_count] = w->nhit;
    values[channel_begun] = history[GUD_CROWD_BEGUN];
    for (int i = 0; i < w->nhit; i++) {
        const gud_crowd_hit *h = &w->hit[i];
        values[channel_depth] = fmax(values[channel_depth], h->depth);
        values[channel_force] = fmax(values[channel_force], h->normal);
        values[channel_sum] += h->normal;
        values[channel_loss] += h->loss;
        values[channel_friction_loss] += h->friction_loss;
    }
}
