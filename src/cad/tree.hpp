// The tree of products of a file, flattened to placed shapes.
#ifndef GUD_CAD_TREE_HPP
#define GUD_CAD_TREE_HPP

#include "cad/document.hpp"

#include <TDocStd_Document.hxx>

namespace gud_cad
{

// has_products: false for IGES, whose faces are grouped by the edges that they share
void list_parts(const Handle(TDocStd_Document) & file, bool has_products, Document &document);

} // namespace gud_cad

#endif
