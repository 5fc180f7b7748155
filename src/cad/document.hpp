// What a CAD file lists: shapes, and where they are placed under which names. OpenCASCADE's unit, millimetres.
#ifndef GUD_CAD_DOCUMENT_HPP
#define GUD_CAD_DOCUMENT_HPP

#include <TopoDS_Shape.hxx>
#include <array>
#include <gp_Trsf.hxx>
#include <string>
#include <vector>

namespace gud_cad
{

// a shape with a place
struct Placed {
    std::string name; // of the product
    std::string use;  // of this use of it; may be empty
    std::string path; // of the assemblies above
    gp_Trsf place;
    std::array<double, 3> colour;
    int shape; // in Document::shapes
};

struct Document {
    std::string schema;
    double unit = 1e-3;               // m
    std::vector<TopoDS_Shape> shapes; // solids, shells or compounds of faces, each in its own frame
    std::vector<Placed> parts;
    std::vector<std::string> remarks;
};

// Where curves on surfaces come from (OpenCASCADE's read.surfacecurve.mode): the file, or the curves in space; the last
// one without edges at poles, see healing.hpp.
enum class Curves { as_written, in_space, in_space_without_poles };

// throws std::runtime_error with a sentence
Document read_document(const std::string &path, Curves curves);

} // namespace gud_cad

#endif
