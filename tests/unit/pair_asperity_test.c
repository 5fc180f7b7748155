// Pressure of asperities on a field against a sum over the samples of all cells, whichever cells are near.
#include "check.h"
#include "rough_sample.h"
#include "uniform.h"

#include "pair/asperity_layer.h"
#include "pair/sample.h"
#include "rough/table.h"

enum { most_cells = 13 * 9 };

typedef struct {
    gud_film_grid *grid;
    gud_asperity_layer layer;
    void *work;
    gud_gap_field field;
    double h[most_cells], row[most_cells];
    const double *rows[1];
    double answer[GUD_ASPERITY_NANSWER], Q[3];
} rig;

static void rig_open(rig *r, const gud_rough *rough, int nx, int ny, bool prismatic)
{
    static const double box[4] = {0.0, 0.01, 0.0, 0.02};
    const gud_film_edge ring = {.kind = GUD_EDGE_PERIODIC}, open = {.kind = GUD_EDGE_OPEN};
    const gud_film_edge edge[4] = {ring, ring, open, open};
    gud_error error;
    assert_int_equal(gud_film_grid_create(nx, ny, box, edge, &error, &r->grid), GUD_OK);
    for (int k = 0; k < nx * ny; k++) r->h[k] = 1.0, r->row[k] = -1.0; // far
    r->rows[0] = r->row;
    r->layer = (gud_asperity_layer){.rough = rough};
    r->field = (gud_gap_field){
        .grid = r->grid, .n = nx * ny, .h = r->h, .prismatic = prismatic, .fold = 2.0, .nq = 1, .h_q = r->rows};
    assert_int_equal(gud_layer_asperities.work_create(&r->layer, &r->field, &error, &r->work), GUD_OK);
}

static void rig_close(rig *r)
{
    gud_layer_asperities.work_free(r->work);
    gud_film_grid_free(r->grid);
}

static void row_set(rig *r, int i, double gap)
{
    for (int j = 0; j < r->grid->ny; j++) r->h[i * r->grid->ny + j] = gap;
}

static void eval(rig *r)
{
    gud_error error;
    const gud_layer_in in = {.field = &r->field};
    for (int i = 0; i < GUD_ASPERITY_NANSWER; i++) r->answer[i] = 0.0;
    for (int i = 0; i < 3; i++) r->Q[i] = 0.0;
    gud_layer_out out = {.response = {1, r->Q, r->Q + 1, r->Q + 2}, .answer = r->answer};
    assert_int_equal(gud_layer_asperities.eval(&r->layer, r->work, &in, &out, &error), GUD_OK);
}

// sample by sample
static double load_of(const rig *r)
{
    const gud_gap_field *f = &r->field;
    const int lines = f->prismatic ? 1 : GUD_SAMPLES_Y;
    double load = 0.0;
    for (int k = 0; k < f->n; k++) {
        gud_cell_shape shape;
        gud_cell_shape_of(f, k, &shape);
        for (int s = 0; s < lines * GUD_SAMPLES_X; s++) {
            double weight[GUD_SAMPLE_NODES], pressure, p_h;
            const double x = (s % GUD_SAMPLES_X + 0.5) / GUD_SAMPLES_X - 0.5;
            const double y = (s / GUD_SAMPLES_X + 0.5) / lines - 0.5, h = gud_cell_gap(&shape, f, x, y, weight);
            gud_rough_eval(r->layer.rough, 1, &h, &pressure, &p_h, NULL);
            if (pressure > 0.0) load += pressure * f->fold * f->grid->area[k] / (lines * GUD_SAMPLES_X);
        }
    }
    return load;
}

// returns whether there is any
static bool check_load(rig *r)
{
    const double load = load_of(r);
    eval(r);
    assert_close(r->answer[GUD_ASPERITY_LOAD], load, 1e-12, 0.0);
    assert_close(r->Q[0], -load, 1e-12, 0.0); // the gap shrinks with the coordinate as it does everywhere
    assert_true((r->answer[GUD_ASPERITY_PRESSURE_MAX] > 0.0) == (load > 0.0));
    return load > 0.0;
}

// one near cell among far ones, wherever it is; then none
static void one_cell_is_found(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("GT", 0.0);
    for (int along = 1; along <= 9; along++) {
        rig r;
        rig_open(&r, rough, 13, along, false);
        assert_false(check_load(&r));
        for (int k = 0; k < r.field.n; k++) {
            r.h[k] = 1e-6;
            assert_true(check_load(&r));
            r.h[k] = 1.0;
        }
        rig_close(&r);
    }
    gud_rough_free(rough);
}

// middles of cells that are all out of reach, but not their rims
static void rims_are_found(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("GT", 0.0);
    const double reach = gud_rough_reach(rough);
    int near = 0;
    for (int prismatic = 0; prismatic < 2; prismatic++)
        for (int try = 0; try < 200; try++) {
            rig r;
            rig_open(&r, rough, 13, 4, prismatic == 1);
            for (int i = 0; i < 13; i++) row_set(&r, i, reach * (1.001 + 3.0 * uniform() * (i > 3)));
            near += check_load(&r);
            rig_close(&r);
        }
    assert_in_range(near, 10, 390);
    gud_rough_free(rough);
}

static void random_fields(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("GT", 0.0);
    int touching = 0;
    for (int prismatic = 0; prismatic < 2; prismatic++)
        for (int try = 0; try < 100; try++) {
            rig r;
            rig_open(&r, rough, 3 + try % 11, 1 + try % 9, prismatic == 1);
            for (int k = 0; k < r.field.n; k++) r.h[k] = 8e-6 * uniform();
            for (int i = 0; prismatic && i < r.grid->nx; i++) row_set(&r, i, r.h[i * r.grid->ny]);
            touching += check_load(&r);
            rig_close(&r);
        }
    assert_true(touching > 150);
    gud_rough_free(rough);
}

// a gap that is not a number hides no contact elsewhere
static void rows_without_numbers(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("GT", 0.0);
    for (int prismatic = 0; prismatic < 2; prismatic++)
        for (int i = 0; i < 13; i++) {
            rig r;
            rig_open(&r, rough, 13, 4, prismatic == 1);
            for (int near = 0; near < 13; near++) row_set(&r, near, 1e-6);
            row_set(&r, i, (double)NAN);
            eval(&r);
            assert_true(r.answer[GUD_ASPERITY_LOAD] > 0.0);
            rig_close(&r);
        }
    gud_rough_free(rough);
}

// a pressure that is not a number is no absence of contact
static void pressures_without_numbers(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("GT", 0.0);
    rig r;
    rig_open(&r, rough, 13, 4, false);
    row_set(&r, 5, 1e-6);
    for (int k = 0; k < rough->npiece; k++) rough->pieces[GUD_ROUGH_PIECE * k] = (double)NAN;
    eval(&r);
    assert_true(isnan(r.answer[GUD_ASPERITY_LOAD]));
    rig_close(&r);
    gud_rough_free(rough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cell_is_found),
        cmocka_unit_test(rims_are_found),
        cmocka_unit_test(random_fields),
        cmocka_unit_test(rows_without_numbers),
        cmocka_unit_test(pressures_without_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
