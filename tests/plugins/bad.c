// Libraries that cannot be used; BAD says why.

#include <gudgeon/plugin.h>

#include <math.h>

static void nothing(const double *p, int n, const double *x, double *y, double *by_x)
{
    for (int i = 0; i < n; i++) y[i] = p[0] + x[i], by_x[i] = 1.0; // not 0 at rest
}

static const gud_plugin_parameter parameters[] = {
    {"offset", "1", "at rest", BAD == 3 ? 2.0 : 0.5, 0.0, 1.0},
};

static const gud_plugin_law law = {
    GUD_PLUGIN_FRICTION, BAD == 4 ? "" : "jumps", "does not begin at 0", parameters, 1, 0, BAD == 5 ? 0 : nothing,
};

static const gud_plugin_law *const laws[] = {&law, 0};
static const gud_plugin plugin = {GUD_PLUGIN_ABI + (BAD == 1), "bad", BAD == 6 ? 0 : laws};

#if BAD != 2
const gud_plugin *gudgeon_plugin(void);
const gud_plugin *gudgeon_plugin(void)
{
    return BAD == 7 ? 0 : &plugin;
}
#else
extern const gud_plugin *const not_the_function;
const gud_plugin *const not_the_function = &plugin;
#endif
