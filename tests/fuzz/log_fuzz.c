// libFuzzer target: any records as the log of a run, read as after a kill. Records of the input are: type, length (two
// bytes), payload; the log around them, with its checksums, is made here. A type of 128 and more spoils the checksum.

#include "fuzz/scratch.h"
#include "out/log.h"
#include "out/pack.h"
#include "out/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

static void add(bytes *b, const void *from, size_t size)
{
    if (size > 0) memcpy(b->data + b->size, from, size);
    b->size += size;
}

static void add_record(bytes *log, uint32_t type, const uint8_t *payload, uint32_t length)
{
    const uint32_t head[2] = {length, type & 127};
    const size_t start = log->size;
    add(log, head, sizeof head);
    add(log, payload, length);
    const uint32_t crc = gud_crc32(0, log->data + start, log->size - start) ^ (type > 127);
    add(log, &crc, sizeof crc);
}

static bytes log_of(const uint8_t *data, size_t size)
{
    bytes log = {malloc(GUD_LOG_MAGIC_SIZE + (size / 3 + 1) * GUD_LOG_FRAME + size), 0};
    if (!log.data) abort();
    add(&log, GUD_LOG_MAGIC, GUD_LOG_MAGIC_SIZE);
    while (size >= 3) {
        const uint32_t type = data[0], wanted = data[1] | (uint32_t)data[2] << 8;
        data += 3;
        size -= 3;
        const uint32_t length = wanted < size ? wanted : (uint32_t)size;
        add_record(&log, type, data, length);
        data += length;
        size -= length;
    }
    add(&log, data, size);
    return log;
}

static void read_channels(gud_result *result)
{
    gud_error error;
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        double *values = NULL;
        const gud_channel *c = gud_result_channel(result, i);
        if (c->width > 0 && gud_result_load(result, (gud_pick){.channel = i}, &error, &values) != GUD_OK &&
            !error.text[0])
            abort();
        free(values);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_error error = {0};
    gud_result *result = NULL;
    char old[scratch_room + 20];
    bytes log = log_of(data, size);
    (void)scratch_file("results.log", log.data, log.size);
    free(log.data);
    (void)snprintf(old, sizeof old, "%s/%s", scratch_folder(), GUD_RESULT_NAME);
    (void)unlink(old);
    if (gud_result_open(scratch_folder(), &error, &result) == GUD_OK)
        read_channels(result);
    else if (!error.text[0])
        abort();
    gud_result_close(result);
    return 0;
}
