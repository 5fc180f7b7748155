// A small importer for tests/shell/fmu.sh: loads the binary of an unpacked FMU and goes through all calls, in legal
// orders, in wrong ones and with bad values.
//
//     import VERSION BINARY RESOURCES TOKEN OUTPUT REFERENCE TURNING
//
// OUTPUT: value reference of an output; REFERENCE: its value at 1 s by `gudgeon run`, as 16 hexadecimal digits.
// TURNING: value reference of the angular acceleration. Value references: 1 a parameter (mass, 1.5), 2 an input
// (torque, 0, at most 10).

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            (void)fprintf(stderr, "FAIL: fmu_import.c:%d: %s\n", __LINE__, #condition);                                \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

static void *library;

static void *find(const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        (void)fprintf(stderr, "FAIL: no function %s\n", name);
        exit(1);
    }
    return found;
}

// functions, by the signatures of the standards
#define CALL(name, type, ...) ((type(*)(__VA_ARGS__))find(name))

enum { ok, warning, discard, error };

static int nmessage;
static char last_message[2000];

static void log2_(void *environment, const char *instance, int status, const char *category, const char *format, ...)
{
    va_list list;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(list, format);
    (void)vsnprintf(last_message, sizeof last_message, format, list);
    va_end(list);
    nmessage++;
}

static void log3_(void *environment, int status, const char *category, const char *message)
{
    (void)environment, (void)status, (void)category;
    (void)snprintf(last_message, sizeof last_message, "%s", message);
    nmessage++;
}

typedef struct callbacks2 {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*free)(void *);
    void (*finished)(void *, int);
    void *environment;
} callbacks2;

static const callbacks2 calls2 = {log2_, calloc, free, NULL, NULL};

// ---- both standards behind one face

static bool three;
static const char *resources, *token;
static unsigned output, turning;

static void *make(const char *with, bool early)
{
    if (three)
        return CALL("fmi3InstantiateCoSimulation", void *, const char *, const char *, const char *, bool, bool, bool,
                    bool, const uint32_t *, size_t, void *, void *,
                    void *)("one", with, resources, false, false, false, early, NULL, 0, NULL, (void *)log3_, NULL);
    return CALL("fmi2Instantiate", void *, const char *, int, const char *, const char *, const callbacks2 *, int,
                int)("one", 1, with, resources, &calls2, 0, 0);
}

static void drop(void *c)
{
    CALL(three ? "fmi3FreeInstance" : "fmi2FreeInstance", void, void *)(c);
}

static int simple(const char *two, const char *third, void *c)
{
    return CALL(three ? third : two, int, void *)(c);
}

static int enter(void *c, double start)
{
    if (three)
        return CALL("fmi3EnterInitializationMode", int, void *, bool, double, double, bool, double)(c, false, 0.0,
                                                                                                    start, false, 0.0);
    const int st = CALL("fmi2SetupExperiment", int, void *, int, double, double, int, double)(c, 0, 0.0, start, 0, 0.0);
    return st != ok ? st : simple("fmi2EnterInitializationMode", "", c);
}

static int leave(void *c)
{
    return simple("fmi2ExitInitializationMode", "fmi3ExitInitializationMode", c);
}

static int get(void *c, unsigned v, double *value)
{
    if (three)
        return CALL("fmi3GetFloat64", int, void *, const uint32_t *, size_t, double *, size_t)(c, &v, 1, value, 1);
    return CALL("fmi2GetReal", int, void *, const unsigned *, size_t, double *)(c, &v, 1, value);
}

static int set(void *c, unsigned v, double value)
{
    if (three)
        return CALL("fmi3SetFloat64", int, void *, const uint32_t *, size_t, const double *, size_t)(c, &v, 1, &value,
                                                                                                     1);
    return CALL("fmi2SetReal", int, void *, const unsigned *, size_t, const double *)(c, &v, 1, &value);
}

static int step(void *c, double from, double size)
{
    bool event, end, early;
    double reached;
    if (three)
        return CALL("fmi3DoStep", int, void *, double, double, bool, bool *, bool *, bool *,
                    double *)(c, from, size, true, &event, &end, &early, &reached);
    return CALL("fmi2DoStep", int, void *, double, double, int)(c, from, size, 1);
}

static void *ready(void)
{
    void *c = make(token, false);
    if (!c) exit(1);
    CHECK(enter(c, 0.0) == ok);
    CHECK(leave(c) == ok);
    return c;
}

static double value_of(void *c, unsigned v)
{
    double value = NAN;
    CHECK(get(c, v, &value) == ok);
    return value;
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// ---- what is tested

static void test_result(double expected)
{
    void *c = ready(), *other = ready();
    CHECK(step(c, 0.0, 1.0) == ok);
    if (!same(value_of(c, output), expected)) {
        (void)fprintf(stderr, "FAIL: %.17g instead of %.17g\n", value_of(c, output), expected);
        failures++;
    }
    CHECK(same(value_of(c, 0), 1.0));
    // an instance beside it goes the same way, and beyond the end of the model's own run
    CHECK(step(other, 0.0, 1.0) == ok);
    CHECK(same(value_of(other, output), expected));
    CHECK(step(other, 1.0, 1.0) == ok);
    CHECK(!same(value_of(other, output), expected));
    CHECK(simple("fmi2Terminate", "fmi3Terminate", c) == ok);
    drop(c);
    drop(other);
}

static void test_states(void)
{
    void *c = ready(), *other = ready(), *state = NULL, *copy = NULL;
    size_t size = 0;
    CHECK(step(c, 0.0, 0.3) == ok);
    CHECK(set(c, 2, 3.0) == ok);
    CHECK(step(c, 0.3, 0.2) == ok);
    CHECK(CALL(three ? "fmi3GetFMUState" : "fmi2GetFMUstate", int, void *, void **)(c, &state) == ok);
    CHECK(step(c, 0.5, 0.25) == ok);
    const double expected = value_of(c, output);
    CHECK(CALL(three ? "fmi3SetFMUState" : "fmi2SetFMUstate", int, void *, void *)(c, state) == ok);
    CHECK(same(value_of(c, 0), 0.5) && same(value_of(c, 2), 3.0));
    CHECK(step(c, 0.5, 0.25) == ok);
    CHECK(same(value_of(c, output), expected));
    CHECK(CALL(three ? "fmi3SerializedFMUStateSize" : "fmi2SerializedFMUstateSize", int, void *, void *,
               size_t *)(c, state, &size) == ok);
    char *bytes = malloc(size);
    CHECK(CALL(three ? "fmi3SerializeFMUState" : "fmi2SerializeFMUstate", int, void *, void *, char *,
               size_t)(c, state, bytes, size) == ok);
    CHECK(CALL(three ? "fmi3SerializeFMUState" : "fmi2SerializeFMUstate", int, void *, void *, char *,
               size_t)(c, state, bytes, size - 1) == error);
    int (*read)(void *, const char *, size_t, void **) =
        CALL(three ? "fmi3DeserializeFMUState" : "fmi2DeSerializeFMUstate", int, void *, const char *, size_t, void **);
    CHECK(read(other, bytes, size - 1, &copy) == error);
    CHECK(read(other, bytes, size, &copy) == ok);
    CHECK(CALL(three ? "fmi3SetFMUState" : "fmi2SetFMUstate", int, void *, void *)(other, copy) == ok);
    CHECK(step(other, 0.5, 0.25) == ok);
    CHECK(same(value_of(other, output), expected));
    for (size_t i = 0; i < size; i += 1 + i / 64) { // a damaged state is refused, wherever that is
        bytes[i] ^= (char)(1 << i % 7);
        CHECK(read(other, bytes, size, &copy) == error);
        bytes[i] ^= (char)(1 << i % 7);
    }
    CHECK(read(other, bytes, size, &copy) == ok);
    CHECK(CALL(three ? "fmi3SetFMUState" : "fmi2SetFMUstate", int, void *, void *)(other, copy) == ok);
    CHECK(step(other, 0.5, 0.25) == ok);
    CHECK(same(value_of(other, output), expected));
    CHECK(CALL(three ? "fmi3FreeFMUState" : "fmi2FreeFMUstate", int, void *, void **)(c, &state) == ok && !state);
    CHECK(CALL(three ? "fmi3FreeFMUState" : "fmi2FreeFMUstate", int, void *, void **)(c, &copy) == ok);
    free(bytes);
    drop(c);
    drop(other);
}

static void test_parameters_and_inputs(void)
{
    void *c = make(token, false), *plain = ready();
    double value;
    CHECK(same(value_of(c, 1), 1.5) && same(value_of(c, 2), 0.0));
    CHECK(get(c, output, &value) == error); // too early
    CHECK(set(c, 1, 3.0) == ok);
    CHECK(enter(c, 2.0) == ok);
    CHECK(set(c, 2, 1.0) == ok);
    CHECK(get(c, output, &value) == ok);
    CHECK(leave(c) == ok);
    CHECK(same(value_of(c, 0), 2.0));
    CHECK(set(c, 1, 2.0) == error); // fixed
    CHECK(step(c, 2.0, 0.5) == ok);
    CHECK(step(plain, 0.0, 0.5) == ok);
    CHECK(!same(value_of(c, output), value_of(plain, output)));
    CHECK(simple("fmi2Reset", "fmi3Reset", c) == ok);
    CHECK(same(value_of(c, 1), 1.5));
    CHECK(enter(c, 0.0) == ok && leave(c) == ok && step(c, 0.0, 0.5) == ok);
    CHECK(same(value_of(c, output), value_of(plain, output)));
    drop(c);
    drop(plain);
}

static void test_wrong_orders(void)
{
    void *c = make(token, false);
    CHECK(!make("{nonsense}", false));
    CHECK(step(c, 0.0, 0.1) == error);
    CHECK(leave(c) == error);
    CHECK(simple("fmi2Terminate", "fmi3Terminate", c) == error);
    CHECK(enter(c, 0.0) == ok);
    CHECK(enter(c, 0.0) == error);
    CHECK(step(c, 0.0, 0.1) == error);
    CHECK(leave(c) == ok);
    CHECK(leave(c) == error);
    CHECK(step(c, 0.0, 0.1) == ok);
    CHECK(simple("fmi2Terminate", "fmi3Terminate", c) == ok);
    CHECK(step(c, 0.1, 0.1) == error);
    CHECK(set(c, 2, 0.0) == error);
    CHECK(isfinite(value_of(c, output)));
    drop(c);
    drop(NULL);
    CHECK(step(NULL, 0.0, 1.0) == error);
}

static void test_bad_values(void)
{
    void *c = ready();
    double value;
    CHECK(step(c, 0.0, -0.1) == error);
    CHECK(step(c, 0.0, 0.0) == error);
    CHECK(step(c, 0.0, NAN) == error);
    CHECK(step(c, 0.7, 0.1) == error);
    CHECK(set(c, 2, 11.0) == error); // outside of its range
    CHECK(same(value_of(c, 2), 0.0));
    CHECK(set(c, 2, NAN) == error);
    CHECK(set(c, output, 1.0) == error);
    CHECK(set(c, 0, 1.0) == error);
    CHECK(get(c, 123456, &value) == error);
    CHECK(step(c, 0.0, 0.1) == ok); // none of them did any harm
    CHECK(step(c, 0.1, 1e-9) == ok);
    nmessage = 0;
    CHECK(set(c, 123456, 1.0) == error && nmessage == 1 && strlen(last_message) > 10);
    if (three) {
        CHECK(CALL("fmi3EnterEventMode", int, void *)(c) == error);
        CHECK(CALL("fmi3GetInt32", int, void *, const uint32_t *, size_t, int32_t *, size_t)(c, NULL, 0, NULL, 0) ==
              ok);
    } else {
        CHECK(CALL("fmi2GetInteger", int, void *, const unsigned *, size_t, int *)(c, NULL, 0, NULL) == ok);
        CHECK(CALL("fmi2GetRealStatus", int, void *, int, double *)(c, 2, &value) == ok);
        CHECK(CALL("fmi2CancelStep", int, void *)(c) == error);
    }
    drop(c);
}

// steps of FMI 3 end at events if they may: the rope of the model becomes tight
static void test_early_return(void)
{
    void *c = make(token, true);
    int nearly = 0;
    double t = 0.0;
    bool event, end, early;
    if (!c) exit(1);
    CHECK(enter(c, 0.0) == ok && leave(c) == ok);
    while (t < 3.0 && failures == 0) {
        double reached = -1.0;
        CHECK(CALL("fmi3DoStep", int, void *, double, double, bool, bool *, bool *, bool *,
                   double *)(c, t, 3.0 - t, true, &event, &end, &early, &reached) == ok);
        CHECK(reached > t && reached <= 3.0 && early == (reached < 3.0));
        nearly += early;
        t = reached;
    }
    CHECK(nearly > 0);
    drop(c);
}

static int derive(void *c, unsigned unknown, unsigned known, double seed, double *change)
{
    if (three)
        return CALL("fmi3GetDirectionalDerivative", int, void *, const uint32_t *, size_t, const uint32_t *, size_t,
                    const double *, size_t, double *, size_t)(c, &unknown, 1, &known, 1, &seed, 1, change, 1);
    return CALL("fmi2GetDirectionalDerivative", int, void *, const unsigned *, size_t, const unsigned *, size_t,
                const double *, double *)(c, &unknown, 1, &known, 1, &seed, change);
}

// a torque turns the rod as its moment of inertia about the hinge lets it, also at the end of the torque's range
static void test_derivatives(void)
{
    void *c = ready(), *plain = ready();
    double change = NAN, inertia = 0.0833 + 1.5 * 0.25;
    CHECK(step(c, 0.0, 0.1) == ok && step(plain, 0.0, 0.1) == ok);
    CHECK(derive(c, turning, 2, 3.0, &change) == ok);
    CHECK(fabs(change - 3.0 / inertia) < 1e-7);
    CHECK(derive(c, output, 2, 1.0, &change) == ok && change == 0.0);
    CHECK(derive(c, turning, 2, 0.0, &change) == ok && change == 0.0);
    CHECK(derive(c, turning, 1, 1.0, &change) == error); // a parameter
    CHECK(derive(c, 2, 2, 1.0, &change) == error);
    CHECK(derive(c, 123456, 2, 1.0, &change) == error);
    CHECK(step(c, 0.1, 0.2) == ok && step(plain, 0.1, 0.2) == ok);
    CHECK(same(value_of(c, output), value_of(plain, output))); // asking has changed nothing
    CHECK(set(c, 2, 10.0) == ok && derive(c, turning, 2, -1.0, &change) == ok);
    CHECK(fabs(change + 1.0 / inertia) < 1e-7);
    drop(c);
    drop(plain);
}

int main(int argc, char **argv)
{
    uint64_t bits;
    double expected;
    if (argc != 8) return 2;
    three = argv[1][0] == '3';
    library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        (void)fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    resources = argv[3];
    token = argv[4];
    output = (unsigned)strtoul(argv[5], NULL, 10);
    turning = (unsigned)strtoul(argv[7], NULL, 10);
    bits = strtoull(argv[6], NULL, 16);
    memcpy(&expected, &bits, sizeof bits);
    CHECK(strcmp(CALL(three ? "fmi3GetVersion" : "fmi2GetVersion", const char *, void)(), three ? "3.0" : "2.0") == 0);
    test_result(expected);
    test_states();
    test_parameters_and_inputs();
    test_wrong_orders();
    test_bad_values();
    test_derivatives();
    if (three) test_early_return();
    return failures > 0;
}
