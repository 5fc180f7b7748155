// What verbs that read a model file share.
#ifndef GUD_CLI_MODEL_H
#define GUD_CLI_MODEL_H

#include "cli/args.h"

#include <gudgeon/gudgeon.h>

#define GUD_OPTION_FORCE                                                                                               \
    {                                                                                                                  \
        .name = "force",                                                                                               \
        .about = "replace files and links that have the names of result files but were not written by Gudgeon"         \
    }

#define GUD_OPTION_SET                                                                                                 \
    {                                                                                                                  \
        .name = "set", .argument = "PATH=VALUE", .about = "override a value of the model: bodies.crank.mass=0.4",      \
        .repeatable = true                                                                                             \
    }

#define GUD_OPTION_PLUGINS                                                                                             \
    {                                                                                                                  \
        .name = "plugins", .about = "allow laws from shared libraries named in the file, whose code is then executed"  \
    }

// Loads the model of the first word with all --set options. On failure the messages are printed; the exit code.
int gud_model_open(const gud_args *args, gud_model **out);

#endif
