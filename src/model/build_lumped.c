// Joints whose film is a closed form: the squeeze film of a ball, and what lets such films give way to dry contact.

#include "model/build_pairs.h"
#include "pair/blend.h"
#include "pair/squeeze.h"

#include <stdio.h>
#include <string.h>

// of the clearance, where the file does not say
static const double usual_depth = 0.005, usual_margin = 0.01;

double gud_build_margin(const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    if (!p->contact.row) return 0.0;
    return isnan(p->blend->margin) ? usual_margin * p->clearance : p->blend->margin;
}

static bool blend_fits(gud_builder *b, const gud_entity *e, double fade)
{
    const gud_joint_params *p = e->common;
    const double margin = gud_build_margin(e);
    if (fade < margin) return true;
    GUD_WRONG(b, e, isnan(p->blend->margin) ? "blend.depth" : "blend.margin",
              "depth = %g um must be smaller than margin = %g um, or the film fails before contact takes over",
              1e6 * fade, 1e6 * margin);
    return false;
}

static void add_blend(gud_builder *b, const gud_entity *e, const gud_pair_law *film, void *params, const int frames[2])
{
    gud_model *m = b->m;
    const gud_joint_params *p = e->common;
    gud_blend *blend = GUD_TAKE(&m->arena, gud_blend, 1);
    if (!blend || !gud_build_geometry(b, e, &blend->dry.geometry) || !gud_build_dry_law(b, e, &blend->dry)) return;
    blend->dry.fade = isnan(p->blend->depth) ? usual_depth * p->clearance : p->blend->depth;
    blend->film = film;
    blend->film_params = params;
    if (!blend_fits(b, e, blend->dry.fade)) return;
    gud_pair *pair = gud_build_add_pair(b, e, &gud_pair_blend, blend, frames);
    pair->nevent = gud_dry_nevent(&blend->dry);
    pair->nhistory = gud_dry_nhistory(&blend->dry);
    pair->nvariable = gud_dry_nvariable(&blend->dry);
}

// Keys of films on a grid that a closed form takes, so that one file serves all fidelity levels, and does not use:
// decision 0013.
static const char *unused_keys(gud_builder *b, const gud_entity *e)
{
    static const char *const keys[] = {"film.fill", "film.cavitation", "film.drag", "film.grid", "rough"};
    char text[200] = "", words[300];
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        if (!gud_entity_has(e, keys[i])) continue;
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "", keys[i]);
    }
    if (!text[0]) return NULL;
    (void)snprintf(words, sizeof words, "does not use %s: '%s' is a closed form; 'reynolds' and 'mixed' use them", text,
                   gud_fidelities[((const gud_joint_params *)e->common)->model]);
    return gud_build_text(b, words);
}

void gud_build_lumped(gud_builder *b, const gud_entity *e, const gud_pair_law *film, void *params, const int frames[2])
{
    gud_model *m = b->m;
    const gud_joint_params *p = e->common;
    const int built = m->npair;
    m->stiff = true;
    if (p->contact.row) {
        add_blend(b, e, film, params, frames);
        if (m->npair > built) m->pair[built].unused = unused_keys(b, e);
        return;
    }
    if (!isnan(p->blend->depth) || !isnan(p->blend->margin)) {
        GUD_WRONG(b, e, "blend", "'blend' needs 'contact': the film is blended into dry contact");
        return;
    }
    gud_build_add_pair(b, e, film, params, frames)->unused = unused_keys(b, e);
}

void gud_build_squeeze(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    const int frames[2] = {frame_a, frame_b};
    gud_pair_geometry g;
    gud_squeeze *squeeze = GUD_TAKE(&b->m->arena, gud_squeeze, 1);
    if (strcmp(e->row->name, "spherical") != 0) {
        GUD_WRONG(
            b, e, "model",
            "squeeze films are for spherical joints; a %s joint has the models short, long, finite, reynolds, mixed",
            e->row->name);
        return;
    }
    if (!squeeze || !gud_build_geometry(b, e, &g)) return;
    if (!gud_build_needs_film(b, e)) return;
    gud_lubricant oil;
    if (!gud_build_oil(b, e, false, &oil)) return;
    *squeeze = (gud_squeeze){p->radius, p->clearance + gud_build_margin(e), oil.eta0};
    gud_build_lumped(b, e, &gud_pair_squeeze, squeeze, frames);
}
