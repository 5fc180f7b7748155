# How every file is compiled: language, warnings, floating point, sanitizers.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -g -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-Og -g3 -fno-omit-frame-pointer")

# The warnings that gcc and clang both know
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wvla -Wformat=2
    -Wmissing-declarations -Wredundant-decls -Wcast-qual -Wcast-align -Wwrite-strings -Wpointer-arith
    -Wimplicit-fallthrough -Wdate-time
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wold-style-definition> $<$<COMPILE_LANGUAGE:C>:-Wnested-externs>)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # clang has -Wdouble-promotion too, but warns about INFINITY
    add_compile_options(-Wdouble-promotion -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wtrampolines -Walloca)
else()
    # loops marked as independent that are not vectorised (under sanitizers) are not an error
    add_compile_options(-Wunreachable-code -Wloop-analysis -Wnewline-eof -Wno-pass-failed)
endif()
if(GUD_WERROR)
    add_compile_options(-Werror)
endif()

# Runs are bitwise reproducible: no contraction to fused operations, nothing that reorders sums. Nobody reads errno
# after a mathematical function, and without it sqrt is a single instruction.
add_compile_options(-ffp-contract=off -fno-math-errno)
if(GUD_NATIVE)
    add_compile_options(-march=native)
endif()

add_compile_definitions(_POSIX_C_SOURCE=200809L)

if(GUD_SANITIZE)
    add_compile_options(-fsanitize=${GUD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${GUD_SANITIZE})
    # The address sanitizer knows the size of every object better. In kernels whose loops are unrolled for several sizes
    # it is the only one that checks pointers: the other checks took two thirds of the compiling of the whole build.
    if(GUD_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize=object-size)
        set_property(SOURCE src/film/chain.c src/film/ring.c src/film/separable.c src/film/cycle.c src/num/blocklu.c
            APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=null,alignment,pointer-overflow)
    endif()
endif()
if(GUD_COVERAGE)
    add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fprofile-instr-generate)
endif()
