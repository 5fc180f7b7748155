// What a CAD file says of an assembly: parts with masses, faces with shape and outline, triangles to draw.
// A reader (src/cad, a module in C++ that is loaded when a CAD file is named) fills these structs; src/assembly finds
// the pairs of faces that could be joints and writes the model. Lengths in metres, angles in radians, all coordinates
// in the frame of the assembly; a part that is used twice is listed twice.
//
// Plain C that a C++ compiler accepts. Arrays belong to the assembly and live until it is freed.
#ifndef GUD_ASSEMBLY_ASSEMBLY_H
#define GUD_ASSEMBLY_ASSEMBLY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Parameters (u, v) of a face by its kind; `origin`, `xdir`, `axis` are its frame (right-handed, unit length):
//
//     plane     u along xdir, v along axis x xdir, m          the solid is on the side away from axis
//     cylinder  u around the axis from xdir, v along it, m     radius
//     cone      u and v as a cylinder; radius + v tan(angle)   radius at v = 0, angle of the flank to the axis
//     sphere    u longitude from xdir, v latitude              radius
//     torus     u around the axis, v around the tube           radius of the ring, tube
//     spline    those of its knots
typedef enum gud_face_kind {
    GUD_FACE_PLANE,
    GUD_FACE_CYLINDER,
    GUD_FACE_CONE,
    GUD_FACE_SPHERE,
    GUD_FACE_TORUS,
    GUD_FACE_SPLINE
} gud_face_kind;

// A closed outline in (u, v), without repeating its first point; the face is on its left. A face that closes on itself
// is cut open along its seam: a full cylinder has the rectangle 0..2 pi x v range as its only outline, a ball 0..2 pi x
// -pi/2..pi/2. Ranges around may start anywhere.
typedef struct gud_face_loop {
    int npoint;
    const double *points; // [npoint][2]
} gud_face_loop;

// as gud_nurbs in surface/nurbs.h: point (i, j) at points[4 (i count[1] + j)] as x, y, z, weight
typedef struct gud_face_net {
    int degree[2], count[2];
    const double *knots[2]; // [count + degree + 1]
    const double *points;
} gud_face_net;

typedef struct gud_face {
    gud_face_kind kind;
    int part;
    int inward; // the solid's outward normal points to the axis, centre or tube's centre (a bore, a socket), or, on a
                // spline, against the cross product of its parameter lines; never set on a plane
    double origin[3], axis[3], xdir[3];
    double radius, tube, angle;
    gud_face_net net;  // of splines, over the range of the face, not periodic; counts of 0: it could not be converted
    double u[2], v[2]; // range of the outline
    double box[2][3];  // holds the trimmed face, wider by at most the deflection of its triangles
    double area;       // of the trimmed face
    int nloop;         // the outer outline first, always there; holes after it; three points or more each
    const gud_face_loop *loops;
} gud_face;

typedef struct gud_part {
    const char *name;         // as in the file, or "part 3"; copies in one assembly: "pin", "pin 2"
    const char *path;         // names of the assemblies above it, "engine/cylinder 2", or ""
    int shape;                // parts with the same number are placed copies of one shape
    int solid;                // closed: volume, centre and inertia can be trusted; otherwise they are zero
    double place[3][4];       // from the shape's own frame to the assembly: rotation, then origin
    double volume, centre[3]; // m3; centre of volume
    double inertia[6];        // xx, yy, zz, yz, xz, xy of the volume about the centre, m5, axes of the assembly
    double colour[3];         // red, green, blue from 0 to 1; negative: none
    int nvertex, ntriangle;   // for drawing
    const float *vertices;    // [nvertex][3]
    const int *triangles;     // [ntriangle][3], counterclockwise seen from outside
} gud_part;

typedef struct gud_assembly {
    const char *name;   // of the file, without folder and ending
    const char *schema; // "AP214", "IGES 5.3", ...
    double unit;        // length of the file's unit, m: what `1` meant there
    int npart, nface;
    const gud_part *parts;
    const gud_face *faces; // those of a part stand together, in the order of parts
    int nremark;
    const char *const *remarks; // what was mended or left out while reading, each a sentence that names its part
} gud_assembly;

// ---- the module

#define GUD_CAD_ABI 1

typedef struct gud_cad_options {
    double deflection; // greatest distance of triangles and outlines from the shape, as a fraction of its size
} gud_cad_options;

// a surface to be written: a net in its own frame, with a name
typedef struct gud_cad_surface {
    const char *name;
    gud_face_net net;
} gud_cad_surface;

// Functions return 0, or -1 with a sentence in `error`; they neither print nor throw, and touch no file but `path`.
typedef struct gud_cad_module {
    int abi;             // GUD_CAD_ABI
    const char *library; // "OpenCASCADE 7.6.3"

    // reads STEP or IGES, told apart by their content; several files are one assembly with a part or assembly each
    int (*read)(int npath, const char *const *paths, const gud_cad_options *options, gud_assembly **assembly,
                char *error, size_t size);
    void (*free)(gud_assembly *assembly);

    // STEP or IGES by the ending of `path`
    int (*write)(const char *path, int nsurface, const gud_cad_surface *surfaces, char *error, size_t size);
} gud_cad_module;

// what the module exports: const gud_cad_module *gudgeon_cad(void)
typedef const gud_cad_module *(*gud_cad_entry)(void);

#ifdef __cplusplus
}
#endif

#endif
