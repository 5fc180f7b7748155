// Assemblies with known clearances. Lengths in millimetres.
#ifndef GUD_TESTS_CAD_ASSEMBLIES_HPP
#define GUD_TESTS_CAD_ASSEMBLIES_HPP

#include "shapes.hpp"

#include <string>
#include <vector>

// a part, or an assembly of children; placed in its parent
struct Item {
    std::string name;
    Body body;
    gp_Trsf place;
    std::array<double, 3> colour{-1.0, -1.0, -1.0};
    std::vector<Item> children;
};

// faces that a search has to find: their common radius is that of the inner part
struct Pair {
    std::string kind, inner, outer;
    double radius, clearance, width, eccentricity;
};

struct Assembly {
    Item root;
    std::vector<Pair> pairs;
};

// throws for names that it does not know
Assembly make_assembly(const std::string &name);
std::vector<std::string> assembly_names();

#endif
