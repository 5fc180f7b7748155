# The cases of bench/peers by Gudgeon, Simbody and MuJoCo, for `make bench-peers`; only made when asked for. A peer that is not
# installed is left out.

add_custom_target(bench-peers)

function(gud_peer name source)
    add_executable(peer_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/peers/${source})
    set_target_properties(peer_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY peers)
    target_compile_definitions(peer_${name} PRIVATE _DEFAULT_SOURCE)
    target_link_libraries(peer_${name} PRIVATE ${ARGN})
    add_dependencies(bench-peers peer_${name})
endfunction()

gud_peer(gudgeon gudgeon.c gudgeon_static)
if(GUD_SANITIZE)
    return() # their headers are not for our analysers
endif()

find_path(MUJOCO_INCLUDE mujoco/mujoco.h)
find_library(MUJOCO_LIBRARY mujoco)
if(MUJOCO_INCLUDE AND MUJOCO_LIBRARY)
    gud_peer(mujoco mujoco.c ${MUJOCO_LIBRARY} m)
    target_include_directories(peer_mujoco SYSTEM PRIVATE ${MUJOCO_INCLUDE})
endif()

# names its own include folders; its headers are not ours to warn about
pkg_check_modules(SIMBODY QUIET simbody)
if(SIMBODY_FOUND AND CMAKE_CXX_COMPILER_LOADED)
    gud_peer(simbody simbody.cpp ${SIMBODY_LINK_LIBRARIES})
    target_include_directories(peer_simbody SYSTEM PRIVATE ${SIMBODY_INCLUDE_DIRS})
    target_compile_options(peer_simbody PRIVATE -w)
endif()
