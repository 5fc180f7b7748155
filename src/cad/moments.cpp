// By Gauss's theorem, for a homogeneous m of degree d, the integral of m over a solid is that of m (x . n) / (d + 3)
// over its faces; by Green's, the integral of g over a face is that of G dv along its outline, where G is the integral
// of g from the least u. The inner integrals are split where the surface is not smooth; pieces of the outline are
// halved until all integrals are settled.
//
// OpenCASCADE's own integration (BRepGProp) halves until the volume is settled, and leaves moments of inertia of
// rational splines that are off by a per cent; without a tolerance the volume is, too.
#include "cad/moments.hpp"

#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Geom2dAdaptor_Curve.hxx>
#include <Geom2d_Curve.hxx>
#include <GeomAdaptor_Curve.hxx>
#include <GeomAdaptor_Surface.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Pnt2d.hxx>
#include <gp_Vec.hxx>
#include <gp_Vec2d.hxx>
#include <limits>
#include <vector>

namespace gud_cad
{

namespace
{

constexpr int npoint = 10;
constexpr int deepest = 14; // halvings
constexpr int most_pieces = 2000;
constexpr double settled = 1e-9;
constexpr double close_enough = 1e-8; // distance of the curves of an edge, as a fraction of the size
constexpr double unlimited = std::numeric_limits<double>::infinity();

// Gauss-Legendre on -1..1, the positive half
constexpr double node[] = {0.14887433898163121088, 0.43339539412924719080, 0.67940956829902440623,
                           0.86506336668898451073, 0.97390652851717172008};
constexpr double weight[] = {0.29552422471475287017, 0.26926671930999635509, 0.21908636251598204400,
                             0.14945134915058059315, 0.06667134430868813759};

double gauss_at(int i, double a, double b)
{
    const double x = i < npoint / 2 ? -node[i] : node[i - npoint / 2];
    return 0.5 * (a + b) + 0.5 * (b - a) * x;
}

double gauss_weight(int i, double a, double b)
{
    return 0.5 * (b - a) * weight[i % (npoint / 2)];
}

// a range, split so that no piece is longer than `longest`, unless it is nonsense
void split(double a, double b, double longest, std::vector<double> &breaks)
{
    constexpr double most = 100.0;
    const int n = static_cast<int>(std::fmax(1.0, std::fmin(std::ceil((b - a) / longest - 1e-9), most)));
    for (int i = 1; i <= n; i++) breaks.push_back(a + (b - a) * i / n);
}

// ---- where a surface is not smooth

void add_knots(const TColStd_Array1OfReal &knots, bool periodic, double least, double most, std::vector<double> &breaks)
{
    const double period = knots.Last() - knots.First();
    const double turns = periodic ? std::floor((least - knots.First()) / period) : 0.0;
    const double last = periodic ? std::fmin(std::ceil((most - knots.First()) / period), turns + 10.0) : 0.0;
    for (double turn = turns; turn <= last; turn += 1.0)
        for (const double knot : knots) {
            const double at = knot + turn * period;
            if (at > least && at < most) breaks.push_back(at);
        }
}

void add_curve_knots(const Handle(Geom_Curve) & curve, double least, double most, std::vector<double> &breaks)
{
    const auto trimmed = Handle(Geom_TrimmedCurve)::DownCast(curve);
    const auto spline = Handle(Geom_BSplineCurve)::DownCast(trimmed.IsNull() ? curve : trimmed->BasisCurve());
    if (!spline.IsNull()) add_knots(spline->Knots(), spline->IsPeriodic(), least, most, breaks);
}

// Inner knots of a surface in a range of u or v. Those that GeomAdaptor_Surface reports lack some where the range of a
// periodic surface is one turn, to within rounding.
void add_surface_knots(const Handle(Geom_Surface) & surface, bool along_u, double least, double most,
                       std::vector<double> &breaks)
{
    const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface);
    const auto offset = Handle(Geom_OffsetSurface)::DownCast(surface);
    const auto swept = Handle(Geom_SweptSurface)::DownCast(surface);
    const auto spline = Handle(Geom_BSplineSurface)::DownCast(surface);
    if (!trimmed.IsNull()) return add_surface_knots(trimmed->BasisSurface(), along_u, least, most, breaks);
    if (!offset.IsNull()) return add_surface_knots(offset->BasisSurface(), along_u, least, most, breaks);
    if (!swept.IsNull()) {
        const bool turned = swept->IsKind(STANDARD_TYPE(Geom_SurfaceOfRevolution));
        if (along_u != turned) add_curve_knots(swept->BasisCurve(), least, most, breaks);
    } else if (!spline.IsNull()) {
        add_knots(along_u ? spline->UKnots() : spline->VKnots(),
                  along_u ? spline->IsUPeriodic() : spline->IsVPeriodic(), least, most, breaks);
    }
}

// the range and the knots in it, ascending
std::vector<double> smooth_ranges(const Handle(Geom_Surface) & surface, bool along_u, double least, double most)
{
    const double rounding = 1e-12 * (std::fabs(least) + std::fabs(most));
    std::vector<double> breaks = {least};
    add_surface_knots(surface, along_u, least + rounding, most - rounding, breaks);
    breaks.push_back(most);
    std::sort(breaks.begin(), breaks.end());
    return breaks;
}

// ---- edges

// An edge in the parameters of a surface. Curves on surfaces are often approximations of the curve in space, which
// neighbouring faces share: where they are further apart than `tolerance`, points are looked up on the surface.
class Rim
{
  public:
    Rim(const TopoDS_Edge &edge, const TopoDS_Face &face, const GeomAdaptor_Surface &surface, double tolerance)
        : surface_(surface), flat_(BRep_Tool::CurveOnSurface(edge, face, first_, last_))
    {
        if (flat_.IsNull()) return;
        curve_.Load(flat_);
        if (BRep_Tool::Degenerated(edge)) return;
        const Handle(Geom_Curve) space = BRep_Tool::Curve(edge, space_first_, space_last_);
        if (space.IsNull()) return;
        space_.Load(space);
        approximate_ = distance() > tolerance;
    }

    // null where the file has no curve on this surface, and none could be made
    const Handle(Geom2d_Curve) & flat() const
    {
        return flat_;
    }

    // the point at parameter t, and dv/dt
    void at(double t, double &u, double &v, double &v_t) const
    {
        gp_Pnt2d p;
        gp_Vec2d tangent;
        curve_.D1(t, p, tangent);
        u = p.X();
        v = p.Y();
        v_t = tangent.Y();
        if (approximate_) look_up(t, u, v, v_t);
    }

    // the range of t
    double first() const
    {
        return first_;
    }
    double last() const
    {
        return last_;
    }

  private:
    double in_space(double t) const
    {
        return space_first_ + (space_last_ - space_first_) * (t - first_) / (last_ - first_);
    }

    // of the two curves
    double distance() const
    {
        constexpr int n = 16;
        double greatest = 0.0;
        for (int i = 0; i <= n; i++) {
            const double t = first_ + (last_ - first_) * (i + 0.3) / (n + 1);
            const gp_Pnt2d p = curve_.Value(t);
            greatest = std::fmax(greatest, surface_.Value(p.X(), p.Y()).Distance(space_.Value(in_space(t))));
        }
        return greatest;
    }

    void look_up(double t, double &u, double &v, double &v_t) const
    {
        gp_Pnt target, p;
        gp_Vec along, pu, pv;
        space_.D1(in_space(t), target, along);
        along *= (space_last_ - space_first_) / (last_ - first_);
        double a = u, b = v, det = 0.0;
        for (int step = 0; step < 5; step++) {
            surface_.D1(a, b, p, pu, pv);
            const gp_Vec off(p, target);
            const double uu = pu.Dot(pu), uv = pu.Dot(pv), vv = pv.Dot(pv), fu = pu.Dot(off), fv = pv.Dot(off);
            det = uu * vv - uv * uv;
            if (det <= 1e-12 * uu * vv) return; // near a pole
            a += (vv * fu - uv * fv) / det;
            b += (uu * fv - uv * fu) / det;
            if (fu * fu <= 1e-20 * uu && fv * fv <= 1e-20 * vv) break; // the rest is across the surface
        }
        u = a;
        v = b;
        v_t = (pu.Dot(pu) * pv.Dot(along) - pu.Dot(pv) * pu.Dot(along)) / det;
    }

    double first_ = 0.0, last_ = 0.0;
    const GeomAdaptor_Surface &surface_;
    Handle(Geom2d_Curve) flat_;
    Geom2dAdaptor_Curve curve_;
    GeomAdaptor_Curve space_;
    double space_first_ = 0.0, space_last_ = 0.0;
    bool approximate_ = false;
};

class Integral
{
  public:
    Integral(const TopoDS_Face &face, const gp_Pnt &about)
        : face_(face), about_(about), surface_(BRep_Tool::Surface(face))
    {
        BRepTools::UVBounds(face, u_[0], u_[1], v_[0], v_[1]);
        reach_ = surface_.Value(0.5 * (u_[0] + u_[1]), 0.5 * (v_[0] + v_[1])).Distance(about);
        for (const double u : u_)
            for (const double v : v_) reach_ = std::fmax(reach_, surface_.Value(u, v).Distance(about));
        const bool around = surface_.IsUPeriodic() || surface_.GetType() == GeomAbs_SurfaceOfRevolution;
        longest_ = around ? 0.8 : surface_.GetType() == GeomAbs_OffsetSurface ? 0.25 * (u_[1] - u_[0]) : unlimited;
        const Handle(Geom_Surface) surface = BRep_Tool::Surface(face);
        u_breaks_ = smooth_ranges(surface, true, u_[0], u_[1]);
        v_breaks_ = smooth_ranges(surface, false, v_[0], v_[1]);
    }

    Moments run()
    {
        for (TopExp_Explorer edges(face_, TopAbs_EDGE); edges.More(); edges.Next())
            add_edge(TopoDS::Edge(edges.Current()));
        return sum_;
    }

  private:
    void add_edge(const TopoDS_Edge &edge)
    {
        if (edge.Orientation() != TopAbs_FORWARD && edge.Orientation() != TopAbs_REVERSED) return;
        const Rim rim(edge, face_, surface_, close_enough * reach_);
        if (rim.flat().IsNull()) return;
        const double sign = edge.Orientation() == TopAbs_REVERSED ? -1.0 : 1.0;
        const std::vector<double> breaks = curve_breaks(rim);
        for (size_t i = 0; i + 1 < breaks.size(); i++)
            add_piece(rim, breaks[i], breaks[i + 1], sign, piece(rim, breaks[i], breaks[i + 1]), 0);
    }

    // where the curve is not smooth, and where it leaves a smooth piece of the surface
    std::vector<double> curve_breaks(const Rim &rim) const
    {
        const Geom2dAdaptor_Curve adaptor(rim.flat(), rim.first(), rim.last());
        const int n = adaptor.NbIntervals(GeomAbs_CN);
        TColStd_Array1OfReal ends(1, n + 1);
        adaptor.Intervals(ends, GeomAbs_CN);
        std::vector<double> breaks(ends.begin(), ends.end());
        for (int i = 1; i <= n; i++)
            for (const double v : v_breaks_) add_crossing(rim, ends(i), ends(i + 1), v, breaks);
        std::sort(breaks.begin(), breaks.end());
        return breaks;
    }

    static void add_crossing(const Rim &rim, double a, double b, double level, std::vector<double> &breaks)
    {
        const auto above = [&](double t) { return rim.flat()->Value(t).Y() > level; };
        const bool first = above(a);
        const double start = a, end = b;
        if (above(b) == first) return;
        for (int step = 0; step < 48; step++) {
            const double middle = 0.5 * (a + b);
            if (middle <= a || middle >= b) break;
            (above(middle) == first ? a : b) = middle;
        }
        const double least = 1e-9 * (end - start);
        if (b > start + least && b < end - least) breaks.push_back(b);
    }

    // halves a piece of the outline until the halves sum up to the whole
    void add_piece(const Rim &rim, double a, double b, double sign, const Moments &whole, int depth)
    {
        const double middle = 0.5 * (a + b);
        const Moments left = piece(rim, a, middle), right = piece(rim, middle, b);
        area_ = std::fmax(area_, std::fabs(left.area()) + std::fabs(right.area()));
        npiece_++;
        bool done = npiece_ > most_pieces;
        if (!done) done = agree(left, right, whole);
        if (done || depth >= deepest) {
            for (size_t k = 0; k < whole.of.size(); k++) sum_.of[k] += sign * (left.of[k] + right.of[k]);
            return;
        }
        add_piece(rim, a, middle, sign, left, depth + 1);
        add_piece(rim, middle, b, sign, right, depth + 1);
    }

    // to within what integrals over an area of this size, this far out, may be
    bool agree(const Moments &left, const Moments &right, const Moments &whole) const
    {
        for (size_t k = 0; k < whole.of.size(); k++) {
            const int power = k == 10 ? 0 : k == 0 ? 1 : k < 4 ? 2 : 3;
            const double scale = area_ * std::pow(reach_, power);
            if (std::fabs(left.of[k] + right.of[k] - whole.of[k]) > settled * scale) return false;
        }
        return true;
    }

    // the integral of G dv over a piece of the outline
    Moments piece(const Rim &rim, double a, double b) const
    {
        Moments m;
        for (int i = 0; i < npoint; i++) {
            double u, v, v_t;
            rim.at(gauss_at(i, a, b), u, v, v_t);
            if (std::fabs(v_t) * (b - a) <= 1e-12 * (v_[1] - v_[0])) continue; // along u
            const Moments line = from_least_u(u, v);
            for (size_t k = 0; k < m.of.size(); k++) m.of[k] += gauss_weight(i, a, b) * v_t * line.of[k];
        }
        return m;
    }

    // G: the integral over u, up to this one
    Moments from_least_u(double u, double v) const
    {
        std::vector<double> breaks = {u_[0]};
        for (const double next : u_breaks_)
            if (next > breaks.back() && next < u) split(breaks.back(), next, longest_, breaks);
        split(breaks.back(), u, longest_, breaks);
        Moments m;
        for (size_t i = 0; i + 1 < breaks.size(); i++)
            for (int k = 0; k < npoint; k++)
                add_point(gauss_at(k, breaks[i], breaks[i + 1]), v, gauss_weight(k, breaks[i], breaks[i + 1]), m);
        return m;
    }

    void add_point(double u, double v, double w, Moments &m) const
    {
        gp_Pnt p;
        gp_Vec pu, pv;
        surface_.D1(u, v, p, pu, pv);
        const gp_Vec n = pu.Crossed(pv);
        const double x = p.X()
        -about_.X()
        , y = p.Y() - about_.Y(), z = p.Z() - about_.Z();
        const double flux = w * (x * n.X() + y * n.Y() + z * n.Z()), first = flux / 4.0, second = flux / 5.0;
        m.of[0] += flux / 3.0;
        m.of[1] += first * x;
        m.of[2] += first * y;
        m.of[3] += first * z;
        m.of[4] += second * x * x;
        m.of[5] += second * y * y;
        m.of[6] += second * z * z;
        m.of[7] += second * y * z;
        m.of[8] += second * x * z;
        m.of[9] += second * x * y;
        m.of[10] += w * n.Magnitude();
    }

    TopoDS_Face face_;
    gp_Pnt about_;
    GeomAdaptor_Surface surface_; // evaluates splines faster than the surface itself
    double u_[2]{}, v_[2]{}, longest_ = unlimited;
    std::vector<double> u_breaks_, v_breaks_;
    Moments sum_;
    double area_ = 0.0, reach_ = 0.0; // the greatest area of a piece, the size of the shape
    int npiece_ = 0;
};

} // namespace

Moments integrate_face(const TopoDS_Face &face, const gp_Pnt &about)
{
    Moments m = Integral(TopoDS::Face(face.Oriented(TopAbs_FORWARD)), about).run();
    if (face.Orientation() == TopAbs_REVERSED)
        for (size_t k = 0; k + 1 < m.of.size(); k++) m.of[k] = -m.of[k];
    return m;
}

} // namespace gud_cad
