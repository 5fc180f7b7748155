#include "out/peaks.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// numbers of a contact in the log: when it began, approach speed, largest force, ...
enum { contact_begin = 0, contact_force = 2 };

static const double shown = 0.95; // part of a peak that is as good as all of it

bool gud_contact_joint(const gud_channel *c, char *name, size_t size)
{
    static const char head[] = "joints/", tail[] = "/contacts";
    const size_t length = strlen(c->path), ends = sizeof head - 1 + sizeof tail - 1;
    if (c->kind != GUD_CHANNEL_FIELD || length <= ends || length - ends >= size || c->width <= contact_force)
        return false;
    if (strncmp(c->path, head, sizeof head - 1) != 0 || strcmp(c->path + length - (sizeof tail - 1), tail) != 0)
        return false;
    memcpy(name, c->path + sizeof head - 1, length - ends);
    name[length - ends] = '\0';
    return true;
}

static double largest_record(const gud_result *result, const char *joint)
{
    char path[300];
    gud_error error;
    gud_pick pick;
    double *values = NULL, largest = 0.0;
    (void)snprintf(path, sizeof path, "joints/%s/contact_force", joint);
    if (gud_result_find(result, path) < 0 || gud_result_pick(result, path, &error, &pick) != GUD_OK) return INFINITY;
    if (gud_result_load(result, pick, &error, &values) != GUD_OK) return INFINITY;
    for (int64_t i = 0; i < gud_result_count(result, pick.channel); i++) largest = fmax(largest, values[i]);
    gud_free(values);
    return largest;
}

static bool find_largest_contact(const gud_result *result, int channel, gud_missed_peak *peak)
{
    const int width = gud_result_channel(result, channel)->width;
    const int64_t count = gud_result_count(result, channel);
    double *contact = gud_alloc((size_t)width, sizeof *contact);
    gud_error error;
    peak->largest = 0.0;
    for (int64_t i = 0; i < count && contact; i++) {
        if (gud_result_read(result, channel, i, 1, contact, &error) != GUD_OK) break;
        if (!(contact[contact_force] > peak->largest)) continue;
        peak->largest = contact[contact_force];
        peak->time = contact[contact_begin];
    }
    gud_free(contact);
    return peak->largest > 0.0;
}

bool gud_missed_peak_next(const gud_result *result, int *channel, gud_missed_peak *peak)
{
    while (*channel < gud_result_nchannel(result)) {
        const int at = (*channel)++;
        *peak = (gud_missed_peak){0};
        if (!gud_contact_joint(gud_result_channel(result, at), peak->joint, sizeof peak->joint)) continue;
        if (!find_largest_contact(result, at, peak)) continue;
        peak->recorded = largest_record(result, peak->joint);
        if (peak->recorded < shown * peak->largest) return true;
    }
    return false;
}
