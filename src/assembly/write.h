// A model file from a mechanism: YAML that a person can read and change, with comments that say where numbers came
// from, and the files that belong to it: nets, triangles.
#ifndef GUD_ASSEMBLY_WRITE_H
#define GUD_ASSEMBLY_WRITE_H

#include "assembly/mechanism.h"
#include "assembly/openings.h"
#include "base/buffer.h"

// what a CAD file does not say
typedef struct gud_cad_settings {
    const char *source;           // names of the CAD files, for comments
    const char *stem;             // how names of further files begin: "engine"
    const char *model;            // fidelity level: ideal, dry, reynolds, mixed
    const char *oil;              // value of film.oil: "{grade: ISO VG 46, temperature: 60 degC}"
    const char *supply;           // pressure in oil holes and grooves: "2 bar"
    const char *gravity;          // "[0, 0, -9.81]"; NULL: none
    int drive;                    // body that turns at `rate`; GUD_BODY_NONE: none
    const char *rate;             // "1500 rpm"
    const double *density;        // [npart] kg/m3
    const char *const *materials; // [npart] where a density came from: "steel-52100", "default"
    bool concentric;              // runs start in the middle of bearings, not as drawn
} gud_cad_settings;

// a file beside the model
typedef struct gud_cad_file gud_cad_file;
struct gud_cad_file {
    gud_cad_file *next;
    char name[3 * GUD_CAD_NAME];
    gud_buffer data;
};

typedef struct gud_cad_model {
    gud_buffer text; // of the model file
    gud_cad_file *files;
    int nremark;
    gud_buffer remarks; // a line each: what the model leaves out or assumes
} gud_cad_model;

// GUD_ERR_MEMORY; free in any case
gud_status gud_cad_write(const gud_mechanism *mechanism, const gud_cad_settings *settings, gud_cad_model *model,
                         gud_error *error);
void gud_cad_model_free(gud_cad_model *model);

// ---- shared by the files of the writer

typedef struct gud_cad_writer {
    const gud_mechanism *mechanism;
    const gud_fits *fits;
    const gud_features *features;
    const gud_assembly *assembly;
    const gud_cad_settings *settings;
    gud_cad_model *model;
    gud_buffer *out;                            // the section that is written
    gud_buffer frames, surfaces, joints, feeds; // sections of the model
    const gud_cad_body **copies;                // [shapes of parts] the body that is drawn for all copies of a part
    bool films;                                 // reynolds or mixed
    int nfeed;                                  // of the present joint: they are numbered
    bool failed;
} gud_cad_writer;

void gud_cad_length(gud_buffer *out, double metres);            // "20.03 mm", "30 um"
void gud_cad_vector(gud_buffer *out, const double metres[3]);   // "[1 mm, 0, 20 mm]"
void gud_cad_rotation(gud_buffer *out, const double R[9]);      // ", rotation: [...]"; nothing for none
void gud_cad_number(gud_buffer *out, double value, int digits); // without trailing zeros
void gud_cad_angle(gud_buffer *out, double radians);            // "120 deg"
void gud_cad_fine_angle(gud_buffer *out, double radians);       // "1.2 mrad"
void gud_cad_faces(gud_buffer *out, const gud_cad_writer *w, const gud_feature *feature); // "faces 3, 4 of frame"
void gud_cad_text(gud_buffer *out, const char *text); // a value of YAML, in quotes where they are needed
void gud_cad_file_name(const gud_cad_writer *w, const char *ending, char name[3 * GUD_CAD_NAME]); // "engine-rod.stl"
gud_buffer *gud_cad_file_add(gud_cad_writer *w, const char *ending); // NULL without memory; name: model->files->name
void gud_cad_remark(gud_cad_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gud_cad_remark_parts(gud_cad_writer *w); // which of them are the ground, and which are left out

// where a feature stands in a frame: heights of its ends above the frame's origin
typedef struct gud_cad_frame {
    double at[3], R[9]; // in the assembly
} gud_cad_frame;

void gud_cad_into(const gud_cad_frame *frame, const double x[3], double local[3]);

// position and rotation of a shape whose z axis and origin these are; and where it is in the assembly
void gud_cad_place(gud_cad_writer *w, const gud_cad_frame *frame, const double origin[3], const double axis[3]);
void gud_cad_shape_frame(const gud_cad_frame *frame, const double origin[3], const double axis[3],
                         gud_cad_frame *shape);
// length of the middle line of a net's face from its middle to a parameter
double gud_cad_line_length(const gud_face *face, int direction, double to);
double gud_cad_line_parameter(const gud_face *face, int direction, double length); // the inverse
// An entry of `surfaces` for a feature. Its openings are feeds of `joint`; NULL: they only bound the wall.
void gud_cad_surface_write(gud_cad_writer *w, const char *name, const char *joint, const gud_feature *feature,
                           const gud_cad_frame *frame);
// entries of `feeds` for holes and grooves of a fit
void gud_cad_feeds_write(gud_cad_writer *w, const char *joint, const gud_fit *fit, const gud_cad_frame frames[2]);
// the same for a socket; a hole at a pole, which bounds the cup, is filled
void gud_cad_socket_feeds(gud_cad_writer *w, const char *joint, const gud_feature *socket, const gud_cad_frame *frame,
                          double cup[2]);
enum { GUD_CAD_OPENINGS = 24 }; // most in one feature: a joint has no more feeds
// those of a feature; what is left out is remarked upon
int gud_cad_openings(gud_cad_writer *w, const char *joint, const gud_feature *feature, gud_arena *arena,
                     gud_opening list[GUD_CAD_OPENINGS]);
// the points of an outline, [npoint][3]; NULL without memory
const double *gud_cad_outline(gud_cad_writer *w, const gud_feature *feature, const gud_opening *opening,
                              gud_arena *arena);
// the direction of an opening of a socket from the centre, and its angle; false: it is not round
bool gud_cad_socket_hole(const gud_feature *socket, const gud_opening *opening, double direction[3], double *angle);

// How points of a wall are placed on the grid of its film. Coordinates are lengths at the middle of the grid.
typedef struct gud_cad_chart {
    const void *wall;
    void (*place)(const void *wall, const double x[3], double at[2]); // coordinates of a point near the wall
    // lengths on the wall for units of the coordinates at a place; NULL: 1
    void (*stretch)(const void *wall, const double at[2], double by[2]);
    double (*distance)(const void *wall, const double x[3]); // of a point near it, along its normal
    double period[2];                                        // after which a coordinate begins again; 0: it does not
} gud_cad_chart;

// an opening of a wall as a feed sees it
typedef struct gud_cad_mouth {
    double at[2], size[2]; // middle on the grid; lengths along its two directions
    double area;
    enum { GUD_MOUTH_ODD, GUD_MOUTH_ROUND, GUD_MOUTH_RECTANGLE } shape;
    const gud_feature *drill; // the bore that opens here, if it has a round one across the wall
} gud_cad_mouth;

// from the points of its outline, [n][3]
void gud_cad_mouth_find(gud_cad_writer *w, const gud_feature *feature, const gud_cad_chart *chart, int n,
                        const double *outline, gud_cad_mouth *mouth);
void gud_cad_mouth_size(gud_cad_writer *w, const gud_cad_mouth *mouth);
// where its oil comes from: the last lines of a feed
void gud_cad_mouth_source(gud_cad_writer *w, const gud_feature *feature, const gud_cad_mouth *mouth);
// the first lines of a feed between `surfaces`; `on`: the part without the grid, "bearing" or "journal", or NULL
void gud_cad_feed_begin(gud_cad_writer *w, const char *joint, const char *what, const char *on, const double at[2]);
void gud_cad_mouth_write(gud_cad_writer *w, const char *joint, const char *on, const gud_feature *feature,
                         const gud_cad_mouth *mouth);

// A surface of revolution other than spheres. Its openings are feeds of `joint`, or bound the wall; NULL: it has none.
void gud_cad_turned_write(gud_cad_writer *w, const char *joint, const gud_feature *feature, const gud_cad_frame *frame);
// Openings of one surface of revolution as feeds that move over the grid of another one. False: these are not both.
bool gud_cad_riders_write(gud_cad_writer *w, const char *joint, const gud_feature *const walls[2],
                          const gud_cad_frame frames[2], int reference);

// angles from the axis of a socket between which it extends, and the axis; false: all of the sphere
bool gud_cad_cup(const gud_features *features, const gud_feature *socket, double axis[3], double cup[2]);
// triangles of a body's parts in its frame, as binary STL in millimetres
void gud_cad_stl(gud_cad_writer *w, const int *parts, int npart, const double origin[3], gud_buffer *out);

// ---- updating

// Three texts: what was written last time, what the user made of it, what would be written now. Values that the user
// left as they were follow the new text, others stay; what changed is reported line by line.
gud_status gud_cad_update(const char *before, const char *user, const char *now, gud_buffer *merged,
                          gud_buffer *report);

#endif
