#!/usr/bin/env bash
# The command is a client of the public interface. What it takes from inside besides is listed here, with the reason; a header
# that is not listed has to be asked for through include/gudgeon instead.
set -u
cd "$(dirname "$0")/../../src/cli" || exit 1

# whole folders that know no physics: texts and memory, numbers, files with places of mistakes, results and figures
folders='base num load out cli gudgeon'

# single headers
allowed='
component/  sheets as structs: the interface gives them as JSON, tables and figures of the command need every number
model/sections.h  the tables that lists, help and manual are made of
film/sizes.h  the cost of a film is told before it is computed
film/lubricant.h  the library of oils that is listed
rough/material.h  the library of materials that is listed
step/check.h  the report of `check`: redundant constraints by name
step/simulate.h  the run of `run`, whose figures, claims and logs it tends itself
surface/net_vtk.h  the net of `gap` as a file for ParaView
sweep/  studies in processes and folders, which can be resumed; the interface has those in threads
verify/verify.h  published numbers
assembly/  parts and pairs of CAD files, which are read in a process of their own
fmu/export.h  archives of FMUs
serve/  the page, another client, which the command starts
lib/  shared by command and interface
'

failures=0
for header in $(grep -rhoE '^#include "[a-z]+/[a-z0-9_]+\.h"' . | sed 's/.*"\(.*\)"/\1/' | sort -u); do
    folder=${header%%/*}
    grep -qw -- "$folder" <<<"$folders" && continue
    grep -qE "^($header|$folder/) " <<<"$allowed" && continue
    echo "FAIL: src/cli includes $header: take it through include/gudgeon, or say in $0 why not" >&2
    failures=1
done

# what is listed is used
while read -r entry _; do
    [ -z "$entry" ] || grep -rqE "^#include \"$entry" . || { echo "FAIL: $entry is listed in $0 and not used" >&2; failures=1; }
done <<<"$allowed"
[ "$failures" = 0 ] || exit 1
echo "clients.sh: all well"
