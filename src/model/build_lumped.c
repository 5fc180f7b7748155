// Joints whose film is a closed form: the squeeze film of a ball, and what lets such films give way to dry contact.

#include "model/build_pairs.h"
#include "pair/blend.h"
#include "pair/squeeze.h"

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
    GUD_WRONG(
        b, e, isnan(p->blend->margin) ? "blend.depth" : "blend.margin",
        "depth = %g um must be smaller than margin = %g um, or the film breaks down before contact has taken over",
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

void gud_build_lumped(gud_builder *b, const gud_entity *e, const gud_pair_law *film, void *params, const int frames[2])
{
    gud_model *m = b->m;
    const gud_joint_params *p = e->common;
    m->stiff = true;
    if (p->contact.row) {
        add_blend(b, e, film, params, frames);
        return;
    }
    if (!isnan(p->blend->depth) || !isnan(p->blend->margin)) {
        GUD_WRONG(b, e, "blend", "a film gives way to dry contact, and no 'contact' is given");
        return;
    }
    (void)gud_build_add_pair(b, e, film, params, frames);
}

void gud_build_squeeze(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    const int frames[2] = {frame_a, frame_b};
    gud_pair_geometry g;
    gud_squeeze *squeeze = GUD_TAKE(&b->m->arena, gud_squeeze, 1);
    if (strcmp(e->row->name, "spherical") != 0) {
        GUD_WRONG(b, e, "model",
                  "a squeeze film belongs to a ball; a %s joint has the models short, long, finite, reynolds, mixed",
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
