// Beams of two-node elements with a place and three slopes at each node (absolute nodal coordinates);
// docs/theory/beam.md.
//
// All strains are made of the scalar products of seven vectors of an element: the chord over its length and the slopes
// x, y, z of both nodes. Most are linear in them, so most of the elastic energy is a constant quadratic form Q of 28
// products, whatever the strain formulation and the shape at rest; forces and tangent never see a quadrature.
#ifndef GUD_BODY_BEAM_H
#define GUD_BODY_BEAM_H

#include "base/arena.h"
#include "base/field.h"
#include "body/body.h"

enum {
    GUD_BEAM_NODE = 12,    // coordinates of a node: place, slopes x, y, z
    GUD_BEAM_VECTORS = 7,  // of an element
    GUD_BEAM_PRODUCTS = 28 // of the vectors, each pair once
};

enum { GUD_BEAM_POINTS = 24 }; // of a section's quadrature at the most

typedef struct gud_beam_section {
    double area;      // m^2
    double second[2]; // m^4, integrals of y^2 and of z^2
    double torsion;   // m^4, of Saint-Venant
    double shear[2];  // shear factors of y and z
    int npoint;       // of a quadrature that is exact up to y^2 z^2
    double y[GUD_BEAM_POINTS], z[GUD_BEAM_POINTS], weight[GUD_BEAM_POINTS];
} gud_beam_section;

// a row of the table of sections
typedef struct gud_beam_section_kind {
    gud_row row;
    void (*measure)(const void *params, double poisson, gud_beam_section *section);
} gud_beam_section_kind;

typedef struct gud_beam_material {
    double density, modulus, poisson; // kg/m^3, Pa, 1
} gud_beam_material;

// an element at rest, from which a strain formulation makes the quadratic form
typedef struct gud_beam_sample {
    const gud_beam_material *material;
    const gud_beam_section *section;
    double length;                 // m
    double u[GUD_BEAM_VECTORS][3]; // its vectors
} gud_beam_sample;

enum { GUD_BEAM_TERMS = 16, GUD_BEAM_PAIRS = 3, GUD_BEAM_BENT = 7 };

// a linear combination of few products
typedef struct gud_beam_form {
    int n;
    unsigned char at[GUD_BEAM_TERMS];
    double c[GUD_BEAM_TERMS];
} gud_beam_form;

// a strain of second degree in the products d (less those at rest), a.d + sum (b.d)(c.d), with its stiffness
typedef struct gud_beam_bent {
    double stiffness;
    gud_beam_form a;
    int npair;
    gud_beam_form b[GUD_BEAM_PAIRS], c[GUD_BEAM_PAIRS];
} gud_beam_bent;

typedef struct gud_beam_element {
    double length;                                   // m
    double products[GUD_BEAM_PRODUCTS];              // at rest
    double Q[GUD_BEAM_PRODUCTS * GUD_BEAM_PRODUCTS]; // J; energy = d' Q d / 2 with d = products - those at rest
    int nbent;
    gud_beam_bent bent[GUD_BEAM_BENT]; // strains whose energy is not in Q
    double mass[64];                   // kg, kg m, kg m^2: of the eight vectors of coordinates
} gud_beam_element;

// a row of the table of strain formulations: adds its energy to Q and to the bent strains of an element
typedef struct gud_beam_strain {
    gud_row row;
    void (*gather)(const gud_beam_sample *s, gud_beam_element *el);
} gud_beam_strain;

extern const gud_row *const gud_beam_strain_rows[];  // ends with NULL
extern const gud_row *const gud_beam_section_rows[]; // ends with NULL

typedef struct gud_beam {
    int nelement;
    const gud_beam_element **element; // equal ones are the same
    double *rest;                     // coordinates of the nodes at rest, body axes
    double *along;                    // m, of every node: its place on the axis
    double damping;                   // s, Kelvin-Voigt: stress of strain + damping d(strain)/dt
    double drag;                      // 1/s, force -drag M v
    double center[3];                 // m, centre of mass at rest
    double mass;                      // kg
} gud_beam;

typedef struct gud_beam_design {
    gud_beam_material material;
    gud_beam_section section;
    const gud_beam_strain *strain;
    double damping, drag;
    int nelement;
    const double *nodes; // places of the nodes at rest, three numbers each, in body axes
    const double *slope; // unit tangents there
    double first_y[3];   // a direction near the y axis of the first section
} gud_beam_design;

// memory comes from the arena; check arena->failed
gud_beam *gud_beam_make(gud_arena *arena, const gud_beam_design *design);

// where a frame at x along the axis is: its element, weights and span of velocities
void gud_beam_place(const gud_beam *beam, double x, gud_frame *f);

// the x along the axis, at coordinates q, that is closest to a point of the world
double gud_beam_nearest(const gud_beam *beam, const double *q, const double point[3]);

// points of the axis to draw it by: how many, and where
int gud_beam_npoint(const gud_beam *beam);
void gud_beam_shape(const gud_beam *beam, const double *q, double *points);

// how far the middle of the axis is from the middle of the chord, across the chord: along the y axis of the first
// section and normal to it
void gud_beam_deflection(const gud_beam *beam, const double *q, double yz[2]);

double gud_beam_strain_energy(const gud_beam *beam, const double *q);

// what the part behind each node does to the part before it, in axes of the node's section: three numbers a node
void gud_beam_section_forces(const gud_beam *beam, const double gravity[3], const double *q, const double *v,
                             const double *a, double *force, double *moment);

// Of one element, e its 24 coordinates and e_t their rates. Forces are added to f and their magnitudes to size; u is
// what the mass works on (accelerations less gravity, and drag).
double gud_beam_energy(const gud_beam_element *el, const double *e);
double gud_beam_dissipation(const gud_beam_element *el, double damping, const double *e, const double *e_t);
void gud_beam_force(const gud_beam_element *el, double damping, const double *e, const double *e_t, const double *u,
                    double *f, double *size);
// K[24][24] = c_x df/de + c_v df/de_t of the elastic forces
void gud_beam_stiffness(const gud_beam_element *el, double damping, double c_x, double c_v, const double *e,
                        const double *e_t, double *K);
// p += M v
void gud_beam_momentum(const gud_beam_element *el, const double *v, double *p);

// for strain formulations: coefficients of the product of two combinations of the vectors, and
// Q += weight sum D[k][l] e_k e_l' over n strains, GUD_BEAM_PRODUCTS coefficients each
void gud_beam_product(const double a[GUD_BEAM_VECTORS], const double b[GUD_BEAM_VECTORS], double c[GUD_BEAM_PRODUCTS]);
void gud_beam_gather(int n, const double *e, const double *D, double weight, double *Q);

// poses, wrenches and twists of frames on beams
void gud_beam_poses(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses);
void gud_beam_pull(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *g);
void gud_beam_pull_tangent(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6],
                           double *K);
void gud_beam_jacobian(const gud_frame *f, const gud_pose *base, const gud_pose *pose, double *J);
void gud_beam_bias(const gud_pose *pose, double a[6]);

#endif
