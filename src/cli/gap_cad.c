#include "cli/gap_cad.h"

#include "assembly/load.h"

#include <string.h>

typedef struct {
    const char *path;
    gud_cad_surface surfaces[2];
} job;

static gud_status write_job(const gud_cad_module *module, void *context, gud_error *error)
{
    const job *j = context;
    return module->write(j->path, 2, j->surfaces, error->text, sizeof error->text) == 0 ? GUD_OK : GUD_ERR_IO;
}

static bool ends_with(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcmp(path + n - m, end) == 0;
}

static gud_status write_surfaces(const gud_gap_sheet *s, const char *path, gud_error *error)
{
    job j = {.path = path};
    for (int i = 0; i < 2; i++) {
        const gud_nurbs *n = &s->surfaces[i].nurbs;
        if (s->surfaces[i].trim)
            return gud_fail(error, GUD_ERR_INPUT,
                            "surface '%s' is trimmed; only whole nets are written as STEP or IGES", s->names[i]);
        j.surfaces[i] = (gud_cad_surface){.name = s->names[i],
                                          .net = {.degree = {n->degree[0], n->degree[1]},
                                                  .count = {n->count[0], n->count[1]},
                                                  .knots = {n->knots[0], n->knots[1]},
                                                  .points = n->points}};
    }
    return gud_cad_run(&gud_cad_usual_limits, write_job, &j, error);
}

gud_status gud_gap_step(void *sheet, const char *path, gud_error *error)
{
    if (!ends_with(path, ".step") && !ends_with(path, ".stp"))
        return gud_fail(error, GUD_ERR_INPUT, "--step %s: the name of a STEP file ends with .step or .stp", path);
    return write_surfaces(sheet, path, error);
}

gud_status gud_gap_iges(void *sheet, const char *path, gud_error *error)
{
    if (!ends_with(path, ".iges") && !ends_with(path, ".igs"))
        return gud_fail(error, GUD_ERR_INPUT, "--iges %s: the name of an IGES file ends with .iges or .igs", path);
    return write_surfaces(sheet, path, error);
}
