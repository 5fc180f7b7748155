// Zip archives with files as they are, not compressed: the bytes of an archive depend on its files alone.
#ifndef GUD_FMU_ZIP_H
#define GUD_FMU_ZIP_H

#include "base/buffer.h"
#include "base/status.h"

#include <stdint.h>

typedef struct gud_zip {
    gud_buffer out;       // the archive so far
    gud_buffer directory; // its table of contents
    int count;
} gud_zip;

void gud_zip_init(gud_zip *zip);
void gud_zip_add(gud_zip *zip, const char *name, const void *bytes, size_t size);

// Writes the table of contents; GUD_ERR_MEMORY, or GUD_ERR_INPUT for more than 4 GiB. The archive is in zip->out.
gud_status gud_zip_finish(gud_zip *zip);
void gud_zip_free(gud_zip *zip);

uint32_t gud_zip_crc(const void *bytes, size_t size); // CRC-32, of "123456789" 0xcbf43926

#endif
