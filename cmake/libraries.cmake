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

add_library(gudgeon_dependencies INTERFACE)
target_link_libraries(gudgeon_dependencies INTERFACE PkgConfig::YAML PkgConfig::UDUNITS PkgConfig::LAPACKE
    PkgConfig::OPENBLAS PkgConfig::HDF5 PkgConfig::ZLIB Threads::Threads m)
set(GUD_PC_MODULES "yaml-0.1 udunits lapacke openblas ${HDF5_MODULE_NAME} zlib")
