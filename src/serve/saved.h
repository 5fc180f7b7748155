// A result as one HTML file that shows it without a server.
#ifndef GUD_SERVE_SAVED_H
#define GUD_SERVE_SAVED_H

#include "base/error.h"

// `page` is the folder of the built page.
gud_status gud_result_save_html(const char *result, const char *page, const char *path, gud_error *error);

#endif
