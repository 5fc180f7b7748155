// PKWARE's APPNOTE, version 2.0 of the format: a local header before every file, then the central directory.

#include "fmu/zip.h"

#include <string.h>

static const uint32_t most_bytes = 0xfffffffe;

uint32_t gud_zip_crc(const void *bytes, size_t size)
{
    const unsigned char *c = bytes;
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= c[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

static void put(gud_buffer *to, uint32_t number, int nbyte)
{
    for (int i = 0; i < nbyte; i++) {
        const char byte = (char)(number >> 8 * i & 0xff);
        gud_buffer_append(to, &byte, 1);
    }
}

// what the local header and the entry of the directory share
static void put_entry(gud_buffer *to, const char *name, uint32_t crc, uint32_t size)
{
    const uint32_t day = 33; // 1980-01-01: the same archive at any time
    put(to, 20, 2);          // version to unpack it
    put(to, 0, 2);           // flags
    put(to, 0, 2);           // not compressed
    put(to, 0, 2);           // time
    put(to, day, 2);
    put(to, crc, 4);
    put(to, size, 4);
    put(to, size, 4);
    put(to, (uint32_t)strlen(name), 2);
    put(to, 0, 2); // no extra field
}

void gud_zip_init(gud_zip *zip)
{
    gud_buffer_init(&zip->out);
    gud_buffer_init(&zip->directory);
    zip->count = 0;
}

void gud_zip_add(gud_zip *zip, const char *name, const void *bytes, size_t size)
{
    const uint32_t at = (uint32_t)zip->out.size, crc = gud_zip_crc(bytes, size), regular_file = 0x81a4; // rw-r--r--
    put(&zip->out, 0x04034b50, 4);
    put_entry(&zip->out, name, crc, (uint32_t)size);
    gud_buffer_append(&zip->out, name, strlen(name));
    gud_buffer_append(&zip->out, bytes, size);
    put(&zip->directory, 0x02014b50, 4);
    put(&zip->directory, 3 << 8 | 20, 2); // made by a Unix
    put_entry(&zip->directory, name, crc, (uint32_t)size);
    put(&zip->directory, 0, 2); // no comment
    put(&zip->directory, 0, 2); // disk
    put(&zip->directory, 0, 2);
    put(&zip->directory, regular_file << 16, 4);
    put(&zip->directory, at, 4);
    gud_buffer_append(&zip->directory, name, strlen(name));
    zip->count++;
}

gud_status gud_zip_finish(gud_zip *zip)
{
    const uint32_t at = (uint32_t)zip->out.size, size = (uint32_t)zip->directory.size;
    if (zip->out.size + zip->directory.size > most_bytes || zip->count > 0xffff) return GUD_ERR_INPUT;
    gud_buffer_append(&zip->out, gud_buffer_text(&zip->directory), zip->directory.size);
    put(&zip->out, 0x06054b50, 4);
    put(&zip->out, 0, 4); // disks
    put(&zip->out, (uint32_t)zip->count, 2);
    put(&zip->out, (uint32_t)zip->count, 2);
    put(&zip->out, size, 4);
    put(&zip->out, at, 4);
    put(&zip->out, 0, 2); // no comment
    return zip->out.failed || zip->directory.failed ? GUD_ERR_MEMORY : GUD_OK;
}

void gud_zip_free(gud_zip *zip)
{
    gud_buffer_free(&zip->out);
    gud_buffer_free(&zip->directory);
}
