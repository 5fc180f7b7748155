#include "cad/outline.hpp"

#include "cad/shape.hpp"

#include <BRepTools.hxx>
#include <BRepTools_WireExplorer.hxx>
#include <BRep_Tool.hxx>
#include <Geom2dAdaptor_Curve.hxx>
#include <Geom2d_Curve.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Wire.hxx>
#include <cmath>
#include <gp_Pnt2d.hxx>

namespace gud_cad
{

namespace
{

constexpr int halvings = 12;

// ---- an edge as a polyline that, on the surface, stays within a tolerance of it

class Tracer
{
  public:
    Tracer(const Handle(Geom_Surface) & surface, double tolerance) : surface_(surface), tolerance_(tolerance)
    {
    }

    // from the start of the curve up to, but without, its end; backwards if reversed
    void trace(const Handle(Geom2d_Curve) & curve, double first, double last, bool reversed, std::vector<double> &loop)
    {
        const Geom2dAdaptor_Curve adaptor(curve, first, last);
        std::vector<double> breaks = {first, last};
        if (adaptor.GetType() != GeomAbs_Line) breaks = starting_breaks(adaptor, first, last);
        if (reversed) breaks = std::vector<double>(breaks.rbegin(), breaks.rend());
        for (size_t i = 0; i + 1 < breaks.size(); i++) {
            add(curve->Value(breaks[i]), loop);
            if (adaptor.GetType() != GeomAbs_Line) refine(*curve, breaks[i], breaks[i + 1], 0, loop);
        }
    }

  private:
    static void add(const gp_Pnt2d &p, std::vector<double> &loop)
    {
        loop.push_back(p.X());
        loop.push_back(p.Y());
    }

    // enough pieces that none of them bends back unseen
    static std::vector<double> starting_breaks(const Geom2dAdaptor_Curve &curve, double first, double last)
    {
        const int n = curve.NbIntervals(GeomAbs_C1);
        TColStd_Array1OfReal knots(1, n + 1);
        curve.Intervals(knots, GeomAbs_C1);
        std::vector<double> breaks;
        constexpr int pieces = 4;
        for (int i = 1; i <= n; i++)
            for (int k = 0; k < pieces; k++) breaks.push_back(knots(i) + (knots(i + 1) - knots(i)) * k / pieces);
        breaks.push_back(last);
        breaks.front() = first;
        return breaks;
    }

    void refine(const Geom2d_Curve &curve, double a, double b, int depth, std::vector<double> &loop)
    {
        const gp_Pnt2d p = curve.Value(a), q = curve.Value(b), m = curve.Value(0.5 * (a + b));
        const gp_Pnt chord = surface_->Value(0.5 * (p.X() + q.X()), 0.5 * (p.Y() + q.Y()));
        const bool far = surface_->Value(m.X(), m.Y()).Distance(chord) > tolerance_; // and a number
        if (depth >= halvings || !far) return;
        refine(curve, a, 0.5 * (a + b), depth + 1, loop);
        add(m, loop);
        refine(curve, 0.5 * (a + b), b, depth + 1, loop);
    }

    const Handle(Geom_Surface) surface_;
    double tolerance_;
};

std::vector<double> outline_of(const TopoDS_Wire &wire, const TopoDS_Face &face, Tracer &tracer)
{
    std::vector<double> loop;
    for (BRepTools_WireExplorer edges(wire, face); edges.More(); edges.Next()) {
        const TopoDS_Edge &edge = edges.Current();
        double first, last;
        const Handle(Geom2d_Curve) curve = BRep_Tool::CurveOnSurface(edge, face, first, last);
        if (curve.IsNull()) continue;
        tracer.trace(curve, first, last, edge.Orientation() == TopAbs_REVERSED, loop);
    }
    return loop;
}

} // namespace

std::vector<std::vector<double>> outlines_of(const TopoDS_Face &face, const Handle(Geom_Surface) & surface,
                                             double deflection)
{
    Tracer tracer(surface, deflection * extent_of(face).size);
    const TopoDS_Wire outer = BRepTools::OuterWire(face);
    std::vector<std::vector<double>> loops;
    if (!outer.IsNull()) loops.push_back(outline_of(outer, face, tracer));
    for (TopExp_Explorer wires(face, TopAbs_WIRE); wires.More(); wires.Next()) {
        if (wires.Current().IsSame(outer)) continue;
        std::vector<double> hole = outline_of(TopoDS::Wire(wires.Current()), face, tracer);
        if (bounds_area(hole)) loops.push_back(std::move(hole));
    }
    return loops;
}

bool bounds_area(const std::vector<double> &loop)
{
    return loop.size() >= 6;
}

} // namespace gud_cad
