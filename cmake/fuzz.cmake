# Every tests/fuzz/*_fuzz.c is a libFuzzer program in the folder fuzz of the build; tools/fuzz runs them.

# The fuzzer is guided by what reads input; solvers are left as fast as they are, so that one build with sanitizers
# serves tests and fuzzing.
set(readers ${GUD_SOURCES})
list(FILTER readers INCLUDE REGEX "/src/(base|load|model|surface|rough|out|component|sweep|lib)/")
set_property(SOURCE ${readers} APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.c)
foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY fuzz)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE gudgeon_static)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
endforeach()
