#include "cad/healing.hpp"

#include <Interface_Static.hxx>
#include <ShapeExtend_MsgRegistrator.hxx>
#include <ShapeFix_Face.hxx>
#include <ShapeFix_Shape.hxx>
#include <ShapeFix_Solid.hxx>
#include <ShapeFix_Wire.hxx>
#include <ShapeProcess_ShapeContext.hxx>
#include <Standard_Failure.hxx>
#include <XSAlgo.hxx>
#include <XSAlgo_AlgoContainer.hxx>
#include <cstring>

namespace gud_cad
{

namespace
{

// OpenCASCADE's default steps, whatever resource files the environment names
class Healing : public XSAlgo_AlgoContainer
{
  public:
    explicit Healing(bool poles) : poles_(poles)
    {
    }

    TopoDS_Shape ProcessShape(const TopoDS_Shape &shape, const Standard_Real precision, const Standard_Real most,
                              const Standard_CString resources, const Standard_CString sequence,
                              Handle(Standard_Transient) & record, const Message_ProgressRange &progress,
                              const Standard_Boolean several) const override
    {
        if (std::strncmp(sequence, "read.", 5) != 0)
            return XSAlgo_AlgoContainer::ProcessShape(shape, precision, most, resources, sequence, record, progress,
                                                      several);
        if (shape.IsNull()) return shape;
        auto context = Handle(ShapeProcess_ShapeContext)::DownCast(record);
        if (context.IsNull()) context = new ShapeProcess_ShapeContext(shape, Interface_Static::CVal(resources));
        context->SetDetalisation(TopAbs_EDGE);
        record = context;
        try {
            mend(shape, precision, most, context);
        } catch (const Standard_Failure &) {
            return shape; // as it was translated
        }
        return context->Result();
    }

  private:
    void mend(const TopoDS_Shape &shape, double precision, double most,
              const Handle(ShapeProcess_ShapeContext) & context) const
    {
        const Handle(ShapeExtend_MsgRegistrator) messages = new ShapeExtend_MsgRegistrator;
        const Handle(ShapeFix_Shape) fix = new ShapeFix_Shape(shape);
        fix->SetMsgRegistrator(messages);
        fix->SetPrecision(precision);
        fix->SetMaxTolerance(most);
        fix->FixFaceTool()->FixWireTool()->FixSameParameterMode() = 0;
        fix->FixSolidTool()->CreateOpenSolidMode() = false;
        if (!poles_) fix->FixFaceTool()->FixWireTool()->FixDegeneratedMode() = 0;
        fix->Perform();
        const TopoDS_Shape mended = fix->Shape();
        if (mended.IsNull() || mended == shape) return;
        context->RecordModification(fix->Context(), messages);
        context->SetResult(mended);
    }

    bool poles_;
};

} // namespace

void set_healing(bool poles)
{
    XSAlgo::SetAlgoContainer(new Healing(poles));
}

} // namespace gud_cad
