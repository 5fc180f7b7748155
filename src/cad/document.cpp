#include "cad/document.hpp"

#include "cad/healing.hpp"
#include "cad/sniff.hpp"
#include "cad/tree.hpp"

#include <IGESBasic_SingularSubfigure.hxx>
#include <IGESBasic_SubfigureDef.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESControl_Controller.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_ExternFile.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFApp_Application.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <cmath>
#include <map>
#include <stdexcept>

namespace gud_cad
{

namespace
{

// an open document of the application, which would keep it
class Open
{
  public:
    Open()
    {
        XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", file);
    }
    ~Open()
    {
        XCAFApp_Application::GetApplication()->Close(file);
    }
    Open(const Open &) = delete;
    Open &operator=(const Open &) = delete;

    Handle(TDocStd_Document) file;
};

// Settings that a controller's Init would overwrite. Lengths arrive in millimetres: OpenCASCADE's tolerances are made
// for numbers of that size.
void set_reading(Curves curves)
{
    Interface_Static::SetCVal("xstep.cascade.unit", "MM");
    Interface_Static::SetIVal("read.surfacecurve.mode", curves == Curves::as_written ? 0 : 3);
    set_healing(curves != Curves::in_space_without_poles);
}

// m; 0: not a unit of length that we know
double unit_named(TCollection_AsciiString name)
{
    static const std::map<std::string, double> units = {
        {"metre", 1.0},       {"millimetre", 1e-3},   {"centimetre", 1e-2}, {"decimetre", 0.1},   {"kilometre", 1e3},
        {"micrometre", 1e-6}, {"inch", 0.0254},       {"foot", 0.3048},     {"yard", 0.9144},     {"mile", 1609.344},
        {"mil", 2.54e-5},     {"microinch", 2.54e-8}, {"meter", 1.0},       {"millimeter", 1e-3}, {"centimeter", 1e-2}};
    name.LowerCase();
    const auto found = units.find(name.ToCString());
    return found == units.end() ? 0.0 : found->second;
}

// Products may be in files of their own, which are searched for beside the file.
void name_missing_files(const STEPCAFControl_Reader &reader, Document &document)
{
    std::string missing;
    for (NCollection_DataMap<TCollection_AsciiString, Handle(STEPCAFControl_ExternFile)>::Iterator files(
             reader.ExternFiles());
         files.More(); files.Next())
        if (files.Value()->GetLoadStatus() != IFSelect_RetDone)
            missing += (missing.empty() ? "" : ", ") + std::string(files.Key().ToCString());
    if (missing.empty()) return;
    if (document.parts.empty())
        throw std::runtime_error("holds no solids of its own, and refers to files that are missing or damaged: " +
                                 missing);
    document.remarks.push_back("parts are left out, since files that it refers to are missing or damaged: " + missing);
}

void read_step(const std::string &path, Curves curves, Document &document, Handle(TDocStd_Document) file)
{
    STEPCAFControl_Controller::Init();
    set_reading(curves);
    STEPCAFControl_Reader reader;
    reader.SetGDTMode(false);
    reader.SetViewMode(false);
    reader.SetLayerMode(false);
    reader.SetPropsMode(false);
    reader.SetMatMode(false);
    if (reader.ReadFile(path.c_str()) != IFSelect_RetDone)
        throw std::runtime_error("is damaged: OpenCASCADE cannot read it as STEP");
    reader.Transfer(file);
    list_parts(file, document);
    name_missing_files(reader, document);
    TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
    reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
    for (const TCollection_AsciiString &name : lengths) {
        if (unit_named(name) <= 0.0) continue;
        document.unit = unit_named(name);
        break;
    }
}

// versions by their number in the global section
std::string iges_version(int flag)
{
    static const char *const versions[] = {"1.0", "2.0", "3.0", "4.0", "4.1", "5.0", "5.1", "5.2", "5.3"};
    const int k = flag == 1 ? 0 : flag <= 3 ? 1 : flag <= 5 ? 2 : flag == 6 ? 3 : flag - 3;
    return k < 0 || k > 8 ? "IGES" : std::string("IGES ") + versions[k];
}

// a property, a label, or that of the subfigure that an instance places
std::string name_of(const Handle(IGESData_IGESEntity) & entity)
{
    const auto instance = Handle(IGESBasic_SingularSubfigure)::DownCast(entity);
    auto figure = Handle(IGESBasic_SubfigureDef)::DownCast(entity);
    if (!instance.IsNull()) figure = instance->Subfigure();
    Handle(TCollection_HAsciiString) name = entity->NameValue();
    if (!figure.IsNull() && (name.IsNull() || worth_saying(name->ToCString()).empty())) name = figure->Name();
    return name.IsNull() ? std::string() : worth_saying(name->ToCString());
}

Names names_of(const Handle(IGESData_IGESModel) & model, const Handle(Transfer_TransientProcess) & transfer)
{
    Names names;
    for (int i = 1; i <= model->NbEntities(); i++) {
        const Handle(IGESData_IGESEntity) entity = model->Entity(i);
        const std::string name = name_of(entity);
        if (name.empty()) continue;
        const TopoDS_Shape shape = TransferBRep::ShapeResult(transfer, entity);
        if (!shape.IsNull() && shape.ShapeType() <= TopAbs_SOLID) names[shape.TShape().get()] = name;
    }
    return names;
}

void read_iges(const std::string &path, Curves curves, Document &document, Handle(TDocStd_Document) file)
{
    IGESControl_Controller::Init();
    set_reading(curves);
    IGESCAFControl_Reader reader;
    if (reader.ReadFile(path.c_str()) != IFSelect_RetDone)
        throw std::runtime_error("is damaged: OpenCASCADE cannot read it as IGES");
    const Handle(IGESData_IGESModel) model = Handle(IGESData_IGESModel)::DownCast(reader.WS()->Model());
    reader.Transfer(file);
    std::vector<TopoDS_Shape> roots;
    for (int i = 1; i <= reader.NbShapes(); i++) roots.push_back(reader.Shape(i));
    const Names names = names_of(model, reader.WS()->TransferReader()->TransientProcess());
    list_bodies(file, bodies_of_groups(roots, names), document);
    document.unit = 1e-3 * model->GlobalSection().UnitValue(); // which is in mm
    document.schema = iges_version(model->GlobalSection().IGESVersion());
}

// A number such as NAN, or one too large to be held, in an axis of the file
void check_places(const Document &document)
{
    for (const Placed &part : document.parts)
        for (int i = 1; i <= 3; i++)
            for (int k = 1; k <= 4; k++)
                if (!std::isfinite(part.place.Value(i, k)))
                    throw std::runtime_error("is damaged: the place of '" + part.name + "' is not a finite number");
}

} // namespace

Document read_document(const std::string &path, Curves curves)
{
    const Sniffed sniffed = sniff(path);
    Document document;
    document.schema = sniffed.schema;
    const Open open;
    if (sniffed.format == Format::step)
        read_step(path, curves, document, open.file);
    else
        read_iges(path, curves, document, open.file);
    check_places(document);
    return document;
}

} // namespace gud_cad
