#include "pair/surface_rough.h"

#include "pair/asperities.h"

#include <math.h>
#include <string.h>

enum { samples_x = 4, samples_y = 2, nodes = 5, batch = 64 };

// The gap inside a cell: a parabola each way through three cells with film, or less where there are not so many.
// h = sum of weight[i] gap[cell[i]], the cell itself first.
typedef struct {
    int cell[nodes];
    double slope[nodes], curve[nodes]; // by the index; 1 and 2 go along x, 3 and 4 along y, the first both ways
    double slope0[2], curve0[2];
} stencil;

typedef struct {
    double h, load, load_h, weight[nodes];
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

// cell that lies `by` cells further in a direction; -1: there is none with film
static int wet_cell(const gud_grid *grid, const gud_film_gaps *g, int k, int dir, int by)
{
    const int ny = grid->cells[1];
    int index[2] = {k / ny, k % ny};
    index[dir] += by;
    if (grid->closed[dir]) index[dir] = (index[dir] + grid->cells[dir]) % grid->cells[dir];
    if (index[dir] < 0 || index[dir] >= grid->cells[dir]) return -1;
    const int cell = index[0] * ny + index[1];
    return g->wet[cell] ? cell : -1;
}

static void stencil_set(const gud_grid *grid, const gud_film_gaps *g, int k, stencil *s)
{
    memset(s, 0, sizeof *s);
    s->cell[0] = k;
    for (int dir = 0; dir < 2; dir++) {
        const int a = 1 + 2 * dir, b = a + 1, low = wet_cell(grid, g, k, dir, -1), high = wet_cell(grid, g, k, dir, 1);
        s->cell[a] = s->cell[b] = k;
        if (low >= 0 && high >= 0) {
            s->cell[a] = low, s->cell[b] = high;
            s->slope[a] = -0.5, s->slope[b] = 0.5;
            s->curve[a] = s->curve[b] = 1.0, s->curve0[dir] = -2.0;
            continue;
        }
        if (low < 0 && high < 0) continue;
        const int step = high >= 0 ? 1 : -1, next = high >= 0 ? high : low, far = wet_cell(grid, g, k, dir, 2 * step);
        s->cell[a] = next;
        s->slope[a] = far >= 0 ? 2.0 * step : step, s->slope0[dir] = far >= 0 ? -1.5 * step : -step;
        if (far < 0) continue;
        s->cell[b] = far;
        s->slope[b] = -0.5 * step;
        s->curve[a] = -2.0, s->curve[b] = s->curve0[dir] = 1.0;
    }
}

static double weigh(const stencil *s, const double at[2], const double *gap, double weight[nodes])
{
    weight[0] = 1.0;
    for (int dir = 0; dir < 2; dir++) weight[0] += at[dir] * (s->slope0[dir] + 0.5 * at[dir] * s->curve0[dir]);
    for (int i = 1; i < nodes; i++) {
        const double x = at[(i - 1) / 2];
        weight[i] = x * (s->slope[i] + 0.5 * x * s->curve[i]);
    }
    double h = 0.0;
    for (int i = 0; i < nodes; i++) h += weight[i] * gap[s->cell[i]];
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
    const double change = speed > 1e-6 * slow ? (r->p->coefficient * (1.0 - share * share) / slow - grip) /
                                                    (speed * speed)
                                              : 0.0; // of grip, by the speed, over the speed
    r->out->loss += load * grip * speed * speed;
    for (int i = 0; i < n; i++) {
        const double a = g->slide_v[i][k], b = g->slide_v[n + i][k], pull = grip * (a * s[0] + b * s[1]);
        const int row = g->freedom[i];
        r->out->a.Q[row] -= load * pull;
        for (int j = 0; j < n; j++) {
            const double c = g->slide_v[j][k], d = g->slide_v[n + j][k];
            const double along = change * (a * s[0] + b * s[1]) * (c * s[0] + d * s[1]);
            r->out->a.Q_v[row][g->freedom[j]] -= load * (grip * (a * c + b * d) + along);
            r->out->a.Q_q[row][g->freedom[j]] -= pull * load_q[j];
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
        const double N = pressure[i] * s->load, N_h = p_h[i] * s->load;
        double row[6];
        for (int a = 0; a < g->freedoms; a++) {
            row[a] = 0.0;
            for (int b = 0; b < nodes; b++) row[a] += s->weight[b] * g->row[a][t->cell[b]];
            load_q[s->place][a] += N_h * row[a];
        }
        for (int a = 0; a < g->freedoms; a++) {
            r->out->a.Q[g->freedom[a]] += N * row[a];
            for (int b = 0; b < g->freedoms; b++) r->out->a.Q_q[g->freedom[a]][g->freedom[b]] += N_h * row[a] * row[b];
        }
        load[s->place] += N;
        r->out->force += N;
        r->out->largest = fmax(r->out->largest, pressure[i]);
    }
    for (int c = 0; c < r->ncell && r->p->coefficient > 0.0; c++)
        if (load[c] > 0.0) rub(r, r->cells[c].cell[0], load[c], load_q[c]);
    r->n = r->ncell = 0;
}

static void sample_cell(rubbing *r, int k, double reach, bool energies)
{
    const gud_grid *grid = gud_surface_film_grid(r->film);
    const double dA = gud_surface_film_fold(r->film) * grid->area[k] / (samples_x * samples_y);
    stencil *s = &r->cells[r->ncell];
    const int before = r->n;
    stencil_set(grid, r->g, k, s);
    for (int i = 0; i < samples_x * samples_y; i++) {
        const int along = i % samples_x, across = i / samples_x;
        const double at[2] = {(along + 0.5) / samples_x - 0.5, (across + 0.5) / samples_y - 0.5};
        sample *one = &r->list[r->n];
        one->h = weigh(s, at, r->g->gap, one->weight);
        one->load = dA;
        one->place = r->ncell;
        r->out->gap_min = fmin(r->out->gap_min, one->h);
        if (one->h >= reach) continue;
        if (energies) r->out->stored += dA * gud_asperities_work(r->p->rough, one->h);
        r->n++;
    }
    if (r->n > before) r->ncell++;
    if (r->n > batch - samples_x * samples_y) flush(r);
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
    for (int k = 0; k < gaps->n; k++) {
        if (!gaps->wet[k]) continue;
        double lowest = gaps->gap[k];
        for (int dir = 0; dir < 2; dir++)
            for (int by = -1; by <= 1; by += 2) {
                const int next = wet_cell(gud_surface_film_grid(film), gaps, k, dir, by);
                if (next >= 0) lowest = fmin(lowest, gaps->gap[k] - fabs(gaps->gap[k] - gaps->gap[next]));
            }
        if (lowest <= fmax(reach, least)) sample_cell(&r, k, reach, energies);
    }
    if (r.n > 0) flush(&r);
}
