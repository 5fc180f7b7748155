// Free-form rational bicubic patches against brute force: a lattice of cells on the other surface, every cell that the
// ray may cross refined on its own, the hit nearest to zero taken. 800 rays on each of 20 random pairs of surfaces,
// cold and warm. Where `mrep` says that it knows, it must be right.

#include "verify/surface_case.h"

enum { npair = 20, lattice = 64 };

static const double window = 4e-3, tolerance = 1e-12;

typedef struct {
    double x[lattice + 1][lattice + 1][3];
} net;

typedef struct {
    double x[lattice + 1][lattice + 1][2];
} plane;

static void fill_net(const gud_surface *s, net *n)
{
    for (int i = 0; i <= lattice; i++)
        for (int j = 0; j <= lattice; j++) {
            gud_surface_point p;
            gud_surface_eval(s, (double)i / lattice, (double)j / lattice, &p);
            v3_copy(n->x[i][j], p.x);
        }
}

// Newton in the plane across the ray, independent of the library's
static double refine(const gud_surface *s, const gud_ray *ray, const double e1[3], const double e2[3], double u,
                     double v)
{
    for (int step = 0; step < 30; step++) {
        gud_surface_point p;
        double d[3];
        if (u < -1e-9 || u > 1.0 + 1e-9 || v < -1e-9 || v > 1.0 + 1e-9) return NAN;
        gud_surface_eval(s, u, v, &p);
        v3_axpy(d, p.x, -1.0, ray->x);
        const double a = v3_dot(p.x_u, e1), b = v3_dot(p.x_v, e1), c = v3_dot(p.x_u, e2), e = v3_dot(p.x_v, e2);
        const double f = v3_dot(d, e1), g = v3_dot(d, e2), det = a * e - b * c;
        if (hypot(f, g) < 1e-16) return v3_dot(d, ray->n);
        u -= (e * f - b * g) / det;
        v -= (a * g - c * f) / det;
    }
    return NAN;
}

// the lattice in the plane across the ray
static void project(const net *n, const gud_ray *ray, const double e1[3], const double e2[3], plane *q)
{
    for (int i = 0; i <= lattice; i++)
        for (int j = 0; j <= lattice; j++) {
            double d[3];
            v3_axpy(d, n->x[i][j], -1.0, ray->x);
            q->x[i][j][0] = v3_dot(d, e1);
            q->x[i][j][1] = v3_dot(d, e2);
        }
}

// may the cell cross the ray? its corners' box in the plane, made larger by half its size
static bool cell_near(const plane *q, int i, int j)
{
    for (int c = 0; c < 2; c++) {
        const double a = q->x[i][j][c], b = q->x[i + 1][j][c], d = q->x[i][j + 1][c], e = q->x[i + 1][j + 1][c];
        const double low = fmin(fmin(a, b), fmin(d, e)), high = fmax(fmax(a, b), fmax(d, e));
        if (low - 0.5 * (high - low) > 0.0 || high + 0.5 * (high - low) < 0.0) return false;
    }
    return true;
}

static double brute_force(const gud_surface *s, const net *n, const gud_ray *ray)
{
    double e1[3], e2[3], R[9], best = NAN;
    gud_rot_z_to(ray->n, R);
    m3_column(e1, R, 0);
    m3_column(e2, R, 1);
    static plane q;
    project(n, ray, e1, e2, &q);
    for (int i = 0; i < lattice; i++)
        for (int j = 0; j < lattice; j++) {
            if (!cell_near(&q, i, j)) continue;
            const double h = refine(s, ray, e1, e2, (i + 0.5) / lattice, (j + 0.5) / lattice);
            if (fabs(h) <= window && !(fabs(h) >= fabs(best))) best = h;
        }
    return best;
}

static gud_ray ray_of(const gap_case *c, const gud_pose *r, const gud_pose *o, int i)
{
    gud_ray ray = {.low = -window, .high = window};
    double x[3], d[3];
    m3_apply(x, r->R, c->grid.place + 3 * i);
    v3_axpy(x, x, 1.0, r->p);
    v3_axpy(d, x, -1.0, o->p);
    m3_apply_t(ray.x, o->R, d);
    m3_apply(x, r->R, c->grid.normal + 3 * i);
    m3_apply_t(ray.n, o->R, x);
    return ray;
}

// how many points have film; all 800 must be right
static int compare(const gap_case *c, const net *n, const gud_pose *r, const gud_pose *o, int pair)
{
    int nfilm = 0;
    for (int i = 0; i < c->grid.n; i++) {
        const gud_ray ray = ray_of(c, r, o, i);
        const double expected = brute_force(&c->surface[1], n, &ray);
        const bool film = c->field.state[i] == GUD_GAP_FILM;
        nfilm += film;
        if (!gud_gap_sure(c->field.state[i])) continue;
        if (film != !isnan(expected) || (film && fabs(expected - c->field.gap[i]) > tolerance))
            fail_msg("pair %d, ray %d: %.17g, expected %.17g", pair, i, film ? c->field.gap[i] : (double)NAN, expected);
    }
    return nfilm;
}

static void make_pair(gap_case *c, double height, unsigned *z, gud_pose *r, gud_pose *o)
{
    const gud_nurbs first = random_patch(c, 3, 0.02, height, 0.4, z), second = random_patch(c, 3, 0.02, height, 0.4, z);
    case_surface(c, 0, &first);
    case_surface(c, 1, &second);
    *r = pose_at(noise(z), noise(z), noise(z), noise(z), noise(z), noise(z));
    *o = *r;

    // shifted along the first surface's general direction, and turned a little
    const double turn[3] = {0.05 * noise(z), 0.05 * noise(z), 0.3 * noise(z)}, shift[3] = {0, 0, 5e-4 * noise(z)};
    double start[4], end[4], d[3];
    gud_rot_quaternion(r->R, start);
    gud_rot_advance(start, turn, end);
    gud_rot_matrix(end, o->R);
    m3_apply(d, r->R, shift);
    v3_axpy(o->p, o->p, 1.0, d);
}

static void test_newton_finds_every_hit(void **state)
{
    gap_case *c = *state;
    static net n;
    unsigned z = 2026u;
    int nfilm = 0;
    for (int pair = 0; pair < npair; pair++) {
        gud_pose r, o;
        make_pair(c, 1e-3 + 2e-4 * pair, &z, &r, &o);
        fill_net(&c->surface[1], &n);
        case_grid(c, 40, 20, 1);
        case_arrays(c, GUD_GAP_NEWTON, window);
        case_find(c, &r, &o);
        assert_int_equal(c->field.ncold, 800);
        nfilm += compare(c, &n, &r, &o, pair);

        // warm, after a small move
        for (int i = 0; i < 3; i++) o.p[i] += 1e-5 * noise(&z);
        case_find(c, &r, &o);
        compare(c, &n, &r, &o, pair);
        assert_true(c->field.ncold <= 800 - c->field.nfilm + 8);
    }
    assert_true(nfilm > npair * 800 / 2); // the test tests something
}

static void test_mrep_knows_when_it_is_right(void **state)
{
    gap_case *c = *state;
    static net n;
    unsigned z = 2027u;
    int nfilm = 0, nray = 0;
    for (int pair = 0; pair < 4; pair++) {
        gud_pose r, o;
        make_pair(c, 2e-3, &z, &r, &o);
        fill_net(&c->surface[1], &n);
        case_grid(c, 12, 8, 1);
        case_arrays(c, GUD_GAP_MREP, window);
        case_find(c, &r, &o);
        nfilm += compare(c, &n, &r, &o, pair);
        nray += c->grid.n;
    }
    assert_true(nfilm > nray / 4);
}

static void test_verify_agrees_with_itself(void **state)
{
    gap_case *c = *state;
    unsigned z = 2028u;
    gud_pose r, o;
    make_pair(c, 2e-3, &z, &r, &o);
    case_grid(c, 12, 8, 1);
    case_arrays(c, GUD_GAP_VERIFY, window);
    case_find(c, &r, &o);
    assert_true(c->field.nfilm > 48);
    assert_true(c->field.nunsure < 96);
    assert_int_equal(c->field.ndisagree, 0);
    assert_true(c->field.judge > 0.0 && c->field.judge < 1e-13);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_newton_finds_every_hit),
        TEST(test_mrep_knows_when_it_is_right),
        TEST(test_verify_agrees_with_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
