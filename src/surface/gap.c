// Gaps and their kinematics over a grid; docs/theory/surface.md, (34) to (37).

#include "surface/gap.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

static const double same_gap = 1e-9; // of the other surface's size: newton and mrep agree

gud_status gud_gap_work_create(const gud_surface *other, gud_arena *arena, gud_error *error, gud_gap_work *work)
{
    int m = 1, r = 1;
    for (int i = 0; i < other->bezier.npatch[0] * other->bezier.npatch[1]; i++) {
        const gud_mrep *mrep = &other->patches[i].mrep;
        m = mrep->m > m ? mrep->m : m;
        r = mrep->r > r ? mrep->r : r;
    }
    GUD_TRY(gud_mrep_work_create(m, r, arena, error, &work->mrep));
    work->roots = GUD_TAKE(arena, double, m);
    return work->roots ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

// ---- poses

// what all points share
typedef struct {
    double R[9], p[3]; // from the reference surface's frame to the other's: x_c = R x_r + p
    double v[3], w[3]; // the other body's velocity relative to the reference body: v + w x x_c, in the other's frame
    double v_r[3], w_r[3]; // the reference body's velocity v_r + w_r x x_r, in its own frame
} relation;

static bool pose_is_finite(const gud_pose *pose)
{
    double sum = v3_dot(pose->p, pose->p) + v3_dot(pose->v, pose->v) + v3_dot(pose->w, pose->w);
    for (int i = 0; i < 9; i++) sum += pose->R[i] * pose->R[i];
    return isfinite(sum);
}

static relation relation_of(const gud_pose *r, const gud_pose *c)
{
    relation q = {0};
    double d[3], turn[3], v[3], w[3];
    m3_mul_t(q.R, c->R, r->R);
    v3_axpy(d, r->p, -1.0, c->p);
    m3_apply_t(q.p, c->R, d);

    // (35): at the other frame's origin, the reference body moves with v_r + w_r x (p_c - p_r)
    v3_cross(turn, r->w, d);
    v3_axpy(v, c->v, -1.0, r->v);
    v3_axpy(v, v, 1.0, turn);
    v3_axpy(w, c->w, -1.0, r->w);
    m3_apply_t(q.v, c->R, v);
    m3_apply_t(q.w, c->R, w);
    m3_apply_t(q.v_r, r->R, r->v);
    m3_apply_t(q.w_r, r->R, r->w);
    return q;
}

// ---- one point

static void set_ray(const gud_gap_pair *pair, const relation *q, int i, gud_ray *ray)
{
    m3_apply(ray->x, q->R, pair->grid->place + 3 * i);
    v3_axpy(ray->x, ray->x, 1.0, q->p);
    m3_apply(ray->n, q->R, pair->grid->normal + 3 * i);
    ray->low = pair->low;
    ray->high = pair->high;
}

static void to_local(const gud_grid *g, int i, const double a[3], double *local)
{
    v3_set(local, v3_dot(a, g->along + 3 * i), v3_dot(a, g->normal + 3 * i), v3_dot(a, g->across + 3 * i));
}

static void velocity_at(const relation *q, const double x[3], double V[3])
{
    v3_cross(V, q->w_r, x);
    v3_axpy(V, V, 1.0, q->v_r);
}

// (34), (36), (37)
static void set_motion(const gud_grid *g, const relation *q, const gud_ray *ray, const gud_hit *hit, int i,
                       gud_gap_hits *f)
{
    double x[3], V[3], slip[3], slope[3], wall[3];
    const double *n = g->normal + 3 * i;
    v3_axpy(x, ray->x, hit->h, ray->n);
    v3_cross(V, q->w, x);
    v3_axpy(V, V, 1.0, q->v);
    m3_apply_t(slip, q->R, V);
    m3_apply_t(slope, q->R, hit->normal);
    v3_scale(slope, 1.0 / v3_dot(slope, n), slope);
    v3_copy(f->slope + 3 * i, slope);
    f->rate[i] = v3_dot(slope, slip);
    to_local(g, i, slip, f->slip + 3 * i);

    velocity_at(q, g->place + 3 * i, wall);
    to_local(g, i, wall, f->wall_r + 3 * i);
    v3_axpy(x, g->place + 3 * i, hit->h, n);
    velocity_at(q, x, wall);
    v3_axpy(wall, wall, 1.0, slip);
    to_local(g, i, wall, f->wall_c + 3 * i);
}

static void set_no_film(const gud_gap_pair *pair, const relation *q, int i, gud_gap_hits *f)
{
    double wall[3];
    f->gap[i] = pair->high;
    f->rate[i] = 0.0;
    v3_copy(f->slope + 3 * i, pair->grid->normal + 3 * i);
    v3_set(f->slip + 3 * i, 0.0, 0.0, 0.0);
    velocity_at(q, pair->grid->place + 3 * i, wall);
    to_local(pair->grid, i, wall, f->wall_r + 3 * i);
    v3_copy(f->wall_c + 3 * i, f->wall_r + 3 * i);
}

// ---- modes

static bool find_newton(const gud_gap_pair *pair, const gud_ray *ray, int i, const double *warm, gud_gap_work *work,
                        gud_hit *hit, gud_gap_hits *f)
{
    // parameters from another surface would be out of range: then the search starts cold
    const gud_surface *s = pair->other;
    hit->xi[0] = warm[0];
    hit->xi[1] = warm[1];
    if (warm[0] >= s->low[0] && warm[0] <= s->high[0] && warm[1] >= s->low[1] && warm[1] <= s->high[1] &&
        gud_ray_track(s, ray, hit))
        return true;
    if (isnan(warm[0]) && pair->parts > 0 && i % pair->parts != pair->part) return false;
    f->ncold++;
    return gud_ray_find(s, ray, work, hit);
}

static gud_gap_state find_mrep(const gud_gap_pair *pair, const gud_ray *ray, gud_gap_work *work, gud_hit *hit,
                               gud_gap_hits *f)
{
    const gud_gap_state state = gud_ray_search(pair->other, ray, work, hit);
    f->ncold++;
    f->nunsure += !gud_gap_sure(state);
    return state;
}

// the judge's word on newton's hit, and mrep's
static void verify(const gud_gap_pair *pair, const gud_ray *ray, bool found, const gud_hit *hit, gud_gap_work *work,
                   gud_gap_hits *f)
{
    gud_hit second;
    const gud_gap_state state = gud_ray_search(pair->other, ray, work, &second);
    f->nunsure += !gud_gap_sure(state);
    const bool other_finds = state == GUD_GAP_FILM;
    const bool same = found == other_finds && (!found || fabs(hit->h - second.h) <= same_gap * pair->other->size);
    f->ndisagree += gud_gap_sure(state) && !same;
    if (!found) return;

    double x[3], local[2];
    const gud_mrep *mrep =
        &pair->other->patches[gud_patch_locate(&pair->other->bezier, hit->xi[0], hit->xi[1], local)].mrep;
    v3_axpy(x, ray->x, hit->h, ray->n);
    if (mrep->m > 0) f->judge = fmax(f->judge, gud_mrep_judge(mrep, x, &work->mrep));
}

static gud_gap_state find(const gud_gap_pair *pair, const gud_ray *ray, int i, const double *warm, gud_gap_work *work,
                          gud_hit *hit, gud_gap_hits *f)
{
    if (pair->mode == GUD_GAP_MREP) return find_mrep(pair, ray, work, hit, f);
    const bool found = find_newton(pair, ray, i, warm, work, hit, f);
    if (!found) hit->h = NAN;
    if (pair->mode == GUD_GAP_VERIFY) verify(pair, ray, found, hit, work, f);
    return found ? GUD_GAP_FILM : GUD_GAP_NONE;
}

gud_status gud_gap_find(const gud_gap_pair *pair, const gud_pose *reference, const gud_pose *other, gud_gap_work *work,
                        double *warm, gud_error *error, gud_gap_hits *field)
{
    if (!pose_is_finite(reference) || !pose_is_finite(other))
        return gud_fail(error, GUD_ERR_NUMERIC, "the pose of a surface is not finite");
    if (!(pair->low <= 0.0 && pair->high >= 0.0 && pair->high - pair->low > 0.0 && isfinite(pair->high - pair->low)))
        return gud_fail(error, GUD_ERR_INPUT, "the gap window from %g to %g m must contain 0", pair->low, pair->high);
    const relation q = relation_of(reference, other);
    field->nfilm = field->ncold = field->nunsure = field->ndisagree = 0;
    field->judge = 0.0;
    for (int i = 0; i < pair->grid->n; i++) {
        gud_ray ray;
        gud_hit hit = {0};
        set_ray(pair, &q, i, &ray);
        field->state[i] = (unsigned char)find(pair, &ray, i, warm + 2 * i, work, &hit, field);
        if (isnan(hit.h)) {
            warm[2 * i] = warm[2 * i + 1] = NAN;
            set_no_film(pair, &q, i, field);
            continue;
        }
        field->nfilm++;
        field->gap[i] = hit.h;
        memcpy(warm + 2 * i, hit.xi, sizeof hit.xi);
        set_motion(pair->grid, &q, &ray, &hit, i, field);
    }
    return GUD_OK;
}
