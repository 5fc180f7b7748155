#include "cad/bodies.hpp"

#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepClass3d_SolidClassifier.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Iterator.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>
#include <algorithm>

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

// ---- closed shells within closed shells

Bnd_Box box_of(const TopoDS_Shape &shape)
{
    Bnd_Box box;
    BRepBndLib::Add(shape, box, false);
    return box;
}

bool lies_in(const Bnd_Box &inner, const Bnd_Box &outer)
{
    return !inner.IsVoid() && !outer.IsVoid() && !outer.IsOut(inner.CornerMin()) && !outer.IsOut(inner.CornerMax());
}

bool lies_in(const TopoDS_Shape &inner, const TopoDS_Shape &outer)
{
    const TopExp_Explorer vertices(inner, TopAbs_VERTEX);
    if (!vertices.More()) return false;
    BRepClass3d_SolidClassifier classifier(outer);
    classifier.Perform(BRep_Tool::Pnt(TopoDS::Vertex(vertices.Current())), 1e-6);
    return classifier.State() == TopAbs_IN;
}

TopoDS_Shape with_cavities(const TopoDS_Shape &solid, const std::vector<TopoDS_Shape> &cavities)
{
    BRepBuilderAPI_MakeSolid maker(TopoDS::Solid(solid));
    for (const TopoDS_Shape &cavity : cavities)
        maker.Add(TopoDS::Shell(TopExp_Explorer(cavity, TopAbs_SHELL).Current().Reversed()));
    return maker.Solid();
}

// Solids of one shell each. One that lies in an odd number of others is a cavity of the innermost of them; one in a
// cavity is a solid again.
std::vector<TopoDS_Shape> hollow_out(const std::vector<TopoDS_Shape> &solids)
{
    const size_t n = solids.size();
    std::vector<Bnd_Box> boxes;
    std::vector<std::vector<size_t>> around(n);
    boxes.reserve(n);
    for (const TopoDS_Shape &solid : solids) boxes.push_back(box_of(solid));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            if (i != k && lies_in(boxes[i], boxes[k]) && lies_in(solids[i], solids[k])) around[i].push_back(k);
    std::vector<std::vector<TopoDS_Shape>> cavities(n);
    for (size_t i = 0; i < n; i++)
        for (const size_t k : around[i])
            if (around[i].size() % 2 == 1 && around[k].size() + 1 == around[i].size()) cavities[k].push_back(solids[i]);
    std::vector<TopoDS_Shape> hollow;
    for (size_t i = 0; i < n; i++)
        if (around[i].size() % 2 == 0)
            hollow.push_back(cavities[i].empty() ? solids[i] : with_cavities(solids[i], cavities[i]));
    return hollow;
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

// ---- groups

class Groups
{
  public:
    explicit Groups(const Names &names) : names_(names)
    {
    }

    std::vector<Body> run(const TopoDS_Shape &all)
    {
        std::vector<Body> bodies;
        collect(all, {}, 0);
        add_sewn(open_, {});
        for (const Part &part : parts_)
            for (const TopoDS_Shape &solid : part.sewn ? hollow_out(part.solids) : part.solids)
                bodies.push_back({part.name, part.path, solid});
        for (const TopoDS_Shape &shell : open_) bodies.push_back({"", "", shell});
        return bodies;
    }

  private:
    // solids of one name, in the order of the file: sewn, or as they are
    struct Part {
        std::string name, path;
        bool sewn;
        std::vector<TopoDS_Shape> solids;
    };

    void add_sewn(std::vector<TopoDS_Shape> &faces, const Body &group)
    {
        const std::vector<TopoDS_Shape> solids = sew_solids(faces);
        const auto same = [&](const Part &part) {
            return part.sewn && part.name == group.name && part.path == group.path;
        };
        auto part = std::find_if(parts_.begin(), parts_.end(), same);
        if (part == parts_.end()) part = parts_.insert(parts_.end(), {group.name, group.path, true, {}});
        append(part->solids, solids);
    }

    bool has_name(const TopoDS_Shape &shape) const
    {
        return names_.count(shape.TShape().get()) > 0;
    }

    // a shape within a group: its own name, or that of the group
    Body named(const TopoDS_Shape &shape, const Body &group) const
    {
        return {has_name(shape) ? names_.at(shape.TShape().get()) : group.name, group.path, shape};
    }

    // the group of a shape's children: where they have names of their own, it is an assembly
    Body group_of(const TopoDS_Shape &shape, const Body &above) const
    {
        Body group = named(shape, above);
        for (TopoDS_Iterator children(shape); children.More(); children.Next()) {
            if (!has_name(children.Value())) continue;
            group.path += (group.path.empty() || group.name.empty() ? "" : "/") + group.name;
            group.name.clear();
            break;
        }
        return group;
    }

    // solids that are there, and faces by the innermost compound that holds them
    void collect(const TopoDS_Shape &shape, const Body &above, int depth)
    {
        constexpr int deepest = 100;
        const Body group = group_of(shape, above);
        std::vector<TopoDS_Shape> faces;
        for (TopoDS_Iterator children(shape); children.More(); children.Next()) {
            const TopoDS_Shape &child = children.Value();
            if (child.ShapeType() <= TopAbs_COMPSOLID) {
                if (depth < deepest) collect(child, group, depth + 1);
            } else if (child.ShapeType() == TopAbs_SOLID) {
                const Body solid = named(child, group);
                parts_.push_back({solid.name, solid.path, false, {child}});
            } else if (child.ShapeType() <= TopAbs_FACE) {
                faces.push_back(child);
            }
        }
        add_sewn(faces, group);
        append(open_, faces);
    }

    const Names &names_;
    std::vector<Part> parts_;
    std::vector<TopoDS_Shape> open_;
};

} // namespace

std::vector<Body> bodies_of_groups(const std::vector<TopoDS_Shape> &shapes, const Names &names)
{
    TopoDS_Compound all;
    BRep_Builder builder;
    builder.MakeCompound(all);
    for (const TopoDS_Shape &shape : shapes) builder.Add(all, shape);
    return Groups(names).run(all);
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
    append(bodies, hollow_out(sew_solids(loose)));
    append(bodies, loose);
    return bodies;
}

} // namespace gud_cad
