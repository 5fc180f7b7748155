#include "shapes.hpp"

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Tool.hxx>
#include <Geom_BezierCurve.hxx>
#include <ShapeUpgrade_ShapeDivideAngle.hxx>
#include <ShapeUpgrade_UnifySameDomain.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Vertex.hxx>
#include <cmath>
#include <gp_Ax2.hxx>
#include <gp_Pln.hxx>
#include <stdexcept>

namespace
{

constexpr double pi = 3.14159265358979323846;

double none(double z)
{
    (void)z;
    return 0.0;
}

// of booleans: one solid, with faces that continue each other merged
TopoDS_Shape only_solid(const TopoDS_Shape &shape)
{
    ShapeUpgrade_UnifySameDomain unify(shape, true, true, false);
    unify.Build();
    TopExp_Explorer solids(unify.Shape(), TopAbs_SOLID);
    if (!solids.More()) throw std::runtime_error("a boolean operation left nothing");
    const TopoDS_Shape solid = solids.Current();
    solids.Next();
    if (solids.More()) throw std::runtime_error("a boolean operation left several solids");
    return solid;
}

TopoDS_Edge line(double r0, double z0, double r1, double z1)
{
    return BRepBuilderAPI_MakeEdge(gp_Pnt(r0, 0.0, z0), gp_Pnt(r1, 0.0, z1));
}

} // namespace

Body Body::moved(const gp_Trsf &place) const
{
    return {BRepBuilderAPI_Transform(shape, place, true).Shape(), mass.moved(place)};
}

gp_Trsf shift(double x, double y, double z)
{
    gp_Trsf t;
    t.SetTranslation(gp_Vec(x, y, z));
    return t;
}

gp_Trsf turn(const gp_Dir &axis, double angle, const gp_Vec &then)
{
    gp_Trsf rotation, translation;
    rotation.SetRotation(gp_Ax1(gp_Pnt(0.0, 0.0, 0.0), axis), angle);
    translation.SetTranslation(then);
    return translation * rotation;
}

gp_Trsf z_to_x(const gp_Vec &then)
{
    return turn(gp_Dir(1.0, 1.0, 1.0), 2.0 * pi / 3.0, then);
}

Body box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return {BRepPrimAPI_MakeBox(gp_Pnt(x0, y0, z0), gp_Pnt(x1, y1, z1)).Solid(), box_mass(x0, y0, z0, x1, y1, z1)};
}

Body cylinder(double radius, double z0, double z1)
{
    const gp_Ax2 axes(gp_Pnt(0.0, 0.0, z0), gp_Dir(0.0, 0.0, 1.0), gp_Dir(1.0, 0.0, 0.0));
    return {BRepPrimAPI_MakeCylinder(axes, radius, z1 - z0).Solid(),
            turned_mass(z0, z1, none, [=](double) { return radius; })};
}

Body tube(double inner, double outer, double z0, double z1)
{
    return cylinder(outer, z0, z1) - cylinder(inner, z0, z1);
}

Body frustum(double radius0, double radius1, double z0, double z1)
{
    const gp_Ax2 axes(gp_Pnt(0.0, 0.0, z0), gp_Dir(0.0, 0.0, 1.0), gp_Dir(1.0, 0.0, 0.0));
    return {BRepPrimAPI_MakeCone(axes, radius0, radius1, z1 - z0).Solid(),
            turned_mass(z0, z1, none, [=](double z) { return radius0 + (radius1 - radius0) * (z - z0) / (z1 - z0); })};
}

Body ball(double radius)
{
    return {BRepPrimAPI_MakeSphere(radius).Solid(),
            turned_mass(-radius, radius, none, [=](double z) { return std::sqrt(radius * radius - z * z); })};
}

Body ball_zone(double radius, double z0, double z1)
{
    const double low = z0 <= -radius ? -pi / 2.0 : std::asin(z0 / radius);
    const double high = z1 >= radius ? pi / 2.0 : std::asin(z1 / radius);
    return {BRepPrimAPI_MakeSphere(radius, low, high).Solid(),
            turned_mass(std::fmax(z0, -radius), std::fmin(z1, radius), none,
                        [=](double z) { return std::sqrt(std::fmax(radius * radius - z * z, 0.0)); })};
}

Body ring(double major, double minor)
{
    const double R = major, r = minor, volume = 2.0 * pi * pi * R * r * r;
    Mass m;
    m.volume = volume;
    m.second = {volume * (0.5 * R * R + 3.0 / 8.0 * r * r),
                volume * (0.5 * R * R + 3.0 / 8.0 * r * r),
                volume * r * r / 4.0,
                0.0,
                0.0,
                0.0};
    return {BRepPrimAPI_MakeTorus(major, minor).Solid(), m};
}

Body barrel(double radius, double drop, double z0, double z1)
{
    const double end = radius - drop, middle = (z0 + z1) / 2.0, half = (z1 - z0) / 2.0;
    TColgp_Array1OfPnt poles(1, 3);
    poles(1) = gp_Pnt(end, 0.0, z0);
    poles(2) = gp_Pnt(radius + drop, 0.0, middle);
    poles(3) = gp_Pnt(end, 0.0, z1);
    const TopoDS_Edge flank = BRepBuilderAPI_MakeEdge(new Geom_BezierCurve(poles));
    BRepBuilderAPI_MakeWire wire(line(0.0, z0, end, z0), flank, line(end, z1, 0.0, z1), line(0.0, z1, 0.0, z0));
    const TopoDS_Face face = BRepBuilderAPI_MakeFace(wire.Wire(), true);
    const gp_Ax1 axis(gp_Pnt(0.0, 0.0, 0.0), gp_Dir(0.0, 0.0, 1.0));
    return {BRepPrimAPI_MakeRevol(face, axis).Shape(), turned_mass(z0, z1, none, [=](double z) {
                return radius - drop * (z - middle) * (z - middle) / (half * half);
            })};
}

Body operator+(const Body &a, const Body &b)
{
    Body sum{only_solid(BRepAlgoAPI_Fuse(a.shape, b.shape).Shape()), a.mass};
    sum.mass.add(b.mass, 1.0);
    return sum;
}

Body operator-(const Body &a, const Body &b)
{
    return drilled(a, b.shape, b.mass);
}

Body drilled(const Body &a, const TopoDS_Shape &tool, const Mass &removed)
{
    Body rest{only_solid(BRepAlgoAPI_Cut(a.shape, tool).Shape()), a.mass};
    rest.mass.add(removed, -1.0);
    return rest;
}

Body rounded(const Body &a, double radius, const Mass &removed)
{
    BRepFilletAPI_MakeFillet fillet(a.shape);
    for (TopExp_Explorer edges(a.shape, TopAbs_EDGE); edges.More(); edges.Next()) {
        const TopoDS_Edge edge = TopoDS::Edge(edges.Current());
        double from, to;
        const Handle(Geom_Curve) curve = BRep_Tool::Curve(edge, from, to);
        const gp_Vec along(curve->Value(from), curve->Value(to));
        if (std::fabs(along.Z()) > 0.999 * along.Magnitude()) fillet.Add(radius, edge);
    }
    Body rest{only_solid(fillet.Shape()), a.mass};
    rest.mass.add(removed, -1.0);
    return rest;
}

Body all_spline(const Body &a)
{
    return {BRepBuilderAPI_NurbsConvert(a.shape, true).Shape(), a.mass};
}

Body divided(const Body &a, double angle)
{
    ShapeUpgrade_ShapeDivideAngle divide(angle, a.shape);
    divide.Perform();
    return {divide.Result(), a.mass};
}
