// The public interface of Gudgeon.
#ifndef GUDGEON_GUDGEON_H
#define GUDGEON_GUDGEON_H

#define GUD_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

// the version of the library, e.g. "0.1.0"
GUD_API const char *gud_version(void);

#ifdef __cplusplus
}
#endif

#endif
