// Andrews' squeezer mechanism, IFToMM multibody benchmark library A03, against the published solution at 0.03 s and
// against SUNDIALS IDA to 0.05 s.
//
// Data and solution at 0.03 s (positions and velocities to 16 digits, PSIDE with tolerance 1e-14): Test Set for IVP
// Solvers, Andrews' squeezing mechanism; E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
// VII.7.
//
// IDA solves another set of equations than we do: seven angles instead of 21 coordinates, with the loops as six
// constraints, stabilised to index 2. Centres and loops are sums of turning vectors, p = p0 + sum R(phi_j) c_j, so that
// with n = R(phi) (-c_y, c_x) the Jacobian is n and the acceleration at constant rates -R(phi) c phi'^2.

#include "mechanism_case.h"

#include <ida/ida.h>
#include <lapacke.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { BODIES = 7, LOOPS = 6, UNKNOWNS = 2 * BODIES + 2 * LOOPS };

typedef struct {
    int body;
    double c[2];
} turning;

typedef struct {
    double start[2];
    int n;
    turning part[3];
} chain;

static const double mass[BODIES] = {0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498};
static const double inertia[BODIES] = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};

#define PIVOT_A                                                                                                        \
    {                                                                                                                  \
        -0.06934, -0.00227                                                                                             \
    }
#define PIVOT_B                                                                                                        \
    {                                                                                                                  \
        -0.03635, 0.03273                                                                                              \
    }

static const chain center[BODIES] = {
    {{0.0}, 1, {{0, {0.00092, 0.0}}}},         {{0.0}, 2, {{0, {0.007, 0.0}}, {1, {-0.0115, 0.0}}}},
    {PIVOT_B, 1, {{2, {0.01043, -0.01874}}}},  {PIVOT_A, 2, {{4, {0.04, 0.0}}, {3, {0.0, -0.00579}}}},
    {PIVOT_A, 1, {{4, {0.02308, 0.00916}}}},   {PIVOT_A, 2, {{6, {0.0, -0.04}}, {5, {0.00579, 0.0}}}},
    {PIVOT_A, 1, {{6, {-0.00449, -0.01228}}}},
};
static const chain point_D = {PIVOT_B, 1, {{2, {0.02, -0.018}}}};
// E reached over the crank, and over the three other ways
static const chain point_E[4] = {
    {{0.0}, 2, {{0, {0.007, 0.0}}, {1, {-0.028, 0.0}}}},
    {PIVOT_B, 1, {{2, {0.0, -0.035}}}},
    {PIVOT_A, 2, {{4, {0.04, 0.0}}, {3, {0.0, -0.02}}}},
    {PIVOT_A, 2, {{6, {0.0, -0.04}}, {5, {0.02, 0.0}}}},
};

// place, Jacobian [2][BODIES] and acceleration at constant rates
static void chain_eval(const chain *c, const double *phi, const double *v, double p[2], double J[2][BODIES],
                       double a[2])
{
    memset(J, 0, 2 * BODIES * sizeof(double));
    memcpy(p, c->start, 2 * sizeof(double));
    a[0] = a[1] = 0.0;
    for (int k = 0; k < c->n; k++) {
        const turning *t = &c->part[k];
        const double s = sin(phi[t->body]), co = cos(phi[t->body]), rate2 = v[t->body] * v[t->body];
        const double x = co * t->c[0] - s * t->c[1], y = s * t->c[0] + co * t->c[1];
        p[0] += x;
        p[1] += y;
        J[0][t->body] -= y;
        J[1][t->body] += x;
        a[0] -= x * rate2;
        a[1] -= y * rate2;
    }
}

typedef struct {
    double M[BODIES][BODIES], force[BODIES]; // M phi'' + G' lam = force
    double G[LOOPS][BODIES], g[LOOPS], bias[LOOPS];
} equations;

static void loops(equations *e, const double *phi, const double *v)
{
    double p[4][2], J[4][2][BODIES], a[4][2];
    for (int i = 0; i < 4; i++) chain_eval(&point_E[i], phi, v, p[i], J[i], a[i]);
    for (int i = 0; i < LOOPS; i++) {
        const int way = 1 + i / 2, axis = i % 2;
        e->g[i] = p[0][axis] - p[way][axis];
        e->bias[i] = a[0][axis] - a[way][axis];
        for (int j = 0; j < BODIES; j++) e->G[i][j] = J[0][axis][j] - J[way][axis][j];
    }
}

static void spring(equations *e, const double *phi, const double *v)
{
    double p[2], J[2][BODIES], a[2];
    chain_eval(&point_D, phi, v, p, J, a);
    const double d[2] = {p[0] - 0.014, p[1] - 0.072}, length = hypot(d[0], d[1]);
    const double f = 4530.0 * (length - 0.07785) / length;
    for (int j = 0; j < BODIES; j++) e->force[j] -= f * (d[0] * J[0][j] + d[1] * J[1][j]);
}

static void equations_eval(equations *e, const double *phi, const double *v)
{
    memset(e, 0, sizeof *e);
    e->force[0] = 0.033;
    for (int k = 0; k < BODIES; k++) {
        double p[2], J[2][BODIES], a[2];
        chain_eval(&center[k], phi, v, p, J, a);
        e->M[k][k] += inertia[k];
        for (int i = 0; i < BODIES; i++) {
            e->force[i] -= mass[k] * (J[0][i] * a[0] + J[1][i] * a[1]);
            for (int j = 0; j < BODIES; j++) e->M[i][j] += mass[k] * (J[0][i] * J[0][j] + J[1][i] * J[1][j]);
        }
    }
    spring(e, phi, v);
    loops(e, phi, v);
}

// y = phi, phi', lam, mu:  phi' = v - G' mu,  M v' + G' lam = force,  G v = 0,  g = 0
static int residual(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *user)
{
    (void)t;
    (void)user;
    const double *y = N_VGetArrayPointer(yy), *y_t = N_VGetArrayPointer(yp);
    double *r = N_VGetArrayPointer(rr);
    const double *v = y + BODIES, *lam = v + BODIES, *mu = lam + LOOPS;
    equations e;
    equations_eval(&e, y, v);
    for (int i = 0; i < BODIES; i++) {
        r[i] = y_t[i] - v[i];
        r[BODIES + i] = -e.force[i];
        for (int j = 0; j < BODIES; j++) r[BODIES + i] += e.M[i][j] * y_t[BODIES + j];
        for (int j = 0; j < LOOPS; j++) {
            r[i] += e.G[j][i] * mu[j];
            r[BODIES + i] += e.G[j][i] * lam[j];
        }
    }
    for (int j = 0; j < LOOPS; j++) {
        r[2 * BODIES + j] = 0.0;
        for (int i = 0; i < BODIES; i++) r[2 * BODIES + j] += e.G[j][i] * v[i];
        r[2 * BODIES + LOOPS + j] = e.g[j];
    }
    return 0;
}

// accelerations and multipliers that go with y
static void consistent(double *y, double *y_t)
{
    enum { N = BODIES + LOOPS };
    equations e;
    double K[N * N] = {0}, x[N];
    lapack_int pivot[N];
    equations_eval(&e, y, y + BODIES);
    for (int i = 0; i < BODIES; i++) {
        x[i] = e.force[i];
        for (int j = 0; j < BODIES; j++) K[N * i + j] = e.M[i][j];
        for (int j = 0; j < LOOPS; j++) K[N * i + BODIES + j] = K[N * (BODIES + j) + i] = e.G[j][i];
    }
    for (int j = 0; j < LOOPS; j++) x[BODIES + j] = -e.bias[j];
    assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, N, 1, K, N, pivot, x, 1), 0);
    memcpy(y_t, y + BODIES, BODIES * sizeof(double));
    memcpy(y_t + BODIES, x, BODIES * sizeof(double));
    memcpy(y + 2 * BODIES, x + BODIES, LOOPS * sizeof(double));
}

typedef struct {
    SUNContext context;
    void *ida;
    N_Vector y, y_t, id, tolerance;
    SUNMatrix A;
    SUNLinearSolver solver;
} reference;

static reference reference_start(const double *phi)
{
    reference r = {0};
    assert_int_equal(SUNContext_Create(NULL, &r.context), 0);
    r.y = N_VNew_Serial(UNKNOWNS, r.context);
    r.y_t = N_VClone(r.y);
    r.id = N_VClone(r.y);
    r.tolerance = N_VClone(r.y);
    N_VConst(0.0, r.y);
    N_VConst(0.0, r.y_t);
    memcpy(N_VGetArrayPointer(r.y), phi, BODIES * sizeof(double));
    consistent(N_VGetArrayPointer(r.y), N_VGetArrayPointer(r.y_t));
    for (int i = 0; i < UNKNOWNS; i++) {
        N_VGetArrayPointer(r.id)[i] = i < 2 * BODIES;
        N_VGetArrayPointer(r.tolerance)[i] = i < BODIES ? 1e-9 : i < 2 * BODIES ? 1e-6 : 1e-3;
    }
    r.ida = IDACreate(r.context);
    assert_int_equal(IDAInit(r.ida, residual, 0.0, r.y, r.y_t), IDA_SUCCESS);
    assert_int_equal(IDASVtolerances(r.ida, 1e-9, r.tolerance), IDA_SUCCESS);
    assert_int_equal(IDASetId(r.ida, r.id), IDA_SUCCESS);
    assert_int_equal(IDASetSuppressAlg(r.ida, 1), IDA_SUCCESS);
    assert_int_equal(IDASetMaxNumSteps(r.ida, 1000000), IDA_SUCCESS);
    r.A = SUNDenseMatrix(UNKNOWNS, UNKNOWNS, r.context);
    r.solver = SUNLinSol_Dense(r.y, r.A, r.context);
    assert_int_equal(IDASetLinearSolver(r.ida, r.solver, r.A), IDA_SUCCESS);
    return r;
}

static void reference_free(reference *r)
{
    IDAFree(&r->ida);
    SUNLinSolFree(r->solver);
    SUNMatDestroy(r->A);
    N_VDestroy(r->y);
    N_VDestroy(r->y_t);
    N_VDestroy(r->id);
    N_VDestroy(r->tolerance);
    SUNContext_Free(&r->context);
}

static const double published_angle[BODIES] = {0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1,
                                               -0.5347301163226948,  0.5244099658805304,    0.5347301163226948,
                                               0.1048080741042263e1};
static const double published_rate[BODIES] = {0.1139920302151208e4, -0.1424379294994111e4, 0.1103291221937134e2,
                                              0.1929337464421385e2, 0.5735699284790808,    -0.1929337464421385e2,
                                              0.3231791658026955};

// beta, Theta, gamma, Phi, delta, Omega, epsilon -> the angles of the seven bodies
static void body_angles(const double q[BODIES], double phi[BODIES])
{
    const double out[BODIES] = {q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
    memcpy(phi, out, sizeof out);
}

static double largest_difference(const bench *b, const double *phi, const double *rate, double *rate_error)
{
    const gud_state *at = &b->sim->state;
    double worst = 0.0;
    for (int i = 0; i < BODIES; i++) {
        worst = fmax(worst, fabs(at->q[3 * i + 2] - phi[i]));
        *rate_error = fmax(*rate_error, fabs(at->v[3 * i + 2] - rate[i]));
    }
    return worst;
}

static void test_published(void **state)
{
    (void)state;
    double phi[BODIES], rate[BODIES], rate_error = 0.0;
    body_angles(published_angle, phi);
    body_angles(published_rate, rate);
    const char *const set[] = {"simulate.step=5e-7", NULL};
    bench b = bench_load("a03-andrews", set);
    bench_start(&b);
    assert_near(b.sim->state.a[2], 14222.4439199541138705911625887, 1e-4); // published as well
    bench_run_to(&b, 0.03);
    const double error = largest_difference(&b, phi, rate, &rate_error);
    bench_report(&b, "A03 Andrews, 0.03 s", error, "rad");
    assert_near(error, 0.0, 1e-5);      // of 15.8 rad
    assert_near(rate_error, 0.0, 1e-2); // of 1140 rad/s
    bench_check(&b, 1e-4, 1e-10, 1e-7);
    bench_free(&b);
}

static void test_ida(void **state)
{
    (void)state;
    bench b = bench_load("a03-andrews", NULL);
    double phi[BODIES], worst = 0.0, rate_error = 0.0;
    bench_start(&b);
    for (int i = 0; i < BODIES; i++) phi[i] = b.sim->state.q[3 * i + 2];
    reference r = reference_start(phi);
    const double *y = N_VGetArrayPointer(r.y);
    for (int i = 1; i <= 50; i++) {
        sunrealtype t;
        const int st = IDASolve(r.ida, 1e-3 * i, &t, r.y, r.y_t, IDA_NORMAL);
        assert_int_equal(st, IDA_SUCCESS);
        bench_run_to(&b, 1e-3 * i);
        worst = fmax(worst, largest_difference(&b, y, y + BODIES, &rate_error));
        if (i != 30) continue;
        // IDA itself agrees with the published solution
        double published[BODIES];
        body_angles(published_angle, published);
        for (int k = 0; k < BODIES; k++) assert_near(y[k], published[k], 1e-5);
    }
    bench_report(&b, "A03 Andrews, 0.05 s, IDA", worst, "rad");
    print_message("  rates: %.1e rad/s\n", rate_error);
    assert_near(worst, 0.0, 5e-5);
    bench_check(&b, 1e-3, 1e-10, 1e-7);
    reference_free(&r);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_ida),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
