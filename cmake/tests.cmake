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
    target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:gudgeon_command> gudgeon_static PkgConfig::CMOCKA)
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

file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/shell/*.sh)
if(GUD_SANITIZE OR GUD_COVERAGE) # programs of others cannot link a library that needs a sanitizer, which needs memory
    list(FILTER scripts EXCLUDE REGEX "/(install|library|memory)\\.sh$")
endif()
foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WE)
    set(labels shell)
    if(name MATCHES "^(examples|papers|verify)$") # long computations; what they compute has tests of its own
        list(APPEND labels slow)
    endif()
    add_test(NAME shell/${name} COMMAND bash ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(shell/${name} PROPERTIES LABELS "${labels}" TIMEOUT 600
        ENVIRONMENT "GUDGEON=${PROJECT_BINARY_DIR}/gudgeon;GUDGEON_BUILD=${PROJECT_BINARY_DIR}")
endforeach()
