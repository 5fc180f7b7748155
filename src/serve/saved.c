#include "serve/saved.h"

#include "base/alloc.h"
#include "base/file.h"
#include "out/draft.h"
#include "serve/scene.h"

#include <gudgeon/gudgeon.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// A file that travels by mail: longer runs are thinned out, and numbers have seven digits.
enum { records_most = 4000, maps_most = 200, page_most = 8 << 20 };

// ---- numbers as text

// every `stride`-th of the records of `width` numbers, as a member of the JSON object that is open
static gud_status write_floats(gud_json *json, const char *key, const double *values, int64_t n, int width,
                               int64_t stride)
{
    const int64_t kept = (n + stride - 1) / stride;
    float *small = gud_alloc((size_t)(kept * width) + 1, sizeof *small);
    gud_buffer text;
    gud_buffer_init(&text);
    if (small) {
        for (int64_t i = 0; i < kept; i++)
            for (int k = 0; k < width; k++) small[i * width + k] = (float)values[i * stride * width + k];
        gud_base64_append(&text, small, (size_t)(kept * width) * sizeof *small);
        gud_json_text(json, key, gud_buffer_text(&text));
    }
    const gud_status st = small && !text.failed ? GUD_OK : GUD_ERR_MEMORY;
    gud_buffer_free(&text);
    gud_free(small);
    return st;
}

// ---- channels

static int64_t stride_of(const gud_results_channel_info *c)
{
    const int64_t most = c->kind == GUD_CHANNEL_FIELD ? maps_most : records_most;
    return (c->records + most - 1) / most + (c->records == 0);
}

static gud_status write_channel(gud_json *json, gud_results *r, int channel, const gud_results_channel_info *c)
{
    const int64_t stride = stride_of(c), n = c->records * c->width;
    double *values = gud_alloc((size_t)n + 1, sizeof *values),
           *times = gud_alloc((size_t)c->records + 1, sizeof *times);
    gud_status st = values && times ? gud_results_read(r, channel, 0, c->records, values, n) : GUD_ERR_MEMORY;
    gud_json_open(json, c->path, '{');
    if (st == GUD_OK) st = write_floats(json, "values", values, c->records, c->width, stride);
    if (st == GUD_OK && c->kind == GUD_CHANNEL_FIELD) {
        st = gud_results_read_times(r, channel, 0, c->records, times, c->records);
        if (st == GUD_OK) st = write_floats(json, "times", times, c->records, 1, stride);
    }
    gud_json_close(json);
    gud_free(values);
    gud_free(times);
    return st;
}

static gud_status write_data(gud_buffer *text, gud_results *r)
{
    gud_json json;
    gud_status st = GUD_OK;
    gud_json_init(&json, text, false);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "channels", '{');
    for (int i = 0; i < gud_results_channel_count(r) && st == GUD_OK; i++) {
        gud_results_channel_info c;
        st = gud_results_channel(r, i, &c);
        if (st == GUD_OK) st = write_channel(&json, r, i, &c);
    }
    gud_json_close(&json);
    if (st == GUD_OK) st = gud_result_parts_write(&json, r);
    char *summary = NULL;
    gud_json_raw(&json, "summary", gud_results_summary(r, &summary) == GUD_OK ? summary : "null");
    gud_free(summary);
    gud_json_close(&json);
    gud_buffer_add(text, ",\n");
    gud_json_init(&json, text, false);
    gud_result_describe(&json, r);
    return st;
}

// ---- the file

static gud_status read_page(const char *page, const char *name, gud_buffer *text, gud_error *error)
{
    char path[4200], why[GUD_FILE_WHY], bytes[1 << 14];
    (void)snprintf(path, sizeof path, "%s/%s", page, name);
    FILE *in = gud_file_open(path, page_most, why);
    if (!in) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, why);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;) gud_buffer_append(text, bytes, n);
    (void)fclose(in);
    return GUD_OK;
}

// Inside a script element, "</" would end it: in JSON and in strings of scripts "<\/" means the same.
static void append_script(gud_buffer *out, const gud_buffer *script)
{
    const char *text = gud_buffer_text(script);
    for (const char *end; (end = strstr(text, "</")); text = end + 2) {
        gud_buffer_append(out, text, (size_t)(end - text));
        gud_buffer_add(out, "<\\/");
    }
    gud_buffer_add(out, text);
}

static gud_status compose(gud_results *r, const char *result, const char *page, gud_error *error, gud_buffer *parts,
                          gud_buffer *out)
{
    GUD_TRY(read_page(page, "page.css", &parts[0], error));
    GUD_TRY(read_page(page, "page.js", &parts[1], error));
    const gud_status st = write_data(&parts[2], r);
    if (st < 0)
        return gud_fail(error, st, "%s: %s", result, st == GUD_ERR_MEMORY ? "out of memory" : gud_results_error(r));
    gud_buffer_add(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" "
                        "content=\"light dark\">\n<title>Gudgeon</title>\n<style>");
    gud_buffer_add(out, gud_buffer_text(&parts[0]));
    gud_buffer_add(out, "</style>\n<header id=\"head\"></header>\n<main id=\"main\"></main>\n<footer "
                        "id=\"jobs\"></footer>\n<script>globalThis.gudgeonSaved = [");
    append_script(out, &parts[2]);
    gud_buffer_add(out, "];</script>\n<script>");
    append_script(out, &parts[1]);
    gud_buffer_add(out, "</script>\n</html>\n");
    return out->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

gud_status gud_result_save_html(const char *result, const char *page, const char *path, gud_error *error)
{
    gud_results *r = NULL;
    gud_diagnostics *why = NULL;
    gud_buffer parts[3], out;
    if (gud_results_open(result, &r, &why) < 0) {
        gud_error_write(error, "%s", gud_diagnostics_text(why));
        gud_diagnostics_free(why);
        return GUD_ERR_INPUT;
    }
    gud_diagnostics_free(why);
    for (int i = 0; i < 3; i++) gud_buffer_init(&parts[i]);
    gud_buffer_init(&out);
    gud_status st = compose(r, result, page, error, parts, &out);
    if (st == GUD_OK) st = gud_draft_save(path, out.data, out.size, error);
    for (int i = 0; i < 3; i++) gud_buffer_free(&parts[i]);
    gud_buffer_free(&out);
    gud_results_free(r);
    return st;
}
