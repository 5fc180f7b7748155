#include "cad/reader.hpp"

#include "cad/document.hpp"

#include <Standard_Failure.hxx>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <gp_Mat.hxx>
#include <limits>
#include <map>
#include <stdexcept>

namespace gud_cad
{

namespace
{

// ---- names: every part has one of its own, seen with its path

using Place = std::pair<std::string, std::string>; // path and name

std::map<Place, int> count_names(const std::vector<Placed> &parts)
{
    std::map<Place, int> count;
    for (const Placed &part : parts) count[{part.path, part.name}]++;
    return count;
}

// Uses of one product are told apart by the name of the use, if the file has good ones, else by a number.
void tell_apart(std::vector<Placed> &parts)
{
    const std::map<Place, int> products = count_names(parts);
    std::map<Place, int> uses, seen;
    for (const Placed &part : parts) uses[{part.path, part.use}]++;
    for (Placed &part : parts) {
        const Place place{part.path, part.name};
        if (products.at(place) == 1) continue;
        const bool named =
            !part.use.empty() && part.use.compare(0, 2, "=>") != 0 && part.use.compare(0, 4, "NAUO") != 0;
        if (named && uses.at({part.path, part.use}) == 1)
            part.name = part.use;
        else if (++seen[place] > 1)
            part.name += " " + std::to_string(seen[place]);
    }
}

void name_parts(std::vector<Placed> &parts)
{
    for (size_t i = 0; i < parts.size(); i++)
        if (parts[i].name.empty()) parts[i].name = "part " + std::to_string(i + 1);
    tell_apart(parts);
}

// ---- shapes, each read in the way that makes it whole

std::vector<Shape> describe_all(const Document &document, double deflection)
{
    std::vector<Shape> shapes;
    for (const TopoDS_Shape &shape : document.shapes) shapes.push_back(describe_shape(shape, deflection));
    return shapes;
}

// worth a second reading: faces of spheres and tori, and splines with poles, may come back as their complement
bool doubtful(const Shape &shape)
{
    if (!shape.trouble.empty()) return true;
    for (const Face &face : shape.faces)
        if (face.pole || face.as.kind == GUD_FACE_SPHERE || face.as.kind == GUD_FACE_TORUS) return true;
    return false;
}

// One shape, read in several ways. A face that came back as its complement has lost edges: the seam ran from a pole to
// the rim of a hole, and was taken for a mistake. So the reading that kept most edges is right.
class Readings
{
  public:
    explicit Readings(Shape &first) : best_(first), most_edges_(first.nedge)
    {
    }

    void add(Shape again)
    {
        const bool whole = best_.trouble.empty(), better = again.trouble.empty() && (!whole || more_edges(again));
        if (whole && again.trouble.empty()) agree_ = agree_ && same_volume(again);
        if (!again.trouble.empty() || !same_volume(again)) most_edges_ = std::max(most_edges_, again.nedge);
        if (!better) return;
        mended_ = mended_ || whole;
        best_ = std::move(again);
    }

    // one that keeps more edges, or makes a whole solid, would be better
    bool unsettled() const
    {
        return best_.closed && (!best_.trouble.empty() || best_.nedge < most_edges_);
    }

    void finish()
    {
        if (!best_.trouble.empty()) return;
        if (unsettled())
            best_.remarks.emplace_back("ways of reading its curves differ, and none of them keeps all edges: compare "
                                       "its volume with that in your CAD program");
        else if (mended_)
            best_.remarks.emplace_back("a face was read as its complement; this was corrected");
        else if (!agree_)
            best_.remarks.emplace_back(
                "ways of reading its curves differ in volume: compare it with that in your CAD program");
    }

  private:
    bool more_edges(const Shape &other) const
    {
        return other.nedge > best_.nedge && !same_volume(other);
    }
    bool same_volume(const Shape &other) const
    {
        return std::fabs(best_.volume.volume - other.volume.volume) <= 1e-3 * best_.volume.volume;
    }

    Shape &best_;
    int most_edges_;
    bool agree_ = true, mended_ = false;
};

// Curves on surfaces are taken as written first, which is exact; shapes in doubt are read again with curves that are
// computed from those in space, and, if need be, once more without edges at poles.
Document read_whole(const std::string &path, double deflection, std::vector<Shape> &shapes)
{
    Document document = read_document(path, Curves::as_written);
    shapes = describe_all(document, deflection);
    std::map<size_t, Readings> open;
    for (size_t i = 0; i < shapes.size(); i++)
        if (doubtful(shapes[i])) open.emplace(i, shapes[i]);
    for (const Curves curves : {Curves::in_space, Curves::in_space_without_poles}) {
        const auto wanted = [&](const std::pair<const size_t, Readings> &entry) {
            return curves == Curves::in_space || entry.second.unsettled();
        };
        if (std::none_of(open.begin(), open.end(), wanted)) break;
        const Document other = read_document(path, curves);
        if (other.shapes.size() != document.shapes.size()) break;
        for (auto &entry : open)
            if (wanted(entry)) entry.second.add(describe_shape(other.shapes[entry.first], deflection));
    }
    for (auto &entry : open) entry.second.finish();
    return document;
}

// ---- records

void turn_vector(const gp_Trsf &place, const double from[3], double to[3])
{
    const gp_XYZ v = place.HVectorialPart() * gp_XYZ(from[0], from[1], from[2]);
    for (int k = 0; k < 3; k++) to[k] = v.Coord(k + 1);
}

void move_point(const gp_Trsf &place, const double from[3], double to[3])
{
    turn_vector(place, from, to);
    for (int k = 0; k < 3; k++) to[k] += metre * place.TranslationPart().Coord(k + 1);
}

void turn_inertia(const gp_Trsf &place, const std::array<double, 6> &from, double to[6])
{
    const gp_Mat R = place.HVectorialPart();
    const gp_Mat I(from[0], from[5], from[4], from[5], from[1], from[3], from[4], from[3], from[2]);
    const gp_Mat J = R * I * R.Transposed();
    to[0] = J(1, 1), to[1] = J(2, 2), to[2] = J(3, 3), to[3] = J(2, 3), to[4] = J(1, 3), to[5] = J(1, 2);
}

class Builder
{
  public:
    explicit Builder(Assembly &out) : out_(out)
    {
    }

    void add_file(const Document &document, std::vector<Shape> &shapes)
    {
        const int first = static_cast<int>(out_.store.shapes.size());
        for (Shape &shape : shapes) out_.store.shapes.push_back(std::move(shape));
        for (const Placed &part : document.parts) add_part(part, first + part.shape);
        for (const std::string &remark : document.remarks) add_remark(remark);
    }

    void finish(const std::string &name, const Document &first)
    {
        out_.store.name = name;
        out_.store.schema = first.schema;
        out_.unit = first.unit;
        out_.name = out_.store.name.c_str();
        out_.schema = out_.store.schema.c_str();
        out_.npart = static_cast<int>(out_.store.parts.size());
        out_.nface = static_cast<int>(out_.store.faces.size());
        out_.parts = out_.store.parts.data();
        out_.faces = out_.store.faces.data();
        for (const std::string &text : remarks_) out_.store.remarks.push_back(keep(text));
        out_.nremark = static_cast<int>(out_.store.remarks.size());
        out_.remarks = out_.store.remarks.data();
    }

    void add_remark(const std::string &text)
    {
        remarks_.push_back(text);
    }

  private:
    const char *keep(const std::string &text)
    {
        out_.store.texts.push_back(text);
        return out_.store.texts.back().c_str();
    }

    void add_part(const Placed &placed, int number)
    {
        const Shape &shape = out_.store.shapes[static_cast<size_t>(number)];
        gud_part part{};
        part.name = keep(placed.name);
        part.path = keep(placed.path);
        part.shape = number;
        part.solid = shape.solid;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) part.place[i][j] = placed.place.HVectorialPart()(i + 1, j + 1);
            part.place[i][3] = metre * placed.place.TranslationPart().Coord(i + 1);
            part.colour[i] = placed.colour[static_cast<size_t>(i)];
        }
        if (shape.solid) {
            part.volume = shape.volume.volume;
            move_point(placed.place, shape.volume.centre.data(), part.centre);
            turn_inertia(placed.place, shape.volume.inertia, part.inertia);
        } else {
            add_remark(placed.name + ": no mass, since " + shape.trouble);
        }
        for (const std::string &remark : shape.remarks) add_remark(placed.name + ": " + remark);
        add_mesh(placed.place, shape, part);
        out_.store.parts.push_back(part);
        for (const Face &face : shape.faces) add_face(placed.place, face, part.vertices);
    }

    void add_mesh(const gp_Trsf &place, const Shape &shape, gud_part &part)
    {
        std::vector<float> vertices(shape.vertices.size());
        for (size_t i = 0; i + 2 < vertices.size(); i += 3) {
            double p[3];
            move_point(place, &shape.vertices[i], p);
            for (size_t k = 0; k < 3; k++) vertices[i + k] = static_cast<float>(p[k]);
        }
        out_.store.vertices.push_back(std::move(vertices));
        part.vertices = out_.store.vertices.back().data();
        part.nvertex = static_cast<int>(shape.vertices.size() / 3);
        part.triangles = shape.triangles.data();
        part.ntriangle = static_cast<int>(shape.triangles.size() / 3);
    }

    void add_face(const gp_Trsf &place, const Face &from, const float *vertices)
    {
        gud_face face = from.as;
        face.part = static_cast<int>(out_.store.parts.size()) - 1;
        if (face.kind == GUD_FACE_SPLINE) {
            add_net(place, from.net, face);
        } else {
            move_point(place, from.as.origin, face.origin);
            turn_vector(place, from.as.axis, face.axis);
            turn_vector(place, from.as.xdir, face.xdir);
        }
        set_box(from, vertices, face);
        std::vector<gud_face_loop> loops;
        for (const std::vector<double> &loop : from.loops)
            loops.push_back({static_cast<int>(loop.size() / 2), loop.data()});
        out_.store.loops.push_back(std::move(loops));
        face.loops = out_.store.loops.back().data();
        face.nloop = static_cast<int>(from.loops.size());
        out_.store.faces.push_back(face);
    }

    void add_net(const gp_Trsf &place, const Net &net, gud_face &face)
    {
        std::vector<double> points = net.points;
        for (size_t i = 0; i + 3 < points.size(); i += 4) move_point(place, &net.points[i], &points[i]);
        out_.store.points.push_back(std::move(points));
        for (size_t k = 0; k < 2; k++) {
            face.net.degree[k] = net.degree[k];
            face.net.count[k] = net.count[k];
            face.net.knots[k] = net.knots[k].data();
        }
        face.net.points = out_.store.points.back().data();
    }

    // of the vertices, widened by what lies between them; a plane only in itself
    static void set_box(const Face &from, const float *vertices, gud_face &face)
    {
        for (size_t k = 0; k < 3; k++) {
            const double normal = face.kind == GUD_FACE_PLANE ? face.axis[k] : 0.0;
            const double margin = from.deflection * std::sqrt(std::fmax(1.0 - normal * normal, 0.0));
            face.box[0][k] = std::numeric_limits<double>::infinity();
            face.box[1][k] = -std::numeric_limits<double>::infinity();
            for (size_t i = from.vertices[0]; i < from.vertices[1]; i++) {
                const double x = static_cast<double>(vertices[3 * i + k]), rounding = 1e-7 * std::fabs(x);
                face.box[0][k] = std::fmin(face.box[0][k], x - margin - rounding);
                face.box[1][k] = std::fmax(face.box[1][k], x + margin + rounding);
            }
        }
    }

    Assembly &out_;
    std::vector<std::string> remarks_;
};

std::string stem(const std::string &path)
{
    return std::filesystem::path(path).stem().string();
}

} // namespace

void read_assembly(const std::vector<std::string> &paths, double deflection, Assembly &out)
{
    Builder builder(out);
    std::vector<Document> documents;
    std::vector<std::vector<Shape>> shapes;
    std::vector<Placed> parts;
    for (const std::string &path : paths) {
        try {
            std::vector<Shape> described;
            documents.push_back(read_whole(path, deflection, described));
            shapes.push_back(std::move(described));
        } catch (const std::runtime_error &failure) {
            throw std::runtime_error(path + ": " + failure.what());
        } catch (const Standard_Failure &failure) {
            throw std::runtime_error(path + ": OpenCASCADE failed (" + failure.GetMessageString() + ")");
        }
        if (documents.back().parts.empty()) throw std::runtime_error(path + ": contains neither solids nor faces");
        parts.insert(parts.end(), documents.back().parts.begin(), documents.back().parts.end());
    }
    name_parts(parts);
    size_t next = 0;
    for (size_t i = 0; i < documents.size(); i++) {
        for (Placed &part : documents[i].parts) part = parts[next++];
        builder.add_file(documents[i], shapes[i]);
    }
    builder.finish(stem(paths.front()), documents.front());
}

} // namespace gud_cad
