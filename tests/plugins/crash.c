// A contact law that ends the program by the signal, or with the exit code, that it is given, once it has been
// evaluated often enough that the model is loaded and runs.

#include <gudgeon/plugin.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>

static const gud_plugin_parameter parameters[] = {
    {"stiffness", "N/m", "stiffness", (double)NAN, 1.0, 1e12},
    {"signal", "1", "that ends the program; 0: none, above 32: an exit code", 0.0, 0.0, 64.0},
};

static void spring(const double *p, int n, const double *depth, const double *rate, const double *rate0, double *force,
                   double *by_depth, double *by_rate)
{
    static int calls;
    (void)rate, (void)rate0;
    if (p[1] > 0.0 && ++calls > 1000) {
        if (p[1] > 32.0) exit((int)p[1]);
        (void)signal((int)p[1], SIG_DFL); // sanitizers have handlers of their own
        (void)raise((int)p[1]);
    }
    for (int i = 0; i < n; i++) {
        force[i] = p[0] * depth[i];
        by_depth[i] = p[0];
        by_rate[i] = 0.0;
    }
}

static const gud_plugin_law law = {
    GUD_PLUGIN_CONTACT, "spring", "a spring that breaks", parameters, 2, spring, 0,
};
static const gud_plugin_law *const laws[] = {&law, 0};
static const gud_plugin plugin = {GUD_PLUGIN_ABI, "crash", laws};

const gud_plugin *gudgeon_plugin(void);
const gud_plugin *gudgeon_plugin(void)
{
    return &plugin;
}
