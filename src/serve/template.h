// Starting files of `gudgeon new` and of the page; cmake/templates.cmake makes them of src/cli/templates.
#ifndef GUD_SERVE_TEMPLATE_H
#define GUD_SERVE_TEMPLATE_H

typedef struct gud_template {
    const char *name, *text;
} gud_template;

extern const gud_template gud_templates[]; // ends with a name of NULL

#endif
