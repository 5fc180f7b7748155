// The version of this build and of the model files that it reads.
#ifndef GUD_CLI_VERSION_H
#define GUD_CLI_VERSION_H

#define GUD_VERSION       "0.1.0" // the same as in CMakeLists.txt; a test compares them
#define GUD_MODEL_VERSION 1       // `gudgeon: 1` at the top of a model file

#endif
