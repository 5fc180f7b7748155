// A gap file: two surfaces, their poses and motion; gap, rate and nearest points for one pose or a sweep of them.
#ifndef GUD_COMPONENT_GAP_H
#define GUD_COMPONENT_GAP_H

#include "component/component.h"
#include "pair/surfaces.h"

enum { GUD_GAP_SWEEPS = 6, GUD_GAP_POSES = 100000 };

// a number of the second surface's pose that takes several values
typedef struct gud_gap_sweep {
    const char *name, *unit; // "x", "m"; "rotation.y", "rad"
    int which;               // 0 to 2: of the place, 3 to 5: of the rotation
    double from, to;
    int points;
} gud_gap_sweep;

// what is known of one pose
typedef struct gud_gap_result {
    double values[GUD_GAP_SWEEPS]; // of the sweeps
    bool met;                      // some ray hits the other surface
    gud_nearest nearest;           // where the gap is least, if it is met
    double place[3];               // the same on the reference surface, world
    double area;                   // m2, where the surfaces overlap
    int nfilm, nunsure, ndisagree;
    double judge;
} gud_gap_result;

typedef struct gud_gap_sheet {
    gud_component_file file;
    const char *names[2]; // of the surfaces
    gud_surface surfaces[2];
    gud_surface_pair pair;
    gud_gap_mode mode;
    bool moves; // velocities were given
    gud_pose pose[2];
    double rotation[3]; // of the second
    int nsweep, npose;
    gud_gap_sweep sweeps[GUD_GAP_SWEEPS];
    gud_gap_result *results;
    int least; // the pose with the least gap of all
    gud_surface_work *work;
    gud_pose shown[2]; // poses of the field in `work`
} gud_gap_sheet;

extern const char *const gud_gap_modes[]; // newton, mrep, verify

// Fills sheet->work->field with the gaps of a pose. A sheet that was made shows the pose with the least gap.
gud_status gud_gap_sheet_show(gud_gap_sheet *sheet, int pose, gud_error *error);

// a point of the grid in the world
void gud_gap_sheet_point(const gud_gap_sheet *sheet, int i, double x[3]);

#endif
