// Status of a call, and memory that the library returns.
#ifndef GUDGEON_STATUS_H
#define GUDGEON_STATUS_H

#define GUD_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

// Zero means success, a positive value success with a condition, a negative value failure.
typedef int gud_status;

enum {
    GUD_OK = 0,
    GUD_END = 2,            // the run ended before the requested time
    GUD_ERR_INPUT = -1,     // a model, a state or a value is wrong
    GUD_ERR_MEMORY = -2,    // out of memory
    GUD_ERR_IO = -3,        // a file could not be read or written
    GUD_ERR_NUMERIC = -4,   // the smallest step did not converge, a matrix is singular, ...
    GUD_ERR_INTERRUPT = -5, // the caller asked to stop
    GUD_ERR_USE = -6        // NULL, an index out of range, or a call in the wrong order
};

// the meaning of a status in a few words, such as "out of memory"; never NULL
GUD_API const char *gud_status_text(gud_status status);

// frees a text returned by a function of this library; accepts NULL
GUD_API void gud_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
