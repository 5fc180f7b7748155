#include "pair/bearing.h"

#include "base/alloc.h"
#include "pair/pin.h"
#include "pair/sample.h"
#include "pair/stack.h"

#include <math.h>
#include <string.h>

struct gud_bearing {
    gud_bearing_spec spec;
    gud_pin pin;
    gud_film_layer film;
    gud_asperity_layer rough;
    int ncell, nq;        // cells; coordinates besides the turn
    gud_stack stack;      // of the two above
    gud_stack_work *view; // for those who ask without a work of their own; nothing in it changes
    gud_arena memory;
};

struct gud_bearing_work {
    gud_film_layer film; // with the oil and drag of the moment
    gud_stack stack;
    gud_stack_work *work;
};

static gud_status check(const gud_bearing_spec *s, gud_error *error)
{
    const double sizes[] = {s->radius, s->width, s->clearance};
    static const char *const names[] = {"radius", "width", "clearance"};
    for (int i = 0; i < 3; i++)
        if (!(sizes[i] > 0.0) || !isfinite(sizes[i]))
            return gud_fail(error, GUD_ERR_INPUT, "bearing: %s = %g m must be positive", names[i], sizes[i]);
    return GUD_OK;
}

static gud_pin pin_of(const gud_bearing_spec *s)
{
    return (gud_pin){.radius = s->radius,
                     .width = s->width,
                     .clearance = s->clearance,
                     .nx = s->nx,
                     .ny = s->ny,
                     .half = s->half,
                     .tilts = !s->half,
                     .form = s->form,
                     .ends = {{GUD_EDGE_OPEN, s->ambient[0], 1.0}, {GUD_EDGE_OPEN, s->ambient[1], 1.0}},
                     .line = s->line,
                     .line_angle = s->line_angle,
                     .line_pressure = s->line_pressure};
}

double gud_bearing_peak_length(const gud_bearing_spec *s, double film_min)
{
    const gud_pin pin = pin_of(s);
    return gud_pin_peak_length(&pin, film_min);
}

double gud_bearing_peak_cells(const gud_bearing_spec *s, double film_min)
{
    const gud_pin pin = pin_of(s);
    return gud_pin_peak_cells(&pin, film_min);
}

bool gud_bearing_is_coarse(const gud_bearing_spec *s, double film_min, int cells[2])
{
    const gud_pin pin = pin_of(s);
    return gud_pin_is_coarse(&pin, film_min, cells);
}

// ---- creation

static gud_film_layer film_of(const gud_bearing_spec *s)
{
    return (gud_film_layer){.thins = s->thins,
                            .cavitation = s->cavitation,
                            .ambient = s->ambient[1],
                            .cavity = s->cavity,
                            .solver = s->solver,
                            .flow = s->flow,
                            .flow_params = s->flow_params,
                            .floor = s->rough ? GUD_FLOOR_SHARE * s->rough->params.sigma : 0.0,
                            .feeds = s->feeds,
                            .nfeed = s->nfeed,
                            .fill = 1.0};
}

static gud_stack stack_of(const gud_bearing *b, const gud_film_layer *film)
{
    gud_layers layers = b->spec.layers;
    layers.params[GUD_LAYER_FILM] = film;
    if (b->spec.rough) layers.params[GUD_LAYER_ASPERITIES] = &b->rough;
    return gud_stack_of(&gud_geometry_pin, &b->pin, &layers);
}

static void *film_work(const gud_stack *s, const gud_stack_work *w)
{
    return w->layer_work[gud_stack_find(s, &gud_layer_film)];
}

gud_status gud_bearing_create(const gud_bearing_spec *spec, gud_error *error, gud_bearing **bearing)
{
    *bearing = NULL;
    GUD_TRY(check(spec, error));
    gud_arena memory;
    gud_arena_init(&memory);
    gud_bearing *b = GUD_TAKE(&memory, gud_bearing, 1);
    gud_film_feed *feeds = GUD_TAKE(&memory, gud_film_feed, spec->nfeed + 1);
    if (!b || !feeds) {
        gud_arena_free(&memory);
        return gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory");
    }
    if (spec->feeds) memcpy(feeds, spec->feeds, (size_t)spec->nfeed * sizeof *feeds);
    *b = (gud_bearing){.spec = *spec, .pin = pin_of(spec), .nq = spec->half ? 2 : 4, .memory = memory};
    b->spec.feeds = feeds;
    b->film = film_of(&b->spec);
    b->rough = (gud_asperity_layer){spec->rough, spec->friction, spec->rubs};
    b->stack = stack_of(b, &b->film);
    const gud_status status = gud_stack_view_create(&b->stack, error, &b->view);
    if (status != GUD_OK) {
        gud_bearing_free(b);
        return status;
    }
    b->ncell = spec->nx * spec->ny;
    *bearing = b;
    return GUD_OK;
}

void gud_bearing_free(gud_bearing *b)
{
    if (!b) return;
    gud_stack_work_free(&b->stack, b->view);
    gud_arena memory = b->memory; // holds the bearing itself
    gud_arena_free(&memory);
}

gud_status gud_bearing_work_create(const gud_bearing *b, gud_error *error, gud_bearing_work **work)
{
    *work = NULL;
    gud_bearing_work *w = gud_alloc(1, sizeof *w);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory");
    w->film = b->film;
    w->stack = stack_of(b, &w->film);
    const gud_status status = gud_stack_work_create(&w->stack, b->view, error, &w->work);
    if (status != GUD_OK) {
        gud_free(w);
        return status;
    }
    *work = w;
    return GUD_OK;
}

void gud_bearing_work_free(gud_bearing_work *w)
{
    if (!w) return;
    gud_stack_work_free(&w->stack, w->work);
    gud_free(w);
}

bool gud_bearing_work_share(gud_bearing_work *w, gud_team *team)
{
    return gud_stack_share(&w->stack, w->work, team);
}

bool gud_bearing_yields(const gud_bearing *b)
{
    return b->view->field.compliance;
}

int gud_bearing_ncell(const gud_bearing *b)
{
    return b->ncell;
}

const gud_film_grid *gud_bearing_grid(const gud_bearing *b)
{
    return b->view->field.grid;
}

// ---- a position on the mount

// coordinates as given: the turn comes last
static void location_set(const gud_bearing *b, const gud_bearing_in *in, gud_location *at)
{
    *at = (gud_location){.seen = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    for (int k = 0; k < b->nq; k++) at->q[k] = in->q[k], at->q_t[k] = in->q_t[k];
    at->q_t[b->nq] = in->omega_j - in->omega_b;
}

void gud_bearing_gaps(const gud_bearing *b, const double q[4], double *gap)
{
    const gud_gap_field *f = &b->view->field;
    gud_rows_combine(b->ncell, b->nq, f->h_q, q, f->rest, gap);
}

gud_closest gud_bearing_closest(const gud_bearing *b, const double q[4], double *gap)
{
    gud_location at = {.seen = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    gud_gap_field shown = b->view->field;
    memcpy(at.q, q, (size_t)b->nq * sizeof(double));
    const gud_closest least = gud_geometry_pin.closest(&b->pin, &at);
    if (!isnan(least.gap)) return least; // cppcheck-suppress returnDanglingLifetime ; it holds numbers only
    shown.h = gap;
    gud_bearing_gaps(b, q, gap);
    return gud_field_closest(&shown);
}

void gud_bearing_flood(const gud_bearing *b, const double q[4], double *m)
{
    gud_bearing_gaps(b, q, m);
    gud_film_layer_fill(&b->film, film_work(&b->stack, b->view), b->ncell, m);
}

// ---- answers

static void forces_read(const gud_bearing *b, const gud_stack_work *w, const double *q, gud_bearing_out *out)
{
    const double *Q = w->total.Q;
    const int rough = gud_stack_find(&b->stack, &gud_layer_asperities);
    for (int a = 0; a < b->nq; a++) {
        out->Q[a] = Q[a];
        if (rough >= 0) out->asperity_Q[a] = w->out[rough].response.Q[a];
    }
    const double couple = (q[0] * out->Q[1] - q[1] * out->Q[0]) + (q[2] * out->Q[3] - q[3] * out->Q[2]);
    out->torque_journal = Q[b->nq];
    out->torque_bearing = -Q[b->nq] - couple;
}

static void answers_read(const gud_bearing *b, const gud_stack_work *w, gud_bearing_out *out)
{
    const double *film = w->out[gud_stack_find(&b->stack, &gud_layer_film)].answer;
    const int place = gud_stack_find(&b->stack, &gud_layer_asperities);
    out->gap_min = film[GUD_FILM_LEAST];
    if (w->field.deflection) out->closest = gud_field_closest(&w->field);
    for (int k = 0; w->field.deflection && k < w->field.n; k++)
        out->deflection = fmax(out->deflection, w->field.deflection[k]);
    out->pressure_max = film[GUD_FILM_PRESSURE_MAX];
    out->loss_shear = film[GUD_FILM_LOSS_SHEAR];
    out->loss_flow = film[GUD_FILM_LOSS_FLOW];
    out->side_flow = film[GUD_FILM_LEAK_LOW] + film[GUD_FILM_LEAK_HIGH];
    out->feed_flow = film[GUD_FILM_FEED];
    out->feed = film + GUD_FILM_NANSWER;
    if (place < 0) return;
    const double *rough = w->out[place].answer;
    out->asperity_max = rough[GUD_ASPERITY_PRESSURE_MAX];
    out->contact_area = rough[GUD_ASPERITY_AREA];
    out->loss_asperity = rough[GUD_ASPERITY_LOSS];
}

static gud_status tangents_read(const gud_bearing *b, gud_bearing_work *w, bool newton, gud_bearing_out *out)
{
    const int n = b->nq, stride = n + 1;
    const gud_response *r = &w->work->total;
    GUD_TRY(gud_stack_tangents(&w->stack, w->work, newton));
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < n; a++) {
            out->Q_q[i][a] = r->Q_q[i * stride + a];
            out->Q_v[i][a] = r->Q_v[i * stride + a];
        }
        out->Q_omega[i] = r->Q_v[i * stride + n];
    }
    return GUD_OK;
}

gud_status gud_bearing_solve(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in, bool tangents,
                             gud_film_out *film, gud_bearing_out *out, gud_error *error)
{
    gud_location at;
    gud_film_out *guess = gud_film_layer_guess(film_work(&w->stack, w->work));
    *out = (gud_bearing_out){0};
    location_set(b, in, &at);
    w->film.oil = in->oil, w->film.drag = in->drag, w->film.drag_params = in->drag_params;
    *guess = *film;
    const gud_stack_in asked = {
        .c = in->per_c > 0.0 ? 1.0 / in->per_c : (double)INFINITY, .y_hat = in->m_hat, .y_guess = in->m_guess};
    const gud_status status = gud_stack_eval(&w->stack, w->work, &at, NULL, &asked, error);
    *film = *guess;
    GUD_TRY(status);
    forces_read(b, w->work, in->q, out);
    if (!in->newton) gud_stack_finish(&w->stack, w->work);
    answers_read(b, w->work, out);
    return tangents ? tangents_read(b, w, in->newton, out) : GUD_OK;
}

void gud_bearing_step(gud_bearing_work *w)
{
    gud_film_layer_step(film_work(&w->stack, w->work));
}

gud_status gud_bearing_coefficients(gud_bearing_work *w, const gud_bearing_in *in, const gud_bearing_out *out,
                                    double K[2][2], double C[2][2])
{
    const int stride = w->work->field.nq;
    if (in->per_c == 0.0) GUD_TRY(gud_stack_follow(&w->stack, w->work));
    for (int i = 0; i < 2; i++)
        for (int a = 0; a < 2; a++) {
            K[i][a] = -out->Q_q[i][a];
            C[i][a] = -w->work->total.Q_v[i * stride + a];
        }
    return GUD_OK;
}

void gud_bearing_balance(const gud_bearing *b, const gud_bearing_work *w, const gud_film_out *film,
                         gud_film_balance *balance)
{
    (void)b, (void)film;
    gud_film_layer_balance(film_work(&w->stack, w->work), balance);
}
