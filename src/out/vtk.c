#include "out/vtk.h"

#include "base/alloc.h"
#include "base/json.h"
#include "out/draft.h"
#include "out/pose.h"
#include "out/round.h"
#include "out/table.h"

#include <string.h>

static const char file_head[] =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"0.1\" byte_order=\"LittleEndian\">\n";
static const char array_head[] = "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"ascii\">\n";

// text inside an attribute
static void put_escaped(gud_draft *draft, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        switch (*c) {
        case '&':
            gud_draft_print(draft, "&amp;");
            break;
        case '<':
            gud_draft_print(draft, "&lt;");
            break;
        case '>':
            gud_draft_print(draft, "&gt;");
            break;
        case '"':
            gud_draft_print(draft, "&quot;");
            break;
        default:
            gud_draft_print(draft, "%c", *c);
        }
    }
}

static void put_numbers(gud_draft *draft, const double *values, int n, int per_line)
{
    char text[32];
    for (int i = 0; i < n; i++) {
        gud_number_text(values[i], text);
        gud_draft_print(draft, "%s%c", text, (i + 1) % per_line == 0 ? '\n' : ' ');
    }
    gud_draft_print(draft, "\n");
}

// `count` numbers first, first + 1, ...
static void put_range(gud_draft *draft, int first, int count)
{
    for (int i = 0; i < count; i++) gud_draft_print(draft, "%d ", first + i);
}

typedef struct mechanism {
    const gud_pose *pose;
    const gud_meta *meta;
    gud_part_info *parts; // round ones with triangles
    int npart;
    double *points;             // of all bodies, then of all parts that have triangles
    int npoint, nsingle, nline; // of bodies
    int nvertex, ntriangle;     // of parts
} mechanism;

// the body of a part, which has one: gud_layout_check
static int body_of(const mechanism *m, const gud_part_info *part)
{
    int body = 0;
    while (strcmp(m->meta->outlines[body].body, part->body) != 0) body++;
    return body;
}

// Bodies of one point are drawn as vertices, those of more as lines. VTK numbers vertices before lines.
static void put_cells(gud_draft *draft, const mechanism *m, bool lines)
{
    int first = 0, end = 0;
    gud_draft_print(draft, lines ? "<Lines>\n" : "<Verts>\n");
    gud_draft_print(draft, array_head, "Int32", "connectivity", 1);
    for (int i = 0; i < gud_pose_nbody(m->pose); i++) {
        const int n = gud_pose_npoint(m->pose, i);
        if ((n > 1) == lines) put_range(draft, first, n);
        first += n;
    }
    gud_draft_print(draft, "\n</DataArray>\n");
    gud_draft_print(draft, array_head, "Int32", "offsets", 1);
    for (int i = 0; i < gud_pose_nbody(m->pose); i++) {
        const int n = gud_pose_npoint(m->pose, i);
        if (n > 0 && (n > 1) == lines) gud_draft_print(draft, "%d ", end += n);
    }
    gud_draft_print(draft, "\n</DataArray>\n");
    gud_draft_print(draft, lines ? "</Lines>\n" : "</Verts>\n");
}

static void put_body_numbers(gud_draft *draft, const mechanism *m)
{
    gud_draft_print(draft, "<PointData Scalars=\"body\">\n");
    gud_draft_print(draft, array_head, "Int32", "body", 1);
    for (int i = 0; i < gud_pose_nbody(m->pose); i++)
        for (int k = 0; k < gud_pose_npoint(m->pose, i); k++) gud_draft_print(draft, "%d ", i);
    for (int i = 0; i < m->npart; i++) {
        const gud_part_info *p = &m->parts[i];
        const int body = p->nvertex > 0 ? body_of(m, p) : 0;
        for (int k = 0; k < p->nvertex; k++) gud_draft_print(draft, "%d ", body);
    }
    gud_draft_print(draft, "\n</DataArray>\n</PointData>\n");
}

static void put_triangles(gud_draft *draft, const mechanism *m)
{
    int first = m->npoint;
    gud_draft_print(draft, "<Polys>\n");
    gud_draft_print(draft, array_head, "Int32", "connectivity", 1);
    for (int i = 0; i < m->npart; i++) {
        const gud_part_info *p = &m->parts[i];
        for (int k = 0; k < 3 * p->ntriangle; k++) gud_draft_print(draft, "%d ", first + p->triangles[k]);
        first += p->nvertex;
    }
    gud_draft_print(draft, "\n</DataArray>\n");
    gud_draft_print(draft, array_head, "Int32", "offsets", 1);
    for (int i = 0; i < m->ntriangle; i++) gud_draft_print(draft, "%d ", 3 * (i + 1));
    gud_draft_print(draft, "\n</DataArray>\n</Polys>\n");
}

static void place_points(const mechanism *m, int64_t record)
{
    double *at = m->points;
    for (int i = 0; i < gud_pose_nbody(m->pose); i++) {
        gud_pose_points(m->pose, i, record, at);
        at += 3 * (ptrdiff_t)gud_pose_npoint(m->pose, i);
    }
    for (int i = 0; i < m->npart; i++) {
        const gud_part_info *p = &m->parts[i];
        if (p->nvertex == 0) continue;
        (void)gud_pose_place(m->pose, body_of(m, p), record, p->nvertex, p->vertices, at);
        at += 3 * (ptrdiff_t)p->nvertex;
    }
}

static void put_mechanism(gud_draft *draft, const mechanism *m, int64_t record)
{
    place_points(m, record);
    gud_draft_print(draft, file_head, "PolyData");
    gud_draft_print(draft,
                    "<PolyData>\n<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"%d\" "
                    "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n",
                    m->npoint + m->nvertex, m->nsingle, m->nline, m->ntriangle);
    put_body_numbers(draft, m);
    gud_draft_print(draft, "<Points>\n");
    gud_draft_print(draft, array_head, "Float64", "points", 3);
    put_numbers(draft, m->points, 3 * (m->npoint + m->nvertex), 3);
    gud_draft_print(draft, "</DataArray>\n</Points>\n");
    put_cells(draft, m, false);
    put_cells(draft, m, true);
    if (m->ntriangle > 0) put_triangles(draft, m);
    gud_draft_print(draft, "</Piece>\n</PolyData>\n</VTKFile>\n");
}

// a file name of the words in a path
static void file_name(char name[256], const char *path)
{
    size_t n = 0;
    for (const char *c = path; *c != '\0' && n < 200; c++) name[n++] = strchr("/\\:*?\"<>|& ", *c) ? '-' : *c;
    name[n] = '\0';
}

static gud_status open_part(gud_draft *draft, const char *folder, const char *stem, int64_t number, const char *ending,
                            gud_error *error)
{
    char name[320], path[GUD_PATH_SIZE];
    if (number < 0)
        (void)snprintf(name, sizeof name, "%s.%s", stem, ending);
    else
        (void)snprintf(name, sizeof name, "%s-%06lld.%s", stem, (long long)number, ending);
    GUD_TRY(gud_path_join(path, folder, name, error));
    return gud_draft_open(draft, path, error);
}

// the list of times that ParaView opens
static gud_status put_collection(const char *folder, const char *stem, const char *ending, const double *times,
                                 int64_t n, int64_t stride, gud_error *error)
{
    char text[32];
    gud_draft draft;
    GUD_TRY(open_part(&draft, folder, stem, -1, "pvd", error));
    gud_draft_print(&draft, file_head, "Collection");
    gud_draft_print(&draft, "<Collection>\n");
    for (int64_t i = 0; i < n; i += stride) {
        gud_number_text(times[i], text);
        gud_draft_print(&draft, "<DataSet timestep=\"%s\" file=\"", text);
        put_escaped(&draft, stem);
        gud_draft_print(&draft, "-%06lld.%s\"/>\n", (long long)i, ending);
    }
    gud_draft_print(&draft, "</Collection>\n</VTKFile>\n");
    return gud_draft_keep(&draft, error);
}

static gud_status export_records(const mechanism *m, const gud_result *result, const char *folder, int64_t stride,
                                 gud_error *error)
{
    gud_columns table;
    gud_draft draft;
    GUD_TRY(gud_columns_load(result, NULL, 0, error, &table));
    gud_status st = GUD_OK;
    for (int64_t i = 0; i < table.nrow && st == GUD_OK; i += stride) {
        st = open_part(&draft, folder, "mechanism", i, "vtp", error);
        if (st < 0) break;
        put_mechanism(&draft, m, i);
        st = gud_draft_keep(&draft, error);
    }
    if (st == GUD_OK) st = put_collection(folder, "mechanism", "vtp", table.columns[0], table.nrow, stride, error);
    gud_columns_free(&table);
    return st;
}

// the pieces of a result, round ones as triangles
static gud_status take_parts(mechanism *m, gud_arena *arena)
{
    m->npart = m->meta->npart;
    m->parts = GUD_TAKE(arena, gud_part_info, m->npart);
    if (arena->failed) return GUD_ERR_MEMORY;
    for (int i = 0; i < m->npart; i++) {
        const gud_part_info *p = &m->meta->parts[i];
        m->parts[i] = *p;
        if (gud_round_is(p)) GUD_TRY(gud_round_mesh(p, arena, &m->parts[i]));
        m->nvertex += m->parts[i].nvertex;
        m->ntriangle += m->parts[i].ntriangle;
    }
    m->points = GUD_TAKE(arena, double, 3 * ((size_t)m->npoint + (size_t)m->nvertex));
    return arena->failed ? GUD_ERR_MEMORY : GUD_OK;
}

static gud_status export_mechanism(const gud_result *result, const char *folder, int64_t stride, gud_error *error)
{
    gud_pose *pose = NULL;
    gud_arena arena;
    GUD_TRY(gud_pose_load(result, error, &pose));
    gud_arena_init(&arena);
    mechanism m = {.pose = pose, .meta = gud_result_meta(result)};
    for (int i = 0; i < gud_pose_nbody(pose); i++) {
        const int n = gud_pose_npoint(pose, i);
        m.npoint += n;
        m.nsingle += n == 1;
        m.nline += n > 1;
    }
    const gud_status st = take_parts(&m, &arena) == GUD_OK
                              ? export_records(&m, result, folder, stride, error)
                              : gud_fail(error, GUD_ERR_MEMORY, "not enough memory to draw bodies");
    gud_arena_free(&arena);
    gud_pose_free(pose);
    return st;
}

// ---- fields

// channels of one entity, which were taken at the same instants: joints/small-end/pressure, gap, points, ...
typedef struct sheet {
    const gud_result *result;
    const char *entity; // the part of the path before the last slash, with it
    size_t length;      // of that part
    int rows, cols;     // of its maps
    int points;         // channel of the places of the points, or -1: an image
} sheet;

static bool is_map(const gud_channel *c)
{
    return c->kind == GUD_CHANNEL_FIELD && c->rows > 1 && c->cols > 1;
}

// do places, three for each value, stand for every value of a map?
static bool fits(const gud_channel *points, const gud_channel *map)
{
    return points->kind == GUD_CHANNEL_FIELD && points->width / 3 == map->width && points->width % 3 == 0;
}

// is the channel a map of the entity, with a value at each of its points?
static bool belongs(const sheet *s, int channel)
{
    const gud_channel *c = gud_result_channel(s->result, channel);
    return is_map(c) && channel != s->points && c->rows == s->rows && c->cols == s->cols &&
           strncmp(c->path, s->entity, s->length) == 0 && !strchr(c->path + s->length, '/');
}

static gud_status put_values(const sheet *s, int channel, int64_t snapshot, gud_draft *draft, double *values,
                             gud_error *error)
{
    const gud_channel *c = gud_result_channel(s->result, channel);
    const bool places = channel == s->points;
    GUD_TRY(gud_result_read(s->result, channel, snapshot, 1, values, error));
    gud_draft_print(draft, "<DataArray type=\"Float64\" Name=\"");
    put_escaped(draft, c->path + s->length);
    gud_draft_print(draft, "\" NumberOfComponents=\"%d\" format=\"ascii\">\n", places ? 3 : 1);
    put_numbers(draft, values, c->width, places ? 3 : c->cols);
    gud_draft_print(draft, "</DataArray>\n");
    return GUD_OK;
}

// all maps of an entity on the surface that their points span; without points on an image of cells of size 1
static gud_status put_sheet(const sheet *s, int first, int64_t snapshot, gud_draft *draft, double *values,
                            gud_error *error)
{
    const gud_channel *c = gud_result_channel(s->result, first);
    const char *kind = s->points >= 0 ? "StructuredGrid" : "ImageData";
    gud_draft_print(draft, file_head, kind);
    gud_draft_print(draft, "<%s WholeExtent=\"0 %d 0 %d 0 0\"%s>\n<Piece Extent=\"0 %d 0 %d 0 0\">\n<PointData>\n",
                    kind, c->cols - 1, c->rows - 1, s->points >= 0 ? "" : " Origin=\"0 0 0\" Spacing=\"1 1 1\"",
                    c->cols - 1, c->rows - 1);
    for (int i = 0; i < gud_result_nchannel(s->result); i++)
        if (s->points >= 0 ? belongs(s, i) : i == first) GUD_TRY(put_values(s, i, snapshot, draft, values, error));
    gud_draft_print(draft, "</PointData>\n");
    if (s->points >= 0) {
        gud_draft_print(draft, "<Points>\n");
        GUD_TRY(put_values(s, s->points, snapshot, draft, values, error));
        gud_draft_print(draft, "</Points>\n");
    }
    gud_draft_print(draft, "</Piece>\n</%s>\n</VTKFile>\n", kind);
    return GUD_OK;
}

static gud_status export_snapshots(const sheet *s, int first, const char *folder, double *times, double *values,
                                   gud_error *error)
{
    const gud_channel *c = gud_result_channel(s->result, first);
    const int64_t n = gud_result_count(s->result, first);
    const char *ending = s->points >= 0 ? "vts" : "vti";
    char stem[256], path[256];
    (void)snprintf(path, sizeof path, "%.*s", s->points >= 0 ? (int)s->length - 1 : 250, c->path);
    file_name(stem, path);
    GUD_TRY(gud_result_read_times(s->result, first, 0, n, times, error));
    for (int64_t i = 0; i < n; i++) {
        gud_draft draft;
        GUD_TRY(open_part(&draft, folder, stem, i, ending, error));
        const gud_status st = put_sheet(s, first, i, &draft, values, error);
        if (st != GUD_OK) {
            gud_draft_drop(&draft);
            return st;
        }
        GUD_TRY(gud_draft_keep(&draft, error));
    }
    return put_collection(folder, stem, ending, times, n, 1, error);
}

// where the points of an entity's maps stand
static sheet sheet_of(const gud_result *result, int channel)
{
    char path[600];
    const gud_channel *c = gud_result_channel(result, channel);
    sheet s = {.result = result, .entity = c->path, .rows = c->rows, .cols = c->cols};
    const char *slash = strrchr(s.entity, '/');
    s.length = slash ? (size_t)(slash + 1 - s.entity) : 0;
    (void)snprintf(path, sizeof path, "%.*spoints", (int)s.length, s.entity);
    s.points = gud_result_find(result, path);
    if (s.points >= 0 && s.points != channel && !fits(gud_result_channel(result, s.points), c)) s.points = -1;
    return s;
}

// maps that share their points go into one file, with the first of them
static gud_status export_field(const gud_result *result, int channel, const char *folder, gud_error *error)
{
    const sheet s = sheet_of(result, channel);
    if (channel == s.points) return GUD_OK;
    for (int i = 0; i < channel && s.points >= 0; i++)
        if (belongs(&s, i)) return GUD_OK;
    const int widest = s.points >= 0 ? s.points : channel;
    double *times = gud_alloc((size_t)gud_result_count(result, channel), sizeof(double));
    double *values = gud_alloc((size_t)gud_result_channel(result, widest)->width, sizeof(double));
    const gud_status st = times && values ? export_snapshots(&s, channel, folder, times, values, error)
                                          : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for '%s'", s.entity);
    gud_free(times);
    gud_free(values);
    return st;
}

gud_status gud_vtk_export(const gud_result *result, const char *folder, int64_t stride, const gud_watch *watch,
                          gud_error *error)
{
    const bool bodies = gud_result_meta(result)->noutline > 0;
    int nmap = 0, done = 1;
    for (int i = 0; i < gud_result_nchannel(result); i++) nmap += is_map(gud_result_channel(result, i));
    if (!bodies && nmap == 0)
        return gud_fail(error, GUD_ERR_INPUT, "%s: there is nothing to draw: no outlines of bodies, no fields",
                        gud_result_path(result));
    GUD_TRY(gud_folder_create(folder, error));
    gud_watch_count(watch, 0, nmap + 1);
    if (bodies) GUD_TRY(export_mechanism(result, folder, stride > 0 ? stride : 1, error));
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        if (!is_map(gud_result_channel(result, i))) continue;
        gud_watch_count(watch, done++, nmap + 1);
        GUD_TRY(export_field(result, i, folder, error));
    }
    return GUD_OK;
}
