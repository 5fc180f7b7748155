// Oil feeds of lubricated joints: the entries of section `feeds` that name a joint, and the key film.ends.

#include "model/build_feeds.h"

#include "pair/stacked.h"

#include <stdio.h>
#include <string.h>

static const gud_joint_feed_params *params_of(const gud_entity *e)
{
    return e->common;
}

static bool belongs(const gud_entity *feed, const gud_entity *joint)
{
    return strcmp(params_of(feed)->joint, joint->name) == 0;
}

static int count_feeds(const gud_builder *b, const gud_entity *joint)
{
    const gud_entities *all = gud_input_section(b->in, "feeds");
    int n = 0;
    for (int i = 0; i < all->count; i++) n += belongs(&all->list[i], joint);
    return n;
}

bool gud_build_no_feeds(gud_builder *b, const gud_entity *joint)
{
    const gud_entities *all = gud_input_section(b->in, "feeds");
    for (int i = 0; i < all->count; i++) {
        if (!belongs(&all->list[i], joint)) continue;
        GUD_WRONG(b, &all->list[i], "joint",
                  "the film of '%s' is a closed form without feeds: use 'model: reynolds' or 'mixed'", joint->name);
        return false;
    }
    return true;
}

// ---- one feed

static bool rides(gud_builder *b, const gud_entity *e, const gud_feed_place *place)
{
    const int on = params_of(e)->feed.on;
    if (on < 0 || on == place->reference) return false;
    if (place->wall.kind == GUD_WALL_BALL)
        GUD_WRONG(b, e, "on",
                  "the grid is on the socket, and feeds of balls cannot move over it; put it in the socket");
    if (place->supplied)
        GUD_WRONG(b, e, "on",
                  "it would cross the supply line of 'film.supply'; use an axial groove in 'feeds' instead");
    return true;
}

// a pressure that follows a table is known later, once all coordinates are
static bool is_followed(const gud_entity *e)
{
    return gud_signal_has_table(&params_of(e)->feed.signal);
}

static bool make_feed(gud_builder *b, const gud_entity *e, const gud_feed_place *place, bool moves, gud_film_feed *feed)
{
    const gud_feed_params *p = &params_of(e)->feed;
    const char *key = NULL;
    gud_error error;
    gud_feed_wall wall = place->wall;
    wall.moves = moves && wall.kind == GUD_WALL_NET;
    const gud_status status = gud_feed_make(p, &wall, place->viscosity, feed, &key, &error);
    if (!gud_build_made(b, e, key, status, &error)) return false;
    if (is_followed(e)) feed->pressure = place->cavity;
    if (feed->source == GUD_FEED_CLOSED || feed->pressure >= place->cavity) return true;
    GUD_WRONG(b, e, "pressure", "pressure = %g Pa is below the cavity pressure of %g Pa", feed->pressure,
              place->cavity);
    return false;
}

// flow and pressure of a feed
static void name_channels(const char *feed, gud_arena *arena, gud_pair_label label[GUD_FEED_NANSWER])
{
    static const gud_pair_label of[GUD_FEED_NANSWER] = {
        [GUD_FEED_FLOW] = {"feed_flow.", "m3/s", "oil flow from this feed"},
        [GUD_FEED_PRESSURE] = {"feed_pressure.", "Pa", "in this feed"}};
    for (int k = 0; k < GUD_FEED_NANSWER; k++) {
        const size_t size = strlen(of[k].name) + strlen(feed) + 1;
        char *name = GUD_TAKE(arena, char, size);
        if (!name) return;
        (void)snprintf(name, size, "%s%s", of[k].name, feed);
        label[k] = (gud_pair_label){name, of[k].unit, of[k].about};
    }
}

bool gud_build_feeds(gud_builder *b, const gud_entity *joint, const gud_feed_place *place, gud_feed_list *list)
{
    const gud_entities *all = gud_input_section(b->in, "feeds");
    const int most = count_feeds(b, joint);
    gud_arena *arena = &b->m->arena;
    *list = (gud_feed_list){0};
    if (most == 0) return true;
    gud_film_feed *feed = GUD_TAKE(arena, gud_film_feed, most);
    bool *moves = GUD_TAKE(arena, bool, most), fine = true;
    gud_pair_label *channel = GUD_TAKE(arena, gud_pair_label, GUD_FEED_NANSWER * most);
    list->signal = GUD_TAKE(arena, gud_signal, most);
    if (arena->failed) return false;
    for (int i = 0; i < all->count; i++) {
        const gud_entity *e = &all->list[i];
        const int n = list->count;
        if (!belongs(e, joint)) continue;
        if (n == GUD_FEEDS_MOST) {
            GUD_WRONG(b, e, "joint", "'%s' has more than %d feeds", joint->name, GUD_FEEDS_MOST);
            return false;
        }
        const char *name = gud_build_text(b, e->name);
        name_channels(name, arena, channel + n * GUD_FEED_NANSWER);
        moves[n] = rides(b, e, place);
        fine = make_feed(b, e, place, moves[n], &feed[n]) && fine;
        list->signal[n] = (gud_signal){name, gud_curve_constant(feed[n].pressure), 0.0, -1};
        list->follows = list->follows || is_followed(e);
        list->lopsided = list->lopsided || gud_feed_is_lopsided(&feed[n], &place->wall);
        list->count++;
    }
    list->feed = feed, list->rides = moves, list->channel = channel;
    return fine && !b->wrong && !arena->failed;
}

void gud_build_feed_followers(gud_builder *b, const gud_entity *joint, double cavity, int pair)
{
    const gud_entities *all = gud_input_section(b->in, "feeds");
    gud_field field = *gud_row_find(all->section->common, "pressure");
    field.low = fmax(field.low, cavity);
    size_t what = GUD_STACKED_FEED;
    for (int i = 0; i < all->count; i++)
        if (belongs(&all->list[i], joint))
            gud_build_follower(b, &all->list[i], "pressure", &field, GUD_FOLLOWS_PAIR, pair, what++);
}

// ---- ends

bool gud_build_ends(gud_builder *b, const gud_entity *joint, double ends[2])
{
    const gud_film_params *film = ((const gud_joint_params *)joint->common)->film;
    for (int k = 0; k < 2; k++) ends[k] = film->ends.count == 2 ? film->ends.data[k] : film->ambient;
    if (film->ends.count != 0 && film->ends.count != 2) {
        GUD_WRONG(b, joint, "film.ends", "film.ends must have two pressures: at the lower and at the upper end");
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (ends[k] >= film->cavity) continue;
        GUD_WRONG(b, joint, "film.ends", "film.ends[%d] = %g Pa is below the cavity pressure of %g Pa", k, ends[k],
                  film->cavity);
        return false;
    }
    return true;
}
