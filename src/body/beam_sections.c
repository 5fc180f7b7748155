// Cross-sections of beams. Shear factors: G. R. Cowper, J. Appl. Mech. 33 (1966) 335-340. Torsion of a rectangle:
// Saint-Venant's series.

#include "body/beam.h"
#include "num/pi.h"
#include "num/quadrature.h"

#include <math.h>

typedef struct {
    double height, width;
} rectangle_params;

// J = w^3 h (1/3 - 64/pi^5 w/h sum tanh(n pi h/(2 w))/n^5 over odd n), w the smaller side
static double rectangle_torsion(double a, double b)
{
    const double h = fmax(a, b), w = fmin(a, b);
    double sum = 0.0;
    for (int n = 1; n < 40; n += 2) sum += tanh(0.5 * n * pi * h / w) / pow(n, 5);
    return w * w * w * h * (1.0 / 3.0 - 64.0 / pow(pi, 5) * w / h * sum);
}

static void measure_rectangle(const void *params, double nu, gud_beam_section *s)
{
    enum { n = 2 };
    const rectangle_params *p = params;
    const double h = p->height, b = p->width;
    double x[n], w[n];
    *s = (gud_beam_section){
        .area = h * b, .second = {b * h * h * h / 12.0, h * b * b * b / 12.0}, .torsion = rectangle_torsion(h, b)};
    s->shear[0] = s->shear[1] = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
    gud_gauss_legendre(n, x, w);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++, s->npoint++) {
            s->y[s->npoint] = 0.5 * h * x[i];
            s->z[s->npoint] = 0.5 * b * x[k];
            s->weight[s->npoint] = 0.25 * w[i] * w[k] * s->area;
        }
    }
}

typedef struct {
    double diameter;
} circle_params;

// rings at the radii of a Gauss rule in r^2, eight points each
static void measure_circle(const void *params, double nu, gud_beam_section *s)
{
    enum { nring = 2, nturn = 8 };
    const circle_params *p = params;
    const double R = 0.5 * p->diameter, area = pi * R * R, second = 0.25 * area * R * R;
    double x[nring], w[nring];
    *s = (gud_beam_section){.area = area, .second = {second, second}, .torsion = 2.0 * second};
    s->shear[0] = s->shear[1] = 6.0 * (1.0 + nu) / (7.0 + 6.0 * nu);
    gud_gauss_legendre(nring, x, w);
    for (int i = 0; i < nring; i++) {
        for (int k = 0; k < nturn; k++, s->npoint++) {
            const double r = R * sqrt(0.5 * (1.0 + x[i])), turn = 2.0 * pi * (k + 0.5) / nturn;
            s->y[s->npoint] = r * cos(turn);
            s->z[s->npoint] = r * sin(turn);
            s->weight[s->npoint] = 0.5 * w[i] * area / nturn;
        }
    }
}

#define LENGTH(params, member, about_)                                                                                 \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(params, member), .unit = "m", .fallback = GUD_REQUIRED, \
        .low = 0.0, .high = INFINITY, .flags = GUD_OPEN_LOW, .about = (about_)                                         \
    }

static const gud_field rectangle_fields[] = {
    LENGTH(rectangle_params, height, "along y of the section"),
    LENGTH(rectangle_params, width, "along z of the section"),
};
static const gud_field circle_fields[] = {LENGTH(circle_params, diameter, "diameter")};

static const gud_beam_section_kind rectangle = {.row = {.name = "rectangle",
                                                        .about = "a rectangle",
                                                        .size = sizeof(rectangle_params),
                                                        .fields = rectangle_fields,
                                                        .nfield = GUD_COUNT(rectangle_fields)},
                                                .measure = measure_rectangle};
static const gud_beam_section_kind circle = {.row = {.name = "circle",
                                                     .about = "a full circle",
                                                     .size = sizeof(circle_params),
                                                     .fields = circle_fields,
                                                     .nfield = GUD_COUNT(circle_fields)},
                                             .measure = measure_circle};

const gud_row *const gud_beam_section_rows[] = {&rectangle.row, &circle.row, NULL};
