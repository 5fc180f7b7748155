#include "out/checkpoint.h"

#include "base/alloc.h"
#include "base/file.h"
#include "out/draft.h"
#include "out/pack.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[8] = {'g', 'u', 'd', 's', 't', 'o', 'p', '\n'};

// The beginning of the file; the state follows, then the crc32 of both.
typedef struct header {
    char magic[8];
    uint32_t format, byte_order;
    uint64_t model, steps, log_position, size;
    double time;
} header;

gud_status gud_checkpoint_save(const char *path, const gud_checkpoint *c, gud_error *error)
{
    header h = {.format = GUD_CHECKPOINT_FORMAT,
                .byte_order = GUD_BYTE_ORDER,
                .model = c->model,
                .steps = c->steps,
                .log_position = c->log_position,
                .size = c->size,
                .time = c->time};
    memcpy(h.magic, magic, sizeof magic);
    const uint32_t crc = gud_crc32(gud_crc32(0, &h, sizeof h), c->state, c->size);

    gud_draft draft;
    GUD_TRY(gud_draft_open(&draft, path, error));
    gud_draft_write(&draft, &h, sizeof h);
    gud_draft_write(&draft, c->state, c->size);
    gud_draft_write(&draft, &crc, sizeof crc);
    return gud_draft_commit(&draft, error);
}

static gud_status check_header(const header *h, uint64_t model, const char *path, gud_error *error)
{
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return gud_fail(error, GUD_ERR_IO, "%s: not a checkpoint of Gudgeon", path);
    if (h->byte_order != GUD_BYTE_ORDER)
        return gud_fail(error, GUD_ERR_IO, "%s: the checkpoint was written on a machine with another byte order", path);
    if (h->format > GUD_CHECKPOINT_FORMAT)
        return gud_fail(error, GUD_ERR_IO,
                        "%s: the checkpoint has format %u, newer than format %d that this version reads", path,
                        (unsigned)h->format, GUD_CHECKPOINT_FORMAT);
    if (h->model != model)
        return gud_fail(error, GUD_ERR_INPUT, "%s: the checkpoint belongs to another model, or the model was changed",
                        path);
    return GUD_OK;
}

static gud_status read_all(FILE *file, const char *path, uint64_t model, gud_error *error, gud_checkpoint *out)
{
    header h = {0};
    uint32_t crc = 0;
    struct stat info;
    if (fread(&h, sizeof h, 1, file) != 1) memset(&h, 0, sizeof h); // too short to be one
    GUD_TRY(check_header(&h, model, path, error));
    if (fstat(fileno(file), &info) != 0 || (uint64_t)info.st_size < sizeof h + sizeof crc ||
        h.size != (uint64_t)info.st_size - sizeof h - sizeof crc)
        return gud_fail(error, GUD_ERR_IO, "%s: the checkpoint is damaged: its length is wrong", path);

    *out = (gud_checkpoint){.model = h.model, .steps = h.steps, .log_position = h.log_position, .time = h.time};
    out->size = (size_t)h.size;
    out->state = gud_alloc(out->size, 1);
    if (!out->state) return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the checkpoint", path);
    if (fread(out->state, 1, out->size, file) != out->size || fread(&crc, sizeof crc, 1, file) != 1)
        return gud_fail(error, GUD_ERR_IO, "%s: cannot read the checkpoint: %s", path, strerror(errno));
    if (gud_crc32(gud_crc32(0, &h, sizeof h), out->state, out->size) != crc)
        return gud_fail(error, GUD_ERR_IO, "%s: the checkpoint is damaged: its checksum is wrong", path);
    return GUD_OK;
}

gud_status gud_checkpoint_load(const char *path, uint64_t model, gud_error *error, gud_checkpoint *out)
{
    *out = (gud_checkpoint){0};
    char why[GUD_FILE_WHY];
    FILE *file = gud_file_open(path, INT64_MAX, why);
    if (!file) return gud_fail(error, GUD_ERR_IO, "%s: cannot open the checkpoint: %s", path, why);
    const gud_status st = read_all(file, path, model, error, out);
    (void)fclose(file);
    if (st < 0) gud_checkpoint_free(out);
    return st;
}

void gud_checkpoint_free(gud_checkpoint *c)
{
    gud_free(c->state);
    *c = (gud_checkpoint){0};
}
