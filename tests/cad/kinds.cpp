#include "kinds.hpp"

#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <Geom_BezierSurface.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <cmath>
#include <stdexcept>

namespace
{

Item part(const std::string &name, const Body &body, const gp_Trsf &place = gp_Trsf())
{
    return {name, body, place, {-1.0, -1.0, -1.0}, {}};
}

Assembly whole(const std::string &name, const std::vector<Item> &items, const std::vector<Pair> &pairs)
{
    return {{name, {}, gp_Trsf(), {-1.0, -1.0, -1.0}, items}, pairs};
}

Mass unknown_mass()
{
    Mass m;
    m.known = false;
    return m;
}

// a cubic patch over 40 mm x 30 mm; the part of it between these parameters, shifted along z
Handle(Geom_BezierSurface) patch(double u0, double u1, double v0, double v1, double up)
{
    static const double heights[4][4] = {
        {0.0, 0.6, 0.2, 0.0}, {0.8, 1.6, 1.2, 0.4}, {0.2, 1.0, 1.8, 0.6}, {0.0, 0.4, 0.8, 0.2}};
    TColgp_Array2OfPnt poles(1, 4, 1, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) poles(i + 1, k + 1) = gp_Pnt(40.0 * i / 3.0, 10.0 * k, heights[i][k] + up);
    Handle(Geom_BezierSurface) surface = new Geom_BezierSurface(poles);
    surface->Segment(u0, u1, v0, v1);
    return surface;
}

// what is swept by n x n pieces of the patch
TopoDS_Shape swept(double low, double high, double up, double depth, int n)
{
    TopoDS_Shape all;
    const double step = (high - low) / n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const TopoDS_Face face = BRepBuilderAPI_MakeFace(
                patch(low + step * i, low + step * (i + 1), low + step * k, low + step * (k + 1), up), 1e-7);
            const TopoDS_Shape piece = BRepPrimAPI_MakePrism(face, gp_Vec(0.0, 0.0, depth)).Shape();
            all = all.IsNull() ? piece : BRepAlgoAPI_Fuse(all, piece).Shape();
        }
    TopExp_Explorer solids(all, TopAbs_SOLID);
    if (!solids.More()) throw std::runtime_error("nothing was swept");
    return solids.Current();
}

Assembly make_freeform(const std::string &name, int n)
{
    return whole(name,
                 {part("bed", {swept(0.0, 1.0, 0.0, -15.0, n), unknown_mass()}),
                  part("pad", {swept(0.1, 0.9, 0.03, 12.0, n), unknown_mass()})},
                 {});
}

} // namespace

Assembly guide()
{
    const Body frame = box(-20.0, -25.0, -100.0, 20.0, 25.0, 100.0) - box(-10.03, -15.02, -100.0, 10.03, 15.02, 100.0);
    const Body block = box(-10.0, -15.0, -20.0, 10.0, 15.0, 20.0);
    return whole("guide", {part("frame", frame), part("slider", block, shift(0.01, -0.005, 0.0))}, {});
}

Assembly torus_seat()
{
    return whole("torus-seat",
                 {part("housing", drilled(cylinder(40.0, -12.0, 0.0), ring(20.0, 6.012).shape, unknown_mass())),
                  part("ring", ring(20.0, 6.0))},
                 {{"torus", "ring", "housing", 6.0, 0.012, 12.024, 0.0}});
}

Assembly freeform()
{
    return make_freeform("freeform", 1);
}

Assembly freeform_split()
{
    return make_freeform("freeform-split", 2);
}

Assembly freeform_fed()
{
    const Body pad{swept(0.1, 0.9, 0.03, 12.0, 1), unknown_mass()};
    return whole(
        "freeform-fed",
        {part("bed", {swept(0.0, 1.0, 0.0, -15.0, 1), unknown_mass()}),
         part("pad", drilled(pad, cylinder(2.0, -5.0, 30.0).moved(shift(24.0, 12.0, 0.0)).shape, unknown_mass()))},
        {});
}

Assembly tilted()
{
    const Body housing = (box(-30.0, -30.0, -40.0, 30.0, 30.0, -20.0) - cylinder(12.02, -40.0, -20.0)) +
                         box(20.0, -30.0, -20.0, 30.0, 30.0, 20.0) +
                         (box(-30.0, -30.0, 20.0, 30.0, 30.0, 40.0) - cylinder(12.02, 20.0, 40.0));
    // 0.2 mrad about x: 8 um at the ends of the bearings
    return whole("tilted",
                 {part("housing", housing), part("shaft", cylinder(12.0, -50.0, 50.0),
                                                 turn(gp_Dir(1.0, 0.0, 0.0), 2e-4, gp_Vec(0.004, 0.0, 0.0)))},
                 {});
}

Assembly fed_ball()
{
    const double bore = 15.02;
    const Body socket = cylinder(25.0, -20.0, 8.0) - ball_zone(bore, -20.0, 8.0);
    const Body across =
        cylinder(1.5, 0.0, 40.0).moved(turn(gp_Dir(0.0, 1.0, 0.0), 2.0943951023931953)); // 120 deg from z
    const Body below = cylinder(2.0, -30.0, -10.0);
    const Body housing = drilled(drilled(socket, across.shape, unknown_mass()), below.shape, unknown_mass());
    return whole("fed-ball", {part("housing", housing), part("ball", ball(15.0))}, {});
}

Assembly fed_pad()
{
    const Body plate = box(-60.0, -40.0, -10.0, 60.0, 40.0, 0.0);
    const Body pad = box(-20.0, -15.0, 0.0, 20.0, 15.0, 10.0) - cylinder(2.0, 0.0, 10.0).moved(shift(5.0, -3.0, 0.0));
    return whole("fed-pad", {part("plate", plate), part("pad", pad, shift(0.0, 0.0, 0.025))}, {});
}

Assembly ring_pad()
{
    return whole("ring-pad",
                 {part("plate", cylinder(60.0, -10.0, 0.0)),
                  part("pad", cylinder(14.0, 0.0, 14.0) - cylinder(7.0, 0.0, 1.0), shift(10.0, 0.0, 0.02))},
                 {{"plane", "pad", "plate", 14.0, 0.02, 7.0, 0.0}});
}

namespace
{

// a piston whose skirt is a parabola, in a liner about z, 5 um off centre along y
constexpr double skirt_radius = 39.96;

Item liner()
{
    return part("liner", tube(40.0, 45.0, -65.0, 65.0));
}

gp_Trsf off_centre()
{
    return shift(0.0, 0.005, 0.0);
}

// along x at a height
gp_Trsf across(double z)
{
    return z_to_x(gp_Vec(0.0, 0.0, z));
}

} // namespace

Assembly barrel_piston()
{
    return whole("barrel-piston", {liner(), part("piston", barrel(skirt_radius, 0.03, -30.0, 30.0), off_centre())},
                 {{"piston", "piston", "liner", skirt_radius, 0.04, 60.0, 0.005}});
}

Assembly bored_piston()
{
    const Body skirt = barrel(skirt_radius, 0.03, -30.0, 30.0);
    const Body piston = drilled(skirt, cylinder(10.008, -50.0, 50.0).moved(across(-5.0)).shape, unknown_mass());
    return whole("bored-piston",
                 {liner(), part("piston", piston, off_centre()),
                  part("pin", cylinder(10.0, -30.0, 30.0), shift(0.0, 0.005, 0.0) * across(-5.0))},
                 {{"piston", "piston", "liner", skirt_radius, 0.04, 60.0, 0.005},
                  {"pin", "pin", "piston", 10.0, 0.008, 60.0, 0.0}});
}

Assembly ported_liner()
{
    const Body sleeve = tube(40.0, 45.0, -65.0, 65.0);
    const Body ported = drilled(sleeve, cylinder(2.5, 30.0, 50.0).moved(across(12.0)).shape, unknown_mass());
    return whole("ported-liner",
                 {part("liner", ported), part("piston", barrel(skirt_radius, 0.03, -30.0, 30.0), off_centre())},
                 {{"piston", "piston", "liner", skirt_radius, 0.04, 60.0, 0.005}});
}

// too deep for an arc; the hole points 80 degrees from x
Assembly fed_skirt()
{
    const gp_Trsf outwards =
        turn(gp_Dir(0.0, 0.0, 1.0), 80.0 / 180.0 * 3.14159265358979323846, gp_Vec(0.0, 0.0, 6.0)) * across(0.0);
    const Body piston = drilled(barrel(skirt_radius, 1.0, -30.0, 30.0), cylinder(2.0, 30.0, 50.0).moved(outwards).shape,
                                unknown_mass());
    return whole("fed-skirt", {liner(), part("piston", piston, off_centre())},
                 {{"piston", "piston", "liner", skirt_radius, 0.04, 60.0, 0.005}});
}

// the hole is radial, on the seam of its cone
Assembly fed_taper()
{
    const double slope = 0.1, gap = 0.02, normal = gap * std::sqrt(1.0 + slope * slope);
    const Body seat =
        cylinder(25.0, 5.0, 35.0) - frustum(10.0 + 5.0 * slope + normal, 10.0 + 35.0 * slope + normal, 5.0, 35.0);
    const Body fed = drilled(seat, cylinder(1.5, 0.0, 30.0).moved(across(22.0)).shape, unknown_mass());
    return whole("fed-taper", {part("plug", frustum(10.0, 14.0, 0.0, 40.0)), part("seat", fed)},
                 {{"cone", "plug", "seat", 10.0, gap, 30.0, 0.0}});
}

// the hole is at the bottom of the groove
Assembly fed_torus()
{
    const Body groove = drilled(cylinder(40.0, -12.0, 0.0), ring(20.0, 6.012).shape, unknown_mass());
    const Body fed = drilled(groove, cylinder(1.0, -20.0, -3.0).moved(shift(0.0, 20.0, 0.0)).shape, unknown_mass());
    return whole("fed-torus", {part("housing", fed), part("ring", ring(20.0, 6.0))},
                 {{"torus", "ring", "housing", 6.0, 0.012, 12.024, 0.0}});
}
