// Files of cad_make, what they hold, and the module that reads them. $CAD_MAKE is the program, $GUDGEON_CAD the module.
#ifndef GUD_TESTS_CAD_CASE_H
#define GUD_TESTS_CAD_CASE_H

#include "assembly/assembly.h"
#include "check.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CAD_PARTS = 64 };

typedef struct {
    char name[64];
    int known; // masses are known in advance
    double volume, centre[3], inertia[6];
} cad_part;

typedef struct {
    int npart;
    cad_part parts[CAD_PARTS];
} cad_expected;

static inline const gud_cad_module *cad_module(void)
{
    gud_cad_entry entry;
    void *library = dlopen(getenv("GUDGEON_CAD"), RTLD_NOW | RTLD_LOCAL);
    if (!library) fail_msg("%s", dlerror());
    void *symbol = dlsym(library, "gudgeon_cad");
    assert_non_null(symbol);
    memcpy(&entry, &symbol, sizeof entry);
    return entry();
}

// a path of this process in the folder for temporary files
static inline const char *cad_path(char path[200], const char *name)
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, 200, "%s/gudgeon-%ld-%s", folder ? folder : "/tmp", (long)getpid(), name);
    return path;
}

// n numbers after a word of the line
static inline void cad_numbers(const char *line, const char *word, int n, double unit, double *numbers)
{
    const char *at = strstr(line, word);
    assert_non_null(at);
    at += strlen(word);
    for (int k = 0; k < n; k++) {
        char *end;
        numbers[k] = unit * strtod(at, &end);
        assert_true(end > at);
        at = end;
    }
}

// "part NAME volume V centre X Y Z inertia ...", in mm
static inline void cad_parse(const char *line, cad_expected *expected)
{
    cad_part *p = &expected->parts[expected->npart];
    char volume[40];
    if (sscanf(line, "part %63s volume %39s", p->name, volume) != 2) return;
    assert_true(expected->npart++ < CAD_PARTS);
    p->known = volume[0] != '-';
    if (!p->known) return;
    p->volume = 1e-9 * strtod(volume, NULL);
    cad_numbers(line, " centre ", 3, 1e-3, p->centre);
    cad_numbers(line, " inertia ", 6, 1e-15, p->inertia);
}

// writes the file of an assembly
static inline void cad_make(const char *name, const char *path, const char *options, cad_expected *expected)
{
    char command[600], line[600];
    const int n = snprintf(command, sizeof command, "'%s' %s '%s' %s", getenv("CAD_MAKE"), name, path, options);
    assert_in_range(n, 1, sizeof command - 1);
    FILE *lines = popen(command, "r"); // NOLINT(cert-env33-c): a command of our own
    assert_non_null(lines);
    expected->npart = 0;
    while (fgets(line, sizeof line, lines)) cad_parse(line, expected);
    assert_int_equal(pclose(lines), 0);
}

static inline gud_assembly *cad_read(const gud_cad_module *module, const char *path)
{
    const gud_cad_options options = {.deflection = 1e-3};
    char error[512] = "";
    gud_assembly *a = NULL;
    if (module->read(1, &path, &options, &a, error, sizeof error) != 0) fail_msg("%s: %s", path, error);
    return a;
}

// makes and reads
static inline gud_assembly *cad_case(const gud_cad_module *module, const char *name, const char *options,
                                     cad_expected *expected)
{
    char path[200];
    cad_path(path, "case.step");
    cad_make(name, path, options, expected);
    gud_assembly *a = cad_read(module, path);
    (void)remove(path);
    return a;
}

// volume, centre and inertia as made
static inline void cad_check_part(const gud_part *got, const cad_part *expected, double tolerance)
{
    if (!expected->known) return;
    const double size = cbrt(expected->volume);
    const double *I = expected->inertia, greatest = fmax(I[0], fmax(I[1], I[2]));
    assert_true(got->solid);
    assert_close(got->volume, expected->volume, tolerance, 0.0);
    for (int k = 0; k < 3; k++) assert_near(got->centre[k], expected->centre[k], tolerance * size);
    for (int k = 0; k < 6; k++) assert_near(got->inertia[k], I[k], tolerance * greatest);
}

static inline int cad_remarked(const gud_assembly *a, const char *words)
{
    int n = 0;
    for (int i = 0; i < a->nremark; i++) n += strstr(a->remarks[i], words) != NULL;
    return n;
}

#endif
