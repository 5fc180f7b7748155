// Surfaces with their control nets as a legacy VTK file of polygons (Cerimagic 2020, figure 3).

#include "surface/net_vtk.h"

#include "num/vec.h"

enum { around = 48, along = 24 }; // cells that a surface is drawn with

static void add_point(gud_buffer *out, const gud_pose *pose, const double x[3])
{
    double world[3];
    m3_apply(world, pose->R, x);
    v3_axpy(world, world, 1.0, pose->p);
    gud_buffer_print(out, "%.9g %.9g %.9g\n", world[0], world[1], world[2]);
}

static void add_samples(gud_buffer *out, const gud_surface *s, const gud_pose *pose)
{
    for (int i = 0; i <= around; i++)
        for (int j = 0; j <= along; j++) {
            gud_surface_point point;
            gud_surface_eval(s, s->low[0] + (s->high[0] - s->low[0]) * i / around,
                             s->low[1] + (s->high[1] - s->low[1]) * j / along, &point);
            add_point(out, pose, point.x);
        }
}

// number of points of a surface: samples, then its net
static int net_at(void)
{
    return (around + 1) * (along + 1);
}

static int points_of(const gud_surface *s)
{
    return net_at() + s->nurbs.count[0] * s->nurbs.count[1];
}

// lines of the net: one for each row and each column of control points
static void add_net_lines(gud_buffer *out, const gud_surface *s, int first)
{
    const int *n = s->nurbs.count;
    for (int i = 0; i < n[0]; i++) {
        gud_buffer_print(out, "%d", n[1]);
        for (int j = 0; j < n[1]; j++) gud_buffer_print(out, " %d", first + i * n[1] + j);
        gud_buffer_add(out, "\n");
    }
    for (int j = 0; j < n[1]; j++) {
        gud_buffer_print(out, "%d", n[0]);
        for (int i = 0; i < n[0]; i++) gud_buffer_print(out, " %d", first + i * n[1] + j);
        gud_buffer_add(out, "\n");
    }
}

static void add_cells(gud_buffer *out, int first)
{
    for (int i = 0; i < around; i++)
        for (int j = 0; j < along; j++) {
            const int k = first + i * (along + 1) + j;
            gud_buffer_print(out, "4 %d %d %d %d\n", k, k + along + 1, k + along + 2, k + 1);
        }
}

static void add_numbers(gud_buffer *out, int count, int value)
{
    for (int i = 0; i < count; i++) gud_buffer_print(out, "%d\n", value);
}

static int lines_of(const gud_surface *s)
{
    return s->nurbs.count[0] + s->nurbs.count[1];
}

static void add_geometry(gud_buffer *out, int n, const gud_surface *surfaces, const gud_pose *poses)
{
    int npoint = 0, nline = 0, size = 0;
    for (int k = 0; k < n; k++) {
        npoint += points_of(&surfaces[k]);
        nline += lines_of(&surfaces[k]);
        size += lines_of(&surfaces[k]) + 2 * surfaces[k].nurbs.count[0] * surfaces[k].nurbs.count[1];
    }
    gud_buffer_print(out, "POINTS %d double\n", npoint);
    for (int k = 0; k < n; k++) {
        const gud_nurbs *net = &surfaces[k].nurbs;
        add_samples(out, &surfaces[k], &poses[k]);
        for (int i = 0; i < net->count[0] * net->count[1]; i++) add_point(out, &poses[k], net->points + 4 * i);
    }
    gud_buffer_print(out, "LINES %d %d\n", nline, size);
    for (int k = 0, first = 0; k < n; first += points_of(&surfaces[k]), k++)
        add_net_lines(out, &surfaces[k], first + net_at());
    gud_buffer_print(out, "POLYGONS %d %d\n", n * around * along, 5 * n * around * along);
    for (int k = 0, first = 0; k < n; first += points_of(&surfaces[k]), k++) add_cells(out, first);
}

void gud_nets_vtk(int n, const gud_surface *surfaces, const gud_pose *poses, gud_buffer *out)
{
    int nline = 0, npoint = 0;
    gud_buffer_add(out, "# vtk DataFile Version 3.0\nsurfaces and control nets\nASCII\nDATASET POLYDATA\n");
    add_geometry(out, n, surfaces, poses);
    for (int k = 0; k < n; k++) nline += lines_of(&surfaces[k]), npoint += points_of(&surfaces[k]);
    gud_buffer_print(out, "CELL_DATA %d\nSCALARS surface int 1\nLOOKUP_TABLE default\n", nline + n * around * along);
    for (int k = 0; k < n; k++) add_numbers(out, lines_of(&surfaces[k]), k);
    for (int k = 0; k < n; k++) add_numbers(out, around * along, k);
    gud_buffer_print(out, "POINT_DATA %d\nSCALARS weight double 1\nLOOKUP_TABLE default\n", npoint);
    for (int k = 0; k < n; k++) {
        const gud_nurbs *net = &surfaces[k].nurbs;
        add_numbers(out, net_at(), 0); // samples are no control points
        for (int i = 0; i < net->count[0] * net->count[1]; i++) gud_buffer_print(out, "%.9g\n", net->points[4 * i + 3]);
    }
}
