// How `gudgeon bearing` shows a bearing.
#ifndef GUD_CLI_BEARING_H
#define GUD_CLI_BEARING_H

#include "base/json.h"
#include "component/bearing.h"

// a quantity as engineers read it: 5 digits, prefixes, degrees, revolutions a minute, millilitres; `pretty`: raised
// digits and the like; INFINITY is "any"
void gud_bearing_text(double value, const char *unit, bool pretty, char *text, size_t size);

// of gud_component_view
gud_status gud_bearing_print(const void *sheet);
gud_status gud_bearing_csv(void *sheet, const char *path, gud_error *error);

// the surface as columns over the whole width: column i around, row j along; value i * nz + j
typedef struct gud_bearing_map {
    int nx, nz;
    double start;        // a multiple of 45 deg: the seam does not cut the peak of pressure
    const double *angle; // [nx] ascending from it, of the middles of the cells
    const double *z;     // [nz]
    const double *gap, *pressure, *fraction, *asperity;
} gud_bearing_map;

// taken from the sheet's arena
gud_status gud_bearing_map_make(gud_bearing_sheet *bearing, gud_error *error, gud_bearing_map *map);
gud_status gud_bearing_map_vtk(const gud_bearing_sheet *bearing, const gud_bearing_map *map, const char *path,
                               gud_error *error);

// Figures in `folder`, with their scripts and data: maps, middle, and stribeck if there is a sweep; ending "svg" ...
gud_status gud_bearing_draw(const gud_bearing_sheet *bearing, const gud_bearing_map *map, const char *folder,
                            const char *ending, gud_error *error);

// The data sheet: one page that needs no other file. The figures are read from `folder`, where they are as SVG.
gud_status gud_bearing_html(const gud_bearing_sheet *bearing, const char *folder, gud_error *error);

#endif
