// libFuzzer target: any bytes as a mesh. The first byte chooses the format; what is read has finite vertices and
// triangles that name them.

#include "surface/mesh.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_arena arena;
    gud_error error;
    gud_mesh mesh;
    if (size == 0) return 0;
    gud_arena_init(&arena);
    const char *name = data[0] & 1 ? "fuzz.obj" : "fuzz.stl";
    if (gud_mesh_parse(name, (const char *)data + 1, size - 1, 1e-3, &arena, &error, &mesh) == GUD_OK) {
        if (mesh.ntriangle < 1 || mesh.nvertex < 1) abort();
        for (int i = 0; i < 3 * mesh.nvertex; i++)
            if (!isfinite(mesh.vertices[i])) abort();
        for (int i = 0; i < 3 * mesh.ntriangle; i++)
            if (mesh.triangles[i] < 0 || mesh.triangles[i] >= mesh.nvertex) abort();
    } else if (mesh.ntriangle != 0) {
        abort();
    }
    gud_arena_free(&arena);
    return 0;
}
