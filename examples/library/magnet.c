// A force of the program's own: a magnet attracts the end of a pendulum, with the square of the distance, and eddy
// currents brake it. Tangents are left to the library.
#include <gudgeon/gudgeon.h>

#include <math.h>
#include <stdio.h>

typedef struct magnet {
    double strength; // N.m2
    double braking;  // N.s/m at 0.1 m
} magnet;

static int attract(void *user, double time, const gud_frame_motion f[2], double wrench[12], double *by_displacement,
                   double *by_twist)
{
    const magnet *m = user;
    double d[3], square = 1e-4; // it has some size
    (void)time, (void)by_displacement, (void)by_twist;
    for (int k = 0; k < 3; k++) {
        d[k] = f[0].position[k] - f[1].position[k];
        square += d[k] * d[k];
    }
    for (int k = 0; k < 3; k++) {
        const double slip = f[0].velocity[k] - f[1].velocity[k];
        wrench[6 + k] = m->strength * d[k] / (square * sqrt(square)) + m->braking * 0.01 / square * slip;
        wrench[k] = -wrench[6 + k];
    }
    return 1; // no tangents
}

int main(int argc, char **argv)
{
    magnet m = {0.05, 0.8};
    gud_model *model;
    gud_sim *sim;
    gud_linear *linear;
    if (argc < 2 || gud_model_load(argv[1], NULL, 0, &model, NULL) < 0) return 2;
    if (gud_sim_create(model, &sim) < 0) return 1;
    gud_status status = gud_sim_user_force(sim, gud_model_find(model, GUD_ITEM_FORCE, "attraction"), attract, &m);
    if (status == GUD_OK) status = gud_sim_start(sim);
    if (status == GUD_OK) status = gud_sim_advance(sim, 5.0);
    if (status == GUD_OK) status = gud_sim_equilibrium(sim);
    if (status == GUD_OK) status = gud_sim_linearise(sim, &linear);
    if (status < 0) {
        fprintf(stderr, "%s\n", gud_sim_error(sim));
        return 1;
    }
    printf("at rest it swings with %.3f Hz and decays with %.3f 1/s\n",
           fabs(linear->eigenvalues[1]) / 6.283185307179586, -linear->eigenvalues[0]);
    gud_linear_free(linear);
    gud_sim_free(sim);
    gud_model_free(model);
    return 0;
}
