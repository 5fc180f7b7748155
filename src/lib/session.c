#include "lib/session.h"

#include "base/alloc.h"

#include <string.h>

gud_session *gud_session_of(const gud_sim *s)
{
    return s ? s->session : NULL;
}

static void session_free(void *user)
{
    gud_session *n = user;
    if (!n) return;
    gud_record_free(n->record);
    gud_free(n->first_signal);
    gud_free(n->row);
    gud_free(n->watched);
    gud_free(n->watched_values);
    gud_free(n);
}

// channels with signals come first, then contacts and maps
static bool number_signals(gud_session *n)
{
    const gud_layout *layout = gud_record_layout(n->record);
    n->first_signal = gud_alloc((size_t)layout->nchannel, sizeof *n->first_signal);
    n->row = gud_alloc((size_t)gud_layout_width(layout), sizeof *n->row);
    if (!n->first_signal || !n->row) return false;
    for (int i = 0; i < layout->nchannel; i++) {
        if (layout->channels[i].kind != GUD_CHANNEL_SERIES) continue;
        n->first_signal[n->nseries++] = n->nsignal;
        n->nsignal += layout->channels[i].width;
    }
    n->first_map = gud_record_first_map(n->record);
    return true;
}

gud_session *gud_session_make(gud_sim *s)
{
    if (s->session) return s->session;
    gud_session *n = gud_alloc(1, sizeof *n);
    if (!n) return NULL;
    if (gud_record_create(s, &n->record) != GUD_OK || !number_signals(n)) {
        session_free(n);
        return NULL;
    }
    s->session = n;
    s->session_free = session_free;
    return n;
}

gud_status gud_session_ready(gud_sim *s, const char *function)
{
    if (!s) return GUD_ERR_USE;
    const gud_session *n = s->session;
    if (n && n->started) return GUD_OK;
    return gud_fail(&s->error, GUD_ERR_USE, "%s: the simulation was not started; call gud_sim_start first", function);
}

gud_status gud_session_free_to_move(gud_sim *s, const char *function)
{
    if (!s) return GUD_ERR_USE;
    const gud_session *n = s->session;
    if (!n || !n->busy) return GUD_OK;
    return gud_fail(&s->error, GUD_ERR_USE, "%s: not from inside a callback of the same simulation", function);
}

static void keep_row(gud_session *n, const double *row)
{
    memcpy(n->row, row, (size_t)n->nsignal * sizeof *n->row);
    n->row_valid = true;
}

const double *gud_session_row(gud_sim *s)
{
    gud_session *n = s->session;
    const gud_state *now = &s->state;
    if (n->row_valid) return n->row;
    const gud_instant at = {now->clock.t, now->q, now->v, now->a, now->lam, now->ledger};
    keep_row(n, gud_record_row(n->record, s, &at));
    gud_work_forget(s); // reading does not change what follows
    return n->row;
}

void gud_session_moved(gud_sim *s)
{
    ((gud_session *)s->session)->row_valid = false;
}

// Before the step is committed, because films answer between steps with what they found last, and forget that after
// some steps.
void gud_session_observe(gud_sim *s, bool last)
{
    gud_session *n = s->session;
    if (last || n->callback || gud_run_ends(s->model, &s->next)) keep_row(n, gud_record_end(n->record, s));
}
