// Legacy VTK text, which every version of ParaView reads.

#include "surface/surface.h"

static void samples(const gud_surface *s, int nu, int nv, bool normals, gud_buffer *out)
{
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nu; i++) {
            gud_surface_point p;
            // the exact upper end, which must not wrap to the lower one
            const double a = (double)i / (nu - 1), b = (double)j / (nv - 1);
            gud_surface_eval(s, (1.0 - a) * s->low[0] + a * s->high[0], (1.0 - b) * s->low[1] + b * s->high[1], &p);
            const double *x = normals ? p.normal : p.x;
            gud_buffer_print(out, "%.9g %.9g %.9g\n", x[0], x[1], x[2]);
        }
}

void gud_surface_vtk(const gud_surface *surface, int nu, int nv, gud_buffer *out)
{
    gud_buffer_add(out, "# vtk DataFile Version 3.0\nGudgeon surface, metres\nASCII\nDATASET STRUCTURED_GRID\n");
    gud_buffer_print(out, "DIMENSIONS %d %d 1\nPOINTS %d double\n", nu, nv, nu * nv);
    samples(surface, nu, nv, false, out);
    gud_buffer_print(out, "POINT_DATA %d\nNORMALS normal double\n", nu * nv);
    samples(surface, nu, nv, true, out);
}
