// Films and bearings with the arrays that a solution needs.
#include "verify/film.h"

static void out_take(gud_arena *memory, int n, gud_film_out *out)
{
    *out = (gud_film_out){.pressure = GUD_TAKE(memory, double, n),
                          .theta = GUD_TAKE(memory, double, n),
                          .m = GUD_TAKE(memory, double, n),
                          .full = GUD_TAKE(memory, unsigned char, n)};
}

gud_status gud_film_rig_open(gud_film_rig *r, int nx, int ny, const double box[4], const gud_film_edge edge[4],
                             double cavity, gud_error *error)
{
    const gud_film_options options = {.cavity = cavity};
    *r = (gud_film_rig){0};
    gud_arena_init(&r->memory);
    GUD_TRY(gud_film_grid_create(nx, ny, box, edge, error, &r->grid));
    GUD_TRY(gud_film_create(r->grid, &options, error, &r->film));
    GUD_TRY(gud_film_work_create(r->film, error, &r->work));
    r->gap = GUD_TAKE(&r->memory, double, nx *ny);
    r->m_hat = GUD_TAKE(&r->memory, double, nx *ny);
    r->drift = GUD_TAKE(&r->memory, double, (nx + 1) * ny);
    out_take(&r->memory, nx * ny, &r->out);
    return r->memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "no memory for a film of %d x %d cells", nx, ny) : GUD_OK;
}

void gud_film_rig_close(gud_film_rig *r)
{
    gud_film_work_free(r->work);
    gud_film_free(r->film);
    gud_film_grid_free(r->grid);
    gud_arena_free(&r->memory);
}

gud_status gud_bearing_rig_open(gud_bearing_rig *r, const gud_bearing_spec *spec, gud_error *error)
{
    *r = (gud_bearing_rig){.ncell = spec->nx * spec->ny};
    gud_arena_init(&r->memory);
    GUD_TRY(gud_bearing_create(spec, error, &r->bearing));
    GUD_TRY(gud_bearing_work_create(r->bearing, error, &r->work));
    r->m_hat = GUD_TAKE(&r->memory, double, r->ncell);
    r->rate = GUD_TAKE(&r->memory, double, r->ncell);
    out_take(&r->memory, r->ncell, &r->film);
    return r->memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "no memory for a bearing of %d cells", r->ncell) : GUD_OK;
}

void gud_bearing_rig_close(gud_bearing_rig *r)
{
    gud_bearing_work_free(r->work);
    gud_bearing_free(r->bearing);
    gud_arena_free(&r->memory);
}
