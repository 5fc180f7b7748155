// The version of the model files that this build reads.
#ifndef GUD_CLI_VERSION_H
#define GUD_CLI_VERSION_H

#define GUD_MODEL_VERSION 1 // `gudgeon: 1` at the top of a model file

#endif
