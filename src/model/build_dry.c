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
        GUD_WRONG(b, e, "model", "a dry joint needs 'contact': a law with its stiffness or materials");
        return false;
    }
    const gud_contact_law *law = gud_contact_find(p->contact.row->name);
    memcpy(&params, p->contact.params, sizeof params);
    const bool curved = dry->geometry.shape != GUD_SHAPE_BLOCK;
    gud_contact_pair_set(p->contact.common, curved ? p->radius : (double)NAN, curved ? p->clearance : (double)NAN,
                         p->width, &pair);
    if (gud_contact_make(law, &params, &pair, &error, &dry->contact) == GUD_OK) return true;
    GUD_WRONG(b, e, "contact", "%s", error.text);
    return false;
}

static bool make_friction(gud_builder *b, const gud_entity *e, gud_dry *dry)
{
    const gud_joint_params *p = e->common;
    gud_friction_params params;
    gud_error error;
    if (!p->friction.row) return true;
    const gud_friction_law *law = gud_friction_find(p->friction.row->name);
    memcpy(&params, p->friction.params, sizeof params);
    if (law->state && !b->m->planar) {
        GUD_WRONG(b, e, "friction", "bristles (%s) are known in the plane only", law->row.name);
        return false;
    }
    dry->rubs = true;
    if (gud_friction_make(law, &params, &error, &dry->friction) == GUD_OK) return true;
    GUD_WRONG(b, e, "friction", "%s", error.text);
    return false;
}

void gud_build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_dry *dry = GUD_TAKE(&m->arena, gud_dry, 1);
    if (!dry || !gud_build_geometry(b, e, &dry->geometry) || !make_contact(b, e, dry) || !make_friction(b, e, dry))
        return;
    const int n = gud_pair_nspot(&dry->geometry);
    m->force[m->nforce++] = (gud_force){.name = gud_arena_text(&m->arena, e->name),
                                        .law = n == 1   ? &gud_pair_dry_one
                                               : n == 2 ? &gud_pair_dry_two
                                                        : &gud_pair_dry_four,
                                        .params = dry,
                                        .frame = {frame_a, frame_b},
                                        .nframe = 2,
                                        .coordinate = -1,
                                        .nevent = n,
                                        .nhistory = n * GUD_SPOT_HISTORY,
                                        .nvariable = dry->rubs && dry->friction.law->state ? n : 0};
}
