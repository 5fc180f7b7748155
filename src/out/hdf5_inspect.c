// What a result file may be made of, looked at before anything in it is believed: a file from elsewhere must neither
// reach into other files nor ask for memory that its size does not justify.

#include "out/draft.h"
#include "out/hdf5.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

// Deflate packs 1032 bytes into one at best; what is small needs no storage at all (empty texts, no records).
enum { most_packed = 1100, small_bytes = 1 << 16 };

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

static hsize_t size_of(hid_t file)
{
    hsize_t size = 0;
    (void)H5Fget_filesize(file, &size);
    return size;
}

bool gud_hdf5_justifies(gud_hdf5 file, int64_t count, int width)
{
    const hsize_t most = (size_of(file) * most_packed + small_bytes) / sizeof(double);
    return count >= 0 && width >= 0 && (width == 0 || (hsize_t)count <= most / (hsize_t)width);
}

static bool has_storage(hid_t file, hid_t set, hid_t plan)
{
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t size = H5Tget_size(type);
    hsize_t stored = H5Dget_storage_size(set);
    const hsize_t file_size = size_of(file);
    if (stored > file_size) stored = file_size; // a damaged index claims anything
    const hsize_t most = stored * most_packed + small_bytes;
    const bool good = n == 0 || (n > 0 && size > 0 && (hsize_t)n <= most / size && chunk_bytes(plan, size) <= most);
    if (space >= 0) (void)H5Sclose(space);
    if (type >= 0) (void)H5Tclose(type);
    return good;
}

// are its values in this file, as we would have put them there?
static bool is_own_dataset(hid_t file, hid_t set)
{
    const hid_t plan = H5Dget_create_plist(set);
    const bool good = plan >= 0 && H5Pget_external_count(plan) == 0 && H5Pget_layout(plan) != H5D_VIRTUAL &&
                      knows_filters(plan) && has_storage(file, set, plan);
    if (plan >= 0) (void)H5Pclose(plan);
    return good;
}

// Do all parts of the path lie in this file? Other links lead to other places or files. The parts are asked for one by
// one: HDF5 1.10 frees what it never made when it lists a group whose index is damaged.
static bool is_own_path(hid_t place, const char *path)
{
    char part[GUD_PATH_SIZE];
    H5L_info_t info;
    const size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) return false;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (H5Lget_info(place, part, &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD) return false;
    }
    return true;
}

int64_t gud_hdf5_open_dataset(gud_hdf5 file, int64_t place, const char *path)
{
    const hid_t set = is_own_path(place, path) ? H5Dopen2(place, path, H5P_DEFAULT) : -1;
    if (set < 0 || is_own_dataset(file, set)) return set;
    (void)H5Dclose(set);
    return -1;
}

int64_t gud_hdf5_open_group(gud_hdf5 file, const char *path)
{
    return is_own_path(file, path) ? H5Gopen2(file, path, H5P_DEFAULT) : -1;
}
