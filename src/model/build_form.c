// Deviations of the walls of joints, from the section `deviations`.

#include "model/build_pairs.h"

#include <string.h>

// is this deviation one of the joint's, on that wall?
static bool belongs(const gud_entity *d, const gud_entity *joint, int wall)
{
    const gud_deviation_place *p = d->common;
    return strcmp(p->joint, joint->name) == 0 && p->wall == wall;
}

static bool make_one(gud_builder *b, const gud_entity *e, gud_deviation *made)
{
    gud_error error;
    const gud_deviation_context context = {&b->curve_units, &b->m->arena, &error};
    const gud_status status = gud_deviation_make(e->row, e->params, &context, made);
    return gud_build_made(b, e, status == GUD_OK ? NULL : gud_entity_file(e, error.text), status, &error);
}

bool gud_build_form(gud_builder *b, const gud_entity *e, int reference, const gud_form **form)
{
    const gud_entities *all = gud_input_section(b->in, "deviations");
    gud_form *made = GUD_TAKE(&b->m->arena, gud_form, 1);
    gud_deviation *list = GUD_TAKE(&b->m->arena, gud_deviation, all->count + 1);
    bool fine = true;
    *form = NULL;
    if (!made || !list) return false;
    for (int w = 0; w < 2; w++) {
        made->list[w] = list;
        for (int i = 0; i < all->count; i++) {
            if (!belongs(&all->list[i], e, w == 0 ? reference : 1 - reference)) continue;
            fine = make_one(b, &all->list[i], list) && fine;
            list++, made->n[w]++;
        }
    }
    if (made->n[0] + made->n[1] > 0) *form = made;
    return fine;
}

bool gud_build_check_form(gud_builder *b, const gud_entity *e, int reference, const gud_form *form,
                          const gud_wall walls[2])
{
    const gud_entities *all = gud_input_section(b->in, "deviations");
    bool fine = true;
    for (int w = 0; form && w < 2; w++) {
        int k = 0;
        for (int i = 0; i < all->count; i++) {
            gud_error error;
            if (!belongs(&all->list[i], e, w == 0 ? reference : 1 - reference)) continue;
            const gud_form one = {{&form->list[w][k++], NULL}, {1, 0}};
            const gud_wall alone[2] = {walls[w], walls[w]};
            fine = gud_build_made(b, &all->list[i], NULL, gud_form_check(&one, alone, &error), &error) && fine;
        }
    }
    return fine;
}

void gud_build_check_deviations(gud_builder *b)
{
    const gud_entities *all = gud_input_section(b->in, "deviations");
    for (int i = 0; i < all->count; i++) {
        const gud_deviation_place *p = all->list[i].common;
        const gud_entity *joint = gud_input_find(b->in, "joints", p->joint);
        const gud_joint_params *j = joint ? joint->common : NULL;
        const bool film = j && (j->model == GUD_FIDELITY_REYNOLDS || j->model == GUD_FIDELITY_MIXED ||
                                (j->model == GUD_FIDELITY_DRY && j->foundation.row && !j->surfaces[0]));
        if (!j || film) continue;
        GUD_WRONG(
            b, &all->list[i], "joint",
            "joint '%s' is '%s': only films on a grid (reynolds, mixed) and foundations of joints without 'surfaces' "
            "depend on the form of the walls",
            p->joint, gud_fidelities[j->model]);
    }
}
