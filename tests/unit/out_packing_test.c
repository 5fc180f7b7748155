// The last chunks of a run have the same bytes, whoever packs them and in whatever order they are asked for.
#include "check.h"
#include "uniform.h"

#include "base/status.h"
#include "out/packing.h"

#include <stdlib.h>
#include <string.h>

// series and fields of several widths; the last one has few numbers
static const gud_channel channels[] = {
    {.path = "time", .kind = GUD_CHANNEL_SERIES, .width = 1, .unit = "s"},
    {.path = "place", .kind = GUD_CHANNEL_SERIES, .width = 3, .unit = "m"},
    {.path = "pressure", .kind = GUD_CHANNEL_FIELD, .width = 600, .rows = 30, .cols = 20, .unit = "Pa"},
    {.path = "force", .kind = GUD_CHANNEL_SERIES, .width = 17, .unit = "N"},
    {.path = "gap", .kind = GUD_CHANNEL_FIELD, .width = 5000, .rows = 100, .cols = 50, .unit = "m"},
    {.path = "angle", .kind = GUD_CHANNEL_SERIES, .width = 1, .unit = "rad"},
    {.path = "few", .kind = GUD_CHANNEL_FIELD, .width = 4, .rows = 2, .cols = 2, .unit = "1"},
};

enum { nchannel = sizeof channels / sizeof channels[0], widest = 5000 };

static const gud_layout layout = {.channels = channels, .nchannel = nchannel};

static gud_packing *packing_make(bool beside, int nrow, int nsnapshot)
{
    static double values[widest];
    gud_packing *p = gud_packing_create(&layout, beside);
    assert_non_null(p);
    uniform_state = 1;
    for (int k = 0; k < nrow; k++) {
        for (int i = 0; i < gud_layout_width(&layout); i++) values[i] = i % 3 ? uniform() : k;
        assert_true(gud_packing_add_row(p, values));
    }
    for (int k = 0; k < nsnapshot; k++)
        for (int c = 0; c < nchannel; c++) {
            if (channels[c].kind != GUD_CHANNEL_FIELD) continue;
            for (int i = 0; i < channels[c].width; i++) values[i] = i % 7 ? uniform() : 0.0;
            assert_true(gud_packing_add_snapshot(p, c, k, values));
        }
    assert_true(gud_packing_settle(p));
    return p;
}

typedef struct {
    unsigned char *data;
    size_t size;
} bytes;

static int64_t last_of(const gud_packing *p, int channel)
{
    return (gud_packing_count(p, channel) - 1) / gud_packing_rows(p, channel);
}

static void ask(gud_packing *p, int channel, bytes *out)
{
    const unsigned char *data = gud_packing_chunk(p, channel, last_of(p, channel), &out->size);
    assert_non_null(data);
    out->data = malloc(out->size);
    assert_non_null(out->data);
    memcpy(out->data, data, out->size);
}

enum { ascending, descending, from_the_middle, nway };

static int channel_of(int way, int i)
{
    return way == ascending ? i : way == descending ? nchannel - 1 - i : (i + nchannel / 2) % nchannel;
}

// `ends`: the thread has done all it can before anything is asked for
static void check_way(const bytes expected[nchannel], int nrow, int nsnapshot, int way, bool ends)
{
    gud_packing *p = packing_make(true, nrow, nsnapshot);
    const size_t size = gud_packing_size(p);
    gud_packing_begin_last(p);
    if (ends) {
        assert_true(gud_packing_settle(p));
        assert_true(gud_packing_size(p) > size); // it has packed some
    }
    for (int i = 0; i < nchannel; i++) {
        bytes got;
        const int channel = channel_of(way, i);
        ask(p, channel, &got);
        assert_int_equal(got.size, expected[channel].size);
        assert_memory_equal(got.data, expected[channel].data, got.size);
        free(got.data);
    }
    gud_packing_end_last(p);
    assert_int_equal(gud_packing_size(p), size);
    gud_packing_free(p);
}

static void last_chunks_are_the_same(void **unused)
{
    static const int nrow[] = {40, 64, 511, 1000}, nsnapshot[] = {1, 3, 5, 20};
    (void)unused;
    for (int n = 0; n < GUD_COUNT(nrow); n++) {
        bytes expected[nchannel];
        gud_packing *alone = packing_make(false, nrow[n], nsnapshot[n]);
        for (int i = 0; i < nchannel; i++) ask(alone, i, &expected[i]);
        gud_packing_free(alone);
        for (int try = 0; try < (SANITIZED ? 2 : 10); try++)
            for (int way = 0; way < nway; way++)
                for (int ends = 0; ends < 2; ends++) check_way(expected, nrow[n], nsnapshot[n], way, ends == 1);
        for (int i = 0; i < nchannel; i++) free(expected[i].data);
    }
}

// a packing without a thread, and one of which nothing is asked
static void nothing_has_to_be_asked(void **unused)
{
    (void)unused;
    for (int beside = 0; beside < 2; beside++) {
        gud_packing *p = packing_make(beside == 1, 100, 3);
        const size_t size = gud_packing_size(p);
        gud_packing_begin_last(p);
        gud_packing_end_last(p);
        assert_int_equal(gud_packing_size(p), size);
        gud_packing_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_chunks_are_the_same),
        cmocka_unit_test(nothing_has_to_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
