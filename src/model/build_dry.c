// Joints with clearance and dry contact.

#include "model/build_pairs.h"
#include "pair/dry.h"

#include <string.h>

static bool make_contact(gud_builder *b, const gud_entity *e, gud_dry *dry)
{
    const gud_joint_params *p = e->common;
    gud_contact_pair pair;
    gud_contact_params params;
    gud_error error;
    if (!p->contact.row) {
        GUD_WRONG(b, e, "model", "a dry joint needs 'contact': a law with its stiffness or materials, or 'foundation'");
        return false;
    }
    const gud_contact_law *law = gud_contact_find(p->contact.row->name);
    memcpy(&params, p->contact.params, sizeof params);
    const gud_law_context context = gud_build_law_context(b, &error);
    if (law->outside &&
        !gud_build_sourced(b, e, "contact", &params.source, gud_contact_source(&context, &params), &error))
        return false;
    const bool curved = dry->geometry.shape != GUD_SHAPE_BLOCK;
    gud_contact_pair_set(p->contact.common, curved ? p->radius : (double)NAN, curved ? p->clearance : (double)NAN,
                         p->width, &pair);
    if (gud_contact_make(law, &params, &pair, &error, &dry->contact) == GUD_OK) return true;
    GUD_WRONG(b, e, "contact", "%s", error.text);
    return false;
}

bool gud_build_friction(gud_builder *b, const gud_entity *e, gud_friction *friction, bool *rubs)
{
    const gud_joint_params *p = e->common;
    gud_friction_params params;
    gud_error error;
    *rubs = p->friction.row != NULL;
    if (!*rubs) return true;
    const gud_friction_law *law = gud_friction_find(p->friction.row->name);
    memcpy(&params, p->friction.params, sizeof params);
    const gud_law_context context = gud_build_law_context(b, &error);
    if (law->outside &&
        !gud_build_sourced(b, e, "friction", &params.source, gud_friction_source(&context, &params), &error))
        return false;
    if (law->state && (!b->m->planar || p->foundation.row)) {
        GUD_WRONG(b, e, "friction", "friction law %s is available only in the plane, and not on foundations",
                  law->row.name);
        return false;
    }
    if (gud_friction_make(law, &params, &error, friction) == GUD_OK) return true;
    GUD_WRONG(b, e, "friction", "%s", error.text);
    return false;
}

static bool make_geometry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_dry *dry)
{
    static const int planar_cells[2] = {48, 1}, spatial_cells[2] = {32, 9};
    const gud_joint_params *p = e->common;
    int cells[2];
    if (!p->surfaces[0]) return gud_build_geometry(b, e, &dry->geometry);
    gud_surface_pair *pair = GUD_TAKE(&b->m->arena, gud_surface_pair, 1);
    if (!pair || !gud_build_cells(b, e, b->m->planar ? planar_cells : spatial_cells, cells) ||
        !gud_build_surface_pair(b, e, frame_a, frame_b, cells, pair))
        return false;
    dry->surfaces = pair;
    dry->geometry = (gud_pair_geometry){.shape = GUD_SHAPE_SURFACES, .clearance = pair->clearance};
    return true;
}

bool gud_build_dry_law(gud_builder *b, const gud_entity *e, gud_dry *dry)
{
    return make_contact(b, e, dry) && gud_build_friction(b, e, &dry->friction, &dry->rubs);
}

void gud_build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    if (((const gud_joint_params *)e->common)->foundation.row) {
        gud_build_foundation(b, e, frame_a, frame_b);
        return;
    }
    gud_dry *dry = GUD_TAKE(&m->arena, gud_dry, 1);
    if (!dry || !make_geometry(b, e, frame_a, frame_b, dry) || !gud_build_dry_law(b, e, dry)) return;
    const int frames[2] = {frame_a, frame_b};
    gud_pair *pair = gud_build_add_pair(b, e, dry->surfaces ? &gud_pair_dry_surfaces : &gud_pair_dry, dry, frames);
    pair->nevent = gud_dry_nevent(dry);
    pair->nhistory = gud_dry_nhistory(dry);
    pair->nvariable = gud_dry_nvariable(dry);
}
