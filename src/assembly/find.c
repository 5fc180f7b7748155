#include "assembly/find.h"

#include "assembly/boxes.h"
#include "base/alloc.h"
#include "num/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gud_fit_names[GUD_NFIT_KIND] = {"pin in bore", "piston in cylinder", "ball in socket",  "cone",
                                                  "torus",       "thrust faces",       "slider in guide", "planes",
                                                  "freeform"};

const char *const gud_fit_verdicts[] = {"joint", "fixed", "ambiguous"};

static const double reach_of_box = 0.01; // how far from a feature others are looked for, of its size

int gud_fit_part(const gud_fits *fits, const gud_fit *fit, int which)
{
    return fits->features->list[which ? fit->inner : fit->outer].part;
}

typedef struct {
    gud_fits *fits;
    int feature, room;
    bool failed;
} search;

static bool is_net(const gud_feature *f)
{
    return f->kind == GUD_FACE_SPLINE && !gud_feature_is_barrel(f);
}

static bool test_pair(const gud_features *fs, int i, int j, gud_fit *fit)
{
    const gud_feature *a = &fs->list[i], *b = &fs->list[j];
    if (a->kind == GUD_FACE_PLANE && b->kind == GUD_FACE_PLANE) return gud_fit_planes(fs, i, j, fit);
    if (is_net(a) || is_net(b)) return gud_fit_sampled(fs, i, j, fit);
    if (a->inward == b->inward) return false;
    const int outer = a->inward ? i : j, inner = a->inward ? j : i;
    return gud_fit_round(fs, outer, inner, fit) || gud_fit_spheres(fs, outer, inner, fit);
}

static void visit(void *context, int j)
{
    search *s = context;
    gud_fits *fits = s->fits;
    const gud_features *fs = fits->features;
    gud_fit fit;
    if (j <= s->feature || fs->list[j].part == fs->list[s->feature].part || s->failed) return;
    fits->ncandidate++;
    if (!test_pair(fs, s->feature, j, &fit)) return;
    if (fits->n == s->room) {
        const int room = s->room ? 2 * s->room : 64;
        gud_fit *list = gud_resize(fits->list, (size_t)room, sizeof *list);
        s->failed = !list;
        if (!list) return;
        fits->list = list;
        s->room = room;
    }
    fits->list[fits->n++] = fit;
}

static gud_status search_all(gud_fits *fits)
{
    const gud_features *fs = fits->features;
    double(*box)[2][3] = gud_arena_take(&fits->arena, (size_t)fs->n, sizeof *box);
    const gud_boxes *boxes;
    search s = {.fits = fits};
    if (!box) return GUD_ERR_MEMORY;
    for (int i = 0; i < fs->n; i++) memcpy(box[i], fs->list[i].box, sizeof box[i]);
    if (gud_boxes_create(fs->n, (const double(*)[2][3])box, &fits->arena, &boxes) != GUD_OK) return GUD_ERR_MEMORY;
    for (s.feature = 0; s.feature < fs->n && !s.failed; s.feature++) {
        double wide[2][3], d[3];
        v3_axpy(d, box[s.feature][1], -1.0, box[s.feature][0]);
        for (int k = 0; k < 3; k++) {
            wide[0][k] = box[s.feature][0][k] - reach_of_box * v3_norm(d);
            wide[1][k] = box[s.feature][1][k] + reach_of_box * v3_norm(d);
        }
        gud_boxes_meet(boxes, (const double(*)[3])wide, visit, &s);
    }
    return s.failed ? GUD_ERR_MEMORY : GUD_OK;
}

static int compare_fits(const void *a, const void *b)
{
    const gud_fit *x = a, *y = b;
    if (x->verdict != y->verdict) return (int)x->verdict - (int)y->verdict;
    if (x->score != y->score) return x->score > y->score ? -1 : 1;
    if (x->outer != y->outer) return x->outer - y->outer;
    return x->inner - y->inner;
}

gud_status gud_fits_find(const gud_features *features, gud_fits *fits, gud_error *error)
{
    *fits = (gud_fits){.features = features};
    gud_arena_init(&fits->arena);
    if (search_all(fits) != GUD_OK || gud_fits_settle(fits) != GUD_OK)
        return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    if (fits->n > 0) qsort(fits->list, (size_t)fits->n, sizeof *fits->list, compare_fits);
    return GUD_OK;
}

void gud_fits_free(gud_fits *fits)
{
    gud_free(fits->list);
    gud_arena_free(&fits->arena);
    fits->list = NULL;
    fits->n = 0;
}
