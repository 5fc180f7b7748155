// Feeds in a grid, at their true place and size: docs/theory/film.md, section 2.
//
// The grid is seen in units of cells: centres at i + 1/2, j + 1/2. Two centres side by side are joined by a link, whose
// width is that of the face between them. A feed cuts links: the share of the width that it covers is taken from the
// face, and the centres on both sides are joined with the rim by what lies between. A cell whose centre lies in the
// feed has its pressure. A feed of less than a cell that meets no centre is joined with the four centres around it as a
// well.

#include "film/feed.h"

#include "num/pi.h"

#include <math.h>
#include <string.h>

static const double nearest = 0.01;  // of the distance of two centres: the rim is taken to be no closer
static const double touching = 1e-9; // a rim through a centre, but for rounding

// a feed in units of cells: its middle and half its size
typedef struct {
    int number;
    bool round;
    double at[2], half[2];
} region;

// A feed that goes all the way round has no ends.
static bool closes(const gud_film *film, const region *r, int axis)
{
    return axis == 0 && film->periodic && 2.0 * r->half[0] >= film->nx * (1.0 - 1e-12);
}

static region region_of(const gud_film *film, int number)
{
    const gud_film_feed *f = &film->feed[number];
    const double cell[2] = {(film->box[1] - film->box[0]) / film->nx, (film->box[3] - film->box[2]) / film->ny};
    region r = {number,
                f->round,
                {(f->x - film->box[0]) / cell[0], (f->y - film->box[2]) / cell[1]},
                {0.5 * f->size_x / cell[0], 0.5 * f->size_y / cell[1]}};
    if (closes(film, &r, 0)) r.half[0] = 2.0 * film->nx, r.round = false;
    return r;
}

// area of the unit circle's half between the abscissas -1 and t, but for a constant
static double circle_part(double t)
{
    const double s = fmin(fmax(t, -1.0), 1.0);
    return 0.5 * (s * sqrt(1.0 - s * s) + asin(s));
}

// The strip from `low` to low + 1 in the other direction: how much of its width the feed covers; half the length of the
// feed in it, the mean of a round one; how far from its middle line it is.
static double strip(const region *r, int axis, double low, double *half, double *off)
{
    const int other = 1 - axis;
    const double a = fmax(low, r->at[other] - r->half[other]), b = fmin(low + 1.0, r->at[other] + r->half[other]);
    *half = r->half[axis];
    *off = gud_larger(0.0, gud_larger(a - (low + 0.5), low + 0.5 - b));
    if (b <= a) return 0.0;
    const double w = r->half[other], from = (a - r->at[other]) / w, to = (b - r->at[other]) / w;
    if (r->round) *half *= (circle_part(to) - circle_part(from)) / (to - from);
    return b - a;
}

static bool holds(const region *r, double x, double y)
{
    const double a = fabs(x - r->at[0]) / r->half[0], b = fabs(y - r->at[1]) / r->half[1];
    return r->round ? a * a + b * b <= 1.0 : a <= 1.0 && b <= 1.0;
}

// the number of column i on a ring; -1 beyond the grid
static int column(const gud_film *film, int i)
{
    if (i >= 0 && i < film->nx) return i;
    return film->periodic ? ((i % film->nx) + film->nx) % film->nx : -1;
}

// the first strip or column that a feed touches
static int first_of(const gud_film *film, const region *r, int axis)
{
    return (int)floor(r->at[axis] - (closes(film, r, axis) ? 0.5 * film->nx : r->half[axis]));
}

static int last_of(const gud_film *film, const region *r, int axis)
{
    if (closes(film, r, axis)) return first_of(film, r, axis) + film->nx - 1;
    return (int)floor(r->at[axis] + r->half[axis]);
}

// ---- cells whose centre lies in a feed

static void cover(gud_film *film, int k, int feed)
{
    if (film->kind[k] != GUD_CELL_FREE) return;
    film->kind[k] = GUD_CELL_FIXED;
    film->unknown[k] = 0.0;
    film->nfixed++;
    film->cell_feed[k] = feed + 1;
    film->covered[film->ncovered++] = k;
}

// returns how many centres lie in the feed
static int cover_cells(gud_film *film, const region *r, bool covers)
{
    const int first = first_of(film, r, 0), last = last_of(film, r, 0);
    const int low = first_of(film, r, 1), high = last_of(film, r, 1);
    int n = 0;
    for (int i = first; i <= last; i++)
        for (int j = low < 0 ? 0 : low; j <= high && j < film->ny; j++) {
            if (column(film, i) < 0 || !holds(r, i + 0.5, j + 0.5)) continue;
            if (covers) cover(film, column(film, i) * film->ny + j, r->number);
            n++;
        }
    return n;
}

// ---- area

// area of the unit disc with abscissas up to x and ordinates up to y
static double disc_part(double x, double y)
{
    const double a = fmin(fmax(x, -1.0), 1.0), b = fmin(fabs(y), 1.0), c = sqrt(1.0 - b * b);
    const double left = circle_part(a) + 0.25 * pi; // half of what lies left of x
    const double low = fmin(a, -c), high = fmax(a, c), mid = fmin(fmax(a, -c), c);
    const double flat = circle_part(low) + 0.25 * pi + b * (mid + c) + circle_part(high) - circle_part(c);
    return y >= 0.0 ? left + flat : left - flat;
}

// the part of cell (i, j) that a feed covers
static double share_of(const region *r, int i, int j)
{
    const double from[2] = {(i - r->at[0]) / r->half[0], (j - r->at[1]) / r->half[1]};
    const double to[2] = {from[0] + 1.0 / r->half[0], from[1] + 1.0 / r->half[1]};
    double side[2];
    if (r->round)
        return r->half[0] * r->half[1] *
               (disc_part(to[0], to[1]) - disc_part(from[0], to[1]) - disc_part(to[0], from[1]) +
                disc_part(from[0], from[1]));
    for (int d = 0; d < 2; d++) side[d] = fmax(fmin(to[d], 1.0) - fmax(from[d], -1.0), 0.0) * r->half[d];
    return side[0] * side[1];
}

static void share_cells(gud_film *film, const region *r)
{
    const int first = first_of(film, r, 0), last = last_of(film, r, 0);
    const int low = first_of(film, r, 1), high = last_of(film, r, 1);
    for (int i = first; i <= last; i++)
        for (int j = low < 0 ? 0 : low; j <= high && j < film->ny; j++) {
            if (column(film, i) < 0) continue;
            double *share = &film->cell_share[column(film, i) * film->ny + j];
            *share = fmin(*share + share_of(r, i, j), 1.0);
        }
}

const double *gud_film_feed_shares(const gud_film *film)
{
    return film->most_feeds > 0 ? film->cell_share : NULL;
}

// ---- taps

// a face as film.h and as work.h count it; cells below and above, -1 beyond the grid
typedef struct {
    int face, outer, low, high;
    const gud_film_faces *bare;
    gud_film_faces *faces;
    int edge; // the side of the grid, if there is one
} link;

static link link_of(gud_film *film, int axis, int at, int strip_at)
{
    const int ny = film->ny;
    link l = {.edge = -1};
    if (axis == 0) {
        const int i = film->periodic ? column(film, at) : at, j = strip_at, before = column(film, i - 1);
        l.face = l.outer = i * ny + j;
        l.low = before < 0 ? -1 : before * ny + j;
        l.high = i < film->nx ? i * ny + j : -1;
        if (!film->periodic && (i == 0 || i == film->nx)) l.edge = i == 0 ? GUD_EDGE_X_LOW : GUD_EDGE_X_HIGH;
        l.bare = &film->bare_x, l.faces = &film->x;
    } else {
        const int i = strip_at, j = at;
        l.face = gud_film_face_y(film, i, j), l.outer = i * (ny + 1) + j;
        l.low = j > 0 ? i * ny + j - 1 : -1;
        l.high = j < ny ? i * ny + j : -1;
        if (j == 0 || j == ny) l.edge = j == 0 ? GUD_EDGE_Y_LOW : GUD_EDGE_Y_HIGH;
        l.bare = &film->bare_y, l.faces = &film->y;
    }
    return l;
}

// Joins a cell with a feed whose rim lies at the share `at` of the way to the other cell of the link, and beside its
// middle by the share `off` of its width.
static void tap_add(gud_film *film, const link *l, int axis, int cell, int feed, double share, double at, double off)
{
    const double length = l->bare->length[l->face];
    const double away = fmax(hypot(fmax(at, 0.0), off * l->bare->conduct[l->face]), nearest);
    const int beside = cell == l->low ? l->high : l->low;
    if (cell < 0 || film->kind[cell] != GUD_CELL_FREE || length == 0.0) return;
    film->tap.length[film->ntap] = share * length;
    film->tap.conduct[film->ntap] = share * l->bare->conduct[l->face] / away;
    film->taps[film->ntap++] = (gud_film_tap){.cell = cell,
                                              .beside = beside < 0 ? cell : beside,
                                              .feed = feed,
                                              .face = l->face,
                                              .drift = l->outer,
                                              .along = axis == 0,
                                              .sign = cell == l->low ? 1.0 : -1.0,
                                              .at = fmax(at, 0.0)};
}

// The half of a link between an edge and the first centre: a closed edge is not in the way; over an open one the feed
// leaks at once. `to_edge` and `to_cell` are what lies between in units of cells.
static void cut_edge(gud_film *film, const region *r, const link *l, int axis, double share, double off, double to_edge,
                     double to_cell)
{
    const int cell = l->low >= 0 ? l->low : l->high;
    const bool open = film->edge[l->edge].kind == GUD_EDGE_OPEN;
    const double length = l->bare->length[l->face];
    if (to_cell > -touching && open) tap_add(film, l, axis, cell, r->number, share, to_cell / 0.5, off);
    if (to_cell > -touching && !open &&
        film->kind[cell] == GUD_CELL_FREE) { // the face has no length: that of the cell's other face
        link other = link_of(film, axis, l->low >= 0 ? (axis == 0 ? film->nx - 1 : film->ny - 1) : 1,
                             axis == 0 ? cell % film->ny : cell / film->ny);
        other.low = l->low, other.high = l->high; // nothing beyond
        other.outer = -1;
        tap_add(film, &other, axis, cell, r->number, share, to_cell, off);
    }
    if (!open || length == 0.0) return;
    l->faces->length[l->face] -= share * length;
    if (to_edge > 0.0)
        film->leak[film->nleak++] =
            (gud_film_leak){.cell = cell,
                            .feed = r->number,
                            .edge = l->edge,
                            .along = axis == 0,
                            .conduct = share * l->bare->conduct[l->face] * 0.5 / fmax(to_edge, nearest)};
}

// a link at `at` in units of cells, `half` being half of the feed's length along it
static void cut_link(gud_film *film, const region *r, int axis, int at, int strip_at, double share, double off,
                     double half)
{
    const link l = link_of(film, axis, at, strip_at);
    const double from = r->at[axis] - half - (at - 0.5), to = (at + 0.5) - (r->at[axis] + half); // free ends
    if (l.edge >= 0) {
        const bool low = l.low < 0;
        cut_edge(film, r, &l, axis, share, off, low ? from - 0.5 : to - 0.5, low ? to : from);
        return;
    }
    if (l.low < 0 || l.high < 0) return;
    l.faces->length[l.face] -= share * l.bare->length[l.face];
    if (from > -touching) tap_add(film, &l, axis, l.low, r->number, share, from, off);
    if (to > -touching) tap_add(film, &l, axis, l.high, r->number, share, to, off);
}

// all links of one direction
static void cut_links(gud_film *film, const region *r, int axis)
{
    const int other = 1 - axis, n = axis == 0 ? film->nx : film->ny, last = last_of(film, r, other);
    const bool ring = axis == 0 && film->periodic;
    for (int s = first_of(film, r, other); s <= last; s++) {
        double half, off;
        const int at = axis == 0 ? (s >= 0 && s < film->ny ? s : -1) : column(film, s);
        const double share = strip(r, axis, s, &half, &off);
        if (at < 0 || share <= 0.0) continue;
        int from = (int)floor(r->at[axis] - half - 0.5) + 1, to = (int)ceil(r->at[axis] + half + 0.5) - 1;
        if (closes(film, r, axis)) from = first_of(film, r, axis), to = from + n - 1;
        if (!ring) from = from < 0 ? 0 : from, to = to > n ? n : to;
        for (int i = from; i <= to; i++) cut_link(film, r, axis, i, at, share, off, half);
    }
}

// What is left of the links of covered cells leads to their centres; between covered cells nothing flows.
static void close_covered(gud_film *film, int k)
{
    const int i = k / film->ny, j = k % film->ny;
    const link links[4] = {link_of(film, 0, i, j), link_of(film, 0, i + 1, j), link_of(film, 1, j, i),
                           link_of(film, 1, j + 1, i)};
    for (int n = 0; n < 4; n++) {
        const link *l = &links[n];
        const double length = l->bare->length[l->face], left = l->faces->length[l->face];
        const int other = l->low == k ? l->high : l->low;
        if (l->edge < 0 && length > 0.0 && left > 1e-12 * length)
            tap_add(film, l, n / 2, other, film->cell_feed[k] - 1, left / length, 1.0, 0.0);
        l->faces->length[l->face] = 0.0;
    }
}

// ---- wells

// radius of a circle that a far film cannot tell from the feed; w and h are its sizes
static double well_radius(const gud_film_feed *f, double w, double h)
{
    return f->round ? 0.25 * (w + h) : 0.25 * (w + h) + 0.18 * w * h / (w + h);
}

typedef struct {
    int cell[4];
    double share[4]; // of the flow, without resistance between feed and cells
    double R[4][4];  // resistances between the cells, through an endless grid
    double start;    // ln(r0/r)/2 pi
    double gx, gy;   // conductances of a link
} well;

// resistances of an endless grid between neighbours along x, along y and across the corner
static void well_resistances(well *w)
{
    const double x = 2.0 / (pi * w->gx) * atan(sqrt(w->gx / w->gy)), y = 2.0 / (pi * w->gy) * atan(sqrt(w->gy / w->gx));
    const double corner = 2.0 / (pi * sqrt(w->gx * w->gy)), by[4] = {0.0, y, x, corner};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) w->R[a][b] = by[a ^ b]; // cell 2 di + dj
}

// Is a cell beyond the grid the mirror image of one in it? A closed edge through a feed is a plane of symmetry.
static bool is_mirrored(const gud_film *film, const region *r, int i, int j)
{
    const int n[2] = {film->nx, film->ny}, at[2] = {i, j};
    for (int axis = 0; axis < 2; axis++)
        for (int high = 0; high < 2; high++) {
            const double beyond = high ? r->at[axis] + r->half[axis] - n[axis] : r->half[axis] - r->at[axis];
            const bool outside = high ? at[axis] >= n[axis] : at[axis] < 0;
            if (outside && beyond > 0.0 && film->edge[2 * axis + high].kind == GUD_EDGE_CLOSED) return true;
        }
    return false;
}

// lengths of a cell along x and along y
static void cell_sizes(const gud_film *film, int k, double size[2])
{
    const int i = k / film->ny, j = k % film->ny;
    size[0] = gud_larger(film->bare_y.length[gud_film_face_y(film, i, j)],
                         film->bare_y.length[gud_film_face_y(film, i, j + 1)]);
    size[1] = gud_larger(film->bare_x.length[k], film->bare_x.length[k + film->ny]);
}

// sizes of the cells around a well, each with its share of the flow, so that no direction of the grid is preferred
static void well_sizes(const gud_film *film, const well *w, double size[2])
{
    double sum = 0.0, total[2] = {0.0, 0.0};
    for (int a = 0; a < 4; a++) {
        double own[2];
        if (w->cell[a] < 0 || !(w->share[a] > 0.0)) continue;
        cell_sizes(film, w->cell[a], own);
        for (int k = 0; k < 2; k++) total[k] += w->share[a] * own[k];
        sum += w->share[a];
    }
    for (int k = 0; k < 2; k++) size[k] = sum > 0.0 ? total[k] / sum : 0.0;
}

static bool well_place(const gud_film *film, const region *r, well *w)
{
    const gud_film_feed *f = &film->feed[r->number];
    const int i = (int)floor(r->at[0] - 0.5), j = (int)floor(r->at[1] - 0.5);
    const double fx = r->at[0] - 0.5 - i, fy = r->at[1] - 0.5 - j;
    double sum = 0.0, size[2];
    for (int a = 0; a < 4; a++) {
        const int c = column(film, i + a / 2), row = j + a % 2;
        const bool in = c >= 0 && row >= 0 && row < film->ny;
        w->cell[a] = in && film->kind[c * film->ny + row] == GUD_CELL_FREE ? c * film->ny + row : -1;
        w->share[a] = (a / 2 ? fx : 1.0 - fx) * (a % 2 ? fy : 1.0 - fy);
        if (w->cell[a] < 0 && !is_mirrored(film, r, i + a / 2, row)) w->share[a] = 0.0;
        sum += w->share[a];
    }
    if (!(sum > 0.0)) return false;
    for (int a = 0; a < 4; a++) w->share[a] /= sum;
    well_sizes(film, w, size);
    const double dx = size[0], dy = size[1];
    if (!(dx > 0.0) || !(dy > 0.0)) return false;
    w->gx = dy / dx, w->gy = dx / dy;
    const double own = 0.25 * exp(-0.57721566490153286) * hypot(dx, dy); // radius that a single cell stands for
    w->start = log(own / well_radius(f, 2.0 * r->half[0] * dx, 2.0 * r->half[1] * dy)) / (2.0 * pi);
    well_resistances(w);
    return true;
}

// Conductances c_k = kappa share_k that let the same flow through as the hole in a plane: with flows q_k that add up to
// one, q_k = c_k (start + sum_l R_kl q_l / 2). False if there are none: the feed is too large for it.
static bool well_conduct(const well *w, double c[4])
{
    double q[4];
    memcpy(q, w->share, sizeof q);
    for (int n = 0; n < 60; n++) {
        double next[4], sum = 0.0;
        for (int a = 0; a < 4; a++) {
            double drop = w->start;
            for (int b = 0; b < 4; b++) drop += 0.5 * w->R[a][b] * q[b];
            if (n == 59 && w->share[a] > 0.0 && !(drop > 0.0)) return false;
            next[a] = w->share[a] * fmax(drop, 1e-3);
            sum += next[a];
        }
        for (int a = 0; a < 4; a++) q[a] = 0.5 * (q[a] + next[a] / sum), c[a] = w->share[a] / sum;
    }
    return true;
}

// Less than a cell, and either smaller than what a single cell stands for or without a centre in it.
static bool is_well(gud_film *film, const region *r)
{
    well w;
    if (!(r->half[0] < 0.5 && r->half[1] < 0.5) || !well_place(film, r, &w)) return false;
    return w.start > 0.0 || cover_cells(film, r, false) == 0;
}

static bool well_add(gud_film *film, const region *r)
{
    well w;
    double c[4];
    if (!well_place(film, r, &w) || !well_conduct(&w, c)) return false;
    for (int a = 0; a < 4; a++) {
        if (!(w.share[a] > 0.0) || w.cell[a] < 0) continue;
        film->tap.conduct[film->ntap] = c[a];
        film->tap.length[film->ntap] =
            c[a] * 0.2 / sqrt(gud_larger(w.gx, w.gy)); // for the shear rates of oils that thin
        film->taps[film->ntap++] = (gud_film_tap){
            .cell = w.cell[a], .beside = w.cell[a], .feed = r->number, .drift = -1, .along = true, .sign = 1.0};
    }
    return true;
}

// ----

static void bare_restore(gud_film *film)
{
    const size_t nx = (size_t)(film->ncell + film->ny) * sizeof(double);
    const size_t ny = (size_t)gud_film_nface_y(film) * sizeof(double);
    memcpy(film->x.length, film->bare_x.length, nx), memcpy(film->x.conduct, film->bare_x.conduct, nx);
    memcpy(film->y.length, film->bare_y.length, ny), memcpy(film->y.conduct, film->bare_y.conduct, ny);
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n];
        film->kind[k] = GUD_CELL_FREE, film->unknown[k] = 1.0, film->cell_feed[k] = 0;
        film->nfixed--;
    }
    film->ncovered = film->ntap = film->nleak = 0;
}

// conductances of faces that are partly open
static void faces_adapt(const gud_film_faces *bare, gud_film_faces *faces, int n)
{
    for (int f = 0; f < n; f++) {
        if (faces->length[f] == bare->length[f]) continue;
        const double open = faces->length[f] > 1e-12 * bare->length[f] ? faces->length[f] / bare->length[f] : 0.0;
        faces->length[f] = open * bare->length[f], faces->conduct[f] = open * bare->conduct[f];
    }
}

void gud_film_feeds_apply(gud_film *film)
{
    bare_restore(film);
    memset(film->cell_share, 0, (size_t)film->ncell * sizeof *film->cell_share);
    for (int n = 0; n < film->nfeed; n++) {
        const region r = region_of(film, n);
        share_cells(film, &r);
        film->is_well[n] = is_well(film, &r);
        if (!film->is_well[n]) cover_cells(film, &r, true);
    }
    for (int n = 0; n < film->nfeed; n++) {
        const region r = region_of(film, n);
        if (film->is_well[n] && well_add(film, &r)) continue;
        cut_links(film, &r, 0);
        cut_links(film, &r, 1);
    }
    for (int n = 0; n < film->ncovered; n++) close_covered(film, film->covered[n]);
    faces_adapt(&film->bare_x, &film->x, film->ncell + film->ny);
    faces_adapt(&film->bare_y, &film->y, gud_film_nface_y(film));
    if (film->periodic) { // the first faces of a ring are the last ones as well
        gud_film_close(film, film->x.length);
        gud_film_close(film, film->x.conduct);
    }
}

static gud_status feed_check(const gud_film *film, const gud_film_feed *f, gud_error *error)
{
    const double *box = film->box;
    if (!(f->size_x > 0.0) || !(f->size_y > 0.0) || !isfinite(f->pressure) || !isfinite(f->x) || !isfinite(f->y))
        return gud_fail(error, GUD_ERR_INPUT, "feed: size %g x %g m and pressure %g Pa; sizes must be positive",
                        f->size_x, f->size_y, f->pressure);
    const bool outside = f->y < box[2] || f->y > box[3] || (!film->periodic && (f->x < box[0] || f->x > box[1]));
    if (outside && !f->moves)
        return gud_fail(error, GUD_ERR_INPUT, "feed at (%g, %g) m lies outside the surface [%g, %g] x [%g, %g] m", f->x,
                        f->y, box[0], box[1], box[2], box[3]);
    if (f->source != GUD_FEED_CLOSED && !(f->pressure >= film->options.cavity))
        return gud_fail(error, GUD_ERR_INPUT, "film: pressure %g Pa of a feed is below the cavity pressure %g Pa",
                        f->pressure, film->options.cavity);
    if ((f->source == GUD_FEED_CAPILLARY || f->source == GUD_FEED_ORIFICE) && !(f->restrictor > 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "feed: coefficient %g of the restrictor must be positive", f->restrictor);
    return GUD_OK;
}

gud_status gud_film_feeds_set(gud_film *film, int n, const gud_film_feed *feeds, gud_error *error)
{
    if (n > film->most_feeds)
        return gud_fail(error, GUD_ERR_INPUT, "film: %d feeds in a film that was made for %d", n, film->most_feeds);
    if (film->most_feeds == 0) return GUD_OK;
    for (int f = 0; f < n; f++) {
        GUD_TRY(feed_check(film, &feeds[f], error));
        if (film->options.yields && feeds[f].source != GUD_FEED_GIVEN)
            return gud_fail(error, GUD_ERR_INPUT, "film: recesses need rigid walls; remove the lining");
    }
    film->nfeed = n, film->nrecess = 0;
    for (int f = 0; f < n; f++) {
        const bool recess = feeds[f].source != GUD_FEED_GIVEN;
        film->feed[f] = feeds[f];
        film->unknown[film->ncell + f] = recess ? 1.0 : 0.0;
        film->kind[film->ncell + f] = recess ? GUD_CELL_FREE : GUD_CELL_FIXED;
        if (recess) film->recess[film->nrecess++] = f;
    }
    film->nstate = film->ncell + n;
    gud_film_feeds_apply(film);
    return GUD_OK;
}

void gud_film_feeds_move(gud_film *film, const gud_film_feed *feeds)
{
    memcpy(film->feed, feeds, (size_t)film->nfeed * sizeof *feeds);
    gud_film_feeds_apply(film);
}

int gud_film_feed_taps(int nx, int ny)
{
    return 4 * (nx + ny) + 16;
}
