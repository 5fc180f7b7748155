#include "cad/shape.hpp"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <cmath>

namespace gud_cad
{

namespace
{

// triangles of a face, counterclockwise seen from outside
void add_face_triangles(const TopoDS_Face &face, double deflection, Face &record, Shape &out)
{
    TopLoc_Location place;
    const Handle(Poly_Triangulation) mesh = BRep_Tool::Triangulation(face, place);
    const int first = static_cast<int>(out.vertices.size() / 3);
    record.vertices[0] = record.vertices[1] = static_cast<size_t>(first);
    record.triangles[0] = record.triangles[1] = out.triangles.size();
    record.deflection = metre * deflection;
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
    record.vertices[1] = out.vertices.size() / 3;
    record.triangles[1] = out.triangles.size();
    record.deflection = metre * std::fmax(deflection, mesh->Deflection());
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
    for (TopExp_Explorer faces(shape, TopAbs_FACE); faces.More(); faces.Next(), i++)
        add_face_triangles(TopoDS::Face(faces.Current()), deflection, out.faces[i], out);
}

Shape describe_shape(const TopoDS_Shape &shape, double deflection)
{
    const Extent extent = extent_of(shape);
    Shape out;
    for (TopExp_Explorer faces(shape, TopAbs_FACE); faces.More(); faces.Next())
        out.faces.push_back(describe_face(TopoDS::Face(faces.Current()), extent.middle, deflection, out.remarks));
    add_triangles(shape, deflection * extent.size, out);
    add_volume(shape, extent.middle, out);
    out.nedge = count_edges(shape);
    return out;
}

} // namespace gud_cad
