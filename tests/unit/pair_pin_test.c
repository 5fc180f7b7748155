// A pin in a bore: where points of its cells lie, and what a film does to coordinates that only carry oil.
#include "check.h"
#include "num/pi.h"
#include "pair/film_work.h"
#include "pair/layer.h"
#include "pair/pin.h"

#include <string.h>

static const double R = 0.02, clearance = 3e-5;

typedef struct {
    gud_pin pin;
    gud_arena arena;
    gud_gap_field field;
    void *work;
} rig;

// at a position where no two gaps are alike
static void rig_open(rig *r, const gud_pin *pin)
{
    gud_error error;
    gud_location at = {.q = {0.3 * clearance, -0.5 * clearance}, .q_t = {1e-3, -2e-3}};
    *r = (rig){.pin = *pin};
    r->pin.radius = R, r->pin.clearance = clearance, r->pin.width = 0.03;
    r->pin.ends[0] = r->pin.ends[1] = (gud_film_edge){GUD_EDGE_OPEN, 1e5, 1.0};
    gud_arena_init(&r->arena);
    assert_int_equal(gud_geometry_pin.create(&r->pin, &r->arena, &error, &r->field, &r->work), GUD_OK);
    if (pin->tilts) at.q[2] = 1e-4, at.q[3] = 3e-4;
    assert_int_equal(gud_geometry_pin.fill(&r->pin, r->work, &at, NULL, &r->field, &error), GUD_OK);
}

static void rig_close(rig *r)
{
    gud_geometry_pin.release(&r->field, r->work);
    gud_arena_free(&r->arena);
}

// on the cylinder that carries the grid, at the angle and height of the cell's middle
static void points_lie_on_the_cylinder(void **unused)
{
    (void)unused;
    for (int bits = 0; bits < 16; bits++) {
        const gud_pin pin = {.nx = 12,
                             .ny = 5,
                             .inside = (bits & 1) != 0,
                             .tilts = (bits & 2) != 0,
                             .half = (bits & 2) == 0 && (bits & 4) != 0,
                             .line = (bits & 8) != 0,
                             .line_angle = 0.7};
        rig r;
        rig_open(&r, &pin);
        for (int k = 0; k < r.field.n; k++) {
            const double angle = 2.0 * pi * (k / 5 + 0.5) / 12.0 + (pin.line ? pin.line_angle : 0.0);
            const double z = pin.half ? 0.015 * (k % 5 + 0.5) / 5.0 : 0.03 * ((k % 5 + 0.5) / 5.0 - 0.5);
            double x[3];
            gud_geometry_pin.point(&r.pin, &r.field, r.work, k, x);
            assert_near(x[0], R * cos(angle), 1e-15);
            assert_near(x[1], R * sin(angle), 1e-15);
            assert_near(x[2], z, 1e-15);
        }
        rig_close(&r);
    }
}

// ---- pushes of coordinates that do not change the gap: what a unit of them carries out of every cell

static double carried_over(const gud_gap_field *f, const double *carry, int e, int low, int high)
{
    return carry ? 0.5 * (f->h[low] + f->h[high]) * carry[e] : 0.0;
}

// face by face, across x and then across y
static void outflow_get(const gud_gap_field *f, const double *carry, double *out)
{
    const int nx = f->grid->nx, ny = f->grid->ny;
    const bool ring = f->grid->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
    memset(out, 0, (size_t)f->n * sizeof *out);
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j < ny; j++) {
            const int e = i * ny + j, low = i > 0 ? e - ny : ring ? e - ny + f->n : e, high = i < nx ? e : e - ny;
            if (ring && i == nx) continue; // it is the first one
            const double flow = carried_over(f, carry, e, low, high);
            if (i > 0 || ring) out[low] += flow;
            if (i < nx) out[high] -= flow;
        }
    for (int i = 0; f->nmoving > f->nface_x && i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const int e = f->nface_x + i * (ny + 1) + j, k = i * ny + j;
            const double flow = carried_over(f, carry, e, j > 0 ? k - 1 : k, j < ny ? k : k - 1);
            if (j > 0) out[k - 1] += flow;
            if (j < ny) out[k] -= flow;
        }
}

static void check_pushes(const gud_pin *pin)
{
    enum { most = 13 * 4 };
    rig r;
    gud_error error;
    void *work = NULL;
    double y[most], expected[most];
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const gud_film_layer layer = {.oil = &oil, .ambient = 1e5};
    rig_open(&r, pin);
    assert_int_equal(gud_layer_film.work_create(&layer, &r.field, &error, &work), GUD_OK);
    memcpy(y, r.field.h, (size_t)r.field.n * sizeof *y);
    const gud_layer_in in = {.geometry = &gud_geometry_pin, .shape = &r.pin, .field = &r.field, .y_hat = y, .c = 1e-4};
    gud_film_inputs_fill(&layer, &in, work);
    const gud_film_scratch *w = work;
    int checked = 0;
    for (int a = 0; a < r.field.nq; a++) {
        if (r.field.h_q[a]) continue;
        outflow_get(&r.field, r.field.carry[a], expected);
        const double scale = clearance * R * 0.03;
        for (int k = 0; k < r.field.n; k++) assert_near(w->push[a][k] * w->push_unit[a], expected[k], 1e-15 * scale);
        checked++;
    }
    assert_int_equal(checked, pin->slides ? 2 : 1);
    gud_layer_film.work_free(work);
    rig_close(&r);
}

static void pushes_of_turn_and_slide(void **unused)
{
    (void)unused;
    for (int nx = 2; nx <= 13; nx++)
        for (int ny = 1; ny <= 4; ny++)
            for (int bits = 0; bits < 4; bits++) {
                const gud_pin pin = {
                    .nx = nx, .ny = ny, .line = (bits & 1) != 0, .line_pressure = 1e5, .slides = (bits & 2) != 0};
                if (pin.line || nx > 2) check_pushes(&pin);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_lie_on_the_cylinder),
        cmocka_unit_test(pushes_of_turn_and_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
