#include "out/view.h"

#include <string.h>

const char *const gud_figure_views[] = {"xy", "xz", "yz", "y-up", "z-up", NULL};

// what is to the right and what is upwards in a view; isometric ones look along (1, 1, 1)
static const double axes[][2][3] = {
    {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
    {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
    {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
    {{0.70710678118654752, 0.0, -0.70710678118654752},
     {-0.40824829046386302, 0.81649658092772603, -0.40824829046386302}},
    {{-0.70710678118654752, 0.70710678118654752, 0.0},
     {-0.40824829046386302, -0.40824829046386302, 0.81649658092772603}},
};
static const char *const labels[][2] = {
    {"x", "y"}, {"x", "z"}, {"y", "z"}, {"isometric view", "y upwards"}, {"isometric view", "z upwards"},
};

static bool is_planar(const gud_result *result)
{
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        const gud_channel *c = gud_result_channel(result, i);
        const size_t n = strlen(c->path);
        if (strncmp(c->path, "bodies/", 7) == 0 && n > 9 && strcmp(c->path + n - 9, "/position") == 0)
            return c->width == 2;
    }
    return true;
}

gud_status gud_view_find(const gud_figure_request *q, gud_error *error, gud_view *view)
{
    const char *wanted = q->view ? q->view : is_planar(q->results[0]) ? "xy" : "y-up";
    for (int i = 0; gud_figure_views[i]; i++)
        if (strcmp(gud_figure_views[i], wanted) == 0) {
            *view = (gud_view){axes[i], {labels[i][0], labels[i][1]}};
            return GUD_OK;
        }
    return gud_fail(error, GUD_ERR_INPUT, "unknown view '%.40s'; available: xy, xz, yz, y-up, z-up", wanted);
}

void gud_view_project(const gud_view *view, const double p[3], double *x, double *y)
{
    const double(*a)[3] = view->axes;
    *x = a[0][0] * p[0] + a[0][1] * p[1] + a[0][2] * p[2];
    *y = a[1][0] * p[0] + a[1][1] * p[1] + a[1][2] * p[2];
}

void gud_view_triad(const gud_view *view, double triad[3][2])
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) triad[k][i] = view->axes[i][k];
}
