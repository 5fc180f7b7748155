#include "cad/net.hpp"
#include "cad/outline.hpp"
#include "cad/shape.hpp"

#include <BRep_Tool.hxx>
#include <GeomAdaptor_Surface.hxx>
#include <TopoDS.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>
#include <stdexcept>

namespace gud_cad
{

namespace
{

void put(const gp_XYZ &from, double scale, double to[3])
{
    for (int k = 0; k < 3; k++) to[k] = scale * from.Coord(k + 1);
}

// OpenCASCADE's parameters to ours: a factor each, and whether that is a reflection
struct Scale {
    double u, v;
};

// The frame of an analytic face, right-handed. The reflected ones of OpenCASCADE run around the other way.
double set_frame(const gp_Ax3 &frame, gud_face &as)
{
    put(frame.Location().XYZ(), metre, as.origin);
    put(frame.XDirection().XYZ(), 1.0, as.xdir);
    put(frame.Direction().XYZ(), 1.0, as.axis);
    return frame.Direct() ? 1.0 : -1.0;
}

// the axis of a plane points out of the solid
Scale set_plane(const gp_Pln &plane, bool reversed, gud_face &as)
{
    const gp_Ax3 frame = plane.Position();
    const gp_XYZ normal = frame.XDirection().XYZ().Crossed(frame.YDirection().XYZ());
    (void)set_frame(frame, as);
    put(normal, reversed ? -1.0 : 1.0, as.axis);
    as.kind = GUD_FACE_PLANE;
    return {metre, reversed ? -metre : metre};
}

Scale set_cylinder(const gp_Cylinder &cylinder, gud_face &as)
{
    as.kind = GUD_FACE_CYLINDER;
    as.radius = metre * cylinder.Radius();
    return {set_frame(cylinder.Position(), as), metre};
}

// along the axis instead of along the flank
Scale set_cone(const gp_Cone &cone, gud_face &as)
{
    as.kind = GUD_FACE_CONE;
    as.radius = metre * cone.RefRadius();
    as.angle = cone.SemiAngle();
    return {set_frame(cone.Position(), as), metre * std::cos(cone.SemiAngle())};
}

Scale set_sphere(const gp_Sphere &sphere, gud_face &as)
{
    as.kind = GUD_FACE_SPHERE;
    as.radius = metre * sphere.Radius();
    return {set_frame(sphere.Position(), as), 1.0};
}

Scale set_torus(const gp_Torus &torus, gud_face &as)
{
    as.kind = GUD_FACE_TORUS;
    as.radius = metre * torus.MajorRadius();
    as.tube = metre * torus.MinorRadius();
    return {set_frame(torus.Position(), as), 1.0};
}

Scale set_kind(const GeomAdaptor_Surface &surface, bool reversed, gud_face &as)
{
    switch (surface.GetType()) {
    case GeomAbs_Plane:
        return set_plane(surface.Plane(), reversed, as);
    case GeomAbs_Cylinder:
        return set_cylinder(surface.Cylinder(), as);
    case GeomAbs_Cone:
        return set_cone(surface.Cone(), as);
    case GeomAbs_Sphere:
        return set_sphere(surface.Sphere(), as);
    case GeomAbs_Torus:
        return set_torus(surface.Torus(), as);
    default:
        as.kind = GUD_FACE_SPLINE;
        return {1.0, 1.0};
    }
}

// a reflection of the parameters turns an outline around
void scale_loops(const Scale &scale, std::vector<std::vector<double>> &loops)
{
    for (std::vector<double> &loop : loops) {
        for (size_t i = 0; i + 1 < loop.size(); i += 2) {
            loop[i] *= scale.u;
            loop[i + 1] *= scale.v;
        }
        if (scale.u * scale.v > 0.0) continue;
        for (size_t i = 0, j = loop.size() - 2; i < j; i += 2, j -= 2) {
            std::swap(loop[i], loop[j]);
            std::swap(loop[i + 1], loop[j + 1]);
        }
    }
}

void set_range(const std::vector<std::vector<double>> &loops, gud_face &as)
{
    bool first = true;
    for (const std::vector<double> &loop : loops)
        for (size_t i = 0; i + 1 < loop.size(); i += 2) {
            as.u[0] = first ? loop[i] : std::fmin(as.u[0], loop[i]);
            as.u[1] = first ? loop[i] : std::fmax(as.u[1], loop[i]);
            as.v[0] = first ? loop[i + 1] : std::fmin(as.v[0], loop[i + 1]);
            as.v[1] = first ? loop[i + 1] : std::fmax(as.v[1], loop[i + 1]);
            first = false;
        }
}

bool finite(const double *numbers, size_t n)
{
    return std::all_of(numbers, numbers + n, [](double x) { return std::isfinite(x); });
}

// Coordinates of 1e300 pass all checks of OpenCASCADE, and overflow in the first product.
void check_numbers(const Face &face)
{
    bool fine = finite(face.as.origin, 3) && finite(face.as.axis, 3) && finite(face.as.xdir, 3);
    fine = fine && std::isfinite(face.as.radius) && std::isfinite(face.as.tube) && std::isfinite(face.as.angle);
    fine = fine && finite(face.moments.of.data(), face.moments.of.size());
    fine = fine && finite(face.net.points.data(), face.net.points.size());
    for (const std::vector<double> &loop : face.loops) fine = fine && finite(loop.data(), loop.size());
    if (!fine) throw std::runtime_error("is damaged: a face has coordinates that are no finite numbers");
}

} // namespace

Face describe_face(const TopoDS_Face &face, const gp_XYZ &middle, double deflection, std::vector<std::string> &remarks)
{
    const bool reversed = face.Orientation() == TopAbs_REVERSED;
    const TopoDS_Face forward = TopoDS::Face(face.Oriented(TopAbs_FORWARD));
    const Handle(Geom_Surface) surface = BRep_Tool::Surface(face);
    Face out;
    out.loops = outlines_of(forward, surface, deflection);
    const Scale scale = set_kind(GeomAdaptor_Surface(surface), reversed, out.as);
    if (out.as.kind == GUD_FACE_SPLINE) {
        out.net = net_of(surface, forward, out.loops, remarks);
        out.pole = has_pole(surface);
    }
    // natural normals point away from the axis in right-handed frames
    const bool turned = scale.u < 0.0 && out.as.kind != GUD_FACE_PLANE;
    out.as.inward = out.as.kind != GUD_FACE_PLANE && reversed != turned;
    scale_loops(scale, out.loops);
    set_range(out.loops, out.as);
    out.moments = integrate_face(face, middle);
    out.as.area = metre * metre * out.moments.area();
    check_numbers(out);
    return out;
}

} // namespace gud_cad
