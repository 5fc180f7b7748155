#include "out/pick.h"

#include <string.h>

// the channel whose path the first `length` characters of `text` spell, or -1
static int find_channel(const gud_layout *layout, const char *text, size_t length)
{
    if (layout->index) return gud_index_find(layout->index, text, length);
    for (int i = 0; i < layout->nchannel; i++) {
        const char *path = layout->channels[i].path;
        if (strncmp(path, text, length) == 0 && path[length] == '\0') return i;
    }
    return -1;
}

int gud_layout_find(const gud_layout *layout, const char *path)
{
    return find_channel(layout, path, strlen(path));
}

// edits that turn one text into the other; texts longer than the table are cut
static int distance(const char *a, const char *b)
{
    enum { longest = 120 };
    int row[longest + 1];
    const int na = (int)strnlen(a, longest), nb = (int)strnlen(b, longest);
    for (int j = 0; j <= nb; j++) row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            const int replaced = diagonal + (a[i - 1] != b[j - 1]);
            const int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < other ? replaced : other;
        }
    }
    return row[nb];
}

static gud_status fail_unknown(const gud_layout *layout, const char *name, gud_error *error)
{
    char candidate[256], best[256] = "";
    int least = 1000;
    if (!error) return GUD_ERR_INPUT; // nobody asks why
    for (int i = 0; i < layout->nchannel; i++) {
        for (int k = 0; k < layout->channels[i].width && k < 16; k++) {
            gud_layout_name(layout, (gud_pick){i, k}, candidate, sizeof candidate);
            const int d = distance(name, candidate);
            if (d >= least) continue;
            least = d;
            memcpy(best, candidate, sizeof best);
        }
    }
    const bool near = 3 * least <= (int)strlen(name) + 3;
    return gud_fail(error, GUD_ERR_INPUT, "there is no channel '%.150s'; %s%.150s%s", name,
                    near ? "did you mean '" : "'gudgeon summary RESULT \"*\"' lists them all", near ? best : "",
                    near ? "'?" : "");
}

static int find_component(const gud_channel *c, const char *name)
{
    char buffer[16];
    for (int i = 0; i < c->width; i++)
        if (strcmp(gud_channel_component(c, i, buffer), name) == 0) return i;
    return -1;
}

gud_status gud_layout_pick(const gud_layout *layout, const char *name, gud_error *error, gud_pick *out)
{
    const int whole = gud_layout_find(layout, name);
    if (whole >= 0 && layout->channels[whole].kind == GUD_CHANNEL_FIELD)
        return !error ? GUD_ERR_INPUT
                      : gud_fail(error, GUD_ERR_INPUT,
                                 "'%.150s' is a field, with maps at its own times, and not a series", name);
    if (whole >= 0 && layout->channels[whole].width == 1) {
        *out = (gud_pick){whole, 0};
        return GUD_OK;
    }
    if (whole >= 0 && !error) return GUD_ERR_INPUT;
    if (whole >= 0) {
        char example[256];
        gud_layout_name(layout, (gud_pick){whole, 0}, example, sizeof example);
        return gud_fail(error, GUD_ERR_INPUT, "'%.150s' has %d components; choose one, as in '%.150s'", name,
                        layout->channels[whole].width, example);
    }
    // the component stands behind the last dot; names of bodies may have dots, too
    const char *dot = strrchr(name, '.');
    const int channel = dot ? find_channel(layout, name, (size_t)(dot - name)) : -1;
    if (channel < 0 || layout->channels[channel].kind == GUD_CHANNEL_FIELD) return fail_unknown(layout, name, error);
    *out = (gud_pick){channel, find_component(&layout->channels[channel], dot + 1)};
    return out->component >= 0 ? GUD_OK : fail_unknown(layout, name, error);
}

// `text` behind the first `used` characters; returns how many there are then
static size_t append(char *buffer, size_t size, size_t used, const char *text)
{
    const size_t length = strnlen(text, size - 1 - used);
    memcpy(buffer + used, text, length);
    buffer[used + length] = '\0';
    return used + length;
}

void gud_layout_name(const gud_layout *layout, gud_pick pick, char *buffer, int size)
{
    char number[16];
    const gud_channel *c = &layout->channels[pick.channel];
    size_t used = append(buffer, (size_t)size, 0, c->path);
    if (c->width == 1 && !c->components) return;
    used = append(buffer, (size_t)size, used, ".");
    (void)append(buffer, (size_t)size, used, gud_channel_component(c, pick.component, number));
}
