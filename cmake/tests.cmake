# Every tests/<kind>/*_test.c is a program and a test with its kind as label. Words in its name mean:
#     _sundials_  links SUNDIALS
#     _slow_      has the label `slow`, which the sanitizer run leaves out
# Every tests/shell/*.sh is a test that finds the command in $GUDGEON, and the build folder in $GUDGEON_BUILD.

pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
    message(NOTICE "cmocka not found: tests are not built")
    return()
endif()
enable_testing()

# Hundreds of programs link all of the library: lld does it in a fifth of the time, and those of an optimised build leave
# out what only a debugger reads, which is nine tenths of the disk.
find_program(GUD_LLD ld.lld)
function(gud_link_lightly target)
    if(GUD_LLD)
        target_link_options(${target} PRIVATE -fuse-ld=lld)
    endif()
    target_link_options(${target} PRIVATE $<$<CONFIG:Release>:-Wl,--strip-debug>)
endfunction()

function(gud_link_sundials target)
    foreach(name ida cvode arkode nvecserial sunmatrixdense sunlinsoldense generic)
        find_library(SUNDIALS_${name} sundials_${name} REQUIRED)
        target_link_libraries(${target} PRIVATE ${SUNDIALS_${name}})
    endforeach()
endfunction()

function(gud_add_test kind source)
    get_filename_component(name ${source} NAME_WE)
    set(target ${kind}_${name})
    add_executable(${target} ${source})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY tests/${kind})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_options(${target} PRIVATE -O1) # what is tested is optimised, the tests need not be
    target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:gudgeon_command> gudgeon_static PkgConfig::CMOCKA)
    gud_link_lightly(${target})
    if(name MATCHES "_sundials_")
        gud_link_sundials(${target})
    endif()
    set(labels ${kind})
    if(name MATCHES "_slow_")
        list(APPEND labels slow)
    endif()
    add_test(NAME ${kind}/${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${kind}/${name} PROPERTIES LABELS "${labels}" TIMEOUT 600)
endfunction()

foreach(kind unit conform verify)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${kind}/*_test.c)
    foreach(source ${sources})
        gud_add_test(${kind} ${source})
    endforeach()
endforeach()

# Those of the CAD module, where it is built, read files that cad_make writes. The sanitizers see those without `slow`
# in their name: most of what runs is OpenCASCADE, which is not compiled with them.
if(TARGET gudgeon_cad)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cad/*_test.c)
    foreach(source ${sources})
        gud_add_test(cad ${source})
        get_filename_component(name ${source} NAME_WE)
        add_dependencies(cad_${name} gudgeon_cad cad_make)
        gud_loads_cad(cad_${name})
        if(GUD_SANITIZE) # the sanitizer's operator new, which sees who called it
            set_target_properties(cad_${name} PROPERTIES LINKER_LANGUAGE CXX)
        endif()
        set_property(TEST cad/${name} PROPERTY ENVIRONMENT
            "GUDGEON_CAD=$<TARGET_FILE:gudgeon_cad>;CAD_MAKE=$<TARGET_FILE:cad_make>"
            "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/cad/lsan.supp:print_suppressions=0")
    endforeach()

    # would a leak of the module be reported?
    if(GUD_SANITIZE MATCHES "address")
        add_library(leaky_cad MODULE ${PROJECT_SOURCE_DIR}/tests/cad/leaky/module.cpp)
        target_include_directories(leaky_cad PRIVATE src)
        target_link_libraries(leaky_cad PRIVATE opencascade)
        target_compile_options(leaky_cad PRIVATE -fno-sanitize=vptr,function)
        add_executable(cad_leak ${PROJECT_SOURCE_DIR}/tests/cad/leaky/read.c)
        target_include_directories(cad_leak PRIVATE ${PROJECT_SOURCE_DIR}/tests)
        target_link_libraries(cad_leak PRIVATE gudgeon_static PkgConfig::CMOCKA)
        set_target_properties(cad_leak PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY tests/cad)
        set_target_properties(leaky_cad PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY tests/cad)
        add_dependencies(cad_leak leaky_cad)
        add_test(NAME cad/leak COMMAND cad_leak)
        set_tests_properties(cad/leak PROPERTIES LABELS cad
            PASS_REGULAR_EXPRESSION "lose_memory.*in 5 allocation"
            ENVIRONMENT "GUDGEON_CAD=$<TARGET_FILE:leaky_cad>;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/cad/lsan.supp")
    endif()

    # a fuzzer of its own kind, which tools/fuzz finds beside the others
    add_executable(cad_fuzz ${PROJECT_SOURCE_DIR}/tests/cad/cad_fuzz.c)
    set_target_properties(cad_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY fuzz)
    target_compile_definitions(cad_fuzz PRIVATE
        CAD_MODULE="$<TARGET_FILE:gudgeon_cad>" CAD_MAKE="$<TARGET_FILE:cad_make>")
    target_link_libraries(cad_fuzz PRIVATE gudgeon_static)
    gud_link_lightly(cad_fuzz)
    gud_loads_cad(cad_fuzz)
    add_dependencies(cad_fuzz gudgeon_cad cad_make)
endif()

# shared libraries with laws, good and bad, for conform/outside_test.c
function(gud_add_plugin name source)
    add_library(plugin_${name} MODULE ${source})
    set_target_properties(plugin_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name} LIBRARY_OUTPUT_DIRECTORY tests/plugins)
    target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(plugin_${name} PRIVATE ${ARGN})
    target_link_libraries(plugin_${name} PRIVATE m)
    set_target_properties(plugin_${name} PROPERTIES C_VISIBILITY_PRESET default)
    add_dependencies(conform_outside_test plugin_${name})
endfunction()
gud_add_plugin(laws ${PROJECT_SOURCE_DIR}/examples/library/laws.c)
gud_add_plugin(crash ${PROJECT_SOURCE_DIR}/tests/plugins/crash.c)
foreach(number RANGE 7)
    gud_add_plugin(bad${number} ${PROJECT_SOURCE_DIR}/tests/plugins/bad.c BAD=${number})
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/tests/plugins/text.so "no library\n")
target_compile_definitions(conform_outside_test PRIVATE GUD_PLUGINS="${PROJECT_BINARY_DIR}/tests/plugins")

# gud_add_script(NAME LABELS SCRIPT [ARGUMENT])
function(gud_add_script name labels script)
    add_test(NAME ${name} COMMAND bash ${PROJECT_SOURCE_DIR}/tests/shell/${script}.sh ${ARGN}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 600
        ENVIRONMENT "GUDGEON=${PROJECT_BINARY_DIR}/gudgeon;GUDGEON_BUILD=${PROJECT_BINARY_DIR}")
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/shell/*.sh)
if(GUD_SANITIZE OR GUD_COVERAGE) # programs of others cannot link a library that needs a sanitizer, which needs memory
    list(FILTER scripts EXCLUDE REGEX "/(fmu|install|library|memory|mpi|python|slurm)\\.sh$")
endif()
list(FILTER scripts EXCLUDE REGEX "/examples\\.sh$")
foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WE)
    set(labels shell)
    if(name MATCHES "^(papers|cad|cad_kinds|cad_pairs|cad_tutorial)$") # long computations; what they compute has tests of its own
        list(APPEND labels slow)
    elseif(name MATCHES "^(accuracy|beam|bearing|clearance|gap|lubricated|designs|nonsense|parts|random|readme|sweep|verify)$")
        list(APPEND labels long) # computations by the command, of which the sanitizers see shorter ones; CI runs them
    endif()
    gud_add_script(shell/${name} "${labels}" ${name})
endforeach()

# every folder of examples, and every group of published numbers, is a test, so that they run side by side
file(GLOB folders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*/README.md)
foreach(folder ${folders})
    get_filename_component(folder ${folder} DIRECTORY)
    get_filename_component(name ${folder} NAME)
    gud_add_script(examples/${name} "examples;slow" examples ${name})
endforeach()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/verify/*.c)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
foreach(source ${sources})
    file(STRINGS ${source} names REGEX "^    \\.name = \"")
    foreach(line ${names})
        string(REGEX REPLACE ".*\"(.*)\".*" "\\1" name ${line})
        gud_add_script(published/${name} "published;slow" verify ${name})
    endforeach()
endforeach()

# those that take 15 s and more begin first, also in a new build, which has not measured them yet
foreach(name shell/cad shell/cad_pairs shell/mpi shell/readme shell/slurm conform/doors_slow_test)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endforeach()
