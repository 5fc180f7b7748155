// Any bytes as a file of rows: reading ends, and whoever goes on writes behind whole lines.

#include "scratch.h"

#include "out/pack.h"
#include "sweep/rows.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void read_all(const char *folder)
{
    gud_archive a;
    gud_error error;
    if (gud_archive_read(folder, &error, &a) != GUD_OK) return;
    for (int i = 0; i < a.count; i++) {
        gud_sweep_table table = {0};
        double costs[GUD_ROW_COSTS];
        if (a.rows[i].kind != GUD_ROW_DONE) continue;
        gud_row_read_costs(&a.rows[i], costs);
        (void)gud_row_read_lines(&a.rows[i], 0, &error, &table);
        gud_sweep_table_free(&table);
    }
    gud_archive_free(&a);
}

static char part[scratch_room + 40], path[scratch_room + 60];

static void remove_part(void)
{
    char rows[scratch_room + 20];
    (void)snprintf(rows, sizeof rows, "%s/rows", scratch_path);
    (void)unlink(path);
    (void)rmdir(part);
    (void)rmdir(rows);
    scratch_remove();
}

static void make_part(void)
{
    if (part[0]) return;
    (void)snprintf(part, sizeof part, "%s/rows", scratch_folder());
    (void)mkdir(part, 0700);
    (void)snprintf(part, sizeof part, "%s/rows/1-of-1", scratch_folder());
    (void)mkdir(part, 0700);
    (void)snprintf(path, sizeof path, "%s/0.rows", part);
    if (atexit(remove_part) != 0) abort();
}

// lines with the right sums, which no fuzzer would find
static void write_sound(FILE *file, const char *text, size_t size)
{
    for (const char *end = text + size; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text)), *stop = newline ? newline : end;
        const size_t n = (size_t)(stop - text);
        (void)fwrite(text, 1, n, file);
        (void)fprintf(file, "\t%08x\n", gud_crc32(0, text, n));
        text = stop + (newline != NULL);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const char head[] = "gudgeon rows 1";
    gud_rows rows;
    gud_error error;
    gud_archive a;
    make_part();
    FILE *file = fopen(path, "wb");
    if (!file) abort();
    if (size > 0 && data[0] == 's') {
        write_sound(file, head, sizeof head - 1);
        write_sound(file, (const char *)data + 1, size - 1);
    } else {
        (void)fwrite(data, 1, size, file);
    }
    (void)fclose(file);
    read_all(scratch_folder());
    if (gud_rows_open(&rows, part, 0, false, &error) != GUD_OK) return 0;
    if (gud_rows_begun(&rows, 1, &error) != GUD_OK) abort();
    gud_rows_close(&rows);
    if (gud_archive_read(scratch_folder(), &error, &a) != GUD_OK || a.count == 0 ||
        a.rows[a.count - 1].kind != GUD_ROW_BEGUN)
        abort();
    gud_archive_free(&a);
    return 0;
}
