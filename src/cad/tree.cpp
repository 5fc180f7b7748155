#include "cad/tree.hpp"

#include <Quantity_Color.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <map>
#include <set>
#include <stdexcept>

namespace gud_cad
{

namespace
{

constexpr int deepest = 100; // assemblies within assemblies

// ---- names

std::string trimmed(const std::string &text)
{
    const size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

// Some programs write what was in their memory: a name with control characters, or with half of a character, is none.
bool is_text(const TCollection_ExtendedString &text)
{
    for (int i = 1; i <= text.Length(); i++) {
        const Standard_ExtCharacter c = text.Value(i);
        const bool blank = c == '\t' || c == '\r' || c == '\n',
                   control = (c < 0x20 && !blank) || (c >= 0x7f && c < 0xa0);
        if (control || (c >= 0xd800 && c < 0xe000) || c >= 0xfffe) return false;
    }
    return true;
}

std::string text_of(const TCollection_ExtendedString &text)
{
    if (!is_text(text)) return {};
    std::string bytes(static_cast<size_t>(text.LengthOfCString()) + 1, '\0');
    Standard_PCharacter start = bytes.data();
    const Standard_Integer n = text.ToUTF8CString(start);
    bytes.resize(static_cast<size_t>(n));
    for (char &c : bytes)
        if (c == '\t' || c == '\r' || c == '\n') c = ' ';
    return trimmed(bytes);
}

std::string name_of(const TDF_Label &label)
{
    Handle(TDataStd_Name) name;
    return label.FindAttribute(TDataStd_Name::GetID(), name) ? text_of(name->Get()) : std::string();
}

bool is_garbled(const TDF_Label &label)
{
    Handle(TDataStd_Name) name;
    return label.FindAttribute(TDataStd_Name::GetID(), name) && !is_text(name->Get());
}

// names that programs give to shapes without one
bool stands_for_nothing(const std::string &name)
{
    static const std::set<std::string> kinds = {"SOLID", "COMPOUND", "COMPSOLID", "SHELL", "FACE", "GROUP", "NONE"};
    return kinds.count(name) > 0 || name.compare(0, 2, "=>") == 0;
}

// the product that holds nothing but this shape has the name that a user knows
void take_name_above(Placed &part)
{
    const size_t slash = part.path.rfind('/');
    part.name = part.path.substr(slash == std::string::npos ? 0 : slash + 1);
    part.path = slash == std::string::npos ? std::string() : part.path.substr(0, slash);
}

// ---- colours

bool colour_of(const Handle(XCAFDoc_ColorTool) & tool, const TDF_Label &label, std::array<double, 3> &colour)
{
    for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
        Quantity_Color found;
        if (!tool->GetColor(label, type, found)) continue;
        found.Values(colour[0], colour[1], colour[2], Quantity_TOC_sRGB);
        return true;
    }
    return false;
}

// of a shape or of the first of its faces that has one
bool colour_of(const Handle(XCAFDoc_ColorTool) & tool, const TopoDS_Shape &shape, std::array<double, 3> &colour)
{
    for (const TopAbs_ShapeEnum kind : {TopAbs_SOLID, TopAbs_SHELL, TopAbs_FACE})
        for (TopExp_Explorer all(shape, kind); all.More(); all.Next())
            for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
                Quantity_Color found;
                if (!tool->GetColor(all.Current(), type, found)) continue;
                found.Values(colour[0], colour[1], colour[2], Quantity_TOC_sRGB);
                return true;
            }
    return false;
}

// ---- the tree of products

Placed nowhere()
{
    return {"", "", "", gp_Trsf(), {-1.0, -1.0, -1.0}, 0};
}

class Walk
{
  public:
    Walk(const Handle(TDocStd_Document) & file, Document &document)
        : document_(document), shapes_(XCAFDoc_DocumentTool::ShapeTool(file->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(file->Main()))
    {
    }

    void run()
    {
        TDF_LabelSequence roots;
        shapes_->GetFreeShapes(roots);
        for (const TDF_Label &root : roots) visit(root, nowhere(), 0);
        // a program that wrote its memory in place of one name did so with the others, some of which look like text
        for (size_t i = 0; i < document_.parts.size() && garbled_; i++) document_.parts[i].use.clear();
    }

    void list_alone(const Body &body)
    {
        Placed part = nowhere();
        part.name = body.name;
        part.path = body.path;
        list(keep({body.shape}), part);
    }

  private:
    void visit(const TDF_Label &label, Placed above, int depth)
    {
        if (depth > deepest) throw std::runtime_error("assemblies are nested more than 100 levels deep");
        TDF_Label product = label;
        if (XCAFDoc_ShapeTool::IsReference(label)) {
            XCAFDoc_ShapeTool::GetReferredShape(label, product);
            above.use = name_of(label);
            garbled_ = garbled_ || is_garbled(label);
            above.place = above.place * XCAFDoc_ShapeTool::GetLocation(label).Transformation();
        }
        if (above.colour[0] < 0.0) colour_of(colours_, label, above.colour);
        if (XCAFDoc_ShapeTool::IsAssembly(product))
            visit_children(product, above, depth);
        else
            visit_part(product, above);
    }

    void visit_children(const TDF_Label &product, Placed above, int depth)
    {
        const std::string name = name_of(product);
        above.path += (above.path.empty() || name.empty() ? "" : "/") + name;
        TDF_LabelSequence children;
        XCAFDoc_ShapeTool::GetComponents(product, children);
        for (const TDF_Label &child : children) visit(child, above, depth + 1);
    }

    void visit_part(const TDF_Label &product, Placed part)
    {
        TCollection_AsciiString entry;
        TDF_Tool::Entry(product, entry);
        part.name = name_of(product);
        if (stands_for_nothing(part.name)) take_name_above(part);
        if (part.colour[0] < 0.0) colour_of(colours_, product, part.colour);
        auto known = bodies_.find(entry.ToCString());
        if (known == bodies_.end()) {
            const std::vector<TopoDS_Shape> bodies = bodies_of(XCAFDoc_ShapeTool::GetShape(product));
            known = bodies_.emplace(entry.ToCString(), keep(bodies)).first;
        }
        list(known->second, part);
    }

    std::vector<int> keep(const std::vector<TopoDS_Shape> &bodies)
    {
        std::vector<int> numbers;
        for (const TopoDS_Shape &body : bodies) {
            numbers.push_back(static_cast<int>(document_.shapes.size()));
            document_.shapes.push_back(body);
        }
        return numbers;
    }

    // several bodies of one product are numbered
    void list(const std::vector<int> &numbers, const Placed &part)
    {
        const std::string name = part.name;
        for (size_t i = 0; i < numbers.size(); i++) {
            Placed one = part;
            one.shape = numbers[i];
            if (numbers.size() > 1 && !name.empty()) one.name = name + " " + std::to_string(i + 1);
            if (one.colour[0] < 0.0) colour_of(colours_, document_.shapes[static_cast<size_t>(one.shape)], one.colour);
            document_.parts.push_back(one);
        }
    }

    Document &document_;
    bool garbled_ = false; // a name of a use is no text
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    std::map<std::string, std::vector<int>> bodies_; // of a product, by its label
};

} // namespace

void list_parts(const Handle(TDocStd_Document) & file, Document &document)
{
    Walk(file, document).run();
}

void list_bodies(const Handle(TDocStd_Document) & file, const std::vector<Body> &bodies, Document &document)
{
    Walk walk(file, document);
    for (const Body &body : bodies) walk.list_alone(body);
}

std::string worth_saying(const std::string &name)
{
    std::string text = trimmed(name);
    for (char &c : text)
        if (c < 0x20 || c > 0x7e) c = '?'; // IGES is ASCII
    const bool number = text.find_first_not_of("0123456789") == std::string::npos;
    return number || stands_for_nothing(text) ? std::string() : text;
}

} // namespace gud_cad
