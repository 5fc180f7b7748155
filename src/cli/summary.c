#include "cli/summary.h"

#include "base/json.h"
#include "cli/sheet.h"
#include "out/peaks.h"

#include <stdio.h>

void gud_summary_write(gud_buffer *text, const gud_result *result, const gud_answer *answer)
{
    gud_json json;
    gud_json_init(&json, text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", gud_result_meta(result)->title);
    gud_answer_write(answer, result, &json);
    gud_json_close(&json);
}

// ---- what lies between two records

void gud_missed_peaks_print(const gud_result *result, FILE *out)
{
    gud_missed_peak p;
    int channel = 0;
    while (gud_missed_peak_next(result, &channel, &p)) {
        char largest[48], recorded[48];
        gud_quantity_text(p.largest, "N", largest, sizeof largest);
        gud_quantity_text(p.recorded, "N", recorded, sizeof recorded);
        (void)fprintf(out,
                      "'%s': a contact that began at %.6g s peaked at %s between two records, which show %s at most; "
                      "record.extremes: [joints/%s/contact_force] keeps such peaks\n",
                      p.joint, p.time, largest, recorded, p.joint);
    }
}
