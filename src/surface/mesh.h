// Triangles that a body is drawn by, from a file. They are for pictures only: nothing is computed from them.
#ifndef GUD_SURFACE_MESH_H
#define GUD_SURFACE_MESH_H

#include "surface/surface.h"

enum { GUD_MESH_TRIANGLES = 500000 }; // of one body

typedef struct gud_mesh {
    int nvertex, ntriangle;
    const double *vertices; // m: x, y, z of each
    const int *triangles;   // three vertices of each
} gud_mesh;

// STL, as bytes or as text, or OBJ (lines v and f), by the ending of `file`. `unit`: m, the length of one unit of the
// file. Vertices of STL files at the same place become one. The mesh stays in the arena.
gud_status gud_mesh_parse(const char *file, const char *text, size_t size, double unit, gud_arena *arena,
                          gud_error *error, gud_mesh *mesh);
gud_status gud_mesh_read(const char *path, double unit, gud_arena *arena, gud_error *error, gud_mesh *mesh);

// a surface as a grid of cells x cells squares; what a trimmed one has lost is left out, square by square
gud_status gud_mesh_surface(const gud_surface *surface, int cells, gud_arena *arena, gud_mesh *mesh);

#endif
