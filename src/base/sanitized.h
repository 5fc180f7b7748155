// GUD_SANITIZED is defined in programs that are built with the address or thread sanitizer, which reserve more address
// space than any limit would leave them.
#ifndef GUD_BASE_SANITIZED_H
#define GUD_BASE_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GUD_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GUD_SANITIZED
#endif
#endif

#endif
