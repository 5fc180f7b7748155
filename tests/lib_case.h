// Models for tests of the public interface; nothing private is used here.
#ifndef GUD_TESTS_LIB_CASE_H
#define GUD_TESTS_LIB_CASE_H

#include "check.h"

#include <gudgeon/gudgeon.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// a pendulum that a one-sided spring catches: smooth motion and events
#define LIB_PENDULUM                                                                                                   \
    "gudgeon: 1\ntitle: Pendulum\nspace: planar\ngravity: [0, -9.81]\n"                                                \
    "bodies:\n  rod: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}\n"                                                   \
    "frames:\n  rod.top: {body: rod, at: [0, 0.5]}\n  rod.end: {body: rod, at: [0, -0.5]}\n"                           \
    "  post: {body: ground, at: [1.2, -0.2]}\n"                                                                        \
    "joints:\n  hinge: {type: revolute, between: [ground, rod.top]}\n"                                                 \
    "forces:\n  rope: {type: spring, between: [post, rod.end], stiffness: 300, damping: 2, free: 1.6, acts: "          \
    "tension}\n"                                                                                                       \
    "start:\n  hinge.angle: {value: 80 deg, rate: 0}\n"                                                                \
    "simulate: {until: 3 s, tolerance: 1e-6}\n"

static inline gud_model *lib_model(const char *text)
{
    gud_model *m;
    gud_diagnostics *why;
    if (gud_model_read("test.yaml", text, NULL, 0, &m, &why) != GUD_OK) fail_msg("%s", gud_diagnostics_text(why));
    return m;
}

static inline gud_model *lib_model_file(const char *path, const char *const *set, int nset)
{
    gud_model *m;
    gud_diagnostics *why;
    if (gud_model_load(path, set, nset, &m, &why) != GUD_OK) fail_msg("%s", gud_diagnostics_text(why));
    return m;
}

static inline gud_sim *lib_started(const gud_model *m)
{
    gud_sim *s;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    if (gud_sim_start(s) != GUD_OK) fail_msg("%s", gud_sim_error(s));
    return s;
}

static inline int lib_signal(gud_sim *s, const char *name)
{
    int first;
    if (gud_sim_find(s, name, &first, NULL) != GUD_OK) fail_msg("%s", gud_sim_error(s));
    return first;
}

static inline double lib_value(gud_sim *s, const char *name)
{
    const int signal = lib_signal(s, name);
    double value;
    assert_int_equal(gud_sim_read(s, &signal, 1, &value), GUD_OK);
    return value;
}

// a folder with results goes
static inline void lib_folder_remove(const char *folder)
{
    char path[400];
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry; (entry = readdir(open));) {
        (void)snprintf(path, sizeof path, "%.100s/%.256s", folder, entry->d_name);
        if (entry->d_name[0] != '.') assert_int_equal(unlink(path), 0);
    }
    (void)closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

static inline void lib_run(gud_sim *s)
{
    gud_status st;
    while ((st = gud_sim_step(s)) == GUD_OK) continue;
    if (st != GUD_END) fail_msg("%s", gud_sim_error(s));
}

#endif
