#!/usr/bin/env bash
# examples.sh FOLDER: every mechanism in a folder of examples checks and runs without error, and keeps what the manual
# promises of runs.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# a model that can be run has bodies of its own or included, and says how to simulate; mechanism.yaml is only a part
folder=$root/examples/$1
models=$(grep -lE '^simulate:' "$folder"/*.yaml | grep -v '/mechanism.yaml$' || true)
for model in $models; do
    grep -qE 'type: user|law: plugin' "$model" && continue # code of a program: tests/shell/library.sh runs it
    name=$(basename "$model" .yaml)
    "$gudgeon" check "$model" >"$work/check" 2>&1 || fail "$name: check: $(tail -1 "$work/check")"
    grep -q '^the parts can be assembled$' "$work/check" || fail "$name: check does not say that the parts can be assembled"
    shorter=()
    case $1/$name in # what would take long is shown by its beginning
        inline-four/inline-four) shorter=(--set 'simulate.until=100 deg of crank') ;; # of 1440: nine films in space
        generic-joints/piston-and-pins) shorter=(--set 'simulate.until=60 deg of crank') ;; # of 1440
        double-pendulum/film) shorter=(--set 'simulate.until=0.4 s') ;; # of 2 s: the ball has reached its socket
    esac
    "$gudgeon" run "$model" -o "$work/$name" "${shorter[@]}" --json >"$work/$name.json" 2>"$work/message" ||
        fail "$name: run: $(tail -1 "$work/message")"
    [ ! -s "$work/message" ] || fail "$name: run remarks: $(head -1 "$work/message")"
    figures=(figures/trajectory.svg figures/reaction.svg)
    case $name in
        cart | ball-race) figures=(figures/trajectory.svg) ;; # no joint that pulls
        cantilever | princeton) figures=(figures/trajectory.svg) ;; # one record: nothing to draw against time
        chain-drive) figures=(figures/trajectory.svg) ;; # more joints than panels
    esac
    for file in results.h5 summary.json "${figures[@]}"; do
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
    assert abs(run["energy_error"]) <= 1e-3 * kinetic, (run["energy_error"], kinetic)
assert run["drift_position"] < 1e-9 and run["drift_velocity"] < 1e-6, run
PYTHON
done

[ -s "$folder/README.md" ] || fail "$1 has no README.md that says what it shows"

finish
