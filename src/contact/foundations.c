// Foundations whose pressure goes with the depth: p = k d; docs/theory/contact.md, section 11.

#include "contact/foundation.h"

#include <math.h>
#include <string.h>

// Rises that differ more than this are integrated in closed form along the steeper one only: the closed form of both
// divides by their product.
static const double slanted = 1e-3;

static double positive(double x)
{
    return x > 0.0 ? x : 0.0;
}

// ---- a cell of unit stiffness: half the mean square of max(0, d + D1 x + D2 y), x and y from -1/2 to 1/2

static void full_cell(const double x[3], gud_foundation_cell *c)
{
    const double d = x[0], D1 = x[1], D2 = x[2];
    c->energy = 0.5 * d * d + (D1 * D1 + D2 * D2) / 24.0;
    c->energy_x[0] = d;
    c->energy_xx[0][0] = 1.0;
    for (int k = 1; k < 3; k++) {
        c->energy_x[k] = x[k] / 12.0;
        c->energy_xx[k][k] = 1.0 / 12.0;
    }
}

// along a line: depth d, rise D along x, share w of the cell at height y
static void add_line(double d, double D, double y, double w, gud_foundation_cell *c)
{
    const double up = positive(d + 0.5 * D), low = positive(d - 0.5 * D);
    const double cubes = (up * up * up - low * low * low) / 6.0, squares = (up * up + low * low) / 4.0;
    const double G = cubes / D, G_d = (up * up - low * low) / (2.0 * D), G_dd = (up - low) / D;
    const double G_D = (squares - G) / D, G_dD = (0.5 * (up + low) - G_d) / D;
    const double G_DD = (0.25 * (up - low) - 2.0 * G_D) / D;
    c->energy += w * G;
    c->energy_x[0] += w * G_d;
    c->energy_x[1] += w * G_D;
    c->energy_x[2] += w * y * G_d;
    c->energy_xx[0][0] += w * G_dd;
    c->energy_xx[0][1] += w * G_dD;
    c->energy_xx[0][2] += w * y * G_dd;
    c->energy_xx[1][1] += w * G_DD;
    c->energy_xx[1][2] += w * y * G_dD;
    c->energy_xx[2][2] += w * y * y * G_dd;
}

// nearly no rise along the second direction: three lines by Gauss's rule
static void lines_cell(double d, double D1, double D2, gud_foundation_cell *c)
{
    static const double y[3] = {-0.38729833462074169, 0.0, 0.38729833462074169}, w[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    for (int k = 0; k < 3; k++) add_line(d + D2 * y[k], D1, y[k], w[k], c);
}

// sums over the four corners of their depths' powers
static void corners_cell(const double x[3], gud_foundation_cell *c)
{
    const double D1 = x[1], D2 = x[2], area = D1 * D2;
    double W4 = 0.0, W3 = 0.0, W2 = 0.0, X3[2] = {0}, X2[2] = {0}, Y2 = 0.0;
    for (int k = 0; k < 4; k++) {
        const double s1 = k < 2 ? 1.0 : -1.0, s2 = k % 2 ? 1.0 : -1.0, sign = s1 * s2;
        const double p = positive(x[0] + 0.5 * (s1 * D1 + s2 * D2)), p2 = p * p / 2.0, p3 = p2 * p / 3.0;
        W4 += sign * p3 * p / 4.0;
        W3 += sign * p3;
        W2 += sign * p2;
        X3[0] += sign * 0.5 * s1 * p3;
        X3[1] += sign * 0.5 * s2 * p3;
        X2[0] += sign * 0.5 * s1 * p2;
        X2[1] += sign * 0.5 * s2 * p2;
        Y2 += 0.25 * p2;
    }
    c->energy = W4 / area;
    c->energy_x[0] = W3 / area;
    c->energy_xx[0][0] = W2 / area;
    for (int k = 0; k < 2; k++) {
        const double D = x[1 + k];
        c->energy_x[1 + k] = (X3[k] - W4 / D) / area;
        c->energy_xx[0][1 + k] = (X2[k] - W3 / D) / area;
        c->energy_xx[1 + k][1 + k] = (0.25 * W2 - 2.0 * X3[k] / D + 2.0 * W4 / (D * D)) / area;
    }
    c->energy_xx[1][2] = (Y2 - X3[0] / D2 - X3[1] / D1 + W4 / area) / area;
}

static void swap(double *a, double *b)
{
    const double t = *a;
    *a = *b;
    *b = t;
}

static void linear_cell(const gud_foundation *f, const double x[3], gud_foundation_cell *c)
{
    const double reach = 0.5 * (fabs(x[1]) + fabs(x[2]));
    *c = (gud_foundation_cell){0};
    if (x[0] + reach <= 0.0) return;
    if (x[0] - reach >= 0.0) {
        full_cell(x, c);
    } else if (fabs(x[2]) < slanted * fabs(x[1])) {
        lines_cell(x[0], x[1], x[2], c);
    } else if (fabs(x[1]) < slanted * fabs(x[2])) {
        lines_cell(x[0], x[2], x[1], c);
        swap(&c->energy_x[1], &c->energy_x[2]);
        swap(&c->energy_xx[0][1], &c->energy_xx[0][2]);
        swap(&c->energy_xx[1][1], &c->energy_xx[2][2]);
    } else {
        corners_cell(x, c);
    }
    c->energy *= f->stiffness;
    for (int i = 0; i < 3; i++) {
        c->energy_x[i] *= f->stiffness;
        for (int j = i; j < 3; j++) c->energy_xx[j][i] = c->energy_xx[i][j] *= f->stiffness;
    }
}

// ---- rows

static double given_stiffness(const gud_foundation_params *p)
{
    return p->stiffness;
}

// a thin layer that cannot spread sideways, on a rigid body
static double layer_stiffness(const gud_foundation_params *p)
{
    const double nu = p->poisson;
    return p->modulus * (1.0 - nu) / ((1.0 + nu) * (1.0 - 2.0 * nu) * p->thickness);
}

#define DAMPING                                                                                                        \
    GUD_FIELD(gud_foundation_params, damping, "s/m", 0.0, 0.0, GUD_INF,                                                \
              "damping chi: the elastic pressure is multiplied by 1 + chi times the rate of depth")

static const gud_field winkler_fields[] = {
    GUD_FIELD_POSITIVE(gud_foundation_params, stiffness, "Pa/m", GUD_REQUIRED, "pressure per depth"),
    DAMPING,
};

static const gud_field layer_fields[] = {
    GUD_FIELD_POSITIVE(gud_foundation_params, modulus, "Pa", GUD_REQUIRED, "Young's modulus of the layer"),
    {.key = "poisson",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_foundation_params, poisson),
     .unit = "1",
     .fallback = 0.3,
     .low = 0.0,
     .high = 0.5,
     .flags = GUD_OPEN_HIGH,
     .about = "Poisson's ratio of the layer"},
    GUD_FIELD_POSITIVE(gud_foundation_params, thickness, "m", GUD_REQUIRED,
                       "thickness of the layer; for two layers their sum"),
    DAMPING,
};

static const char source[] = "docs/theory/contact.md";

static const gud_foundation_law winkler = {
    .row = {.name = "winkler",
            .about = "independent springs: pressure = stiffness x depth",
            .source = source,
            .size = sizeof(gud_foundation_params),
            .fields = winkler_fields,
            .nfield = GUD_COUNT(winkler_fields)},
    .stiffness = given_stiffness,
    .cell = linear_cell,
};

static const gud_foundation_law layer = {
    .row = {.name = "layer",
            .about = "a thin elastic layer on a rigid body, such as a liner or a coating",
            .source = source,
            .size = sizeof(gud_foundation_params),
            .fields = layer_fields,
            .nfield = GUD_COUNT(layer_fields)},
    .stiffness = layer_stiffness,
    .cell = linear_cell,
};

const gud_foundation_law *const gud_foundation_laws[] = {&winkler, &layer, NULL};
const gud_row *const gud_foundation_rows[] = {&winkler.row, &layer.row, NULL};

const gud_foundation_law *gud_foundation_find(const char *name)
{
    for (int i = 0; gud_foundation_laws[i]; i++)
        if (strcmp(gud_foundation_laws[i]->row.name, name) == 0) return gud_foundation_laws[i];
    return NULL;
}

void gud_foundation_make(const gud_foundation_law *law, const gud_foundation_params *params, gud_foundation *foundation)
{
    *foundation = (gud_foundation){law, law->stiffness(params), params->damping};
}
