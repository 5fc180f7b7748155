#include "cad/reader.hpp"

#include <BRepBuilderAPI_MakeFace.hxx>
#include <Geom_BSplineSurface.hxx>
#include <IGESCAFControl_Writer.hxx>
#include <IGESControl_Controller.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColStd_Array2OfReal.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Face.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <stdexcept>

namespace gud_cad
{

namespace
{

struct Knots {
    std::vector<double> values;
    std::vector<int> multiplicities;
};

Knots distinct(const double *knots, int n)
{
    Knots k;
    for (int i = 0; i < n; i++) {
        if (k.values.empty() || knots[i] > k.values.back()) {
            k.values.push_back(knots[i]);
            k.multiplicities.push_back(1);
        } else {
            k.multiplicities.back()++;
        }
    }
    return k;
}

TColStd_Array1OfReal reals(const std::vector<double> &from)
{
    TColStd_Array1OfReal to(1, static_cast<int>(from.size()));
    for (size_t i = 0; i < from.size(); i++) to(static_cast<int>(i) + 1) = from[i];
    return to;
}

TColStd_Array1OfInteger integers(const std::vector<int> &from)
{
    TColStd_Array1OfInteger to(1, static_cast<int>(from.size()));
    for (size_t i = 0; i < from.size(); i++) to(static_cast<int>(i) + 1) = from[i];
    return to;
}

Handle(Geom_BSplineSurface) spline_of(const gud_face_net &net)
{
    const Knots u = distinct(net.knots[0], net.count[0] + net.degree[0] + 1);
    const Knots v = distinct(net.knots[1], net.count[1] + net.degree[1] + 1);
    TColgp_Array2OfPnt poles(1, net.count[0], 1, net.count[1]);
    TColStd_Array2OfReal weights(1, net.count[0], 1, net.count[1]);
    for (int i = 0; i < net.count[0]; i++)
        for (int j = 0; j < net.count[1]; j++) {
            const double *p = net.points + 4 * (i * net.count[1] + j);
            poles(i + 1, j + 1) = gp_Pnt(p[0] / metre, p[1] / metre, p[2] / metre);
            weights(i + 1, j + 1) = p[3];
        }
    return new Geom_BSplineSurface(poles, weights, reals(u.values), reals(v.values), integers(u.multiplicities),
                                   integers(v.multiplicities), net.degree[0], net.degree[1]);
}

bool ends_with(const std::string &text, const std::string &end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool write_step(const std::string &path, const Handle(TDocStd_Document) & file)
{
    STEPCAFControl_Controller::Init();
    Interface_Static::SetCVal("write.step.unit", "MM");
    Interface_Static::SetCVal("write.step.schema", "AP214IS");
    STEPCAFControl_Writer writer;
    return writer.Transfer(file) && writer.Write(path.c_str()) == IFSelect_RetDone;
}

bool write_iges(const std::string &path, const Handle(TDocStd_Document) & file)
{
    IGESControl_Controller::Init();
    Interface_Static::SetCVal("write.iges.unit", "MM");
    IGESCAFControl_Writer writer;
    return writer.Transfer(file) && writer.Write(path.c_str());
}

} // namespace

void write_surfaces(const std::string &path, int nsurface, const gud_cad_surface *surfaces)
{
    const Handle(XCAFApp_Application) application = XCAFApp_Application::GetApplication();
    Handle(TDocStd_Document) file;
    application->NewDocument("MDTV-XCAF", file);
    const Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(file->Main());
    for (int i = 0; i < nsurface; i++) {
        const TopoDS_Face face = BRepBuilderAPI_MakeFace(spline_of(surfaces[i].net), 1e-6);
        TDataStd_Name::Set(shapes->AddShape(face, false), TCollection_ExtendedString(surfaces[i].name, true));
    }
    const bool iges = ends_with(path, ".iges") || ends_with(path, ".igs");
    const bool done = iges ? write_iges(path, file) : write_step(path, file);
    application->Close(file);
    if (!done) throw std::runtime_error(path + ": cannot be written");
}

} // namespace gud_cad
