// Faces across which the gap jumps (docs/theory/film.md, eqs (3b) to (3d)): a Rayleigh step is exact on any grid with
// the step on a face, pocketed pads converge monotonically, slopes stay as they were, tangents are derivatives.

#include "check.h"

#include "verify/film.h"

#include <stdlib.h>
#include <string.h>

static const double length = 0.02, speed = 2.0, eta = 0.03, ambient = 1e5;

static void open_pad(gud_film_rig *r, int nx, int ny)
{
    const double box[4] = {0.0, length, 0.0, 0.5 * length};
    const gud_film_edge open = {GUD_EDGE_OPEN, ambient, 1.0}, edge[4] = {open, open, open, {GUD_EDGE_CLOSED, 0, 0}};
    gud_error error;
    if (gud_film_rig_open(r, nx, ny, box, edge, 0.0, &error) != GUD_OK) fail_msg("%s", error.text);
    for (int f = 0; f < (nx + 1) * ny; f++) r->drift[f] = speed;
}

static double solve_load(gud_film_rig *r, const gud_film_in *in, int ncell)
{
    gud_error error;
    double load = 0.0;
    r->out.warm = false;
    if (gud_film_solve(r->film, r->work, in, &r->out, &error) != GUD_OK) fail_msg("%s", error.text);
    for (int k = 0; k < ncell; k++) load += r->out.pressure[k] * r->grid->area[k];
    return load;
}

// wide pad, gap a before and b behind the step: pressure is linear on both sides
static void rayleigh_step_is_exact(void **state)
{
    (void)state;
    static const double ratios[] = {1.3, 1.866, 5.0, 0.4};
    static const int cells[] = {5, 10, 40, 200};
    const double b = 1e-5, front = 0.6 * length, back = length - front;
    for (int i = 0; i < GUD_COUNT(ratios); i++)
        for (int c = 0; c < GUD_COUNT(cells); c++) {
            const int n = cells[c];
            const double a = ratios[i] * b, high = 5e7; // nothing breaks
            const double box[4] = {0.0, length, 0.0, 1.0};
            const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, high, 1.0}, {GUD_EDGE_OPEN, high, 1.0}};
            const double peak = 12.0 * eta * speed * (a - b) / (a * a * a / front + b * b * b / back);
            const gud_lubricant oil = gud_lubricant_constant(eta);
            gud_film_rig r;
            gud_error error;
            assert_int_equal(gud_film_rig_open(&r, n, 1, box, edge, 0.0, &error), GUD_OK);
            for (int k = 0; k < n; k++) r.gap[k] = r.grid->x[k] < front ? a : b, r.drift[k] = speed;
            r.drift[n] = speed;
            const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
            const double load = solve_load(&r, &in, n) - high * length;
            assert_close(load, 0.5 * peak * length, 1e-9, 0.0);
            const double flow = speed * a - a * a * a / (12.0 * eta) * peak / front;
            assert_close(gud_film_flux_x(r.work)[n / 2], flow, 1e-9, 0.0);
            gud_film_rig_close(&r);
        }
}

static void pocket_fill(gud_film_rig *r, int ncell, double depth)
{
    for (int k = 0; k < ncell; k++) {
        const double x = r->grid->x[k] / length, y = r->grid->y[k] / length;
        r->gap[k] = 1.2e-5 - 0.2e-5 * x + (x > 0.25 && x < 0.5 && y > 0.25 ? depth : 0.0);
    }
}

// pockets of half to nine times the gap, full and with a cavity: errors keep their sign and fall
static void pocketed_pads_converge(void **state)
{
    (void)state;
    enum { grids = 6 };
    static const double depths[] = {0.5e-5, 2e-5, 9e-5};
    for (int i = 0; i < GUD_COUNT(depths); i++) {
        double load[grids];
        for (int g = 0; g < grids; g++) {
            const int nx = 8 << g, ny = nx / 2;
            const gud_lubricant oil = gud_lubricant_constant(eta);
            gud_film_rig r;
            open_pad(&r, nx, ny);
            pocket_fill(&r, nx * ny, depths[i]);
            const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
            load[g] = solve_load(&r, &in, nx * ny);
            gud_film_rig_close(&r);
        }
        print_message("depth %3.0f um:", 1e6 * depths[i]);
        for (int g = 0; g < grids; g++) print_message(" %.2f", load[g]);
        print_message("\n");
        for (int g = 2; g < grids; g++) {
            const double before = load[g - 1] - load[g - 2], now = load[g] - load[g - 1];
            assert_true(before * now > 0.0);
            assert_true(fabs(now) < 0.75 * fabs(before));
        }
        assert_close(load[2], load[grids - 1], 0.03, 0.0);
    }
}

// ---- tangents

// pockets of many depths, some of which are hardly more than the slope of the gap beside them
static void rough_gap(gud_film_rig *r, int nx, int ny)
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int block = (i / 3 * 7 + j / 2 * 3) % 11;
            r->gap[i * ny + j] = 1e-5 * (1.0 + 0.08 * (nx - i) + 0.03 * j + 0.06 * (block > 4 ? block : 0));
        }
}

static const gud_lubricant *oil_with(const char *shear, gud_lubricant *oil)
{
    static const double carreau[3] = {2e-6, 0.6, 0.2};
    gud_error error;
    *oil = gud_lubricant_constant(eta);
    for (int i = 0; shear && gud_shear_rows[i]; i++)
        if (strcmp(gud_shear_rows[i]->name, shear) == 0) oil->shear = (const gud_shear_law *)gud_shear_rows[i];
    oil->shear_params = carreau;
    assert_int_equal(gud_lubricant_prepare(oil, &error), GUD_OK);
    return oil;
}

enum { tx = 13, ty = 8, tcells = tx * ty };

typedef struct {
    gud_film_rig rig;
    gud_lubricant oil;
    double shape[tcells], slip[tcells], one[tcells + ty], wheel[tcells];
    double p_s[2][tcells];
    gud_film_in in;
} scene;

static void scene_open(scene *s, bool ring, bool rough, const char *shear, double per_c)
{
    static const gud_flow_patir_cheng_params grain = {1.5e-6, 2.0, 0.2}; // factors have a kink at 5 sigma
    const double box[4] = {0.0, length, 0.0, 0.5 * length};
    const gud_film_edge open = {GUD_EDGE_OPEN, ambient, 1.0}, around = {GUD_EDGE_PERIODIC, 0.0, 1.0};
    const gud_film_edge edge[4] = {ring ? around : open, ring ? around : open, open, open};
    const gud_film_options options = {
        .nparam = 2, .thins = shear != NULL, .flow = rough ? &gud_flow_patir_cheng : NULL, .flow_params = &grain};
    gud_error error;
    gud_film_rig *r = &s->rig;
    assert_int_equal(gud_film_rig_open(r, tx, ty, box, edge, 0.0, &error), GUD_OK);
    gud_film_work_free(r->work);
    gud_film_free(r->film);
    assert_int_equal(gud_film_create(r->grid, &options, &error, &r->film), GUD_OK);
    assert_int_equal(gud_film_work_create(r->film, &error, &r->work), GUD_OK);
    rough_gap(r, tx, ty);
    gud_film_fill(r->film, r->gap, r->m_hat);
    for (int k = 0; k < tcells; k++) {
        s->shape[k] = cos(0.7 * k), s->slip[k] = 2.0 * speed, s->wheel[k] = 2.0;
        r->m_hat[k] *= k % 5 == 0 ? 0.8 : 1.02;
    }
    for (int f = 0; f < tcells + ty; f++) r->drift[f] = speed, s->one[f] = 1.0;
    s->in = (gud_film_in){.oil = oil_with(shear, &s->oil),
                          .gap = r->gap,
                          .m_hat = r->m_hat,
                          .per_c = per_c,
                          .drift_x = r->drift,
                          .slip = rough || shear ? s->slip : NULL};
}

// adds `by` times the parameter to the inputs
static void scene_move(scene *s, int param, double by)
{
    for (int k = 0; param == 0 && k < tcells; k++) s->rig.gap[k] += by * s->shape[k];
    for (int f = 0; param == 1 && f < tcells + ty; f++) s->rig.drift[f] += by;
    for (int k = 0; param == 1 && k < tcells; k++) s->slip[k] += by * s->wheel[k];
}

static void scene_compare(scene *s, int param, double step)
{
    gud_film_rig *r = &s->rig;
    gud_error error;
    double side[2][tcells], scale = 0.0;
    for (int n = 0; n < 2; n++) {
        scene_move(s, param, n ? -2.0 * step : step);
        assert_int_equal(gud_film_solve(r->film, r->work, &s->in, &r->out, &error), GUD_OK);
        memcpy(side[n], r->out.pressure, sizeof side[n]);
    }
    scene_move(s, param, step);
    for (int k = 0; k < tcells; k++) scale = fmax(scale, fabs(s->p_s[param][k]));
    for (int k = 0; k < tcells; k++)
        assert_near(s->p_s[param][k], (side[0][k] - side[1][k]) / (2.0 * step), 3e-6 * scale);
}

static void tangent_matches(bool ring, bool rough, const char *shear, double per_c)
{
    scene *s = calloc(1, sizeof *s);
    gud_film_rig *r = &s->rig;
    gud_error error;
    scene_open(s, ring, rough, shear, per_c);
    double *at[2] = {s->p_s[0], s->p_s[1]};
    const gud_film_param param[2] = {{.gap = s->shape}, {.drift_x = s->one, .slip = s->wheel}};
    assert_int_equal(gud_film_solve(r->film, r->work, &s->in, &r->out, &error), GUD_OK);
    assert_int_equal(gud_film_tangent(r->film, r->work, &s->in, &r->out, 2, param, at, NULL), GUD_OK);
    r->out.warm = true;
    scene_compare(s, 0, 1e-12);
    scene_compare(s, 1, 2e-6);
    gud_lubricant_release(&s->oil);
    gud_film_rig_close(r);
    free(s);
}

static void tangents_are_derivatives(void **state)
{
    (void)state;
    for (int ring = 0; ring < 2; ring++)
        for (int steady = 0; steady < 2; steady++) {
            const double per_c = steady ? 0.0 : 1e4;
            tangent_matches(ring, false, NULL, per_c);
            tangent_matches(ring, true, NULL, per_c);
            tangent_matches(ring, false, "carreau", per_c);
        }
}

// a cavity behind the rim of a pocket, which ends somewhere along the rim: direct and multigrid solutions agree
static void solvers_agree(void **state)
{
    (void)state;
    enum { nx = 48, ny = 28, ncell = nx * ny };
    static double p[2][ncell], theta[2][ncell], m[2][ncell], p_s[2][ncell], gap[ncell], shape[ncell], drift[ncell + ny];
    static unsigned char full[2][ncell];
    const double box[4] = {0.0, length, 0.0, 0.5 * length};
    const gud_film_edge open = {GUD_EDGE_OPEN, ambient, 1.0}, edge[4] = {open, open, open, open};
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const gud_film_in in = {.oil = &oil, .gap = gap, .drift_x = drift};
    double peak = 0.0, steepest = 0.0;
    int broken = 0;
    for (int f = 0; f < ncell + ny; f++) drift[f] = speed;
    for (int s = 0; s < 2; s++) {
        const gud_film_options options = {.solver = s ? GUD_FILM_MULTIGRID : GUD_FILM_DIRECT, .nparam = 1};
        gud_film_rig r = {.gap = gap};
        gud_error error;
        gud_arena_init(&r.memory);
        assert_int_equal(gud_film_grid_create(nx, ny, box, edge, &error, &r.grid), GUD_OK);
        assert_int_equal(gud_film_create(r.grid, &options, &error, &r.film), GUD_OK);
        assert_int_equal(gud_film_work_create(r.film, &error, &r.work), GUD_OK);
        pocket_fill(&r, ncell, 0.4e-5);
        for (int k = 0; k < ncell; k++) shape[k] = 1.0 + r.grid->x[k] / length + 2.0 * r.grid->y[k] / length;
        gud_film_out out = {.pressure = p[s], .theta = theta[s], .m = m[s], .full = full[s]};
        const gud_film_param param = {.gap = shape};
        double *at = p_s[s];
        assert_int_equal(gud_film_solve(r.film, r.work, &in, &out, &error), GUD_OK);
        assert_int_equal(gud_film_tangent(r.film, r.work, &in, &out, 1, &param, &at, NULL), GUD_OK);
        gud_film_rig_close(&r);
    }
    for (int k = 0; k < ncell; k++) {
        peak = fmax(peak, p[0][k]), steepest = fmax(steepest, fabs(p_s[0][k]));
        broken += !full[0][k];
    }
    assert_in_range(broken, ncell / 50, ncell / 4);
    for (int k = 0; k < ncell; k++) {
        assert_near(p[0][k], p[1][k], 1e-10 * peak);
        assert_near(p_s[0][k], p_s[1][k], 1e-6 * steepest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rayleigh_step_is_exact),
        cmocka_unit_test(pocketed_pads_converge),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(solvers_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
