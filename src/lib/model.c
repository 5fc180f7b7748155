// Models by the public interface: loading, and what is in them.

#include "lib/diagnostics.h"
#include "load/describe.h"
#include "model/compile.h"
#include "model/sections.h"
#include "num/blas.h"

#include <gudgeon/gudgeon.h>

#include <math.h>
#include <string.h>

// ---- loading

static bool overrides_are_good(const char *const *set, int nset)
{
    if (nset < 0 || (nset > 0 && !set)) return false;
    for (int i = 0; i < nset; i++)
        if (!set[i]) return false;
    return true;
}

static gud_status load(const gud_origin *origin, gud_model **model, gud_diagnostics **why)
{
    gud_diag diag;
    gud_diag_init(&diag);
    gud_blas_enter(); // surfaces are fitted
    gud_status st = gud_model_from(origin, &diag, model);
    gud_blas_leave();
    st = gud_diagnostics_make(&diag, st, why);
    gud_diag_free(&diag);
    if (st < 0) {
        gud_model_free(*model);
        *model = NULL;
    }
    return st;
}

gud_status gud_model_load_with(const char *path, const char *text, const char *const *set, int nset, unsigned flags,
                               gud_model **model, gud_diagnostics **why)
{
    if (why) *why = NULL;
    if (!model) return GUD_ERR_USE;
    *model = NULL;
    if (!path || !overrides_are_good(set, nset) || flags & ~(unsigned)GUD_LOAD_PLUGINS) return GUD_ERR_USE;
    const gud_origin origin = {.path = path,
                               .text = text,
                               .size = text ? strlen(text) : 0,
                               .set = set,
                               .nset = nset,
                               .plugins = flags & GUD_LOAD_PLUGINS};
    return load(&origin, model, why);
}

gud_status gud_model_load(const char *path, const char *const *set, int nset, gud_model **model, gud_diagnostics **why)
{
    return gud_model_load_with(path, NULL, set, nset, 0, model, why);
}

gud_status gud_model_read(const char *name, const char *text, const char *const *set, int nset, gud_model **model,
                          gud_diagnostics **why)
{
    if (text) return gud_model_load_with(name, text, set, nset, 0, model, why);
    if (why) *why = NULL;
    if (model) *model = NULL;
    return GUD_ERR_USE;
}

const char *gud_model_title(const gud_model *m)
{
    return m ? m->title : "";
}

const char *gud_model_text(const gud_model *m)
{
    return m ? m->text : "";
}

uint64_t gud_model_hash(const gud_model *m)
{
    return m ? m->hash : 0;
}

const char *gud_model_file(const gud_model *m, int i)
{
    return m && i >= 0 && i < m->nfile ? m->file[i] : NULL;
}

int gud_model_end(const gud_model *m, double *end)
{
    if (end) *end = m ? m->run.until : (double)NAN;
    return m ? m->run.until_coordinate : -1;
}

// ---- items

static const char *frame_label(const gud_model *m, int frame)
{
    const gud_frame *f = &m->frame[frame];
    return f->name && f->name[0] ? f->name : m->body[f->body].name;
}

static gud_item item_of_body(const gud_model *m, int i)
{
    const gud_body *b = &m->body[i + 1]; // behind the ground
    return (gud_item){.name = b->name, .type = b->beam ? "beam" : "rigid", .unit = "kg", .value = b->mass};
}

static gud_item item_of_link(const gud_model *m, const gud_link *link)
{
    return (gud_item){.name = link->name,
                      .type = link->type,
                      .first = frame_label(m, link->a),
                      .second = frame_label(m, link->b),
                      .value = (double)NAN};
}

static gud_item item_of_force(const gud_model *m, const gud_force *f)
{
    return (gud_item){.name = f->name,
                      .type = f->law->row.name,
                      .first = f->nframe > 0 ? frame_label(m, f->frame[0]) : "",
                      .second = f->law->nframe > 1 ? frame_label(m, f->frame[1]) : "",
                      .value = (double)NAN};
}

static gud_item item_of_coordinate(const gud_model *m, int i)
{
    const gud_coordinate *c = &m->coordinate[i];
    return (gud_item){.name = c->name,
                      .type = "",
                      .unit = gud_gauge_is_angle(&c->gauge) ? "rad" : "m",
                      .first = frame_label(m, c->gauge.a),
                      .second = frame_label(m, c->gauge.b),
                      .value = (double)NAN};
}

static gud_item item_of_scalar(const gud_scalar *in)
{
    return (gud_item){.name = in->name,
                      .type = "",
                      .unit = in->unit,
                      .about = in->about,
                      .value = in->value,
                      .low = in->low,
                      .high = in->high};
}

static gud_item item_of_pair(const gud_model *m, const gud_pair *p)
{
    return (gud_item){.name = p->name,
                      .type = "clearance",
                      .first = frame_label(m, p->frame[0]),
                      .second = frame_label(m, p->frame[1]),
                      .value = (double)NAN};
}

// Joints are ideal ones, then those with clearance. Calls `visit` for every item of the kind until it returns true;
// how many it was called for.
typedef bool (*item_visitor)(void *user, int i, const gud_item *item);

static int walk_items(const gud_model *m, gud_item_kind kind, item_visitor visit, void *user)
{
    const gud_link_role role = kind == GUD_ITEM_DRIVE ? GUD_DRIVER : GUD_JOINT;
    int n = 0;
    for (int k = 0; k < m->nlink && kind != GUD_ITEM_FORCE; k++) {
        if (m->link[k].role != role) continue;
        const gud_item item = item_of_link(m, &m->link[k]);
        if (visit(user, n++, &item)) return n;
    }
    for (int k = 0; k < m->npair && kind == GUD_ITEM_JOINT; k++) {
        const gud_item item = item_of_pair(m, &m->pair[k]);
        if (visit(user, n++, &item)) return n;
    }
    for (int k = 0; k < m->nforce && kind == GUD_ITEM_FORCE; k++) {
        if (!m->force[k].name[0]) continue; // a point of a distributed force
        const gud_item item = item_of_force(m, &m->force[k]);
        if (visit(user, n++, &item)) return n;
    }
    return n;
}

static int visit_items(const gud_model *m, gud_item_kind kind, item_visitor visit, void *user)
{
    if (kind == GUD_ITEM_JOINT || kind == GUD_ITEM_DRIVE || kind == GUD_ITEM_FORCE)
        return walk_items(m, kind, visit, user);
    const int n = kind == GUD_ITEM_BODY         ? m->nbody - 1
                  : kind == GUD_ITEM_COORDINATE ? m->ncoordinate
                  : kind == GUD_ITEM_INPUT      ? m->ninput
                  : kind == GUD_ITEM_PARAMETER  ? m->nparameter
                                                : 0;
    for (int i = 0; i < n; i++) {
        const gud_item item = kind == GUD_ITEM_BODY         ? item_of_body(m, i)
                              : kind == GUD_ITEM_COORDINATE ? item_of_coordinate(m, i)
                              : kind == GUD_ITEM_INPUT      ? item_of_scalar(&m->input[i])
                                                            : item_of_scalar(&m->parameter[i]);
        if (visit(user, i, &item)) return i + 1;
    }
    return n;
}

static bool visit_all(void *user, int i, const gud_item *item)
{
    (void)user, (void)i, (void)item;
    return false;
}

int gud_model_count(const gud_model *m, gud_item_kind kind)
{
    return m ? visit_items(m, kind, visit_all, NULL) : 0;
}

typedef struct item_search {
    int i;            // the one that is wanted, or was found
    const char *name; // NULL: by its number
    gud_item item;
    bool found;
} item_search;

static bool visit_search(void *user, int i, const gud_item *item)
{
    item_search *search = user;
    search->found = search->name ? strcmp(search->name, item->name) == 0 : i == search->i;
    if (!search->found) return false;
    search->i = i;
    search->item = *item;
    return true;
}

static void fill_texts(gud_item *item)
{
    const char **texts[] = {&item->name, &item->type, &item->unit, &item->first, &item->second, &item->about};
    for (int i = 0; i < GUD_COUNT(texts); i++)
        if (!*texts[i]) *texts[i] = "";
    if (item->low != 0.0 || item->high != 0.0) return;
    item->low = -(double)INFINITY;
    item->high = (double)INFINITY;
}

gud_status gud_model_get(const gud_model *m, gud_item_kind kind, int i, gud_item *out)
{
    item_search search = {.i = i};
    if (!m || !out) return GUD_ERR_USE;
    (void)visit_items(m, kind, visit_search, &search);
    if (!search.found) return GUD_ERR_USE;
    *out = search.item;
    fill_texts(out);
    return GUD_OK;
}

int gud_model_find(const gud_model *m, gud_item_kind kind, const char *name)
{
    item_search search = {.name = name};
    if (m && name) (void)visit_items(m, kind, visit_search, &search);
    return search.found ? search.i : -1;
}

char *gud_schema_json(void)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_schema_write(&text, gud_sections);
    if (!text.failed) return text.data;
    gud_buffer_free(&text);
    return NULL;
}
