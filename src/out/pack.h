// Bytes of log headers and checkpoints: put together, taken apart, and guarded by a checksum.
// Numbers keep the machine's byte order; whoever writes a file says so by a mark at its beginning.
#ifndef GUD_OUT_PACK_H
#define GUD_OUT_PACK_H

#include "base/arena.h"
#include "out/channel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GUD_BYTE_ORDER = 0x01020304 };

// the CRC-32 of zip and PNG; begin with 0 and pass the last value on to continue
uint32_t gud_crc32(uint32_t crc, const void *data, size_t size);

typedef struct gud_pack {
    unsigned char *data; // gud_free it
    size_t size, room;
    bool failed; // out of memory, or a text too long
} gud_pack;

void gud_pack_u32(gud_pack *pack, uint32_t value);
void gud_pack_entries(gud_pack *pack, const gud_entry *entries, int n);
void gud_pack_layout(gud_pack *pack, const gud_layout *layout);

typedef struct gud_unpack {
    const unsigned char *data;
    size_t left;
    gud_arena *arena; // texts and arrays go there
    bool failed;      // the bytes are not what they should be, or memory has run out (arena->failed)
} gud_unpack;

uint32_t gud_unpack_u32(gud_unpack *unpack);
gud_entry *gud_unpack_entries(gud_unpack *unpack, int *n);
void gud_unpack_layout(gud_unpack *unpack, gud_layout *layout);

#endif
