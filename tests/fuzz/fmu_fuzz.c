// libFuzzer target: an importer of an FMU that calls anything in any order, and resources of any bytes. If the first
// byte is odd, the rest is the list of variables; else a byte picks the call, and those that follow it are its
// arguments.

#include "base/hash.h"
#include "fmu/fmi2.h"
#include "fuzz/few_units.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char model_text[] =
    "gudgeon: 1\nspace: planar\nparameters: {heavy: 2 kg}\n"
    "inputs:\n  torque: {default: 0 N.m, min: -5 N.m, max: 5 N.m}\n"
    "bodies:\n  wheel: {mass: = heavy, inertia: 0.02}\n"
    "joints:\n  shaft: {type: revolute, between: [ground, wheel]}\n"
    "forces:\n  brake: {type: load, kind: torque, on: wheel, direction: [0, 0, 1], "
    "value: input torque}\n"
    "start:\n  shaft.angle: {value: 0, rate: 10}\nsimulate: {until: 1 s, tolerance: 1e-3}\n";
static const char token[] = "{token}";
static const char list_text[] = "{token}\nfile\n4\nparameter heavy 4000000000000000\ninput torque 0000000000000000\n"
                                "output time 0000000000000000\noutput bodies/wheel/angular_velocity 0000000000000000\n";

static void take_message(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                         fmi2String category, fmi2String message, ...)
{
    (void)status;
    if (!instance || !category || !message) abort();
    ++*(int *)environment;
}

static fmi2Component instantiate(int *messages)
{
    const fmi2CallbackFunctions call = {.logger = take_message, .componentEnvironment = messages};
    char resources[scratch_room + 10];
    (void)snprintf(resources, sizeof resources, "file://%s", scratch_folder());
    return fmi2Instantiate("fuzz", fmi2CoSimulation, token, resources, &call, 0, 0);
}

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static unsigned next_byte(input *in)
{
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

static double next_number(input *in)
{
    const unsigned kind = next_byte(in);
    return kind == 255 ? (double)NAN : kind == 254 ? 1e300 : ((int)kind - 100) / 40.0;
}

// bytes of a state, one of them changed, or fewer of them; mostly with the right hash, which is its second number
static void read_state(fmi2Component f, input *in, fmi2FMUstate *state)
{
    size_t size = 0;
    if (!*state || fmi2SerializedFMUstateSize(f, *state, &size) != fmi2OK || size == 0) return;
    char *bytes = malloc(size);
    if (!bytes) abort();
    (void)fmi2SerializeFMUstate(f, *state, bytes, size);
    bytes[(next_byte(in) * 17 + next_byte(in)) % size] ^= (char)(next_byte(in) % 4 ? 0 : 1 << next_byte(in) % 7);
    const uint64_t hash = gud_hash(0, bytes + 2 * sizeof hash, size - 2 * sizeof hash);
    if (next_byte(in) % 4) memcpy(bytes + sizeof hash, &hash, sizeof hash);
    (void)fmi2DeSerializeFMUstate(f, bytes, next_byte(in) % 4 ? size : size / 2, state);
    free(bytes);
}

static void use_states(fmi2Component f, input *in, fmi2FMUstate *state)
{
    switch (next_byte(in) % 5) {
    case 0:
        (void)fmi2GetFMUstate(f, state);
        break;
    case 1:
        (void)fmi2SetFMUstate(f, *state);
        break;
    case 2:
        (void)fmi2FreeFMUstate(f, state);
        break;
    case 3:
        read_state(f, in, state);
        break;
    default:
        (void)fmi2DeSerializeFMUstate(f, (const char *)in->data, in->size, state);
    }
}

static void change_phase(fmi2Component f, input *in, double start)
{
    switch (next_byte(in) % 16) { // most importers do this
    case 0:
        (void)fmi2Terminate(f);
        break;
    case 1: // the model is read again
        if (next_byte(in) == 77) (void)fmi2Reset(f);
        break;
    case 2:
        (void)fmi2SetupExperiment(f, 0, 0.0, start, 0, 0.0);
        break;
    default:
        (void)fmi2EnterInitializationMode(f);
        (void)fmi2ExitInitializationMode(f);
    }
}

static void call_something(fmi2Component f, input *in, fmi2FMUstate *state)
{
    const unsigned variables[2] = {next_byte(in) % 7, next_byte(in) % 7};
    double values[2] = {next_number(in), next_number(in)}, now = 0.0;
    switch (next_byte(in) % 8) {
    case 0:
        change_phase(f, in, values[0]);
        break;
    case 1:
    case 2:
        (void)fmi2GetRealStatus(f, fmi2LastSuccessfulTime, &now);
        if (values[0] > 10.0) break; // an importer that asks for years waits for them
        (void)fmi2DoStep(f, variables[1] ? now : values[1], values[0] * 1e-2, 1);
        break;
    case 3:
        (void)fmi2GetReal(f, variables, next_byte(in) % 3, values);
        break;
    case 4: // the model is read again for another parameter, which takes long
        if (variables[0] != 1 && variables[1] != 1) (void)fmi2SetReal(f, variables, next_byte(in) % 3, values);
        break;
    case 5:
        (void)fmi2SetDebugLogging(f, next_byte(in) % 2, 0, NULL);
        break;
    default:
        use_states(f, in, state);
    }
}

static void read_list(const uint8_t *data, size_t size)
{
    int messages = 0;
    double value;
    (void)scratch_file("variables.txt", data, size);
    fmi2Component f = instantiate(&messages);
    if (!f && messages == 0) abort();
    for (unsigned v = 0; f && v < 20; v++) (void)fmi2GetReal(f, &v, 1, &value);
    fmi2FreeInstance(f);
}

typedef struct importer {
    fmi2Component f;
    fmi2FMUstate first; // how it was before the first call
    int messages;
} importer;

// one instance for all inputs, for loading its model takes longer than all calls
static void import(importer *i)
{
    (void)scratch_file("file", model_text, sizeof model_text - 1);
    (void)scratch_file("variables.txt", list_text, sizeof list_text - 1);
    i->f = instantiate(&i->messages);
    if (!i->f || fmi2GetFMUstate(i->f, &i->first) != fmi2OK) abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    use_few_units();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { most_calls = 40 };
    static importer all;
    fmi2FMUstate state = NULL;
    if (size == 0) return 0;
    if (data[0] & 1) {
        read_list(data + 1, size - 1);
        return 0;
    }
    if (!all.f) import(&all);
    if (fmi2SetFMUstate(all.f, all.first) != fmi2OK && fmi2Reset(all.f) != fmi2OK) abort();
    input in = {data + 1, size - 1};
    for (int i = 0; i < most_calls && in.size > 0; i++) call_something(all.f, &in, &state);
    (void)fmi2FreeFMUstate(all.f, &state);
    return 0;
}
