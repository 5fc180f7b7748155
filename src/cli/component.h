// Verbs about one component: they read a file, make its sheet, write the files that options ask for, and print.
#ifndef GUD_CLI_COMPONENT_H
#define GUD_CLI_COMPONENT_H

#include "base/json.h"
#include "cli/args.h"
#include "cli/picture.h"
#include "component/component.h"

// How the sheets of a component are shown. The title of the file is shown by the runner, in tables and in JSON.
typedef struct gud_component_view {
    const gud_component *component;
    const char *pieces;                                      // what its maker counts, for the line of progress: "poses"
    void (*remark)(const gud_args *args, const void *sheet); // what a reader should know; NULL: nothing
    gud_status (*csv)(void *sheet, const char *path, gud_error *error);  // --csv
    gud_status (*vtk)(void *sheet, const char *path, gud_error *error);  // --vtk; NULL: no such option
    gud_status (*nets)(void *sheet, const char *path, gud_error *error); // --nets; NULL: no such option
    gud_status (*step)(void *sheet, const char *path, gud_error *error); // --step, --iges; NULL: no such option
    gud_status (*iges)(void *sheet, const char *path, gud_error *error);
    gud_status (*draw)(const gud_args *args, void *sheet, gud_error *error); // -o
    gud_status (*print)(const void *sheet);                                  // tables, on standard output
    // A sheet that runs in time (gud_component.runs), from its run to its answer; the exit code. NULL: none does.
    int (*simulate)(const gud_args *args, void *sheet);
} gud_component_view;

// the whole of gud_verb.run
int gud_component_run(const gud_args *args, const gud_component_view *view);

// the option --csv is for gud_component_view.csv, and so on
#define GUD_COMPONENT_OPTIONS                                                                                          \
    {.name = "output",                                                                                                 \
     .letter = 'o',                                                                                                    \
     .argument = "DIR",                                                                                                \
     .about = "folder of the figure, its script and its data",                                                         \
     .offer = GUD_OFFER_FOLDER},                                                                                       \
        {.name = "format",                                                                                             \
         .argument = "FORMAT",                                                                                         \
         .about = "format of the figure: svg (default), png or pdf",                                                   \
         .offer = GUD_OFFER_CHOICES,                                                                                   \
         .choices = gud_picture_formats},                                                                              \
        {.name = "csv",                                                                                                \
         .argument = "FILE",                                                                                           \
         .about = "write all points of all curves for a spreadsheet",                                                  \
         .offer = GUD_OFFER_FILE},                                                                                     \
    {                                                                                                                  \
        .name = "set", .argument = "PATH=VALUE", .about = "override a value of the file", .repeatable = true           \
    }

#endif
