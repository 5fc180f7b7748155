// The cases of bench/peers by MuJoCo (Debian: libmujoco-dev), Runge-Kutta of fourth order; the setting is the step in
// seconds. Loops are closed by equality constraints, which in MuJoCo are soft: as stiff here as its documentation
// allows with the step.

#include "cases.h"

#include <mujoco/mujoco.h>
#include <unistd.h>

static void write_head(FILE *f, double step)
{
    (void)fprintf(
        f,
        "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" boundmass=\"0\" boundinertia=\"0\"/>\n"
        "<option integrator=\"RK4\" timestep=\"%.17g\" gravity=\"0 %.17g 0\" tolerance=\"1e-14\" iterations=\"200\">"
        "<flag contact=\"disable\" limit=\"disable\" passive=\"disable\"/></option>\n"
        "<size njmax=\"100\" nconmax=\"1\"/>\n<worldbody>\n",
        step, -peer_gravity);
}

static void write_body(FILE *f, const char *name, double x, double y, double mass, const double center[2], double xx,
                       double yy, double zz)
{
    (void)fprintf(f,
                  "<body name=\"%s\" pos=\"%.17g %.17g 0\"><inertial pos=\"%.17g %.17g 0\" mass=\"%.17g\" "
                  "diaginertia=\"%.17g %.17g "
                  "%.17g\"/>\n",
                  name, x, y, center[0], center[1], mass, xx, yy, zz);
}

static void write_chain(FILE *f, int n, int in_space)
{
    const double center[2] = {0.0, -0.5 * rod_length};
    char name[24];
    int mark = 0;
    for (int i = 0; i < n; i++) {
        (void)snprintf(name, sizeof name, "b%d", i);
        write_body(f, name, 0.0, i > 0 ? -rod_length : 0.0, rod_mass, center, rod_inertia(), rod_axial, rod_inertia());
        (void)fprintf(f, "<joint type=\"hinge\" axis=\"%s\"/>\n", in_space && i % 2 == 1 ? "1 0 0" : "0 0 1");
        if (i != mark_of(n, mark)) continue;
        (void)fprintf(f, "<site name=\"m%d\" pos=\"0 %.17g 0\"/>\n", mark++, -rod_length);
    }
    for (int i = 0; i < n; i++) (void)fprintf(f, "</body>\n");
    (void)fprintf(f, "</worldbody></mujoco>\n");
}

static void write_rod(FILE *f, int i, double x, const peer_rod *r, double at)
{
    const double center[2] = {at, 0.0};
    char name[24];
    (void)snprintf(name, sizeof name, "b%d", i);
    write_body(f, name, x, 0.0, r->mass, center, 1e-5, r->inertia, r->inertia);
    (void)fprintf(f, "<joint type=\"hinge\" axis=\"0 0 1\"/>\n");
    if (i < 2) (void)fprintf(f, "<site name=\"m%d\" pos=\"%.17g 0 0\"/>\n", i, r->length);
}

// positions in the file are those with all rods along x; the anchor is a point of the first body
static void write_closure(FILE *f, const char *a, const char *b, double anchor, double step)
{
    (void)fprintf(f,
                  "</worldbody><equality><connect body1=\"%s\" body2=\"%s\" anchor=\"%.17g 0 0\" solref=\"%.17g 1\" "
                  "solimp=\"0.9999 0.9999 0.001\"/></equality></mujoco>\n",
                  a, b, anchor, 2.0 * step);
}

static void write_slider_crank(FILE *f, double step)
{
    const peer_rod *rod = slider_crank_rod;
    const double center[2] = {0.0, 0.0};
    write_rod(f, 0, 0.0, &rod[0], 0.0);
    write_rod(f, 1, rod[0].length, &rod[1], 0.5 * rod[1].length);
    (void)fprintf(f, "</body></body>\n");
    write_body(f, "slider", rod[0].length + rod[1].length, 0.0, slider_mass, center, 1e-4, 1e-4, 1e-4);
    (void)fprintf(f, "<joint type=\"slide\" axis=\"1 0 0\"/></body>\n");
    write_closure(f, "b1", "slider", rod[1].length, step);
}

static void write_four_bar(FILE *f, double step)
{
    const peer_rod *rod = four_bar_rod;
    write_rod(f, 0, 0.0, &rod[0], 0.5 * rod[0].length);
    write_rod(f, 1, rod[0].length, &rod[1], 0.5 * rod[1].length);
    (void)fprintf(f, "</body></body>\n");
    write_rod(f, 2, rod[0].length + rod[1].length - rod[2].length, &rod[2], 0.5 * rod[2].length);
    (void)fprintf(f, "</body>\n");
    write_closure(f, "b1", "b2", rod[1].length, step);
}

static double write_case(FILE *f, const char *name, double step)
{
    int in_space = 0;
    const int nlink = chain_links(name, &in_space);
    write_head(f, step);
    if (nlink > 0) {
        write_chain(f, nlink, in_space);
        return chain_until;
    }
    if (strcmp(name, "slider-crank") == 0) {
        write_slider_crank(f, step);
        return slider_crank_until;
    }
    write_four_bar(f, step);
    return four_bar_until;
}

static mjModel *load_case(const char *name, double step, double *until)
{
    char path[] = "/tmp/gudgeon-bench-XXXXXX.xml", error[400] = "";
    const int fd = mkstemps(path, 4);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) peer_quit("cannot write the model");
    *until = write_case(f, name, step);
    (void)fclose(f);
    mjModel *m = mj_loadXML(path, NULL, error, sizeof error);
    (void)unlink(path);
    if (!m) peer_quit(error);
    return m;
}

static void set_start(const char *name, const mjModel *m, mjData *d)
{
    int in_space = 0;
    const int nlink = chain_links(name, &in_space);
    if (nlink > 0) {
        for (int i = 0; i < m->nq; i++) d->qpos[i] = chain_bend / nlink;
        return;
    }
    const int is_slider = strcmp(name, "slider-crank") == 0;
    const peer_start s = is_slider ? slider_crank_start() : four_bar_start();
    const peer_rod *rod = slider_crank_rod;
    const double r = rod[0].length, l = rod[1].length;
    d->qpos[0] = s.angle[0];
    d->qvel[0] = s.rate[0];
    d->qpos[1] = s.angle[1] - s.angle[0];
    d->qvel[1] = s.rate[1] - s.rate[0];
    d->qpos[2] = is_slider ? r * cos(s.angle[0]) + l * cos(s.angle[1]) - r - l : s.angle[2];
    d->qvel[2] = is_slider ? -r * s.rate[0] * sin(s.angle[0]) - l * s.rate[1] * sin(s.angle[1]) : s.rate[2];
}

static void move_pivot(const char *name, mjModel *m)
{
    // the rocker's pivot is where the four-bar has it only once the loop's anchors have been read
    if (strcmp(name, "four-bar") == 0) m->body_pos[3 * mj_name2id(m, mjOBJ_BODY, "b2")] = four_bar_ground;
}

int main(int argc, char **argv)
{
    if (argc != 4) peer_quit("mujoco CASE STEP RUNS");
    const double step = strtod(argv[2], NULL);
    const int nrun = (int)strtol(argv[3], NULL, 10);
    double best = INFINITY, setup = INFINITY, until = 0.0;
    for (int n = 0; n < nrun; n++) {
        const double begin = processor_time();
        mjModel *m = load_case(argv[1], step, &until);
        mjData *d = mj_makeData(m);
        if (!d) peer_quit("out of memory");
        move_pivot(argv[1], m);
        set_start(argv[1], m, d);
        const long nstep = lround(until / step);
        const double start = processor_time();
        for (long i = 0; i < nstep; i++) mj_step(m, d);
        best = fmin(best, processor_time() - start);
        setup = fmin(setup, start - begin);
        if (n + 1 == nrun) {
            mj_kinematics(m, d);
            (void)printf("%.6f %.6f %ld", best, setup, nstep);
            for (int i = 0; i < m->nsite; i++)
                (void)printf(" %.15g %.15g %.15g", d->site_xpos[3 * i], d->site_xpos[3 * i + 1],
                             d->site_xpos[3 * i + 2]);
            (void)printf("\n");
        }
        mj_deleteData(d);
        mj_deleteModel(m);
    }
    return 0;
}
