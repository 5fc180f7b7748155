// The tree of products of a file, flattened to placed shapes.
#ifndef GUD_CAD_TREE_HPP
#define GUD_CAD_TREE_HPP

#include "cad/bodies.hpp"
#include "cad/document.hpp"

#include <TDocStd_Document.hxx>

namespace gud_cad
{

void list_parts(const Handle(TDocStd_Document) & file, Document &document);

// a file without products, whose faces are grouped by the edges that they share; colours are those of `file`
void list_bodies(const Handle(TDocStd_Document) & file, const std::vector<Body> &bodies, Document &document);

// of a name without blanks around it; empty if it says nothing
std::string worth_saying(const std::string &name);

} // namespace gud_cad

#endif
