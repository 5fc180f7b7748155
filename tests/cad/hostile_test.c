// Files that are damaged, something else or hostile: a sentence, and the caller lives on.
#include "assembly/load.h"
#include "cad_case.h"
#include "mutate.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

static const gud_cad_module *module;
static char *good; // a STEP file
static size_t size;

static void save(const char *path, const char *text, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void refused(const char *path, const char *words)
{
    const gud_cad_options options = {.deflection = 1e-3};
    char error[512] = "";
    gud_assembly *a = NULL;
    assert_int_equal(module->read(1, &path, &options, &a, error, sizeof error), -1);
    assert_null(a);
    if (!strstr(error, words) || strncmp(error, path, strlen(path)) != 0) fail_msg("'%s' lacks '%s'", error, words);
}

static void refused_text(const char *text, size_t n, const char *words)
{
    char path[200];
    save(cad_path(path, "hostile.step"), text, n);
    refused(path, words);
    (void)remove(path);
}

static void test_not_cad(void **state)
{
    static const char xml[] = "<?xml version=\"1.0\"?><uos/>", zip[] = "PK\003\004....", text[] = "a: 1\nb: 2\n";
    char bytes[256];
    (void)state;
    for (int i = 0; i < 256; i++) bytes[i] = (char)i;
    refused("no-such-file.step", "cannot be opened");
    refused("tests", "is a folder");
    refused("/dev/null", "is not a regular file");
    refused_text("", 0, "is empty");
    refused_text(text, sizeof text - 1, "neither a STEP nor an IGES file");
    refused_text(bytes, sizeof bytes, "neither a STEP nor an IGES file");
    refused_text(xml, sizeof xml - 1, "is XML");
    refused_text(zip, sizeof zip - 1, "compressed");
}

static void test_damaged(void **state)
{
    static const char hollow[] =
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');"
        "\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n";
    static const char noise[] = "ISO-10303-21;\n(((((((\nEND-ISO-10303-21;\n";
    (void)state;
    refused_text(good, size / 2, "is truncated");
    refused_text(good, size - 30, "is truncated");
    refused_text(hollow, sizeof hollow - 1, "contains neither solids nor faces");
    refused_text(noise, sizeof noise - 1, ":");
}

// an axis that places a part, in place of which a file has no number
static void test_place_without_number(void **state)
{
    static const char number[] = "CARTESIAN_POINT('',(0.,0.,0.))", none[] = "CARTESIAN_POINT('',(0.,NAN,0))";
    (void)state;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, good, size);
    text[size] = '\0';
    char *first = strstr(text, number); // of the assembly's own axes, which all places refer to
    assert_non_null(first);
    memcpy(first, none, sizeof none - 1);
    refused_text(text, size, "is not a finite number");
    free(text);
}

static void test_cut_iges(void **state)
{
    char path[200];
    cad_expected e;
    struct stat about;
    (void)state;
    cad_make("hinge", cad_path(path, "cut.iges"), "", &e);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(truncate(path, about.st_size / 2 / 81 * 81), 0);
    refused(path, "is truncated");
    (void)remove(path);
}

// ---- the child

static gud_status read_path(const gud_cad_module *m, void *context, gud_error *error)
{
    const gud_cad_options options = {.deflection = 1e-2};
    const char *path = context;
    gud_assembly *a = NULL;
    if (m->read(1, &path, &options, &a, error->text, sizeof error->text) != 0) return GUD_ERR_INPUT;
    m->free(a);
    return GUD_OK;
}

static gud_status crash(const gud_cad_module *m, void *context, gud_error *error)
{
    (void)m, (void)context, (void)error;
    (void)raise(SIGSEGV);
    return GUD_OK;
}

static gud_status never_end(const gud_cad_module *m, void *context, gud_error *error)
{
    volatile int *flag = context;
    (void)m, (void)error;
    while (*flag) continue;
    return GUD_OK;
}

static gud_status take_memory(const gud_cad_module *m, void *context, gud_error *error)
{
    void *memory = malloc(*(const size_t *)context);
    (void)m;
    if (!memory) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    free(memory);
    return GUD_OK;
}

static void test_crash_and_limits(void **state)
{
    const gud_cad_limits limits = {.seconds = 1.0, .bytes = 2e9};
    int flag = 1;
    size_t much = (size_t)4e9, little = 1000;
    gud_error error = {""};
    (void)state;
    assert_int_equal(gud_cad_run(&limits, crash, NULL, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "crashed"));
    assert_int_equal(gud_cad_run(&limits, never_end, &flag, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "more than 1 s of processor time"));
    assert_int_equal(gud_cad_run(&limits, take_memory, &little, &error), GUD_OK);
    if (!SANITIZED) assert_int_equal(gud_cad_run(&limits, take_memory, &much, &error), GUD_ERR_MEMORY);
}

static gud_status be_killed(const gud_cad_module *m, void *context, gud_error *error)
{
    (void)m, (void)error;
    (void)raise(*(const int *)context);
    return GUD_OK;
}

// the system's killer is not our limit, and our limit holds where the caller ignores its signal
static void test_who_stopped_it(void **state)
{
    const gud_cad_limits limits = {.seconds = 1.0, .bytes = 8e9};
    int by = SIGKILL, flag = 1;
    gud_error error = {""};
    (void)state;
    assert_int_equal(gud_cad_run(&limits, be_killed, &by, &error), GUD_ERR_MEMORY);
    assert_non_null(strstr(error.text, "killed from outside"));
    by = SIGTERM;
    assert_int_equal(gud_cad_run(&limits, be_killed, &by, &error), GUD_ERR_INTERRUPT);
    (void)signal(SIGXCPU, SIG_IGN);
    assert_int_equal(gud_cad_run(&limits, never_end, &flag, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "more than 1 s of processor time"));
    (void)signal(SIGXCPU, SIG_DFL);
}

static void test_no_module(void **state)
{
    char *named = strdup(getenv("GUDGEON_CAD")), path[200];
    const gud_cad_limits limits = {.seconds = 10.0, .bytes = 2e9};
    gud_error error = {""};
    (void)state;
    assert_int_equal(setenv("GUDGEON_CAD", "/no/such/gudgeon_cad.so", 1), 0);
    assert_int_equal(gud_cad_run(&limits, crash, NULL, &error), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "need the module"));
    save(cad_path(path, "text.so"), "no library", 10);
    assert_int_equal(setenv("GUDGEON_CAD", path, 1), 0);
    assert_int_equal(gud_cad_run(&limits, crash, NULL, &error), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "cannot be loaded"));
    assert_int_equal(setenv("GUDGEON_CAD", named, 1), 0);
    (void)remove(path);
    free(named);
}

// ---- mutants, each in a process of its own; cad_fuzz.c makes more of them

// the number of mutants that reached their end, one way or the other, without a word on standard output and error
static void test_mutants(void **state)
{
    const int n = SANITIZED ? 8 : 60;
    const gud_cad_limits limits = {.seconds = 3.0, .bytes = 4e9};
    char path[200], log[200];
    mutant m = {malloc(size + 4096), 0, size + 4096};
    unsigned long seed = 1;
    int kept[2], fine = 0;
    struct stat about;
    (void)state;
    assert_non_null(m.text);
    cad_path(path, "mutant.step");
    const int silent = open(cad_path(log, "mutant.log"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < n; i++) {
        gud_error error = {""};
        mutate(&m, good, size, &seed);
        save(path, m.text, m.size);
        (void)fflush(NULL);
        for (int k = 0; k < 2; k++) {
            kept[k] = dup(k + 1);
            (void)dup2(silent, k + 1);
        }
        const gud_status st = gud_cad_run(&limits, read_path, path, &error);
        for (int k = 0; k < 2; k++) {
            (void)dup2(kept[k], k + 1);
            (void)close(kept[k]);
        }
        assert_true(st == GUD_OK || (st == GUD_ERR_INPUT && error.text[0]));
        fine += st == GUD_OK;
    }
    assert_int_equal(fstat(silent, &about), 0);
    assert_int_equal(about.st_size, 0);
    assert_true(fine > 0 && fine < n); // mutations that hit, and not everything
    (void)close(silent);
    (void)remove(path);
    (void)remove(log);
    free(m.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_not_cad),        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_cut_iges),       cmocka_unit_test(test_crash_and_limits),
        cmocka_unit_test(test_who_stopped_it), cmocka_unit_test(test_no_module),
        cmocka_unit_test(test_mutants),        cmocka_unit_test(test_place_without_number),
    };
    char path[200];
    cad_expected e;
    module = cad_module();
    cad_make("ball-joint", cad_path(path, "good.step"), "", &e);
    FILE *file = fopen(path, "rb");
    good = malloc(1 << 20);
    size = file && good ? fread(good, 1, 1 << 20, file) : 0;
    if (file) (void)fclose(file);
    (void)remove(path);
    const int failed = size > 1000 ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    free(good);
    return failed;
}
