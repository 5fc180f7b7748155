// Feeds of pins and balls from holes and grooves; those of other walls: write_walls.c, write_turned.c.

#include "assembly/write.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

// an angle from points of an outline, which are no better than 1e-7 degrees
static void put_degrees(gud_cad_writer *w, double radians)
{
    gud_cad_number(&w->feeds, radians * 180.0 / pi, 7);
    gud_buffer_add(&w->feeds, " deg");
}

// ---- openings

int gud_cad_openings(gud_cad_writer *w, const char *joint, const gud_feature *g, gud_arena *arena,
                     gud_opening list[GUD_CAD_OPENINGS])
{
    const int n = gud_openings_find(w->features, g, arena, list, GUD_CAD_OPENINGS);
    w->failed = w->failed || n < 0;
    if (n <= GUD_CAD_OPENINGS) return n;
    gud_cad_remark(w, "%s: the film ignores %d of %d openings", joint, n - GUD_CAD_OPENINGS, n);
    return GUD_CAD_OPENINGS;
}

const double *gud_cad_outline(gud_cad_writer *w, const gud_feature *g, const gud_opening *o, gud_arena *arena)
{
    double *x = GUD_TAKE(arena, double, 3 * (size_t)o->npoint);
    w->failed = w->failed || !x;
    for (int i = 0; x && i < o->npoint; i++) gud_turned_point(g, o->points[i], x + 3 * (size_t)i);
    return x;
}

// ---- holes in sockets

bool gud_cad_socket_hole(const gud_feature *g, const gud_opening *o, double direction[3], double *angle)
{
    double ydir[3];
    *angle = 0.5 * o->height;
    const double arc = 2.0 * asin(fmin(1.0, sin(*angle) / cos(o->second)));
    v3_cross(ydir, g->axis, g->xdir);
    for (int k = 0; k < 3; k++)
        direction[k] =
            cos(o->second) * (cos(o->angle) * g->xdir[k] + sin(o->angle) * ydir[k]) + sin(o->second) * g->axis[k];
    return o->npoint >= 8 && fabs(o->arc - arc) < 0.05 * arc; // a circle of this height is as wide
}

static void write_socket_hole(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_frame *frame,
                              const double direction[3], double angle)
{
    double local[3];
    const double diameter = 2.0 * g->radius * sin(angle);
    m3_apply_t(local, frame->R, direction);
    const double polar = acos(fmax(-1.0, fmin(1.0, local[2])));
    gud_buffer_print(&w->feeds, "  %s-hole%d:\n    joint: %s\n    on: bearing\n    polar: ", joint, ++w->nfeed, joint);
    put_degrees(w, polar);
    gud_buffer_add(&w->feeds, "\n    angle: ");
    put_degrees(w, sin(polar) > 1e-6 ? atan2(local[1], local[0]) : 0.0); // a pole has none
    const gud_cad_mouth mouth = {.size = {diameter, diameter}, .shape = GUD_MOUTH_ROUND};
    gud_cad_mouth_size(w, &mouth);
    gud_cad_mouth_source(w, g, &mouth);
}

void gud_cad_socket_feeds(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_frame *frame,
                          double cup[2])
{
    static const double largest = 0.5; // rad from the pole: a wider opening is the mouth of the socket
    double direction[3], angle;
    gud_opening list[GUD_CAD_OPENINGS];
    gud_arena arena;
    gud_arena_init(&arena);
    const int n = gud_cad_openings(w, joint, g, &arena, list);
    int odd = 0;
    w->nfeed = 0;
    for (int i = 0; i < n; i++)
        if (gud_cad_socket_hole(g, &list[i], direction, &angle))
            write_socket_hole(w, joint, g, frame, direction, angle);
        else
            odd++;
    gud_arena_free(&arena);
    if (odd)
        gud_cad_remark(w, "%s: the film ignores %d opening%s of its socket that %s not round", joint, odd,
                       odd == 1 ? "" : "s", odd == 1 ? "is" : "are");
    // a hole at a pole bounds the range of the cup
    const double low = cup[0], high = pi - cup[1];
    m3_column(direction, frame->R, 2);
    if (high > 1e-6 && high < largest && high < low) {
        v3_scale(direction, -1.0, direction);
        write_socket_hole(w, joint, g, frame, direction, high);
        cup[1] = pi;
    } else if (low > 1e-6 && low < largest && low < high) {
        write_socket_hole(w, joint, g, frame, direction, low);
        cup[0] = 0.0;
    }
}

// ---- holes and grooves of cylinders

// a cylinder in its frame: angle times radius, and height
typedef struct {
    const gud_feature *g;
    const gud_cad_frame *frame;
} pin_wall;

static void place_on_pin(const void *wall, const double x[3], double at[2])
{
    const pin_wall *p = wall;
    double local[3];
    gud_cad_into(p->frame, x, local);
    at[0] = atan2(local[1], local[0]) * p->g->radius;
    at[1] = local[2];
}

static double distance_from_pin(const void *wall, const double x[3])
{
    const pin_wall *p = wall;
    return gud_turned_distance(p->g, x);
}

static void write_hole(gud_cad_writer *w, const char *joint, int number, int inner, const gud_feature *g,
                       const gud_cad_mouth *m)
{
    gud_buffer_print(&w->feeds, "  %s-%s%d:\n    joint: %s\n    on: %s\n    angle: ", joint,
                     m->shape == GUD_MOUTH_ROUND ? "hole" : "groove", number, joint, inner ? "journal" : "bearing");
    const double angle = m->at[0] / g->radius;
    put_degrees(w, angle - 2.0 * pi * round(angle / (2.0 * pi) - 1e-9));
    gud_buffer_add(&w->feeds, "\n    z: ");
    gud_cad_length(&w->feeds, m->at[1]);
    gud_cad_mouth_size(w, m);
    gud_cad_mouth_source(w, g, m);
}

// openings of a band, as seen in the frame of the joint
static void write_openings(gud_cad_writer *w, const char *joint, int *number, int inner, const gud_feature *g,
                           const gud_cad_frame *frame, double width)
{
    gud_opening list[GUD_CAD_OPENINGS];
    gud_arena arena;
    const pin_wall wall = {g, frame};
    const gud_cad_chart chart = {&wall, place_on_pin, NULL, distance_from_pin, {2.0 * pi * g->radius, 0.0}};
    gud_arena_init(&arena);
    const int n = gud_cad_openings(w, joint, g, &arena, list);
    for (int i = 0; i < n; i++) {
        gud_cad_mouth mouth;
        const double *outline = gud_cad_outline(w, g, &list[i], &arena);
        if (!outline) continue;
        gud_cad_mouth_find(w, g, &chart, list[i].npoint, outline, &mouth);
        if (fabs(mouth.at[1]) > 0.5 * width) continue; // beside the film
        write_hole(w, joint, ++*number, inner, g, &mouth);
    }
    gud_arena_free(&arena);
}

// a band of the same cylinder, say on the other side of a groove
static bool is_same_cylinder(const gud_feature *g, const gud_feature *own)
{
    double d[3];
    if (g->part != own->part || g->kind != GUD_FACE_CYLINDER || g->inward != own->inward ||
        fabs(g->radius - own->radius) > 1e-6 * own->radius)
        return false;
    v3_axpy(d, g->origin, -1.0, own->origin);
    v3_axpy(d, d, -v3_dot(d, own->axis), own->axis);
    return v3_norm(d) <= 1e-6 * own->radius && fabs(v3_dot(g->axis, own->axis)) > 1.0 - 1e-9;
}

// grooves over the whole width are gaps between the faces
static void write_axial_grooves(gud_cad_writer *w, const char *joint, int inner, const gud_feature *g,
                                const gud_cad_frame *frame)
{
    double ydir[3], x[3], local[3];
    v3_cross(ydir, g->axis, g->xdir);
    for (int i = 0; i < g->ngap; i++) {
        const double arc = g->gaps[i][1] - g->gaps[i][0], angle = 0.5 * (g->gaps[i][0] + g->gaps[i][1]);
        for (int k = 0; k < 3; k++) x[k] = frame->at[k] + cos(angle) * g->xdir[k] + sin(angle) * ydir[k];
        gud_cad_into(frame, x, local);
        gud_buffer_print(&w->feeds, "  %s-axial%d:\n    joint: %s\n    on: %s\n    angle: ", joint, ++w->nfeed, joint,
                         inner ? "journal" : "bearing");
        gud_cad_angle(&w->feeds, atan2(local[1], local[0]));
        gud_buffer_add(&w->feeds, "\n    arc: ");
        gud_cad_angle(&w->feeds, arc);
        gud_buffer_add(&w->feeds, "   # between ");
        gud_cad_faces(&w->feeds, w, g);
        gud_buffer_add(&w->feeds, "\n    pressure: = supply\n");
    }
}

void gud_cad_feeds_write(gud_cad_writer *w, const char *joint, const gud_fit *fit, const gud_cad_frame frames[2])
{
    int number = 0;
    w->nfeed = 0;
    for (int which = 0; which < 2; which++) {
        const gud_feature *own = &w->features->list[which ? fit->inner : fit->outer];
        write_axial_grooves(w, joint, which, own, &frames[which]);
        const gud_feature *g = own, *end = w->features->list + w->features->n;
        while (g > w->features->list && g[-1].part == own->part) g--;
        for (; g < end && g->part == own->part; g++)
            if (is_same_cylinder(g, own)) write_openings(w, joint, &number, which, g, &frames[which], fit->width);
    }
    for (int i = 0; i < fit->ngroove; i++) {
        gud_buffer_print(&w->feeds, "  %s-ring%d:\n    joint: %s\n    on: %s\n    z: ", joint, i + 1, joint,
                         fit->groove_inner ? "journal" : "bearing");
        gud_cad_length(&w->feeds, 0.5 * (fit->grooves[i][0] + fit->grooves[i][1]));
        gud_buffer_add(&w->feeds, "\n    width: ");
        gud_cad_length(&w->feeds, fit->grooves[i][1] - fit->grooves[i][0]);
        gud_buffer_add(&w->feeds, "   # ring groove between two bands\n    pressure: = supply\n");
    }
}
