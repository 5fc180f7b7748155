#!/usr/bin/env bash
# The answer of a run: one row for each bearing over the last full cycle, warnings, angles of the crank; errors as JSON.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$root"

# a crank-slider with two films in closed form and a load that repeats after 720 degrees: three cycles in a second
cat >"$work/engine.yaml" <<'YAML'
gudgeon: 1
title: Two bearings
include: MECHANISM
joints:
  main: {type: revolute, between: [ground, crank]}
  big-end: {type: revolute, between: [rod.big, crank.pin], model: finite, radius: 10 mm, width: 20 mm, clearance: 30 um, film: {viscosity: 20 mPa.s}}
  small-end: {type: revolute, between: [slider, rod.small], model: finite, radius: 10 mm, width: 20 mm, clearance: 30 um, film: {viscosity: 20 mPa.s}}
forces:
  gas: {type: pressure, on: slider, direction: [-1, 0], bore: 30 mm, against: crank.angle, points: [0 deg, 90 deg, 720 deg], pressures: [20 bar, 1 bar, 20 bar]}
override:
  simulate: {until: 2160 deg of crank, tolerance: 1e-4}
  record: {every: 2 deg of crank}
YAML
sed -i "s|MECHANISM|$root/examples/crank-slider/mechanism.yaml|" "$work/engine.yaml"
"$gudgeon" run "$work/engine.yaml" -o "$work/out" --no-figures >"$work/text" || fail 'the run failed'
grep -q '^361 records, the last full cycle: 1440 to 2160 deg of crank.angle, time 48 to 72 ms$' "$work/text" ||
    fail "the window is not the last cycle: $(grep records "$work/text")"
[ "$(grep -cE '^(big-end|small-end) ' "$work/text")" = 2 ] || fail 'not one row for each bearing'
grep -q '^bearing .*min film \[um\] .*at \[deg\] .*specific load \[MPa\]' "$work/text" || fail "head: $(cat "$work/text")"
"$gudgeon" summary "$work/out" >"$work/again"
diff <(sed -n '/^361 records/,$p' "$work/text") "$work/again" >"$work/diff" || fail "summary differs from run: $(cat "$work/diff")"

# the same numbers as by hand, in JSON with units and instants; the thinner film is the first
"$gudgeon" summary "$work/out" --json >"$work/json"
"$gudgeon" summary "$work/out" 'joints/*/film_min' --window 1440:2160 --json >"$work/hand"
python3 - "$work/json" "$work/hand" <<'PYTHON' || fail 'see above'
import json, math, sys
d, hand = (json.load(open(f)) for f in sys.argv[1:])
b = d["bearings"]
assert d["window"]["kind"] == "last full cycle" and d["window"]["cycles"] == 3, d["window"]
assert [r["film_min"]["value"] for r in b] == sorted(r["film_min"]["value"] for r in b)
for r in b:
    own = hand["joints"][r["name"]]["film_min"]
    e = r["film_min"]
    assert e["value"] == own["min"] and e["time"] == own["time_min"] and e["angle"] == own["at_min"] and e["unit"] == "m"
    assert abs(e["angle_in_cycle_deg"] - math.degrees(e["angle"]) % 720) < 1e-6
    assert own["unit"] == "m" and d["joints"][r["name"]]["film_min"]["min"] == own["min"]
PYTHON

# until: periodic of crank ends when a cycle repeats the previous one, and says so; or after as many cycles as are allowed
for wanted in 0.01 1e-6; do
    "$gudgeon" run "$work/engine.yaml" -o "$work/periodic" --force --no-figures --json --set 'simulate.until=periodic of crank' \
        --set simulate.repeat=$wanted --set simulate.cycles=4 >"$work/periodic.json"
    python3 - "$work/periodic.json" $wanted <<'PYTHON' || fail 'see above'
import json, sys
run, wanted = json.load(open(sys.argv[1]))["run"], float(sys.argv[2])
cycles = run["time"] * 5000 / 60 / 2
words = run["remarks"].split()
if wanted > 1e-3:
    assert run["remarks"].startswith("periodic after 3 cycles: joints/big-end/film_min") and 3 <= cycles < 4, (run, cycles)
else:
    assert run["remarks"].startswith("not periodic after 4 cycles") and abs(cycles - 4) < 1e-6, (run, cycles)
PYTHON
done
"$gudgeon" check "$work/engine.yaml" --set 'simulate.until=periodic of main.angle' --quiet || fail 'an angle of a joint has a cycle'

# a film thinner than the finish of its walls, and one whose grid is too coarse, are reported
"$gudgeon" run examples/crank-slider/config-1.yaml -o "$work/thin" --no-figures --quiet \
    --set 'joints.small-end.film.grid=[32, 4]' --set 'simulate.until=370 deg of crank'
"$gudgeon" summary "$work/thin" --window : >"$work/text"
grep -qE '^small-end: film of 0\.[0-9]+ um is thinner than the roughness of 0\.449 um$' "$work/text" || fail "$(cat "$work/text")"
grep -qE '^small-end: grid too coarse for a film of 0\.[0-9]+ um; use film.grid: \[2[0-9]0, 6\]$' "$work/text" ||
    fail "$(cat "$work/text")"
"$gudgeon" summary "$work/thin" | grep -q 'the only full cycle: 10 to 370 deg' || fail 'the only cycle is not named'

# an overhung shaft on one bearing touches at its edges, and a piston may leave its bore: the reason is named
cat >"$work/over.yaml" <<'YAML'
gudgeon: 1
space: spatial
bodies:
  shaft: {mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
frames:
  end: {body: shaft, at: [0, 0, 50 mm]}
joints:
  bearing: {type: cylindrical, between: [ground, shaft], model: mixed, radius: 20 mm, clearance: 30 um, width: 30 mm, film: {viscosity: 15 mPa.s, grid: [32, 4]},
    friction: {coefficient: 0.1}, rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}}
forces:
  belt: {type: load, on: end, direction: [0, -1, 0], value: 2 kN}
drive:
  shaft.angle: {rate: 1500 rpm}
simulate: {until: 200 deg of shaft, tolerance: 1e-4}
record: {every: 2 deg of shaft}
YAML
"$gudgeon" run "$work/over.yaml" -o "$work/over" --no-figures >"$work/text"
grep -qE '^bearing: the pin tilts: the film in the middle stays above 2[0-9](\.[0-9])? um; a second bearing on this axis' "$work/text" || fail "$(cat "$work/text")"
"$gudgeon" run "$work/over.yaml" -o "$work/over" --force --no-figures --set 'frames.end.at=[0, 0, 0]' >"$work/text"
! grep -q 'the pin tilts' "$work/text" || fail "$(cat "$work/text")"
cat >"$work/leave.yaml" <<'YAML'
gudgeon: 1
space: spatial
bodies:
  piston: {mass: 0.5, inertia: [5e-4, 5e-4, 5e-4]}
surfaces:
  bore: {shape: cylinder, radius: 20.04 mm, length: 40 mm}
  skirt: {shape: barrel, radius: 20 mm, crown: 20 um, length: 30 mm}
joints:
  liner: {type: cylindrical, between: [ground, piston], model: reynolds, surfaces: [bore, skirt], reference: second, film: {viscosity: 15 mPa.s, grid: [24, 8]}}
drive:
  liner.position: {rate: 3 m/s}
simulate: {until: 25 mm of liner.position, tolerance: 1e-4}
record: {every: 1 mm of liner.position}
YAML
"$gudgeon" run "$work/leave.yaml" -o "$work/leave" --no-figures >"$work/text"
grep -qE '^liner: at [0-9.]+ ms only 37 % of the wall faces the other one: the parts leave each other' "$work/text" || fail "$(cat "$work/text")"
"$gudgeon" run "$work/leave.yaml" -o "$work/leave" --force --no-figures --set 'simulate.until=10 mm of liner.position' >"$work/text"
! grep -q 'leave each other' "$work/text" || fail "$(cat "$work/text")"

# five bearings have five rows, and a warning that they share is one line
cat >"$work/many.yaml" <<'YAML'
gudgeon: 1
space: planar
groups:
  stand:
    parameters: {x: }
    bodies: {rotor: {mass: 5, inertia: 1e-3, at: [= x, 0]}}
    frames: {place: {body: ground, at: [= x, 0]}}
    joints: {bearing: {type: revolute, between: [place, rotor], model: reynolds, radius: 20 mm, width: 20 mm, clearance: 20 um, film: {viscosity: 10 mPa.s, grid: [32, 4]}}}
    forces: {belt: {type: load, on: rotor, direction: [0, -1, 0], value: 20 kN}}
use:
  a: {group: stand, parameters: {x: 0 m}}
  b: {group: stand, parameters: {x: 1 m}}
  c: {group: stand, parameters: {x: 2 m}}
  d: {group: stand, parameters: {x: 3 m}}
  e: {group: stand, parameters: {x: 4 m}}
drive: {a.bearing.angle: {rate: 100}}
simulate: {until: 2 ms, tolerance: 1e-3}
YAML
"$gudgeon" run "$work/many.yaml" -o "$work/many" --no-figures >"$work/text"
[ "$(grep -cE '^[a-e]\.bearing  ' "$work/text")" = 5 ] || fail "not one row for each bearing: $(cat "$work/text")"
[ "$(grep -cE '^[a-e]\.bearing and 4 others: film pressure of [0-9.]+ MPa exceeds' "$work/text")" = 1 ] || fail "$(cat "$work/text")"

# channels on request: of the same cycle, with the crank angle of their extremes; of everything if that is asked for
"$gudgeon" summary "$work/out" joints/big-end/film_min --json >"$work/own"
"$gudgeon" summary "$work/out" joints/big-end/film_min --over coordinates/crank.angle --json >"$work/along"
"$gudgeon" summary "$work/out" joints/big-end/film_min --window : --json >"$work/whole"
"$gudgeon" compare "$work/out" "$work/out" --channels joints/big-end/film_min --json >"$work/both"
"$gudgeon" compare "$work/out" "$work/out" --channels joints/big-end/film_min --window : --json >"$work/both-whole"
python3 - "$work"/{json,own,along,whole,both,both-whole} "$work/out" <<'PYTHON' || fail 'see above'
import json, sys
d, own, over, whole, both, both_whole = (json.load(open(f)) for f in sys.argv[1:7])
film = lambda r: r["joints"]["big-end"]["film_min"]
assert film(own) == film(over) == film(d) and own["window"] == over["window"] == d["window"], own["window"]
assert film(whole) != film(d) and whole["window"]["records"] > 2 * d["window"]["records"], whole["window"]
for pair, one in (both, d), (both_whole, whole):
    assert pair["window"][sys.argv[7]] == one["window"], pair["window"]
    assert pair["joints/big-end/film_min"][sys.argv[7]] == film(one)
PYTHON
"$gudgeon" compare "$work/out" "$work/periodic" --channels joints/big-end/film_min >"$work/text"
[ "$(grep -c 'records, the last full cycle: ' "$work/text")" = 2 ] || fail "compare does not name the cycles: $(cat "$work/text")"
"$gudgeon" compare "$work/out" "$work/out" --channels joints/big-end/film_min -o "$work/both.svg" >"$work/text"
[ "$(head -1 "$work/text")" = "$(head -1 "$work/again")" ] || fail "compare does not name the cycle: $(cat "$work/text")"
grep -q 'Last full cycle, 1440° to 2160°' "$work/both.svg" || fail 'the figure of compare is not of the last cycle'
table=$("$gudgeon" summary "$work/out" joints/big-end/film_min)
grep -q 'min at deg' <<<"$table" || fail 'extremes are not at crank angles'
# both tables show the smallest film at the same angle: within the cycle, or counted on in a window of several cycles
for window in 1440:2160 :; do
    by_bearing=$("$gudgeon" summary "$work/out" --window $window | awk '$1 == "big-end" {print $3}')
    by_channel=$("$gudgeon" summary "$work/out" joints/big-end/film_min --window $window | awk '/film_min/ {print $(NF - 1)}')
    at=$("$gudgeon" summary "$work/out" --window $window --json | python3 -c '
import json, math, sys
at = math.degrees([b for b in json.load(sys.stdin)["bearings"] if b["name"] == "big-end"][0]["film_min"]["angle"])
print("%.0f" % (at if sys.argv[1] == ":" else at % 720))' $window)
    [ "$by_bearing" = "$by_channel" ] && [ "$by_bearing" = "$at" ] || fail "window $window: $by_bearing deg in one table, $by_channel in the other, $at in JSON"
done
"$gudgeon" summary "$work/out" --all | grep -q 'drives/crank.angle/torque' || fail '--all lacks the drives'

# the log of contacts: the largest forces of dry contact, whatever the records show
"$gudgeon" run examples/clearance/slider-crank-dry.yaml -o "$work/dry" --no-figures --quiet --set 'simulate.until=60 deg of crank'
"$gudgeon" summary "$work/dry" --impacts >"$work/text"
grep -qE '^small-end: [0-9]+ contacts$' "$work/text" && grep -q 'approach \[m/s\]' "$work/text" || fail "impacts: $(head -3 "$work/text")"
"$gudgeon" summary "$work/dry" --impacts --json >"$work/json"
python3 - "$work/json" <<'PYTHON' || fail 'see above'
import json, sys
log = json.load(open(sys.argv[1]))["impacts"]["small-end"]
assert len(log) > 1 and all(a["begin"] + a["duration"] <= b["begin"] for a, b in zip(log, log[1:]))
assert all(c["force"] > 0 and c["speed"] > 0 and c["depth"] > 0 for c in log)
PYTHON
"$gudgeon" summary "$work/out" --impacts | grep -q 'no joint has a contact log' || fail 'films have a contact log'

# errors as objects: of files, of arguments, of results
sed 's/radius: 10 mm/radus: 10 mm/; s/viscosity: 20 mPa.s/viscosity: 20 mm/' "$work/engine.yaml" >"$work/bad.yaml"
if "$gudgeon" check "$work/bad.yaml" --json >"$work/errors" 2>"$work/message"; then fail 'a wrong file passed'; fi
if "$gudgeon" summary "$work/nowhere" --json >"$work/missing" 2>&1; then fail 'a missing result passed'; fi
if "$gudgeon" run --jsn "$work/bad.yaml" --json >"$work/option" 2>/dev/null; then fail 'a wrong option passed'; fi
python3 - "$work/errors" "$work/message" "$work/option" <<'PYTHON' || fail 'see above'
import json, sys
errors = json.load(open(sys.argv[1]))["errors"]
lines = open(sys.argv[2]).read().splitlines()
assert len(errors) == len(lines) == 4, (errors, lines)
for e, line in zip(errors, lines):
    text = f'{e["file"]}:{e["line"]}:{e["column"]}: {e["message"]}' + (f'; {e["hint"]}' if e["hint"] else "")
    assert text == line, (text, line)
assert any(e["hint"] == "did you mean 'radius'?" for e in errors)
assert "--json" in json.load(open(sys.argv[3]))["errors"][0]["hint"]
PYTHON
finish
