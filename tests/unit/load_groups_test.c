// Parameters, groups, defaults and overrides: the tree that the sections get, and what is said about mistakes.

#include "unit/load_check.h"

#include <stdio.h>

// the text of the whole model after everything is in its place
static void assert_text(const gud_units *units, const char *text, const char *const *set, int nset,
                        const char *expected)
{
    gud_input *input = read_good(units, text, set, nset);
    assert_string_equal(input->text, expected);
    gud_input *again = read_good(units, input->text, NULL, 0);
    assert_string_equal(again->text, expected);
    gud_input_free(again);
    gud_input_free(input);
}

static const char engine[] = "gudgeon: 1\n"
                             "parameters: {stroke: 90 mm, crank: stroke/2, law: coulomb, oil: {viscosity: 4 mPa.s}}\n"
                             "bodies:\n"
                             "  rod: {mass: = 2 kg, at: [= crank, \"= max(0, crank - 50 mm)\"]}\n"
                             "joints:\n"
                             "  pin: {type: revolute, between: [ground, rod], film: = oil, friction: {type: = law, "
                             "coefficient: 0.1}}\n"
                             "simulate: {until: = 2*360 deg of rod, times: [= crank/(1 m/s), 2]}\n";

static void test_parameters(void **state)
{
    assert_text(*state, engine, NULL, 0,
                "gudgeon: 1\nbodies:\n  rod:\n    mass: 2 kg\n    at: [0.045 m, 0 m]\njoints:\n  pin:\n"
                "    type: revolute\n    between: [ground, rod]\n    film:\n      viscosity: 4 mPa.s\n    friction:\n"
                "      type: coulomb\n      coefficient: 0.1\nsimulate:\n  until: 12.566370614359172 rad of rod\n"
                "  times: [0.045 s, 2]\nparameters:\n  stroke: 90 mm\n  crank: 0.045 m\n");
    const char *const set[] = {"parameters.stroke=200mm", "bodies.rod.mass== 3*1 kg", "parameters.law=stribeck"};
    gud_input *input = read_good(*state, engine, set, 3);
    const body_params *rod = gud_input_find(input, "bodies", "rod")->common;
    assert_near(rod->at[0], 0.1, 0.0);
    assert_near(rod->at[1], 0.05, 1e-17);
    assert_near(rod->mass, 3.0, 0.0);
    const joint_params *pin = gud_input_find(input, "joints", "pin")->common;
    assert_string_equal(pin->friction.row->name, "stribeck");
    assert_near(pin->film->viscosity, 0.004, 0.0);
    gud_input_free(input);
}

static void test_values_may_come_in_any_order(void **state)
{
    assert_text(*state,
                "gudgeon: 1\nparameters: {a: 2*b, b: c + 1, c: 3, name: other, other: \"some text\"}\n"
                "bodies: {rod: {mass: = a}}\nsimulate: {note: = name}\n",
                NULL, 0,
                "gudgeon: 1\nbodies:\n  rod:\n    mass: 8\nsimulate:\n  note: some text\n"
                "parameters:\n  a: 8\n  b: 4\n  c: 3\n");
}

static void test_mistakes_in_parameters(void **state)
{
    read_bad(*state,
             "gudgeon: 1\n"
             "parameters:\n"
             "  a: b + 1\n"
             "  b: 2*c\n"
             "  c: = a\n"
             "  d: \"= 3 kg + 2\"\n"
             "  e:\n"
             "  big-end: 3\n"
             "  pi: 3\n"
             "  f: {x: = f}\n"
             "  g: tables/gas.csv\n"
             "  h: word\n"
             "bodies:\n"
             "  rod: {mass: = d, at: [= 2*h, = 3 kg], inertia: = a}\n"
             "  bar: {mass: 2*a, at: = e}\n",
             "m.yaml:3:6: parameters: 'a' depends on itself: a -> b -> c -> a\n"
             "m.yaml:6:14: parameters: d = 3 kg + 2: kg and a number without unit cannot be added\n"
             "m.yaml:7:3: parameters: 'e' has no value\n"
             "m.yaml:8:3: parameters: 'big-end' is not a name for a parameter; use letters, digits and '_'\n"
             "m.yaml:9:3: parameters: 'pi' is a word of expressions and cannot be a parameter\n"
             "m.yaml:10:6: parameters: 'f' depends on itself: f -> f\n"
             "m.yaml:11:6: parameters: g = tables/gas.csv: there is no parameter 'tables'; allowed: a, b, c, d, e, f, "
             "g, h\n"
             "m.yaml:14:29: body 'rod': at = 2*h: parameter 'h' is a text 'word', not a number\n"
             "m.yaml:14:32: body 'rod': at = 3 kg (3 kg): wrong unit 'kg'; expected m, such as '30 um' or '0.05 m'\n"
             "m.yaml:15:15: body 'bar': mass = 2*a: unknown unit '*a'; expected kg, such as '0.3 kg' or '300 g'\n");
    read_bad(*state, "gudgeon: 1\nparameters: [1, 2]\nbodies: {rod: {mass: = -1 kg}}\n",
             "m.yaml:2:13: parameters must be a map of names and values\n"
             "m.yaml:3:22: body 'rod': mass = -1 kg (-1 kg) must be greater than 0 kg\n");
}

static const char group[] = "gudgeon: 1\n"
                            "parameters: {L: 1 m}\n"
                            "groups:\n"
                            "  part:\n"
                            "    parameters: {length: = L, m: , on: ground}\n"
                            "    bodies: {rod: {mass: = m, at: [= length]}}\n"
                            "    frames: {tip: {body: rod}, base: {body: ground}, far: {body: free}}\n"
                            "    joints: {pin: {type: revolute, between: [= on, tip]}, two: {type: revolute, between: "
                            "[ground, free]}}\n"
                            "bodies: {free: {mass: 1}}\n";

static void text_of(char *text, size_t room, const char *more)
{
    (void)snprintf(text, room, "%s%s", group, more);
}

static void test_groups(void **state)
{
    char text[2000];
    text_of(text, sizeof text,
            "use:\n  a: {group: part, parameters: {m: 2 kg}}\n"
            "  b: {group: part, at: [= L, 2 m], angle: 5 deg, parameters: {m: 3 kg, length: L/2, on: "
            "a.tip}}\n");
    assert_text(*state, text, NULL, 0,
                "gudgeon: 1\nbodies:\n  free:\n    mass: 1\n"
                "  a.rod:\n    mass: 2 kg\n    at: [1 m]\n"
                "  b.rod:\n    mass: 3 kg\n    at: [0.5 m]\n"
                "frames:\n"
                "  a.tip:\n    body: a.rod\n  a.base:\n    body: ground\n  a.far:\n    body: free\n"
                "  b.ground:\n    body: ground\n    at: [1 m, 2 m]\n    angle: 5 deg\n"
                "  b.tip:\n    body: b.rod\n  b.base:\n    body: ground\n    from: b.ground\n"
                "  b.far:\n    body: free\n"
                "joints:\n"
                "  a.pin:\n    type: revolute\n    between: [ground, a.tip]\n"
                "  a.two:\n    type: revolute\n    between: [ground, free]\n"
                "  b.pin:\n    type: revolute\n    between: [a.tip, b.tip]\n"
                "  b.two:\n    type: revolute\n    between: [b.ground, free]\n"
                "parameters:\n  L: 1 m\n");
}

// a group inside a group: prefixes, grounds and names of the outer use
static void test_groups_inside_groups(void **state)
{
    char text[2000];
    text_of(text, sizeof text,
            "  pair:\n    parameters: {m: 4 kg}\n    bodies: {rod: {mass: = m}}\n    frames: {end: "
            "{body: rod}}\n    use:\n      one: {group: part, at: [1 m], parameters: {m: = m, on: end}}\n"
            "    joints: {both: {type: revolute, between: [one.tip, free]}}\n");
    char *bodies = strstr(text, "bodies: {free");
    char whole[2400];
    (void)snprintf(whole, sizeof whole, "%.*s%s%s%s", (int)(bodies - text), text, strstr(text, "  pair:"),
                   "bodies: {free: {mass: 1}}\n", "use:\n  p: {group: pair, at: [0, 1 m]}\n  q: pair\n");
    gud_input *input = read_good(*state, whole, NULL, 0);
    const joint_params *pin = gud_input_find(input, "joints", "p.one.pin")->common;
    assert_string_equal(pin->between[0], "p.end");
    assert_string_equal(pin->between[1], "p.one.tip");
    const joint_params *two = gud_input_find(input, "joints", "p.one.two")->common;
    assert_string_equal(two->between[0], "p.one.ground");
    const frame_params *ground = gud_input_find(input, "frames", "p.one.ground")->common;
    assert_string_equal(ground->from, "p.ground");
    assert_null(((const frame_params *)gud_input_find(input, "frames", "q.one.ground")->common)->from);
    const joint_params *both = gud_input_find(input, "joints", "q.both")->common;
    assert_string_equal(both->between[0], "q.one.tip");
    assert_near(((const body_params *)gud_input_find(input, "bodies", "q.one.rod")->common)->mass, 4.0, 0.0);
    gud_input_free(input);
}

static void test_mistakes_in_groups(void **state)
{
    char text[2000];
    text_of(text, sizeof text,
            "use:\n  a: {group: parts}\n  b: {group: part, place: 3, parameters: {n: 3, m: 1 kg}}\n"
            "  c: {at: [1]}\n  d: {group: part}\n  e: 3\n  f: [1]\n  g: {group: part, at: [= k], "
            "parameters: {m: = -length, length: 1 kg}}\n");
    read_bad(*state, text,
             "m.yaml:6:36: body 'g.rod': at = length (1 kg): wrong unit 'kg'; expected m, such as '30 um' or '0.05 m'\n"
             "m.yaml:11:14: use 'a': there is no group 'parts'; did you mean 'part'?\n"
             "m.yaml:12:20: use 'b': unknown key 'place'; allowed: group, at, angle, rotation, parameters, count\n"
             "m.yaml:12:43: group 'part' has no parameter 'n'; did you mean 'm'?\n"
             "m.yaml:13:3: use 'c': group is missing; allowed: part\n"
             "m.yaml:14:3: use 'd': parameter 'm' of group 'part' needs a value\n"
             "m.yaml:15:6: use 'e': there is no group '3'; allowed: part\n"
             "m.yaml:16:6: a use must be a map of names and values\n"
             "m.yaml:17:27: use 'g': at = k: there is no parameter 'k'; did you mean 'L'?\n"
             "m.yaml:17:50: parameters: m = -length: there is no parameter 'length'; allowed: L\n");
    read_bad(*state,
             "gudgeon: 1\ngroups:\n  a: {use: {x: b}}\n  b: {use: {y: c}, simulate: {until: 1}}\n  c: {use: {z: a}}\n"
             "bodies:\nuse: {top: a}\n",
             "m.yaml:4:20: group 'b': 'simulate' cannot be part of a group; allowed: parameters, use, bodies, frames, "
             "joints\n"
             "m.yaml:5:13: groups use each other: a -> b -> c -> a\n");
    read_bad(*state, "gudgeon: 1\ngroups: {g: {bodies: {rod: {mass: 1}}}}\nbodies: {a.rod: {mass: 1}}\nuse: {a: g}\n",
             "m.yaml:3:10: 'a.rod' is defined twice; the other one is at m.yaml:2:23\n");
}

// messages about a part of a group point at the text of the group and name the part
static void test_messages_name_the_part(void **state)
{
    char text[2000];
    text_of(text, sizeof text, "use:\n  a: {group: part, parameters: {m: -1 kg, on: nowhere}}\n");
    read_bad(*state, text,
             "m.yaml:6:26: body 'a.rod': mass = m (-1 kg) must be greater than 0 kg\n"
             "m.yaml:11:47: joint 'a.pin': between: no 'nowhere' in frames or bodies; allowed: free, a.rod, a.tip, "
             "a.base, a.far\n");
}

static void test_defaults(void **state)
{
    const char text[] =
        "gudgeon: 1\n"
        "parameters: {r: 5 mm}\n"
        "defaults:\n"
        "  joints:\n"
        "    revolute: {radius: = r, film: {viscosity: 4 mPa.s, grid: 40}, friction: {type: coulomb, "
        "coefficient: 0.1}}\n"
        "    contact: {stiffness: 1e6, hardness: 1 GPa}\n"
        "  bodies: {fixed: yes}\n"
        "groups: {g: {joints: {pin: {type: revolute, between: [ground, rod]}}}}\n"
        "bodies: {rod: {mass: 1}, bar: {mass: 2, fixed: no}}\n"
        "joints:\n"
        "  one: {type: revolute, between: [ground, rod], film: {grid: 50}, friction: {type: stribeck}}\n"
        "  hit: {type: contact, between: [ground, bar], yield: 2 GPa}\n"
        "use: {a: g}\n";
    const char *const set[] = {"joints.a.pin.film.grid=60", "joints.a.pin.radius== 2*r"};
    assert_text(*state, text, set, 2,
                "gudgeon: 1\nbodies:\n  rod:\n    mass: 1\n    fixed: yes\n  bar:\n    mass: 2\n    fixed: no\n"
                "joints:\n  one:\n    type: revolute\n    between: [ground, rod]\n    film:\n      grid: 50\n"
                "      viscosity: 4 mPa.s\n    friction:\n      type: stribeck\n    radius: 0.005 m\n"
                "  hit:\n    type: contact\n    between: [ground, bar]\n    yield: 2 GPa\n    stiffness: 1e6\n"
                "  a.pin:\n    type: revolute\n    between: [ground, rod]\n    radius: 0.01 m\n    film:\n"
                "      viscosity: 4 mPa.s\n      grid: 60\n    friction:\n      type: coulomb\n      coefficient: 0.1\n"
                "parameters:\n  r: 5 mm\n");
    read_bad(*state,
             "gudgeon: 1\nbodies:\ndefaults:\n  joint: {revolute: {}}\n  simulate: {rate: 1}\n  joints: {revolut: {}, "
             "contact: 3}\n  bodies: 3\n",
             "m.yaml:4:3: defaults: 'joint' is not a section with names; did you mean 'joints'?\n"
             "m.yaml:5:3: defaults: 'simulate' is not a section with names; allowed: bodies, frames, joints\n"
             "m.yaml:6:12: defaults: joints: there is no type 'revolut'; did you mean 'revolute'?\n"
             "m.yaml:6:34: defaults: joints: contact must be a map of keys and values\n"
             "m.yaml:7:11: defaults: bodies must be a map\n");
}

static void test_overrides_in_the_file(void **state)
{
    const char text[] = "gudgeon: 1\nparameters: {a: 1 kg}\nbodies: {rod: {mass: = a, at: [1, 2]}}\n"
                        "override:\n  parameters.a: 2 kg\n  bodies.rod.at.1: = 3*1 m\n  bodies.rod.fixed: yes\n";
    const char *const set[] = {"parameters.a=5 kg"};
    assert_text(
        *state, text, set, 1,
        "gudgeon: 1\nbodies:\n  rod:\n    mass: 5 kg\n    at: [1, 3 m]\n    fixed: yes\nparameters:\n  a: 5 kg\n");
    read_bad(*state, "gudgeon: 1\nbodies: {rod: {mass: 1}}\noverride:\n  bodies.bar.mass: 2\n  parameters.b: 3\n",
             "m.yaml:4:3: no 'bar' in bodies; allowed: rod\nm.yaml:5:3: no 'b' in parameters\n");
    read_bad(*state, "gudgeon: 1\nbodies: {rod: {mass: 1}}\noverride: 3\n",
             "m.yaml:3:11: override must be a map of paths and values, such as {bodies.crank.mass: 2 kg}\n");
}

// small texts that would become huge
static void test_limits(void **state)
{
    char text[4000] = "gudgeon: 1\nbodies:\ngroups:\n  g0: {bodies: {rod: {mass: 1}}}\n";
    for (int i = 1; i < 12; i++) {
        const size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "  g%d: {use: {a: g%d, b: g%d, c: g%d, d: g%d}}\n", i, i - 1, i - 1,
                       i - 1, i - 1);
    }
    (void)strcat(text, "use: {top: g11}\n");
    gud_diag diag;
    gud_input *input;
    gud_diag_init(&diag);
    gud_origin origin = {.path = "m.yaml", .text = text, .size = strlen(text)};
    assert_int_equal(gud_input_load(&origin, model_sections, *state, &diag, &input), GUD_ERR_INPUT);
    assert_non_null(strstr(diag.list[0].text, "the model is too large (limit 2 million values)"));
    gud_diag_free(&diag);

    (void)snprintf(text, sizeof text, "gudgeon: 1\nbodies:\nsimulate: {times: = p39}\nparameters:\n  p0: [1, 2]\n");
    for (int i = 1; i < 40; i++) {
        const size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "  p%d: [= p%d, = p%d]\n", i, i - 1, i - 1);
    }
    origin.size = strlen(text);
    gud_diag_init(&diag);
    assert_int_equal(gud_input_load(&origin, model_sections, *state, &diag, &input), GUD_ERR_INPUT);
    assert_true(strstr(diag.list[0].text, "too large") || strstr(diag.list[0].text, "nested too deeply"));
    gud_diag_free(&diag);

    // needed in the other direction than they stand: one inside the other
    (void)snprintf(text, sizeof text, "gudgeon: 1\nbodies:\nparameters:\n");
    for (int i = 0; i < 120; i++) {
        const size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "  p%d: p%d + 1\n", i, i + 1);
    }
    (void)strcat(text, "  p120: 0\n");
    origin.size = strlen(text);
    gud_diag_init(&diag);
    assert_int_equal(gud_input_load(&origin, model_sections, *state, &diag, &input), GUD_ERR_INPUT);
    assert_non_null(strstr(diag.list[0].text, "nested too deeply (limit 100)"));
    gud_diag_free(&diag);
}

// numbered copies, which a group may know by the parameter `index`
static void test_count(void **state)
{
    assert_text(*state,
                "gudgeon: 1\nparameters: {n: 2}\ngroups:\n  part:\n    parameters: {index: , mass: 3}\n"
                "    bodies: {rod: {mass: = mass + index}}\nuse: {p: {group: part, count: = n + 1, parameters: {mass: 10}}}\n"
                "simulate: {until: 1}\n",
                NULL, 0,
                "gudgeon: 1\nsimulate:\n  until: 1\nbodies:\n  p1.rod:\n    mass: 11\n  p2.rod:\n    mass: 12\n"
                "  p3.rod:\n    mass: 13\nparameters:\n  n: 2\n");
    static const char *const wrong[] = {"0", "1.5", "2 mm", "-1", "many", "1e9", "[1]"};
    for (int i = 0; i < (int)(sizeof wrong / sizeof *wrong); i++) {
        char text[300];
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nbodies: {a: {mass: 1}}\ngroups: {part: {bodies: {rod: {mass: 1}}}}\nuse: {p: {group: part, count: %s}}\n"
                       "simulate: {until: 1}\n",
                       wrong[i]);
        read_bad(*state, text, "m.yaml:4:31: use 'p': count must be a whole number from 1 to 2000000\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_values_may_come_in_any_order),
        cmocka_unit_test(test_mistakes_in_parameters),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_groups_inside_groups),
        cmocka_unit_test(test_mistakes_in_groups),
        cmocka_unit_test(test_messages_name_the_part),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_overrides_in_the_file),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
