#include "mass.hpp"

#include <cmath>
#include <gp_Mat.hxx>
#include <gp_XYZ.hxx>
#include <vector>

namespace
{

constexpr double pi = 3.14159265358979323846;
constexpr int npoint = 48;

struct Node {
    double at, weight; // on 0..1
};

// Gauss-Legendre, by Newton's method on the Legendre polynomial
std::vector<Node> gauss(int n)
{
    std::vector<Node> nodes;
    for (int i = 0; i < n; i++) {
        double x = std::cos(pi * (i + 0.75) / (n + 0.5)), slope = 1.0;
        for (int step = 0; step < 50; step++) {
            double p = 1.0, before = 0.0;
            for (int k = 1; k <= n; k++) {
                const double next = ((2.0 * k - 1.0) * x * p - (k - 1.0) * before) / k;
                before = p;
                p = next;
            }
            slope = n * (x * p - before) / (x * x - 1.0);
            x -= p / slope;
        }
        nodes.push_back({0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope)});
    }
    return nodes;
}

// an element of volume whose cross-sections along z reach from a to b
void add_column(Mass &m, double x, double y, double area, double a, double b)
{
    const double n = area * (b - a), z1 = area * (b * b - a * a) / 2.0, z2 = area * (b * b * b - a * a * a) / 3.0;
    m.volume += n;
    m.first[0] += n * x;
    m.first[1] += n * y;
    m.first[2] += z1;
    m.second[0] += n * x * x;
    m.second[1] += n * y * y;
    m.second[2] += z2;
    m.second[3] += z1 * y;
    m.second[4] += z1 * x;
    m.second[5] += n * x * y;
}

} // namespace

Mass &Mass::add(const Mass &other, double sign)
{
    volume += sign * other.volume;
    for (size_t k = 0; k < 3; k++) first[k] += sign * other.first[k];
    for (size_t k = 0; k < 6; k++) second[k] += sign * other.second[k];
    known = known && other.known;
    return *this;
}

Mass Mass::moved(const gp_Trsf &place) const
{
    const gp_Mat R = place.VectorialPart();
    const gp_XYZ t = place.TranslationPart(), f(first[0], first[1], first[2]);
    const gp_Mat S(second[0], second[5], second[4], second[5], second[1], second[3], second[4], second[3], second[2]);
    const gp_XYZ g = R * f, moved_first = g + t * volume;
    const gp_Mat rotated = R * S * R.Transposed();
    const auto entry = [&](int i, int j) {
        return rotated(i, j) + g.Coord(i) * t.Coord(j) + g.Coord(j) * t.Coord(i) + volume * t.Coord(i) * t.Coord(j);
    };
    Mass m;
    m.volume = volume;
    m.known = known;
    m.first = { moved_first.X(), moved_first.Y(), moved_first.Z() };
    m.second = {entry(1, 1), entry(2, 2), entry(3, 3), entry(2, 3), entry(1, 3), entry(1, 2)};
    return m;
}

std::array<double, 6> Mass::inertia() const
{
    const double cx = first[0] / volume, cy = first[1] / volume, cz = first[2] / volume;
    const double xx = second[0] - volume * cx * cx, yy = second[1] - volume * cy * cy,
                 zz = second[2] - volume * cz * cz;
    return {yy + zz,
            xx + zz,
            xx + yy,
            volume * cy * cz - second[3],
            volume * cx * cz - second[4],
            volume * cx * cy - second[5]};
}

Mass box_mass(double x0, double y0, double z0, double x1, double y1, double z1)
{
    Mass m;
    const double x = (x0 + x1) / 2.0, y = (y0 + y1) / 2.0, area = (x1 - x0) * (y1 - y0);
    add_column(m, x, y, area, z0, z1);
    m.second[0] += m.volume * (x1 - x0) * (x1 - x0) / 12.0;
    m.second[1] += m.volume * (y1 - y0) * (y1 - y0) / 12.0;
    return m;
}

Mass turned_mass(double z0, double z1, const Curve &inner, const Curve &outer)
{
    Mass m;
    for (const Node &node : gauss(npoint)) {
        const double z = z0 + (z1 - z0) * node.at, dz = (z1 - z0) * node.weight;
        const double a = inner(z), b = outer(z), area = pi * (b * b - a * a) * dz;
        const double half = pi * (b * b * b * b - a * a * a * a) / 4.0 * dz;
        m.volume += area;
        m.first[2] += area * z;
        m.second[0] += half;
        m.second[1] += half;
        m.second[2] += area * z * z;
    }
    return m;
}

Mass column_mass(double x, double y, double radius, const Height &low, const Height &high)
{
    Mass m;
    constexpr int around = 64;
    for (const Node &node : gauss(npoint))
        for (int k = 0; k < around; k++) {
            const double r = radius * node.at, angle = 2.0 * pi * (k + 0.5) / around;
            const double px = x + r * std::cos(angle), py = y + r * std::sin(angle);
            add_column(m, px, py, r * radius * node.weight * 2.0 * pi / around, low(px, py), high(px, py));
        }
    return m;
}
