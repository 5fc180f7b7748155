#!/usr/bin/env bash
# Every command that can take long shows on a terminal how far it is, and takes the line away.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

pendulum=$root/examples/pendulum/pendulum.yaml
"$gudgeon" run "$pendulum" -o "$work/swing" --no-figures -q
printf 'gudgeon: 1\nmodel: %s\naxes: {mass: {path: bodies.rod.mass, values: [1 kg, 2 kg]}}\n' "$pendulum" >"$work/study.yaml"

shows() # PIECES COMMAND...
{
    python3 "$root/tests/shell/watch.py" "$1" "$gudgeon" "${@:2}" || fail "gudgeon ${*:2}"
}
cd "$work"
shows laws contact "$root/examples/contact/liu-2013.yaml"
shows models rough "$root/examples/rough/models.yaml"
shows poses gap "$root/examples/gap/textured-plane.yaml" --csv gap.csv
shows points bearing "$root/examples/bearing/raimondi.yaml"
shows numbers verify liu
shows results compare swing swing --channels energy/kinetic
shows records export swing --csv swing.csv
shows parts export swing --vtk frames
shows figures plot swing energy -o energy.svg
shows figures run "$pendulum" -o again
shows runs sweep study.yaml -o study

finish
