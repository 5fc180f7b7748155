#include "verify/simulated.h"

#include "model/compile.h"
#include "step/record.h"

#include <stdio.h>
#include <string.h>

static gud_status load(const char *text, gud_error *error, gud_model **out)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = gud_model_from_text("verify", text, NULL, 0, &diag, out);
    if (st != GUD_OK) {
        gud_buffer messages;
        gud_buffer_init(&messages);
        gud_diag_write(&diag, &messages);
        gud_error_write(error, "%s", gud_buffer_text(&messages));
        gud_buffer_free(&messages);
    }
    gud_diag_free(&diag);
    return st;
}

static gud_status simulate(const gud_model *m, gud_observer observe, void *user, gud_error *error, gud_sim **out)
{
    GUD_TRY(gud_sim_create(m, out));
    gud_sim *s = *out;
    gud_status st = gud_start(s);
    if (st == GUD_OK) st = gud_run(s, observe, user);
    if (st != GUD_OK) *error = s->error;
    return st;
}

gud_status gud_verify_simulate(const char *text, gud_observer observe, gud_verify_look at_end, void *user,
                               gud_error *error)
{
    gud_model *m = NULL;
    gud_sim *s = NULL;
    gud_status st = load(text, error, &m);
    if (st == GUD_OK) st = simulate(m, observe, user, error, &s);
    if (st == GUD_OK && at_end) st = at_end(s, user, error);
    gud_sim_free(s);
    gud_model_free(m);
    return st;
}

// ---- a channel at the end of a run: "joints/small-end/reaction_force.x"

typedef struct channel_query {
    const char *name;
    double value;
} channel_query;

static bool same_channel(const gud_channel *channel, int component, const char *name)
{
    char full[300], number[16];
    if (channel->width == 1 && strcmp(channel->path, name) == 0) return true;
    (void)snprintf(full, sizeof full, "%s.%s", channel->path, gud_channel_component(channel, component, number));
    return strcmp(full, name) == 0;
}

static gud_status read_channel(gud_sim *s, void *user, gud_error *error)
{
    channel_query *query = user;
    gud_record *record = NULL;
    GUD_TRY(gud_record_create(s, &record));
    const gud_layout *layout = gud_record_layout(record);
    const gud_instant end = {s->state.clock.t, s->state.q, s->state.v, s->state.a, s->state.lam, s->state.ledger};
    const double *row = gud_record_row(record, s, &end);
    gud_status st = gud_fail(error, GUD_ERR_INPUT, "the model has no channel %s", query->name);
    for (int i = 0; i < layout->nchannel; i++)
        for (int k = 0; k < layout->channels[i].width; k++, row++) {
            if (!same_channel(&layout->channels[i], k, query->name)) continue;
            query->value = *row;
            st = GUD_OK;
        }
    gud_record_free(record);
    return st;
}

gud_status gud_verify_channel(const char *text, const char *name, gud_error *error, double *got)
{
    channel_query query = {.name = name};
    const gud_status st = gud_verify_simulate(text, NULL, read_channel, &query, error);
    *got = query.value;
    return st;
}
