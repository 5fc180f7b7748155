#!/usr/bin/env bash
# Recording does not influence the motion, and names what it records once.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# what is recorded, and how often, does not change the motion by a bit
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p'; }
for every in '10 ms' '0.37 ms' '3 s'; do
    "$gudgeon" run "$root/examples/pendulum/pendulum.yaml" -o "$work/again" --no-figures --json \
        --set "record={every: $every, points: [rod]}" | state_hash
done | sort -u >"$work/hashes"
[ "$(wc -l <"$work/hashes")" = 1 ] || fail "the record changes the motion: $(tr '\n' ' ' <"$work/hashes")"

# a coordinate that is named in two ways, crank and crank.angle, is recorded once
"$gudgeon" run "$root/examples/slider-crank/slider-crank.yaml" -o "$work/slider-crank" --no-figures >"$work/out"
"$gudgeon" export "$work/slider-crank" 'coordinates/*' --csv "$work/coordinates.csv"
header=$(head -1 "$work/coordinates.csv" | tr -d '\r')
[ "$header" = 'time [s],coordinates/crank.angle [rad],coordinates/crank.angle_rate [rad/s]' ] || fail "coordinates: $header"

# a peak between two records is reported, and `extremes` keeps it
dry=("$root/examples/double-pendulum/rigid.yaml" --set joints.elbow.model=dry --set simulate.until=0.1 --no-figures --force)
expect 0 run "${dry[@]}" -o "$work/impact" --set 'record={every: 10 ms}'
says "keeps such peaks"
expect 0 summary "$work/impact" --json
is_true 'd["missed_peaks"][0]["joint"] == "elbow" and d["missed_peaks"][0]["force"] > 5 * d["missed_peaks"][0]["recorded"]'
expect 0 run "${dry[@]}" -o "$work/impact" --set 'record={every: 10 ms, extremes: [joints/elbow/contact_force]}'
! grep -q 'keeps such peaks' "$work/out" || fail 'a peak that is recorded is called missed'
expect 0 summary "$work/impact" --json
is_true 'd["missed_peaks"] == []'

finish
