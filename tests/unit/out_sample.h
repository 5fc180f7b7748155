// A small mechanism's worth of channels, and folders to write them to.
#ifndef GUD_TESTS_OUT_SAMPLE_H
#define GUD_TESTS_OUT_SAMPLE_H

#include "check.h"
#include "out/channel.h"
#include "out/draft.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { sample_width = 5, sample_field = 3 };

static const char *const sample_xy[] = {"x", "y", NULL};
static const char *const sample_points[] = {"crank.main", "crank.pin"};
static const double sample_outline[] = {-0.5, 0.0, 0.0, 0.5, 0.0, 0.0};

static const gud_channel sample_channels[] = {
    {.path = "time", .width = 1, .unit = "s", .about = "time"},
    {.path = "bodies/crank/position", .width = 2, .components = sample_xy, .unit = "m", .about = "centre of mass"},
    {.path = "bodies/crank/orientation", .width = 1, .unit = "rad", .about = "angle from x"},
    {.path = "joints/small-end/pressure", .kind = GUD_CHANNEL_FIELD, .width = 6, .rows = 2, .cols = 3, .unit = "Pa"},
    {.path = "energy/kinetic", .width = 1, .unit = "J"},
};

static const gud_entry sample_settings[] = {{.key = "integrator", .text = "esdirk2"},
                                            {.key = "tolerance", .number = 1e-5}};
static const gud_outline sample_outlines[] = {{"crank", 2, sample_points, sample_outline}};

static const double sample_vertices[] = {0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1};
static const int sample_triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
static const gud_part_info sample_parts[] = {
    {.kind = "solid",
     .body = "crank",
     .joint = "",
     .nvertex = 4,
     .ntriangle = 4,
     .vertices = sample_vertices,
     .triangles = sample_triangles},
    {.kind = "pin", .body = "crank", .joint = "small-end", .at = {0.5, 0.0, 0.0}, .radius = 0.01, .clearance = 1e-5},
};

static const gud_layout sample_layout = {
    .channels = sample_channels,
    .nchannel = GUD_COUNT(sample_channels),
    .meta = {.title = "A crank, \xc3\xa9tude",
             .version = "gudgeon 0.1.0",
             .model = "gudgeon: 1\ntitle: crank\n",
             .settings = sample_settings,
             .nsetting = 2,
             .outlines = sample_outlines,
             .noutline = 1,
             .parts = sample_parts,
             .npart = 2},
};

// a crank that turns by 1 rad/s about its end at the origin
static inline void sample_row(int i, double row[sample_width])
{
    const double t = 0.01 * i;
    row[0] = t;
    row[1] = 0.5 * cos(t);
    row[2] = 0.5 * sin(t);
    row[3] = t;
    row[4] = 1.0 / 3.0 + i;
}

static inline void sample_snapshot(int i, double values[6])
{
    for (int k = 0; k < 6; k++) values[k] = 100.0 * i + k;
}

static inline void folder_new(char folder[GUD_PATH_SIZE])
{
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, GUD_PATH_SIZE, "%s/gudgeon-out-XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(folder));
}

static inline void folder_empty(const char *folder)
{
    char path[GUD_PATH_SIZE];
    gud_error error;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        assert_int_equal(gud_path_join(path, folder, entry->d_name, &error), GUD_OK);
        assert_int_equal(unlink(path), 0);
    }
    (void)closedir(dir);
}

static inline void folder_remove(const char *folder)
{
    folder_empty(folder);
    assert_int_equal(rmdir(folder), 0);
}

static inline int folder_count(const char *folder)
{
    int n = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    while (readdir(dir)) n++;
    (void)closedir(dir);
    return n - 2;
}

static inline bool folder_has(const char *folder, const char *name)
{
    char path[GUD_PATH_SIZE];
    gud_error error;
    assert_int_equal(gud_path_join(path, folder, name, &error), GUD_OK);
    return access(path, F_OK) == 0;
}

static inline char *file_text(const char *folder, const char *name, size_t *size)
{
    char path[GUD_PATH_SIZE];
    gud_error error;
    assert_int_equal(gud_path_join(path, folder, name, &error), GUD_OK);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    (void)fseek(file, 0, SEEK_END);
    const size_t n = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(n + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, n, file), n);
    (void)fclose(file);
    if (size) *size = n;
    return text;
}

static inline void file_put(const char *folder, const char *name, const void *data, size_t size)
{
    char path[GUD_PATH_SIZE];
    gud_error error;
    assert_int_equal(gud_path_join(path, folder, name, &error), GUD_OK);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

#endif
