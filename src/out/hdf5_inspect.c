// What a result file may be made of, looked at before anything in it is believed: a file from elsewhere must neither
// reach into other files nor ask for memory that its size does not justify.

#include "out/hdf5.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

// Deflate packs 1032 bytes into one at best; what is small needs no storage at all (empty texts, no records).
enum { most_packed = 1100, small_bytes = 1 << 16 };

typedef struct inspection {
    hsize_t file_size;
    char name[200];  // of what is wrong
    const char *why; // NULL: nothing is
} inspection;

static bool refuse(inspection *s, const char *name, const char *why)
{
    (void)snprintf(s->name, sizeof s->name, "%s", name);
    s->why = why;
    return false;
}

// the filters that we write, each of them once at most: others are loaded as plugins or unpack without bound
static bool knows_filters(hid_t plan)
{
    const int n = H5Pget_nfilters(plan);
    int deflates = 0;
    for (int i = 0; i < n; i++) {
        unsigned flags = 0, config = 0;
        size_t nvalue = 0;
        const H5Z_filter_t filter = H5Pget_filter2(plan, (unsigned)i, &flags, &nvalue, NULL, 0, NULL, &config);
        if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
            return false;
        deflates += filter == H5Z_FILTER_DEFLATE;
    }
    return n >= 0 && deflates <= 1;
}

// bytes of a chunk in memory, which is unpacked whole; 0 if there are none
static hsize_t chunk_bytes(hid_t plan, size_t type_size)
{
    hsize_t dims[H5S_MAX_RANK], bytes = type_size;
    const int rank = H5Pget_layout(plan) == H5D_CHUNKED ? H5Pget_chunk(plan, H5S_MAX_RANK, dims) : 0;
    for (int i = 0; i < rank; i++) bytes *= dims[i]; // HDF5 holds it below 4 GB
    return rank > 0 ? bytes : 0;
}

static bool has_storage(const inspection *s, hid_t set, hid_t plan)
{
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t size = H5Tget_size(type);
    hsize_t stored = H5Dget_storage_size(set);
    if (stored > s->file_size) stored = s->file_size; // a damaged index claims anything
    const hsize_t most = stored * most_packed + small_bytes;
    const bool good = n == 0 || (n > 0 && size > 0 && (hsize_t)n <= most / size && chunk_bytes(plan, size) <= most);
    if (space >= 0) (void)H5Sclose(space);
    if (type >= 0) (void)H5Tclose(type);
    return good;
}

static bool inspect_dataset(inspection *s, hid_t set, const char *name)
{
    const hid_t plan = H5Dget_create_plist(set);
    bool good = true;
    if (plan < 0)
        good = refuse(s, name, "cannot be read");
    else if (H5Pget_external_count(plan) != 0 || H5Pget_layout(plan) == H5D_VIRTUAL)
        good = refuse(s, name, "keeps its values in another file");
    else if (!knows_filters(plan))
        good = refuse(s, name, "is packed by a filter that Gudgeon does not use");
    else if (!has_storage(s, set, plan))
        good = refuse(s, name, "claims more values than the file can hold");
    if (plan >= 0) (void)H5Pclose(plan);
    return good;
}

static herr_t inspect_link(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    inspection *s = data;
    if (info->type != H5L_TYPE_HARD) {
        (void)refuse(s, name, "is a link to another place or file");
        return 1;
    }
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) {
        (void)refuse(s, name, "cannot be read");
        return 1;
    }
    const bool good = H5Iget_type(object) != H5I_DATASET || inspect_dataset(s, object, name);
    (void)H5Oclose(object);
    return good ? 0 : 1;
}

gud_status gud_hdf5_inspect(gud_hdf5 file, const char *path, gud_error *error)
{
    inspection s = {0};
    if (H5Fget_filesize(file, &s.file_size) < 0 || H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, inspect_link, &s) < 0)
        return gud_fail(error, GUD_ERR_IO, "%s: the result is damaged: its parts cannot be listed", path);
    if (s.why) return gud_fail(error, GUD_ERR_IO, "%s: the result is refused: '%.150s' %s", path, s.name, s.why);
    return GUD_OK;
}
