// Closed forms of the Reynolds equation. With n from the bearing's centre to the journal's, t = n turned by +90
// degrees, angle phi from n, and h = c (1 - eps cos phi):
//
//     div (h^3 grad p) = 6 eta (b sin phi - 2 a cos phi),   a = v_n,   b = omega e - 2 v_t
//
// short   p falls off parabolically along the axis; only p > 0 counts, which is half the circumference at any a and b.
//         F. W. Ocvirk, NACA TN 2808 (1952).
// long    no axial flow; the half that bears, with squeeze after O. Pinkus, B. Sternlicht, Theory of Hydrodynamic
//         Lubrication (1961), as P. Flores et al., J. Comput. Nonlinear Dyn. 1 (2006) use it.
// finite  between both by the factor 1 - tanh(x)/x of a film that leaks at its ends (P. C. Warner, Trans. ASME D 85
//         (1963) 247). x is such that the short limit is exact; how fast the long one is approached was taken from
//         solutions on a grid (docs/theory/film.md, eq. 7).
//
// Sommerfeld's angle gamma, 1 - eps cos phi = (1 - eps^2) / (1 + eps cos gamma), makes all integrals polynomials in
// cos gamma and sin gamma: nothing cancels as eps goes to 0.

#include "film/closed.h"

#include "num/pi.h"

#include <math.h>

// ---- arithmetic with derivatives

static gud_dual constant(double v)
{
    return (gud_dual){v, {0.0, 0.0, 0.0}};
}

static gud_dual variable(double v, int i)
{
    gud_dual x = constant(v);
    x.d[i] = 1.0;
    return x;
}

// f(x) with value v and slope s
static gud_dual chain(gud_dual x, double v, double s)
{
    return (gud_dual){v, {s * x.d[0], s * x.d[1], s * x.d[2]}};
}

static gud_dual scale(gud_dual x, double s)
{
    return chain(x, s * x.v, s);
}

static gud_dual plus(gud_dual x, gud_dual y)
{
    return (gud_dual){x.v + y.v, {x.d[0] + y.d[0], x.d[1] + y.d[1], x.d[2] + y.d[2]}};
}

static gud_dual times(gud_dual x, gud_dual y)
{
    gud_dual z = {x.v * y.v, {0}};
    for (int i = 0; i < 3; i++) z.d[i] = x.d[i] * y.v + x.v * y.d[i];
    return z;
}

static gud_dual power(gud_dual x, double n)
{
    const double p = pow(x.v, n - 1.0);
    return chain(x, p * x.v, n * p);
}

static gud_dual over(gud_dual x, gud_dual y)
{
    return times(x, power(y, -1.0));
}

static gud_dual root(gud_dual x)
{
    const double r = sqrt(x.v);
    return chain(x, r, r > 0.0 ? 0.5 / r : 0.0);
}

// ---- short

static double gamma_of(double eps, double phi)
{
    const double turn = phi < -pi ? 2.0 * pi : 0.0, half = 0.5 * (phi + turn);
    return 2.0 * atan2(sqrt(1.0 + eps) * sin(half), sqrt(1.0 - eps) * cos(half)) - turn;
}

// Integrals over gamma of the products of sin phi and cos phi, and of the same times cos phi; C + eps is cos phi (1 +
// eps C). Ten-point Gauss-Legendre on three parts is exact to round-off for these polynomials of degree 3, and unlike
// differences of antiderivatives stays so where the film recedes and the integrals are small.
typedef struct {
    double cc, sc, ss, ccc, scc, ssc;
} moments;

static moments integrate(double eps, double from, double to)
{
    static const double x[5] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                                0.9739065285171717};
    static const double w[5] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806,
                                0.0666713443086881};
    const double half = (to - from) / 6.0;
    moments m = {0};
    for (int i = 0; i < 30; i++) {
        const int point = i % 10, part = i / 10;
        const double g = from + half * (2 * part + 1 + (point < 5 ? x[point] : -x[point - 5])),
                     weight = half * w[point % 5];
        const double S = sin(g), E = eps + cos(g);
        m.cc += weight * E * E;
        m.sc += weight * S * E;
        m.ss += weight * S * S;
        m.ccc += weight * E * E * E;
        m.scc += weight * S * E * E;
        m.ssc += weight * S * S * E;
    }
    return m;
}

// F = K (b I_sc - 2 a I_cc, b I_ss - 2 a I_sc). The load's bounds turn with a and b, but the pressure is zero there:
// they do not enter the derivatives.
static void eval_short(const gud_closed_in *in, double eps, double a, double b, gud_dual force[2])
{
    const double alpha = atan2(2.0 * a, b), w = 1.0 - eps * eps;
    const double K = 0.5 * in->eta * in->radius * pow(in->width / in->clearance, 3.0);
    const moments m = integrate(eps, gamma_of(eps, alpha - pi), gamma_of(eps, alpha));
    const double cc = pow(w, -2.5) * m.cc, sc = pow(w, -2.0) * m.sc, ss = pow(w, -1.5) * m.ss;
    const double cc_e = 3.0 * pow(w, -3.5) * m.ccc, sc_e = 3.0 * pow(w, -3.0) * m.scc,
                 ss_e = 3.0 * pow(w, -2.5) * m.ssc;

    force[0] = (gud_dual){K * (b * sc - 2.0 * a * cc), {K * (b * sc_e - 2.0 * a * cc_e), -2.0 * K * cc, K * sc}};
    force[1] = (gud_dual){K * (b * ss - 2.0 * a * sc), {K * (b * ss_e - 2.0 * a * sc_e), -2.0 * K * sc, K * ss}};
}

// ---- long

static double long_scale(const gud_closed_in *in)
{
    return in->eta * in->width * pow(in->radius / in->clearance, 3.0);
}

static void eval_long_full(const gud_closed_in *in, double eps, double a, double b, gud_dual force[2])
{
    const gud_dual e = variable(eps, 0), A = variable(a, 1), B = variable(b, 2);
    const gud_dual w = plus(constant(1.0), scale(times(e, e), -1.0)), two = plus(constant(2.0), times(e, e));
    const double K = 12.0 * pi * long_scale(in);
    force[0] = scale(times(A, power(w, -1.5)), -K);
    force[1] = scale(over(times(B, power(w, -0.5)), two), K);
}

// With q = sqrt(1 - eps^2) sqrt(4 a^2 + b^2) the known factors (k + 3)/(k + 3/2) and k/(k + 3/2) for a > 0 and a < 0
// are (q + 6 eps max(a, 0)) / (q + 3 eps |a|), and 4 k eps^2 |a| = 2 eps q: finite for all eps and a.
static void eval_long(const gud_closed_in *in, double eps, double a, double b, gud_dual force[2])
{
    const gud_dual e = variable(eps, 0), A = variable(a, 1), B = variable(b, 2);
    const gud_dual w = plus(constant(1.0), scale(times(e, e), -1.0)), two = plus(constant(2.0), times(e, e));
    const gud_dual q = times(root(w), root(plus(scale(times(A, A), 4.0), times(B, B))));
    const gud_dual ea = times(e, A);
    gud_dual share = constant(1.0);
    if (q.v > 0.0) share = over(plus(q, scale(ea, a > 0.0 ? 6.0 : 0.0)), plus(q, scale(ea, a > 0.0 ? 3.0 : -3.0)));

    const double K = 6.0 * long_scale(in);
    const gud_dual bracket = plus(scale(times(e, q), 2.0), scale(times(two, A), pi));
    force[0] = scale(times(share, over(times(bracket, power(w, -1.5)), two)), -K);
    force[1] = scale(times(share, over(times(B, power(w, -0.5)), two)), K * pi);
}

// ---- finite

// 1 - tanh(x)/x as a function of x^2
static gud_dual leak(gud_dual x2)
{
    const double x = sqrt(x2.v);
    if (x < 0.02) return chain(x2, x2.v / 3.0 - 2.0 * x2.v * x2.v / 15.0, 1.0 / 3.0 - 4.0 * x2.v / 15.0);
    const double t = tanh(x), d = (t / x - (1.0 - t * t)) / (2.0 * x2.v);
    return chain(x2, 1.0 - t / x, d);
}

// square of a component and a share of the square of the whole, so that a component that vanishes does no harm
static gud_dual square_of(const gud_dual f[2], int i)
{
    static const double share = 0.05;
    const gud_dual own = times(f[i], f[i]), other = times(f[1 - i], f[1 - i]);
    return plus(scale(own, 1.0 + share), scale(other, share));
}

// x^2 of the leakage factor for r = short/long: 3 r where the film is short. In a long one the end of the film sees the
// pressure's shape around, which is steeper in a thin film: x^2 = 3 kappa r.
static gud_dual leakage(int i, gud_dual r, gud_dual eps, gud_dual a, gud_dual b)
{
    static const double half_way = 0.3; // r between both, by solutions on a grid, as the exponents
    const gud_dual one = constant(1.0), w = plus(one, scale(times(eps, eps), -1.0));
    const gud_dual b2 = times(b, b), both = plus(b2, scale(times(a, a), 4.0));
    const gud_dual spin = both.v > 0.0 ? over(b2, both) : one; // share of rotation beside squeeze
    const gud_dual turned = i == 0 ? scale(power(w, 0.17), 0.76) : power(w, 0.4), squeezed = power(w, 0.15);
    const gud_dual kappa = plus(squeezed, times(spin, plus(turned, scale(squeezed, -1.0))));
    const gud_dual y = scale(r, 1.0 / half_way);
    return scale(times(r, over(plus(one, times(kappa, y)), plus(one, y))), 3.0);
}

// each component: s in the short limit (r -> 0), l in the long one, l kept(r) where both point the same way
static void eval_finite(const gud_closed_in *in, double eps, double a, double b, gud_dual force[2])
{
    const gud_dual E = variable(eps, 0), A = variable(a, 1), B = variable(b, 2);
    gud_dual s[2], l[2];
    eval_short(in, eps, a, b, s);
    eval_long(in, eps, a, b, l);
    for (int i = 0; i < 2; i++) {
        const gud_dual long2 = square_of(l, i), short2 = square_of(s, i);
        if (!(long2.v > 0.0) ||
            !(short2.v > 0.0)) { // at rest in the middle: no force, and the slopes of the weaker form
            force[i] = s[i].d[1] * s[i].d[1] + s[i].d[2] * s[i].d[2] < l[i].d[1] * l[i].d[1] + l[i].d[2] * l[i].d[2]
                           ? s[i]
                           : l[i];
            continue;
        }
        const gud_dual r = root(over(short2, long2)), kept = leak(leakage(i, r, E, A, B));
        const gud_dual of_short = times(over(kept, r), plus(constant(1.0), scale(kept, -1.0)));
        force[i] = plus(times(s[i], of_short), times(l[i], times(kept, kept)));
    }
}

// ---- rows

static const gud_closed_law law_short = {
    .row = {.name = "short",
            .about = "short bearing, half film, with squeeze (Ocvirk)",
            .source = "F. W. Ocvirk, NACA TN 2808 (1952)"},
    .eval = eval_short,
};

static const gud_closed_law law_long = {
    .row = {.name = "long",
            .about = "long bearing, half film, with squeeze (Pinkus and Sternlicht)",
            .source = "O. Pinkus, B. Sternlicht, Theory of Hydrodynamic Lubrication (1961)"},
    .eval = eval_long,
};

static const gud_closed_law law_long_full = {
    .row = {.name = "long_full",
            .about = "long bearing, full film without rupture, with squeeze (Sommerfeld)",
            .source = "A. Sommerfeld, Z. Math. Phys. 50 (1904) 97"},
    .eval = eval_long_full,
};

static const gud_closed_law law_finite = {
    .row = {.name = "finite",
            .about = "between short and long, with a leakage factor that is exact in both limits",
            .source = "P. C. Warner, Trans. ASME D 85 (1963) 247"},
    .eval = eval_finite,
};

const gud_row *const gud_closed_rows[] = {&law_short.row, &law_long.row, &law_long_full.row, &law_finite.row, NULL};

// unit vector from the bearing's centre to the journal's; at the middle any direction serves, so one of motion is taken
static void direction(const gud_closed_in *in, double e, double n[2])
{
    const double v = hypot(in->v[0], in->v[1]);
    const double *u = e > 0.0 ? in->e : in->v, length = e > 0.0 ? e : v;
    n[0] = length > 0.0 ? u[0] / length : 1.0;
    n[1] = length > 0.0 ? u[1] / length : 0.0;
}

// derivatives in the frame (n, t), at a distance e > 0
static void local_tangent(const gud_closed_in *in, double e, double a, double vt, const gud_dual f[2], double F_e[2][2],
                          double F_v[2][2])
{
    for (int i = 0; i < 2; i++) {
        const double turned = i == 0 ? -f[1].v : f[0].v; // the frame turns by 1/e for a step along t
        F_e[i][0] = f[i].d[0] / in->clearance + f[i].d[2] * in->omega;
        F_e[i][1] = (f[i].d[1] * vt + f[i].d[2] * 2.0 * a + turned) / e;
        F_v[i][0] = f[i].d[1];
        F_v[i][1] = -2.0 * f[i].d[2];
    }
}

// T' M T with the rows of T along n and t
static void to_frame(const double n[2], double M[2][2])
{
    const double t[2] = {-n[1], n[0]};
    double R[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            R[i][j] = n[i] * (M[0][0] * n[j] + M[0][1] * t[j]) + t[i] * (M[1][0] * n[j] + M[1][1] * t[j]);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) M[i][j] = R[i][j];
}

gud_status gud_closed_eval(const gud_closed_law *law, const gud_closed_in *in, gud_closed_out *out)
{
    static const double nearest = 1e-7; // of the clearance: where derivatives across take over from the middle
    const double e = hypot(in->e[0], in->e[1]), c = in->clearance;
    if (!(e < c)) return GUD_RETRY;
    double n[2];
    direction(in, e, n);
    const double a = in->v[0] * n[0] + in->v[1] * n[1], vt = in->v[1] * n[0] - in->v[0] * n[1];
    gud_dual f[2];
    law->eval(in, e / c, a, in->omega * e - 2.0 * vt, f);
    out->F[0] = f[0].v * n[0] - f[1].v * n[1];
    out->F[1] = f[0].v * n[1] + f[1].v * n[0];

    const double off = fmax(e, nearest * c);
    if (off > e) law->eval(in, off / c, a, in->omega * off - 2.0 * vt, f);
    local_tangent(in, off, a, vt, f, out->F_e, out->F_v);
    to_frame(n, out->F_e);
    to_frame(n, out->F_v);
    out->F_omega[0] = e * (f[0].d[2] * n[0] - f[1].d[2] * n[1]);
    out->F_omega[1] = e * (f[0].d[2] * n[1] + f[1].d[2] * n[0]);
    return GUD_OK;
}
