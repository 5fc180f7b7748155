// A CAD module that loses memory: the sanitizer has to say so, in spite of what lsan.supp leaves out.
#include "assembly/assembly.h"

#include <TCollection_HAsciiString.hxx>
#include <cstdio>
#include <vector>

extern "C" __attribute__((visibility("default"))) const gud_cad_module *gudgeon_cad(void);

namespace
{

// memory of our own, and an object of OpenCASCADE that nobody releases
int lose_memory(int npath, const char *const *, const gud_cad_options *, gud_assembly **assembly, char *error,
                size_t size)
{
    auto *const own = new std::vector<double>(100, npath);
    auto *const theirs = new Handle(TCollection_HAsciiString)(new TCollection_HAsciiString("lost"));
    (void)std::snprintf(error, size, "%g %s", (*own)[0], (*theirs)->ToCString());
    *assembly = nullptr;
    return -1;
}

} // namespace

const gud_cad_module *gudgeon_cad(void)
{
    static const gud_cad_module module = [] {
        gud_cad_module m{};
        m.abi = GUD_CAD_ABI;
        m.read = lose_memory;
        return m;
    }();
    return &module;
}
