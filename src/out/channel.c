#include "out/channel.h"

#include "base/plain.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// groups of the result file that are not for series
static const char *const reserved[] = {"channels", "fields", "model", "settings", "counters", "geometry"};

static bool is_part(const char *part, size_t length)
{
    if (length == 0) return false;
    return !(part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')));
}

// parts between slashes, none of them empty, "." or ".."
static bool is_path(const char *path)
{
    for (;;) {
        const size_t length = strcspn(path, "/");
        if (!is_part(path, length)) return false;
        if (path[length] == '\0') return true;
        path += length + 1;
    }
}

static bool is_reserved(const char *path)
{
    const size_t length = strcspn(path, "/");
    for (int i = 0; i < GUD_COUNT(reserved); i++)
        if (strlen(reserved[i]) == length && strncmp(path, reserved[i], length) == 0) return true;
    return false;
}

static int count_names(const char *const *names)
{
    int n = 0;
    while (names[n]) n++;
    return n;
}

static gud_status check_channel(const gud_channel *c, gud_error *error)
{
    if (!c->path || !is_path(c->path) || is_reserved(c->path))
        return gud_fail(error, GUD_ERR_INPUT, "channel '%s': not a valid path", c->path ? c->path : "");
    if (!gud_is_one_line(c->path) || !gud_is_one_line(c->unit) || !gud_is_one_line(c->about))
        return gud_fail(error, GUD_ERR_INPUT, "channel '%s': a control character", c->path);
    if (!c->unit) return gud_fail(error, GUD_ERR_INPUT, "channel '%s': no unit", c->path);
    if (c->width < 1) return gud_fail(error, GUD_ERR_INPUT, "channel '%s': width %d", c->path, c->width);
    if (c->components && count_names(c->components) != c->width)
        return gud_fail(error, GUD_ERR_INPUT, "channel '%s': %d names for %d components", c->path,
                        count_names(c->components), c->width);
    for (int i = 0; c->components && i < c->width; i++)
        if (!gud_is_one_line(c->components[i]))
            return gud_fail(error, GUD_ERR_INPUT, "channel '%s': a control character in the name of a component",
                            c->path);
    if (c->kind == GUD_CHANNEL_FIELD &&
        (c->rows < 1 || c->cols < 1 || c->components || (int64_t)c->rows * c->cols != c->width))
        return gud_fail(error, GUD_ERR_INPUT, "channel '%s': %d x %d values do not make a field of %d", c->path,
                        c->rows, c->cols, c->width);
    return GUD_OK;
}

static gud_status check_entries(const gud_entry *entries, int n, gud_index *seen, gud_error *error)
{
    for (int i = 0; i < n; i++) {
        if (!entries[i].key || !is_path(entries[i].key) || strchr(entries[i].key, '/'))
            return gud_fail(error, GUD_ERR_INPUT, "'%s' is not a valid key", entries[i].key ? entries[i].key : "");
        if (gud_index_add(seen, entries[i].key, strlen(entries[i].key), i) != i)
            return gud_fail(error, GUD_ERR_INPUT, "key '%s' occurs twice", entries[i].key);
        if (!gud_is_one_line(entries[i].key) || !gud_is_plain(entries[i].text))
            return gud_fail(error, GUD_ERR_INPUT, "a control character in '%s'", entries[i].key);
    }
    return GUD_OK;
}

static gud_status check_outlines(const gud_outline *outlines, int n, gud_index *seen, gud_error *error)
{
    for (int i = 0; i < n; i++) {
        const char *body = outlines[i].body;
        if (!body || !is_path(body) || strchr(body, '/'))
            return gud_fail(error, GUD_ERR_INPUT, "'%s' is not a valid name of a body", body ? body : "");
        if (gud_index_add(seen, body, strlen(body), i) != i)
            return gud_fail(error, GUD_ERR_INPUT, "body '%s' has two outlines", body);
        for (int k = 0; k <= outlines[i].npoint; k++) {
            const char *name = k == 0 ? body : outlines[i].names ? outlines[i].names[k - 1] : NULL;
            if (!gud_is_one_line(name))
                return gud_fail(error, GUD_ERR_INPUT, "a control character in a name of body '%s'", body);
        }
    }
    return GUD_OK;
}

// bodies: an index of those that have an outline
static gud_status check_parts(const gud_meta *meta, const gud_index *bodies, gud_error *error)
{
    for (int i = 0; i < meta->npart; i++) {
        const gud_part_info *p = &meta->parts[i];
        if (!p->kind || !p->joint || !p->body || gud_index_find(bodies, p->body, strlen(p->body)) < 0)
            return gud_fail(error, GUD_ERR_INPUT, "part %d belongs to no body", i);
        if (!gud_is_one_line(p->kind) || !gud_is_one_line(p->joint))
            return gud_fail(error, GUD_ERR_INPUT, "a control character in a name of part %d", i);
        for (int64_t k = 0; k < 3 * (int64_t)p->ntriangle; k++)
            if (p->triangles[k] < 0 || p->triangles[k] >= p->nvertex)
                return gud_fail(error, GUD_ERR_INPUT, "a triangle of part %d refers to a missing vertex", i);
    }
    return GUD_OK;
}

// the channel that stands where this one's folders have to be, or -1
static int find_in_the_way(const gud_index *paths, const char *path)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        const int channel = gud_index_find(paths, path, (size_t)(slash - path));
        if (channel >= 0) return channel;
    }
    return -1;
}

static gud_status fail_collision(const gud_channel *a, const gud_channel *b, gud_error *error)
{
    return gud_fail(error, GUD_ERR_INPUT, "channels '%s' and '%s' collide", a->path, b->path);
}

// no path twice, and none inside another as a file lies in a folder
static gud_status check_paths(const gud_layout *layout, gud_index *paths, gud_error *error)
{
    const gud_channel *c = layout->channels;
    for (int i = 0; i < layout->nchannel; i++) {
        const int other = gud_index_add(paths, c[i].path, strlen(c[i].path), i);
        if (other != i) return fail_collision(&c[other], &c[i], error);
    }
    for (int i = 0; i < layout->nchannel; i++) {
        const int other = find_in_the_way(paths, c[i].path);
        if (other >= 0) return fail_collision(&c[other], &c[i], error);
    }
    return GUD_OK;
}

static gud_status check_names(const gud_layout *layout, gud_error *error)
{
    const gud_meta *m = &layout->meta;
    gud_index *paths = gud_index_create(layout->nchannel), *settings = gud_index_create(m->nsetting);
    gud_index *counters = gud_index_create(m->ncounter), *bodies = gud_index_create(m->noutline);
    gud_status st = GUD_OK;
    if (!paths || !settings || !counters || !bodies)
        st = gud_fail(error, GUD_ERR_MEMORY, "not enough memory to check the channels of a result");
    if (st == GUD_OK) st = check_paths(layout, paths, error);
    if (st == GUD_OK) st = check_entries(m->settings, m->nsetting, settings, error);
    if (st == GUD_OK) st = check_entries(m->counters, m->ncounter, counters, error);
    if (st == GUD_OK) st = check_outlines(m->outlines, m->noutline, bodies, error);
    if (st == GUD_OK) st = check_parts(m, bodies, error);
    gud_index_free(paths);
    gud_index_free(settings);
    gud_index_free(counters);
    gud_index_free(bodies);
    return st;
}

gud_status gud_layout_check(const gud_layout *layout, gud_error *error)
{
    int64_t width = 0;
    for (int i = 0; i < layout->nchannel; i++) {
        GUD_TRY(check_channel(&layout->channels[i], error));
        width += layout->channels[i].width;
    }
    if (width > INT_MAX / 16)
        return gud_fail(error, GUD_ERR_INPUT, "a record of %lld values is too long", (long long)width);

    if (!gud_is_plain(layout->meta.title) || !gud_is_plain(layout->meta.version))
        return gud_fail(error, GUD_ERR_INPUT, "a control character in the title");

    const gud_channel *time = layout->channels;
    if (layout->nchannel < 1 || strcmp(time->path, "time") != 0 || time->kind != GUD_CHANNEL_SERIES || time->width != 1)
        return gud_fail(error, GUD_ERR_INPUT, "the first channel is not 'time'");

    return check_names(layout, error);
}

gud_index *gud_layout_index(const gud_layout *layout)
{
    gud_index *index = gud_index_create(layout->nchannel);
    for (int i = 0; index && i < layout->nchannel; i++) {
        const char *path = layout->channels[i].path;
        (void)gud_index_add(index, path, strlen(path), i);
    }
    return index;
}

int gud_layout_width(const gud_layout *layout)
{
    int width = 0;
    for (int i = 0; i < layout->nchannel; i++)
        if (layout->channels[i].kind == GUD_CHANNEL_SERIES) width += layout->channels[i].width;
    return width;
}

const char *gud_channel_component(const gud_channel *channel, int component, char buffer[16])
{
    if (channel->components) return channel->components[component];
    (void)snprintf(buffer, 16, "%d", component);
    return buffer;
}
