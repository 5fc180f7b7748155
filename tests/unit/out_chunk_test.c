// Chunks are what HDF5's own filters would have unpacked to the same numbers, whatever these are.
#include "check.h"

#include "base/alloc.h"
#include "base/status.h"
#include "out/chunk.h"

#include <hdf5.h>
#include <math.h>
#include <string.h>

enum { most = 70000 };

static double values[most], back[most];

// numbers of several kinds: smooth, random, constant, symmetric rows, and mixtures of them
static void fill(int kind, int n)
{
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < n; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        const int row = i / 80 % 16, mirrored = row < 8 ? row : 15 - row;
        const double random = (double)(seed >> 11) * 0x1p-53;
        switch (kind) {
        case 0:
            values[i] = 0.0;
            break;
        case 1:
            values[i] = sin(0.001 * i);
            break;
        case 2:
            values[i] = random;
            break;
        case 3:
            values[i] = exp(sin(0.37 * mirrored + 0.01 * (i % 80)) + i / 1280);
            break;
        case 4:
            values[i] = i < n / 2 ? random : 1e-300;
            break;
        default:
            memcpy(&values[i], &seed, 8);
            break; // any bytes at all
        }
    }
}

static hid_t create_set(hid_t file, hsize_t n)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &n, NULL);
    (void)H5Pset_chunk(plan, 1, &n);
    (void)H5Pset_shuffle(plan);
    (void)H5Pset_deflate(plan, 1);
    (void)H5Pset_fletcher32(plan);
    const hid_t set = H5Dcreate2(file, "set", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    (void)H5Sclose(space);
    (void)H5Pclose(plan);
    assert_true(set >= 0);
    return set;
}

// through a file in memory
static herr_t read_chunk(const unsigned char *data, size_t size, size_t n)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_fapl_core(access, 1 << 20, 0);
    const hid_t file = H5Fcreate("chunk", H5F_ACC_TRUNC, H5P_DEFAULT, access), set = create_set(file, n);
    const hsize_t start[1] = {0};
    assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, 0, start, size, data) >= 0);
    memset(back, 0, sizeof back);
    const herr_t st = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, back);
    (void)H5Dclose(set);
    (void)H5Fclose(file);
    (void)H5Pclose(access);
    return st;
}

static void hdf5_reads_what_was_packed(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 7, 8, 9, 63, 64, 1000, 1024, 2047, 10240, most};
    gud_chunker *chunker = gud_chunker_create();
    for (int kind = 0; kind < 6; kind++)
        for (int i = 0; i < GUD_COUNT(counts); i++) {
            const size_t n = (size_t)counts[i];
            size_t size = 0;
            fill(kind, counts[i]);
            const unsigned char *data = gud_chunker_pack(chunker, values, n, &size);
            assert_non_null(data);
            assert_true(size <= 8 * n + n / 100 + 60); // incompressible numbers grow by little
            assert_true(read_chunk(data, size, n) >= 0);
            assert_memory_equal(back, values, n * sizeof(double));
        }
    gud_chunker_free(chunker);
}

// the same numbers, the same bytes, whatever was packed before
static void chunks_depend_on_numbers_only(void **state)
{
    (void)state;
    gud_chunker *one = gud_chunker_create(), *other = gud_chunker_create();
    size_t size = 0, other_size = 0;
    fill(3, 5000);
    const unsigned char *data = gud_chunker_pack(one, values, 5000, &size);
    fill(5, most);
    assert_non_null(gud_chunker_pack(other, values, most, &other_size));
    fill(3, 5000);
    const unsigned char *again = gud_chunker_pack(other, values, 5000, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(data, again, size);
    gud_chunker_free(one);
    gud_chunker_free(other);
}

static void what_repeats_becomes_small(void **state)
{
    (void)state;
    gud_chunker *chunker = gud_chunker_create();
    size_t size = 0;
    fill(0, 10240);
    assert_non_null(gud_chunker_pack(chunker, values, 10240, &size));
    assert_true(size < 1000);
    fill(3, 10240); // half of the rows are those of the other half
    assert_non_null(gud_chunker_pack(chunker, values, 10240, &size));
    assert_true(size < 10240 * 5);
    gud_chunker_free(chunker);
}

// every byte is guarded: HDF5 refuses a chunk that was changed
static void damage_is_found(void **state)
{
    (void)state;
    gud_chunker *chunker = gud_chunker_create();
    size_t size = 0;
    fill(1, 200);
    const unsigned char *data = gud_chunker_pack(chunker, values, 200, &size);
    unsigned char *copy = gud_alloc(size, 1);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    for (size_t i = 0; i < size; i += 13) {
        memcpy(copy, data, size);
        copy[i] ^= 0x10;
        assert_true(read_chunk(copy, size, 200) < 0);
    }
    gud_free(copy);
    gud_chunker_free(chunker);
}

// by its definition: sums of big-endian words, and of these sums, modulo 65535
static void checksum_of_known_bytes(void **state)
{
    (void)state;
    assert_int_equal(gud_fletcher32((const unsigned char *)"\x01\x02\x03\x04", 4), (uint32_t)0x05080406);
    assert_int_equal(gud_fletcher32((const unsigned char *)"\x01\x02\x03", 3), (uint32_t)0x05040402);
    assert_int_equal(gud_fletcher32((const unsigned char *)"\0\0\0\0", 4), 0);
    assert_int_equal(gud_fletcher32((const unsigned char *)"\xff\xff", 2), (uint32_t)0xffffffff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hdf5_reads_what_was_packed), cmocka_unit_test(chunks_depend_on_numbers_only),
        cmocka_unit_test(what_repeats_becomes_small), cmocka_unit_test(damage_is_found),
        cmocka_unit_test(checksum_of_known_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
