// A short database of units for targets that load whole models, each of which reads it: of the long list of common
// units only the two that Gudgeon's own names are made of.
#ifndef GUD_TESTS_FUZZ_FEW_UNITS_H
#define GUD_TESTS_FUZZ_FEW_UNITS_H

#include "fuzz/scratch.h"

#include <libgen.h>
#include <udunits2.h>

static inline void use_few_units(void)
{
    ut_status status = UT_SUCCESS;
    char system[4000], text[20000];
    const char *path = ut_get_path_xml(NULL, &status);
    if (!path || snprintf(system, sizeof system, "%s", path) >= (int)sizeof system) abort();
    const char *folder = dirname(system);
    const int size =
        snprintf(text, sizeof text,
                 "<unit-system>\n<import>%s/udunits2-prefixes.xml</import>\n<import>%s/udunits2-base.xml</import>\n"
                 "<import>%s/udunits2-derived.xml</import>\n<import>%s/udunits2-accepted.xml</import>\n"
                 "<unit><def>6.28318530717958648 rad</def><name><singular>revolution</singular></name></unit>\n"
                 "<unit><def>1609.344 m</def><name><singular>mile</singular></name></unit>\n</unit-system>\n",
                 folder, folder, folder, folder);
    if (size >= (int)sizeof text) abort();
    if (setenv("UDUNITS2_XML_PATH", scratch_file("units.xml", text, (size_t)size), 1) != 0) abort();
}

#endif
