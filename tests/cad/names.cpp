#include "names.hpp"

#include <IGESBasic_Group.hxx>
#include <IGESBasic_Name.hxx>
#include <IGESBasic_SingularSubfigure.hxx>
#include <IGESBasic_SubfigureDef.hxx>
#include <IGESControl_Writer.hxx>
#include <IGESData_HArray1OfIGESEntity.hxx>
#include <TCollection_HAsciiString.hxx>
#include <stdexcept>

namespace
{

// the property of an entity that holds its name, or nothing
Handle(IGESBasic_Name) property_of(const Handle(IGESData_IGESEntity) & entity)
{
    if (entity->NbTypedProperties(STANDARD_TYPE(IGESBasic_Name)) == 0) return {};
    return Handle(IGESBasic_Name)::DownCast(entity->TypedProperty(STANDARD_TYPE(IGESBasic_Name)));
}

bool is_assembly(const Handle(IGESData_IGESEntity) & entity)
{
    const auto group = Handle(IGESBasic_Group)::DownCast(entity);
    for (int i = 1; !group.IsNull() && i <= group->NbEntities(); i++)
        if (!property_of(group->Entity(i)).IsNull()) return true;
    return false;
}

Handle(IGESBasic_SubfigureDef)
    figure_of(const Handle(IGESData_IGESEntity) & entity, const Handle(TCollection_HAsciiString) & name)
{
    const Handle(IGESData_HArray1OfIGESEntity) members = new IGESData_HArray1OfIGESEntity(1, 1);
    Handle(IGESBasic_SubfigureDef) figure = new IGESBasic_SubfigureDef;
    members->SetValue(1, entity);
    figure->Init(0, name, members);
    return figure;
}

} // namespace

void name_by_labels(const Handle(IGESData_IGESModel) & model)
{
    for (int i = 1; i <= model->NbEntities(); i++) {
        const Handle(IGESData_IGESEntity) entity = model->Entity(i);
        const Handle(IGESBasic_Name) property = property_of(entity);
        if (property.IsNull()) continue;
        const Handle(TCollection_HAsciiString) label = new TCollection_HAsciiString(property->Value());
        if (label->Length() > 8) label->Trunc(8);
        entity->RemoveProperty(property);
        entity->SetLabel(label);
    }
}

void write_subfigures(const Handle(IGESData_IGESModel) & model, double shift, const std::string &path)
{
    IGESControl_Writer writer("MM");
    for (int i = 1; i <= model->NbEntities(); i++) {
        const Handle(IGESData_IGESEntity) entity = model->Entity(i);
        const Handle(IGESBasic_Name) property = property_of(entity);
        if (property.IsNull() || is_assembly(entity)) continue;
        entity->RemoveProperty(property);
        entity->SetLabel(nullptr);
        const Handle(IGESBasic_SubfigureDef) figure = figure_of(entity, property->Value());
        for (int copy = 1; copy <= 2; copy++) {
            const Handle(IGESBasic_SingularSubfigure) instance = new IGESBasic_SingularSubfigure;
            instance->Init(figure, gp_XYZ(copy * shift, 0.0, 0.0), false, 1.0);
            if (!writer.AddEntity(instance)) throw std::runtime_error("a subfigure is refused");
        }
    }
    writer.ComputeModel();
    if (!writer.Write(path.c_str())) throw std::runtime_error("cannot write " + path);
}
