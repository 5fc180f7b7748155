#include "assemblies.hpp"

#include "kinds.hpp"
#include "thread.hpp"

#include <cmath>
#include <stdexcept>

namespace
{

constexpr double pi = 3.14159265358979323846;

Item part(const std::string &name, const Body &body, const gp_Trsf &place = gp_Trsf(),
          const std::array<double, 3> &colour = {-1.0, -1.0, -1.0})
{
    return {name, body, place, colour, {}};
}

Item group(const std::string &name, const std::vector<Item> &children, const gp_Trsf &place = gp_Trsf())
{
    return {name, {}, place, {-1.0, -1.0, -1.0}, children};
}

// ---- crank-slider: crank about z in two bearings, piston along x, crank at 60 degrees
// Everything is symmetric about z = cylinder_z, so that no bearing has to carry a moment, and the liner is longer than
// the stroke and the piston together.

constexpr double throw_radius = 30.0, rod_length = 150.0, cylinder_z = 42.0, liner_x = 90.0;

// z on the other side of the plane of symmetry
constexpr double mirrored(double z)
{
    return 2.0 * cylinder_z - z;
}

Body frame()
{
    const Body block = box(95.0, -60.0, -18.0, 215.0, 60.0, mirrored(-18.0)) -
                       cylinder(45.0, 0.0, 120.0).moved(z_to_x(gp_Vec(95.0, 0.0, cylinder_z)));
    const Body low = box(-60.0, -50.0, -15.0, 60.0, 50.0, 15.0) - cylinder(20.03, -15.0, 15.0);
    const Body high = box(-60.0, -50.0, mirrored(15.0), 60.0, 50.0, mirrored(-15.0)) -
                      cylinder(20.03, mirrored(15.0), mirrored(-15.0));
    return low + box(60.0, -50.0, -15.0, 95.0, 50.0, 0.0) + block +
           box(60.0, -50.0, mirrored(0.0), 95.0, 50.0, mirrored(-15.0)) + high;
}

Body crank()
{
    return cylinder(20.0, -20.0, 20.0) + cylinder(60.0, 20.0, 30.0) +
           cylinder(15.0, 30.0, mirrored(30.0)).moved(shift(throw_radius, 0.0, 0.0)) +
           cylinder(60.0, mirrored(30.0), mirrored(20.0)) + cylinder(20.0, mirrored(20.0), mirrored(-20.0));
}

Body rod()
{
    return box(-22.0, -22.0, -10.0, 166.0, 22.0, 10.0) - cylinder(15.025, -10.0, 10.0) -
           cylinder(10.015, -10.0, 10.0).moved(shift(rod_length, 0.0, 0.0));
}

// axis along x, pin along z through the origin
Body piston()
{
    const double radius = 39.96, drop = 0.03, low = -25.0, high = 35.0, bore = 10.008, cavity = 12.0;
    const Body skirt = barrel(radius, drop, low, high).moved(z_to_x(gp_Vec(0.0, 0.0, 0.0)));
    const Body hollow = skirt - box(low, -32.0, -cavity, 22.0, 32.0, cavity);
    const auto surface = [=](double x, double y) {
        const double s = (x - (low + high) / 2.0) / ((high - low) / 2.0), r = radius - drop * s * s;
        return std::sqrt(r * r - y * y);
    };
    const auto inside = [=](double, double) { return cavity; };
    Mass removed = column_mass(0.0, 0.0, bore, inside, surface);
    removed.add(column_mass(
                    0.0, 0.0, bore, [=](double x, double y) { return -surface(x, y); },
                    [=](double, double) { return -cavity; }),
                1.0);
    return drilled(hollow, cylinder(bore, -50.0, 50.0).shape, removed);
}

struct SliderParts {
    Item frame, liner, crank, rod, pin, piston;
};

SliderParts slider_parts()
{
    const double phi = pi / 3.0, pin_x = throw_radius * std::cos(phi), pin_y = throw_radius * std::sin(phi);
    const double lean = -std::asin(pin_y / rod_length), end_x = pin_x + rod_length * std::cos(lean);
    const gp_Dir z(0.0, 0.0, 1.0);
    return {part("frame", frame(), gp_Trsf(), {0.5, 0.5, 0.5}),
            part("liner", tube(40.0, 45.0, 0.0, 130.0), z_to_x(gp_Vec(liner_x, 0.0, cylinder_z))),
            part("crank", crank(), turn(z, phi), {0.8, 0.1, 0.1}),
            part("rod", rod(), turn(z, lean, gp_Vec(pin_x, pin_y, cylinder_z)), {0.1, 0.6, 0.2}),
            part("pin", cylinder(10.0, -30.0, 30.0), shift(end_x, 0.0, cylinder_z)),
            part("piston", piston(), shift(end_x, 0.005, cylinder_z), {0.2, 0.3, 0.9})};
}

std::vector<Pair> slider_pairs()
{
    return {
        {"pin", "crank", "frame", 20.0, 0.03, 60.0, 0.0},        {"pin", "crank", "rod", 15.0, 0.025, 20.0, 0.0},
        {"pin", "pin", "rod", 10.0, 0.015, 20.0, 0.0},           {"pin", "pin", "piston", 10.0, 0.008, 36.0, 0.005},
        {"piston", "piston", "liner", 39.96, 0.04, 60.0, 0.005}, {"press", "liner", "frame", 45.0, 0.0, 120.0, 0.0}};
}

Assembly crank_slider()
{
    const SliderParts p = slider_parts();
    return {group("crank-slider", {p.frame, p.liner, p.crank, p.rod, p.pin, p.piston}), slider_pairs()};
}

// the same, three levels deep, the levels placed as well
Assembly nested()
{
    SliderParts p = slider_parts();
    const gp_Trsf a = turn(gp_Dir(1.0, 2.0, 3.0), 0.7, gp_Vec(10.0, 20.0, 30.0)), b = turn(gp_Dir(0.0, 1.0, 1.0), -1.1);
    p.pin.place = (a * b).Inverted() * p.pin.place;
    p.piston.place = (a * b).Inverted() * p.piston.place;
    p.rod.place = a.Inverted() * p.rod.place;
    const Item slider = group("slider", {p.pin, p.piston}, b);
    const Item moving = group("moving", {p.rod, slider}, a);
    return {group("engine", {group("case", {p.frame, p.liner}), p.crank, moving}), slider_pairs()};
}

// ---- ball joint

// the neck leaves a ball, whose seam is in the xz plane, along `place`'s z
Body ball_stud_along(double radius, double neck, double length, const gp_Trsf &place)
{
    const auto surface = [=](double x, double y) { return std::sqrt(radius * radius - x * x - y * y); };
    Body stud = ball(radius);
    stud.mass.add(column_mass(0.0, 0.0, neck, surface, [=](double, double) { return length; }).moved(place), 1.0);
    stud.shape = (Body{stud.shape, {}} + cylinder(neck, 0.0, length).moved(place)).shape;
    return stud;
}

Body ball_stud(double radius, double neck, double length)
{
    return ball_stud_along(radius, neck, length, gp_Trsf());
}

Assembly ball_joint()
{
    const Body housing = cylinder(25.0, -20.0, 8.0) - ball_zone(15.02, -20.0, 8.0);
    return {group("ball-joint",
                  {part("housing", housing), part("stud", ball_stud(15.0, 6.0, 45.0), shift(0.004, 0.0, 0.0))}),
            {{"ball", "stud", "housing", 15.0, 0.02, 23.02, 0.004}}};
}

// ---- slipper on its plate, held by the ball of a piston in its cylinder

Assembly slipper()
{
    const Body plate = cylinder(80.0, -10.0, 0.0);
    const Body pad = (cylinder(14.0, 0.0, 14.0) - ball_zone(8.01, -10.0, 4.0).moved(shift(0.0, 0.0, 10.0))) -
                     cylinder(7.0, 0.0, 1.0);
    Body plunger =
        ball_zone(8.0, -8.0, 6.0) + cylinder(std::sqrt(8.0 * 8.0 - 6.0 * 6.0), 6.0, 8.0) + cylinder(10.0, 8.0, 60.0);
    const Body block = tube(10.012, 20.0, 20.0, 60.0);
    const double up = 0.02; // the gap to the plate
    return {group("slipper",
                  {part("plate", plate), part("pad", pad, shift(50.0, 0.0, up)),
                   part("plunger", plunger, shift(50.0, 0.0, 10.0 + up)), part("block", block, shift(50.0, 0.0, 0.0))}),
            {{"plane", "pad", "plate", 14.0, up, 7.0, 0.0},
             {"ball", "plunger", "pad", 8.0, 0.01, 12.01, 0.0},
             {"pin", "plunger", "block", 10.0, 0.012, 40.0, 0.0}}};
}

// ---- hinge

Assembly hinge()
{
    const Body outer = box(-40.0, -2.0, 0.0, -8.0, 2.0, 60.0) +
                       (box(-8.0, -8.0, 0.0, 8.0, 8.0, 20.0) - cylinder(4.02, 0.0, 20.0)) +
                       (box(-8.0, -8.0, 40.0, 8.0, 8.0, 60.0) - cylinder(4.02, 40.0, 60.0));
    const Body inner =
        box(8.0, -2.0, 20.1, 40.0, 2.0, 39.9) + (box(-8.0, -8.0, 20.1, 8.0, 8.0, 39.9) - cylinder(4.03, 20.1, 39.9));
    return {group("hinge", {part("leaf-a", outer), part("leaf-b", inner), part("pin", cylinder(4.0, -2.0, 62.0))}),
            {{"pin", "pin", "leaf-a", 4.0, 0.02, 40.0, 0.0}, {"pin", "pin", "leaf-b", 4.0, 0.03, 19.8, 0.0}}};
}

// ---- a bore with oil hole and groove

Assembly bush()
{
    const double bore = 25.025, outside = 32.0, hole = 2.0;
    const Body land = tube(bore, outside, -20.0, 20.0) - tube(bore, bore + 1.0, -2.0, 2.0);
    // the hole runs along x, through the land at z = 11
    const auto low = [=](double x, double y) {
        (void)x;
        return std::sqrt(bore * bore - y * y);
    };
    const auto high = [=](double x, double y) {
        (void)x;
        return std::sqrt(outside * outside - y * y);
    };
    const gp_Trsf place = z_to_x(gp_Vec(0.0, 0.0, 11.0)); // y of the column is z of the bush, x is y
    Mass removed = column_mass(
                       0.0, 0.0, hole, [=](double x, double y) { return low(y, x); },
                       [=](double x, double y) { return high(y, x); })
                       .moved(place);
    const Body drill = cylinder(hole, 0.0, 50.0).moved(place);
    return {
        group("bush", {part("bush", drilled(land, drill.shape, removed)), part("shaft", cylinder(25.0, -30.0, 30.0))}),
        {{"pin", "shaft", "bush", 25.0, 0.025, 40.0, 0.0}}};
}

// ---- what looks like bearings and is none: press fits, a bolt in its tapped hole, fillets, a real thread

Assembly fasteners()
{
    const gp_Trsf at_a = shift(30.0, 0.0, 0.0), at_b = shift(-30.0, 0.0, 0.0);
    const Body block = box(-50.0, -20.0, 0.0, 50.0, 20.0, 20.0) - cylinder(6.0, 0.0, 20.0) -
                       cylinder(6.0, 0.0, 20.0).moved(at_a) - cylinder(4.25, 0.0, 20.0).moved(at_b);
    Mass unknown;
    unknown.known = false;
    const Body tongue = rounded(box(-10.0, -6.0, 30.0, 10.0, 6.0, 40.0), 3.0, unknown);
    const Body sleeve = drilled(box(-20.0, -16.0, 30.0, 20.0, 16.0, 40.0),
                                rounded(box(-10.5, -6.5, 30.0, 10.5, 6.5, 40.0), 3.5, unknown).shape, unknown);
    return {group("fasteners", {part("block", block), part("dowel", cylinder(6.0, 0.0, 25.0)),
                                part("tight-dowel", cylinder(6.01, 0.0, 25.0), at_a),
                                part("bolt", cylinder(5.0, 2.0, 25.0), at_b), part("tongue", tongue),
                                part("sleeve", sleeve), part("screw", screw(8.0, 2.0, 4.0), shift(0.0, 60.0, 0.0)),
                                part("nut", nut(8.0, 2.0, 2.0), shift(0.0, 60.0, 2.0))}),
            {{"press", "dowel", "block", 6.0, 0.0, 20.0, 0.0},
             {"press", "tight-dowel", "block", 6.01, -0.01, 20.0, 0.0},
             {"press", "bolt", "block", 5.0, -0.75, 18.0, 0.0}}};
}

// ---- a tapered plug in its seat

Assembly taper()
{
    const double slope = 0.1, gap = 0.02, normal = gap * std::sqrt(1.0 + slope * slope);
    const Body plug = frustum(10.0, 14.0, 0.0, 40.0);
    const Body seat =
        cylinder(25.0, 5.0, 35.0) - frustum(10.0 + 5.0 * slope + normal, 10.0 + 35.0 * slope + normal, 5.0, 35.0);
    return {group("taper", {part("plug", plug), part("seat", seat)}), {{"cone", "plug", "seat", 10.0, gap, 30.0, 0.0}}};
}

// ---- one solid of every kind of face, apart from each other

Assembly solids()
{
    return {group("solids", {part("box", box(-5.0, -7.0, -9.0, 6.0, 8.0, 10.0)),
                             part("cylinder", cylinder(10.0, 0.0, 30.0), shift(50.0, 0.0, 0.0)),
                             part("cone", frustum(10.0, 4.0, 0.0, 20.0), shift(100.0, 0.0, 0.0)),
                             part("ball", ball(12.0), shift(150.0, 0.0, 0.0)),
                             part("ring", ring(20.0, 5.0), shift(220.0, 0.0, 0.0)),
                             part("barrel", barrel(12.0, 2.0, -15.0, 15.0), shift(280.0, 0.0, 0.0)),
                             part("cap", ball_zone(12.0, 4.0, 12.0), shift(320.0, 0.0, 0.0))}),
            {}};
}

// ---- balls whose neck crosses the seam, lies opposite to it, beside it, at a pole, and a socket on its side

Assembly balls()
{
    const auto along = [](double x, double y, double z) {
        const gp_Vec from(0.0, 0.0, 1.0), to(x, y, z);
        return turn(gp_Dir(from.Crossed(to)), from.Angle(to));
    };
    const Body socket = box(-25.0, -25.0, -25.0, 25.0, 25.0, 25.0) - ball(15.02);
    const Body open = box(-25.0, -25.0, -25.0, 8.0, 25.0, 25.0);
    const Body zone = ball_zone(15.02, -15.02, 8.0);
    const Body cup = drilled(open, ball(15.02).shape, zone.mass.moved(along(1.0, 0.0, 0.0)));
    return {group("balls",
                  {part("seam", ball_stud_along(15.0, 6.0, 45.0, along(1.0, 0.0, 0.0))),
                   part("opposite", ball_stud_along(15.0, 6.0, 45.0, along(-1.0, 0.0, 0.0)), shift(100.0, 0.0, 0.0)),
                   part("beside", ball_stud_along(15.0, 6.0, 45.0, along(0.0, 1.0, 0.0)), shift(200.0, 0.0, 0.0)),
                   part("oblique", ball_stud_along(15.0, 6.0, 45.0, along(1.0, 0.2, 1.0)), shift(300.0, 0.0, 0.0)),
                   part("pole", ball_stud(15.0, 6.0, 45.0), shift(400.0, 0.0, 0.0)),
                   part("hollow", socket, shift(500.0, 0.0, 0.0)), part("cup", cup, shift(600.0, 0.0, 0.0))}),
            {}};
}

// ---- n x n pins in bushes, each a placed copy

Assembly many(int n)
{
    const Body pin = cylinder(5.0, -15.0, 15.0), bush = tube(5.01, 8.0, -10.0, 10.0);
    Assembly a{group("many", {}), {}};
    for (int i = 0; i < n * n; i++) {
        const std::string number = std::to_string(i + 1);
        const gp_Trsf place = shift(20.0 * (i % n), 20.0 * (i / n), 0.0);
        a.root.children.push_back(part("pin", pin, place));
        a.root.children.push_back(part("bush", bush, place));
        a.pairs.push_back({"pin", "pin", "bush", 5.0, 0.01, 20.0, 0.0});
    }
    return a;
}

struct Row {
    const char *name;
    Assembly (*make)();
};

const Row rows[] = {
    {"crank-slider", crank_slider},
    {"nested", nested},
    {"ball-joint", ball_joint},
    {"slipper", slipper},
    {"hinge", hinge},
    {"bush", bush},
    {"taper", taper},
    {"fasteners", fasteners},
    {"solids", solids},
    {"balls", balls},
    {"guide", guide},
    {"torus-seat", torus_seat},
    {"freeform", freeform},
    {"freeform-split", freeform_split},
    {"tilted", tilted},
    {"fed-ball", fed_ball},
    {"fed-pad", fed_pad},
    {"freeform-fed", freeform_fed},
    {"ring-pad", ring_pad},
    {"barrel-piston", barrel_piston},
    {"bored-piston", bored_piston},
    {"ported-liner", ported_liner},
    {"fed-skirt", fed_skirt},
    {"fed-taper", fed_taper},
    {"fed-torus", fed_torus},
};

} // namespace

std::vector<std::string> assembly_names()
{
    std::vector<std::string> names;
    for (const Row &row : rows) names.emplace_back(row.name);
    names.emplace_back("many:N");
    return names;
}

Assembly make_assembly(const std::string &name)
{
    for (const Row &row : rows)
        if (name == row.name) return row.make();
    if (name.rfind("many:", 0) == 0) return many(std::stoi(name.substr(5)));
    throw std::runtime_error("no assembly called " + name);
}
