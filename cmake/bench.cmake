# Every bench/*.c is a program in build/<preset>/bench; `make bench` runs them one after the other.

add_custom_target(bench)
add_dependencies(bench product) # studies start the command, also under MPI
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c)
foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(bench_${name} ${source})
    set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY bench)
    target_link_libraries(bench_${name} PRIVATE gudgeon_static)
    add_dependencies(bench bench_${name})
endforeach()
