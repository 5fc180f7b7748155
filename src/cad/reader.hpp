// Files to an assembly.
#ifndef GUD_CAD_READER_HPP
#define GUD_CAD_READER_HPP

#include "cad/shape.hpp"

#include <deque>
#include <string>
#include <vector>

namespace gud_cad
{

// all that an assembly points to
struct Store {
    std::string name, schema;
    std::vector<gud_part> parts;
    std::vector<gud_face> faces;
    std::deque<Shape> shapes; // outlines and knots are shared by the copies of a shape
    std::deque<std::string> texts;
    std::vector<const char *> remarks;
    std::deque<std::vector<gud_face_loop>> loops;
    std::deque<std::vector<double>> points;
    std::deque<std::vector<float>> vertices;
};

struct Assembly : gud_assembly {
    Assembly() : gud_assembly()
    {
    }
    Store store;
};

// throws std::runtime_error with a sentence that names the file
void read_assembly(const std::vector<std::string> &paths, double deflection, Assembly &out);

// Writes nets as STEP or IGES, by the ending of the path.
void write_surfaces(const std::string &path, int nsurface, const gud_cad_surface *surfaces);

} // namespace gud_cad

#endif
