// A lubricant as the product of its laws.

#include "film/lubricant.h"

#include "film/reduced.h"
#include "film/thinning.h"
#include "film/viscosity_outside.h"

#include <math.h>

gud_lubricant gud_lubricant_constant(double eta)
{
    return (gud_lubricant){.eta0 = eta};
}

double gud_lubricant_pressure_limit(const gud_lubricant *oil)
{
    static const double doubling = 0.6931471805599453 / 2e-8; // Pa; ln 2 over the coefficient of a typical mineral oil
    return oil->pressure ? oil->pressure->highest : doubling;
}

gud_status gud_lubricant_prepare(gud_lubricant *oil, gud_error *error)
{
    gud_status status = GUD_OK;
    oil->reduced = NULL;
    oil->thinning = NULL;
    if (oil->pressure || oil->density) status = gud_reduced_create(oil, error, &oil->reduced);
    if (status == GUD_OK && oil->shear)
        status = gud_thinning_create(oil->shear, oil->shear_params, error, &oil->thinning);
    if (status != GUD_OK) gud_lubricant_release(oil);
    return status;
}

void gud_lubricant_release(gud_lubricant *oil)
{
    gud_reduced_free(oil->reduced);
    gud_thinning_free(oil->thinning);
    oil->reduced = NULL;
    oil->thinning = NULL;
}

static void fill(int n, double *a, double value)
{
    for (int i = 0; i < n; i++) a[i] = value;
}

void gud_lubricant_eval(const gud_lubricant *oil, int n, const double *pressure, gud_lubricant_out *out)
{
    if (oil->pressure)
        oil->pressure->eval(oil->pressure_params, oil->eta0, n, pressure, out->eta, out->eta_p);
    else
        fill(n, out->eta, 1.0), fill(n, out->eta_p, 0.0);
    if (oil->density)
        oil->density->eval(oil->density_params, n, pressure, out->rho, out->rho_p);
    else
        fill(n, out->rho, 1.0), fill(n, out->rho_p, 0.0);
    for (int i = 0; i < n; i++) out->eta[i] *= oil->eta0, out->eta_p[i] *= oil->eta0;
}

// ---- viscosity by temperature

typedef struct {
    double viscosity;
} constant_params;

static double constant_eval(const void *params, double temperature)
{
    const constant_params *p = params;
    return temperature > 0.0 ? p->viscosity : (double)NAN;
}

static const gud_field constant_fields[] = {
    {.key = "viscosity",
     .type = GUD_NUMBER,
     .offset = offsetof(constant_params, viscosity),
     .unit = "Pa.s",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "dynamic viscosity"},
};

static const gud_viscosity_law law_constant = {
    .row = {"constant", "constant viscosity", NULL, sizeof(constant_params), constant_fields,
            GUD_COUNT(constant_fields), NULL, 0},
    .eval = constant_eval,
};

// Name, kinematic viscosity at 40 and 100 degrees C in m2/s, density at 15 degrees C: typical mineral oils of
// viscosity index 95 to 103 by ASTM D2270 (ISO 3448 gives the first number, with 10 % to either side), typical engine
// oils inside the limits of SAE J300 (2015) at 100 degrees C.
#define OILS(X)                                                                                                        \
    X("ISO VG 10", 10.0e-6, 2.5e-6, 850.0)                                                                             \
    X("ISO VG 15", 15.0e-6, 3.3e-6, 855.0)                                                                             \
    X("ISO VG 22", 22.0e-6, 4.3e-6, 860.0)                                                                             \
    X("ISO VG 32", 32.0e-6, 5.4e-6, 865.0)                                                                             \
    X("ISO VG 46", 46.0e-6, 6.8e-6, 872.0)                                                                             \
    X("ISO VG 68", 68.0e-6, 8.7e-6, 877.0)                                                                             \
    X("ISO VG 100", 100.0e-6, 11.2e-6, 881.0)                                                                          \
    X("ISO VG 150", 150.0e-6, 14.7e-6, 886.0)                                                                          \
    X("ISO VG 220", 220.0e-6, 18.9e-6, 891.0)                                                                          \
    X("ISO VG 320", 320.0e-6, 24.0e-6, 895.0)                                                                          \
    X("ISO VG 460", 460.0e-6, 30.4e-6, 899.0)                                                                          \
    X("SAE 20", 62.0e-6, 8.0e-6, 880.0)                                                                                \
    X("SAE 30", 100.0e-6, 11.2e-6, 885.0)                                                                              \
    X("SAE 40", 142.0e-6, 14.4e-6, 890.0)                                                                              \
    X("SAE 50", 220.0e-6, 19.0e-6, 895.0)                                                                              \
    X("SAE 5W-30", 63.0e-6, 10.8e-6, 852.0)                                                                            \
    X("SAE 10W-30", 69.0e-6, 10.5e-6, 870.0)                                                                           \
    X("SAE 10W-40", 96.0e-6, 14.3e-6, 868.0)                                                                           \
    X("SAE 15W-40", 108.0e-6, 14.5e-6, 877.0)                                                                          \
    X("SAE 20W-50", 165.0e-6, 18.5e-6, 885.0)

typedef struct {
    const char *name;
    double kinematic_40, kinematic_100; // m2/s
    double density;                     // kg/m3, at 15 degrees C
} oil;

#define OIL(name_, nu40, nu100, density_) {name_, nu40, nu100, density_},
static const oil oils[] = {OILS(OIL)};
#undef OIL

#define OIL(name, nu40, nu100, density) name,
const char *const gud_oil_grades[] = {OILS(OIL) NULL};
#undef OIL

static const gud_field oil_fields[] = {
    {.key = "name", .type = GUD_TEXT, .offset = offsetof(oil, name), .about = "grade"},
    GUD_FIELD_POSITIVE(oil, kinematic_40, "m2/s", GUD_REQUIRED, "kinematic viscosity at 40 degrees C"),
    GUD_FIELD_POSITIVE(oil, kinematic_100, "m2/s", GUD_REQUIRED, "kinematic viscosity at 100 degrees C"),
    GUD_FIELD_POSITIVE(oil, density, "kg/m3", GUD_REQUIRED, "density at 15 degrees C"),
};

const gud_library gud_oil_library = {
    .row = GUD_ROW(oil, "oils", "typical mineral oils of ISO VG grades and engine oils of SAE grades", oil_fields),
    .entries = oils,
    .nentry = GUD_COUNT(oils),
    .use = "oil: {grade: ISO VG 46, temperature: 60 degC}",
};

typedef struct {
    int grade;
} grade_params;

// log10 log10 (nu + 0.7) is linear in log10 T (ASTM D341); density falls by 0.65 kg/m3 a kelvin
double gud_oil_grade_viscosity(int grade, double temperature)
{
    const oil *o = &oils[grade];
    const double t40 = log10(313.15), t100 = log10(373.15);
    const double y40 = log10(log10(1e6 * o->kinematic_40 + 0.7)), y100 = log10(log10(1e6 * o->kinematic_100 + 0.7));
    const double y = y40 + (y100 - y40) * (log10(temperature) - t40) / (t100 - t40);
    const double nu = pow(10.0, pow(10.0, y)) - 0.7;
    return 1e-6 * nu * (o->density - 0.65 * (temperature - 288.15));
}

static double grade_eval(const void *params, double temperature)
{
    const grade_params *p = params;
    return gud_oil_grade_viscosity(p->grade, temperature);
}

static const gud_field grade_fields[] = {
    {.key = "grade",
     .type = GUD_CHOICE,
     .offset = offsetof(grade_params, grade),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .choices = gud_oil_grades,
     .about = "ISO VG or SAE grade of a typical oil"},
};

static const gud_viscosity_law law_grade = {
    .row = {"grade", "typical oil of an ISO VG or SAE grade, interpolated between 40 and 100 degrees C", "ASTM D341",
            sizeof(grade_params), grade_fields, GUD_COUNT(grade_fields), NULL, 0},
    .eval = grade_eval,
};

typedef struct {
    double factor, scale, pole;
} vogel_params;

static double vogel_eval(const void *params, double temperature)
{
    const vogel_params *p = params;
    return temperature > p->pole ? p->factor * exp(p->scale / (temperature - p->pole)) : (double)NAN;
}

static const gud_field vogel_fields[] = {
    GUD_FIELD(vogel_params, factor, "Pa.s", GUD_REQUIRED, 0.0, INFINITY, "a in a exp(b / (T - c))"),
    GUD_FIELD(vogel_params, scale, "K", GUD_REQUIRED, 0.0, INFINITY, "b"),
    GUD_FIELD(vogel_params, pole, "K", GUD_REQUIRED, 0.0, INFINITY, "c"),
};

static const gud_viscosity_law law_vogel = {
    .row = {"vogel", "a exp(b / (T - c))", NULL, sizeof(vogel_params), vogel_fields, GUD_COUNT(vogel_fields), NULL, 0},
    .eval = vogel_eval,
};

typedef struct {
    double viscosity, at, slope;
} reynolds_params;

static double reynolds_eval(const void *params, double temperature)
{
    const reynolds_params *p = params;
    return p->viscosity * exp(-p->slope * (temperature - p->at));
}

static const gud_field reynolds_fields[] = {
    GUD_FIELD(reynolds_params, viscosity, "Pa.s", GUD_REQUIRED, 0.0, INFINITY, "viscosity at the temperature `at`"),
    GUD_FIELD(reynolds_params, at, "K", GUD_REQUIRED, 0.0, INFINITY, "reference temperature"),
    GUD_FIELD(reynolds_params, slope, "1/K", 0.03, 0.0, 1.0, "relative decrease of viscosity per kelvin"),
};

static const gud_viscosity_law law_reynolds = {
    .row = {"reynolds", "exponential decrease with temperature", NULL, sizeof(reynolds_params), reynolds_fields,
            GUD_COUNT(reynolds_fields), NULL, 0},
    .eval = reynolds_eval,
};

const gud_row *const gud_viscosity_rows[] = {&law_constant.row,
                                             &law_grade.row,
                                             &law_vogel.row,
                                             &law_reynolds.row,
                                             &gud_viscosity_table.row,
                                             &gud_viscosity_plugin.row,
                                             NULL};

// ---- factor by pressure

typedef struct {
    double coefficient;
} barus_params;

// exponent beyond which the factor stays constant: trial pressures of Newton's method must not overflow
static const double steepest = 40.0;

static void bounded_exp(double x, double x_p, double *f, double *f_p)
{
    *f = exp(fmin(x, steepest));
    *f_p = x < steepest ? *f * x_p : 0.0;
}

static void barus_eval(const void *params, double eta0, int n, const double *pressure, double *factor, double *factor_p)
{
    const barus_params *p = params;
    (void)eta0; // the coefficient says it all
    for (int i = 0; i < n; i++) bounded_exp(p->coefficient * pressure[i], p->coefficient, &factor[i], &factor_p[i]);
}

static const gud_field barus_fields[] = {
    GUD_FIELD(barus_params, coefficient, "1/Pa", GUD_REQUIRED, 0.0, 1e-6, "pressure-viscosity coefficient"),
};

static const gud_pressure_law law_barus = {
    .row = {"barus", "exp(alpha p)", NULL, sizeof(barus_params), barus_fields, GUD_COUNT(barus_fields), NULL, 0},
    .eval = barus_eval,
    .highest = 5e8, // an exponential is far too stiff beyond
};

typedef struct {
    double coefficient, index;
} roelands_params;

// exp((ln eta0 + 9.67) ((1 + 5.1e-9 p)^Z - 1)); Z is given, or follows from the slope alpha at ambient pressure.
// Constants in Pa s and Pa as in G. W. Stachowiak, A. W. Batchelor, Engineering Tribology, chapter on lubricants.
static void roelands_eval(const void *params, double eta0, int n, const double *pressure, double *factor,
                          double *factor_p)
{
    const roelands_params *p = params;
    static const double per_pascal = 5.1e-9;
    const double log_eta = fmax(log(eta0) + 9.67, 1e-3);
    const double Z = isnan(p->index) ? p->coefficient / (per_pascal * log_eta) : p->index;
    for (int i = 0; i < n; i++) {
        const double x = fmax(1.0 + per_pascal * pressure[i], 1e-3), power = pow(x, Z);
        bounded_exp(log_eta * (power - 1.0), log_eta * Z * power / x * per_pascal, &factor[i], &factor_p[i]);
    }
}

static const gud_field roelands_fields[] = {
    GUD_FIELD(roelands_params, coefficient, "1/Pa", GUD_OPTIONAL, 0.0, 1e-6, "slope of ln eta at ambient pressure"),
    GUD_FIELD(roelands_params, index, "1", GUD_OPTIONAL, 0.0, 2.0, "index Z"),
};

static const gud_rule roelands_rules[] = {{GUD_ONE_OF, {"coefficient", "index"}}};

static const gud_pressure_law law_roelands = {
    .row = {"roelands", "slower than exponential at high pressure", "C. J. A. Roelands, thesis, Delft (1966)",
            sizeof(roelands_params), roelands_fields, GUD_COUNT(roelands_fields), roelands_rules,
            GUD_COUNT(roelands_rules)},
    .eval = roelands_eval,
    .highest = 1.2e9,
};

const gud_row *const gud_pressure_rows[] = {&law_barus.row, &law_roelands.row, NULL};

// ---- factor by shear rate

typedef struct {
    double time, index, floor;
} carreau_params;

static void carreau_eval(const void *params, int n, const double *rate, double *factor, double *factor_rate)
{
    const carreau_params *p = params;
    for (int i = 0; i < n; i++) {
        const double x = p->time * rate[i], base = 1.0 + x * x, power = pow(base, 0.5 * (p->index - 1.0));
        factor[i] = p->floor + (1.0 - p->floor) * power;
        factor_rate[i] = (1.0 - p->floor) * (p->index - 1.0) * power / base * x * p->time;
    }
}

static const gud_field carreau_fields[] = {
    GUD_FIELD(carreau_params, time, "s", GUD_REQUIRED, 0.0, INFINITY, "relaxation time"),
    GUD_FIELD(carreau_params, index, "1", GUD_REQUIRED, 0.0, 1.0, "exponent n of the power-law branch"),
    GUD_FIELD(carreau_params, floor, "1", 0.0, 0.0, 1.0, "viscosity at infinite shear rate over that at rest"),
};

static const gud_shear_law law_carreau = {
    .row = {"carreau", "floor + (1 - floor) (1 + (time rate)^2)^((n-1)/2)",
            "P. J. Carreau, Trans. Soc. Rheol. 16 (1972)", sizeof(carreau_params), carreau_fields,
            GUD_COUNT(carreau_fields), NULL, 0},
    .eval = carreau_eval,
};

typedef struct {
    double time, exponent, floor;
} cross_params;

static void cross_eval(const void *params, int n, const double *rate, double *factor, double *factor_rate)
{
    const cross_params *p = params;
    for (int i = 0; i < n; i++) {
        const double x = p->time * rate[i], power = pow(x, p->exponent), base = 1.0 + power;
        factor[i] = p->floor + (1.0 - p->floor) / base;
        factor_rate[i] = rate[i] > 0.0 ? -(1.0 - p->floor) * p->exponent * power / (rate[i] * base * base) : 0.0;
    }
}

static const gud_field cross_fields[] = {
    GUD_FIELD(cross_params, time, "s", GUD_REQUIRED, 0.0, INFINITY, "inverse of the rate at half the drop"),
    GUD_FIELD(cross_params, exponent, "1", 1.0, 0.1, 1.0, "exponent; above 1 the stress would fall with the rate"),
    GUD_FIELD(cross_params, floor, "1", 0.0, 0.0, 1.0, "viscosity at infinite shear rate over that at rest"),
};

static const gud_shear_law law_cross = {
    .row = {"cross", "floor + (1 - floor) / (1 + (time rate)^exponent)", "M. M. Cross, J. Colloid Sci. 20 (1965)",
            sizeof(cross_params), cross_fields, GUD_COUNT(cross_fields), NULL, 0},
    .eval = cross_eval,
};

const gud_row *const gud_shear_rows[] = {&law_carreau.row, &law_cross.row, NULL};

// ---- density

typedef struct {
    double slope, saturation;
} dowson_params;

static void dowson_eval(const void *params, int n, const double *pressure, double *rho, double *rho_p)
{
    const dowson_params *p = params;
    for (int i = 0; i < n; i++) {
        const double x = fmax(pressure[i], 0.0), d = 1.0 + p->saturation * x;
        rho[i] = 1.0 + p->slope * x / d;
        rho_p[i] = pressure[i] >= 0.0 ? p->slope / (d * d) : 0.0;
    }
}

// Also printed as (0.59e9 + 1.34 p)/(0.59e9 + p), that is a = 0.576e-9 and b = 1.695e-9.
static const gud_field dowson_fields[] = {
    GUD_FIELD(dowson_params, slope, "1/Pa", 0.6e-9, 0.0, 1e-6, "a in 1 + a p / (1 + b p)"),
    GUD_FIELD(dowson_params, saturation, "1/Pa", 1.7e-9, 0.0, 1e-6, "b"),
};

static const gud_density_law law_dowson = {
    .row = {"dowson_higginson", "1 + a p / (1 + b p)",
            "D. Dowson, G. R. Higginson, Elastohydrodynamic Lubrication (1966)", sizeof(dowson_params), dowson_fields,
            GUD_COUNT(dowson_fields), NULL, 0},
    .eval = dowson_eval,
};

const gud_row *const gud_density_rows[] = {&law_dowson.row, NULL};
