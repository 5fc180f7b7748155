// libFuzzer target: any bytes as a checkpoint. If the first byte is odd, model and checksum of the rest are made right
// first, so that what stands behind them is reached.

#include "fuzz/scratch.h"
#include "out/checkpoint.h"
#include "out/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { model = 42, model_at = 16 }; // behind the magic number, the format and the byte order

static void make_right(uint8_t *bytes, size_t size)
{
    const uint64_t hash = model;
    if (size < model_at + sizeof hash + sizeof(uint32_t)) return;
    memcpy(bytes + model_at, &hash, sizeof hash);
    const uint32_t crc = gud_crc32(0, bytes, size - sizeof crc);
    memcpy(bytes + size - sizeof crc, &crc, sizeof crc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_error error = {0};
    gud_checkpoint c;
    if (size == 0) return 0;
    uint8_t *bytes = malloc(size);
    if (!bytes) abort();
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1) make_right(bytes, size - 1);
    if (gud_checkpoint_load(scratch_file("checkpoint", bytes, size - 1), model, &error, &c) == GUD_OK) {
        if (c.model != model || c.size > size) abort();
        const char *again = scratch_file("file", "", 0);
        gud_checkpoint second;
        if (gud_checkpoint_save(again, &c, &error) != GUD_OK ||
            gud_checkpoint_load(again, model, &error, &second) != GUD_OK)
            abort();
        if (second.size != c.size || memcmp(second.state, c.state, c.size) != 0) abort();
        gud_checkpoint_free(&second);
    } else if (!error.text[0]) {
        abort();
    }
    gud_checkpoint_free(&c);
    free(bytes);
    return 0;
}
