// A controller that brakes a mechanism: every 5 ms it sets the torque of the motor against the pendulum's speed.
#include <gudgeon/gudgeon.h>

#include <math.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    gud_model *model;
    gud_diagnostics *why;
    gud_sim *sim;
    if (argc < 2) return 2;
    if (gud_model_load(argv[1], NULL, 0, &model, &why) < 0) {
        fputs(gud_diagnostics_text(why), stderr);
        gud_diagnostics_free(why);
        return 2;
    }
    if (gud_sim_create(model, &sim) < 0) return 1;

    const int torque = gud_model_find(model, GUD_ITEM_INPUT, "torque");
    int rate, angle;
    gud_status status = gud_sim_start(sim);
    if (status == GUD_OK) status = gud_sim_find(sim, "coordinates/hinge.angle_rate", &rate, NULL);
    if (status == GUD_OK) status = gud_sim_find(sim, "coordinates/hinge.angle", &angle, NULL);

    for (int i = 1; i <= 300 && status == GUD_OK; i++) {
        double speed;
        gud_sim_read(sim, &rate, 1, &speed);
        const double brake = fmax(-10.0, fmin(10.0, -1.5 * speed));
        status = gud_sim_set(sim, &torque, 1, &brake);
        if (status == GUD_OK) status = gud_sim_advance(sim, 0.005 * i);
    }
    double end;
    gud_energies energy;
    if (status == GUD_OK) status = gud_sim_read(sim, &angle, 1, &end);
    if (status == GUD_OK) status = gud_sim_energies(sim, &energy);
    if (status < 0)
        fprintf(stderr, "%s\n", gud_sim_error(sim));
    else
        printf("after %.1f s at %.2f deg; the brake took %.3f J\n", gud_sim_time(sim), end * 57.29577951308232,
               -energy.load_work);
    gud_sim_free(sim);
    gud_model_free(model);
    return status < 0;
}
