// Shared libraries with laws: loaded once, checked, kept until the program ends.

#include "load/law.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// dlopen looks for names without a slash in the folders of the system
static gud_status load_library(const char *path, gud_error *error, void **library)
{
    char local[4200];
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return gud_fail(error, GUD_ERR_INPUT, "%s: there is no such file", path);
    const int n = snprintf(local, sizeof local, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof local)
        return gud_fail(error, GUD_ERR_INPUT, "%.300s...: the path is too long", path);
    *library = dlopen(local, RTLD_NOW | RTLD_LOCAL);
    if (*library) return GUD_OK;
    const char *why = dlerror();
    return gud_fail(error, GUD_ERR_INPUT, "%s: is not a shared library that can be loaded: %.200s", path,
                    why ? why : "");
}

static bool parameters_are_good(const gud_plugin_law *law)
{
    if (law->nparameter < 0 || law->nparameter > GUD_PLUGIN_PARAMETERS || (law->nparameter > 0 && !law->parameters))
        return false;
    for (int i = 0; i < law->nparameter; i++) {
        const gud_plugin_parameter *p = &law->parameters[i];
        const bool fits = isnan(p->fallback) || (p->fallback >= p->low && p->fallback <= p->high);
        if (!p->name || !p->unit || !p->about || !(p->low <= p->high) || !fits) return false;
    }
    return true;
}

static gud_status check_law(const char *path, int i, const gud_plugin_law *law, gud_error *error)
{
    const char *name = law->name && *law->name ? law->name : "without a name";
    if (!law->name || !*law->name || !law->about || (unsigned)law->kind > GUD_PLUGIN_VISCOSITY)
        return gud_fail(error, GUD_ERR_INPUT, "%s: law %d (%.60s) has no name, description or kind", path, i + 1, name);
    if (!parameters_are_good(law))
        return gud_fail(error, GUD_ERR_INPUT,
                        "%s: law '%.60s': a parameter has no name, unit or description, or its default is outside its "
                        "range; at most %d are allowed",
                        path, name, GUD_PLUGIN_PARAMETERS);
    if (law->kind == GUD_PLUGIN_CONTACT ? !law->contact : !law->curve)
        return gud_fail(error, GUD_ERR_INPUT, "%s: law '%.60s' has no function", path, name);
    return GUD_OK;
}

gud_status gud_plugin_open(const char *path, gud_error *error, const gud_plugin **plugin)
{
    void *library;
    gud_plugin_entry entry;
    GUD_TRY(load_library(path, error, &library));
    void *symbol = dlsym(library, "gudgeon_plugin");
    memcpy(&entry, &symbol, sizeof entry); // C has no conversion from one to the other
    *plugin = symbol ? entry() : NULL;
    if (!*plugin)
        return gud_fail(error, GUD_ERR_INPUT, "%s: exports no function gudgeon_plugin, or it returns nothing", path);
    if ((*plugin)->abi != GUD_PLUGIN_ABI)
        return gud_fail(error, GUD_ERR_INPUT, "%s: was built for version %d of the plugin interface; this is %d", path,
                        (*plugin)->abi, GUD_PLUGIN_ABI);
    if (!(*plugin)->laws) return gud_fail(error, GUD_ERR_INPUT, "%s: has no laws", path);
    for (int i = 0; (*plugin)->laws[i]; i++) GUD_TRY(check_law(path, i, (*plugin)->laws[i], error));
    return GUD_OK;
}
