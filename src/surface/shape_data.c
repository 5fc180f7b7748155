// Shapes from numbers in files or in the model: profiles, planes with texture, lofts, nets.

#include "base/csv.h"
#include "load/input.h"
#include "surface/shape.h"

#include <string.h>

static const char source[] = "docs/theory/surface.md";

// every column in metres
static gud_status to_metres(const gud_csv *csv, const gud_shape_context *c)
{
    for (int i = 0; i < csv->ncolumn; i++) GUD_TRY(gud_csv_convert(csv, i, "m", c->units, c->error));
    return GUD_OK;
}

static gud_status read_csv(const char *path, int least, const gud_shape_context *c, gud_arena *scratch, gud_csv *csv)
{
    GUD_TRY(gud_csv_read(path, scratch, c->error, csv));
    if (csv->ncolumn < least)
        return gud_fail(c->error, GUD_ERR_INPUT, "%s: expected %d columns, found %d", path, least, csv->ncolumn);
    return to_metres(csv, c);
}

#define FILE_FIELD(params, member, fallback_, about_)                                                                  \
    {                                                                                                                  \
        .key = #member, .type = GUD_FILE, .offset = offsetof(params, member), .fallback = (fallback_),                 \
        .about = (about_)                                                                                              \
    }

#define LIST_FIELD(params, member, unit_, fallback_, about_)                                                           \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBERS, .offset = offsetof(params, member), .unit = (unit_),                      \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }

#define ROW(word, params, fields_, about_)                                                                             \
    .name = (word), .about = (about_), .source = source, .size = sizeof(params), .fields = (fields_),                  \
    .nfield = GUD_COUNT(fields_)

// ---- profile

typedef struct {
    const char *file;
    gud_numbers radius, z;
    int degree;
} profile;

static gud_status build_profile(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const profile *p = prm;
    if (!p->file && p->radius.count != p->z.count)
        return gud_fail(c->error, GUD_ERR_INPUT, "%d radii but %d values of z; give one z per radius", p->radius.count,
                        p->z.count);
    if (!p->file)
        return gud_nurbs_revolve(p->radius.count, p->radius.data, p->z.data, p->degree, c->arena, c->error, nurbs);
    gud_csv csv;
    gud_arena scratch;
    gud_arena_init(&scratch);
    gud_status status = read_csv(p->file, 2, c, &scratch, &csv);
    gud_error why = {""};
    if (status == GUD_OK) {
        status = gud_nurbs_revolve(csv.nrow, csv.columns[0], csv.columns[1], p->degree, c->arena, &why, nurbs);
        if (status != GUD_OK) gud_error_write(c->error, "%.200s: %.300s", p->file, why.text);
    }
    gud_arena_free(&scratch);
    return status;
}

static const gud_field profile_fields[] = {
    FILE_FIELD(profile, file, GUD_OPTIONAL, "CSV file; its first two columns are radius and z"),
    LIST_FIELD(profile, radius, "m", GUD_OPTIONAL, "radii of the profile's points, instead of a file"),
    LIST_FIELD(profile, z, "m", GUD_OPTIONAL, "z of the profile's points"),
    {.key = "degree",
     .type = GUD_INTEGER,
     .offset = offsetof(profile, degree),
     .fallback = 3.0,
     .low = 1.0,
     .high = GUD_DEGREE_MAX,
     .about = "degree of the spline through the points: 1 straight lines, 3 smooth"},
};

static const gud_rule profile_rules[] = {{GUD_ONE_OF, {"file", "radius"}}, {GUD_ALL_OR_NONE, {"radius", "z"}}};

const gud_shape gud_shape_profile = {
    {ROW("profile", profile, profile_fields, "a profile through points, turned about z"), .rules = profile_rules,
     .nrule = GUD_COUNT(profile_rules)},
    build_profile,
};

// ---- plane

typedef struct {
    double size[2];
    const char *heights;
} plane;

static gud_status build_texture(const plane *p, const gud_shape_context *c, gud_arena *scratch, gud_nurbs *nurbs)
{
    gud_csv csv;
    GUD_TRY(read_csv(p->heights, 2, c, scratch, &csv));
    double *z = gud_arena_take(scratch, (size_t)csv.nrow, (size_t)csv.ncolumn * sizeof *z);
    if (!z) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < csv.nrow; i++)
        for (int j = 0; j < csv.ncolumn; j++) z[(size_t)i * (size_t)csv.ncolumn + (size_t)j] = csv.columns[j][i];
    return gud_nurbs_plane(p->size[0], p->size[1], csv.nrow, csv.ncolumn, z, c->arena, c->error, nurbs);
}

static gud_status build_plane(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const plane *p = prm;
    const double flat[4] = {0};
    if (!p->heights) return gud_nurbs_plane(p->size[0], p->size[1], 2, 2, flat, c->arena, c->error, nurbs);
    gud_arena scratch;
    gud_arena_init(&scratch);
    const gud_status status = build_texture(p, c, &scratch, nurbs);
    gud_arena_free(&scratch);
    return status;
}

static const gud_field plane_fields[] = {
    {.key = "size",
     .type = GUD_VECTOR,
     .offset = offsetof(plane, size),
     .unit = "m",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = GUD_INF,
     .flags = GUD_OPEN_LOW,
     .count = 2,
     .about = "lengths along x and y"},
    FILE_FIELD(plane, heights, GUD_OPTIONAL, "CSV file of heights z: rows along x, columns along y; flat if absent"),
};

const gud_shape gud_shape_plane = {
    {ROW("plane", plane, plane_fields, "rectangle in the xy plane, flat or with a texture")},
    build_plane,
};

// ---- loft

typedef struct {
    const char *file;
    int points;
    bool closed;
} loft;

static gud_status build_sections(const loft *p, const gud_shape_context *c, gud_arena *scratch, gud_nurbs *nurbs)
{
    gud_csv csv;
    GUD_TRY(read_csv(p->file, 3, c, scratch, &csv));
    if (csv.nrow % p->points != 0)
        return gud_fail(c->error, GUD_ERR_INPUT, "%s: %d rows cannot be divided into sections of %d points", p->file,
                        csv.nrow, p->points);
    double *x = gud_arena_take(scratch, (size_t)csv.nrow, 3 * sizeof *x);
    if (!x) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < csv.nrow; i++)
        for (int k = 0; k < 3; k++) x[3 * (size_t)i + (size_t)k] = csv.columns[k][i];
    return gud_nurbs_loft(csv.nrow / p->points, p->points, x, p->closed, c->arena, c->error, nurbs);
}

static gud_status build_loft(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    gud_arena scratch;
    gud_arena_init(&scratch);
    const gud_status status = build_sections(prm, c, &scratch, nurbs);
    gud_arena_free(&scratch);
    return status;
}

static const gud_field loft_fields[] = {
    FILE_FIELD(loft, file, GUD_REQUIRED, "CSV file; columns x, y, z, one section after the other"),
    {.key = "points",
     .type = GUD_INTEGER,
     .offset = offsetof(loft, points),
     .fallback = GUD_REQUIRED,
     .low = 2.0,
     .high = GUD_COUNT_MAX,
     .about = "points of a section"},
    {.key = "closed",
     .type = GUD_SWITCH,
     .offset = offsetof(loft, closed),
     .fallback = 0.0,
     .about = "whether a section goes around; its first point is not repeated then"},
};

const gud_shape gud_shape_loft = {
    {ROW("loft", loft, loft_fields, "smooth surface through sections")},
    build_loft,
};

// ---- net

typedef struct {
    double degree[2];
    gud_numbers knots_u, knots_v, points, weights;
} net;

static gud_status check_counts(const net *p, const gud_nurbs *n, gud_error *error)
{
    for (int dir = 0; dir < 2; dir++)
        if (n->degree[dir] != p->degree[dir] || n->degree[dir] < 1 || n->degree[dir] > GUD_DEGREE_MAX)
            return gud_fail(error, GUD_ERR_INPUT, "degree %g is not a whole number from 1 to %d", p->degree[dir],
                            GUD_DEGREE_MAX);
    if (n->count[0] < 2 || n->count[1] < 2 || n->count[0] > GUD_COUNT_MAX || n->count[1] > GUD_COUNT_MAX)
        return gud_fail(error, GUD_ERR_INPUT, "%d and %d knots with degrees %d and %d are too few or too many",
                        p->knots_u.count, p->knots_v.count, n->degree[0], n->degree[1]);
    const int total = n->count[0] * n->count[1];
    if (p->points.count != 3 * total || (p->weights.count > 0 && p->weights.count != total))
        return gud_fail(error, GUD_ERR_INPUT,
                        "these knots and degrees need %d x %d = %d points with 3 coordinates each; there are %d "
                        "coordinates and %d weights",
                        n->count[0], n->count[1], total, p->points.count, p->weights.count);
    return GUD_OK;
}

static double *copy_numbers(const gud_numbers *numbers, gud_arena *arena)
{
    double *copy = GUD_TAKE(arena, double, numbers->count);
    return copy ? memcpy(copy, numbers->data, (size_t)numbers->count * sizeof *copy) : NULL;
}

static int whole(double x)
{
    return x >= 0.0 && x <= GUD_DEGREE_MAX ? (int)x : -1;
}

static gud_status build_net(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const net *p = prm;
    *nurbs = (gud_nurbs){.degree = {whole(p->degree[0]), whole(p->degree[1])}};
    nurbs->count[0] = p->knots_u.count - nurbs->degree[0] - 1;
    nurbs->count[1] = p->knots_v.count - nurbs->degree[1] - 1;
    GUD_TRY(check_counts(p, nurbs, c->error));
    const int total = nurbs->count[0] * nurbs->count[1];
    double *points = GUD_TAKE(c->arena, double, 4 * total);
    nurbs->knots[0] = copy_numbers(&p->knots_u, c->arena);
    nurbs->knots[1] = copy_numbers(&p->knots_v, c->arena);
    if (!points || !nurbs->knots[0] || !nurbs->knots[1]) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < total; i++) {
        memcpy(points + 4 * i, p->points.data + 3 * i, 3 * sizeof *points);
        points[4 * i + 3] = p->weights.count > 0 ? p->weights.data[i] : 1.0;
    }
    nurbs->points = points;
    return gud_nurbs_check(nurbs, "net", c->error);
}

static const gud_field net_fields[] = {
    {.key = "degree",
     .type = GUD_VECTOR,
     .offset = offsetof(net, degree),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 1.0,
     .high = GUD_DEGREE_MAX,
     .count = 2,
     .about = "degrees of the two parameters"},
    LIST_FIELD(net, knots_u, "1", GUD_REQUIRED, "knots of the first parameter: as many as points, and degree + 1 more"),
    LIST_FIELD(net, knots_v, "1", GUD_REQUIRED, "knots of the second parameter"),
    LIST_FIELD(net, points, "m", GUD_REQUIRED, "x, y, z of all control points; the second index runs faster"),
    LIST_FIELD(net, weights, "1", GUD_OPTIONAL, "weights of the control points; 1 if absent"),
};

const gud_shape gud_shape_net = {
    {ROW("net", net, net_fields, "NURBS surface by its control points")},
    build_net,
};

// ---- file

typedef struct {
    const char *file;
} text;

static gud_status build_file(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const text *p = prm;
    return gud_nurbs_read(p->file, c->arena, c->error, nurbs);
}

static const gud_field text_fields[] = {
    FILE_FIELD(text, file, GUD_REQUIRED, "file in the text form of surfaces; see examples/surface"),
};

const gud_shape gud_shape_file = {
    {ROW("file", text, text_fields, "NURBS surface from a text file")},
    build_file,
};

// ---- patches

typedef struct {
    gud_names of;
} patches;

static gud_status find_part(const char *name, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const gud_entity *e = gud_input_find(c->input, "surfaces", name);
    const gud_shape_place *place = e->common;
    const gud_shape_context alone = {.units = c->units, .arena = c->arena, .error = c->error};
    if (place && place->trim)
        return gud_fail(c->error, GUD_ERR_INPUT, "patch '%s' is trimmed; trim the joined surface instead", name);
    return gud_shape_nurbs(e->row, e->params, place, &alone, nurbs);
}

static gud_status build_patches(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const patches *p = prm;
    gud_nurbs *parts = GUD_TAKE(c->arena, gud_nurbs, p->of.count);
    if (!parts) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    if (!c->input) return gud_fail(c->error, GUD_ERR_INPUT, "a patch cannot consist of patches itself");
    for (int i = 0; i < p->of.count; i++) GUD_TRY(find_part(p->of.data[i], c, &parts[i]));
    return gud_nurbs_join(p->of.count, parts, p->of.data, c->arena, c->error, nurbs);
}

static const gud_field patches_fields[] = {
    {.key = "of",
     .type = GUD_NAME_LIST,
     .offset = offsetof(patches, of),
     .refers = "surfaces",
     .fallback = GUD_REQUIRED,
     .about = "surfaces whose edges coincide and that line up as a rectangle or a ring, in any order"},
};

const gud_shape gud_shape_patches = {
    {ROW("patches", patches, patches_fields, "several surfaces joined along common edges")},
    build_patches,
};
