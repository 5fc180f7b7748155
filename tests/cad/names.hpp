// Ways in which other programs name parts in IGES.
#ifndef GUD_TESTS_CAD_NAMES_HPP
#define GUD_TESTS_CAD_NAMES_HPP

#include <IGESData_IGESModel.hxx>
#include <string>

// labels of eight letters at most take the place of properties with names
void name_by_labels(const Handle(IGESData_IGESModel) & model);

// Each entity with a name that is no group of such becomes a subfigure with two instances, moved by `shift` and twice
// that along x, in a file of its own. Only the subfigure has the name.
void write_subfigures(const Handle(IGESData_IGESModel) & model, double shift, const std::string &path);

#endif
