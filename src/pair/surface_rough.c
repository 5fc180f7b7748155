#include "pair/surface_rough.h"

#include "pair/asperities.h"

#include <math.h>
#include <string.h>

enum { samples = 4, nodes = 3, batch = 64 };

// The gap inside a cell, along the first parameter: a parabola through three cells with film, or less where there are
// not so many. At x cells from the centre it is the sum of (x slope[i] + x^2/2 curve[i]) gap[cell[i]], and
// gap[cell[0]].
typedef struct {
    int cell[nodes];
    double slope[nodes], curve[nodes];
} stencil;

typedef struct {
    double h, area, weight[nodes];
    int place; // of its stencil in the batch
} sample;

typedef struct {
    const gud_rubbing *p;
    const gud_surface_film *film;
    const gud_film_gaps *g;
    gud_rub *out;
    stencil cells[batch];
    sample list[batch];
    int n, ncell;
} rubbing;

// the cell beside k towards lower (0) or higher (1) x; -1: there is none with film
static inline int beside(const gud_film_gaps *g, int k, int towards)
{
    const int next = g->next[4 * k + towards];
    return next >= 0 && g->wet[next] ? next : -1;
}

static stencil stencil_of(const gud_film_gaps *g, int k)
{
    const int low = beside(g, k, 0), high = beside(g, k, 1);
    if (low >= 0 && high >= 0) return (stencil){{k, low, high}, {0.0, -0.5, 0.5}, {-2.0, 1.0, 1.0}};
    if (low < 0 && high < 0) return (stencil){{k, k, k}, {0.0}, {0.0}};
    const int next = high >= 0 ? high : low, far = beside(g, next, high >= 0);
    const double way = high >= 0 ? 1.0 : -1.0;
    if (far < 0) return (stencil){{k, next, k}, {-way, way, 0.0}, {0.0}};
    return (stencil){{k, next, far}, {-1.5 * way, 2.0 * way, -0.5 * way}, {1.0, -2.0, 1.0}};
}

static inline double weigh(const stencil *s, double x, const double *gap, double weight[nodes])
{
    double h = 0.0;
    for (int i = 0; i < nodes; i++) {
        weight[i] = (i == 0) + x * (s->slope[i] + 0.5 * x * s->curve[i]);
        h += weight[i] * gap[s->cell[i]];
    }
    return h;
}

// boundary friction of a cell that carries this load, and of its change by the displacements
static void rub(rubbing *r, int k, double load, const double load_q[6])
{
    const gud_film_gaps *g = r->g;
    const int n = g->freedoms;
    const double s[2] = {g->slide[0][k], g->slide[1][k]}, speed = hypot(s[0], s[1]), slow = r->p->slow;
    const double share = tanh(speed / slow);
    const double grip = r->p->coefficient * (speed > 1e-6 * slow ? share / speed : 1.0 / slow);
    const double change = speed > 1e-6 * slow
                              ? (r->p->coefficient * (1.0 - share * share) / slow - grip) / (speed * speed)
                              : 0.0; // of grip, by the speed, over the speed
    r->out->loss += load * grip * speed * speed;
    for (int i = 0; i < n; i++) {
        const double a = g->slide_v[i][k], b = g->slide_v[n + i][k], pull = grip * (a * s[0] + b * s[1]);
        const int row = g->freedom[i];
        r->out->Q[row] -= load * pull;
        for (int j = 0; j < n; j++) {
            const double c = g->slide_v[j][k], d = g->slide_v[n + j][k];
            const double along = change * (a * s[0] + b * s[1]) * (c * s[0] + d * s[1]);
            r->out->Q_v[row][g->freedom[j]] -= load * (grip * (a * c + b * d) + along);
            r->out->Q_q[row][g->freedom[j]] -= pull * load_q[j];
        }
    }
}

// pressure of the samples that were collected, and what it does
static void flush(rubbing *r)
{
    const gud_film_gaps *g = r->g;
    double h[batch], pressure[batch], p_h[batch], load[batch] = {0}, load_q[batch][6] = {{0}};
    for (int i = 0; i < r->n; i++) h[i] = r->list[i].h;
    gud_rough_eval(r->p->rough, r->n, h, pressure, p_h, NULL);
    for (int i = 0; i < r->n; i++) {
        const sample *s = &r->list[i];
        const stencil *t = &r->cells[s->place];
        if (pressure[i] <= 0.0) continue;
        const double N = pressure[i] * s->area, N_h = p_h[i] * s->area;
        double row[6];
        for (int a = 0; a < g->freedoms; a++) {
            row[a] = 0.0;
            for (int b = 0; b < nodes; b++) row[a] += s->weight[b] * g->row[a][t->cell[b]];
            load_q[s->place][a] += N_h * row[a];
        }
        for (int a = 0; a < g->freedoms; a++) {
            r->out->Q[g->freedom[a]] += N * row[a];
            for (int b = 0; b < g->freedoms; b++) r->out->Q_q[g->freedom[a]][g->freedom[b]] += N_h * row[a] * row[b];
        }
        load[s->place] += N;
        r->out->force += N;
        r->out->largest = fmax(r->out->largest, pressure[i]);
    }
    for (int c = 0; c < r->ncell && r->p->coefficient > 0.0; c++)
        if (load[c] > 0.0) rub(r, r->cells[c].cell[0], load[c], load_q[c]);
    r->n = r->ncell = 0;
}

// samples along the first parameter: around a journal the gap changes most
static void sample_cell(rubbing *r, int k, double reach, bool energies)
{
    const double dA = gud_surface_film_fold(r->film) * gud_surface_film_grid(r->film)->area[k] / samples;
    stencil *s = &r->cells[r->ncell];
    const int before = r->n;
    *s = stencil_of(r->g, k);
    for (int i = 0; i < samples; i++) {
        sample *one = &r->list[r->n];
        one->h = weigh(s, (i + 0.5) / samples - 0.5, r->g->gap, one->weight);
        one->area = dA;
        one->place = r->ncell;
        r->out->gap_min = fmin(r->out->gap_min, one->h);
        if (one->h >= reach) continue;
        if (energies) r->out->stored += dA * gud_asperities_work(r->p->rough, one->h);
        r->n++;
    }
    if (r->n > before) r->ncell++;
    if (r->n > batch - samples) flush(r);
}

void gud_rub_press(const gud_rubbing *p, const gud_surface_film *film, const gud_film_gaps *gaps, bool energies,
                   gud_rub *out)
{
    const double reach = p->rough ? gud_asperities_reach(p->rough) : 0.0;
    rubbing r = {.p = p, .film = film, .g = gaps, .out = out};
    double least = INFINITY;
    *out = (gud_rub){.gap_min = INFINITY};
    for (int k = 0; k < gaps->n; k++)
        if (gaps->wet[k]) least = fmin(least, gaps->gap[k]);
    // samples differ from their cell by no more than its neighbours do, and so does the least of them
    const double low = fmax(reach, least);
    for (int k = 0; k < gaps->n; k++) {
        if (!gaps->wet[k]) continue;
        double most = 0.0;
        for (int side = 0; side < 2; side++) {
            const int next = beside(gaps, k, side);
            if (next >= 0) most = fmax(most, fabs(gaps->gap[k] - gaps->gap[next]));
        }
        if (gaps->gap[k] - most <= low) sample_cell(&r, k, reach, energies);
    }
    if (r.n > 0) flush(&r);
}
