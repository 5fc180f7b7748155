#!/usr/bin/env bash
# Every example that is a mechanism checks and runs without error, and keeps what the manual promises of runs.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# a model that can be run has bodies of its own or included, and says how to simulate; mechanism.yaml is only a part
models=$(grep -lE '^simulate:' "$root"/examples/*/*.yaml | grep -v '/mechanism.yaml$')
[ -n "$models" ] || fail 'no examples found'
for model in $models; do
    name=$(basename "$model" .yaml)
    "$gudgeon" check "$model" >"$work/check" 2>&1 || fail "$name: check: $(tail -1 "$work/check")"
    grep -q '^the parts fit together$' "$work/check" || fail "$name: check does not say that the parts fit together"
    "$gudgeon" run "$model" -o "$work/$name" --json >"$work/$name.json" 2>"$work/message" ||
        fail "$name: run: $(tail -1 "$work/message")"
    [ ! -s "$work/message" ] || fail "$name: run remarks: $(head -1 "$work/message")"
    for file in results.h5 summary.json figures/trajectory.svg figures/reaction.svg; do
        [ -s "$work/$name/$file" ] || fail "$name: $file is missing or empty"
    done
    for file in results.log checkpoint; do
        [ ! -e "$work/$name/$file" ] || fail "$name: $file is left behind"
    done
    python3 - "$work/$name" "$work/$name.json" <<'PYTHON' || fail "$name: see above"
import json, sys
run = json.load(open(sys.argv[2]))["run"]
summary = json.load(open(sys.argv[1] + "/summary.json"))
kinetic = summary["energy"]["kinetic"]["max"]
if run["time"] > 0: # an equilibrium takes no steps
    assert run["steps"] > 0
    assert abs(run["energy_error"]) < 1e-3 * kinetic, (run["energy_error"], kinetic)
assert run["drift_position"] < 1e-9 and run["drift_velocity"] < 1e-6, run
PYTHON
done

# every example says what it shows
for folder in "$root"/examples/*/; do
    [ -s "$folder/README.md" ] || fail "$folder has no README.md"
done

# what is recorded, and how often, does not change the motion by a bit
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p'; }
for every in '10 ms' '0.37 ms' '3 s'; do
    "$gudgeon" run "$root/examples/pendulum/pendulum.yaml" -o "$work/again" --no-figures --json \
        --set "record={every: $every, points: [rod]}" | state_hash
done | sort -u >"$work/hashes"
[ "$(wc -l <"$work/hashes")" = 1 ] || fail "the record changes the motion: $(tr '\n' ' ' <"$work/hashes")"

# a coordinate that is named in two ways, crank and crank.angle, is recorded once
"$gudgeon" export "$work/slider-crank" 'coordinates/*' --csv "$work/coordinates.csv"
header=$(head -1 "$work/coordinates.csv" | tr -d '\r')
[ "$header" = 'time [s],coordinates/crank.angle [rad],coordinates/crank.angle_rate [rad/s]' ] || fail "coordinates: $header"

finish
