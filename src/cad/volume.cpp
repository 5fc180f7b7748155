#include "cad/shape.hpp"

#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <algorithm>
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

struct Triangle {
    gp_XYZ a, b, c;
};

Triangle triangle_at(const Shape &shape, size_t i)
{
    const auto point = [&](size_t k) {
        const double *p = &shape.vertices[3 * static_cast<size_t>(shape.triangles[k])];
        return gp_XYZ(p[0], p[1], p[2]);
    };
    return {point(i), point(i + 1), point(i + 2)};
}

struct Hull {
    double volume, area;
};

Hull triangle_hull(const Shape &shape)
{
    Hull hull{0.0, 0.0};
    if (shape.triangles.empty()) return hull;
    const gp_XYZ origin = triangle_at(shape, 0).a;
    for (size_t i = 0; i + 2 < shape.triangles.size(); i += 3) {
        const Triangle t = triangle_at(shape, i);
        const gp_XYZ a = t.a - origin, b = t.b - origin, c = t.c - origin;
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

// ---- is the solid behind its faces?
//
// A face of a closed surface may come back as its complement (the cap that a neck cuts out of a ball instead of the
// rest), and then neither volume nor triangles show it. The winding number does: just outside of a face it is zero.

// the number of times that the triangles surround a point
double winding(const Shape &shape, const gp_XYZ &p)
{
    double angle = 0.0;
    for (size_t i = 0; i + 2 < shape.triangles.size(); i += 3) {
        const Triangle t = triangle_at(shape, i);
        const gp_XYZ a = t.a - p, b = t.b - p, c = t.c - p;
        const double la = a.Modulus(), lb = b.Modulus(), lc = c.Modulus();
        angle += 2.0 * std::atan2(a.Dot(b.Crossed(c)), la * lb * lc + a.Dot(b) * lc + b.Dot(c) * la + c.Dot(a) * lb);
    }
    return angle / (4.0 * M_PI);
}

bool may_be_complement(const Face &face)
{
    return face.as.kind == GUD_FACE_SPHERE || face.as.kind == GUD_FACE_TORUS || face.as.kind == GUD_FACE_SPLINE;
}

// seen from the largest triangle of a face
bool solid_behind(const Shape &shape, const Face &face)
{
    double greatest = 0.0;
    gp_XYZ outside;
    for (size_t i = face.triangles[0]; i + 2 < face.triangles[1]; i += 3) {
        const Triangle t = triangle_at(shape, i);
        const gp_XYZ normal = (t.b - t.a).Crossed(t.c - t.a);
        if (normal.Modulus() <= greatest) continue;
        greatest = normal.Modulus();
        outside = (t.a + t.b + t.c) / 3.0 + normal * (0.02 / std::sqrt(greatest));
    }
    return greatest == 0.0 || std::fabs(winding(shape, outside)) < 0.2;
}

bool solid_behind_all(const Shape &shape)
{
    int budget = 40; // such faces are few; a sample of them will do where they are many
    for (const Face &face : shape.faces)
        if (may_be_complement(face) && budget-- > 0 && !solid_behind(shape, face)) return false;
    return true;
}

std::string find_trouble(const Shape &shape)
{
    const Volume &v = shape.volume;
    const Hull hull = triangle_hull(shape);
    double deflection = 0.0;
    for (const Face &face : shape.faces) {
        const bool flat = face.as.area <= 1e-12 * hull.area; // of no area: some files have such
        if (face.vertices[0] == face.vertices[1] && !flat) return "a face has no triangles";
        deflection = std::fmax(deflection, face.deflection);
    }
    if (!std::isfinite(v.volume) || v.volume <= 0.0) return "its volume is not positive";
    if (!possible_inertia(v.inertia)) return "its inertia is not positive";
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(v.centre.begin(), v.centre.end(), finite) ||
        !std::all_of(v.inertia.begin(), v.inertia.end(), finite))
        return "its centre or its inertia is not a finite number";
    // triangles lie inside of convex walls and outside of concave ones by up to the deflection
    if (std::fabs(v.volume - hull.volume) > 1e-6 * v.volume + 2.0 * hull.area * deflection)
        return "its volume does not agree with that of its triangles";
    if (!solid_behind_all(shape)) return "a face was read as its complement";
    return "";
}

} // namespace

void add_volume(const TopoDS_Shape &shape, const gp_XYZ &middle, Shape &out)
{
    if (shape.ShapeType() != TopAbs_SOLID || !closed_shells(shape)) {
        out.trouble = "it is not closed";
        return;
    }
    out.closed = true;
    out.volume = sum_up(out.faces, middle);
    out.trouble = find_trouble(out);
    out.solid = out.trouble.empty();
}

} // namespace gud_cad
