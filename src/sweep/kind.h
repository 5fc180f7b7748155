// What the file of a study's model describes.
#ifndef GUD_SWEEP_KIND_H
#define GUD_SWEEP_KIND_H

#include "component/component.h"

// The component that a file describes, seen by its sections; NULL: a mechanism, or a file that cannot be read.
// GUD_ERR_MEMORY or GUD_OK.
gud_status gud_study_component(const char *path, const gud_component **component);

#endif
