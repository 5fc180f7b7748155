#include "pair/column.h"

#include <math.h>
#include <string.h>

// who presses on the columns
struct gud_columns {
    const gud_stack *stack;
    gud_stack_work *work;
    double *pressure, *slope; // [n] of those layers
};

bool gud_columns_take(const gud_stack *s, gud_stack_work *w)
{
    gud_gap_field *f = &w->field;
    double compliance = 0.0;
    for (int i = 0; i < s->nlayer; i++)
        if (s->layer[i]->compliance) compliance += s->layer[i]->compliance(s->params[i]);
    if (!(compliance > 0.0)) return true;
    struct gud_columns *c = GUD_TAKE(&w->memory, struct gud_columns, 1);
    f->compliance = GUD_TAKE(&w->memory, double, f->n);
    f->deflection = GUD_TAKE(&w->memory, double, f->n);
    f->deflection_q = GUD_TAKE(&w->memory, double *, f->nq);
    f->deflection_v = GUD_TAKE(&w->memory, double *, f->nq);
    for (int a = 0; a < f->nq && !w->memory.failed; a++) {
        f->deflection_q[a] = GUD_TAKE(&w->memory, double, f->n);
        f->deflection_v[a] = GUD_TAKE(&w->memory, double, f->n);
    }
    double *arrays = GUD_TAKE(&w->memory, double, 2 * (size_t)f->n);
    if (w->memory.failed) return false;
    for (int k = 0; k < f->n; k++) f->compliance[k] = compliance;
    *c = (struct gud_columns){.stack = s, .work = w, .pressure = arrays, .slope = arrays + f->n};
    f->columns = c;
    return true;
}

// pressure of all layers but the film on one cell whose wall has given way by d, and its slope
static double pressure_at(const struct gud_columns *c, int cell, double d, double *slope)
{
    double sum = 0.0;
    *slope = 0.0;
    for (int i = 0; i < c->stack->nlayer; i++) {
        double by = 0.0;
        if (!c->stack->layer[i]->press) continue;
        sum += c->stack->layer[i]->press(c->stack->params[i], c->work->layer_work[i], cell, d, &by);
        *slope += by;
    }
    return sum;
}

// d = C (p + P(d)): the right side falls as d grows, so that there is one solution, between C p and C (p + P(C p)).
// Newton's method where P is convex, halving where it leaves the bracket.
static double column_solve(const struct gud_columns *c, int cell, double C, double p, double *slope)
{
    enum { most = 60 };
    static const double accurate = 1e-15; // of the width of the bracket
    double by, P = pressure_at(c, cell, C * p, &by);
    double low = C * p, high = low + C * P, d = low;
    *slope = C;
    if (P == 0.0) return d;
    const double width = high - low;
    for (int n = 0; n < most; n++) {
        const double off = d - C * (p + P);
        if (off <= 0.0) low = d;
        if (off >= 0.0) high = d;
        *slope = C / (1.0 - C * by);
        const double next = d - off * *slope / C;
        const double to = next > low && next < high ? next : 0.5 * (low + high);
        const bool there = fabs(to - d) <= accurate * width + 4e-16 * fabs(d);
        d = to;
        P = pressure_at(c, cell, d, &by);
        if (there) break;
    }
    *slope = C / (1.0 - C * by);
    return d;
}

void gud_columns_yield(const gud_gap_field *f, const double *pressure, double *deflection, double *deflection_p)
{
    for (int k = 0; k < f->n; k++)
        deflection[k] = column_solve(f->columns, k, f->compliance[k], pressure[k], &deflection_p[k]);
}

void gud_columns_slope(const gud_gap_field *f, int a, const double *deflection_p, double *deflection_a)
{
    const struct gud_columns *c = f->columns;
    memset(deflection_a, 0, (size_t)f->n * sizeof *deflection_a);
    for (int i = 0; i < c->stack->nlayer; i++)
        if (c->stack->layer[i]->press_slope)
            c->stack->layer[i]->press_slope(c->stack->params[i], c->work->layer_work[i], f, a, deflection_a);
    for (int k = 0; k < f->n; k++) deflection_a[k] *= deflection_p[k];
}
