// The state of a simulation as one block of bytes, and its copies.

#include "base/hash.h"
#include "force/user.h"
#include "lib/session.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

// In front of clock, numbers and the values of all signals. Numbers keep the machine's byte order, which the mark
// shows.
typedef struct block_head {
    uint64_t mark;
    uint64_t version; // hash of the library's
    uint64_t model;   // hash of the model
    uint64_t size;    // of the whole block
    uint64_t content; // hash of what follows
} block_head;

static const uint64_t block_mark = 0x6775646765730001;

static size_t numbers_size(const gud_sim *s)
{
    return s->state.count * sizeof(double);
}

static block_head head_make(const gud_sim *s, uint64_t size)
{
    const char *version = gud_version();
    return (block_head){
        .mark = block_mark, .version = gud_hash(0, version, strlen(version)), .model = s->model->hash, .size = size};
}

static size_t block_size(const gud_sim *s)
{
    const gud_session *n = s->session;
    return sizeof(block_head) + sizeof(gud_clock) + numbers_size(s) + (size_t)n->nsignal * sizeof(double);
}

size_t gud_sim_state_size(const gud_sim *s)
{
    const gud_session *n = gud_session_of(s);
    return n && n->started ? block_size(s) : 0;
}

uint64_t gud_sim_hash(const gud_sim *s)
{
    const gud_session *n = gud_session_of(s);
    return n && n->started ? gud_state_hash(&s->state) : 0;
}

gud_status gud_sim_save(gud_sim *s, void *block, size_t size)
{
    GUD_TRY(gud_session_ready(s, "gud_sim_save"));
    const size_t whole = block_size(s);
    if (!block || size < whole)
        return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_save: NULL, or a block of less than %zu bytes", whole);
    const gud_session *n = s->session;
    const double *row = gud_session_row(s);
    gud_work_forget(s); // what follows here is what follows where the block is restored
    block_head head = head_make(s, whole);
    char *content = (char *)block + sizeof head;
    memcpy(content, &s->state.clock, sizeof(gud_clock));
    memcpy(content + sizeof(gud_clock), s->state.block, numbers_size(s));
    memcpy(content + sizeof(gud_clock) + numbers_size(s), row, (size_t)n->nsignal * sizeof(double));
    head.content = gud_hash(0, content, whole - sizeof head);
    memcpy(block, &head, sizeof head);
    return GUD_OK;
}

// *nsignal: how many values the block has
static gud_status check_block(gud_sim *s, const void *block, size_t size, size_t *nsignal)
{
    block_head head;
    const size_t least = sizeof head + sizeof(gud_clock) + numbers_size(s);
    if (size < sizeof head) return gud_fail(&s->error, GUD_ERR_INPUT, "not a state: it has only %zu bytes", size);
    memcpy(&head, block, sizeof head);
    const block_head mine = head_make(s, head.size);
    if (head.mark != mine.mark) return gud_fail(&s->error, GUD_ERR_INPUT, "not a state of a simulation");
    if (head.version != mine.version)
        return gud_fail(&s->error, GUD_ERR_INPUT, "the state was saved by another version of Gudgeon");
    if (head.model != mine.model) return gud_fail(&s->error, GUD_ERR_INPUT, "the state belongs to another model");
    if (size < head.size || head.size < least ||
        gud_hash(0, (const char *)block + sizeof head, head.size - sizeof head) != head.content)
        return gud_fail(&s->error, GUD_ERR_INPUT, "the state is damaged or not complete");
    *nsignal = (head.size - least) / sizeof(double);
    return GUD_OK;
}

// The simulation goes on from a state that was put into it, whose values are in `row`.
static gud_status go_on(gud_sim *s, const void *row, size_t nsignal)
{
    gud_session *n = gud_session_make(s);
    if (!n) return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    gud_work_forget(s);
    n->started = true;
    n->row_valid = nsignal == (size_t)n->nsignal;
    if (n->row_valid) memcpy(n->row, row, nsignal * sizeof(double));
    return GUD_OK;
}

gud_status gud_sim_restore(gud_sim *s, const void *block, size_t size)
{
    size_t nsignal;
    GUD_TRY(gud_session_free_to_move(s, "gud_sim_restore"));
    if (!block) return gud_fail(&s->error, GUD_ERR_USE, "gud_sim_restore: NULL");
    GUD_TRY(check_block(s, block, size, &nsignal));
    const char *content = (const char *)block + sizeof(block_head);
    memcpy(&s->state.clock, content, sizeof(gud_clock));
    memcpy(s->state.block, content + sizeof(gud_clock), numbers_size(s));
    return go_on(s, content + sizeof(gud_clock) + numbers_size(s), nsignal);
}

static void copy_user_forces(const gud_sim *from, gud_sim *to)
{
    const gud_model *m = from->model;
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].law == &gud_force_user)
            gud_user_force_set(to->work.force_params[i], gud_user_force_get(from->work.force_params[i]));
}

gud_status gud_sim_copy(gud_sim *s, gud_sim **copy)
{
    if (!copy) return GUD_ERR_USE;
    *copy = NULL;
    GUD_TRY(gud_session_ready(s, "gud_sim_copy"));
    gud_sim *made;
    gud_status st = gud_sim_create(s->model, &made);
    if (st != GUD_OK) return gud_fail(&s->error, st, "out of memory");
    copy_user_forces(s, made);
    gud_state_copy(&made->state, &s->state);
    st = go_on(made, gud_session_row(s), (size_t)((const gud_session *)s->session)->nsignal);
    if (st != GUD_OK) {
        gud_sim_free(made);
        return gud_fail(&s->error, st, "out of memory");
    }
    gud_work_forget(s);
    *copy = made;
    return GUD_OK;
}
