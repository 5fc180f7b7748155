#include "thread.hpp"

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakePolygon.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepLib.hxx>
#include <BRepOffsetAPI_MakePipeShell.hxx>
#include <Geom2d_Line.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <cmath>
#include <stdexcept>

namespace
{

constexpr double pi = 3.14159265358979323846;

// a triangular bar along a helix, `deep` from radius outwards (deep < 0: inwards)
TopoDS_Shape thread_bar(double radius, double deep, double pitch, double turns)
{
    const Handle(Geom_CylindricalSurface) wall = new Geom_CylindricalSurface(gp_Ax3(), radius);
    const Handle(Geom2d_Line) line = new Geom2d_Line(gp_Pnt2d(0.0, 0.0), gp_Dir2d(2.0 * pi, pitch));
    TopoDS_Edge helix = BRepBuilderAPI_MakeEdge(line, wall, 0.0, turns * std::hypot(2.0 * pi, pitch));
    BRepLib::BuildCurve3d(helix);
    BRepBuilderAPI_MakePolygon triangle(gp_Pnt(radius - 0.02 * deep, 0.0, -0.35 * pitch),
                                        gp_Pnt(radius - 0.02 * deep, 0.0, 0.35 * pitch),
                                        gp_Pnt(radius + deep, 0.0, 0.0), true);
    BRepOffsetAPI_MakePipeShell pipe(BRepBuilderAPI_MakeWire(helix).Wire());
    pipe.SetMode(gp_Dir(0.0, 0.0, 1.0));
    pipe.Add(triangle.Wire());
    pipe.Build();
    if (!pipe.MakeSolid()) throw std::runtime_error("the thread is no solid");
    return pipe.Shape();
}

Mass unknown_mass()
{
    Mass m;
    m.known = false;
    return m;
}

} // namespace

Body screw(double radius, double pitch, double turns)
{
    const TopoDS_Shape groove = thread_bar(radius, -0.5 * pitch, pitch, turns);
    const Body blank = cylinder(radius, -pitch, (turns + 1.0) * pitch);
    return {BRepAlgoAPI_Cut(blank.shape, groove).Shape(), unknown_mass()};
}

Body nut(double radius, double pitch, double turns)
{
    const double bore = radius + 0.05;
    const TopoDS_Shape groove = thread_bar(bore, 0.5 * pitch, pitch, turns);
    const Body blank = tube(bore, 2.0 * radius, -pitch, (turns + 1.0) * pitch);
    return {BRepAlgoAPI_Cut(blank.shape, groove).Shape(), unknown_mass()};
}
