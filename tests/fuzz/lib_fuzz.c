// Any sequence of calls of the public interface, in any order and with any arguments: an answer, never a crash. A byte
// of the input picks the function, those that follow it are its arguments.

#include <gudgeon/gudgeon.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                           "inputs:\n  push: {default: 0 N, min: -50 N, max: 50 N}\n  pull: 300 N/m\n"
                           "bodies:\n  rod: {mass: 1, inertia: 0.0833, at: [0, -0.5]}\n"
                           "frames:\n  rod.top: {body: rod, at: [0, 0.5]}\n  post: {body: ground, at: [1.2, -0.2]}\n"
                           "joints:\n  hinge: {type: revolute, between: [ground, rod.top]}\n"
                           "forces:\n  rope: {type: spring, between: [post, rod], stiffness: input pull, damping: 2, "
                           "free: 1.2, acts: tension}\n"
                           "  hand: {type: load, on: rod, direction: [1, 0], value: input push}\n"
                           "  own: {type: user, between: [ground, rod]}\n"
                           "start:\n  hinge.angle: {value: 80 deg}\nsimulate: {until: 0.5, tolerance: 1e-3}\n";

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static int next_byte(input *in)
{
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

static double next_number(input *in)
{
    static const double special[] = {0.0, -1.0, 1e300, 1e-300};
    const int kind = next_byte(in);
    if (kind == 255) return (double)NAN;
    if (kind == 254) return (double)INFINITY;
    return kind > 249 ? special[kind - 250] : (double)(int8_t)kind / 64.0 + next_byte(in) / 1e5;
}

enum { nsim = 3, room = 300, most_calls = 60, block_room = 20000 };

typedef struct host {
    gud_model *model;
    gud_sim *sim[nsim]; // some are NULL
    double values[room];
    char block[block_room];
    double force;
    bool endless; // a run may have no end
    int depth;
    input in;
} host;

static void call_something(host *h);

static int called_back(void *user, gud_sim *sim, double time, const double *values)
{
    host *h = user;
    (void)sim, (void)time, (void)values;
    if (h->depth++ == 0) call_something(h);
    h->depth--;
    return next_byte(&h->in) % 8 == 1;
}

static void change_handles(host *h, int which, gud_sim **s)
{
    gud_sim *made = NULL;
    if (h->depth > 0) return; // freeing a simulation from its own callback is what the header forbids
    if (which == 0) {
        gud_sim_free(*s);
        *s = NULL;
    } else if (which == 1 && !*s) {
        (void)gud_sim_create(next_byte(&h->in) % 8 ? h->model : NULL, s);
    } else if (which == 2) {
        const int to = next_byte(&h->in) % nsim;
        if (&h->sim[to] == s || gud_sim_copy(*s, &made) != GUD_OK) return;
        gud_sim_free(h->sim[to]);
        h->sim[to] = made;
    }
}

static void read_something(host *h, gud_sim *s)
{
    input *in = &h->in;
    int first = 0, width = 0;
    gud_channel_info channel;
    gud_map_info map;
    gud_energies energies;
    gud_counters counters;
    static const char *const names[] = {"time", "bodies/rod/position", "bodies/rod/position.x", "energy", "", NULL};
    switch (next_byte(in) % 8) {
    case 0:
        (void)gud_sim_find(s, names[next_byte(in) % 6], &first, next_byte(in) % 2 ? &width : NULL);
        break;
    case 1:
        (void)gud_sim_channel(s, next_byte(in) - 10, &channel);
        break;
    case 2:
        (void)gud_sim_read(s, (const int[]){next_byte(in) - 10, next_byte(in)}, next_byte(in) % 4 - 1, h->values);
        break;
    case 3:
        (void)gud_sim_read_all(s, next_byte(in) % 2 ? h->values : NULL, next_byte(in));
        break;
    case 4:
        (void)gud_sim_map(s, next_byte(in) - 10, &map);
        break;
    case 5:
        (void)gud_sim_read_map(s, next_byte(in) - 10, h->values, room);
        break;
    case 6:
        (void)gud_sim_energies(s, next_byte(in) % 2 ? &energies : NULL);
        break;
    default:
        (void)gud_sim_counters(s, &counters);
    }
}

static int answer_force(void *user, double time, const gud_frame_motion frames[2], double wrench[12],
                        double *by_displacement, double *by_twist)
{
    (void)time, (void)frames, (void)by_displacement, (void)by_twist;
    wrench[7] = *(const double *)user; // whatever it is
    return 1;
}

// who asks a run without an end for years waits for them
static void advance(const host *h, gud_sim *s, double t)
{
    if (!h->endless || !(t > 3.0)) (void)gud_sim_advance(s, t);
}

static void use_inputs(host *h, gud_sim *s)
{
    input *in = &h->in;
    const int n = next_byte(in) % 4 - 1, inputs[2] = {next_byte(in) % 5 - 1, next_byte(in) % 5 - 1};
    const double values[2] = {30.0 * next_number(in), 30.0 * next_number(in)};
    if (next_byte(in) % 4)
        (void)gud_sim_set(s, inputs, n > 2 ? 2 : n, next_byte(in) % 8 ? values : NULL);
    else
        (void)gud_sim_get(s, inputs, n > 2 ? 2 : n, h->values);
}

static void ask_for_matrices(gud_sim *s)
{
    gud_linear *linear = NULL;
    const gud_status st = gud_sim_linearise(s, &linear);
    if ((st == GUD_OK) != (linear != NULL)) abort();
    for (int i = 0; st == GUD_OK && i < linear->nvelocity * linear->nvelocity; i++)
        if (isnan(linear->mass[i])) abort();
    gud_linear_free(linear);
}

static void call_rarely(host *h, gud_sim *s)
{
    input *in = &h->in;
    h->force = 40.0 * next_number(in);
    switch (next_byte(in) % 5) {
    case 0:
        ask_for_matrices(s);
        break;
    case 1:
        (void)gud_sim_user_force(s, next_byte(in) % 5 - 1, next_byte(in) % 8 ? answer_force : NULL, &h->force);
        break;
    case 2:
        h->endless = true;
        (void)gud_sim_endless(s, next_byte(in) % 2);
        break;
    case 3:
        (void)gud_sim_hash(s);
        (void)gud_sim_state_size(s);
        (void)gud_sim_time(s);
        (void)gud_sim_fraction(s);
        break;
    default:
        use_inputs(h, s);
    }
}

static void call_something(host *h)
{
    input *in = &h->in;
    gud_sim **slot = &h->sim[next_byte(in) % nsim], *s = *slot;
    const int signal = next_byte(in) - 10;
    switch (next_byte(in) % 18) {
    case 0:
        change_handles(h, 0, slot);
        break;
    case 1:
        change_handles(h, 1, slot);
        break;
    case 2:
        change_handles(h, 2, slot);
        break;
    case 3:
    case 4:
        (void)gud_sim_start(s);
        break;
    case 5:
        (void)gud_sim_step(s);
        break;
    case 6:
        advance(h, s, next_number(in));
        break;
    case 7:
        if (!h->endless) (void)gud_sim_advance_to(s, next_byte(in) - 2, next_number(in));
        break;
    case 8:
        (void)gud_sim_equilibrium(s);
        break;
    case 9:
        (void)gud_sim_watch(s, &signal, next_byte(in) % 3 - 1, next_byte(in) % 2 ? called_back : NULL, h);
        break;
    case 10:
        (void)gud_sim_save(s, h->block, next_byte(in) % 8 ? block_room : (size_t)next_byte(in));
        break;
    case 11:
        h->block[next_byte(in) * 7 % block_room] ^= (char)(next_byte(in) % 8 ? 0 : 1);
        (void)gud_sim_restore(s, h->block, next_byte(in) % 8 ? block_room : (size_t)next_byte(in));
        break;
    case 12:
    case 13:
        use_inputs(h, s);
        break;
    case 14:
    case 15:
        call_rarely(h, s);
        break;
    default:
        read_something(h, s);
    }
    if (!gud_sim_error(s)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gud_model *model; // loading it takes longer than all the calls
    if (!model && gud_model_read("fuzz.yaml", text, NULL, 0, &model, NULL) != GUD_OK) abort();
    host *h = calloc(1, sizeof *h);
    if (!h) abort();
    h->model = model;
    h->in = (input){data, size};
    (void)gud_sim_create(model, &h->sim[0]); // most calls need one
    for (int i = 0; i < most_calls && h->in.size > 0; i++) call_something(h);
    for (int i = 0; i < nsim; i++) gud_sim_free(h->sim[i]);
    free(h);
    return 0;
}
