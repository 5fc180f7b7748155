// Volume, first and second moments of shapes in closed form or by quadrature that does not know OpenCASCADE.
#ifndef GUD_TESTS_CAD_MASS_HPP
#define GUD_TESTS_CAD_MASS_HPP

#include <array>
#include <functional>
#include <gp_Trsf.hxx>

// integrals over the volume of 1; x, y, z; xx, yy, zz, yz, xz, xy: about the origin, in powers of mm
struct Mass {
    double volume = 0.0;
    std::array<double, 3> first{};
    std::array<double, 6> second{};
    bool known = true; // else there is no number to compare with

    Mass &add(const Mass &other, double sign);
    Mass moved(const gp_Trsf &place) const;
    std::array<double, 6> inertia() const; // about the centre
};

Mass box_mass(double x0, double y0, double z0, double x1, double y1, double z1);

// turned about z: between radii inner(z) and outer(z), z from z0 to z1
using Curve = std::function<double(double)>;
Mass turned_mass(double z0, double z1, const Curve &inner, const Curve &outer);

// over a disc in the xy plane, from low(x, y) to high(x, y)
using Height = std::function<double(double, double)>;
Mass column_mass(double x, double y, double radius, const Height &low, const Height &high);

#endif
