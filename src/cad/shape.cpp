#include "cad/shape.hpp"

#include "cad/outline.hpp"

#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRepTopAdaptor_FClass2d.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_Triangulation.hxx>
#include <Precision.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <algorithm>
#include <cmath>

namespace gud_cad
{

namespace
{

void start_triangles(double deflection, Face &record, Shape &out)
{
    record.vertices[0] = record.vertices[1] = out.vertices.size() / 3;
    record.triangles[0] = record.triangles[1] = out.triangles.size();
    record.deflection = metre * deflection;
}

void end_triangles(Face &record, Shape &out)
{
    record.vertices[1] = out.vertices.size() / 3;
    record.triangles[1] = out.triangles.size();
}

// triangles of a face, counterclockwise seen from outside
void add_face_triangles(const TopoDS_Face &face, double deflection, Face &record, Shape &out)
{
    TopLoc_Location place;
    const Handle(Poly_Triangulation) mesh = BRep_Tool::Triangulation(face, place);
    const int first = static_cast<int>(out.vertices.size() / 3);
    start_triangles(deflection, record, out);
    if (mesh.IsNull()) return;
    for (Standard_Integer i = 1; i <= mesh->NbNodes(); i++) {
        const gp_Pnt p = mesh->Node(i).Transformed(place.Transformation());
        out.vertices.insert(out.vertices.end(), {
            metre *p.X()
            , metre *p.Y(), metre *p.Z()
        });
    }
    for (Standard_Integer i = 1; i <= mesh->NbTriangles(); i++) {
        Standard_Integer a, b, c;
        mesh->Triangle(i).Get(a, b, c);
        if (face.Orientation() == TopAbs_REVERSED) std::swap(b, c);
        out.triangles.insert(out.triangles.end(), {first + a - 1, first + b - 1, first + c - 1});
    }
    end_triangles(record, out);
    record.deflection = metre * std::fmax(deflection, mesh->Deflection());
}

// A grid over the range of a face, of which the cells outside of its outline are left out: for faces that OpenCASCADE
// cannot triangulate, such as some cones of which the seam is split. Rough along outlines that are no lines of the
// grid.
void add_grid(const TopoDS_Face &face, Face &record, Shape &out)
{
    constexpr int nu = 48, nv = 12;
    const BRepAdaptor_Surface surface(face);
    const BRepTopAdaptor_FClass2d outline(face, Precision::PConfusion());
    double u0, u1, v0, v1;
    BRepTools::UVBounds(face, u0, u1, v0, v1);
    const auto at = [&](double i, double k) { return gp_Pnt2d(u0 + (u1 - u0) * i / nu, v0 + (v1 - v0) * k / nv); };
    const auto add = [&](const gp_Pnt2d &place) {
        const gp_Pnt p = surface.Value(place.X(), place.Y());
        for (int k = 1; k <= 3; k++) out.vertices.push_back(metre * p.Coord(k));
        return p;
    };
    start_triangles(0.0, record, out);
    for (int i = 0; i < nu; i++)
        for (int k = 0; k < nv; k++) {
            if (outline.Perform(at(i + 0.5, k + 0.5)) != TopAbs_IN) continue;
            const int a = static_cast<int>(out.vertices.size() / 3), b = a + 1, c = a + 2, d = a + 3;
            const gp_Pnt p = add(at(i, k));
            (void)add(at(i + 1, k));
            const gp_Pnt q = add(at(i + 1, k + 1));
            (void)add(at(i, k + 1));
            record.deflection = std::fmax(record.deflection, metre * p.Distance(q));
            if (face.Orientation() == TopAbs_REVERSED)
                out.triangles.insert(out.triangles.end(), {a, c, b, a, d, c});
            else
                out.triangles.insert(out.triangles.end(), {a, b, c, a, c, d});
        }
    end_triangles(record, out);
}

bool has_triangles(const TopoDS_Face &face)
{
    TopLoc_Location place;
    return !BRep_Tool::Triangulation(face, place).IsNull();
}

int count_edges(const TopoDS_Shape &shape)
{
    TopTools_IndexedMapOfShape edges;
    TopExp::MapShapes(shape, TopAbs_EDGE, edges);
    int n = 0;
    for (int i = 1; i <= edges.Extent(); i++) n += BRep_Tool::Degenerated(TopoDS::Edge(edges(i))) ? 0 : 1;
    return n;
}

} // namespace

Extent extent_of(const TopoDS_Shape &shape)
{
    Bnd_Box box;
    BRepBndLib::Add(shape, box, false);
    if (box.IsVoid() || box.IsOpen()) return {gp_XYZ(0.0, 0.0, 0.0), 1.0};
    return {(box.CornerMin().XYZ() + box.CornerMax().XYZ()) / 2.0, std::fmax(std::sqrt(box.SquareExtent()), 1e-6)};
}

void add_triangles(const TopoDS_Shape &shape, double deflection, Shape &out)
{
    constexpr double angle = 0.35; // rad between neighbours, for the look of small fillets
    const BRepMesh_IncrementalMesh mesh(shape, deflection, false, angle, false);
    size_t i = 0;
    for (TopExp_Explorer faces(shape, TopAbs_FACE); faces.More(); faces.Next(), i++) {
        const TopoDS_Face face = TopoDS::Face(faces.Current());
        Face &record = out.faces[i];
        // what fails with one size of triangles may work with another
        if (!has_triangles(face)) BRepMesh_IncrementalMesh(face, 0.25 * deflection, false, 0.5 * angle, false);
        add_face_triangles(face, deflection, record, out);
        if (record.vertices[0] == record.vertices[1]) add_grid(face, record, out);
    }
}

Shape describe_shape(const TopoDS_Shape &shape, double deflection)
{
    const Extent extent = extent_of(shape);
    Shape out;
    for (TopExp_Explorer faces(shape, TopAbs_FACE); faces.More(); faces.Next())
        out.faces.push_back(describe_face(TopoDS::Face(faces.Current()), extent.middle, deflection, out.remarks));
    add_triangles(shape, deflection * extent.size, out);
    add_volume(shape, extent.middle, out);
    const auto nothing = [](const Face &face) { return face.vertices[0] == face.vertices[1]; }; // of no area
    if (out.closed) out.faces.erase(std::remove_if(out.faces.begin(), out.faces.end(), nothing), out.faces.end());
    const auto unbounded = [](const Face &face) { return face.loops.empty() || !bounds_area(face.loops.front()); };
    const auto rest = std::remove_if(out.faces.begin(), out.faces.end(), unbounded);
    if (rest != out.faces.end()) out.remarks.push_back("faces without an outline are left out");
    out.faces.erase(rest, out.faces.end());
    out.nedge = count_edges(shape);
    return out;
}

} // namespace gud_cad
