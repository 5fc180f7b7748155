// reads a file with the module that GUDGEON_CAD names, and ends
#include "../cad_case.h"

int main(void)
{
    const gud_cad_options options = {.deflection = 1e-3};
    const char *path = "none.step";
    char error[100] = "";
    gud_assembly *a = NULL;
    return cad_module()->read(1, &path, &options, &a, error, sizeof error) == -1 && strcmp(error, "1 lost") == 0 ? 0
                                                                                                                 : 2;
}
