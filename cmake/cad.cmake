# The reader of CAD files, a module around OpenCASCADE that `gudgeon cad` loads. It is built where OpenCASCADE and a C++
# compiler are found; everything else neither links nor needs them.

include(CheckLanguage)
if(NOT CMAKE_CXX_COMPILER)
    # the C++ side of the C compiler, so that both know the same sanitizers
    get_filename_component(compiler_folder ${CMAKE_C_COMPILER} DIRECTORY)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        find_program(GUD_CXX g++ HINTS ${compiler_folder})
    elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
        find_program(GUD_CXX clang++ HINTS ${compiler_folder})
    endif()
    if(GUD_CXX)
        set(CMAKE_CXX_COMPILER ${GUD_CXX})
    else()
        check_language(CXX)
    endif()
endif()
find_path(OPENCASCADE_INCLUDE Standard_Version.hxx PATH_SUFFIXES opencascade occt)
find_library(OPENCASCADE_LIBRARY TKXDESTEP)
if(NOT CMAKE_CXX_COMPILER OR NOT OPENCASCADE_INCLUDE OR NOT OPENCASCADE_LIBRARY)
    message(NOTICE "OpenCASCADE or a C++ compiler not found: CAD files will not be read")
    return()
endif()

enable_language(CXX)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG ${CMAKE_C_FLAGS_DEBUG})
set(CMAKE_CXX_FLAGS_SANITIZED ${CMAKE_C_FLAGS_SANITIZED})

# $(names) of OpenCASCADE's libraries as one target; its headers are not ours to warn about
function(gud_opencascade target)
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE ${OPENCASCADE_INCLUDE})
    foreach(name ${ARGN})
        find_library(OPENCASCADE_${name} ${name} REQUIRED)
        target_link_libraries(${target} INTERFACE ${OPENCASCADE_${name}})
    endforeach()
endfunction()
gud_opencascade(opencascade TKernel TKMath TKG2d TKG3d TKGeomBase TKBRep TKGeomAlgo TKTopAlgo TKShHealing TKMesh TKPrim
    TKXSBase TKSTEP TKSTEPBase TKSTEPAttr TKIGES TKXDESTEP TKXDEIGES TKXCAF TKCAF TKLCAF TKCDF)

# For programs that load the module. The address sanitizer looks for what throws exceptions when a program starts, and a
# program in C does not have it yet.
function(gud_loads_cad target)
    if(GUD_SANITIZE MATCHES "address")
        target_link_options(${target} PRIVATE -Wl,--push-state,--no-as-needed -lstdc++ -Wl,--pop-state)
    endif()
endfunction()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cad/*.cpp)
if(sources)
    add_library(gudgeon_cad MODULE ${sources})
    set_target_properties(gudgeon_cad PROPERTIES PREFIX "")
    target_include_directories(gudgeon_cad PRIVATE src)
    target_link_libraries(gudgeon_cad PRIVATE opencascade)
    set(symbols ${PROJECT_SOURCE_DIR}/src/cad/cad.map)
    target_link_options(gudgeon_cad PRIVATE -Wl,--version-script=${symbols})
    set_target_properties(gudgeon_cad PROPERTIES LINK_DEPENDS ${symbols})
    if(GUD_SANITIZE MATCHES "undefined") # the command is linked as C and lacks what these checks call
        target_compile_options(gudgeon_cad PRIVATE -fno-sanitize=vptr,function)
    endif()
    gud_loads_cad(gudgeon)
    add_dependencies(product gudgeon_cad)
    install(TARGETS gudgeon_cad LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gudgeon)
endif()

# assemblies for the tests: cad_make NAME OUT.step
gud_opencascade(opencascade_making TKBO TKBool TKFillet TKOffset)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cad/*.cpp)
add_executable(cad_make ${sources})
set_target_properties(cad_make PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests/cad)
target_compile_options(cad_make PRIVATE -O1)
target_link_libraries(cad_make PRIVATE opencascade opencascade_making)
if(GUD_SANITIZE) # it only serves the tests, and OpenCASCADE leaves memory behind
    target_compile_options(cad_make PRIVATE -fno-sanitize=all)
    target_link_options(cad_make PRIVATE -fno-sanitize=all)
endif()
