#include "out/script.h"

#include "base/alloc.h"
#include "out/private.h"
#include "out/quantity.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

void gud_script_quoted(gud_draft *d, const char *text)
{
    gud_draft_print(d, "'");
    // to gnuplot, three quotes are an empty text and the begin of another: a first quote is an apostrophe
    if (*text == '\'') gud_draft_print(d, "\xe2\x80\x99");
    for (const char *c = *text == '\'' ? text + 1 : text; *c != '\0'; c++) {
        if (*c == '\'') gud_draft_print(d, "'");
        gud_draft_print(d, "%c", (unsigned char)*c < ' ' ? ' ' : *c);
    }
    gud_draft_print(d, "'");
}

static const char own_data[] = "figure.dat";
static const char end_of_names[] = "\n\n";

typedef struct format {
    const char *ending, *terminal, *last; // word near the end of a file that is whole
} format;

static const format formats[] = {
    {".svg", "svg", "</svg>"}, {".png", "pngcairo", "IEND"}, {".pdf", "pdfcairo", "%%EOF"}};

static const format *find_format(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < GUD_COUNT(formats); i++)
        if (strcmp(dot, formats[i].ending) == 0) return &formats[i];
    return NULL;
}

// a script keeps its names in one line each
static bool has_control(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ') return true;
    return false;
}

gud_status gud_script_find(const char *path, gud_error *error, gud_script *n)
{
    if (has_control(path))
        return gud_fail(error, GUD_ERR_INPUT, "a figure's name has a line break or control character");
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const format *f = find_format(base);
    n->terminal = f ? f->terminal : NULL;
    if (!f) return gud_fail(error, GUD_ERR_INPUT, "%s: a figure's name ends with .svg, .png or .pdf", path);
    if (strlen(path) + 8 > GUD_PATH_SIZE) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", path);

    const size_t folder = slash == path ? 1 : slash ? (size_t)(slash - path) : 0, stem = strlen(base) - 4;
    memcpy(n->folder, slash ? path : ".", folder > 0 ? folder : 1);
    n->folder[folder > 0 ? folder : 1] = '\0';
    (void)snprintf(n->figure, sizeof n->figure, "%s", base);
    (void)snprintf(n->script, sizeof n->script, "%.*s.gp", (int)stem, base);
    (void)snprintf(n->data, sizeof n->data, "%.*s.dat", (int)stem, base);
    (void)snprintf(n->path, sizeof n->path, "%s", path);
    GUD_TRY(gud_folder_create(n->folder, error));
    return gud_path_join(n->data_path, n->folder, n->data, error);
}

gud_status gud_script_name(const char *folder, const char *name, const char *ending, gud_error *error, gud_script *n)
{
    char file[80], path[GUD_PATH_SIZE];
    (void)snprintf(file, sizeof file, "%s.%s", name, ending);
    GUD_TRY(gud_path_join(path, folder, file, error));
    return gud_script_find(path, error, n);
}

double gud_script_unit(const char *unit, double largest, char *pretty, int size)
{
    const gud_display shown = gud_quantity_show(unit, largest);
    gud_unit_pretty(shown.unit, pretty, size);
    return shown.scale;
}

static void put_terminal(gud_draft *d, const gud_script *n, int width, int height)
{
    if (strcmp(n->terminal, "svg") == 0)
        gud_draft_print(
            d, "set terminal svg noenhanced standalone size %d,%d font 'Helvetica,13' background rgb 'white'\n", width,
            height);
    else if (strcmp(n->terminal, "pngcairo") == 0)
        gud_draft_print(
            d, "set terminal pngcairo noenhanced size %d,%d fontscale 2 linewidth 2 pointscale 2 font 'Sans,10'\n",
            2 * width, 2 * height);
    else
        gud_draft_print(d, "set terminal pdfcairo noenhanced size %.2fin,%.2fin font 'Helvetica,10' linewidth 1.2\n",
                        width / 100.0, height / 100.0);
    gud_draft_print(d, "set output figure\n");
}

// Names begin with a dot: gnuplot takes a figure "|x" and data "<x" for commands.
static void put_names(gud_draft *d, const char *figure, const char *data)
{
    char name[GUD_PATH_SIZE + 2];
    (void)snprintf(name, sizeof name, "./%s", figure);
    gud_draft_print(d, "figure = ");
    gud_script_quoted(d, name);
    (void)snprintf(name, sizeof name, "./%s", data);
    gud_draft_print(d, "\ndata = ");
    gud_script_quoted(d, name);
}

gud_status gud_script_open(const gud_script *n, gud_draft *d, int width, int height, gud_error *error)
{
    char path[GUD_PATH_SIZE], name[GUD_PATH_SIZE + 2];
    GUD_TRY(gud_path_join(path, n->folder, n->script, error));
    GUD_TRY(gud_draft_open(d, path, error));
    (void)snprintf(name, sizeof name, "./%s", n->script);
    gud_draft_print(d, "# Drawn by Gudgeon. Edit it and run: gnuplot ");
    gud_script_quoted(d, name);
    gud_draft_print(d, "\n");
    put_names(d, n->figure, n->data);
    gud_draft_print(d, "%s", end_of_names);
    put_terminal(d, n, width, height);
    gud_draft_print(d, "set encoding utf8\n"
                       "set border 3 linewidth 0.8 linecolor rgb '#888888'\n"
                       "set tics nomirror out scale 0.6 textcolor rgb '#444444'\n"
                       "set minussign\n");
    return GUD_OK;
}

// gnuplot does not notice a disk that is full
static bool is_whole(const char *path)
{
    char end[33] = "";
    const char *last = find_format(path)->last;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const bool found = fseek(file, -(long)(sizeof end - 1), SEEK_END) == 0;
    const size_t n = found ? fread(end, 1, sizeof end - 1, file) : 0;
    (void)fclose(file);
    for (size_t i = 0; i + strlen(last) <= n; i++)
        if (memcmp(end + i, last, strlen(last)) == 0) return true;
    return false;
}

// the script as it was kept, with names of our own
static gud_status put_own_script(const char *folder, const gud_script *n, const char *figure, gud_error *error)
{
    gud_draft own;
    char path[GUD_PATH_SIZE], *text = NULL;
    GUD_TRY(gud_path_join(path, n->folder, n->script, error));
    GUD_TRY(gud_private_read(path, &text, NULL, error));
    GUD_TRY(gud_path_join(path, folder, GUD_GNUPLOT_SCRIPT, error));
    const char *body = strstr(text, end_of_names);
    gud_status st = gud_draft_open(&own, path, error);
    if (st == GUD_OK) {
        put_names(&own, figure, own_data);
        gud_draft_print(&own, "%s", body ? body : "");
        st = gud_draft_keep(&own, error);
    }
    gud_free(text);
    return st;
}

// a link of our own name to the data
static gud_status put_own_data(const char *folder, const gud_script *n, gud_error *error)
{
    char here[GUD_PATH_SIZE] = "", target[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    const bool absolute = n->data_path[0] == '/';
    GUD_TRY(gud_path_join(path, folder, own_data, error));
    const bool known = absolute || getcwd(here, sizeof here);
    if (known) GUD_TRY(gud_path_join(target, absolute ? "" : here, n->data_path, error));
    if (!known || symlink(target, path) != 0)
        return gud_fail(error, GUD_ERR_IO, "%s: cannot draw from the data: %s", n->data_path, strerror(errno));
    return GUD_OK;
}

static gud_status draw_privately(const char *folder, const gud_script *n, gud_error *error)
{
    char figure[16], path[GUD_PATH_SIZE], *text = NULL;
    size_t size = 0;
    (void)snprintf(figure, sizeof figure, "figure%s", find_format(n->figure)->ending);
    GUD_TRY(gud_path_join(path, folder, figure, error));
    GUD_TRY(put_own_script(folder, n, figure, error));
    GUD_TRY(put_own_data(folder, n, error));
    char script[GUD_PATH_SIZE];
    GUD_TRY(gud_path_join(script, n->folder, n->script, error));
    GUD_TRY(gud_gnuplot_run(folder, script, error));
    if (!is_whole(path)) return gud_fail(error, GUD_ERR_IO, "%s: the figure is incomplete; is the disk full?", n->path);
    GUD_TRY(gud_private_read(path, &text, &size, error));
    gud_draft d;
    gud_status st = gud_draft_open(&d, n->path, error);
    if (st == GUD_OK) {
        gud_draft_write(&d, text, size);
        st = gud_draft_keep(&d, error);
    }
    gud_free(text);
    return st;
}

gud_status gud_script_draw(const gud_script *n, gud_draft *d, gud_error *error)
{
    gud_private folder;
    gud_draft_print(d, "set output\n");
    GUD_TRY(gud_draft_keep(d, error));
    GUD_TRY(gud_private_open(&folder, error));
    const gud_status st = draw_privately(folder.path, n, error);
    gud_private_close(&folder);
    if (st < 0) (void)unlink(n->path); // better none than one of other data
    return st;
}
