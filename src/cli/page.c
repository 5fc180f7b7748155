#include "cli/page.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void gud_program_path(char path[GUD_PATH_SIZE])
{
    const ssize_t n = readlink("/proc/self/exe", path, GUD_PATH_SIZE - 1);
    path[n > 0 ? n : 0] = '\0';
}

gud_status gud_page_find(const gud_args *args, gud_error *error, char page[GUD_PATH_SIZE])
{
    static const char *const places[] = {"../page", "../share/gudgeon/page"};
    const char *given = gud_args_value(args, "page");
    char self[GUD_PATH_SIZE];
    if (given) {
        (void)snprintf(page, GUD_PATH_SIZE, "%s", given);
        return GUD_OK;
    }
    gud_program_path(self);
    const char *slash = strrchr(self, '/');
    for (int i = 0; slash && i < GUD_COUNT(places); i++) {
        char index[GUD_PATH_SIZE + 20];
        (void)snprintf(page, GUD_PATH_SIZE, "%.*s/%s", (int)(slash - self), self, places[i]);
        (void)snprintf(index, sizeof index, "%s/index.html", page);
        if (access(index, R_OK) == 0) return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_IO, "the page is not installed: build it with 'make page'");
}
