// Laws of one's own in a shared library, named in rubber.yaml:
//     cc -shared -fPIC laws.c $(pkg-config --cflags gudgeon) -o laws.so
//     gudgeon run rubber.yaml --plugins

#include <gudgeon/plugin.h>

#include <math.h>

// ---- rubber: F = K (d + d^2/d0) (1 + c v), a spring that stiffens, with damping that fades with the depth

static const gud_plugin_parameter rubber_parameters[] = {
    {"stiffness", "N/m", "stiffness at first touch", (double)NAN, 1.0, 1e12},
    {"stiffening", "m", "depth at which the stiffness has tripled", 1e-3, 1e-9, 1.0},
    {"damping", "s/m", "relative rise of the force with the rate", 0.0, 0.0, 100.0},
};

static void rubber(const double *p, int n, const double *depth, const double *rate, const double *rate0, double *force,
                   double *by_depth, double *by_rate)
{
    (void)rate0;
    for (int i = 0; i < n; i++) {
        const double d = depth[i], elastic = p[0] * (d + d * d / p[1]), factor = 1.0 + p[2] * rate[i];
        const int pulls = factor < 0.0;
        force[i] = pulls ? 0.0 : elastic * factor;
        by_depth[i] = pulls ? 0.0 : p[0] * (1.0 + 2.0 * d / p[1]) * factor;
        by_rate[i] = pulls ? 0.0 : elastic * p[2];
    }
}

static const gud_plugin_law rubber_law = {
    GUD_PLUGIN_CONTACT, "rubber", "a spring that stiffens with the depth", rubber_parameters, 3, rubber, 0,
};

// ---- grease: a coefficient that rises to a peak and falls to that of sliding

static const gud_plugin_parameter grease_parameters[] = {
    {"coefficient", "1", "of fast sliding", 0.1, 0.0, 10.0},
    {"peak", "1", "added to it around the speed of the peak", 0.05, 0.0, 10.0},
    {"speed", "m/s", "speed of the peak", 0.01, 1e-9, 1e3},
};

static void grease(const double *p, int n, const double *x, double *y, double *by_x)
{
    for (int i = 0; i < n; i++) {
        const double s = x[i] / p[2], t = tanh(s), bump = s * exp(1.0 - s);
        y[i] = p[0] * t + p[1] * bump;
        by_x[i] = (p[0] * (1.0 - t * t) + p[1] * (1.0 - s) * exp(1.0 - s)) / p[2];
    }
}

static const gud_plugin_law grease_law = {
    GUD_PLUGIN_FRICTION, "grease", "with a peak of the coefficient", grease_parameters, 3, 0, grease,
};

// ---- silicone: eta = eta0 exp(-b (T - T0))

static const gud_plugin_parameter silicone_parameters[] = {
    {"viscosity", "Pa.s", "viscosity at 25 degrees C", 0.1, 1e-6, 1e3},
    {"slope", "1/K", "relative fall per kelvin", 0.015, 0.0, 1.0},
};

static void silicone(const double *p, int n, const double *x, double *y, double *by_x)
{
    for (int i = 0; i < n; i++) {
        y[i] = p[0] * exp(-p[1] * (x[i] - 298.15));
        by_x[i] = -p[1] * y[i];
    }
}

static const gud_plugin_law silicone_law = {
    GUD_PLUGIN_VISCOSITY, "silicone", "falls exponentially with temperature", silicone_parameters, 2, 0, silicone,
};

// ---- what Gudgeon asks for

static const gud_plugin_law *const laws[] = {&rubber_law, &grease_law, &silicone_law, 0};
static const gud_plugin plugin = {GUD_PLUGIN_ABI, "laws", laws};

const gud_plugin *gudgeon_plugin(void);
const gud_plugin *gudgeon_plugin(void)
{
    return &plugin;
}
