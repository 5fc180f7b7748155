#include "pair/film_feeds.h"

#include <math.h>
#include <string.h>

void gud_film_feeding_take(gud_film_feeding *w, const gud_film_layer *l, gud_arena *arena)
{
    w->now = GUD_TAKE(arena, gud_film_feed, l->nfeed);
    w->pressure = GUD_TAKE(arena, double, l->nfeed);
    w->set = GUD_TAKE(arena, double, l->nfeed);
}

static bool any_rides(const gud_film_layer *l)
{
    for (int n = 0; l->rides && n < l->nfeed; n++)
        if (l->rides[n]) return true;
    return false;
}

static void move_feeds(const gud_film_layer *l, const gud_film_feeding *w, const gud_layer_in *in, gud_film *film)
{
    memcpy(w->now, l->feeds, (size_t)l->nfeed * sizeof *w->now);
    for (int n = 0; n < l->nfeed; n++) {
        const double rest[2] = {l->feeds[n].x, l->feeds[n].y};
        double now[2];
        if (!l->rides[n]) continue;
        in->geometry->follow(in->shape, in->at, rest, now);
        w->now[n].x = now[0], w->now[n].y = now[1];
    }
    gud_film_feeds_move(film, w->now);
}

const double *gud_film_feeding_follow(const gud_film_layer *l, const gud_film_feeding *w, const gud_layer_in *in,
                                      gud_film *film)
{
    if (any_rides(l)) move_feeds(l, w, in, film);
    if (!in->signal && !w->is_set) return NULL;
    for (int n = 0; n < l->nfeed; n++) {
        const double own = in->signal ? in->signal[n] : l->feeds[n].pressure;
        w->pressure[n] = fmax(w->set[n] > 0.0 ? w->set[n] : own, l->cavity);
    }
    return w->pressure;
}

// flow of a feed and its pressure; returns what it brings in
static double answer_feed(const gud_film_layer *l, const gud_gap_field *f, const gud_film *film,
                          const gud_film_work *work, const gud_film_in *in, const gud_film_out *out, int n,
                          double answer[GUD_FEED_NANSWER])
{
    answer[GUD_FEED_FLOW] = f->fold * gud_film_feed_supply(film, work, in, out, n);
    answer[GUD_FEED_PRESSURE] = fmax(gud_film_feed_pressure(film, work, n), l->cavity);
    return answer[GUD_FEED_FLOW] * (answer[GUD_FEED_PRESSURE] - l->ambient);
}

void gud_film_feeding_answer(const gud_film_layer *l, const gud_gap_field *f, const gud_film *film,
                             const gud_film_work *work, const gud_film_in *in, const gud_film_out *out, double *answer)
{
    double leak[4], fed = 0.0, inside = 0.0, power = 0.0;
    gud_film_balance balance = {0};
    if (f->wet) gud_film_flows_get(film, work, &balance);
    for (int e = 0; e < 4; e++) {
        leak[e] = f->fold * gud_film_edge_leak(film, work, e);
        if (f->grid->edge[e].kind == GUD_EDGE_OPEN) power -= leak[e] * (f->grid->edge[e].pressure - l->ambient);
    }
    for (int n = 0; n < l->nfeed; n++) {
        double *feed = answer + GUD_FILM_NANSWER + n * GUD_FEED_NANSWER;
        power += answer_feed(l, f, film, work, in, out, n, feed);
        fed += feed[GUD_FEED_FLOW];
        inside += f->fold * gud_film_feed_flow(film, work, n);
    }
    const double ends = leak[GUD_EDGE_X_LOW] + leak[GUD_EDGE_X_HIGH];
    answer[GUD_FILM_LEAK_LOW] = leak[GUD_EDGE_Y_LOW];
    answer[GUD_FILM_LEAK_HIGH] = leak[GUD_EDGE_Y_HIGH];
    // cells that have no film are at the pressure around, as what lies beyond an edge
    answer[GUD_FILM_LEAK_SIDE] = f->supplied ? 0.0 : f->wet ? ends - (f->fold * balance.feed - inside) : ends;
    answer[GUD_FILM_FEED] = f->supplied ? fed - ends : fed;
    answer[GUD_FILM_SUPPLIED] = power;
}
