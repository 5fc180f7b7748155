// Integrals over a trimmed face, from which the volume, centre and inertia of a solid follow.
#ifndef GUD_CAD_MOMENTS_HPP
#define GUD_CAD_MOMENTS_HPP

#include <TopoDS_Face.hxx>
#include <array>
#include <gp_Pnt.hxx>

namespace gud_cad
{

// The face's share in the volume integrals of 1; x, y, z; xx, yy, zz, yz, xz, xy of the solid, about a point; and its
// area. Powers of mm.
struct Moments {
    std::array<double, 11> of{};

    double area() const
    {
        return of[10];
    }
    void add(const Moments &other)
    {
        for (size_t k = 0; k < of.size(); k++) of[k] += other.of[k];
    }
};

Moments integrate_face(const TopoDS_Face &face, const gp_Pnt &about);

} // namespace gud_cad

#endif
