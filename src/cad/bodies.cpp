#include "cad/bodies.hpp"

#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>

namespace gud_cad
{

namespace
{

TopoDS_Shape solid_of(const TopoDS_Shell &shell)
{
    TopoDS_Solid solid = BRepBuilderAPI_MakeSolid(shell).Solid();
    BRepLib::OrientClosedSolid(solid);
    return solid;
}

TopoDS_Shell shell_of(const TopoDS_Shape &face)
{
    TopoDS_Shell shell;
    BRep_Builder builder;
    builder.MakeShell(shell);
    builder.Add(shell, face);
    return shell;
}

// Sews faces whose edges lie within `tolerance`, mm: closed shells become solids, the others stay open.
void sew(std::vector<TopoDS_Shape> &open, double tolerance, std::vector<TopoDS_Shape> &solids)
{
    BRepBuilderAPI_Sewing sewing(tolerance);
    for (const TopoDS_Shape &shape : open) sewing.Add(shape);
    sewing.Perform();
    open.clear();
    const TopoDS_Shape sewn = sewing.SewedShape();
    if (sewn.IsNull()) return;
    for (TopExp_Explorer shells(sewn, TopAbs_SHELL); shells.More(); shells.Next()) {
        const TopoDS_Shell shell = TopoDS::Shell(shells.Current());
        if (BRep_Tool::IsClosed(shell))
            solids.push_back(solid_of(shell));
        else
            open.push_back(shell);
    }
    for (TopExp_Explorer faces(sewn, TopAbs_FACE, TopAbs_SHELL); faces.More(); faces.Next()) {
        const TopoDS_Shell shell = shell_of(faces.Current());
        if (BRep_Tool::IsClosed(shell))
            solids.push_back(solid_of(shell));
        else
            open.push_back(shell);
    }
}

} // namespace

std::vector<TopoDS_Shape> bodies_of_faces(const std::vector<TopoDS_Shape> &shapes)
{
    // Tolerances in mm, the smallest first: edges of a pin and of its bore are as near to each other as the clearance,
    // edges of sloppily written faces may be further apart.
    std::vector<TopoDS_Shape> open = shapes, bodies;
    for (const double tolerance : {1e-5, 1e-4, 1e-3}) {
        if (open.empty()) break;
        sew(open, tolerance, bodies);
    }
    bodies.insert(bodies.end(), open.begin(), open.end());
    return bodies;
}

std::vector<TopoDS_Shape> bodies_of(const TopoDS_Shape &shape)
{
    std::vector<TopoDS_Shape> bodies, loose;
    for (TopExp_Explorer solids(shape, TopAbs_SOLID); solids.More(); solids.Next()) bodies.push_back(solids.Current());
    for (TopExp_Explorer shells(shape, TopAbs_SHELL, TopAbs_SOLID); shells.More(); shells.Next())
        loose.push_back(shells.Current());
    for (TopExp_Explorer faces(shape, TopAbs_FACE, TopAbs_SHELL); faces.More(); faces.Next())
        loose.push_back(faces.Current());
    if (loose.empty()) return bodies;
    const std::vector<TopoDS_Shape> sewn = bodies_of_faces(loose);
    bodies.insert(bodies.end(), sewn.begin(), sewn.end());
    return bodies;
}

} // namespace gud_cad
