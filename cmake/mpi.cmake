# The module for studies on MPI (decision 0015): built where MPI is found, loaded when mpirun has started the command.

find_package(MPI COMPONENTS C QUIET)
if(MPI_C_FOUND)
    add_library(gudgeon_mpi MODULE ${PROJECT_SOURCE_DIR}/src/mpi/door.c)
    set_target_properties(gudgeon_mpi PROPERTIES OUTPUT_NAME gudgeon-mpi)
    target_include_directories(gudgeon_mpi PRIVATE src include)
    target_link_libraries(gudgeon_mpi PRIVATE MPI::MPI_C)
    install(TARGETS gudgeon_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gudgeon)
    add_dependencies(product gudgeon_mpi)
endif()
