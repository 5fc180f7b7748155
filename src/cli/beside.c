#include "cli/beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool gud_beside_find(const char *library, const char *variable, char path[GUD_PATH_SIZE])
{
    static const char *const places[] = {"", "../" GUD_LIBRARY_FOLDER "/gudgeon/"};
    const char *named = getenv(variable);
    char self[GUD_PATH_SIZE - 200];
    if (named) {
        (void)snprintf(path, GUD_PATH_SIZE, "%s", named);
        return access(path, R_OK) == 0;
    }
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    for (int i = 0; i < GUD_COUNT(places); i++) {
        (void)snprintf(path, GUD_PATH_SIZE, "%s/%s%.60s", self, places[i], library);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}
