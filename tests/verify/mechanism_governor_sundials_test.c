// Stiff flyball governor, IFToMM multibody benchmark library A05, against SUNDIALS CVODE in minimal coordinates.
//
// Data: M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, Multibody Syst. Dyn. 16 (2006) 179-190. Shaft and rods 1 m x
// 0.01 m x 0.01 m, slider a cube of 0.1 m, density 3000 kg/m3, balls of 5 kg at the rods' ends, spring-dampers of
// 8e5 N/m, 4e4 N s/m and 0.5 m between the slider and the rods' middles; starts at 2 pi rad/s with rods 30 degrees
// below the horizontal. No published numbers were at hand: the reference is derived here.
//
// The rods move alike. With be the rods' angle below the horizontal, s the slider's height, ps the shaft's angle:
//     L = J(be) ps' is kept,   J = J_0 + 2 (I_t cos^2 + I_a sin^2 + m (b + L/2 cos)^2 + M (b + L cos)^2)
//     2 I be'' = J'(be) ps'^2/2 + 2 (m L/2 + M L) g cos - 2 F l_be,   m_s s'' = -m_s g - 2 F l_s
//     l^2 = (L/2 cos)^2 + (h - L/2 sin - s)^2,   F = k (l - l0) + c l'

#include "mechanism_case.h"

#include "num/pi.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

static const double rod = 0.3, ball = 5.0, slider = 3.0, offset = 0.05, length = 1.0, height = 1.0, gravity = 9.81;
static const double I_t = 0.3 * (1.0 + 1e-4) / 12.0, I_a = 5e-6, J_0 = 5e-6 + 0.005;
static const double spin = 2.0 * pi;

// moment of inertia about the shaft's axis, and its slope
static double turning(double be, double *slope)
{
    const double c = cos(be), s = sin(be), middle = offset + 0.5 * length * c, end = offset + length * c;
    *slope = 2.0 * (2.0 * (I_a - I_t) * s * c - rod * middle * length * s - 2.0 * ball * end * length * s);
    return J_0 + 2.0 * (I_t * c * c + I_a * s * s + rod * middle * middle + ball * end * end);
}

// y = be, be', s, s', ps
static int slope(sunrealtype t, N_Vector yy, N_Vector yp, void *user)
{
    (void)t;
    const double *y = N_VGetArrayPointer(yy), momentum = *(const double *)user;
    double *y_t = N_VGetArrayPointer(yp);
    const double c = cos(y[0]), s = sin(y[0]), half = 0.5 * length;
    const double rise = height - half * s - y[2], l = sqrt(half * half * c * c + rise * rise);
    const double l_be = -(half * half * c * s + rise * half * c) / l, l_s = -rise / l;
    const double F = 8e5 * (l - 0.5) + 4e4 * (l_be * y[1] + l_s * y[3]);
    const double inertia = 2.0 * (I_t + rod * half * half + ball * length * length);
    double J_be;
    const double rate = momentum / turning(y[0], &J_be);
    const double weight = 2.0 * (rod * half + ball * length) * gravity * c;
    y_t[0] = y[1];
    y_t[1] = (0.5 * J_be * rate * rate + weight - 2.0 * F * l_be) / inertia;
    y_t[2] = y[3];
    y_t[3] = -gravity - 2.0 * F * l_s / slider;
    y_t[4] = rate;
    return 0;
}

typedef struct {
    SUNContext context;
    void *cvode;
    N_Vector y;
    SUNMatrix A;
    SUNLinearSolver solver;
} reference;

static reference reference_start(double *momentum)
{
    reference r = {0};
    double unused;
    assert_int_equal(SUNContext_Create(NULL, &r.context), 0);
    r.y = N_VNew_Serial(5, r.context);
    const double start[5] = {pi / 6.0, 0.0, 0.5, 0.0, 0.0};
    memcpy(N_VGetArrayPointer(r.y), start, sizeof start);
    *momentum = spin * turning(start[0], &unused);
    r.cvode = CVodeCreate(CV_BDF, r.context);
    assert_int_equal(CVodeInit(r.cvode, slope, 0.0, r.y), CV_SUCCESS);
    assert_int_equal(CVodeSStolerances(r.cvode, 1e-10, 1e-12), CV_SUCCESS);
    assert_int_equal(CVodeSetUserData(r.cvode, momentum), CV_SUCCESS);
    assert_int_equal(CVodeSetMaxNumSteps(r.cvode, 1000000), CV_SUCCESS);
    r.A = SUNDenseMatrix(5, 5, r.context);
    r.solver = SUNLinSol_Dense(r.y, r.A, r.context);
    assert_int_equal(CVodeSetLinearSolver(r.cvode, r.solver, r.A), CV_SUCCESS);
    return r;
}

static void reference_free(reference *r)
{
    CVodeFree(&r->cvode);
    SUNLinSolFree(r->solver);
    SUNMatDestroy(r->A);
    N_VDestroy(r->y);
    SUNContext_Free(&r->context);
}

static void test_governor_goes_as_cvode_says(void **state)
{
    (void)state;
    static const char *const integrators[] = {"simulate.integrator=esdirk2", "simulate.integrator=generalized-alpha",
                                              "simulate.integrator=bathe"};
    for (int k = 0; k < 3; k++) {
        double momentum, worst = 0.0, highest = 0.0;
        const char *const set[] = {integrators[k], NULL};
        bench b = bench_load("a05-governor", set);
        bench_start(&b);
        reference r = reference_start(&momentum);
        const double *y = N_VGetArrayPointer(r.y);
        for (int i = 1; i <= 100; i++) {
            sunrealtype t;
            assert_int_equal(CVode(r.cvode, 0.1 * i, r.y, &t, CV_NORMAL), CV_SUCCESS);
            bench_run_to(&b, 0.1 * i);
            const gud_pose shaft = bench_pose(&b, &b.sim->state, "shaft"),
                           block = bench_pose(&b, &b.sim->state, "slider");
            const double turn = atan2(shaft.R[3], shaft.R[0]);
            worst = fmax(worst, fabs(block.p[2] - y[2]));
            worst = fmax(worst, 0.1 * fabs(remainder(turn - y[4], 2.0 * pi)));
            highest = fmax(highest, y[2]);
        }
        assert_true(highest > 0.74); // it did move
        bench_report(&b, "A05 governor, CVODE", worst, "m");
        assert_near(worst, 0.0, 1e-4); // the library asks for 1e-3 m
        bench_check(&b, 2e-3, 1e-9, 1e-3);
        reference_free(&r);
        bench_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_governor_goes_as_cvode_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
