// The cases of bench/peers by Gudgeon; the setting is what stands in `simulate`, "tolerance: 1e-7".

#include "../model.h"
#include "cases.h"
#include "num/blas.h"

#include <stdarg.h>

__attribute__((format(printf, 2, 3))) static void add_line(gud_buffer *text, const char *format, ...)
{
    char line[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    gud_buffer_add(text, line);
}

static const char *parent_of(int i, char name[24])
{
    (void)snprintf(name, 24, i == 0 ? "ground" : "b%d", i - 1);
    return name;
}

static void planar_chain(gud_buffer *text, int n)
{
    char parent[24];
    double x = 0.0, y = 0.0;
    add_line(text, "space: planar\ngravity: [0, %.17g]\nbodies:\n", -peer_gravity);
    for (int i = 0; i < n; i++) {
        const double angle = chain_bend * (i + 1) / n;
        add_line(text, "  b%d: {mass: %.17g, inertia: %.17g, center: [0, %.17g], at: [%.17g, %.17g], angle: %.17g}\n",
                 i, rod_mass, rod_inertia(), -0.5 * rod_length, x, y, angle);
        x += rod_length * sin(angle);
        y -= rod_length * cos(angle);
    }
    add_line(text, "frames:\n");
    for (int i = 0; i < n; i++) add_line(text, "  e%d: {body: b%d, at: [0, %.17g]}\n", i, i, -rod_length);
    add_line(text, "joints:\n");
    for (int i = 0; i < n; i++) {
        if (i > 0) (void)snprintf(parent, sizeof parent, "e%d", i - 1);
        add_line(text, "  j%d: {type: revolute, between: [%s, b%d]}\n", i, i > 0 ? parent : "ground", i);
    }
}

// R := R (turn by the angle about z, or about x)
static void turn_about(double R[9], bool about_z, double angle)
{
    const int a = about_z ? 0 : 1, b = about_z ? 1 : 2;
    const double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; i++) {
        const double p = R[3 * i + a], q = R[3 * i + b];
        R[3 * i + a] = c * p + s * q;
        R[3 * i + b] = c * q - s * p;
    }
}

static void rotation_vector(const double R[9], double r[3])
{
    const double angle = acos(fmin(1.0, 0.5 * (R[0] + R[4] + R[8] - 1.0)));
    const double factor = angle > 1e-8 ? 0.5 * angle / sin(angle) : 0.5;
    r[0] = factor * (R[7] - R[5]);
    r[1] = factor * (R[2] - R[6]);
    r[2] = factor * (R[3] - R[1]);
}

static void space_chain(gud_buffer *text, int n)
{
    char parent[24];
    double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, p[3] = {0}, r[3];
    gud_buffer joints;
    gud_buffer_init(&joints);
    add_line(text, "space: spatial\ngravity: [0, %.17g, 0]\nbodies:\n", -peer_gravity);
    add_line(&joints, "joints:\n");
    for (int i = 0; i < n; i++) {
        const int axis = i % 2 == 0 ? 2 : 0; // before the turn it is the same
        turn_about(R, i % 2 == 0, chain_bend / n);
        rotation_vector(R, r);
        add_line(text,
                 "  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [0, %.17g, 0], at: [%.17g, %.17g, "
                 "%.17g], rotation: "
                 "[%.17g, %.17g, %.17g]}\n",
                 i, rod_mass, rod_inertia(), rod_axial, rod_inertia(), -0.5 * rod_length, p[0], p[1], p[2], r[0], r[1],
                 r[2]);
        add_line(&joints,
                 "  j%d: {type: revolute, between: [%s, b%d], at: [%.17g, %.17g, %.17g], direction: [%.17g, %.17g, "
                 "%.17g]}\n",
                 i, parent_of(i, parent), i, p[0], p[1], p[2], R[axis], R[3 + axis], R[6 + axis]);
        for (int k = 0; k < 3; k++) p[k] -= rod_length * R[3 * k + 1];
    }
    add_line(text, "frames:\n");
    for (int i = 0; i < n; i++) add_line(text, "  e%d: {body: b%d, at: [0, %.17g, 0]}\n", i, i, -rod_length);
    gud_buffer_add(text, joints.data);
    gud_buffer_free(&joints);
}

// bodies of rods of a linkage, from their angles; frames at their far ends
static void linkage_rods(gud_buffer *text, const peer_rod *rod, const double *angle, int n, const double base[2],
                         bool crank_on_axis)
{
    add_line(text, "space: planar\ngravity: [0, %.17g]\nbodies:\n", -peer_gravity);
    double x = 0.0, y = 0.0;
    for (int i = 0; i < n; i++) {
        if (i == 2) x = base[0], y = base[1];
        const double center = i == 0 && crank_on_axis ? 0.0 : 0.5 * rod[i].length;
        add_line(text, "  b%d: {mass: %.17g, inertia: %.17g, center: [%.17g, 0], at: [%.17g, %.17g], angle: %.17g}\n",
                 i, rod[i].mass, rod[i].inertia, center, x, y, angle[i]);
        x += rod[i].length * cos(angle[i]);
        y += rod[i].length * sin(angle[i]);
    }
}

static void slider_crank(gud_buffer *text)
{
    const peer_rod *rod = slider_crank_rod;
    const peer_start s = slider_crank_start();
    const double base[2] = {0.0, 0.0};
    const double x = rod[0].length * cos(s.angle[0]) + rod[1].length * cos(s.angle[1]);
    linkage_rods(text, rod, s.angle, 2, base, true);
    add_line(text, "  slider: {mass: %.17g, inertia: 1e-4, at: [%.17g, 0]}\nframes:\n", slider_mass, x);
    for (int i = 0; i < 2; i++) add_line(text, "  e%d: {body: b%d, at: [%.17g, 0]}\n", i, i, rod[i].length);
    add_line(
        text,
        "joints:\n  A: {type: revolute, between: [ground, b0]}\n  B: {type: revolute, between: [e0, b1]}\n"
        "  C: {type: revolute, between: [slider, e1]}\n  D: {type: prismatic, between: [ground, slider], axis: x}\n");
    add_line(text, "start:\n  A.angle: {value: %.17g, rate: %.17g}\n", s.angle[0], s.rate[0]);
}

static void four_bar(gud_buffer *text)
{
    const peer_rod *rod = four_bar_rod;
    const peer_start s = four_bar_start();
    const double base[2] = {four_bar_ground, 0.0};
    linkage_rods(text, rod, s.angle, 3, base, false);
    add_line(text, "frames:\n  pivot: {body: ground, at: [%.17g, 0]}\n", four_bar_ground);
    for (int i = 0; i < 3; i++) add_line(text, "  e%d: {body: b%d, at: [%.17g, 0]}\n", i, i, rod[i].length);
    add_line(text, "joints:\n  A: {type: revolute, between: [ground, b0]}\n  B: {type: revolute, between: [e0, b1]}\n"
                   "  C: {type: revolute, between: [e1, e2]}\n  D: {type: revolute, between: [pivot, b2]}\n");
    add_line(text, "start:\n  A.angle: {value: %.17g, rate: %.17g}\n", s.angle[0], s.rate[0]);
}

static void print_frame(const gud_sim *s, const char *name)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nframe; i++)
        if (m->frame[i].name && strcmp(m->frame[i].name, name) == 0) {
            const double *p = s->work.pose[i].p;
            (void)printf(" %.15g %.15g %.15g", p[0], p[1], p[2]);
            return;
        }
    peer_quit("no such frame");
}

static void print_end(gud_sim *s, int nlink)
{
    char name[24];
    gud_kinematics(s, s->state.q, s->state.v);
    for (int i = 0; i < (nlink > 0 ? peer_marks : 2); i++) {
        (void)snprintf(name, sizeof name, "e%d", nlink > 0 ? mark_of(nlink, i) : i);
        print_frame(s, name);
    }
    (void)printf("\n");
}

static void model_text(const char *name, const char *setting, gud_buffer *text)
{
    int in_space = 0;
    const int nlink = chain_links(name, &in_space);
    const bool is_slider = strcmp(name, "slider-crank") == 0;
    const double until = nlink > 0 ? chain_until : is_slider ? slider_crank_until : four_bar_until;
    gud_buffer_add(text, "gudgeon: 1\n");
    if (nlink > 0)
        (in_space ? space_chain : planar_chain)(text, nlink);
    else if (is_slider)
        slider_crank(text);
    else
        four_bar(text);
    add_line(text, "simulate: {until: %.17g, %s}\n", until, setting);
}

int main(int argc, char **argv)
{
    gud_blas_keep();
    if (argc != 4) peer_quit("gudgeon CASE SETTING RUNS");
    const int nrun = (int)strtol(argv[3], NULL, 10);
    double best = INFINITY, setup = INFINITY;
    int in_space = 0;
    gud_buffer text;
    gud_buffer_init(&text);
    model_text(argv[1], argv[2], &text);
    for (int n = 0; n < nrun; n++) {
        const double begin = processor_time();
        gud_model *m = compile(text.data);
        gud_sim *s = NULL;
        if (gud_sim_create(m, &s) != GUD_OK) fail("out of memory");
        if (gud_start(s) != GUD_OK) fail(s->error.text);
        const double start = processor_time();
        if (gud_run(s, NULL, NULL) != GUD_OK) fail(s->error.text);
        best = fmin(best, processor_time() - start);
        setup = fmin(setup, start - begin);
        if (n + 1 == nrun) {
            (void)printf("%.6f %.6f %ld", best, setup, (long)s->state.clock.nstep);
            print_end(s, chain_links(argv[1], &in_space));
        }
        gud_sim_free(s);
        gud_model_free(m);
    }
    gud_buffer_free(&text);
    return 0;
}
