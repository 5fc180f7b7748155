# What `make install` installs: the command with its man page and completions, the library, and what others need to
# find it. All of it may be moved after installation.

include(CMakePackageConfigHelpers)

add_library(gudgeon_shared SHARED)
add_library(gudgeon::gudgeon ALIAS gudgeon_shared)
target_link_libraries(gudgeon_shared PRIVATE gudgeon_objects)
target_include_directories(gudgeon_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(gudgeon_shared PROPERTIES OUTPUT_NAME gudgeon EXPORT_NAME gudgeon
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
if(NOT GUD_SANITIZE)
    target_link_options(gudgeon_shared PRIVATE -Wl,--no-undefined)
endif()

# Only what the headers mark GUD_API can be seen, with the version of the interface that it came with. (The visibility
# of functions that are compiled for several processors is not up to the compiler.)
set(symbols ${PROJECT_SOURCE_DIR}/src/lib/gudgeon.map)
target_link_options(gudgeon_shared PRIVATE -Wl,--version-script=${symbols})
set_target_properties(gudgeon_shared PROPERTIES LINK_DEPENDS ${symbols})

# The library that `gudgeon fmu` puts into FMUs: it shows the functions of the FMI standards and nothing else, so that
# FMUs of several versions of Gudgeon live in one process.
add_library(gudgeon_fmu SHARED)
target_link_libraries(gudgeon_fmu PRIVATE gudgeon_objects)
set_target_properties(gudgeon_fmu PROPERTIES OUTPUT_NAME gudgeon-fmu)
target_link_options(gudgeon_fmu PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/fmu/fmu.map)
set_target_properties(gudgeon_fmu PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/fmu/fmu.map)
if(NOT GUD_SANITIZE)
    target_link_options(gudgeon_fmu PRIVATE -Wl,--no-undefined)
endif()

add_custom_target(product DEPENDS gudgeon_static gudgeon_shared gudgeon_fmu)
install(TARGETS gudgeon_shared EXPORT gudgeonTargets)
install(TARGETS gudgeon_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gudgeon)
install(TARGETS gudgeon_static)
install(DIRECTORY include/gudgeon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# pkg-config and find_package
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gudgeon)
configure_file(cmake/gudgeon.pc.in gudgeon.pc @ONLY)
configure_file(cmake/gudgeonConfig.cmake.in gudgeonConfig.cmake @ONLY)
write_basic_package_version_file(gudgeonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gudgeon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_BINARY_DIR}/gudgeonConfig.cmake ${PROJECT_BINARY_DIR}/gudgeonConfigVersion.cmake
    DESTINATION ${package_folder})
install(EXPORT gudgeonTargets NAMESPACE gudgeon:: DESTINATION ${package_folder})

# The command writes its own man page and completions: gud_print(FILE FOLDER NAME ARGUMENTS...) has it write FILE, to
# be installed as FOLDER/NAME. (A file called gudgeon would be taken for the target of that name.)
function(gud_print file folder name)
    add_custom_command(OUTPUT ${file} COMMAND gudgeon list ${ARGN} > ${file}.part
        COMMAND ${CMAKE_COMMAND} -E rename ${file}.part ${file} DEPENDS gudgeon VERBATIM)
    install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name})
endfunction()

# the man page of the library, made from its headers
set(headers)
foreach(name status model sim results component study plugin gudgeon)
    list(APPEND headers ${PROJECT_SOURCE_DIR}/include/gudgeon/${name}.h)
endforeach()
set(reference ${PROJECT_SOURCE_DIR}/tools/reference)
add_custom_command(OUTPUT gudgeon.3 COMMAND ${reference} -v man=1 ${headers} > gudgeon.3
    DEPENDS ${reference} ${headers} VERBATIM)
add_custom_target(reference ALL DEPENDS gudgeon.3)
add_dependencies(product reference)
install(FILES ${PROJECT_BINARY_DIR}/gudgeon.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)

# the page of `gudgeon serve`, if it was built: make page
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/page DESTINATION ${CMAKE_INSTALL_DATADIR}/gudgeon OPTIONAL)

if(TARGET gudgeon)
    install(TARGETS gudgeon)
    gud_print(gudgeon.1 man/man1 gudgeon.1 --man)
    gud_print(gudgeon.bash bash-completion/completions gudgeon --completion bash)
    gud_print(gudgeon.zsh zsh/site-functions _gudgeon --completion zsh)
    gud_print(gudgeon.fish fish/vendor_completions.d gudgeon.fish --completion fish)
    add_custom_target(printed ALL DEPENDS gudgeon.1 gudgeon.bash gudgeon.zsh gudgeon.fish)
    add_dependencies(product gudgeon printed)
endif()
