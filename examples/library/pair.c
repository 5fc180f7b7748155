// Co-simulation: two models, each with its own steps, exchange the force of a spring between them every 0.2 ms.
#include <gudgeon/gudgeon.h>

#include <stdio.h>

typedef struct side {
    gud_model *model;
    gud_sim *sim;
    int pull, position; // input and signal
} side;

static int open_side(side *s, const char *path, const char *start)
{
    if (gud_model_load(path, &start, 1, &s->model, NULL) < 0 || gud_sim_create(s->model, &s->sim) < 0) return -1;
    s->pull = gud_model_find(s->model, GUD_ITEM_INPUT, "pull");
    if (gud_sim_start(s->sim) < 0) return -1;
    return gud_sim_find(s->sim, "coordinates/rail.position", &s->position, NULL);
}

static double position_of(side *s)
{
    double x = 0.0;
    gud_sim_read(s->sim, &s->position, 1, &x);
    return x;
}

int main(int argc, char **argv)
{
    const double stiffness = 800.0, exchange = 2e-4;
    side left, right;
    gud_status status = GUD_OK;
    if (argc < 2 || open_side(&left, argv[1], "parameters.start=0 m") < 0 ||
        open_side(&right, argv[1], "parameters.start=0.1 m") < 0)
        return 2;

    // both carts of 2 kg swing against each other with sqrt(2 k / m)
    int crossings = 0;
    double before = position_of(&right) - position_of(&left);
    for (int i = 1; i <= 5000 && status == GUD_OK; i++) {
        const double force = stiffness * (position_of(&right) - position_of(&left)), back = -force;
        status = gud_sim_set(left.sim, &left.pull, 1, &force);
        if (status == GUD_OK) status = gud_sim_set(right.sim, &right.pull, 1, &back);
        if (status == GUD_OK) status = gud_sim_advance(left.sim, i * exchange);
        if (status == GUD_OK) status = gud_sim_advance(right.sim, i * exchange);
        const double distance = position_of(&right) - position_of(&left);
        crossings += before * distance < 0.0;
        before = distance;
    }
    printf("%d passes in %.1f s, mean position %.4f m\n", crossings, gud_sim_time(left.sim),
           0.5 * (position_of(&left) + position_of(&right)));
    gud_sim_free(left.sim);
    gud_sim_free(right.sim);
    gud_model_free(left.model);
    gud_model_free(right.model);
    return status < 0;
}
