// What every test includes: cmocka with its prerequisites, and comparison of numbers.
#ifndef GUD_TESTS_CHECK_H
#define GUD_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Every statement takes three times as long under the sanitizers: tests of many like cases try fewer of them there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

// |got - expected| <= tolerance, with both numbers in the message
#define assert_near(got, expected, tolerance)                                                                          \
    do {                                                                                                               \
        const double near_got = (got), near_expected = (expected), near_tolerance = (tolerance);                       \
        if (!(fabs(near_got - near_expected) <= near_tolerance))                                                       \
            fail_msg("%s = %.17g, expected %.17g within %g", #got, near_got, near_expected, near_tolerance);           \
    } while (0)

// relative to the larger of |expected| and `scale`
#define assert_close(got, expected, relative, scale)                                                                   \
    assert_near(got, expected, (relative)*fmax(fabs(expected), (scale)))

#endif
