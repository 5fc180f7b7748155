// Searches against problems with known optima and limits, with the number of points they may take; fronts that are
// known; a region that fails.

#include "check.h"

#include "num/search.h"
#include "num/surrogate.h"

#include <stdio.h>
#include <string.h>

// ---- the model

static void surrogate_interpolates(void **state)
{
    (void)state;
    enum { n = 12, nvar = 2 };
    double x[n * nvar], y[n * 2], at[2];
    gud_surrogate s;
    for (int i = 0; i < n; i++) {
        const double a = x[2 * i] = fmod(0.37 * i, 1.0), b = x[2 * i + 1] = fmod(0.61 * i + 0.1, 1.0);
        y[2 * i] = 3.0 - 2.0 * a + 5.0 * b; // reproduced everywhere
        y[2 * i + 1] = sin(3.0 * a) * b;
    }
    assert_int_equal(gud_surrogate_fit(n, nvar, 2, x, y, &s), GUD_OK);
    for (int i = 0; i < n; i++) {
        gud_surrogate_eval(&s, &x[2 * i], at);
        assert_near(at[1], y[2 * i + 1], 1e-12);
    }
    gud_surrogate_eval(&s, (double[]){0.2, 0.9}, at);
    assert_near(at[0], 3.0 - 0.4 + 4.5, 1e-12);
    gud_surrogate_free(&s);
    // points on a line are too few for a plane, and two in one place are one
    for (int i = 0; i < n; i++) x[2 * i + 1] = x[2 * i];
    assert_true(gud_surrogate_fit(n, nvar, 2, x, y, &s) > 0);
    gud_surrogate_free(&s);
    assert_true(gud_surrogate_fit(2, nvar, 2, x, y, &s) > 0);
    gud_surrogate_free(&s);
}

// ---- problems

typedef void function(const double *x, gud_trial *t);

static gud_search *solve(function *f, gud_search_task task)
{
    double x[GUD_SEARCH_BATCH * GUD_SEARCH_VARIABLES];
    gud_trial trials[GUD_SEARCH_BATCH];
    gud_search *s;
    int n;
    assert_int_equal(gud_search_create(&task, &s), GUD_OK);
    while (gud_search_ask(s, x, &n) == GUD_OK && n > 0) {
        for (int i = 0; i < n; i++) {
            for (int v = 0; v < task.nvar; v++) assert_true(x[i * task.nvar + v] >= 0.0 && x[i * task.nvar + v] <= 1.0);
            trials[i] = (gud_trial){0};
            f(x + (size_t)i * (size_t)task.nvar, &trials[i]);
        }
        assert_int_equal(gud_search_tell(s, trials, n), GUD_OK);
    }
    assert_true(gud_search_count(s) <= task.most);
    return s;
}

typedef struct {
    const char *name;
    function *f;
    gud_search_task task;
    double x[4], value; // the optimum
    int points;         // at the most
} known;

static void parabola(const double *x, gud_trial *t)
{
    t->f[0] = (x[0] - 0.3) * (x[0] - 0.3);
}

// like a loss that falls with clearance, and a film that grows and falls again
static void film_and_loss(const double *x, gud_trial *t)
{
    const double c = 10.0 + 50.0 * x[0];
    t->f[0] = 100.0 / c;
    t->g[0] = 1.0 - 0.1 * c * exp(1.0 - c / 20.0); // <= 0 from 4.64 to 53.57
}

static void valley_at_bound(const double *x, gud_trial *t)
{
    t->f[0] = exp(-x[0]) + x[1] * x[1];
}

// H. H. Rosenbrock's curved valley on [-1, 2] x [-1, 2], 10 times as wide
static void banana(const double *x, gud_trial *t)
{
    const double a = 3.0 * x[0] - 1.0, b = 3.0 * x[1] - 1.0;
    t->f[0] = (b - a * a) * (b - a * a) + (1.0 - a) * (1.0 - a);
}

// W. Hock, K. Schittkowski, 1981, problem 22 on [0, 2]^2: the optimum (1, 1) is where both limits meet
static void corner(const double *x, gud_trial *t)
{
    const double a = 2.0 * x[0], b = 2.0 * x[1];
    t->f[0] = (a - 2.0) * (a - 2.0) + (b - 1.0) * (b - 1.0);
    t->g[0] = a + b - 2.0;
    t->g[1] = a * a - b;
}

// the point of a sphere that is farthest in a direction: one curved limit in three variables
static void sphere(const double *x, gud_trial *t)
{
    t->f[0] = -(x[0] + 2.0 * x[1] + 2.0 * x[2]) / 3.0;
    t->g[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 0.81;
}

// F. H. Branin, 1972: three minima of 0.397887
static void branin(const double *x, gud_trial *t)
{
    const double pi = acos(-1.0), a = 15.0 * x[0] - 5.0, b = 15.0 * x[1];
    const double q = b - 5.1 / (4.0 * pi * pi) * a * a + 5.0 / pi * a - 6.0;
    t->f[0] = q * q + 10.0 * (1.0 - 1.0 / (8.0 * pi)) * cos(a) + 10.0;
}

// runs fail beyond 0.6, where the values promise most
static void cliff(const double *x, gud_trial *t)
{
    t->f[0] = -x[0];
    t->failed = x[0] > 0.6;
}

static void saddle_of_four(const double *x, gud_trial *t)
{
    static const double to[] = {0.2, 0.4, 0.6, 0.8};
    for (int v = 0; v < 4; v++) t->f[0] += (1.0 + v) * (x[v] - to[v]) * (x[v] - to[v]);
    t->f[0] += 0.5 * (x[0] - to[0]) * (x[3] - to[3]);
}

static const known problems[] = {
    {"parabola", parabola, {1, 0, 1, 0, 40, 0.001}, {0.3}, 0.0, 16},
    {"film and loss", film_and_loss, {1, 1, 1, 0, 40, 0.001}, {0.871339}, 1.866823, 16},
    {"bound", valley_at_bound, {2, 0, 1, 0, 60, 0.001}, {1.0, 0.0}, 0.367879, 24},
    {"banana", banana, {2, 0, 1, 0, 150, 0.001}, {2.0 / 3.0, 2.0 / 3.0}, 0.0, 80},
    {"corner", corner, {2, 2, 1, 0, 60, 0.001}, {0.5, 0.5}, 1.0, 30},
    {"sphere", sphere, {3, 1, 1, 0, 100, 0.001}, {0.3, 0.6, 0.6}, -0.9, 40},
    {"four", saddle_of_four, {4, 0, 1, 0, 120, 0.001}, {0.2, 0.4, 0.6, 0.8}, 0.0, 60},
};

static void known_optima(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(problems); i++) {
        const known *k = &problems[i];
        gud_search *s = solve(k->f, k->task);
        const int best = gud_search_best(s, 0);
        if (best < 0) fail_msg("%s: nothing found", k->name);
        const gud_trial *t = gud_search_trial(s, best);
        printf("%-14s %3d points: f %.6g (%.6g), x %.4f %.4f\n", k->name, gud_search_count(s), t->f[0], k->value,
               t->x[0], t->x[1]);
        // The tolerance is 0.001 of the variables and slopes are up to 2; a value that is off by d in a smooth valley
        // has variables that are off by sqrt(d).
        for (int v = 0; v < k->task.nvar; v++) assert_near(t->x[v], k->x[v], 0.01);
        assert_near(t->f[0], k->value, 2e-3);
        for (int g = 0; g < k->task.nlimit; g++) assert_true(t->g[g] <= 0.0);
        assert_true(gud_search_converged(s));
        assert_in_range(gud_search_count(s), 3, k->points);
        gud_search_free(s);
    }
}

static void least_of_several(void **state)
{
    (void)state;
    gud_search *s = solve(branin, (gud_search_task){2, 0, 1, 0, 100, 0.001});
    assert_near(gud_search_trial(s, gud_search_best(s, 0))->f[0], 0.397887, 1e-3);
    gud_search_free(s);
}

static void failures_are_avoided(void **state)
{
    (void)state;
    gud_search *s = solve(cliff, (gud_search_task){1, 0, 1, 0, 40, 0.001});
    int failed = 0;
    for (int i = 0; i < gud_search_count(s); i++) failed += gud_search_trial(s, i)->failed;
    assert_near(gud_search_trial(s, gud_search_best(s, 0))->x[0], 0.6, 0.01);
    assert_in_range(failed, 1, 20);
    gud_search_free(s);
}

static void all_fail(const double *x, gud_trial *t)
{
    t->f[0] = x[0];
    t->failed = true;
}

static void none_allowed(const double *x, gud_trial *t)
{
    t->f[0] = x[0];
    t->g[0] = 1.0 + x[0] * x[0];
}

static void nothing_to_find(void **state)
{
    (void)state;
    gud_search *s = solve(all_fail, (gud_search_task){2, 0, 1, 0, 20, 0.001});
    assert_int_equal(gud_search_count(s), 20);
    assert_int_equal(gud_search_best(s, 0), -1);
    gud_search_free(s);
    s = solve(none_allowed, (gud_search_task){1, 1, 1, 0, 40, 0.001});
    assert_int_equal(gud_search_best(s, 0), -1);
    gud_search_free(s);
}

static void repeats(void **state)
{
    (void)state;
    const gud_search_task task = {2, 2, 1, 0, 60, 0.001};
    gud_search *a = solve(corner, task), *b = solve(corner, task);
    assert_int_equal(gud_search_count(a), gud_search_count(b));
    for (int i = 0; i < gud_search_count(a); i++)
        assert_memory_equal(gud_search_trial(a, i), gud_search_trial(b, i), sizeof(gud_trial));
    gud_search_free(a);
    gud_search_free(b);
}

// ---- fronts

// C. M. Fonseca, P. J. Fleming, 1995, in one variable: the front is -1 <= x <= 1 of [-4, 4], and concave, so that no
// weighted sum finds its middle
static void concave(const double *x, gud_trial *t)
{
    const double a = 8.0 * x[0] - 4.0;
    t->f[0] = 1.0 - exp(-(a - 1.0) * (a - 1.0));
    t->f[1] = 1.0 - exp(-(a + 1.0) * (a + 1.0));
}

// two variables, of which the front takes the line x1 = 1/2; the limit cuts off its end at f0 = 1/4
static void parabolas(const double *x, gud_trial *t)
{
    const double off = (x[1] - 0.5) * (x[1] - 0.5);
    t->f[0] = x[0] * x[0] + off;
    t->f[1] = (x[0] - 1.0) * (x[0] - 1.0) + off;
    t->g[0] = 0.5 - x[0];
}

static void front_of_parabolas(void **state)
{
    (void)state;
    gud_search *s = solve(parabolas, (gud_search_task){2, 1, 2, 9, 90, 0.002});
    double widest = 0.0, low = 1.0, high = 0.0;
    int n = 0;
    for (int i = 0; i < gud_search_count(s); i++) {
        const gud_trial *t = gud_search_trial(s, i);
        if (!gud_search_on_front(s, i)) continue;
        low = fmin(low, t->f[0]);
        high = fmax(high, t->f[0]);
        double next = 2.0; // gap to the next point of the front
        for (int k = 0; k < gud_search_count(s); k++)
            if (gud_search_on_front(s, k) && gud_search_trial(s, k)->f[0] > t->f[0])
                next = fmin(next, gud_search_trial(s, k)->f[0] - t->f[0]);
        if (next < 2.0) widest = fmax(widest, next);
        assert_true(t->g[0] <= 0.0);
        n++;
    }
    printf("front: %d of %d points, f0 %.4f to %.4f, widest gap %.3f\n", n, gud_search_count(s), low, high, widest);
    assert_near(low, 0.25, 0.005);
    assert_near(high, 1.0, 0.005);
    assert_in_range(n, 9, 90);
    assert_true(widest < 0.2);
    // each level has a point that lies on the exact front f1 = (1 - sqrt f0)^2
    for (int k = 1; k < 8; k++) {
        const double level = 0.25 * (1.0 - k / 8.0);
        double least = 1.0;
        for (int i = 0; i < gud_search_count(s); i++) {
            const gud_trial *t = gud_search_trial(s, i);
            if (gud_search_on_front(s, i) && fabs(t->f[1] - level) < 0.01)
                least = fmin(least, t->f[0] - pow(1.0 - sqrt(t->f[1]), 2.0));
        }
        assert_near(least, 0.0, 0.003);
    }
    gud_search_free(s);
}

static void concave_front(void **state)
{
    (void)state;
    gud_search *s = solve(concave, (gud_search_task){1, 0, 2, 11, 80, 0.002});
    int middle = 0, n = 0;
    for (int i = 0; i < gud_search_count(s); i++) {
        const gud_trial *t = gud_search_trial(s, i);
        const double a = 8.0 * t->x[0] - 4.0;
        if (!gud_search_on_front(s, i)) continue;
        assert_true(a > -1.02 && a < 1.02);
        middle += fabs(a) < 0.4;
        n++;
    }
    printf("concave front: %d of %d points, %d in the middle\n", n, gud_search_count(s), middle);
    assert_in_range(middle, 2, 40);
    assert_in_range(n, 9, 80);
    gud_search_free(s);
}

static void told_what_was_asked(void **state)
{
    (void)state;
    const gud_search_task task = {1, 0, 1, 0, 10, 0.01};
    gud_trial trials[GUD_SEARCH_BATCH] = {0};
    double x[GUD_SEARCH_BATCH];
    gud_search *s;
    int n;
    assert_int_equal(gud_search_create(&task, &s), GUD_OK);
    assert_int_equal(gud_search_ask(s, x, &n), GUD_OK);
    assert_int_equal(n, gud_search_first(1, x));
    assert_int_equal(gud_search_tell(s, trials, n - 1), GUD_ERR_USE);
    gud_search_free(s);
    gud_search_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(surrogate_interpolates), cmocka_unit_test(known_optima),
                                       cmocka_unit_test(least_of_several),       cmocka_unit_test(failures_are_avoided),
                                       cmocka_unit_test(nothing_to_find),        cmocka_unit_test(repeats),
                                       cmocka_unit_test(front_of_parabolas),     cmocka_unit_test(concave_front),
                                       cmocka_unit_test(told_what_was_asked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
