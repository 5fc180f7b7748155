// Surfaces of features that no built-in wall stands for, and the cups of sockets.

#include "assembly/write.h"
#include "num/pi.h"
#include "num/rot.h"
#include "num/vec.h"
#include "surface/nurbs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double right_angle = 1e-6; // cosine, as in films on nets

// ---- shapes

static void end_entry(gud_cad_writer *w, const gud_feature *g)
{
    gud_buffer_add(&w->surfaces, "}   # ");
    gud_cad_faces(&w->surfaces, w, g);
    gud_buffer_add(&w->surfaces, "\n");
}

// rotation of a shape in its frame
static void turn_shape(const gud_cad_frame *frame, const double axis[3], double R[9])
{
    double direction[3];
    m3_apply_t(direction, frame->R, axis);
    for (int k = 0; k < 3; k++)
        if (fabs(direction[k]) < 1e-13) direction[k] = 0.0;
    gud_rot_z_to(direction, R);
}

void gud_cad_place(gud_cad_writer *w, const gud_cad_frame *frame, const double origin[3], const double axis[3])
{
    double local[3], R[9];
    gud_cad_into(frame, origin, local);
    turn_shape(frame, axis, R);
    gud_buffer_add(&w->surfaces, ", at: ");
    gud_cad_vector(&w->surfaces, local);
    gud_cad_rotation(&w->surfaces, R);
}

void gud_cad_shape_frame(const gud_cad_frame *frame, const double origin[3], const double axis[3], gud_cad_frame *shape)
{
    double R[9];
    turn_shape(frame, axis, R);
    v3_copy(shape->at, origin);
    m3_mul(shape->R, frame->R, R);
}

static void put_length(gud_cad_writer *w, const char *key, double value)
{
    gud_buffer_print(&w->surfaces, ", %s: ", key);
    gud_cad_length(&w->surfaces, value);
}

static void write_ring(gud_cad_writer *w, const gud_feature *g, const gud_cad_frame *frame, const double centre[3],
                       const double radii[2])
{
    gud_buffer_add(&w->surfaces, "{shape: profile, radius: [");
    gud_cad_length(&w->surfaces, radii[0]);
    gud_buffer_add(&w->surfaces, ", ");
    gud_cad_length(&w->surfaces, radii[1]);
    gud_buffer_add(&w->surfaces, "], z: [0, 0], degree: 1");
    gud_cad_place(w, frame, centre, g->axis);
}

// coordinates of a point of an outline along two directions
static void flat_point(const gud_face *f, const double uv[2], const double origin[3], const double e[2][3],
                       double out[2])
{
    gud_face_point p;
    double d[3];
    gud_face_eval(f, uv[0], uv[1], &p);
    v3_axpy(d, p.x, -1.0, origin);
    for (int k = 0; k < 2; k++) out[k] = v3_dot(d, e[k]);
}

// the points of an outline in space, [npoint][3]; NULL without memory
static const double *loop_points(gud_cad_writer *w, const gud_face *f, const gud_face_loop *loop, gud_arena *arena)
{
    double *x = GUD_TAKE(arena, double, 3 * (size_t)loop->npoint);
    w->failed = w->failed || !x;
    for (int i = 0; x && i < loop->npoint; i++) {
        gud_face_point p;
        gud_face_eval(f, loop->points[2 * (size_t)i], loop->points[2 * (size_t)i + 1], &p);
        v3_copy(x + 3 * (size_t)i, p.x);
    }
    return x;
}

// a rectangle with this middle and these directions of its sides
typedef struct {
    double middle[3], normal[3];
    const double (*e)[3];
} flat_wall;

static void place_on_plane(const void *wall, const double x[3], double at[2])
{
    const flat_wall *p = wall;
    double d[3];
    v3_axpy(d, x, -1.0, p->middle);
    for (int k = 0; k < 2; k++) at[k] = v3_dot(d, p->e[k]);
}

static double distance_from_plane(const void *wall, const double x[3])
{
    const flat_wall *p = wall;
    double d[3];
    v3_axpy(d, x, -1.0, p->middle);
    return v3_dot(d, p->normal);
}

// inner outlines of a plane that are feeds; returns the area of those
static double plane_feeds(gud_cad_writer *w, const char *joint, const gud_feature *g, const flat_wall *wall,
                          gud_arena *arena, bool *taken)
{
    const gud_cad_chart chart = {wall, place_on_plane, NULL, distance_from_plane, {0.0, 0.0}};
    double area = 0.0;
    for (int i = 0, n = 0; i < g->nface; i++) {
        const gud_face *f = &w->features->faces[g->faces[i]];
        n++;
        for (int l = 1; l < f->nloop; l++, n++) {
            gud_cad_mouth mouth;
            const double *x = joint ? loop_points(w, f, &f->loops[l], arena) : NULL;
            if (!x) continue;
            gud_cad_mouth_find(w, g, &chart, f->loops[l].npoint, x, &mouth);
            if (mouth.shape == GUD_MOUTH_ODD) continue;
            gud_cad_mouth_write(w, joint, NULL, g, &mouth);
            taken[n] = true;
            area += mouth.area;
        }
    }
    return area;
}

static int count_loops(const gud_cad_writer *w, const gud_feature *g)
{
    int n = 0;
    for (int i = 0; i < g->nface; i++) n += w->features->faces[g->faces[i]].nloop;
    return n;
}

// outlines of the faces in the rectangle's parameters, from 0 to 1, without those that are taken for feeds
static void write_trim(gud_cad_writer *w, const gud_feature *g, const double origin[3], const double e[2][3],
                       const double range[2][2], const bool *taken)
{
    gud_buffer loops;
    int n = 0, number = 0;
    gud_buffer_init(&loops);
    gud_buffer_add(&w->surfaces, ", trim: {points: [");
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &w->features->faces[g->faces[i]];
        for (int l = 0; l < f->nloop; l++) {
            if (taken[number++]) continue;
            gud_buffer_print(&loops, "%s%d", n ? ", " : "", f->loops[l].npoint);
            for (int k = 0; k < f->loops[l].npoint; k++, n++) {
                double x[2];
                flat_point(f, f->loops[l].points + 2 * (size_t)k, origin, e, x);
                for (int c = 0; c < 2; c++) {
                    if (n || c) gud_buffer_add(&w->surfaces, ", ");
                    gud_cad_number(&w->surfaces, (x[c] - range[c][0]) / (range[c][1] - range[c][0]), 9);
                }
            }
        }
    }
    gud_buffer_print(&w->surfaces, "], loops: [%s]}", gud_buffer_text(&loops));
    w->failed = w->failed || loops.failed;
    gud_buffer_free(&loops);
}

static void plane_ranges(const gud_cad_writer *w, const gud_feature *g, const double origin[3], const double e[2][3],
                         double range[2][2])
{
    for (int c = 0; c < 2; c++) range[c][0] = INFINITY, range[c][1] = -INFINITY;
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &w->features->faces[g->faces[i]];
        for (int k = 0; k < f->loops[0].npoint; k++) {
            gud_face_point p;
            double d[3];
            gud_face_eval(f, f->loops[0].points[2 * (size_t)k], f->loops[0].points[2 * (size_t)k + 1], &p);
            v3_axpy(d, p.x, -1.0, origin);
            for (int c = 0; c < 2; c++) {
                range[c][0] = fmin(range[c][0], v3_dot(d, e[c]));
                range[c][1] = fmax(range[c][1], v3_dot(d, e[c]));
            }
        }
    }
}

// does the outline fill the rectangle around it?
static bool fills_rectangle(double area, const double range[2][2])
{
    return area >= (1.0 - 1e-6) * (range[0][1] - range[0][0]) * (range[1][1] - range[1][0]);
}

static void trim_plane(gud_cad_writer *w, const char *joint, const gud_feature *g, const flat_wall *wall,
                       const double range[2][2])
{
    gud_arena arena;
    gud_arena_init(&arena);
    bool *taken = GUD_TAKE(&arena, bool, count_loops(w, g));
    w->failed = w->failed || !taken;
    if (taken) {
        const double holes = plane_feeds(w, joint, g, wall, &arena, taken);
        if (!fills_rectangle(g->area + holes, range)) write_trim(w, g, g->origin, wall->e, range, taken);
    }
    gud_arena_free(&arena);
}

static void write_plane(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_frame *frame)
{
    const gud_face *f = &w->features->faces[g->faces[0]];
    double e[2][3], range[2][2], local[3], axes[3][3], R[9];
    flat_wall wall = {.e = (const double(*)[3])e};
    double longest = 0.0;
    // sides along the longest edge of the outline
    v3_copy(e[0], f->xdir);
    for (int i = 0, j = f->loops[0].npoint - 1; i < f->loops[0].npoint; j = i++) {
        const double *a = f->loops[0].points + 2 * (size_t)i, *b = f->loops[0].points + 2 * (size_t)j;
        if (!(hypot(a[0] - b[0], a[1] - b[1]) > longest * (1.0 + 1e-9))) continue;
        longest = hypot(a[0] - b[0], a[1] - b[1]);
        double ydir[3];
        v3_cross(ydir, f->axis, f->xdir);
        for (int k = 0; k < 3; k++) e[0][k] = ((a[0] - b[0]) * f->xdir[k] + (a[1] - b[1]) * ydir[k]) / longest;
    }
    v3_cross(e[1], g->axis, e[0]);
    plane_ranges(w, g, g->origin, (const double(*)[3])e, range);
    v3_axpy(wall.middle, g->origin, 0.5 * (range[0][0] + range[0][1]), e[0]);
    v3_axpy(wall.middle, wall.middle, 0.5 * (range[1][0] + range[1][1]), e[1]);
    v3_copy(wall.normal, g->axis);
    gud_buffer_add(&w->surfaces, "{shape: plane, size: [");
    gud_cad_length(&w->surfaces, range[0][1] - range[0][0]);
    gud_buffer_add(&w->surfaces, ", ");
    gud_cad_length(&w->surfaces, range[1][1] - range[1][0]);
    gud_buffer_add(&w->surfaces, "]");
    gud_cad_into(frame, wall.middle, local);
    m3_apply_t(axes[0], frame->R, e[0]);
    m3_apply_t(axes[1], frame->R, e[1]);
    m3_apply_t(axes[2], frame->R, g->axis);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) R[3 * i + k] = axes[k][i];
    gud_buffer_add(&w->surfaces, ", at: ");
    gud_cad_vector(&w->surfaces, local);
    gud_cad_rotation(&w->surfaces, R);
    if (w->films) trim_plane(w, joint, g, &wall, (const double(*)[2])range);
}

static void write_sphere(gud_cad_writer *w, const gud_feature *g, const gud_cad_frame *frame)
{
    gud_buffer_add(&w->surfaces, "{shape: sphere");
    put_length(w, "radius", g->radius);
    gud_cad_place(w, frame, g->origin, g->axis);
}

double gud_cad_line_length(const gud_face *f, int dir, double to)
{
    enum { steps = 64 }; // of Simpson's rule
    const double *range = dir ? f->v : f->u, from = 0.5 * (range[0] + range[1]);
    const double other = dir ? 0.5 * (f->u[0] + f->u[1]) : 0.5 * (f->v[0] + f->v[1]);
    double sum = 0.0;
    for (int i = 0; i <= steps; i++) {
        const double at = from + (to - from) * i / steps, weight = i == 0 || i == steps ? 1.0 : i % 2 ? 4.0 : 2.0;
        gud_face_point p;
        gud_face_eval(f, dir ? other : at, dir ? at : other, &p);
        sum += weight * v3_norm(dir ? p.x_v : p.x_u);
    }
    return sum * (to - from) / (3.0 * steps);
}

// films have feeds only where the lines of their grid cross at right angles
static bool is_orthogonal(const gud_face *f)
{
    enum { n = 9 };
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            gud_face_point p;
            gud_face_eval(f, f->u[0] + (f->u[1] - f->u[0]) * (i + 0.5) / n,
                          f->v[0] + (f->v[1] - f->v[0]) * (k + 0.5) / n, &p);
            if (fabs(v3_dot(p.x_u, p.x_v)) > right_angle * v3_norm(p.x_u) * v3_norm(p.x_v)) return false;
        }
    return true;
}

static bool fills_range(const gud_face *f)
{
    const double full = (f->u[1] - f->u[0]) * (f->v[1] - f->v[0]);
    return fabs(gud_loop_area(&f->loops[0])) >= (1.0 - 1e-9) * full;
}

double gud_cad_line_parameter(const gud_face *f, int dir, double length)
{
    enum { halvings = 60 };
    double low = dir ? f->v[0] : f->u[0], high = dir ? f->v[1] : f->u[1];
    for (int i = 0; i < halvings; i++) {
        const double middle = 0.5 * (low + high);
        if (gud_cad_line_length(f, dir, middle) < length)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void place_on_net(const void *wall, const double x[3], double at[2])
{
    const gud_face *f = wall;
    double uv[2];
    (void)gud_face_nearest(f, x, uv);
    for (int k = 0; k < 2; k++) at[k] = gud_cad_line_length(f, k, uv[k]);
}

static void stretch_on_net(const void *wall, const double at[2], double by[2])
{
    const gud_face *f = wall;
    const double u = gud_cad_line_parameter(f, 0, at[0]), v = gud_cad_line_parameter(f, 1, at[1]);
    gud_face_point here, on[2];
    gud_face_eval(f, u, v, &here);
    gud_face_eval(f, u, 0.5 * (f->v[0] + f->v[1]), &on[0]);
    gud_face_eval(f, 0.5 * (f->u[0] + f->u[1]), v, &on[1]);
    by[0] = v3_norm(here.x_u) / v3_norm(on[0].x_u);
    by[1] = v3_norm(here.x_v) / v3_norm(on[1].x_v);
}

static double distance_from_net(const void *wall, const double x[3])
{
    const gud_face *f = wall;
    double uv[2], d[3];
    gud_face_point p;
    (void)gud_face_nearest(f, x, uv);
    gud_face_eval(f, uv[0], uv[1], &p);
    v3_axpy(d, x, -1.0, p.x);
    return v3_dot(d, p.normal);
}

// is an inner outline of a net a feed? It is written, then.
static bool feed_net(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_face *f,
                     const gud_face_loop *loop)
{
    const gud_cad_chart chart = {f, place_on_net, stretch_on_net, distance_from_net, {0.0, 0.0}};
    gud_cad_mouth mouth = {.shape = GUD_MOUTH_ODD};
    gud_arena arena;
    gud_arena_init(&arena);
    const double *x = loop_points(w, f, loop, &arena);
    if (x) gud_cad_mouth_find(w, g, &chart, loop->npoint, x, &mouth);
    gud_arena_free(&arena);
    if (mouth.shape == GUD_MOUTH_ODD) return false;
    gud_cad_mouth_write(w, joint, NULL, g, &mouth);
    return true;
}

// outlines of a net in its knots, without those that are feeds; nothing where no other is left than its rectangle
static void trim_net(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_face *f)
{
    const bool feeds = joint && f->nloop > 1 && is_orthogonal(f);
    gud_buffer loops, trim;
    int n = 0;
    if (joint && f->nloop > 1 && !feeds)
        gud_cad_remark(w,
                       "%s: openings of a freeform face whose parameter lines cross obliquely are not feeds; the film "
                       "ends there at ambient pressure",
                       joint);
    gud_buffer_init(&loops);
    gud_buffer_init(&trim);
    for (int l = 0; l < f->nloop; l++) {
        const double *points = f->loops[l].points;
        if (l > 0 && feeds && feed_net(w, joint, g, f, &f->loops[l])) continue;
        for (int i = 0; i < 2 * f->loops[l].npoint; i++)
            gud_buffer_print(&trim, "%s%.12g", n || i ? ", " : "", points[i]);
        gud_buffer_print(&loops, "%s%d", n ? ", " : "", f->loops[l].npoint);
        n++;
    }
    if (n > 1 || !fills_range(f))
        gud_buffer_print(&w->surfaces, ", trim: {points: [%s], loops: [%s]}", gud_buffer_text(&trim),
                         gud_buffer_text(&loops));
    w->failed = w->failed || loops.failed || trim.failed;
    gud_buffer_free(&loops);
    gud_buffer_free(&trim);
}

// the net of a face in a file of its own, in the frame of the joint
static void write_net(gud_cad_writer *w, const char *name, const gud_face *f, const gud_cad_frame *frame)
{
    char ending[2 * GUD_CAD_NAME];
    (void)snprintf(ending, sizeof ending, "%.100s.surface", name);
    gud_buffer *file = gud_cad_file_add(w, ending);
    const int n = f->net.count[0] * f->net.count[1];
    gud_arena arena;
    gud_arena_init(&arena);
    double *points = GUD_TAKE(&arena, double, 4 * (size_t)n);
    w->failed = w->failed || !points;
    if (file && points) {
        for (int i = 0; i < n; i++) {
            gud_cad_into(frame, f->net.points + 4 * (size_t)i, points + 4 * (size_t)i);
            points[4 * (size_t)i + 3] = f->net.points[4 * (size_t)i + 3];
        }
        const gud_nurbs net = {{f->net.degree[0], f->net.degree[1]},
                               {f->net.count[0], f->net.count[1]},
                               {f->net.knots[0], f->net.knots[1]},
                               points};
        gud_nurbs_write(&net, file);
        gud_buffer_add(&w->surfaces, "{shape: file, file: ");
        gud_cad_text(&w->surfaces, w->model->files->name);
    }
    gud_arena_free(&arena);
}

void gud_cad_surface_write(gud_cad_writer *w, const char *name, const char *joint, const gud_feature *g,
                           const gud_cad_frame *frame)
{
    double centre[3], radii[2];
    gud_buffer_print(&w->surfaces, "  %s: ", name);
    switch (g->kind) {
    case GUD_FACE_PLANE:
        if (gud_feature_ring(w->features, g, centre, radii))
            write_ring(w, g, frame, centre, radii);
        else
            write_plane(w, joint, g, frame);
        break;
    case GUD_FACE_SPHERE:
        write_sphere(w, g, frame);
        break;
    case GUD_FACE_CYLINDER:
    case GUD_FACE_CONE:
    case GUD_FACE_TORUS:
        gud_cad_turned_write(w, joint, g, frame);
        break;
    case GUD_FACE_SPLINE:
    default:
        if (g->nprofile > 0)
            gud_cad_turned_write(w, joint, g, frame);
        else {
            write_net(w, name, &w->features->faces[g->whole], frame);
            if (w->films) trim_net(w, joint, g, &w->features->faces[g->whole]);
        }
        break;
    }
    end_entry(w, g);
}

// ---- sockets

// area of the round holes inside the outlines
static double hole_area(const gud_features *fs, const gud_feature *g)
{
    gud_opening list[GUD_CAD_OPENINGS];
    gud_arena arena;
    double area = 0.0, direction[3], angle;
    gud_arena_init(&arena);
    const int n = gud_openings_find(fs, g, &arena, list, GUD_COUNT(list));
    for (int i = 0; i < n && i < GUD_COUNT(list); i++)
        if (gud_cad_socket_hole(g, &list[i], direction, &angle))
            area += 2.0 * pi * g->radius * g->radius * (1.0 - cos(angle));
    gud_arena_free(&arena);
    return area;
}

// vector area of the outlines, from the centre: what inner edges contribute cancels
static void add_area_vector(const gud_features *fs, const gud_feature *g, double area[3])
{
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        for (int l = 0; l < f->nloop; l++)
            for (int k = 0, j = f->loops[l].npoint - 1; k < f->loops[l].npoint; j = k++) {
                gud_face_point a, b;
                double p[3], q[3], cross[3];
                gud_face_eval(f, f->loops[l].points[2 * (size_t)j], f->loops[l].points[2 * (size_t)j + 1], &a);
                gud_face_eval(f, f->loops[l].points[2 * (size_t)k], f->loops[l].points[2 * (size_t)k + 1], &b);
                v3_axpy(p, a.x, -1.0, g->origin);
                v3_axpy(q, b.x, -1.0, g->origin);
                v3_cross(cross, p, q);
                v3_axpy(area, area, 0.5, cross);
            }
    }
}

// mean direction of the socket's points from its centre
static void mean_direction(const gud_features *fs, const gud_feature *g, double mean[3])
{
    enum { side = 16 };
    v3_set(mean, 0.0, 0.0, 0.0);
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        gud_face_point points[side * side];
        double d[3] = {0.0, 0.0, 0.0}, total = 0.0;
        const int n = gud_face_sample(f, side, points);
        for (int k = 0; k < n; k++) {
            double cross[3];
            v3_cross(cross, points[k].x_u, points[k].x_v);
            const double weight = v3_norm(cross);
            for (int c = 0; c < 3; c++) d[c] += weight * (points[k].x[c] - g->origin[c]) / g->radius;
            total += weight;
        }
        if (total > 0.0) v3_axpy(mean, mean, f->area / (g->area * total), d);
    }
}

bool gud_cad_cup(const gud_features *fs, const gud_feature *g, double axis[3], double cup[2])
{
    double mean[3], area[3] = {0.0, 0.0, 0.0};
    const double whole = g->area + hole_area(fs, g);
    const double share = whole / (2.0 * pi * g->radius * g->radius); // cosine of one end minus that of the other
    v3_copy(axis, g->axis);
    if (share > 2.0 - 1e-6) return false;
    if (g->arc > 2.0 * pi - 1e-6 && fabs(g->coverage * whole / g->area - 1.0) < 1e-4) { // between two latitudes
        cup[0] = acos(fmax(-1.0, fmin(1.0, g->span[1] / g->radius)));
        cup[1] = acos(fmax(-1.0, fmin(1.0, g->span[0] / g->radius)));
        return true;
    }
    mean_direction(fs, g, mean);
    add_area_vector(fs, g, area);
    if (!(v3_norm(area) > 1e-6 * g->area)) return false;
    v3_scale(axis, (v3_dot(area, mean) < 0.0 ? -1.0 : 1.0) / v3_norm(area), area);
    const double middle = v3_dot(mean, axis); // mean of the two cosines
    double from = fmin(1.0, middle + 0.5 * share);
    if (from > 0.98) from = 1.0; // a cap, to what samples can tell
    cup[0] = acos(from);
    cup[1] = acos(fmax(-1.0, from - share));
    return true;
}
