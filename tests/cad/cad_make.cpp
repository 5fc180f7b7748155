// cad_make NAME OUT.step|OUT.iges [OPTION...]     writes a test assembly and prints what a reader has to find in it
//
//     --spline      all faces as NURBS
//     --halves, --quarters   no face reaches further around
//     --mirrored    in the plane x = 0
//     --rotated     the whole turned and moved
//     --inches      unit of the file
//     --no-curves   edges without curves on the surfaces that they bound, as many programs write
//     --schema AP203|AP214|AP242, and of IGES faces|solids
//     --only PART   one part alone, in its own frame
//     --labels      names of IGES as labels of eight letters, not as properties
//     --subfigures  parts of IGES as subfigures, each placed twice, 100 and 200 mm along x
//
// Lines on standard output, in mm of the assembly's frame, `-` where a number is not known in advance:
//
//     part NAME volume V centre X Y Z inertia XX YY ZZ YZ XZ XY
//     pair KIND INNER OUTER radius R clearance C width W eccentricity E
#include "assemblies.hpp"
#include "names.hpp"

#include <BRepBuilderAPI_Transform.hxx>
#include <IGESCAFControl_Writer.hxx>
#include <IGESControl_Controller.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <Standard_Failure.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cstdio>
#include <stdexcept>

namespace
{

struct Options {
    std::string name, path, schema = "AP214", only;
    bool spline = false, mirrored = false, rotated = false, inches = false, no_curves = false, external = false;
    bool labels = false, subfigures = false;
    double divide = 0.0;
};

Options parse(int argc, char **argv)
{
    Options o;
    if (argc < 3) {
        std::string names;
        for (const std::string &name : assembly_names()) names += " " + name;
        throw std::runtime_error("usage: cad_make NAME OUT.step|OUT.iges [OPTION...]; names:" + names);
    }
    o.name = argv[1];
    o.path = argv[2];
    for (int i = 3; i < argc; i++) {
        const std::string word = argv[i];
        if (word == "--spline")
            o.spline = true;
        else if (word == "--halves")
            o.divide = 3.14159265358979323846;
        else if (word == "--quarters")
            o.divide = 3.14159265358979323846 / 2.0;
        else if (word == "--mirrored")
            o.mirrored = true;
        else if (word == "--rotated")
            o.rotated = true;
        else if (word == "--inches")
            o.inches = true;
        else if (word == "--external")
            o.external = true;
        else if (word == "--no-curves")
            o.no_curves = true;
        else if (word == "--labels")
            o.labels = true;
        else if (word == "--subfigures")
            o.subfigures = true;
        else if (word == "--schema" && i + 1 < argc)
            o.schema = argv[++i];
        else if (word == "--only" && i + 1 < argc)
            o.only = argv[++i];
        else
            throw std::runtime_error("no such option: " + word);
    }
    return o;
}

Body changed(const Body &body, const Options &o)
{
    Body b = body;
    if (o.divide > 0.0) b = divided(b, o.divide);
    return o.spline ? all_spline(b) : b;
}

// shapes cannot be placed by a reflection: each part is reflected, and placed by the reflected rotation
void change(Item &item, const Options &o)
{
    gp_Trsf mirror;
    mirror.SetMirror(gp_Ax2(gp_Pnt(0.0, 0.0, 0.0), gp_Dir(1.0, 0.0, 0.0)));
    if (!item.body.shape.IsNull()) item.body = changed(item.body, o);
    if (o.mirrored) {
        if (!item.body.shape.IsNull()) item.body = item.body.moved(mirror);
        item.place = mirror * item.place * mirror;
    }
    for (Item &child : item.children) change(child, o);
}

const Item *find(const Item &item, const std::string &name)
{
    if (item.name == name) return &item;
    for (const Item &child : item.children)
        if (const Item *found = find(child, name)) return found;
    return nullptr;
}

// ---- what a reader has to find

void print_part(const Item &item, const gp_Trsf &place)
{
    const Mass m = item.body.mass.moved(place);
    if (!m.known) {
        std::printf("part %s volume - centre - - - inertia - - - - - -\n", item.name.c_str());
        return;
    }
    const std::array<double, 6> inertia = m.inertia();
    std::printf("part %s volume %.15g centre %.15g %.15g %.15g inertia", item.name.c_str(), m.volume,
                m.first[0] / m.volume, m.first[1] / m.volume, m.first[2] / m.volume);
    for (const double entry : inertia) std::printf(" %.15g", entry);
    std::printf("\n");
}

void print_parts(const Item &item, const gp_Trsf &above)
{
    const gp_Trsf place = above * item.place;
    if (!item.body.shape.IsNull()) print_part(item, place);
    for (const Item &child : item.children) print_parts(child, place);
}

void print_pair(const Pair &p)
{
    std::printf("pair %s %s %s radius %.15g clearance %.15g width %.15g eccentricity %.15g\n", p.kind.c_str(),
                p.inner.c_str(), p.outer.c_str(), p.radius, p.clearance, p.width, p.eccentricity);
}

// ---- the file

bool is_iges(const std::string &path)
{
    return path.size() > 4 && path.substr(path.size() - 4) == "iges";
}

class Document
{
  public:
    // instances: IGES knows the names of those only
    explicit Document(bool instances) : instances_(instances)
    {
        XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document_);
        shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
        colours_ = XCAFDoc_DocumentTool::ColorTool(document_->Main());
    }

    TDF_Label add(const Item &item)
    {
        TDF_Label label;
        if (item.children.empty()) {
            label = shapes_->AddShape(item.body.shape, false);
        } else {
            label = shapes_->NewShape();
            for (const Item &child : item.children) {
                const TDF_Label use = shapes_->AddComponent(label, add(child), TopLoc_Location(child.place));
                if (instances_) TDataStd_Name::Set(use, child.name.c_str());
            }
        }
        TDataStd_Name::Set(label, item.name.c_str());
        if (item.colour[0] >= 0.0)
            colours_->SetColor(label, Quantity_Color(item.colour[0], item.colour[1], item.colour[2], Quantity_TOC_sRGB),
                               XCAFDoc_ColorSurf);
        return label;
    }

    void write(const Options &o)
    {
        shapes_->UpdateAssemblies();
        if (is_iges(o.path))
            write_iges(o);
        else
            write_step(o);
    }

  private:
    void write_step(const Options &o)
    {
        STEPCAFControl_Controller::Init();
        Interface_Static::SetCVal("write.step.unit", o.inches ? "INCH" : "MM");
        const char *schema = o.schema == "AP203" ? "AP203" : o.schema == "AP242" ? "AP242DIS" : "AP214IS";
        Interface_Static::SetCVal("write.step.schema", schema);
        Interface_Static::SetIVal("write.surfacecurve.mode", o.no_curves ? 0 : 1);
        STEPCAFControl_Writer writer;
        // each product in a file of its own, in the working directory, or all in one
        if (!writer.Transfer(document_, STEPControl_AsIs, o.external ? "" : nullptr) ||
            writer.Write(o.path.c_str()) != IFSelect_RetDone)
            throw std::runtime_error("cannot write " + o.path);
    }

    void write_iges(const Options &o)
    {
        IGESControl_Controller::Init();
        Interface_Static::SetCVal("write.iges.unit", o.inches ? "INCH" : "MM");
        Interface_Static::SetIVal("write.iges.brep.mode", o.schema == "solids" ? 1 : 0);
        IGESCAFControl_Writer writer;
        if (!writer.Transfer(document_)) throw std::runtime_error("cannot write " + o.path);
        if (o.labels) name_by_labels(writer.Model());
        if (o.subfigures)
            write_subfigures(writer.Model(), 100.0, o.path);
        else if (!writer.Write(o.path.c_str()))
            throw std::runtime_error("cannot write " + o.path);
    }

    bool instances_;
    Handle(TDocStd_Document) document_;
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
};

void make(const Options &o)
{
    Assembly a = make_assembly(o.name);
    change(a.root, o);
    if (o.rotated) {
        const gp_Trsf place = turn(gp_Dir(2.0, -1.0, 3.0), 0.9, gp_Vec(100.0, -250.0, 70.0));
        for (Item &child : a.root.children) child.place = place * child.place;
    }
    if (!o.only.empty()) {
        const Item *found = find(a.root, o.only);
        if (!found) throw std::runtime_error("no part called " + o.only);
        const Item alone = *found;
        a = {alone, {}};
        a.root.place = gp_Trsf();
    }
    Document document(is_iges(o.path));
    document.add(a.root);
    document.write(o);
    print_parts(a.root, gp_Trsf());
    for (const Pair &p : a.pairs) print_pair(p);
}

} // namespace

int main(int argc, char **argv)
{
    try {
        Message::DefaultMessenger()->ChangePrinters().Clear();
        make(parse(argc, argv));
    } catch (const Standard_Failure &failure) {
        std::fprintf(stderr, "cad_make: %s\n", failure.GetMessageString());
        return 1;
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "cad_make: %s\n", failure.what());
        return 1;
    }
    return 0;
}
