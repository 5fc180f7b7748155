#include "load/law.h"

#include "load/near.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- tables

static gud_status check_point(const gud_law_wanted *wanted, int i, const double *y, gud_error *error)
{
    if (wanted->shape == GUD_LAW_POSITIVE && !(y[i] > 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "point %d of the table has %g %s; it must be greater than 0", i + 1, y[i],
                        wanted->y_unit);
    if (wanted->shape != GUD_LAW_POSITIVE && !(y[i] >= 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "point %d of the table has %g %s; it must be at least 0", i + 1, y[i],
                        wanted->y_unit);
    if (wanted->shape == GUD_LAW_RISING && i > 0 && !(y[i] > y[i - 1]))
        return gud_fail(error, GUD_ERR_INPUT, "point %d of the table has %g %s after %g %s; it must increase", i + 1,
                        y[i], wanted->y_unit, y[i - 1], wanted->y_unit);
    return GUD_OK;
}

static gud_status check_points(const gud_law_wanted *wanted, int n, const double *x, const double *y, gud_error *error)
{
    if (wanted->shape != GUD_LAW_POSITIVE && (x[0] != 0.0 || y[0] != 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "the table must begin at 0 %s with 0 %s, not at %g with %g",
                        wanted->x_unit, wanted->y_unit, x[0], y[0]);
    for (int i = 0; i < n; i++) GUD_TRY(check_point(wanted, i, y, error));
    return GUD_OK;
}

// of a curve that was read from a file: its ends of pieces are its points
static gud_status check_curve(const gud_law_context *c, const gud_law_wanted *wanted, const gud_spline *s)
{
    const int n = s->npiece + 1;
    double *y = GUD_TAKE(c->arena, double, n);
    if (!y) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) {
        double out[3];
        (void)gud_spline_eval(s, s->x[i], out);
        y[i] = out[0];
    }
    return check_points(wanted, n, s->x, y, c->error);
}

static gud_status make_curve(const gud_law_context *c, const gud_law_wanted *wanted, const gud_law_source *source,
                             gud_curve *curve)
{
    const gud_spline_spec spec = {.kind = GUD_SPLINE_MONOTONE, .outside = wanted->outside};
    const gud_csv_units units = {gud_units_convert, c->units};
    if (source->file) {
        const gud_curve_file file = {source->file,   source->columns[0], source->columns[1],
                                     wanted->x_unit, wanted->y_unit,     &units};
        GUD_TRY(gud_curve_read(&file, &spec, c->arena, c->error, curve));
        gud_error why;
        const gud_law_context own = {c->arena, c->units, c->plugins, &why};
        const gud_status st = check_curve(&own, wanted, &curve->spline);
        return st == GUD_OK ? st : gud_fail(c->error, st, "%s: %.300s", source->file, why.text);
    }
    if (source->x.count != source->y.count || source->x.count < 2)
        return gud_fail(c->error, GUD_ERR_INPUT,
                        "the two lists of the table have %d and %d numbers; they need the same "
                        "number of them, at least 2",
                        source->x.count, source->y.count);
    GUD_TRY(check_points(wanted, source->x.count, source->x.data, source->y.data, c->error));
    return gud_curve_points(&spec, source->x.count, source->x.data, source->y.data, c->arena, c->error, curve);
}

static gud_status prepare_table(const gud_law_context *c, const gud_law_wanted *wanted, gud_law_source *source)
{
    gud_curve *curve = GUD_TAKE(c->arena, gud_curve, 1);
    if (!curve) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    source->curve = curve;
    return make_curve(c, wanted, source, curve);
}

// ---- libraries

static const gud_plugin_law *find_law(const gud_plugin *plugin, const gud_law_source *source,
                                      const gud_law_wanted *wanted, gud_error *error)
{
    static const char *const kinds[] = {"contact", "friction", "viscosity"};
    gud_near near;
    gud_near_start(&near, source->name);
    for (int i = 0; plugin->laws[i]; i++) {
        const gud_plugin_law *law = plugin->laws[i];
        if (law->kind == wanted->kind) gud_near_try(&near, law->name);
        if (strcmp(law->name, source->name) != 0) continue;
        if (law->kind == wanted->kind) return law;
        gud_error_write(error, "%s: '%s' is a law of %s, not of %s", source->library, law->name, kinds[law->kind],
                        kinds[wanted->kind]);
        return NULL;
    }
    gud_error_write(error, "%s: has no %s law '%.100s'%s", source->library, kinds[wanted->kind], source->name,
                    gud_near_hint(&near));
    return NULL;
}

static gud_status find_parameter(const gud_plugin_law *law, const char *setting, size_t length, gud_error *error,
                                 int *index)
{
    char name[100];
    gud_near near;
    (void)snprintf(name, sizeof name, "%.*s", (int)length, setting);
    gud_near_start(&near, name);
    for (*index = 0; *index < law->nparameter; ++*index) {
        gud_near_try(&near, law->parameters[*index].name);
        if (strcmp(law->parameters[*index].name, name) == 0) return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_INPUT, "settings: law '%s' has no parameter '%s'%s", law->name, name,
                    gud_near_hint(&near));
}

static gud_status read_quantity(const gud_law_context *c, const gud_plugin_parameter *p, const char *text,
                                double *value)
{
    const char *unit;
    gud_measure measure;
    if (gud_number_read(text, value, &unit) != GUD_NUMBER_GOOD)
        return gud_fail(c->error, GUD_ERR_INPUT, "settings: %s = %.100s is not a number", p->name, text);
    if (*unit) {
        if (!gud_unit_measure(c->units, unit, &measure) || !gud_unit_fits(c->units, &measure, p->unit))
            return gud_fail(c->error, GUD_ERR_INPUT, "settings: %s = %.100s: wrong unit '%.40s' (expected %s)", p->name,
                            text, unit, p->unit);
        *value = gud_measure_to_si(&measure, *value);
    }
    if (isfinite(*value) && *value >= p->low && *value <= p->high) return GUD_OK;
    return gud_fail(c->error, GUD_ERR_INPUT, "settings: %s = %.100s is outside [%g, %g] %s", p->name, text, p->low,
                    p->high, p->unit);
}

static gud_status read_setting(const gud_law_context *c, const gud_plugin_law *law, const char *setting, double *values)
{
    const char *equals = strchr(setting, '=');
    if (!equals) return gud_fail(c->error, GUD_ERR_INPUT, "settings: '%.100s' is not of the form name=value", setting);
    size_t length = (size_t)(equals - setting);
    while (length > 0 && setting[length - 1] == ' ') length--;
    int i;
    GUD_TRY(find_parameter(law, setting, length, c->error, &i));
    void *locale = gud_units_enter(c->units);
    const gud_status st = read_quantity(c, &law->parameters[i], equals + 1 + strspn(equals + 1, " "), &values[i]);
    gud_units_leave(locale);
    return st;
}

static gud_status read_settings(const gud_law_context *c, const gud_plugin_law *law, const gud_names *settings,
                                double *values)
{
    for (int i = 0; i < law->nparameter; i++) values[i] = law->parameters[i].fallback;
    for (int i = 0; i < settings->count; i++) GUD_TRY(read_setting(c, law, settings->data[i], values));
    for (int i = 0; i < law->nparameter; i++)
        if (isnan(values[i]))
            return gud_fail(c->error, GUD_ERR_INPUT, "settings: %s is missing: %s, in %s", law->parameters[i].name,
                            law->parameters[i].about, law->parameters[i].unit);
    return GUD_OK;
}

static gud_status prepare_plugin(const gud_law_context *c, const gud_law_wanted *wanted, gud_law_source *source)
{
    if (!c->plugins)
        return gud_fail(c->error, GUD_ERR_INPUT,
                        "%s: refused: a library that a file names runs code on this machine; allow it with --plugins",
                        source->library);
    const gud_plugin *plugin;
    GUD_TRY(gud_plugin_open(source->library, c->error, &plugin));
    const gud_plugin_law *law = find_law(plugin, source, wanted, c->error);
    if (!law) return GUD_ERR_INPUT;
    double *values = GUD_TAKE(c->arena, double, law->nparameter + 1);
    if (!values) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    source->law = law;
    source->values = values;
    return read_settings(c, law, &source->settings, values);
}

gud_status gud_law_prepare(const gud_law_context *context, const gud_law_wanted *wanted, gud_law_source *source)
{
    if (source->library) return prepare_plugin(context, wanted, source);
    if (source->file || source->x.count > 0 || source->y.count > 0) return prepare_table(context, wanted, source);
    return GUD_OK;
}

const char *gud_law_key(const gud_law_source *source, const gud_error *error)
{
    const char *text = error->text;
    if (source->file && strncmp(text, source->file, strlen(source->file)) == 0) return "file";
    if (source->library && strncmp(text, source->library, strlen(source->library)) == 0) return "library";
    return strncmp(text, "settings:", 9) == 0 ? "settings" : NULL;
}
