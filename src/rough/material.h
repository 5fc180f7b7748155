// Typical properties of materials that plain bearings, pins and pistons are made of.
// They are what handbooks give for the named condition; cast irons as in EN 1561 and EN 1563, white metal near ISO
// 4381. Brinell numbers are kgf/mm2, 9.807 MPa. Heat treatment, casting and temperature move hardness and strength by a
// third and more: measure yours where it matters.
#ifndef GUD_ROUGH_MATERIAL_H
#define GUD_ROUGH_MATERIAL_H

#include "base/error.h"
#include "base/library.h"

typedef struct gud_material {
    const char *name;
    const char *about;
    double young;    // Pa
    double poisson;  // -
    double hardness; // Pa, indentation (Brinell, Vickers or ball)
    double yield;    // Pa, 0.2 % proof stress (cast iron 0.1 %, polymers at yield)
    double density;  // kg/m3
} gud_material;

extern const gud_material gud_materials[];     // ends with a row without a name
extern const char *const gud_material_names[]; // ends with NULL
extern const gud_library gud_material_library;
const gud_material *gud_material_find(const char *name); // NULL if there is none
gud_status gud_materials_find(const char *const names[2], gud_error *error, const gud_material *bodies[2]);

// 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 (rough.md, eq. 2)
double gud_material_modulus(const gud_material *first, const gud_material *second);

#endif
