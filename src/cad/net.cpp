#include "cad/net.hpp"

#include <BRepTools.hxx>
#include <GeomConvert.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Precision.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Vec.hxx>

namespace gud_cad
{

namespace
{

struct Range {
    double u[2], v[2];
};

Range range_of(const TopoDS_Face &face)
{
    Range r;
    BRepTools::UVBounds(face, r.u[0], r.u[1], r.v[0], r.v[1]);
    return r;
}

// the inner surface of nested trims
Handle(Geom_Surface) untrimmed(Handle(Geom_Surface) surface)
{
    for (;;) {
        const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface);
        if (trimmed.IsNull()) return surface;
        surface = trimmed->BasisSurface();
    }
}

// within the surface's own range where it has one, and not empty
void limit(double range[2], double low, double high, bool periodic)
{
    if (!periodic) {
        range[0] = std::clamp(range[0], low, high);
        range[1] = std::clamp(range[1], low, high);
    } else if (range[1] - range[0] > high - low) {
        range[1] = range[0] + (high - low);
    }
}

void limit_range(const Handle(Geom_Surface) & surface, Range &r)
{
    double u0, u1, v0, v1;
    surface->Bounds(u0, u1, v0, v1);
    limit(r.u, u0, u1, surface->IsUPeriodic());
    limit(r.v, v0, v1, surface->IsVPeriodic());
}

// OpenCASCADE may cut a periodic surface open a period further on, where the outlines of the face are not
void shift_knots(Geom_BSplineSurface &spline, const Range &r)
{
    Range now;
    spline.Bounds(now.u[0], now.u[1], now.v[0], now.v[1]);
    TColStd_Array1OfReal u(1, spline.NbUKnots()), v(1, spline.NbVKnots());
    spline.UKnots(u);
    spline.VKnots(v);
    for (double &knot : u) knot += r.u[0] - now.u[0];
    for (double &knot : v) knot += r.v[0] - now.v[0];
    spline.SetUKnots(u);
    spline.SetVKnots(v);
}

Handle(Geom_BSplineSurface) cut_open(const Handle(Geom_BSplineSurface) & from, const Range &r)
{
    auto spline = Handle(Geom_BSplineSurface)::DownCast(from->Copy());
    spline->Segment(r.u[0], r.u[1], r.v[0], r.v[1], Precision::PConfusion(), Precision::PConfusion());
    if (spline->IsUPeriodic()) spline->SetUNotPeriodic();
    if (spline->IsVPeriodic()) spline->SetVNotPeriodic();
    shift_knots(*spline, r);
    return spline;
}

// ---- the same place on a surface with other parameters

// Gauss-Newton from (u, v), with a little damping for poles where one direction has no length.
void find_same_point(const Geom_Surface &surface, const gp_Pnt &target, const Range &r, double &u, double &v)
{
    for (int step = 0; step < 50; step++) {
        gp_Pnt p;
        gp_Vec pu, pv;
        surface.D1(u, v, p, pu, pv);
        const gp_Vec off(p, target);
        const double a = pu.Dot(pu), b = pu.Dot(pv), c = pv.Dot(pv), damping = 1e-14 * (a + c) + 1e-300;
        const double f = pu.Dot(off), g = pv.Dot(off), det = (a + damping) * (c + damping) - b * b;
        const double du = ((c + damping) * f - b * g) / det, dv = ((a + damping) * g - b * f) / det;
        const double u_new = std::clamp(u + du, r.u[0], r.u[1]), v_new = std::clamp(v + dv, r.v[0], r.v[1]);
        const bool done =
            std::fabs(u_new - u) <= 1e-13 * (r.u[1] - r.u[0]) && std::fabs(v_new - v) <= 1e-13 * (r.v[1] - r.v[0]);
        u = u_new;
        v = v_new;
        if (done) return;
    }
}

void move_outlines(const Geom_Surface &from, const Handle(Geom_BSplineSurface) & to,
                   std::vector<std::vector<double>> &loops)
{
    Range r;
    to->Bounds(r.u[0], r.u[1], r.v[0], r.v[1]);
    for (std::vector<double> &loop : loops)
        for (size_t i = 0; i + 1 < loop.size(); i += 2) {
            const gp_Pnt target = from.Value(loop[i], loop[i + 1]);
            double u = std::clamp(loop[i], r.u[0], r.u[1]), v = std::clamp(loop[i + 1], r.v[0], r.v[1]);
            find_same_point(*to, target, r, u, v);
            loop[i] = u;
            loop[i + 1] = v;
        }
}

bool is_point(const gp_Pnt &a, const gp_Pnt &b, const gp_Pnt &c)
{
    return a.Distance(b) < Precision::Confusion() && a.Distance(c) < Precision::Confusion();
}

std::vector<double> flat_knots(const TColStd_Array1OfReal &knots)
{
    return {knots.begin(), knots.end()};
}

Net net_of(const Geom_BSplineSurface &surface)
{
    Net net;
    net.degree = {surface.UDegree(), surface.VDegree()};
    net.count = {surface.NbUPoles(), surface.NbVPoles()};
    net.knots = {flat_knots(surface.UKnotSequence()), flat_knots(surface.VKnotSequence())};
    for (int i = 1; i <= net.count[0]; i++)
        for (int j = 1; j <= net.count[1]; j++) {
            const gp_Pnt p = surface.Pole(i, j);
            net.points.insert(net.points.end(), {
                metre *p.X()
                , metre *p.Y(), metre *p.Z(), surface.Weight(i, j)
            });
        }
    return net;
}

} // namespace

bool has_pole(const Handle(Geom_Surface) & surface)
{
    const Handle(Geom_Surface) s = untrimmed(surface);
    double u[3], v[3];
    s->Bounds(u[0], u[2], v[0], v[2]);
    if (Precision::IsInfinite(u[0]) || Precision::IsInfinite(u[2]) || Precision::IsInfinite(v[0]) ||
        Precision::IsInfinite(v[2]))
        return false;
    u[1] = 0.6 * u[0] + 0.4 * u[2];
    v[1] = 0.6 * v[0] + 0.4 * v[2];
    for (const int k : {0, 2}) {
        if (is_point(s->Value(u[0], v[k]), s->Value(u[1], v[k]), s->Value(u[2], v[k]))) return true;
        if (is_point(s->Value(u[k], v[0]), s->Value(u[k], v[1]), s->Value(u[k], v[2]))) return true;
    }
    return false;
}

Net net_of(const Handle(Geom_Surface) & surface, const TopoDS_Face &face, std::vector<std::vector<double>> &loops,
           std::vector<std::string> &remarks)
{
    const Handle(Geom_Surface) basis = untrimmed(surface);
    Range r = range_of(face);
    limit_range(basis, r);
    auto spline = Handle(Geom_BSplineSurface)::DownCast(basis);
    try {
        if (!spline.IsNull()) return net_of(*cut_open(spline, r));
        const Handle(Geom_Surface) piece = new Geom_RectangularTrimmedSurface(basis, r.u[0], r.u[1], r.v[0], r.v[1]);
        spline = GeomConvert::SurfaceToBSplineSurface(piece);
        if (spline->IsUPeriodic()) spline->SetUNotPeriodic();
        if (spline->IsVPeriodic()) spline->SetVNotPeriodic();
    } catch (const Standard_Failure &) {
        remarks.emplace_back("a freeform face could not be converted to NURBS");
        return {};
    }
    if (Handle(Geom_BezierSurface)::DownCast(basis).IsNull()) move_outlines(*basis, spline, loops);
    return net_of(*spline);
}

} // namespace gud_cad
