# Every tests/fuzz/*_fuzz.c is a libFuzzer program in the folder fuzz of the build; tools/fuzz runs them.

# The fuzzer is guided by what reads input. Solvers, integrals and distances between words are left as fast as they are:
# one build with sanitizers serves tests and fuzzing, and most of the time went into counting their comparisons.
set(readers ${GUD_SOURCES})
list(FILTER readers INCLUDE REGEX
    "/src/((base|load|model|out|component|sweep|lib|fmu)/|rough/(profile|params|material)|surface/(nurbs_text|shape|trim|mesh))")
list(FILTER readers EXCLUDE REGEX "/src/load/near\\.c$")
set_property(SOURCE ${readers} APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.c)
foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY fuzz)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE gudgeon_static)
    gud_link_lightly(${name})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
endforeach()
