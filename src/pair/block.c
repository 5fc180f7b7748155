#include "pair/block.h"

#include "num/vec.h"
#include "pair/motions.h"

#include <math.h>
#include <string.h>

enum { most = 6, turns = 3 };

// what belongs to the wall opposite to a face at one position
typedef struct {
    double m[3], slope[3];       // its normal; m by its component along the face's normal
    double slope_turn[turns][3]; // derivatives of the slope by turns of the guide
    double distance;             // a
} wall;

typedef struct {
    double *row[most], *slide[2][most], *carry[most], *arm[most];
    double *hit; // [n][3]
    gud_pose other;
    wall wall[GUD_BLOCK_FACES];
    gud_form_work form;
} scratch;

// ---- faces

void gud_block_faces(gud_block *b, const double size[3], int nface)
{
    const double slide[3] = {b->planar, 0.0, !b->planar};
    b->nface = nface;
    b->length = size[0];
    for (int i = 0; i < nface; i++) {
        const double up = i % 2 == 0 ? 1.0 : -1.0;
        gud_block_face *f = &b->face[i];
        const bool side = i >= 2;
        v3_set(f->normal, side ? up : 0.0, side ? 0.0 : up, 0.0);
        v3_copy(f->along, slide);
        v3_cross(f->across, f->normal, f->along);
        f->height = 0.5 * (side ? size[2] : size[1]);
        f->breadth = side ? size[1] : size[2];
    }
}

// columns of cells along the slide: those of the faces, and one without film, flooded, at both ends of each
static int columns_of(const gud_block *b)
{
    return b->nface * (b->nx + 2);
}

// face of a column, and its place in it: -1 and nx are the columns without film before and after it
static int face_of(const gud_block *b, int column, int *place)
{
    *place = column % (b->nx + 2) - 1;
    return column / (b->nx + 2);
}

static double cell_length(const gud_block *b)
{
    return b->length / b->nx;
}

static double cell_breadth(const gud_block *b, int face)
{
    return (b->planar ? 0.5 : 1.0) * b->face[face].breadth / b->ny;
}

// a point of a face: i and j count cells from its lower corner
static void point_of(const gud_block *b, int face, double i, double j, double x[3])
{
    const gud_block_face *f = &b->face[face];
    const double s = i * cell_length(b) - 0.5 * b->length;
    const double t = j * cell_breadth(b, face) - (b->planar ? 0.0 : 0.5 * f->breadth);
    v3_scale(x, f->height, f->normal);
    v3_axpy(x, x, s, f->along);
    v3_axpy(x, x, t, f->across);
}

gud_wall gud_block_wall(const gud_block *b)
{
    double narrow = INFINITY;
    for (int i = 0; i < b->nface; i++) narrow = fmin(narrow, b->face[i].breadth);
    return (gud_wall){.size = {b->length, narrow},
                      .cell = {cell_length(b), narrow / (b->planar ? 2 * b->ny : b->ny)},
                      .clearance = b->clearance};
}

// ---- grid

static void cells_fill(const gud_block *b, gud_film_grid *g)
{
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j < g->ny; j++) {
            int at;
            const int face = face_of(b, i, &at), k = i * g->ny + j;
            const double dx = cell_length(b), dy = cell_breadth(b, face);
            const bool film = at >= 0 && at < b->nx;
            g->area[k] = dx * dy * (film ? 1.0 : 1e-12); // nothing depends on cells without film
            g->x[k] = (at + 0.5) * dx - 0.5 * b->length;
            g->y[k] = (j + 0.5) * dy - (b->planar ? 0.0 : 0.5 * b->face[face].breadth);
            g->kind[k] = film ? GUD_CELL_FREE : GUD_CELL_FIXED;
            g->fixed[k] = b->ambient;
        }
}

static void faces_fill(const gud_block *b, gud_film_grid *g)
{
    for (int i = 0; i <= g->nx; i++)
        for (int j = 0; j < g->ny; j++) {
            int at;
            const int face = face_of(b, i < g->nx ? i : 0, &at), e = i * g->ny + j; // of the cell after it
            const bool between = at == -1;
            g->x_length[e] = between ? 0.0 : cell_breadth(b, face);
            g->x_distance[e] = between ? 1.0 : cell_length(b); // flooded cells have their pressure up to their faces
        }
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j <= g->ny; j++) {
            int at;
            const int face = face_of(b, i, &at), e = i * (g->ny + 1) + j;
            const bool film = at >= 0 && at < b->nx;
            g->y_length[e] = film ? cell_length(b) : 0.0;
            g->y_distance[e] = (j == 0 || j == g->ny ? 0.5 : 1.0) * cell_breadth(b, face);
        }
}

static gud_status grid_make(const gud_block *b, gud_error *error, gud_film_grid **grid)
{
    static const double unit[4] = {0.0, 1.0, 0.0, 1.0}; // the metric is written over it
    const gud_film_edge open = {GUD_EDGE_OPEN, b->ambient, 1.0}, closed = {GUD_EDGE_CLOSED, b->ambient, 1.0};
    const gud_film_edge edge[4] = {closed, closed, b->planar ? closed : open, open};
    GUD_TRY(gud_film_grid_create(columns_of(b), b->ny, unit, edge, error, grid));
    cells_fill(b, *grid);
    faces_fill(b, *grid);
    return GUD_OK;
}

// ---- field

// oil that a motion of the guide carries over a face of the grid: half of its velocity there, and by the gap
static void carry_set(const gud_block *b, const gud_block_face *face, scratch *w, int e, const double x[3],
                      const double nu[3], double length)
{
    double arm[3];
    v3_cross(arm, face->normal, nu);
    for (int a = 0; a < gud_motions(b->planar); a++) {
        const int c = gud_motion(b->planar, a);
        w->carry[a][e] = 0.5 * length * gud_along_motion(c, x, nu);
        w->arm[a][e] = c < turns ? 0.0 : 0.5 * length * arm[c - turns];
    }
}

static void carry_fill(const gud_block *b, const gud_gap_field *f, scratch *w)
{
    const gud_film_grid *g = f->grid;
    double x[3];
    for (int e = 0; e < f->nface; e++) {
        const bool along = e < f->nface_x;
        const int r = along ? e : e - f->nface_x, wide = along ? g->ny : g->ny + 1, i = r / wide, j = r % wide;
        const double length = along ? g->x_length[r] : g->y_length[r];
        int at;
        if (!(f->has_low[e] + f->has_high[e] > 0.0)) continue;
        const int face = face_of(b, i, &at); // nothing flows beyond the last column
        point_of(b, face, at + (along ? 0.0 : 0.5), along ? j + 0.5 : j, x);
        carry_set(b, &b->face[face], w, e, x, along ? b->face[face].along : b->face[face].across, length);
    }
}

static void rows_take(const gud_block *b, gud_gap_field *f, gud_arena *arena, scratch *w)
{
    w->hit = GUD_TAKE(arena, double, 3 * f->n);
    f->wet = GUD_TAKE(arena, unsigned char, f->n);
    for (int a = 0; a < gud_motions(b->planar); a++) {
        f->h_q[a] = w->row[a] = GUD_TAKE(arena, double, f->n);
        f->carry[a] = w->carry[a] = GUD_TAKE(arena, double, f->nface);
        f->arm[a] = w->arm[a] = GUD_TAKE(arena, double, f->nface);
        for (int d = 0; d < 2; d++) f->slip_v[d][a] = w->slide[d][a] = GUD_TAKE(arena, double, f->n);
    }
}

static gud_status field_make(const gud_block *b, gud_arena *arena, gud_error *error, gud_gap_field *f, scratch *w)
{
    const gud_wall flat = gud_block_wall(b), walls[2] = {flat, flat};
    rows_take(b, f, arena, w);
    if (arena->failed) return gud_fail(error, GUD_ERR_MEMORY, "no memory for a block of %d cells", f->n);
    for (int k = 0; k < f->n; k++) f->wet[k] = f->grid->kind[k] == GUD_CELL_FREE;
    f->fold = b->planar ? 2.0 : 1.0;
    f->stiffens = true;
    carry_fill(b, f, w);
    return gud_form_create(b->form, walls, f, arena, error, &w->form);
}

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *f, void **work)
{
    const gud_block *b = shape;
    gud_film_grid *grid = NULL;
    GUD_TRY(grid_make(b, error, &grid));
    scratch *w = GUD_TAKE(arena, scratch, 1);
    gud_status status = GUD_OK;
    if (!w || !gud_field_take(f, grid, gud_motions(b->planar), arena) || !gud_field_connect(f, arena))
        status = gud_fail(error, GUD_ERR_MEMORY, "no memory for a block of %d x %d cells", grid->nx, grid->ny);
    if (status == GUD_OK) status = field_make(b, arena, error, f, w);
    *work = w;
    if (status != GUD_OK) gud_film_grid_free(grid), f->grid = NULL;
    return status;
}

static wall wall_of(const gud_block *b, int face, const gud_pose *other)
{
    const gud_block_face *f = &b->face[face];
    wall w;
    m3_apply(w.m, other->R, f->normal);
    const double per = 1.0 / v3_dot(w.m, f->normal);
    v3_scale(w.slope, per, w.m);
    w.distance = v3_dot(other->p, w.m) + f->height + b->clearance;
    for (int c = 0; c < turns; c++) {
        double unit[3] = {0.0, 0.0, 0.0}, turned[3];
        unit[c] = 1.0;
        v3_cross(turned, unit, w.m);
        v3_scale(w.slope_turn[c], per, turned);
        v3_axpy(w.slope_turn[c], w.slope_turn[c], -per * v3_dot(turned, f->normal), w.slope);
    }
    return w;
}

static double gap_at(const gud_block *b, int face, const wall *w, const double x[3])
{
    return (w->distance - v3_dot(x, w->m)) / v3_dot(b->face[face].normal, w->m);
}

static void cell_set(const gud_block *b, gud_gap_field *f, scratch *w, const double twist[6], int k, int face,
                     const double x[3])
{
    const gud_block_face *at = &b->face[face];
    const double *direction[2] = {at->along, at->across};
    double *hit = w->hit + 3 * k;
    f->h[k] = gap_at(b, face, &w->wall[face], x);
    f->h_t[k] = f->slip[0][k] = f->slip[1][k] = 0.0;
    v3_axpy(hit, x, f->h[k], at->normal);
    for (int a = 0; a < gud_motions(b->planar); a++) {
        const int c = gud_motion(b->planar, a);
        w->row[a][k] = gud_along_motion(c, hit, w->wall[face].slope);
        f->h_t[k] += w->row[a][k] * twist[c];
        for (int d = 0; d < 2; d++) {
            w->slide[d][a][k] = gud_along_motion(c, hit, direction[d]);
            f->slip[d][k] += w->slide[d][a][k] * twist[c];
        }
    }
}

// where a cell meets the guide, in the guide's own coordinates
static void locate_on_guide(const gud_block *b, const scratch *w, int k, int face)
{
    double off[3], seen[3];
    v3_axpy(off, w->hit + 3 * k, -1.0, w->other.p);
    m3_apply_t(seen, w->other.R, off);
    w->form.at[0][k] = v3_dot(seen, b->face[face].along);
    w->form.at[1][k] = v3_dot(seen, b->face[face].across);
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *f, gud_error *error)
{
    const gud_block *b = shape;
    scratch *w = work;
    double twist[6];
    (void)covered, (void)error;
    w->other = at->seen;
    gud_motions_twist(&at->seen, twist);
    memcpy(f->q_t, at->q_t, (size_t)f->nq * sizeof(double));
    for (int i = 0; i < b->nface; i++) w->wall[i] = wall_of(b, i, &at->seen);
    for (int k = 0; k < f->n; k++) {
        int place;
        double x[3];
        const int face = face_of(b, k / f->grid->ny, &place);
        point_of(b, face, place + 0.5, k % f->grid->ny + 0.5, x); // cells without film go straight on
        cell_set(b, f, w, twist, k, face, x);
        if (w->form.moves) locate_on_guide(b, w, k, face);
    }
    gud_form_add(&w->form, f);
    return GUD_OK;
}

// d(row a)/d(motion b) at a cell: the slope turns with the guide, and the hit moves along the normal
static double row_change(const gud_block *s, const scratch *w, int face, int k, int a, int b)
{
    const int c = gud_motion(s->planar, a), turned = gud_motion(s->planar, b);
    const double *hit = w->hit + 3 * k, *normal = s->face[face].normal;
    double sum = turned < turns ? 0.0 : gud_along_motion(c, hit, w->wall[face].slope_turn[turned - turns]);
    if (c >= turns) sum += w->row[b][k] * gud_along_motion(c, normal, w->wall[face].slope);
    return sum;
}

static void stiffen(const void *shape, void *work, const gud_gap_field *f, const double *press, double *Q_q)
{
    const gud_block *s = shape;
    const scratch *w = work;
    for (int k = 0; k < f->n; k++) {
        int place;
        const int face = face_of(s, k / f->grid->ny, &place);
        if (press[k] == 0.0 || !f->wet[k]) continue;
        for (int a = 0; a < f->nq; a++)
            for (int b = 0; b < f->nq; b++) Q_q[a * f->nq + b] += press[k] * row_change(s, w, face, k, a, b);
    }
    gud_form_stiffen(&w->form, f, press, Q_q);
}

static void rate_slope(const void *shape, void *work, const gud_gap_field *f, int b, double *rate_q)
{
    const gud_block *s = shape;
    const scratch *w = work;
    for (int k = 0; k < f->n; k++) {
        int place;
        const int face = face_of(s, k / f->grid->ny, &place);
        rate_q[k] = 0.0;
        for (int a = 0; a < f->nq; a++) rate_q[k] += row_change(s, w, face, k, a, b) * f->q_t[a];
    }
    gud_form_rate_slope(&w->form, f, b, rate_q);
}

// ---- coordinates

static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    gud_motions_locate(((const gud_block *)shape)->planar, seen, at);
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    (void)at;
    gud_motions_wrench(((const gud_block *)shape)->planar, r, w, by_shift, by_twist);
}

// least gap of one face: in a corner
static gud_closest face_closest(const gud_block *b, int face, const gud_pose *seen)
{
    const wall w = wall_of(b, face, seen);
    gud_closest least = {.gap = INFINITY};
    for (int corner = 0; corner < 4; corner++) {
        const int i = corner % 2 * b->nx, j = corner > 1 ? b->ny : 0;
        double x[3];
        point_of(b, face, i, j, x);
        const double gap = gap_at(b, face, &w, x);
        if (gap < least.gap)
            least = (gud_closest){gap, v3_dot(x, b->face[face].along), v3_dot(x, b->face[face].across)};
    }
    return least;
}

static gud_closest closest(const void *shape, const gud_location *at)
{
    const gud_block *b = shape;
    gud_closest least = {.gap = INFINITY};
    if (b->form) return (gud_closest){.gap = NAN};
    for (int i = 0; i < b->nface; i++) {
        const gud_closest one = face_closest(b, i, &at->seen);
        if (one.gap < least.gap) least = one;
    }
    return least;
}

static void point(const void *shape, const gud_gap_field *f, const void *work, int cell, double x[3])
{
    const gud_block *b = shape;
    int place;
    (void)work;
    const int face = face_of(b, cell / f->grid->ny, &place);
    point_of(b, face, fmin(fmax(place, 0), b->nx - 1) + 0.5, cell % f->grid->ny + 0.5, x);
}

// ---- channels

static const gud_pair_label channels[] = {
    {"displacement.x", "m", "of the guide, along x of the block's frame"},
    {"displacement.y", "m", "along y of it"},
    {"displacement.z", "m", "along z of it"},
    {"tilt.x", "rad", "of the guide: about x, after y and z"},
    {"tilt.y", "rad", "about y"},
    {"tilt.z", "rad", "about z"},
    {"film_min.upper", "m", "smallest gap of ideal faces: towards y of the block"},
    {"film_min.lower", "m", "away from y"},
    {"film_min.right", "m", "towards x"},
    {"film_min.left", "m", "away from x"},
};

static int nchannel(const void *shape)
{
    const gud_block *b = shape;
    return GUD_COUNT(channels) - (GUD_BLOCK_FACES - b->nface);
}

static void report(const void *shape, const gud_location *at, double *values)
{
    const gud_block *b = shape;
    gud_displacement_report(shape, at, values);
    for (int i = 0; i < b->nface; i++) values[6 + i] = face_closest(b, i, &at->seen).gap;
}

const gud_geometry gud_geometry_block = {
    .name = "block in guide",
    .create = create,
    .release = gud_field_release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .closest = closest,
    .point = point,
    .channels = channels,
    .nchannel = nchannel,
    .report = report,
};
