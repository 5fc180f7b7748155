#include "base/beside.h"

#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool gud_beside_find(const char *library, const char *variable, char *path, size_t size)
{
    static const char *const places[] = {"", "../" GUD_LIBRARY_FOLDER "/gudgeon/"};
    const char *named = getenv(variable);
    char self[4096];
    if (named) {
        const int n = snprintf(path, size, "%s%s", strchr(named, '/') ? "" : "./", named);
        return n > 0 && (size_t)n < size && access(path, R_OK) == 0;
    }
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    for (int i = 0; i < GUD_COUNT(places); i++) {
        const int length = snprintf(path, size, "%s/%s%s", self, places[i], library);
        if (length > 0 && (size_t)length < size && access(path, R_OK) == 0) return true;
    }
    return false;
}
