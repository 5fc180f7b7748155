// Peaks that lie between two records: the log of contacts knows the largest force of each, records may miss it.
#ifndef GUD_OUT_PEAKS_H
#define GUD_OUT_PEAKS_H

#include "out/result.h"

typedef struct gud_missed_peak {
    char joint[256];
    double largest;  // N, of the contact
    double recorded; // N, of all records
    double time;     // s, when the contact began
} gud_missed_peak;

// The next joint, from *channel on (0 at first), whose largest contact force the records show by less than 95 %. False:
// no more, or the file cannot be read.
bool gud_missed_peak_next(const gud_result *result, int *channel, gud_missed_peak *peak);

// The joint of a log of contacts, the channel "joints/NAME/contacts"; false: the channel is none.
bool gud_contact_joint(const gud_channel *channel, char *name, size_t size);

#endif
