// The gap between two surfaces, measured from points of a reference surface along its normals to the surface of the
// other body, and how it changes (Cerimagic 2020, eqs 15, 35-45, as corrected); docs/theory/surface.md, (29) to (37).
//
// Queries allocate nothing and keep nothing: what makes the next query quick is the caller's `warm`. A warm query
// follows the sheet of the surface that was hit before; where another sheet may come nearer than that, start cold now
// and then.
#ifndef GUD_SURFACE_GAP_H
#define GUD_SURFACE_GAP_H

#include "body/pose.h"
#include "surface/grid.h"

typedef enum gud_gap_mode {
    GUD_GAP_NEWTON, // warm-started Newton on ray and surface; pencil eigenvalues where that fails or nothing is known
    GUD_GAP_MREP,   // golden section on D, inversion, inside test: slow, and says where it cannot know
    GUD_GAP_VERIFY, // the first, compared with the second
} gud_gap_mode;

typedef enum gud_gap_state {
    GUD_GAP_NONE,   // the normal meets nothing in the window: no film here
    GUD_GAP_FILM,   // `gap` holds
    GUD_GAP_UNSURE, // mrep: `gap` is what was found; another hit may be nearer
    GUD_GAP_BLIND,  // mrep: nothing was found, and something may be there
} gud_gap_state;

// was a hit found?
static inline bool gud_gap_met(unsigned state)
{
    return state == GUD_GAP_FILM || state == GUD_GAP_UNSURE;
}

// is it known what is there, a hit or none?
static inline bool gud_gap_sure(unsigned state)
{
    return state == GUD_GAP_FILM || state == GUD_GAP_NONE;
}

typedef struct gud_gap_pair {
    const gud_grid *grid;     // points of the reference surface
    const gud_surface *other; // the other body's surface
    gud_gap_mode mode;
    double low, high; // m; window of the gap, low <= 0 <= high; of several hits the one nearest to zero counts
    // Rays that met nothing before are searched for again in this call if their number modulo `parts` is `part`;
    // parts = 0: all of them. Cold searches cost a hundred times what warm ones do.
    int parts, part;
} gud_gap_pair;

typedef struct gud_gap_work {
    gud_mrep_work mrep;
    double *roots; // [m]
} gud_gap_work;

// enough for all queries against this surface by one thread
gud_status gud_gap_work_create(const gud_surface *other, gud_arena *arena, gud_error *error, gud_gap_work *work);

// Results, in the caller's arrays of grid->n. Vectors are components along, normal, across of the point's local frame,
// but `slope` is in the frame of the reference surface. Where there is no film: gap = high, rate and slip 0.
typedef struct gud_gap_hits {
    unsigned char *state; // gud_gap_state
    double *gap;          // m; negative where the bodies overlap
    double *rate;         // m/s; of the gap at the fixed point of the reference surface
    double *slope;        // [n][3]; d(gap)/d(shift of the other body at the hit)
    double *wall_r;       // [n][3] m/s; the reference body's velocity at its point
    double *wall_c;       // [n][3] m/s; the other body's velocity at the hit
    double *slip;         // [n][3] m/s; the other body's velocity relative to the reference body, at the hit

    int nfilm, ncold; // points with film; searches that had to start cold
    int nunsure;      // mrep and verify: points where mrep does not know
    int ndisagree;    // verify: points where both know and differ
    double judge;     // verify: largest sigma_min/sigma_max at a hit
} gud_gap_hits;

// Poses of the two surfaces' frames with their velocities. warm[n][2]: parameters of the last hits on the other
// surface, NAN where there was none; read, and written for the next query. GUD_ERR_NUMERIC if a pose is not finite.
gud_status gud_gap_find(const gud_gap_pair *pair, const gud_pose *reference, const gud_pose *other, gud_gap_work *work,
                        double *warm, gud_error *error, gud_gap_hits *field);

// ---- one ray, in the frame of the other surface

typedef struct gud_ray {
    double x[3], n[3]; // start, and unit direction
    double low, high;  // of h
} gud_ray;

typedef struct gud_hit {
    double h;
    double xi[2];
    double normal[3];     // x_u cross x_v there, of any length
    double tangent[2][3]; // of gud_ray_track: x_u and x_v there
} gud_hit;

// from the parameters in hit->xi; false if Newton's iteration does not arrive inside surface and window
bool gud_ray_track(const gud_surface *surface, const gud_ray *ray, gud_hit *hit);

// the hit nearest to h = 0, from nothing; false if there is none
bool gud_ray_find(const gud_surface *surface, const gud_ray *ray, gud_gap_work *work, gud_hit *hit);

// The same by golden section. hit->h is NAN if none was found.
gud_gap_state gud_ray_search(const gud_surface *surface, const gud_ray *ray, gud_gap_work *work, gud_hit *hit);

#endif
