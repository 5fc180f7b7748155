// Wrench, tangent and history of dry clearance joints; docs/theory/clearance.md.
//
//     V     = v_B + w_B x rB - v_A - w_A x rA            velocity of B over A at Q
//     N     = share F(depth, m.V, rate0)                  contact law
//     u     = m/|m|,  C = Q + reach u                     where friction acts
//     s     = (1 - u u')(V + (w_B - w_A) x reach u)       slip at C
//     f     = -N m - T s/|s|                              on B; -f on A
//
// Tangents are directional derivatives of these lines, one for each of the 24 displacements and twists.

#include "pair/dry.h"

#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// all that one spot makes of poses and twists
typedef struct {
    gud_spot at;
    double V[3], rate;
    double share; // of the joint's stiffness
    double N, N_depth, N_rate;
    double length, u[3], spin[3]; // |m|, m/|m|, w_B - w_A
    double Vc[3], slip[3], speed; // velocity at C, its tangential part
    double T[3];                  // resistance of friction
    double mu, mu_speed;
    double T_scale, T_slip; // of friction with a state, in the plane
    double y, y_t;          // its state
} touch;

static int find_spots(const gud_dry *p, const gud_pair_in *in, gud_spot *spots)
{
    if (!p->surfaces) return gud_pair_spots(&p->geometry, in->pose[0], in->pose[1], spots);
    gud_surface_spot(p->surfaces, in->pose, in->history + GUD_SPOT_HISTORY, in->work, &spots[0]);
    return 1;
}

static void spot_velocity(const gud_spot *at, const gud_pose *A, const gud_pose *B, double V[3])
{
    const gud_shift twist = {{A->v[0], A->v[1], A->v[2]},
                             {A->w[0], A->w[1], A->w[2]},
                             {B->v[0], B->v[1], B->v[2]},
                             {B->w[0], B->w[1], B->w[2]}};
    gud_spot_move(at, &twist, V);
}

// The two ends of a bore share its stiffness: a journal that does not tilt meets the contact law once, as in the plane.
static double share_of(const gud_dry *p, int spot)
{
    return p->geometry.shape == GUD_SHAPE_CYLINDER && spot < 2 ? 0.5 : 1.0;
}

int gud_dry_nfading(const gud_dry *p)
{
    const int n = gud_pair_nspot(&p->geometry);
    return p->geometry.shape == GUD_SHAPE_CYLINDER ? 2 : n;
}

int gud_dry_nevent(const gud_dry *p)
{
    return gud_pair_nspot(&p->geometry);
}

int gud_dry_nhistory(const gud_dry *p)
{
    return gud_pair_nspot(&p->geometry) * GUD_SPOT_HISTORY + (p->surfaces ? gud_surface_nhistory(p->surfaces) : 0);
}

int gud_dry_nvariable(const gud_dry *p)
{
    return p->rubs && p->friction.law->state ? gud_pair_nspot(&p->geometry) : 0;
}

static bool is_apart(const gud_pair_in *in, int spot, double depth)
{
    return in->side[spot] < 0.0 || depth <= 0.0;
}

// Tian 2009, eq. 35
double gud_dry_weight(const gud_dry *p, const gud_pair_in *in, int spot, double depth, double *by_depth)
{
    *by_depth = 0.0;
    if (is_apart(in, spot, depth)) return 0.0;
    if (spot >= gud_dry_nfading(p) || depth >= p->fade) return 1.0;
    *by_depth = 1.0 / p->fade;
    return depth / p->fade;
}

static void normal_force(const gud_dry *p, const gud_pair_in *in, int spot, touch *c)
{
    const double *rate0 = &in->history[spot * GUD_SPOT_HISTORY + GUD_SPOT_RATE0];
    const gud_contact_in given = {&c->at.depth, &c->rate, rate0};
    gud_contact_out out = {&c->N, &c->N_depth, &c->N_rate};
    double grows;
    gud_contact_eval(&p->contact, 1, &given, &out);
    const double share = share_of(p, spot), weight = gud_dry_weight(p, in, spot, c->at.depth, &grows);
    c->share = share * weight;
    c->N_depth = c->share * c->N_depth + share * grows * c->N;
    c->N_rate *= c->share;
    c->N *= c->share;
}

// laws without state: T = N mu(|s|) s/|s|, contact.md, eq. 33
static void slide(const gud_dry *p, touch *c)
{
    p->friction.law->curve(&p->friction.params, 1, &c->speed, &c->mu, &c->mu_speed);
    const double ratio = c->speed > 0.0 ? c->mu / c->speed : c->mu_speed;
    v3_scale(c->T, c->N * ratio, c->slip);
}

// bristles, in the plane: their state is solved for inside the stage, y = y_hat + c y'
static void bristle(const gud_dry *p, const gud_pair_in *in, int spot, touch *c)
{
    const double t[3] = {-c->u[1], c->u[0], 0.0}, slip = v3_dot(c->slip, t);
    double F, F_slip, F_normal, F_state, power, rate, S_slip, S_normal, S_state, y = in->y_hat[spot];
    const gud_friction_in given = {&slip, &c->N, &y};
    gud_friction_out out = {&F, &F_slip, &F_normal, &F_state, &power, &rate, &S_slip, &S_normal, &S_state};
    p->friction.law->eval(&p->friction.params, 1, &given, &out);
    y = (in->y_hat[spot] + in->c * (rate - S_state * y)) / (1.0 - in->c * S_state); // the rate is linear in y
    p->friction.law->eval(&p->friction.params, 1, &given, &out);
    const double y_slip = in->c * S_slip / (1.0 - in->c * S_state);
    c->y = y;
    c->y_t = rate;
    v3_scale(c->T, F, t);
    c->T_scale = F;
    c->mu = F_normal;
    c->T_slip = F_slip + F_state * y_slip;
}

// false: the spot does not touch
static bool touch_make(const gud_dry *p, const gud_pair_in *in, int spot, const gud_spot *at, touch *c)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    *c = (touch){.at = *at};
    if (is_apart(in, spot, at->depth)) return false;
    spot_velocity(at, A, B, c->V);
    c->rate = v3_dot(at->m, c->V);
    normal_force(p, in, spot, c);
    c->length = v3_norm(at->m);
    v3_scale(c->u, 1.0 / c->length, at->m);
    if (!p->rubs || at->reach < 0.0) return true;

    double turning[3];
    v3_axpy(c->spin, B->w, -1.0, A->w);
    v3_cross(turning, c->spin, c->u);
    v3_axpy(c->Vc, c->V, at->reach, turning);
    v3_axpy(c->slip, c->Vc, -v3_dot(c->u, c->Vc), c->u);
    c->speed = v3_norm(c->slip);
    if (p->friction.law->state)
        bristle(p, in, spot, c);
    else
        slide(p, c);
    return true;
}

static void add_wrench(const touch *c, double *wrench)
{
    double f[3], lever[3], arm[3], moment[3];
    for (int k = 0; k < 3; k++) f[k] = -c->N * c->at.m[k] - c->T[k];
    v3_scale(arm, -c->at.reach, c->u);
    v3_cross(lever, arm, c->T); // reach u x (-T)
    v3_cross(moment, c->at.rA, f);
    for (int k = 0; k < 3; k++) {
        wrench[k] -= f[k];
        wrench[3 + k] -= moment[k] + lever[k];
    }
    v3_cross(moment, c->at.rB, f);
    for (int k = 0; k < 3; k++) {
        wrench[6 + k] += f[k];
        wrench[9 + k] += moment[k] + lever[k];
    }
}

// how V changes: through the twists (dV given), and because Q moves on turning bodies
static void velocity_change(const touch *c, const gud_pose *A, const gud_pose *B, const gud_spot *d,
                            const gud_shift *twist, double dV[3])
{
    double a[3], b[3];
    gud_spot_move(&c->at, twist, dV);
    v3_cross(a, A->w, d->rA);
    v3_cross(b, B->w, d->rB);
    for (int k = 0; k < 3; k++) dV[k] += b[k] - a[k];
}

// how the resistance of friction changes with slip and normal force
static void friction_change(const gud_dry *p, const touch *c, const double dslip[3], const double du[3], double dN,
                            double dT[3])
{
    if (p->friction.law->state) {
        const double t[3] = {-c->u[1], c->u[0], 0.0}, dt[3] = {-du[1], du[0], 0.0};
        const double dF = c->T_slip * (v3_dot(dslip, t) + v3_dot(c->slip, dt)) + c->mu * dN;
        for (int k = 0; k < 3; k++) dT[k] = dF * t[k] + c->T_scale * dt[k];
        return;
    }
    const double ratio = c->speed > 0.0 ? c->mu / c->speed : c->mu_speed;
    const double along = c->speed > 0.0 ? v3_dot(c->slip, dslip) / (c->speed * c->speed) : 0.0;
    for (int k = 0; k < 3; k++)
        dT[k] = c->N * (ratio * dslip[k] + (c->mu_speed - ratio) * along * c->slip[k]) + dN * ratio * c->slip[k];
}

// derivative of the wrench when the spot changes by d and the twists by `twist`
static void change(const gud_dry *p, const touch *c, const gud_pair_in *in, const gud_spot *d, const gud_shift *twist,
                   double dw[12])
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    double dV[3], df[3], dT[3] = {0}, du[3] = {0}, x[3], y[3], lever[3] = {0};
    velocity_change(c, A, B, d, twist, dV);
    const double dN = c->N_depth * d->depth + c->N_rate * (v3_dot(d->m, c->V) + v3_dot(c->at.m, dV));

    if (p->rubs) {
        double dslip[3], dVc[3], turning[3], dspin[3];
        const double dm_u = v3_dot(d->m, c->u);
        for (int k = 0; k < 3; k++) du[k] = (d->m[k] - dm_u * c->u[k]) / c->length;
        v3_axpy(dspin, twist->fB, -1.0, twist->fA);
        v3_cross(turning, c->spin, c->u);
        v3_cross(x, dspin, c->u);
        v3_cross(y, c->spin, du);
        for (int k = 0; k < 3; k++) dVc[k] = dV[k] + d->reach * turning[k] + c->at.reach * (x[k] + y[k]);
        const double uV = v3_dot(c->u, c->Vc), duV = v3_dot(du, c->Vc) + v3_dot(c->u, dVc);
        for (int k = 0; k < 3; k++) dslip[k] = dVc[k] - duV * c->u[k] - uV * du[k];
        friction_change(p, c, dslip, du, dN, dT);

        // lever = -reach u x T
        double r[3];
        for (int k = 0; k < 3; k++) r[k] = d->reach * c->u[k] + c->at.reach * du[k];
        v3_cross(x, r, c->T);
        v3_cross(y, c->u, dT);
        for (int k = 0; k < 3; k++) lever[k] = -x[k] - c->at.reach * y[k];
    }

    double f[3];
    for (int k = 0; k < 3; k++) {
        f[k] = -c->N * c->at.m[k] - c->T[k];
        df[k] = -dN * c->at.m[k] - c->N * d->m[k] - dT[k];
    }
    v3_cross(x, d->rA, f);
    v3_cross(y, c->at.rA, df);
    for (int k = 0; k < 3; k++) {
        dw[k] = -df[k];
        dw[3 + k] = -x[k] - y[k] - lever[k];
    }
    v3_cross(x, d->rB, f);
    v3_cross(y, c->at.rB, df);
    for (int k = 0; k < 3; k++) {
        dw[6 + k] = df[k];
        dw[9 + k] = x[k] + y[k] + lever[k];
    }
}

static void add_tangent(const gud_dry *p, const touch *c, const gud_pair_in *in, int spot, gud_pair_out *out)
{
    for (int j = 0; j < 12; j++) {
        gud_shift unit = {0};
        const gud_shift still = {0};
        gud_spot d, none = {0};
        double dw[12], *part[4] = {unit.pA, unit.fA, unit.pB, unit.fB};
        part[j / 3][j % 3] = 1.0;
        if (p->surfaces)
            gud_surface_spot_shift(p->surfaces, in->work, &c->at, &unit, &d);
        else
            gud_pair_spot_shift(&p->geometry, in->pose[0], in->pose[1], spot, &c->at, &unit, &d);
        change(p, c, in, &d, &still, dw);
        for (int i = 0; i < 12; i++) out->by_displacement[12 * i + j] += dw[i];
        change(p, c, in, &none, &unit, dw);
        for (int i = 0; i < 12; i++) out->by_twist[12 * i + j] += dw[i];
    }
}

// Gauss-Legendre's rule of twelve points on (-1, 1), its positive half: the energy is asked for in every step
enum { nhalf = 6 };
static const double node[nhalf] = {0.981560634246719251, 0.904117256370474857, 0.769902674194304687,
                                   0.587317954286617447, 0.367831498998180194, 0.125233408511468915};
static const double weight[nhalf] = {0.047175336386511827, 0.106939325995318431, 0.160078328543346226,
                                     0.203167426723065922, 0.233492536538354809, 0.249147045813402785};

// elastic energy of a depth, by quadrature of the law's own curve; with a `fade` the force is that times depth/fade
static double elastic_energy(const gud_contact *contact, double depth, double fade)
{
    double z[2 * nhalf], d[2 * nhalf], force[2 * nhalf], slope[2 * nhalf], energy = 0.0;
    for (int i = 0; i < 2 * nhalf; i++) {
        // d = depth z^2 softens the root in the curve at d = 0
        z[i] = 0.5 * (i < nhalf ? 1.0 + node[i] : 1.0 - node[i - nhalf]);
        d[i] = depth * z[i] * z[i];
    }
    contact->law->elastic(contact, 2 * nhalf, d, force, slope);
    for (int i = 0; i < 2 * nhalf; i++)
        energy += weight[i % nhalf] * force[i] * (fade > 0.0 ? d[i] / fade : 1.0) * depth * z[i];
    return energy;
}

double gud_dry_elastic_energy(const gud_contact *contact, double depth)
{
    return elastic_energy(contact, depth, 0.0);
}

static double stored_in(const gud_dry *p, int spot, double depth)
{
    const gud_contact *contact = &p->contact;
    const double fade = spot < gud_dry_nfading(p) ? p->fade : 0.0;
    double energy = elastic_energy(contact, fade > 0.0 ? fmin(depth, fade) : depth, fade);
    if (fade > 0.0 && depth > fade) energy += elastic_energy(contact, depth, 0.0) - elastic_energy(contact, fade, 0.0);
    return share_of(p, spot) * energy;
}

// power lost in the normal direction and by friction
static void losses(const gud_dry *p, const touch *c, double power[2])
{
    double force = 0.0, slope;
    p->contact.law->elastic(&p->contact, 1, &c->at.depth, &force, &slope);
    power[0] = (c->N - c->share * force) * c->rate;
    power[1] = v3_dot(c->T, c->slip);
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_dry *p = prm;
    gud_spot spots[GUD_SPOTS];
    const int n = find_spots(p, in, spots);
    for (int k = 0; k < n; k++) {
        touch c;
        if (p->rubs && p->friction.law->state) {
            out->y[k] = in->y_hat[k];
            out->y_t[k] = 0.0;
        }
        if (!touch_make(p, in, k, &spots[k], &c)) continue;
        add_wrench(&c, out->wrench);
        if (p->rubs && p->friction.law->state) {
            out->y[k] = c.y;
            out->y_t[k] = c.y_t;
        }
        if (out->by_displacement) add_tangent(p, &c, in, k, out);
        if (out->energies) out->potential += stored_in(p, k, spots[k].depth);
        if (!out->powers) continue;
        double power[2];
        losses(p, &c, power);
        out->dissipation += power[0] + power[1];
        out->friction += power[1];
    }
}

static void events(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_dry *p = prm;
    gud_spot spots[GUD_SPOTS];
    const int n = find_spots(p, in, spots);
    for (int k = 0; k < n; k++) values[k] = spots[k].depth;
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    (void)y; // bristles start straight
    const gud_dry *p = prm;
    gud_spot spots[GUD_SPOTS];
    const int n = find_spots(p, in, spots);
    if (p->surfaces) gud_surface_remember(p->surfaces, in->work, history + GUD_SPOT_HISTORY);
    for (int k = 0; k < n; k++)
        if (spots[k].depth > 1e-9 * p->geometry.clearance)
            return gud_fail(
                error, GUD_ERR_INPUT,
                "the parts overlap by %.3g um at the start (clearance %.3g um): move them apart, or use `start`",
                1e6 * spots[k].depth, 1e6 * p->geometry.clearance);
    return GUD_OK;
}

static void end_contact(double rate, double t, double *h)
{
    const double record[GUD_SPOT_NRECORD] = {h[GUD_SPOT_BEGIN],     h[GUD_SPOT_RATE0],
                                             h[GUD_SPOT_FORCE],     h[GUD_SPOT_DEPTH],
                                             t - h[GUD_SPOT_BEGIN], fmax(-rate, 0.0) / h[GUD_SPOT_RATE0]};
    memcpy(h + GUD_SPOT_RECORD, record, sizeof record);
    h[GUD_SPOT_COUNT] += 1.0;
    h[GUD_SPOT_RATE0] = 0.0;
}

static void accept_spot(const gud_dry *p, const gud_pair_in *in, int spot, const gud_spot *at, double *h, double *y)
{
    touch c;
    double V[3];
    spot_velocity(at, in->pose[0], in->pose[1], V);
    const double rate = v3_dot(at->m, V);
    const bool was = h[GUD_SPOT_RATE0] > 0.0, is = was ? at->depth > 0.0 : at->depth >= 0.0;
    const bool touching = is && touch_make(p, in, spot, at, &c);
    if (was && !is) end_contact(rate, in->t, h);
    if (!was && is) {
        h[GUD_SPOT_RATE0] = fmax(rate, p->contact.slowest);
        h[GUD_SPOT_BEGIN] = in->t;
        h[GUD_SPOT_FORCE] = h[GUD_SPOT_DEPTH] = 0.0;
        if (y) y[spot] = 0.0; // bristles start straight
    }
    if (!touching) return;
    h[GUD_SPOT_FORCE] = fmax(h[GUD_SPOT_FORCE], c.N);
    h[GUD_SPOT_DEPTH] = fmax(h[GUD_SPOT_DEPTH], at->depth);
    h[GUD_SPOT_MOST] = fmax(h[GUD_SPOT_MOST], at->depth);
}

static void accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_dry *p = prm;
    gud_spot spots[GUD_SPOTS];
    const int n = find_spots(p, in, spots);
    double *states = p->rubs && p->friction.law->state ? y : NULL;
    for (int k = 0; k < n; k++) accept_spot(p, in, k, &spots[k], history + k * GUD_SPOT_HISTORY, states);
    if (p->surfaces) gud_surface_remember(p->surfaces, in->work, history + GUD_SPOT_HISTORY);
}

// ---- scratch of surfaces

static void *work_create(const void *prm)
{
    const gud_dry *p = prm;
    return gud_surface_work_create(p->surfaces);
}

static void work_free(void *work)
{
    gud_surface_work_free(work);
}

static void work_forget(const void *prm, void *work, const double *history)
{
    (void)prm;
    (void)history;
    gud_surface_work_forget(work);
}

enum {
    channel_x,
    channel_y,
    channel_z,
    channel_ratio,
    channel_depth = GUD_DRY_DEPTH,
    channel_force,
    channel_friction,
    channel_contact_loss,
    channel_friction_loss,
    channel_friction_work,
    channel_count,
    channel_contact_work,
    channel_pressure,
};

static const gud_pair_label channels[] = {
    GUD_DRY_CHANNELS,
    {"contact_work", "J", "energy lost in the normal direction since the start"},
    {"contact_pressure", "Pa", "peak pressure in the middle of the contact; 0 if the law has no contact width"},
};

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_dry *p = prm;
    gud_spot spots[GUD_SPOTS];
    const int n = find_spots(p, in, spots);
    double d[3], local[3];
    v3_axpy(d, in->pose[1]->p, -1.0, in->pose[0]->p);
    m3_apply_t(local, in->pose[0]->R, d);
    memset(values, 0, GUD_DRY_NCHANNEL * sizeof *values);
    v3_copy(values + channel_x, local);
    values[channel_depth] = -INFINITY;
    values[channel_contact_work] = in->lost[0] - in->lost[1];
    values[channel_friction_work] = in->lost[1];
    for (int k = 0; k < n; k++) {
        touch c;
        values[channel_depth] = fmax(values[channel_depth], spots[k].depth);
        values[channel_count] += in->history[k * GUD_SPOT_HISTORY + GUD_SPOT_COUNT];
        if (!touch_make(p, in, k, &spots[k], &c)) continue;
        double power[2];
        losses(p, &c, power);
        values[channel_force] += c.N;
        values[channel_friction] += v3_norm(c.T);
        double pressure;
        if (gud_contact_pressure(&p->contact, 1, &spots[k].depth, &c.N, &pressure))
            values[channel_pressure] = fmax(values[channel_pressure], pressure);
        values[channel_contact_loss] += power[0];
        values[channel_friction_loss] += power[1];
    }
    values[channel_ratio] = (values[channel_depth] + p->geometry.clearance) / p->geometry.clearance;
}

const gud_pair_label gud_dry_logged[] = {
    {"begin", "s", "time at which the contact began"},
    {"speed", "m/s", "approach speed at the start of the contact"},
    {"force", "N", "largest"},
    {"depth", "m", "largest"},
    {"duration", "s", "of the contact"},
    {"restitution", "1", "separation speed over approach speed"},
};

static int log_contacts(const void *prm, const double *before, const double *after, double (*records)[GUD_PAIR_LOGGED])
{
    const gud_dry *p = prm;
    int n = 0;
    for (int k = 0; k < gud_pair_nspot(&p->geometry); k++) {
        const double *h = after + k * GUD_SPOT_HISTORY;
        if (h[GUD_SPOT_COUNT] == before[k * GUD_SPOT_HISTORY + GUD_SPOT_COUNT]) continue;
        memcpy(records[n++], h + GUD_SPOT_RECORD, GUD_SPOT_NRECORD * sizeof(double));
    }
    return n;
}

// ---- remarks

static const double too_deep = 0.02; // of the body's size: bodies that overlap so much are no elastic contact

double gud_dry_deepest(const gud_dry *p, const double *history)
{
    double most = 0.0;
    for (int k = 0; k < gud_pair_nspot(&p->geometry); k++)
        most = fmax(most, history[k * GUD_SPOT_HISTORY + GUD_SPOT_MOST]);
    return most;
}

static bool remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_dry *p = prm;
    const gud_pair_geometry *g = &p->geometry;
    const double whole = g->shape == GUD_SHAPE_BLOCK ? 2.0 * g->half_height : g->radius;
    const double most = gud_dry_deepest(p, in->history);
    if (p->surfaces || !(most > too_deep * whole)) return false;
    (void)snprintf(text, size,
                   "contact too soft: its bodies overlapped by up to %.3g mm, %.2g %% of their size, beyond the range "
                   "of contact laws; check the load, and contact.stiffness or contact.young",
                   1e3 * most, 100.0 * most / whole);
    return true;
}

#define DRY                                                                                                            \
    .eval = eval, .events = events, .start = start, .accept = accept, .logged = gud_dry_logged,                        \
    .nlogged = GUD_COUNT(gud_dry_logged), .log = log_contacts, .channels = channels, .nchannel = GUD_COUNT(channels),  \
    .report = report, .remark = remark

const gud_pair_law gud_pair_dry = {DRY};
const gud_pair_law gud_pair_dry_surfaces = {
    DRY,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
};
