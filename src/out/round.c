#include "out/round.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { corners = 24, belts = 12 };       // of a circle; of a sphere from pole to pole
static const double ring_outside = 1.08; // of the inner radius

static bool has_kind(const gud_part_info *part, const char *a, const char *b)
{
    return strcmp(part->kind, a) == 0 || strcmp(part->kind, b) == 0;
}

bool gud_round_is_sphere(const gud_part_info *part)
{
    return has_kind(part, "sphere", "hollow");
}

bool gud_round_is(const gud_part_info *part)
{
    return gud_round_is_sphere(part) || has_kind(part, "disc", "ring");
}

// a point given in the part's axes
static void place_point(const gud_part_info *part, double x, double y, double z, double *point)
{
    const double own[3] = {x, y, z};
    double arm[3];
    m3_apply(arm, part->axes, own);
    v3_axpy(point, part->at, 1.0, arm);
}

void gud_round_circle(const gud_part_info *part, double points[3 * GUD_ROUND_LINE])
{
    for (int i = 0; i < GUD_ROUND_LINE; i++) {
        const double angle = 2.0 * pi * i / (GUD_ROUND_LINE - 1);
        place_point(part, part->radius * cos(angle), part->radius * sin(angle), 0.0, points + 3 * (ptrdiff_t)i);
    }
}

static int *put_triangle(int *t, int a, int b, int c)
{
    t[0] = a;
    t[1] = b;
    t[2] = c;
    return t + 3;
}

// n circles of corners one behind the other, joined by triangles; those of radius 0 are points
static void fill_belts(const gud_part_info *part, int n, const double (*circle)[2], double *vertices, int *triangles)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < corners; i++, vertices += 3) {
            const double angle = 2.0 * pi * i / corners;
            place_point(part, circle[k][0] * cos(angle), circle[k][0] * sin(angle), circle[k][1], vertices);
        }
    for (int k = 0; k + 1 < n; k++)
        for (int i = 0; i < corners; i++) {
            const int a = k * corners + i, b = k * corners + (i + 1) % corners;
            triangles = put_triangle(triangles, a, b, a + corners);
            triangles = put_triangle(triangles, b, b + corners, a + corners);
        }
}

// radius and height of circles along the part's axis
static int list_circles(const gud_part_info *part, double (*circle)[2])
{
    const double r = part->radius;
    if (!gud_round_is_sphere(part)) {
        circle[0][0] = strcmp(part->kind, "ring") == 0 ? ring_outside * r : 0.0;
        circle[1][0] = r;
        circle[0][1] = circle[1][1] = 0.0;
        return 2;
    }
    for (int k = 0; k <= belts; k++) {
        const double angle = pi * k / belts;
        circle[k][0] = k == 0 || k == belts ? 0.0 : r * sin(angle);
        circle[k][1] = -r * cos(angle);
    }
    return belts + 1;
}

gud_status gud_round_mesh(const gud_part_info *part, gud_arena *arena, gud_part_info *out)
{
    double circle[belts + 1][2];
    const int n = list_circles(part, circle);
    *out = *part;
    out->nvertex = n * corners;
    out->ntriangle = 2 * (n - 1) * corners;
    double *vertices = GUD_TAKE(arena, double, 3 * (size_t)out->nvertex);
    int *triangles = GUD_TAKE(arena, int, 3 * (size_t)out->ntriangle);
    if (arena->failed) return GUD_ERR_MEMORY;
    fill_belts(part, n, (const double(*)[2])circle, vertices, triangles);
    out->vertices = vertices;
    out->triangles = triangles;
    return GUD_OK;
}
