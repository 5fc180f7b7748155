# What the library links. Names of pkg-config modules, since gudgeon.pc passes them on.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(UDUNITS REQUIRED IMPORTED_TARGET udunits)
pkg_check_modules(LAPACKE REQUIRED IMPORTED_TARGET lapacke)
pkg_check_modules(OPENBLAS REQUIRED IMPORTED_TARGET openblas)
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5) # Debian's plain name may mean the one with MPI
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib) # which HDF5 links as well

pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd) # the command only, for `gudgeon serve`

# HDF5 as a shared library brings two dozen others with it, for files on the network: half of the time in which a short
# command starts. Targets with the property GUD_HDF5_ARCHIVE link its archive, where there is one that needs none of them.
include(CheckCSourceCompiles)
find_library(GUD_HDF5_ARCHIVE libhdf5.a HINTS ${HDF5_LIBRARY_DIRS})
find_library(GUD_SZ NAMES sz libsz.so.2)
set(hdf5 PkgConfig::HDF5)
if(GUD_HDF5_ARCHIVE AND GUD_SZ AND NOT GUD_SANITIZE)
    set(archive ${GUD_HDF5_ARCHIVE} ${GUD_SZ})
    set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS})
    set(CMAKE_REQUIRED_LIBRARIES ${archive} PkgConfig::ZLIB m)
    check_c_source_compiles("#include <hdf5.h>\nint main(void) { return H5open(); }" GUD_HDF5_ARCHIVE_LINKS)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(GUD_HDF5_ARCHIVE_LINKS)
        set(hdf5 "$<IF:$<BOOL:$<TARGET_PROPERTY:GUD_HDF5_ARCHIVE>>,${archive},PkgConfig::HDF5>")
    endif()
endif()

add_library(gudgeon_dependencies INTERFACE)
target_include_directories(gudgeon_dependencies SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
target_link_libraries(gudgeon_dependencies INTERFACE PkgConfig::YAML PkgConfig::UDUNITS PkgConfig::LAPACKE
    PkgConfig::OPENBLAS "${hdf5}" PkgConfig::ZLIB Threads::Threads m)
set(GUD_PC_MODULES "yaml-0.1 udunits lapacke openblas ${HDF5_MODULE_NAME} zlib")
