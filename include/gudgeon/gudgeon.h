// The public interface of Gudgeon: load a model, simulate it, read it. docs/manual/library.md has complete programs.
//
// No function prints, ends the program or changes its signal handlers. Handles are opaque. A model never changes and
// may be shared by threads; any other handle belongs to one thread at a time, and different ones may be used side by
// side. Functions that create write their object through their last pointers, NULL if they fail; functions that free
// accept NULL. A NULL that is not allowed, a bad index or a call in the wrong order is answered by GUD_ERR_USE. Texts
// belong to the handle they came from unless the comment says otherwise. All numbers are in SI units.
#ifndef GUDGEON_GUDGEON_H
#define GUDGEON_GUDGEON_H

#include <gudgeon/component.h>
#include <gudgeon/model.h>
#include <gudgeon/results.h>
#include <gudgeon/sim.h>
#include <gudgeon/status.h>
#include <gudgeon/study.h>

// Rises when a program that was compiled against older headers would no longer work; functions may be added without.
#define GUD_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

// the version of the library, e.g. "0.1.0"
GUD_API const char *gud_version(void);

// GUD_ABI of the library that is loaded: a program that finds another number than it was compiled with must not go on
GUD_API int gud_abi(void);

#ifdef __cplusplus
}
#endif

#endif
