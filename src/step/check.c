#include "step/check.h"

#include "num/dense.h"

#include <stdio.h>
#include <string.h>

// Beyond the first number the factors of the mass matrix are asked whether all rows are independent; if they are not,
// beyond the second a dense rank would take minutes.
enum { few_rows = 300, most_rows = 3000 };

static const double rank_tolerance = 1e-9; // relative: a smaller pivot shows a row that depends on others
static const double takes_part = 1e-6;     // a smaller share in a combination is rounding

static void first_violation(gud_sim *s, gud_check *check)
{
    const gud_model *m = s->model;
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, s->state.clock.t);
    for (int i = 0; i < m->nrow; i++) {
        const gud_link *link = &m->link[m->row[i].link];
        if (link->role == GUD_START || !(fabs(s->work.phi[i]) > check->first_violation)) continue;
        check->first_violation = fabs(s->work.phi[i]);
        check->first_link = link->name;
    }
}

// active rows of J, columns scaled by mass so that metres and radians compare; returns their number
static int dense_jacobian(const gud_sim *s, double *matrix, int *rows)
{
    const gud_model *m = s->model;
    int n = 0;
    for (int i = 0; i < m->nrow; i++) {
        const gud_constraint *row = &m->row[i];
        if (m->link[row->link].role == GUD_START) continue;
        const gud_frame *ends[2] = {&m->frame[row->gauge.a], &m->frame[row->gauge.b]};
        const double *jac = s->work.jac + row->jac;
        for (int e = 0; e < 2; jac += ends[e]->nv, e++)
            for (int k = 0; k < ends[e]->nv; k++) {
                const int column = ends[e]->v0 + k;
                matrix[(size_t)n * (size_t)m->nv + (size_t)column] += jac[k] / sqrt(m->mass_diagonal[column]);
            }
        rows[n++] = i;
    }
    return n;
}

// the links that a dependent row repeats, each once
static void name_causes(const gud_model *m, const gud_rank *rank, const int *rows, int k, gud_check_row *out)
{
    const double *share = rank->combination + (size_t)k * (size_t)rank->rank;
    const int own = m->row[rows[rank->dependent[k]]].link;
    int last = -1;
    for (int j = 0; j < rank->rank; j++) {
        const int link = m->row[rows[rank->independent[j]]].link;
        if (fabs(share[j]) < takes_part || link == last || link == own) continue;
        const size_t used = strlen(out->because);
        (void)snprintf(out->because + used, sizeof out->because - used, "%s'%s'", used > 0 ? ", " : "",
                       m->link[link].name);
        last = link;
    }
}

static gud_status find_rank(gud_sim *s, gud_arena *arena, gud_error *error, gud_check *check)
{
    const gud_model *m = s->model;
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, s->state.clock.t);
    double *matrix = GUD_TAKE(arena, double, (size_t)m->nrow *(size_t)m->nv);
    int *rows = GUD_TAKE(arena, int, m->nrow);
    if (!matrix || !rows) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const int n = dense_jacobian(s, matrix, rows);
    gud_rank rank;
    GUD_TRY(gud_rank_find(n, m->nv, matrix, rank_tolerance, arena, error, &rank));
    check->rank = rank.rank;
    check->nredundant = rank.ndependent;
    check->redundant = GUD_TAKE(arena, gud_check_row, rank.ndependent);
    if (!check->redundant) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int k = 0; k < rank.ndependent; k++) {
        const gud_constraint *row = &m->row[rows[rank.dependent[k]]];
        check->redundant[k] = (gud_check_row){.link = m->link[row->link].name, .about = row->about};
        name_causes(m, &rank, rows, k, &check->redundant[k]);
    }
    return GUD_OK;
}

// Pivots of J M^-1 J' are squares of the numbers that a rank is judged by: those that gud_tangent finds good enough
// leave no doubt.
static bool are_independent(gud_sim *s)
{
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, s->state.clock.t);
    s->work.loose = false;
    return gud_mass_matrix(s, s->state.v) == GUD_OK && !s->work.loose;
}

gud_status gud_check_model(const gud_model *m, gud_arena *arena, gud_error *error, gud_check *check)
{
    gud_sim *s = NULL;
    *check = (gud_check){.nbody = m->nbody - 1, .nv = m->nv, .rank = -1, .first_link = ""};
    for (int i = 0; i < m->nlink; i++) check->nrow += m->link[i].role == GUD_START ? 0 : m->link[i].nrow;
    gud_status st = gud_sim_create(m, &s);
    if (st != GUD_OK) return gud_fail(error, st, "out of memory");
    first_violation(s, check);
    st = gud_start(s);
    check->assembled = st == GUD_OK;
    if (st != GUD_OK) check->problem = s->error;
    st = GUD_OK;
    if (m->nrow == 0 || (check->assembled && m->nrow > few_rows && are_independent(s)))
        check->rank = check->nrow;
    else if (m->nrow <= most_rows)
        st = find_rank(s, arena, error, check);
    gud_sim_free(s);
    return st;
}
