#include "film/seam.h"

// one face of the seam
typedef struct {
    int face, low, high;
} joint;

static joint joint_of(const gud_film *film, int i)
{
    const int first = i * film->ny;
    return (joint){gud_film_face_y(film, i, 0), first + film->ny - 1, first};
}

// the gap that conducts
static double gap_of(const gud_film *film, const joint *j, const double *gap)
{
    const double weight = film->y.weight[j->face];
    return weight * gap[j->low] + (1.0 - weight) * gap[j->high];
}

void gud_seam_prepare(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const double mobility = 1.0 / (12.0 * in->oil->eta0);
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        const double h = gap_of(film, &j, in->gap);
        w->y.rest[j.face] = film->y.conduct[j.face] * mobility * (h * h * h);
        if (w->y.carries) w->y.carry[j.face] = w->y.speed[j.face] * (0.5 * (w->thick[j.low] + w->thick[j.high]));
    }
}

void gud_seam_flux(const gud_film *film, gud_film_work *w)
{
    const double *u = w->u, *s = w->content;
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        const double V = w->y.carry[j.face];
        w->y.flux[j.face] = w->y.conduct[j.face] * (u[j.low] - u[j.high]) + V * (V >= 0.0 ? s[j.low] : s[j.high]);
    }
}

void gud_seam_outflow(const gud_film *film, double sign, const double *y, double *sum)
{
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        sum[j.low] += sign * y[j.face];
        sum[j.high] -= sign * y[j.face];
    }
}

void gud_seam_matrix(const gud_film *film, gud_film_work *w)
{
    const gud_stencil *m = &w->matrix;
    const double *a = w->is_full, *b = w->carried;
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        const double T = w->y.slope[j.face], V = w->y.carry[j.face];
        const double from_low = a[j.low] * T + b[j.low] * gud_larger(V, 0.0);
        const double from_high = a[j.high] * T + b[j.high] * gud_larger(-V, 0.0);
        m->centre[j.low] += from_low, m->centre[j.high] += from_high;
        m->south[j.high] = -from_low, m->north[j.low] = -from_high;
    }
}

double gud_seam_loss(const gud_film *film, const gud_film_work *w)
{
    double sum = 0.0;
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        sum += w->y.conduct[j.face] * (w->u[j.low] - w->u[j.high]) * (w->pressure[j.low] - w->pressure[j.high]);
    }
    return sum;
}

void gud_seam_tangent(const gud_film *film, gud_film_work *w, const gud_film_in *in, const double *gap_s,
                      const double *speed_s)
{
    const double *t = w->thick, *s = w->content;
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        const double pressed = w->y.conduct[j.face] * (w->u[j.low] - w->u[j.high]);
        double flux_s = gap_s ? 3.0 * pressed * gap_of(film, &j, gap_s) / gap_of(film, &j, in->gap) : 0.0,
               carry_s = 0.0;
        if (gap_s && w->y.carries) carry_s = 0.5 * w->y.speed[j.face] * (gap_s[j.low] + gap_s[j.high]);
        if (speed_s) carry_s += 0.5 * speed_s[j.face] * (t[j.low] + t[j.high]);
        const double V = w->y.carry[j.face], ahead = V != 0.0 ? V : carry_s;
        flux_s += carry_s * (ahead >= 0.0 ? s[j.low] : s[j.high]);
        w->flux_s_y[j.face] = flux_s;
    }
}

void gud_seam_bring(const gud_film *film, const gud_film_work *w, const double *theta, double *all, double *oil)
{
    for (int i = 0; i < film->nx; i++) {
        const joint j = joint_of(film, i);
        const double up = gud_larger(w->y.carry[j.face], 0.0), down = gud_larger(-w->y.carry[j.face], 0.0);
        all[j.high] += up, oil[j.high] += up * theta[j.low];
        all[j.low] += down, oil[j.low] += down * theta[j.high];
    }
}
