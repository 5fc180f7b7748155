// The cases of bench/peers by Simbody (Debian: libsimbody-dev); the setting is an integrator and its accuracy,
// "merson:1e-6". Its Adams methods are left out: with loops they take hundreds of times the steps.

#include "cases.h"

#include <Simbody.h>

#include <memory>
#include <string>
#include <vector>

using namespace SimTK;

namespace
{

struct Mark {
    MobilizedBody body;
    Vec3 at;
};

struct Mechanism {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<Mark> marks;
    double until = 0.0;

    Mechanism()
    {
        Force::Gravity(forces, matter, -YAxis, peer_gravity);
    }
};

Body rigid(double mass, const Vec3 &center, const Vec3 &moments)
{
    const Inertia central(moments);
    return Body::Rigid(MassProperties(mass, center, central.shiftFromMassCenter(center, mass)));
}

void make_chain(Mechanism &m, int n, bool in_space)
{
    const Body rod = rigid(rod_mass, Vec3(0, -0.5 * rod_length, 0), Vec3(rod_inertia(), rod_axial, rod_inertia()));
    const Rotation about_x(Pi / 2, YAxis); // z of the hinge becomes x
    MobilizedBody parent = m.matter.Ground();
    int mark = 0;
    m.until = chain_until;
    for (int i = 0; i < n; i++) {
        const Vec3 at(0, i > 0 ? -rod_length : 0.0, 0);
        const Rotation axes = in_space && i % 2 == 1 ? about_x : Rotation();
        MobilizedBody::Pin link(parent, Transform(axes, at), rod, Transform(axes, Vec3(0)));
        link.setDefaultAngle(chain_bend / n);
        if (i == mark_of(n, mark)) {
            m.marks.push_back({link, Vec3(0, -rod_length, 0)});
            mark++;
        }
        parent = link;
    }
}

Body linkage_rod(const peer_rod &r, double center)
{
    return rigid(r.mass, Vec3(center, 0, 0), Vec3(1e-5, r.inertia, r.inertia));
}

// rods one on the other, from the ground
MobilizedBody::Pin add_rod(Mechanism &m, MobilizedBody &parent, double at, const peer_rod &r, double center)
{
    MobilizedBody::Pin pin(parent, Transform(Vec3(at, 0, 0)), linkage_rod(r, center), Transform());
    m.marks.push_back({pin, Vec3(r.length, 0, 0)});
    return pin;
}

State make_slider_crank(Mechanism &m)
{
    const peer_rod *rod = slider_crank_rod;
    const peer_start s = slider_crank_start();
    const double r = rod[0].length, l = rod[1].length;
    MobilizedBody::Pin crank = add_rod(m, m.matter.Ground(), 0.0, rod[0], 0.0);
    MobilizedBody::Pin coupler = add_rod(m, crank, r, rod[1], 0.5 * l);
    MobilizedBody::Slider slider(m.matter.Ground(), Transform(), rigid(slider_mass, Vec3(0), Vec3(1e-4)), Transform());
    Constraint::PointOnLine(slider, UnitVec3(0, 0, 1), Vec3(0), coupler, Vec3(l, 0, 0));
    m.until = slider_crank_until;
    State state = m.system.realizeTopology();
    crank.setAngle(state, s.angle[0]);
    coupler.setAngle(state, s.angle[1] - s.angle[0]);
    slider.setLength(state, r * cos(s.angle[0]) + l * cos(s.angle[1]));
    crank.setRate(state, s.rate[0]);
    coupler.setRate(state, s.rate[1] - s.rate[0]);
    slider.setRate(state, -r * s.rate[0] * sin(s.angle[0]) - l * s.rate[1] * sin(s.angle[1]));
    return state;
}

State make_four_bar(Mechanism &m)
{
    const peer_rod *rod = four_bar_rod;
    const peer_start s = four_bar_start();
    MobilizedBody::Pin crank = add_rod(m, m.matter.Ground(), 0.0, rod[0], 0.5 * rod[0].length);
    MobilizedBody::Pin coupler = add_rod(m, crank, rod[0].length, rod[1], 0.5 * rod[1].length);
    MobilizedBody::Pin rocker(m.matter.Ground(), Transform(Vec3(four_bar_ground, 0, 0)),
                              linkage_rod(rod[2], 0.5 * rod[2].length), Transform());
    Constraint::PointOnLine(coupler, UnitVec3(0, 0, 1), Vec3(rod[1].length, 0, 0), rocker, Vec3(rod[2].length, 0, 0));
    m.until = four_bar_until;
    State state = m.system.realizeTopology();
    crank.setAngle(state, s.angle[0]);
    coupler.setAngle(state, s.angle[1] - s.angle[0]);
    rocker.setAngle(state, s.angle[2]);
    crank.setRate(state, s.rate[0]);
    coupler.setRate(state, s.rate[1] - s.rate[0]);
    rocker.setRate(state, s.rate[2]);
    return state;
}

State make_case(Mechanism &m, const char *name)
{
    int in_space = 0;
    const int nlink = chain_links(name, &in_space);
    if (nlink > 0) {
        make_chain(m, nlink, in_space != 0);
        return m.system.realizeTopology();
    }
    return strcmp(name, "slider-crank") == 0 ? make_slider_crank(m) : make_four_bar(m);
}

std::unique_ptr<Integrator> make_integrator(const System &system, const std::string &setting)
{
    const size_t colon = setting.find(':');
    const std::string name = setting.substr(0, colon);
    std::unique_ptr<Integrator> integrator;
    if (name == "merson")
        integrator.reset(new RungeKuttaMersonIntegrator(system));
    else if (name == "feldberg")
        integrator.reset(new RungeKuttaFeldbergIntegrator(system));
    else
        peer_quit("simbody CASE merson|feldberg:ACCURACY RUNS");
    integrator->setAccuracy(std::stod(setting.substr(colon + 1)));
    integrator->setFinalTime(1e9);
    integrator->setReturnEveryInternalStep(false);
    return integrator;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) peer_quit("simbody CASE SETTING RUNS");
    const int nrun = (int)strtol(argv[3], NULL, 10);
    double best = Infinity, setup = Infinity;
    for (int n = 0; n < nrun; n++) {
        const double begin = processor_time();
        Mechanism m;
        const State state = make_case(m, argv[1]);
        const std::unique_ptr<Integrator> integrator = make_integrator(m.system, argv[2]);
        integrator->initialize(state);
        const double start = processor_time();
        while (integrator->getTime() < m.until) integrator->stepTo(m.until);
        best = std::min(best, processor_time() - start);
        setup = std::min(setup, start - begin);
        if (n + 1 < nrun) continue;
        const State &end = integrator->getState();
        m.system.realize(end, Stage::Position);
        printf("%.6f %.6f %d", best, setup, integrator->getNumStepsTaken());
        for (const Mark &mark : m.marks) {
            const Vec3 p = mark.body.findStationLocationInGround(end, mark.at);
            printf(" %.15g %.15g %.15g", p[0], p[1], p[2]);
        }
        printf("\n");
    }
    return 0;
}
