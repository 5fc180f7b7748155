// Files that include files, and overrides from the command line.

#include "unit/load_check.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

// a folder of its own for every test, with the names of the files in it
typedef struct folder {
    char path[64];
    char files[8][96];
    int nfile;
} folder;

static void folder_make(folder *f)
{
    *f = (folder){.path = "/tmp/gudgeon-load-XXXXXX"};
    assert_non_null(mkdtemp(f->path));
}

static const char *file_make(folder *f, const char *name, const char *text)
{
    char full[sizeof f->files[0]];
    (void)snprintf(full, sizeof full, "%s/%s", f->path, name);
    char *path = memcpy(f->files[f->nfile++], full, sizeof full);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void folder_remove(folder *f)
{
    while (f->nfile > 0) (void)remove(f->files[--f->nfile]);
    (void)rmdir(f->path);
}

// loads the file and compares the messages, in which the folder's name is left out
static gud_input *load(const gud_units *units, const folder *f, const char *path, const char *expected)
{
    gud_diag diag;
    gud_input *input;
    gud_buffer text, shown;
    gud_diag_init(&diag);
    gud_buffer_init(&text);
    gud_buffer_init(&shown);
    const gud_status status = gud_input_load(&(gud_origin){.path = path}, model_sections, units, &diag, &input);
    gud_diag_write(&diag, &text);
    const size_t n = strlen(f->path) + 1;
    const char *c = gud_buffer_text(&text);
    for (const char *hit = strstr(c, f->path); hit; hit = strstr(c, f->path)) {
        gud_buffer_append(&shown, c, (size_t)(hit - c));
        c = hit + n;
    }
    gud_buffer_add(&shown, c);
    assert_string_equal(gud_buffer_text(&shown), expected);
    assert_int_equal(status, *expected ? GUD_ERR_INPUT : GUD_OK);
    gud_buffer_free(&text);
    gud_buffer_free(&shown);
    gud_diag_free(&diag);
    return input;
}

static void test_sections_merge(void **state)
{
    folder f;
    folder_make(&f);
    (void)file_make(&f, "more.yaml",
                    "gudgeon: 1\ntitle: parts\nbodies: {rod: {mass: 2}}\nsimulate: {rate: 1}\nframes:\n");
    (void)file_make(&f, "parts.yaml", "include: more.yaml\nbodies: {pin: {mass: 3, mesh: p.stp}}\n");
    const char *path = file_make(&f, "m.yaml",
                                 "gudgeon: 1\ntitle: whole\ninclude: [parts.yaml, more.yaml]\n"
                                 "bodies: {crank: {mass: 1}}\nframes:\nsimulate: {until: 2}\n");
    gud_input *input = load(*state, &f, path, "");
    const gud_entities *bodies = gud_input_section(input, "bodies");
    assert_int_equal(bodies->count, 3);
    assert_string_equal(bodies->list[0].name, "rod");
    assert_string_equal(bodies->list[1].name, "pin");
    assert_string_equal(bodies->list[2].name, "crank");
    const simulate_params *run = gud_input_find(input, "simulate", "simulate")->common;
    assert_true(run->rate == 1.0 && run->until.value == 2.0);
    assert_string_equal(input->title, "whole");
    assert_string_equal(input->text,
                        "gudgeon: 1\ntitle: whole\nbodies:\n  rod:\n    mass: 2\n  pin:\n    mass: 3\n"
                        "    mesh: p.stp\n  crank:\n    mass: 1\nsimulate:\n  rate: 1\n  until: 2\nframes: {}\n");
    gud_input_free(input);
    folder_remove(&f);
}

// the file of a field belongs to the folder of the file that mentions it, also in the text of the whole model
static void test_paths_belong_to_their_file(void **state)
{
    folder f;
    char sub[96], expected[128];
    folder_make(&f);
    (void)snprintf(sub, sizeof sub, "%s/sub", f.path);
    assert_int_equal(mkdir(sub, 0700), 0);
    (void)file_make(&f, "sub/parts.yaml", "bodies: {pin: {mass: 3, mesh: p.stp}, rod: {mass: 1, mesh: /r.stp}}\n");
    const char *path = file_make(&f, "m.yaml", "gudgeon: 1\ninclude: sub/parts.yaml\n");
    gud_input *input = load(*state, &f, path, "");
    const body_params *pin = gud_input_find(input, "bodies", "pin")->common;
    const body_params *rod = gud_input_find(input, "bodies", "rod")->common;
    (void)snprintf(expected, sizeof expected, "%s/sub/p.stp", f.path);
    assert_string_equal(pin->mesh, expected);
    assert_string_equal(rod->mesh, "/r.stp");
    assert_non_null(strstr(input->text, "mesh: sub/p.stp\n"));
    gud_input_free(input);
    while (f.nfile > 0) (void)remove(f.files[--f.nfile]);
    (void)rmdir(sub);
    folder_remove(&f);
}

static void test_what_is_defined_twice_is_told(void **state)
{
    folder f;
    folder_make(&f);
    (void)file_make(&f, "a.yaml", "bodies:\n  crank: {mass: 2}\nsimulate: {rate: 3}\ngravity: [1]\n");
    const char *path = file_make(&f, "m.yaml",
                                 "gudgeon: 1\ninclude: a.yaml\nbodies:\n  crank: {mass: 1}\n"
                                 "simulate: {rate: 4}\ngravity: [2]\n");
    assert_null(load(*state, &f, path,
                     "m.yaml:4:3: 'crank' is defined twice; the other one is at a.yaml:2:3\n"
                     "m.yaml:5:12: 'rate' is defined twice; the other one is at a.yaml:3:12\n"
                     "m.yaml:6:1: 'gravity' is defined twice; the other one is at a.yaml:4:1\n"));
    folder_remove(&f);
}

static void test_includes_in_a_circle_are_told(void **state)
{
    folder f;
    folder_make(&f);
    const char *path = file_make(&f, "a.yaml", "gudgeon: 1\ninclude: b.yaml\nbodies:\n");
    (void)file_make(&f, "b.yaml", "include:\n- c.yaml\n");
    (void)file_make(&f, "c.yaml", "include: b.yaml\n");
    assert_null(load(*state, &f, path, "c.yaml:1:10: files include each other: b.yaml -> c.yaml -> b.yaml\n"));
    (void)file_make(&f, "d.yaml", "gudgeon: 1\ninclude: d.yaml\nbodies:\n");
    assert_null(load(*state, &f, f.files[3], "d.yaml:2:10: files include each other: d.yaml -> d.yaml\n"));
    folder_remove(&f);
}

static void test_bad_includes(void **state)
{
    folder f;
    folder_make(&f);
    const char *path =
        file_make(&f, "m.yaml", "gudgeon: 1\ninclude: [none.yaml, ., /dev/null, {a: b}, bad.yaml]\nbodies:\n");
    (void)file_make(&f, "bad.yaml", "gudgeon: 7\nbodies: 3\nfoo: 1\n");
    assert_null(load(*state, &f, path,
                     "bad.yaml:1:10: gudgeon: this program reads version 1 of the format\n"
                     "bad.yaml:2:9: bodies must be a map from names to entities\n"
                     "bad.yaml:3:1: unknown section 'foo'; allowed: bodies, frames, joints, simulate, gravity, title, "
                     "include, parameters, groups, use, defaults, override\n"
                     "m.yaml:2:11: cannot read 'none.yaml': No such file or directory\n"
                     "m.yaml:2:22: cannot read '.': it is a folder\n"
                     "m.yaml:2:25: cannot read '/dev/null': it is not a file\n"
                     "m.yaml:2:36: include must be the name of a file or a list of names\n"
                     "m.yaml:3:1: 'bodies' is defined twice; the other one is at bad.yaml:2:1\n"));
    folder_remove(&f);
}

static void test_bad_files(void **state)
{
    folder f;
    folder_make(&f);
    assert_null(load(*state, &f, "/nowhere/m.yaml", "cannot read '/nowhere/m.yaml': No such file or directory\n"));
    assert_null(load(*state, &f, file_make(&f, "e.yaml", ""), "e.yaml:1:1: the file is empty\n"));
    assert_null(load(*state, &f, file_make(&f, "l.yaml", "[]"), "l.yaml:1:1: a model is a map of sections\n"));
    folder_remove(&f);
}

static const char base[] = "gudgeon: 1\n"
                           "bodies:\n"
                           "  crank: {mass: 1, at: [1, 2]}\n"
                           "  crank.web: {mass: 2}\n"
                           "joints:\n"
                           "  pin: {type: revolute, between: [crank, ground]}\n";

static void test_overrides_reach_any_value(void **state)
{
    const char *const set[] = {
        "bodies.crank.mass=0.4 kg",
        "bodies.crank.web.mass=5",
        "bodies.crank.at.1=7 mm",
        "joints.pin.film.viscosity=400 cP",
        "joints.pin.friction={type: stribeck, velocity: 3}",
        "simulate.until=2 rev of crank",
        "gravity=[0, -1]",
        "title=a=b",
        "bodies.crank.mass=0.5 kg",
    };
    gud_input *input = read_good(*state, base, set, GUD_COUNT(set));
    const body_params *crank = gud_input_find(input, "bodies", "crank")->common;
    const body_params *web = gud_input_find(input, "bodies", "crank.web")->common;
    const joint_params *pin = gud_input_find(input, "joints", "pin")->common;
    const gravity_params *gravity = gud_input_find(input, "gravity", "gravity")->common;
    assert_true(crank->mass == 0.5 && crank->at[0] == 1.0 && crank->at[1] == 0.007 && web->mass == 5.0);
    assert_true(pin->film->viscosity == 0.4);
    assert_true(((const friction_params *)pin->friction.params)->stribeck == 3.0);
    assert_true(gravity->vector[1] == -1.0);
    assert_string_equal(input->title, "a=b");
    assert_non_null(strstr(input->text, "mass: 0.5 kg\n"));
    gud_input_free(input);
}

static void test_bad_overrides(void **state)
{
    const struct {
        const char *set, *message;
    } cases[] = {
        {"bodies.crank.mas=1", "body 'crank': unknown key 'mas'; did you mean 'mass'?"},
        {"bodies.crank.mass=-1", "body 'crank': mass = -1 must be greater than 0 kg"},
        {"bodies.crank.mass=", "body 'crank': mass has no value"},
        {"bodies.crnak.mass=1", "no 'crnak' in bodies; did you mean 'crank'?"},
        {"bodies.zzz=1", "no 'zzz' in bodies; allowed: crank, crank.web"},
        {"frames.zzz.body=crank", "no 'zzz' in frames"},
        {"bodis.crank.mass=1", "no section 'bodis'; did you mean 'bodies'?"},
        {"gudgeon=2",
         "no section 'gudgeon'; allowed: bodies, frames, joints, simulate, gravity, parameters, groups, use, "
         "defaults, override"},
        {"bodies.crank.at.2=1", "'2' is not an index of a list of 2"},
        {"bodies.crank.at.x=1", "'x' is not an index of a list of 2"},
        {"bodies.crank.mass.x=1", "'x' is a key inside '1', which is not a map"},
        {"bodies.crank..x=1", "a key in the path is empty or too long"},
        {"joints.pin.film.vicosity=1", "joint 'pin': unknown key 'film.vicosity'; did you mean 'viscosity'?"},
        {"joints.pin.type=contct", "joint 'pin': type = contct is not known; did you mean 'contact'?"},
        {"bodies.crank.mass=[1", "not valid YAML: did not find expected ',' or ']' while parsing a flow sequence"},
        {"nothing", "expected path=value, such as bodies.crank.mass=0.4 kg"},
        {"=1", "expected path=value, such as bodies.crank.mass=0.4 kg"},
        {"bodies.crank=1", "body 'crank': must be a map of keys and values, such as {a: 1, b: 2}"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char expected[512];
        const int n = snprintf(expected, sizeof expected, "--set %s: %s\n", cases[i].set, cases[i].message);
        if (strstr(cases[i].set, "vicosity")) // the new film has no viscosity
            (void)snprintf(expected + n, sizeof expected - (size_t)n,
                           "--set %s: joint 'pin': film.viscosity is missing: dynamic viscosity; expected Pa.s, such "
                           "as '400 cP' or '0.4 Pa.s'\n",
                           cases[i].set);
        read_bad_set(*state, base, strlen(base), &cases[i].set, 1, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sections_merge),
        cmocka_unit_test(test_paths_belong_to_their_file),
        cmocka_unit_test(test_what_is_defined_twice_is_told),
        cmocka_unit_test(test_includes_in_a_circle_are_told),
        cmocka_unit_test(test_bad_includes),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_overrides_reach_any_value),
        cmocka_unit_test(test_bad_overrides),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
