// Liu 2013, table 1: a steel pin in a hole, pressed; eleven loads of an experiment and of three models.
//
// Printed: Young's modulus 206 GPa, clearances, depths, loads of the experiment, of eq. 6 and of eq. 14. Inferred:
// plane strain with nu = 0.3; unit length 1 mm; hole of radius 0.91 mm, which is not printed and reproduces all eleven
// conformal loads. Tolerances: Hertz column 0.5 %, conformal column 1.5 %; the geometric model, whose loads are not
// printed, is closer to the experiment than both on average.

#include "base/csv.h"
#include "check.h"
#include "contact/contact.h"

#include <string.h>

static const double hole = 0.91e-3; // m, inferred
enum { nrow = 11, nmodel = 3 };
static const char *const models[nmodel] = {"liu_nonconformal", "liu_conformal", "liu_geometric"};

typedef struct {
    gud_arena arena;
    gud_csv csv;
    double load[nmodel][nrow];
} table;

static const double *column(const table *t, const char *name)
{
    const int i = gud_csv_find(&t->csv, name);
    assert_true(i >= 0);
    return t->csv.columns[i];
}

static double load(const char *model, double clearance, double depth)
{
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_error error;
    const gud_contact_law *law = gud_contact_find(model);
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&pair);
    pair.young[0] = pair.young[1] = 206e9;
    pair.poisson[0] = pair.poisson[1] = 0.3;
    pair.radius = hole;
    pair.clearance = clearance;
    pair.width = 1e-3;
    if (gud_contact_make(law, &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);

    double force;
    gud_contact_curves(1, &contact, 1, &depth, &force, NULL);
    return force;
}

static int setup(void **state)
{
    static table t;
    gud_error error;
    gud_arena_init(&t.arena);
    if (gud_csv_read("examples/contact/liu-2013.csv", &t.arena, &error, &t.csv) != GUD_OK) return -1;
    if (t.csv.nrow != nrow) return -1;
    for (int m = 0; m < nmodel; m++)
        for (int i = 0; i < nrow; i++)
            t.load[m][i] = load(models[m], 1e-3 * column(&t, "clearance")[i], 1e-3 * column(&t, "depth")[i]);
    *state = &t;
    return 0;
}

static int teardown(void **state)
{
    gud_arena_free(&((table *)*state)->arena);
    return 0;
}

static void nonconformal_loads_are_those_of_the_hertz_column(void **state)
{
    const table *t = *state;
    for (int i = 0; i < nrow; i++) assert_close(t->load[0][i], column(t, "hertz")[i], 5e-3, 0.0);
}

static void conformal_loads_are_those_of_the_column(void **state)
{
    const table *t = *state;
    for (int i = 0; i < nrow; i++) assert_close(t->load[1][i], column(t, "conformal")[i], 1.5e-2, 0.0);
}

static double mean_error(const table *t, int model)
{
    double sum = 0.0;
    for (int i = 0; i < nrow; i++) {
        const double measured = column(t, "experiment")[i];
        sum += fabs(t->load[model][i] - measured) / measured / nrow;
    }
    return sum;
}

static double mean_distance(const table *t, int model)
{
    double sum = 0.0;
    for (int i = 0; i < nrow; i++) sum += fabs(t->load[model][i] - column(t, "experiment")[i]) / nrow;
    return sum;
}

static void geometric_model_is_closest_to_the_experiment(void **state)
{
    const table *t = *state;
    print_message("mean error: Hertz %.1f %% (%.0f N), conformal %.1f %% (%.0f N), geometric %.1f %% (%.0f N)\n",
                  100.0 * mean_error(t, 0), mean_distance(t, 0), 100.0 * mean_error(t, 1), mean_distance(t, 1),
                  100.0 * mean_error(t, 2), mean_distance(t, 2));
    for (int m = 0; m < 2; m++) {
        assert_true(mean_error(t, 2) < mean_error(t, m));
        assert_true(mean_distance(t, 2) < mean_distance(t, m));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nonconformal_loads_are_those_of_the_hertz_column),
        cmocka_unit_test(conformal_loads_are_those_of_the_column),
        cmocka_unit_test(geometric_model_is_closest_to_the_experiment),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
