// Linear motion by the public interface.

#include "base/alloc.h"
#include "lib/session.h"
#include "num/blas.h"
#include "step/linearise.h"

#include <gudgeon/gudgeon.h>

typedef struct linear_block {
    gud_linear linear; // first: it is what callers have
    gud_arena arena;
} linear_block;

gud_status gud_sim_linearise(gud_sim *s, gud_linear **out)
{
    if (!out) return GUD_ERR_USE;
    *out = NULL;
    GUD_TRY(gud_session_ready(s, "gud_sim_linearise"));
    (void)gud_session_row(s); // while what films answered last is there
    linear_block *block = gud_alloc(1, sizeof *block);
    if (!block) return gud_fail(&s->error, GUD_ERR_MEMORY, "out of memory");
    gud_arena_init(&block->arena);
    gud_blas_enter();
    const gud_status st = gud_linearise(s, &block->arena, &block->linear);
    gud_blas_leave();
    if (st == GUD_OK)
        *out = &block->linear;
    else
        gud_linear_free(&block->linear);
    return st;
}

void gud_linear_free(gud_linear *linear)
{
    if (!linear) return;
    linear_block *block = (linear_block *)(void *)linear;
    gud_arena_free(&block->arena);
    gud_free(block);
}
