// A lining: elastic columns under the film and the asperities, such as the white metal of a bearing shell or a polymer
// sleeve, thin against the contact and bonded to a stiff back; docs/theory/pair.md, section 6.
//
//     d = C (p - p_a + p_c),   C = t (1 + nu) (1 - 2 nu) / (E (1 - nu))
//
//     t   thickness                 m      thickness
//     E   modulus of elasticity     Pa     modulus
//     nu  Poisson ratio             -      poisson
//     p   pressure of the film, p_a ambient, p_c of the asperities

#include "base/alloc.h"
#include "pair/layer.h"
#include "rough/material.h"

#include <math.h>
#include <string.h>

// ---- parameters

// NAN or NULL where absent
typedef struct {
    double thickness, modulus, poisson;
    const char *material;
} lining_keys;

typedef struct {
    double compliance; // m/Pa
} lining_params;

static const gud_field fields[] = {
    GUD_FIELD_POSITIVE(lining_keys, thickness, "m", GUD_REQUIRED, "thickness of the lining"),
    {.key = "material",
     .type = GUD_TEXT,
     .offset = offsetof(lining_keys, material),
     .fallback = GUD_OPTIONAL,
     .choices = gud_material_names,
     .about = "name from `gudgeon list materials`; alternatively modulus and poisson"},
    GUD_FIELD_POSITIVE(lining_keys, modulus, "Pa", GUD_OPTIONAL, "modulus of elasticity"),
    {.key = "poisson",
     .type = GUD_NUMBER,
     .offset = offsetof(lining_keys, poisson),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = 0.5,
     .flags = GUD_OPEN_HIGH,
     .about = "Poisson ratio, below 0.5 (an incompressible column does not deform)"},
};
static const gud_rule rules[] = {{GUD_ONE_OF, {"material", "modulus"}}, {GUD_ALL_OR_NONE, {"modulus", "poisson"}}};

const gud_row gud_lining_row = {.name = "lining",
                                .about = "elastic lining of the bearing: a column foundation under film and asperities",
                                .source = "docs/theory/pair.md",
                                .size = sizeof(lining_keys),
                                .fields = fields,
                                .nfield = GUD_COUNT(fields),
                                .rules = rules,
                                .nrule = GUD_COUNT(rules)};

static gud_status make(const void *given, void *params, const char **key, gud_error *error)
{
    const lining_keys *k = given;
    double E = k->modulus, nu = k->poisson;
    *key = "material";
    if (k->material) {
        const gud_material *m = gud_material_find(k->material);
        if (!m)
            return gud_fail(error, GUD_ERR_INPUT, "there is no material '%s'; 'gudgeon list materials' lists them",
                            k->material);
        E = m->young, nu = m->poisson;
    }
    *(lining_params *)params = (lining_params){k->thickness * (1.0 + nu) * (1.0 - 2.0 * nu) / (E * (1.0 - nu))};
    return GUD_OK;
}

// ---- layer

enum { an_most, an_energy, nanswer };

typedef struct {
    double *deflection; // of the field
    int n;
} scratch;

static double compliance(const void *params)
{
    return ((const lining_params *)params)->compliance;
}

static gud_status work_create(const void *params, const gud_gap_field *f, gud_error *error, void **work)
{
    scratch *w = gud_alloc(1, sizeof *w);
    (void)params;
    *work = w;
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "lining: no memory");
    *w = (scratch){.deflection = f->deflection, .n = f->n};
    return GUD_OK;
}

static void work_free(void *work)
{
    gud_free(work);
}

static int nkept(const void *params, const gud_gap_field *f)
{
    (void)params;
    return f->n;
}

static void keep(const scratch *w, double *kept)
{
    memcpy(kept, w->deflection, (size_t)w->n * sizeof *kept);
}

static gud_status start(const void *params, void *work, const gud_layer_in *in, double *kept, double *y,
                        gud_error *error)
{
    (void)params, (void)in, (void)y, (void)error;
    keep(work, kept);
    return GUD_OK;
}

static void recall(const void *params, void *work, const double *kept)
{
    const scratch *w = work;
    (void)params;
    memcpy(w->deflection, kept, (size_t)w->n * sizeof *kept);
}

static void accept(const void *params, void *work, const gud_layer_in *in, double *kept, double *y)
{
    (void)params, (void)in, (void)y;
    keep(work, kept);
}

// half the pressure on a column times its deflection, which is d/C times d
static double energy(const lining_params *l, const gud_gap_field *f)
{
    double sum = 0.0;
    for (int k = 0; k < f->n; k++)
        if (!f->wet || f->wet[k]) sum += f->deflection[k] * f->deflection[k] * f->grid->area[k];
    return 0.5 * f->fold * sum / l->compliance;
}

static double potential(const void *params, void *work, const gud_layer_in *in, const double *y)
{
    (void)work, (void)y;
    return energy(params, in->field);
}

// film and asperities act on the coordinates; the columns only hold them up
static gud_status eval(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    const gud_gap_field *f = in->field;
    (void)work, (void)error;
    for (int k = 0; k < f->n; k++)
        if (!f->wet || f->wet[k]) out->answer[an_most] = fmax(out->answer[an_most], f->deflection[k]);
    out->answer[an_energy] = energy(params, f);
    return GUD_OK;
}

static gud_status tangents(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    (void)params, (void)work, (void)in, (void)out;
    return GUD_OK;
}

// ---- reports

static const gud_pair_label channels[] = {{"deflection_max", "m", "largest deflection of the lining"},
                                          {"lining_energy", "J", "stored in the lining"}};

static void report(const void *params, void *work, const gud_layer_view *view, double *values)
{
    (void)params, (void)work;
    memcpy(values, view->answer, nanswer * sizeof *values);
}

static const gud_pair_label maps[] = {{"deflection", "m", "of the lining"}};

static double map(const void *params, void *work, const gud_layer_view *view, int map, int cell)
{
    (void)params, (void)work, (void)map;
    return view->field->deflection[cell];
}

const gud_layer gud_layer_lining = {
    .name = "lining",
    .row = &gud_lining_row,
    .size = sizeof(lining_params),
    .make = make,
    .nanswer = nanswer,
    .nkept = nkept,
    .work_create = work_create,
    .work_free = work_free,
    .start = start,
    .recall = recall,
    .eval = eval,
    .tangents = tangents,
    .potential = potential,
    .accept = accept,
    .compliance = compliance,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = report,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map = map,
};
