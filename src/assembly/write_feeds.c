// Feeds of films from holes and grooves.

#include "assembly/write.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

// ---- holes in planes and nets

void gud_cad_hole_start(gud_cad_hole *hole)
{
    *hole = (gud_cad_hole){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
}

void gud_cad_hole_add(gud_cad_hole *h, const double x[2])
{
    if (h->npoint == 0)
        for (int k = 0; k < 2; k++) h->first[k] = x[k];
    else
        h->twice += h->last[0] * x[1] - x[0] * h->last[1];
    const double d[2] = {x[0] - h->first[0], x[1] - h->first[1]}, r = d[0] * d[0] + d[1] * d[1];
    for (int k = 0; k < 2; k++) {
        h->low[k] = fmin(h->low[k], x[k]), h->high[k] = fmax(h->high[k], x[k]);
        h->last[k] = x[k];
        h->sum[k] += d[k];
        h->product[k] += d[k] * d[k];
        h->moment[k] += d[k] * r;
    }
    h->product[2] += d[0] * d[1];
    h->square += r;
    h->npoint++;
}

// the circle nearest to the points: between them a polygon is smaller than what it stands for
static double fit_circle(const gud_cad_hole *h, double centre[2])
{
    const double n = h->npoint, mx = h->sum[0] / n, my = h->sum[1] / n;
    const double xx = h->product[0] - n * mx * mx, yy = h->product[1] - n * my * my, xy = h->product[2] - n * mx * my;
    const double p = 0.5 * (h->moment[0] - mx * h->square), q = 0.5 * (h->moment[1] - my * h->square);
    const double det = xx * yy - xy * xy, a = (p * yy - q * xy) / det, b = (q * xx - p * xy) / det;
    centre[0] = h->first[0] + a, centre[1] = h->first[1] + b;
    return 2.0 * sqrt(h->square / n - 2.0 * (a * mx + b * my) + a * a + b * b);
}

static double outline_area(const gud_cad_hole *h)
{
    return 0.5 * fabs(h->twice + h->last[0] * h->first[1] - h->first[0] * h->last[1]);
}

// an angle from points of an outline, which are no better than 1e-7 degrees
static void put_degrees(gud_cad_writer *w, double radians)
{
    gud_cad_number(&w->feeds, radians * 180.0 / pi, 7);
    gud_buffer_add(&w->feeds, " deg");
}

static void put_pressure(gud_cad_writer *w, const gud_feature *g)
{
    gud_buffer_add(&w->feeds, "   # open in ");
    gud_cad_faces(&w->feeds, w, g);
    gud_buffer_add(&w->feeds, "\n    pressure: = supply\n");
}

// a round hole by its diameter, others by length and width
static void put_size(gud_cad_writer *w, const double size[2], bool round)
{
    if (round && fabs(size[0] - size[1]) < 0.05 * size[1]) {
        gud_buffer_add(&w->feeds, "\n    diameter: ");
        gud_cad_length(&w->feeds, fmin(size[0], size[1]));
        return;
    }
    gud_buffer_add(&w->feeds, "\n    length: ");
    gud_cad_length(&w->feeds, size[0]);
    gud_buffer_add(&w->feeds, "\n    width: ");
    gud_cad_length(&w->feeds, size[1]);
    if (round) gud_buffer_add(&w->feeds, "\n    shape: hole");
}

double gud_cad_hole_write(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_hole *h)
{
    double size[2] = {h->high[0] - h->low[0], h->high[1] - h->low[1]};
    double middle[2] = {0.5 * (h->low[0] + h->high[0]), 0.5 * (h->low[1] + h->high[1])};
    const double filled = outline_area(h) / (size[0] * size[1]);
    const bool round = h->npoint >= 8 && fabs(filled - 0.25 * pi) < 0.03;
    if (round && fabs(size[0] - size[1]) < 0.02 * size[1]) size[0] = size[1] = fit_circle(h, middle);
    if (!round && filled < 0.97) return 0.0; // neither an ellipse nor a rectangle along the lines of the grid
    gud_buffer_print(&w->feeds, "  %s-%s%d:\n    joint: %s\n    at: [", joint, round ? "hole" : "groove", ++w->nfeed,
                     joint);
    gud_cad_length(&w->feeds, middle[0]);
    gud_buffer_add(&w->feeds, ", ");
    gud_cad_length(&w->feeds, middle[1]);
    gud_buffer_add(&w->feeds, "]");
    put_size(w, size, round);
    put_pressure(w, g);
    return size[0] * size[1] * (round ? 0.25 * pi : 1.0);
}

// ---- holes in sockets

bool gud_cad_socket_hole(const gud_feature *g, const gud_opening *o, double direction[3], double *angle)
{
    double ydir[3];
    *angle = 0.5 * o->height;
    const double arc = 2.0 * asin(fmin(1.0, sin(*angle) / cos(o->z)));
    v3_cross(ydir, g->axis, g->xdir);
    for (int k = 0; k < 3; k++)
        direction[k] = cos(o->z) * (cos(o->angle) * g->xdir[k] + sin(o->angle) * ydir[k]) + sin(o->z) * g->axis[k];
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
    put_size(w, (double[2]){diameter, diameter}, true);
    put_pressure(w, g);
}

void gud_cad_socket_feeds(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_frame *frame,
                          double cup[2])
{
    static const double largest = 0.5; // rad from the pole: a wider opening is the mouth of the socket
    double direction[3], angle;
    gud_opening list[GUD_CAD_OPENINGS];
    const int n = gud_openings_find(w->features, g, list, GUD_COUNT(list));
    w->failed = w->failed || n < 0;
    w->nfeed = 0;
    for (int i = 0; i < n; i++)
        if (gud_cad_socket_hole(g, &list[i], direction, &angle))
            write_socket_hole(w, joint, g, frame, direction, angle);
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

static bool is_round_hole(const gud_opening *o, double radius)
{
    return o->npoint >= 8 && fabs(o->area / (o->arc * radius * o->height) - 0.25 * pi) < 0.03;
}

static void write_hole(gud_cad_writer *w, const char *joint, int number, int inner, const gud_feature *g,
                       const gud_opening *o, double angle, double z)
{
    const double size[2] = {o->arc * g->radius, o->height};
    const bool hole = is_round_hole(o, g->radius);
    gud_buffer_print(&w->feeds, "  %s-%s%d:\n    joint: %s\n    on: %s\n    angle: ", joint, hole ? "hole" : "groove",
                     number, joint, inner ? "journal" : "bearing");
    put_degrees(w, angle);
    gud_buffer_add(&w->feeds, "\n    z: ");
    gud_cad_length(&w->feeds, z);
    put_size(w, size, hole);
    put_pressure(w, g);
}

// openings of a band, as seen in the frame of the joint
static void write_openings(gud_cad_writer *w, const char *joint, int *number, int inner, const gud_feature *g,
                           const gud_cad_frame *frame, double width)
{
    gud_opening list[GUD_CAD_OPENINGS];
    double ydir[3];
    const int n = gud_openings_find(w->features, g, list, GUD_COUNT(list));
    w->failed = w->failed || n < 0;
    v3_cross(ydir, g->axis, g->xdir);
    for (int i = 0; i < n; i++) {
        double x[3], local[3];
        for (int k = 0; k < 3; k++)
            x[k] = g->origin[k] + list[i].z * g->axis[k] +
                   g->radius * (cos(list[i].angle) * g->xdir[k] + sin(list[i].angle) * ydir[k]);
        gud_cad_into(frame, x, local);
        if (fabs(local[2]) > 0.5 * width) continue; // beside the film
        write_hole(w, joint, ++*number, inner, g, &list[i], atan2(local[1], local[0]), local[2]);
    }
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

// a groove over the whole width is a gap between the faces
static void write_axial_groove(gud_cad_writer *w, const char *joint, int inner, const gud_feature *g,
                               const gud_cad_frame *frame)
{
    const double arc = g->gap[1] - g->gap[0], angle = 0.5 * (g->gap[0] + g->gap[1]);
    double ydir[3], x[3], local[3];
    if (!(arc > 1e-6)) return;
    v3_cross(ydir, g->axis, g->xdir);
    for (int k = 0; k < 3; k++) x[k] = frame->at[k] + cos(angle) * g->xdir[k] + sin(angle) * ydir[k];
    gud_cad_into(frame, x, local);
    gud_buffer_print(&w->feeds, "  %s-axial:\n    joint: %s\n    on: %s\n    angle: ", joint, joint,
                     inner ? "journal" : "bearing");
    gud_cad_angle(&w->feeds, atan2(local[1], local[0]));
    gud_buffer_add(&w->feeds, "\n    arc: ");
    gud_cad_angle(&w->feeds, arc);
    gud_buffer_add(&w->feeds, "   # between ");
    gud_cad_faces(&w->feeds, w, g);
    gud_buffer_add(&w->feeds, "\n    pressure: = supply\n");
}

void gud_cad_feeds_write(gud_cad_writer *w, const char *joint, const gud_fit *fit, const gud_cad_frame frames[2])
{
    int number = 0;
    for (int which = 0; which < 2; which++) {
        const gud_feature *own = &w->features->list[which ? fit->inner : fit->outer];
        write_axial_groove(w, joint, which, own, &frames[which]);
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
