#include "pair/asperities.h"

#include "num/pi.h"

#include <math.h>

// one sample: its pressure pushes along `dir`, its friction works along `along`, the slide's derivative by the rates
static void add_sample(const gud_lubricated *p, const gud_journal_place *at, double c, double sn, double z, double load,
                       double load_h, gud_asperities *a)
{
    const double dir[5] = {c, sn, z * c, z * sn, 0.0}, along[5] = {-sn, c, -z * sn, z * c, p->radius};
    double slide = (at->omega_j - at->omega_b) * p->radius, total[5];
    for (int k = 0; k < 4; k++) slide += along[k] * at->q_t[k];
    const double share = tanh(slide / p->slow), grip = p->coefficient * share;
    const double grip_slide = p->coefficient * (1.0 - share * share) / p->slow;

    a->force += load;
    a->loss += grip * load * slide;
    for (int k = 0; k < 5; k++) {
        total[k] = dir[k] + grip * along[k];
        a->a.F[k] -= load * total[k];
        for (int l = 0; l < 4; l++) a->a.F_q[k][l] += load_h * total[k] * dir[l];
        for (int l = 0; l < 5; l++) a->a.F_v[k][l] -= load * grip_slide * along[k] * along[l];
    }
}

static double height_of(int nalong, int s, double width)
{
    return nalong > 1 ? ((s + 0.5) / nalong - 0.5) * width : 0.0;
}

enum { batch = 64 };

// samples around at one height that are near enough to touch
typedef struct {
    int n, number[batch];
    double gap[batch];
} near_samples;

static void press(const gud_lubricated *p, const gud_journal_place *at, double z, const near_samples *near,
                  gud_asperities *a)
{
    const double dA = 2.0 * pi * p->radius / p->naround * p->width / p->nalong;
    double pressure[batch], p_h[batch];
    gud_rough_eval(p->rough, near->n, near->gap, pressure, p_h, NULL);
    for (int i = 0; i < near->n; i++) {
        const int k = near->number[i];
        a->largest = fmax(a->largest, pressure[i]);
        add_sample(p, at, p->cosine[k], p->sine[k], z, pressure[i] * dA, p_h[i] * dA, a);
    }
}

void gud_asperities_press(const gud_lubricated *p, const gud_journal_place *at, gud_asperities *a)
{
    const double reach = gud_rough_reach(p->rough);
    *a = (gud_asperities){0};
    for (int s = 0; s < p->nalong; s++) {
        const double z = height_of(p->nalong, s, p->width);
        const double e[2] = {at->q[0] + z * at->q[2], at->q[1] + z * at->q[3]};
        near_samples near = {.n = 0};
        for (int i = 0; i < p->naround; i++) {
            const double gap = p->clearance - e[0] * p->cosine[i] - e[1] * p->sine[i];
            if (gap >= reach) continue;
            near.number[near.n] = i;
            near.gap[near.n++] = gap;
            if (near.n < batch) continue;
            press(p, at, z, &near, a);
            near.n = 0;
        }
        press(p, at, z, &near, a);
    }
}

double gud_asperities_reach(const gud_rough *rough)
{
    return rough->params.mean + 8.0 * rough->params.sigma;
}

double gud_asperities_work(const gud_rough *rough, double h)
{
    static const double node[] = {0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263};
    static const double weight[] = {0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269};
    const double panel = 2.0 * rough->params.sigma;
    double sum = 0.0;
    for (; h < gud_asperities_reach(rough); h += panel) {
        double at[4], pressure[4], p_h[4];
        for (int i = 0; i < 4; i++) at[i] = h + panel * node[i];
        gud_rough_eval(rough, 4, at, pressure, p_h, NULL);
        for (int i = 0; i < 4; i++) sum += panel * weight[i] * pressure[i];
    }
    return sum;
}

double gud_asperities_stored(const gud_lubricated *p, const gud_journal_place *at)
{
    const double reach = gud_asperities_reach(p->rough);
    double sum = 0.0;
    for (int s = 0; s < p->nalong; s++) {
        const double z = height_of(p->nalong, s, p->width);
        const double e[2] = {at->q[0] + z * at->q[2], at->q[1] + z * at->q[3]};
        for (int i = 0; i < p->naround; i++) {
            const double h = p->clearance - e[0] * p->cosine[i] - e[1] * p->sine[i];
            if (h < reach) sum += gud_asperities_work(p->rough, h);
        }
    }
    return sum * 2.0 * pi * p->radius / p->naround * p->width / p->nalong;
}
