#include "cad/shape.hpp"

#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <cmath>

namespace gud_cad
{

namespace
{

bool closed_shells(const TopoDS_Shape &shape)
{
    for (TopExp_Explorer shells(shape, TopAbs_SHELL); shells.More(); shells.Next())
        if (!BRep_Tool::IsClosed(shells.Current())) return false;
    return true;
}

// the sum of what the faces contribute, about the middle of the shape, moved to the centre
Volume sum_up(const std::vector<Face> &faces, const gp_XYZ &middle)
{
    Moments m;
    for (const Face &face : faces) m.add(face.moments);
    const double V = m.of[0], m3 = metre * metre * metre, m5 = m3 * metre * metre;
    const gp_XYZ c(m.of[1] / V, m.of[2] / V, m.of[3] / V), centre = middle + c;
    const double xx = m.of[4] - V * c.X()
    *c.X()
    , yy = m.of[5] - V * c.Y() * c.Y(), zz = m.of[6] - V * c.Z() * c.Z();
    Volume v;
    v.volume = m3 * V;
    v.centre = { metre * centre.X(), metre * centre.Y(), metre * centre.Z() };
    v.inertia = {
        m5 * (yy + zz),
        m5 * (xx + zz),
        m5 * (xx + yy),
        m5 * (V * c.Y() * c.Z() - m.of[7]),
        m5 * (V * c.X() * c.Z() - m.of[8]),
        m5 * (V * c.X() * c.Y() - m.of[9])
    };
    return v;
}

struct Hull {
    double volume, area;
};

Hull triangle_hull(const Shape &shape)
{
    Hull hull{0.0, 0.0};
    const auto point = [&](int k) {
        const double *p = &shape.vertices[3 * static_cast<size_t>(k)];
        return gp_XYZ(p[0], p[1], p[2]);
    };
    if (shape.triangles.empty()) return hull;
    const gp_XYZ origin = point(shape.triangles[0]);
    for (size_t i = 0; i + 2 < shape.triangles.size(); i += 3) {
        const gp_XYZ a = point(shape.triangles[i]) - origin, b = point(shape.triangles[i + 1]) - origin,
                     c = point(shape.triangles[i + 2]) - origin;
        hull.volume += a.Dot(b.Crossed(c)) / 6.0;
        hull.area += (b - a).Crossed(c - a).Modulus() / 2.0;
    }
    return hull;
}

// a triangle inequality of moments that every body obeys
bool possible_inertia(const std::array<double, 6> &I)
{
    const double slack = 1e-9 * (I[0] + I[1] + I[2]);
    return I[0] > 0.0 && I[1] > 0.0 && I[2] > 0.0 && I[0] + I[1] > I[2] - slack && I[1] + I[2] > I[0] - slack &&
           I[0] + I[2] > I[1] - slack;
}

std::string find_trouble(const Shape &shape)
{
    const Volume &v = shape.volume;
    const Hull hull = triangle_hull(shape);
    double deflection = 0.0;
    for (const Face &face : shape.faces) {
        if (face.vertices[0] == face.vertices[1]) return "a face has no triangles";
        deflection = std::fmax(deflection, face.deflection);
    }
    if (!std::isfinite(v.volume) || v.volume <= 0.0) return "its volume is not positive";
    if (!possible_inertia(v.inertia)) return "its inertia is not positive";
    // triangles lie inside of convex walls and outside of concave ones by up to the deflection
    if (std::fabs(v.volume - hull.volume) > 1e-6 * v.volume + 2.0 * hull.area * deflection)
        return "its volume does not agree with that of its triangles";
    return "";
}

} // namespace

void add_volume(const TopoDS_Shape &shape, const gp_XYZ &middle, Shape &out)
{
    if (shape.ShapeType() != TopAbs_SOLID || !closed_shells(shape)) {
        out.trouble = "it is not closed";
        return;
    }
    out.volume = sum_up(out.faces, middle);
    out.trouble = find_trouble(out);
    out.solid = out.trouble.empty();
}

} // namespace gud_cad
