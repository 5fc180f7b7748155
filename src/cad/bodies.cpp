#include "cad/bodies.hpp"

#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Iterator.hxx>
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

// faces sewn together where they share edges: solids where that closes, then shells, which are left in `open`
std::vector<TopoDS_Shape> sew_solids(std::vector<TopoDS_Shape> &open)
{
    // Tolerances in mm, the smallest first: edges of a pin and of its bore are as near to each other as the clearance,
    // edges of sloppily written faces may be further apart.
    std::vector<TopoDS_Shape> solids;
    for (const double tolerance : {1e-5, 1e-4, 1e-3}) {
        if (open.empty()) break;
        sew(open, tolerance, solids);
    }
    return solids;
}

void append(std::vector<TopoDS_Shape> &to, const std::vector<TopoDS_Shape> &from)
{
    to.insert(to.end(), from.begin(), from.end());
}

// solids that are there, and faces by the innermost compound that holds them
void collect(const TopoDS_Shape &shape, int depth, std::vector<TopoDS_Shape> &bodies, std::vector<TopoDS_Shape> &open)
{
    constexpr int deepest = 100;
    std::vector<TopoDS_Shape> group;
    for (TopoDS_Iterator children(shape); children.More(); children.Next()) {
        const TopoDS_Shape &child = children.Value();
        if (child.ShapeType() <= TopAbs_COMPSOLID) {
            if (depth < deepest) collect(child, depth + 1, bodies, open);
        } else if (child.ShapeType() == TopAbs_SOLID) {
            bodies.push_back(child);
        } else if (child.ShapeType() <= TopAbs_FACE) {
            group.push_back(child);
        }
    }
    append(bodies, sew_solids(group));
    append(open, group);
}

} // namespace

std::vector<TopoDS_Shape> bodies_of_groups(const std::vector<TopoDS_Shape> &shapes)
{
    TopoDS_Compound all;
    BRep_Builder builder;
    builder.MakeCompound(all);
    for (const TopoDS_Shape &shape : shapes) builder.Add(all, shape);
    std::vector<TopoDS_Shape> bodies, open;
    collect(all, 0, bodies, open);
    append(bodies, sew_solids(open));
    append(bodies, open);
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
    append(bodies, sew_solids(loose));
    append(bodies, loose);
    return bodies;
}

} // namespace gud_cad
