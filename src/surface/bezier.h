// Bernstein polynomials and sums over a Bezier net, small enough to be inlined for fixed degrees.
#ifndef GUD_SURFACE_BEZIER_H
#define GUD_SURFACE_BEZIER_H

// values N[d + 1] and slopes D[d + 1] of the Bernstein polynomials of degree d >= 1
static inline void bernstein(int d, double s, double *N, double *D)
{
    const double r = 1.0 - s;
    N[0] = 1.0;
    for (int p = 1; p < d; p++) {
        double carry = 0.0;
        for (int i = 0; i < p; i++) {
            const double b = N[i];
            N[i] = carry + r * b;
            carry = s * b;
        }
        N[p] = carry;
    }

    // of degree d - 1 now: one more step, and the slopes by differences
    double before = 0.0;
    for (int i = 0; i < d; i++) {
        const double b = N[i];
        D[i] = d * (before - b);
        N[i] = s * before + r * b;
        before = b;
    }
    D[d] = d * before;
    N[d] = s * before;
}

// P: sum of the net's points, weighted with N0 N1, D0 N1 and N0 D1
static inline void net_sum(int d0, int d1, const double *net, const double *N0, const double *D0, const double *N1,
                           const double *D1, double P[3][4])
{
    for (int c = 0; c < 4; c++) P[0][c] = P[1][c] = P[2][c] = 0.0;
    for (int i = 0; i <= d0; i++) {
        double row[4] = {0}, slope[4] = {0};
        for (int j = 0; j <= d1; j++, net += 4)
            for (int c = 0; c < 4; c++) {
                row[c] += N1[j] * net[c];
                slope[c] += D1[j] * net[c];
            }
        for (int c = 0; c < 4; c++) {
            P[0][c] += N0[i] * row[c];
            P[1][c] += D0[i] * row[c];
            P[2][c] += N0[i] * slope[c];
        }
    }
}

#endif
