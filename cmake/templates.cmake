# The starting files of `gudgeon new`, src/cli/templates/NAME.yaml, as texts of the command. The first line of a file says
# what it is.
file(GLOB template_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/templates/*.yaml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${template_files})
set(GUD_TEMPLATES ${PROJECT_BINARY_DIR}/templates.c)
set(texts "")
set(rows "")
foreach(file ${template_files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND texts "static const char text_${name}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", text_${name}},\n")
endforeach()
file(CONFIGURE OUTPUT ${GUD_TEMPLATES} CONTENT "#include \"serve/template.h\"\n
#include <stddef.h>\n
${texts}
const gud_template gud_templates[] = {\n${rows}    {NULL, NULL}};\n" @ONLY)
