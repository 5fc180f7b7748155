#include "pair/form.h"

#include "film/lanes.h"

#include <string.h>

unsigned gud_form_traits(const gud_form *form, int wall)
{
    unsigned all = 0;
    for (int i = 0; form && i < form->n[wall]; i++) all |= form->list[wall][i].law->traits(form->list[wall][i].params);
    return all;
}

gud_status gud_form_check(const gud_form *form, const gud_wall walls[2], gud_error *error)
{
    for (int w = 0; form && w < 2; w++)
        for (int i = 0; i < form->n[w]; i++) {
            const gud_deviation *d = &form->list[w][i];
            if ((d->law->traits(d->params) & GUD_NEEDS_ANGLE) && !(walls[w].radius > 0.0))
                return gud_fail(error, GUD_ERR_INPUT, "%s: its angles need a round wall, but this one is flat",
                                d->law->row.name);
            if (d->law->check) GUD_TRY(d->law->check(d->params, &walls[w], error));
        }
    return GUD_OK;
}

static void sum_clear(const gud_deviation_sum *s, int n)
{
    double *const all[] = {s->d, s->x, s->y, s->xx, s->xy, s->yy};
    for (int i = 0; i < GUD_COUNT(all); i++)
        if (all[i]) memset(all[i], 0, (size_t)n * sizeof(double));
}

static void sum_walls(const gud_form_work *w, int wall, int n, const double *x, const double *y,
                      const gud_deviation_sum *sum)
{
    const gud_form *f = w->form;
    for (int i = 0; i < f->n[wall]; i++)
        f->list[wall][i].law->add(f->list[wall][i].params, &w->wall[wall], n, x, y, sum);
}

// does coordinate a move the other wall over the grid?
static bool slides(const gud_gap_field *f, int a)
{
    return f->shear_v[0][a] || (f->shear[1] && f->shear_v[1][a]);
}

static void moving_take(gud_form_work *w, gud_gap_field *f, gud_arena *arena)
{
    double **all[] = {&w->far.d, &w->far.x, &w->far.y, &w->far.xx, &w->far.xy, &w->far.yy, &w->at[0], &w->at[1]};
    for (int i = 0; i < GUD_COUNT(all); i++) *all[i] = GUD_TAKE(arena, double, f->n);
    w->row = GUD_TAKE(arena, double *, f->nq);
    w->ideal = GUD_TAKE(arena, const double *, f->nq);
    for (int a = 0; a < f->nq && !arena->failed; a++) {
        w->ideal[a] = f->h_q[a];
        if (!slides(f, a)) continue;
        w->row[a] = GUD_TAKE(arena, double, f->n);
        f->h_q[a] = w->row[a];
        f->push[a] = NULL; // changes with the position
    }
    f->stiffens = true;
}

gud_status gud_form_create(const gud_form *form, const gud_wall walls[2], gud_gap_field *f, gud_arena *arena,
                           gud_error *error, gud_form_work *w)
{
    if (!form) return GUD_OK;
    GUD_TRY(gud_form_check(form, walls, error));
    *w = (gud_form_work){.form = form, .wall = {walls[0], walls[1]}, .moves = form->n[1] > 0};
    w->fixed = GUD_TAKE(arena, double, f->n);
    if (w->moves) moving_take(w, f, arena);
    if (arena->failed) return gud_fail(error, GUD_ERR_MEMORY, "no memory for the form of %d cells", f->n);
    const gud_deviation_sum sum = {.d = w->fixed};
    sum_walls(w, 0, f->n, f->grid->x, f->grid->y, &sum);
    return GUD_OK;
}

// derivatives by the other wall's coordinates become derivatives along the grid: J' g, J' H J
static void turn_derivatives(const gud_form_work *w, int n)
{
    const gud_deviation_sum *s = &w->far;
    for (int k = 0; k < n; k++) {
        const double *J = w->turned + 4 * k, x = s->x[k], y = s->y[k];
        const double a = s->xx[k], b = s->xy[k], c = s->yy[k];
        const double HJ[4] = {a * J[0] + b * J[2], a * J[1] + b * J[3], b * J[0] + c * J[2], b * J[1] + c * J[3]};
        s->x[k] = J[0] * x + J[2] * y;
        s->y[k] = J[1] * x + J[3] * y;
        s->xx[k] = J[0] * HJ[0] + J[2] * HJ[2];
        s->xy[k] = J[0] * HJ[1] + J[2] * HJ[3];
        s->yy[k] = J[1] * HJ[1] + J[3] * HJ[3];
    }
}

GUD_WIDE static void subtract_product(int n, const double *restrict a, const double *restrict b, double *restrict out)
{
    for (int k = 0; k < n; k++) out[k] -= a[k] * b[k];
}

// what the other wall brings along, (1) and (3)
static void add_moving(gud_form_work *w, gud_gap_field *f)
{
    const double *slope[2] = {w->far.x, w->far.y};
    sum_clear(&w->far, f->n);
    sum_walls(w, 1, f->n, w->at[0], w->at[1], &w->far);
    if (w->turned) turn_derivatives(w, f->n);
    for (int k = 0; k < f->n; k++) f->h[k] += w->far.d[k];
    for (int a = 0; a < f->nq; a++) {
        if (!w->row[a]) continue;
        if (w->ideal[a])
            memcpy(w->row[a], w->ideal[a], (size_t)f->n * sizeof(double));
        else
            memset(w->row[a], 0, (size_t)f->n * sizeof(double));
    }
    for (int d = 0; d < 2; d++) {
        if (!f->shear[d]) continue;
        subtract_product(f->n, f->shear[d], slope[d], f->h_t);
        for (int a = 0; a < f->nq; a++)
            if (f->shear_v[d][a]) subtract_product(f->n, f->shear_v[d][a], slope[d], w->row[a]);
    }
}

void gud_form_add(gud_form_work *w, gud_gap_field *f)
{
    if (!w->form) return;
    for (int k = 0; k < f->n; k++) f->h[k] += w->fixed[k];
    if (w->moves) add_moving(w, f);
}

// ---- curvature

// velocity of the other wall over the grid by the rate of coordinate a, at a cell
static void velocity_of(const gud_gap_field *f, int a, int k, double v[2])
{
    for (int d = 0; d < 2; d++) v[d] = f->shear[d] && f->shear_v[d][a] ? f->shear_v[d][a][k] : 0.0;
}

static double bend_between(const gud_deviation_sum *s, int k, const double u[2], const double v[2])
{
    return u[0] * (s->xx[k] * v[0] + s->xy[k] * v[1]) + u[1] * (s->xy[k] * v[0] + s->yy[k] * v[1]);
}

void gud_form_stiffen(const gud_form_work *w, const gud_gap_field *f, const double *press, double *Q_q)
{
    for (int a = 0; w->moves && a < f->nq; a++)
        for (int b = 0; b < f->nq && w->row[a]; b++) {
            double sum = 0.0;
            for (int k = 0; w->row[b] && k < f->n; k++) {
                double u[2], v[2];
                if (press[k] == 0.0) continue;
                velocity_of(f, a, k, u);
                velocity_of(f, b, k, v);
                sum += press[k] * bend_between(&w->far, k, u, v);
            }
            Q_q[a * f->nq + b] += sum;
        }
}

void gud_form_rate_slope(const gud_form_work *w, const gud_gap_field *f, int a, double *rate_q)
{
    for (int k = 0; w->moves && w->row[a] && k < f->n; k++) {
        double v[2];
        const double u[2] = {f->shear[0][k], f->shear[1] ? f->shear[1][k] : 0.0};
        velocity_of(f, a, k, v);
        rate_q[k] += bend_between(&w->far, k, u, v);
    }
}
