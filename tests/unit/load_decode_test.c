// Fields of every type: what they store, and what is said about mistakes.

#include "num/pi.h"
#include "unit/load_check.h"

static const char model[] =
    "gudgeon: 1\n"
    "title: Crank-slider\n"
    "bodies:\n"
    "  crank: {mass: 300 g, inertia: 1.0e-4, at: [50 mm, -1], fixed: yes, mesh: parts/crank.stp}\n"
    "  rod:\n"
    "    mass: 0.21\n"
    "frames:\n"
    "  crank.pin: {body: crank, angle: 90 deg}\n"
    "joints:\n"
    "  small-end:\n"
    "    type: contact\n"
    "    between: [crank.pin, ground]\n"
    "    stiffness: 1e5 N/mm^1.25\n"
    "    exponent: 1.25\n"
    "    film: {viscosity: 400 cP, cavitation: gumbel}\n"
    "    friction: 0.08\n"
    "  big-end: {type: revolute, between: [crank, rod], friction: stribeck}\n"
    "  last: {type: revolute, between: [crank, rod], friction: {type: stribeck, velocity: 2 mm/s}}\n"
    "simulate: {until: 1080 deg of crank, rate: 60 rpm, record: small-end, times: [1 ms, 2],\n"
    "           note: 'two words'}\n"
    "gravity: [0, -9.81]\n";

static void test_bodies(void **state)
{
    gud_input *input = read_good(*state, model, NULL, 0);
    const gud_entities *bodies = gud_input_section(input, "bodies");
    assert_int_equal(bodies->count, 2);
    assert_string_equal(bodies->list[0].name, "crank");
    assert_string_equal(bodies->list[1].name, "rod");
    const body_params *crank = bodies->list[0].common, *rod = bodies->list[1].common;
    assert_true(crank->mass == 0.3 && crank->inertia == 1e-4 && crank->fixed);
    assert_true(crank->at[0] == 0.05 && crank->at[1] == -1.0 && crank->at[2] == 0.0);
    assert_string_equal(crank->mesh, "parts/crank.stp");
    assert_true(isnan(rod->inertia) && rod->at[0] == 0.0 && !rod->fixed);
    assert_null(rod->mesh);
    assert_null(bodies->list[0].row);
    assert_null(gud_input_find(input, "bodies", "nobody"));
    assert_null(gud_input_section(input, "nothing"));
    assert_string_equal(input->title, "Crank-slider");
    gud_input_free(input);
}

static void test_joints(void **state)
{
    gud_input *input = read_good(*state, model, NULL, 0);
    const gud_entity *small = gud_input_find(input, "joints", "small-end");
    const joint_params *joint = small->common;
    const contact_params *contact = small->params;
    assert_ptr_equal(small->row, &contact_row);
    assert_string_equal(joint->between[0], "crank.pin");
    assert_string_equal(joint->between[1], "ground");
    assert_close(contact->stiffness, 1e5 * pow(1e3, 1.25), 1e-14, 0.0);
    assert_true(contact->restitution == 0.8 && isnan(contact->hardness));
    assert_true(joint->film->viscosity == 0.4 && joint->film->grid == 80 && joint->film->cavitation == 1);
    assert_ptr_equal(joint->friction.row, &coulomb_row);
    assert_true(((const friction_params *)joint->friction.params)->coefficient == 0.08);

    const joint_params *big = gud_input_find(input, "joints", "big-end")->common;
    const joint_params *last = gud_input_find(input, "joints", "last")->common;
    assert_null(big->film);
    assert_ptr_equal(big->friction.row, &stribeck_row);
    assert_true(((const friction_params *)big->friction.params)->coefficient == 0.1);
    assert_true(((const friction_params *)last->friction.params)->stribeck == 0.002);
    gud_input_free(input);
}

static void test_single_sections(void **state)
{
    gud_input *input = read_good(*state, model, NULL, 0);
    const simulate_params *run = gud_input_find(input, "simulate", "simulate")->common;
    assert_close(run->until.value, 6.0 * pi, 1e-15, 0.0);
    assert_string_equal(run->until.of, "crank");
    assert_string_equal(run->until.unit, "rad");
    assert_close(run->rate, 2.0 * pi, 1e-15, 0.0);
    assert_int_equal(run->times.count, 2);
    assert_true(run->times.data[0] == 0.001 && run->times.data[1] == 2.0);
    assert_int_equal(run->record.count, 1);
    assert_string_equal(run->record.data[0], "small-end");
    assert_string_equal(run->note, "two words");
    const gravity_params *gravity = gud_input_find(input, "gravity", "gravity")->common;
    assert_true(gravity->vector[1] == -9.81 && gravity->vector[2] == 0.0);
    gud_input_free(input);
}

static void test_absent_sections(void **state)
{
    gud_input *input = read_good(*state, "gudgeon: 1\nbodies:\n", NULL, 0);
    assert_int_equal(gud_input_section(input, "bodies")->count, 0);
    assert_null(gud_input_find(input, "gravity", "gravity"));
    const simulate_params *run = gud_input_find(input, "simulate", "simulate")->common; // `always`
    assert_true(run->until.value == 1.0 && !run->until.of && run->times.count == 0 && !run->note);
    assert_string_equal(run->until.unit, "s");
    assert_string_equal(input->title, "");
    gud_input_free(input);
}

static void test_extents(void **state)
{
    gud_input *input = read_good(*state, SIMULATE_LINE("{until: 10 mm of crank.x}"), NULL, 0);
    const simulate_params *run = gud_input_find(input, "simulate", "simulate")->common;
    assert_true(run->until.value == 0.01);
    assert_string_equal(run->until.of, "crank.x");
    assert_string_equal(run->until.unit, "m");
    gud_input_free(input);
    read_bad(*state, SIMULATE_LINE("{until: 1080 of crank}"),
             "m.yaml:4:19: simulate: until = 1080 of crank: expected an angle or a length, such as '720 deg of "
             "crank'\n");
    read_bad(*state, SIMULATE_LINE("{until: 1080 s of crank}"),
             "m.yaml:4:19: simulate: until = 1080 s of crank: expected an angle or a length, such as '720 deg of "
             "crank'\n");
    read_bad(*state, SIMULATE_LINE("{until: 3 rev of krank}"),
             "m.yaml:4:19: simulate: until: no 'krank' in bodies or joints; did you mean 'crank'?\n");
    read_bad(*state, SIMULATE_LINE("{until: -3 rev of crank}"),
             "m.yaml:4:19: simulate: until = -3 rev of crank must be at least 0 rad\n");
    read_bad(*state, SIMULATE_LINE("{until: 1e308 rev of crank}"),
             "m.yaml:4:19: simulate: until = 1e308 rev of crank is too large for a number\n");
    read_bad(*state, SIMULATE_LINE("{until: 3 rev}"),
             "m.yaml:4:19: simulate: until = 3 rev: wrong unit 'rev'; expected s, such as '0.5 s' or '10 ms'\n");
}

static void test_bad_numbers(void **state)
{
    const struct {
        const char *line, *message;
    } cases[] = {
        {BODY_LINE("{mass: x}"), "m.yaml:3:17: body 'crank': mass = x is not a number\n"},
        {BODY_LINE("{mass: 0x10}"), "m.yaml:3:17: body 'crank': mass = 0x10 is not a number\n"},
        {BODY_LINE("{mass: nan}"), "m.yaml:3:17: body 'crank': mass = nan is not a number\n"},
        {BODY_LINE("{mass: .inf}"), "m.yaml:3:17: body 'crank': mass = .inf is not a number\n"},
        {BODY_LINE("{mass: }"), "m.yaml:3:17: body 'crank': mass has no value\n"},
        {BODY_LINE("{mass: 1e999}"),
         "m.yaml:3:17: body 'crank': mass = 1e999 is too large or too small for a number\n"},
        {BODY_LINE("{mass: 1e307 Mt}"), "m.yaml:3:17: body 'crank': mass = 1e307 Mt is too large for a number\n"},
        {BODY_LINE("{mass: 0}"), "m.yaml:3:17: body 'crank': mass = 0 must be greater than 0 kg\n"},
        {BODY_LINE("{mass: [1]}"), "m.yaml:3:17: body 'crank': mass must be one value, not a list\n"},
        {BODY_LINE("{mass: {a: 1}}"), "m.yaml:3:17: body 'crank': mass must be one value, not a map\n"},
        {BODY_LINE("{mass: 3 4}"),
         "m.yaml:3:17: body 'crank': mass = 3 4: unknown unit '4'; expected kg, such as '0.3 kg' or '300 g'\n"},
        {BODY_LINE("{mass: 1 kgg}"),
         "m.yaml:3:17: body 'crank': mass = 1 kgg: unknown unit 'kgg'; expected kg, such as '0.3 kg' or '300 g'\n"},
        {BODY_LINE("{mass: 1 N}"),
         "m.yaml:3:17: body 'crank': mass = 1 N: wrong unit 'N'; expected kg, such as '0.3 kg' or '300 g'\n"},
        {BODY_LINE("{mass: 1, fixed: maybe}"), "m.yaml:3:27: body 'crank': fixed = maybe must be yes or no\n"},
        {BODY_LINE("{mass: 1, at: 3}"), "m.yaml:3:24: body 'crank': at must be a list such as [a, b]\n"},
        {BODY_LINE("{mass: 1, at: []}"), "m.yaml:3:24: body 'crank': at has 0 items; expected 1 to 3\n"},
        {BODY_LINE("{mass: 1, at: [1, 2, 3, 4]}"), "m.yaml:3:24: body 'crank': at has 4 items; expected 1 to 3\n"},
        {BODY_LINE("{mass: 1, at: [1, x]}"), "m.yaml:3:28: body 'crank': at = x is not a number\n"},
        {BODY_LINE("{mass: 1, mesh: [x]}"), "m.yaml:3:26: body 'crank': mesh must be one word, not a list\n"},
        {BODY_LINE("{}"), "m.yaml:3:3: body 'crank': mass is missing; expected kg, such as '0.3 kg' or '300 g'\n"},
        {BODY_LINE("7"), "m.yaml:3:10: body 'crank': must be a map of keys and values, such as {a: 1, b: 2}\n"},
        {SIMULATE_LINE("{rate: 50 Hz}"),
         "m.yaml:4:18: simulate: rate = 50 Hz: wrong unit 'Hz'; expected rad/s, such as "
         "'5000 rpm' or '100 rad/s'\n"},
        {SIMULATE_LINE("{note: [a]}"), "m.yaml:4:18: simulate: note must be text, not a list\n"},
        {SIMULATE_LINE("{times: {a: 1}}"), "m.yaml:4:19: simulate: times must be a list such as [a, b]\n"},
        {SIMULATE_LINE("{record: [pin]}"), "m.yaml:4:21: simulate: record: no 'pin' in joints\n"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) read_bad(*state, cases[i].line, cases[i].message);
}

static void test_bad_joints(void **state)
{
    const struct {
        const char *line, *message;
    } cases[] = {
        {JOINT_LINE("{type: revolut, between: [crank, ground]}"),
         "m.yaml:5:15: joint 'pin': type = revolut is not known; did you mean 'revolute'?\n"},
        {JOINT_LINE("{type: zzzzz, between: [crank, ground]}"),
         "m.yaml:5:15: joint 'pin': type = zzzzz is not known; allowed: revolute, contact\n"},
        {JOINT_LINE("{between: [crank, ground]}"),
         "m.yaml:5:3: joint 'pin': type is missing; allowed: revolute, contact\n"},
        {JOINT_LINE("{type: revolute, between: [crank]}"),
         "m.yaml:5:34: joint 'pin': between has 1 name; expected 2\n"},
        {JOINT_LINE("{type: revolute, between: [crnak, ground]}"),
         "m.yaml:5:35: joint 'pin': between: no 'crnak' in frames or bodies; did you mean 'crank'?\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], clearance: 30 um}"),
         "m.yaml:5:3: joint 'pin': clearance needs also: radius\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], radius: 1, clearance: 0.1}"),
         "m.yaml:5:73: joint 'pin': clearance = 0.1 is outside (0, 0.1) m; a bare number is SI, others have a unit, "
         "such as '30 um' or '0.05 m'\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1, restitution: 1.2}"),
         "m.yaml:5:77: joint 'pin': restitution = 1.2 is outside [0, 1]\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1, stifness: 2}"),
         "m.yaml:5:64: joint 'pin': unknown key 'stifness'; did you mean 'stiffness'?\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1, clearance: 2}"),
         "m.yaml:5:64: joint 'pin': unknown key 'clearance'; allowed: type, between, film, friction, stiffness, "
         "exponent, restitution, hardness, yield\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1 N/m}"),
         "m.yaml:5:61: joint 'pin': stiffness = 1 N/m: wrong unit 'N/m'; expected N/m^1.5\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1, exponent: 9, hardness: 1, yield: 1}"),
         "m.yaml:5:3: joint 'pin': type = contact takes only one of: hardness, yield\n"
         "m.yaml:5:74: joint 'pin': exponent = 9 is outside [1, 3]\n"},
        {JOINT_LINE("{type: contact, between: [crank, ground], stiffness: 1, restitution: 0.5 m}"),
         "m.yaml:5:77: joint 'pin': restitution = 0.5 m must be a number without unit\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], film: {}}"),
         "m.yaml:5:51: joint 'pin': film.viscosity is missing: dynamic viscosity; expected Pa.s, such as '400 cP' or "
         "'0.4 Pa.s'\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], film: 3}"),
         "m.yaml:5:57: joint 'pin': film must be a map of keys and values, such as {a: 1, b: 2}\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], film: {viscosity: 1, grid: 2.5, cavitation: elrod}}"),
         "m.yaml:5:78: joint 'pin': film.grid = 2.5 must be a whole number\n"
         "m.yaml:5:95: joint 'pin': film.cavitation = elrod is not known; did you mean 'elrod-adams'?\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], film: {viscosity: 1, grid: 2, vicosity: 3}}"),
         "m.yaml:5:78: joint 'pin': film.grid = 2 is outside [4, 4096]\n"
         "m.yaml:5:81: joint 'pin': unknown key 'film.vicosity'; did you mean 'viscosity'?\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], friction: {type: columb}}"),
         "m.yaml:5:68: joint 'pin': friction.type = columb is not known; did you mean 'coulomb'?\n"},
        {JOINT_LINE("{type: revolute, between: [crank, ground], friction: 3}"),
         "m.yaml:5:61: joint 'pin': friction.coefficient = 3 is outside [0, 2]\n"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) read_bad(*state, cases[i].line, cases[i].message);
}

static void test_top_level(void **state)
{
    read_bad(*state, "gudgeon: 1\nbodys: {}\nnonsense: 1\ntitle: [a]\n",
             "m.yaml:1:1: section 'bodies' is missing: rigid bodies\n"
             "m.yaml:2:1: unknown section 'bodys'; did you mean 'bodies'?\n"
             "m.yaml:3:1: unknown section 'nonsense'; allowed: bodies, frames, joints, simulate, gravity, title, "
             "include, parameters, groups, use, defaults, override\n"
             "m.yaml:4:8: title must be text\n");
    read_bad(*state, "gudgeon: 1\nbodies: 3\n", "m.yaml:2:9: bodies must be a map from names to entities\n");
    read_bad(*state, "gudgeon: 1\nbodies: {a b: {mass: 1}, '': {mass: 1}, ground: {mass: 1}}\n",
             "m.yaml:2:10: bodies: 'a b' is not a name; use letters, digits, '-', '_' and '.'\n"
             "m.yaml:2:26: bodies: '' is not a name; use letters, digits, '-', '_' and '.'\n"
             "m.yaml:2:41: bodies: 'ground' is always there and cannot be defined\n");
    read_bad(*state, "gudgeon: 1\nbodies: {}\ninclude: a.yaml\n",
             "m.yaml:3:1: a text that does not come from a file cannot include files\n");
}

// a later stage points at what it does not like
static void test_later_stages_point_at_keys(void **state)
{
    gud_diag diag;
    gud_input *input = read_good(*state, model, NULL, 0);
    const gud_entity *small = gud_input_find(input, "joints", "small-end");
    gud_diag_init(&diag);
    assert_int_equal(gud_report(&diag, small, "film.viscosity", "%s is thick", "oil"), GUD_ERR_INPUT);
    (void)gud_report(&diag, small, "radius", "no radius");
    (void)gud_report(&diag, small, NULL, "is odd");
    (void)gud_report(&diag, gud_input_find(input, "gravity", "gravity"), "vector", "points up");
    assert_messages(&diag, "m.yaml:10:3: joint 'small-end': no radius\n"
                           "m.yaml:10:3: joint 'small-end': is odd\n"
                           "m.yaml:15:23: joint 'small-end': oil is thick\n"
                           "m.yaml:21:10: gravity: points up\n");
    gud_diag_free(&diag);
    gud_input_free(input);
}

// the text of the whole model reads back to the same text and the same values
static void test_text_reads_back(void **state)
{
    gud_input *input = read_good(*state, model, NULL, 0);
    gud_input *again = read_good(*state, input->text, NULL, 0);
    assert_string_equal(again->text, input->text);
    const body_params *a = gud_input_find(input, "bodies", "crank")->common;
    const body_params *b = gud_input_find(again, "bodies", "crank")->common;
    assert_memory_equal(a, b, offsetof(body_params, mesh));
    gud_input_free(again);
    gud_input_free(input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_single_sections),
        cmocka_unit_test(test_absent_sections),
        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_bad_joints),
        cmocka_unit_test(test_top_level),
        cmocka_unit_test(test_later_stages_point_at_keys),
        cmocka_unit_test(test_text_reads_back),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
