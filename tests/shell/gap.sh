#!/usr/bin/env bash
# gudgeon gap: maps, least gaps, sweeps, files, and answers to wrong input.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
folder=$root/examples/gap

# --- an eccentric pin: least gap = clearance - eccentricity, towards the pin; rates follow its velocity
cat >"$work/pin.yaml" <<'YAML'
gudgeon: 1
title: A pin
surfaces:
  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}
  pin:  {shape: cylinder, radius: 10 mm, length: 30 mm}
gap:    {between: [bore, pin], cells: [24, 5]}
second: {at: [12 um, 16 um, 0], velocity: [3 mm/s, 4 mm/s, 0], spin: [0, 0, 100]}
YAML
expect 0 gap "$work/pin.yaml"
silent_err
says "from the back of 'bore', 24 x 5 cells"
says 'smallest gap [um]'
expect 0 gap "$work/pin.yaml" --json
silent_err
is_true 'abs(d["min"]["gap"] - 10e-6) < 1e-15'
is_true 'abs(math.atan2(d["min"]["position"][1], d["min"]["position"][0]) - math.atan2(4, 3)) < 1e-9'
is_true 'len(d["points"]) == 120 and all(p["hit"] for p in d["points"]) and d["contact_area"] == 0'
is_true 'all(abs(p["gap"] - (30e-6 - (12e-6 * p["position"][0] + 16e-6 * p["position"][1]) / 10.03e-3)) < 3e-8 for p in d["points"])'
is_true 'all(abs(p["rate"] + (3e-3 * p["position"][0] + 4e-3 * p["position"][1]) / 10.03e-3) < 2e-5 for p in d["points"])'
is_true 'all(abs(p["wall_other"][0] - 1) < 0.01 and p["wall_reference"] == [0, 0, 0] for p in d["points"])'

# whichever surface is the reference, and however the gap is found
for set in gap.reference=second gap.mode=mrep gap.mode=verify gap.side=back; do
    expect 0 gap "$work/pin.yaml" --set "$set" --json
    is_true 'abs(d["min"]["gap"] - 10e-6) < 1e-12'
done
expect 0 gap "$work/pin.yaml" --set gap.mode=verify --json
is_true 'd["disagree"] == 0 and d["judge"] < 1e-14'

# --- sweeps: all combinations; the deepest pose is the one that is shown
expect 0 gap "$work/pin.yaml" --json --set 'sweep={x: {from: 0, to: 40 um, points: 5}, rotation.y: {from: 0, to: 1 mrad, points: 2}}'
is_true 'len(d["poses"]) == 10 and d["pose"] == 9 and d["poses"][9]["x"] == 40e-6 and d["poses"][9]["rotation.y"] == 1e-3'
is_true 'd["min"] == d["poses"][9]["min"] and d["min"]["gap"] < -10e-6 and d["contact_area"] > 0'
is_true 'all(abs(p["min"]["gap"] - (30e-6 - math.hypot(p["x"], 16e-6))) < 1e-12 for p in d["poses"][::2])'
# a flat that overlaps a ball: contact is a circle, area = 2 pi R depth but for higher orders
cat >"$work/ball.yaml" <<'YAML'
gudgeon: 1
surfaces:
  table: {shape: plane, size: [10 mm, 10 mm]}
  ball:  {shape: sphere, radius: 20 mm, at: [0, 0, 19.99 mm], rotation: [1.1, 0.3, 0]}
gap: {between: [table, ball], cells: [81, 81], window: 1 mm, side: front}
YAML
expect 0 gap "$work/ball.yaml" --json
is_true 'abs(d["contact_area"] / (2 * math.pi * 20e-3 * 10e-6) - 1) < 1e-2 and abs(d["min"]["gap"] + 10e-6) < 1e-13'

# rays that pass the ball: where the implicit matrix cannot decide there is no hit, and no gap, and it is not sure
cat >"$work/small.yaml" <<'YAML'
gudgeon: 1
surfaces:
  table: {shape: plane, size: [10 mm, 10 mm]}
  ball:  {shape: sphere, radius: 4 mm, at: [0, 0, 4.01 mm], rotation: [1.1, 0.3, 0]}
gap: {between: [table, ball], cells: [21, 21], window: 3 mm, side: front, mode: mrep}
YAML
expect 0 gap "$work/small.yaml" --json
is_true 'd["hits"] == sum(p["hit"] for p in d["points"]) and all((p["gap"] is not None) == p["hit"] for p in d["points"])'
is_true 'all(p["hit"] == (math.hypot(*p["position"]) < 3.87e-3) for p in d["points"] if p["sure"])'
is_true 'sum(not p["sure"] for p in d["points"]) == d["unsure"] and any(not p["sure"] and not p["hit"] for p in d["points"])'

# --- examples, files
expect 0 gap "$root/examples/surface/pair.yaml" --json && is_true 'abs(d["min"]["gap"] - 12e-6) < 1e-9'
for example in crowned-journal barrel-piston textured-plane; do
    expect 0 gap "$folder/$example.yaml"
    silent_err
done
expect 0 gap "$folder/crowned-journal.yaml" --csv "$work/points.csv" --vtk "$work/gap.vtk" --quiet
[[ $(head -1 "$work/points.csv") == 'u,v,x [m],y [m],z [m],gap [m],rate [m/s],hit,wall_reference.along [m/s],'* ]] || fail 'header of the CSV file'
(($(wc -l <"$work/points.csv") == 1297)) || fail 'rows of the CSV file'
grep -q '^DIMENSIONS 18 72 1' "$work/gap.vtk" || fail 'grid of the VTK file'
expect 0 gap "$folder/barrel-piston.yaml" --csv "$work/points.csv" --quiet
[[ $(head -1 "$work/points.csv") == 'rotation.y [rad],u,v,'*$',hit\r' ]] || fail 'header of a sweep'
(($(wc -l <"$work/points.csv") == 12961)) || fail 'rows of a sweep'
if command -v gnuplot >/dev/null; then
    expect 0 gap "$folder/barrel-piston.yaml" -o "$work/figures" --format png
    for file in gap.png gap.gp gap.dat sweep.png sweep.gp; do
        [[ -s $work/figures/$file ]] || fail "no $file"
    done
fi

# --- wrong input
# wrong TEXT-OF-THE-FILE MESSAGE
wrong()
{
    printf '%b' "gudgeon: 1\n$1" >"$work/wrong.yaml"
    expect 2 gap "$work/wrong.yaml"
    complains "$2"
    complains 'wrong.yaml:'
    silent_out
}
gap='gap: {between: [a, b]}\n'
ball='b: {shape: sphere, radius: 1}'
# nets: everything that is no surface
net() { wrong "surfaces:\n  a: {shape: net, degree: $1, knots_u: $2, knots_v: $3, points: $4$5}\n  $ball\n$gap" "$6"; }
square='[0,0,0, 0,1,0, 1,0,0, 1,1,0]'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' '[0,0,0, 0,0,0, 0,0,0, 0,0,0]' '' 'all control points lie within'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' '[0,0,0, 0,1,0, 0,2,0, 0,3,0]' '' "surface 'a'"
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" ', weights: [1, 0, 1, 1]' 'weight'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" ', weights: [1, -1, 1, 1]' 'weight'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" ', weights: [1, .nan, 1, 1]' '.nan'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' '[0,0,0, 0,1,0, 1,0,inf, 1,1,0]' '' 'inf'
net '[1, 1]' '[0,0,0,1]' '[0,0,1,1]' "$square" '' 'is empty'
net '[2, 1]' '[0,0,0,1,1,1,2,2,2]' '[0,0,1,1]' '[0,0,0, 0,1,0, 1,0,0, 1,1,0, 2,0,0, 2,1,0, 3,0,0, 3,1,0, 4,0,0, 4,1,0, 5,0,0, 5,1,0]' '' 'more than 2 times'
net '[1, 1]' '[0,1,0,1]' '[0,0,1,1]' "$square" '' 'must not decrease'
net '[1, 1]' '[0,0,0,0]' '[0,0,1,1]' "$square" '' "surface 'a'"
net '[2, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" '' 'too few'
net '[1.5, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" '' 'whole number'
net '[12, 1]' '[0,0,1,1]' '[0,0,1,1]' "$square" '' 'degree'
net '[1, 1]' '[0,0,1,1]' '[0,0,1,1]' '[0,0,0, 0,1,0, 1,0,0]' '' '4 points'
# files
wrong "surfaces:\n  a: {shape: profile, file: none.csv}\n  $ball\n$gap" 'none.csv'
printf 'radius [mm],z [mm]\n1,0\n' >"$work/short.csv"
wrong "surfaces:\n  a: {shape: profile, file: short.csv}\n  $ball\n$gap" "surface 'a'"
printf 'radius [mm],z [s]\n1,0\n1,1\n1,2\n1,3\n' >"$work/unit.csv"
wrong "surfaces:\n  a: {shape: profile, file: unit.csv}\n  $ball\n$gap" "'s'"
printf 'gudgeon-surface 1\ndegree 1 1\ncount 2 2\n' >"$work/half.txt"
wrong "surfaces:\n  a: {shape: file, file: half.txt}\n  $ball\n$gap" 'half.txt'
# names, numbers, windows
two='surfaces:\n  a: {shape: sphere, radius: 1.1}\n  b: {shape: sphere, radius: 1}\n'
wrong "${two}gap: {between: [a, c]}\n" "no 'c' in surfaces"
wrong "${two}gap: {between: [a]}\n" 'between'
wrong "${two}gap: {between: [a, b], cells: [1, 2, 3]}\n" 'cells must be two whole numbers'
wrong "${two}gap: {between: [a, b], cells: [0, 2]}\n" 'cells must be two whole numbers'
wrong "${two}gap: {between: [a, b], window: 1 mm}\n" 'does not face the other'
wrong "${two}gap: {between: [a, b], mode: fast}\n" 'newton'
wrong "$two${gap}sweep: {xx: {from: 0, to: 1}}\n" "unknown number of a pose"
wrong "$two${gap}sweep: {x: {from: 0, to: 1 deg}}\n" 'measured in m'
wrong "$two${gap}sweep: {x: {from: 0, to: 1, points: 1000}, y: {from: 0, to: 1, points: 1000}}\n" 'more than 100000 poses'
wrong "$two${gap}second: {at: [nan, 0, 0]}\n" 'nan'
wrong "$two" "'gap'"

expect 0 list --for gap surfaces && says 'barrel'
expect 0 list --for gap --schema && is_true '"sweep" in d["properties"]'

# --- surfaces with their control nets: every line and cell refers to points that are there
expect 0 gap "$root/examples/gap/crowned-journal.yaml" --nets "$work/nets.vtk"
python3 - "$work/nets.vtk" <<'PYTHON' || fail 'nets.vtk: see above'
import sys
lines = open(sys.argv[1]).read().split("\n")
at = {l.split()[0]: i for i, l in enumerate(lines) if l and l[0].isupper()}
npoint, nline, size, ncell = (int(lines[at[k]].split()[n]) for k, n in (("POINTS", 1), ("LINES", 1), ("LINES", 2), ("POLYGONS", 1)))
nets = [[int(x) for x in l.split()] for l in lines[at["LINES"] + 1:at["POLYGONS"]]]
cells = [[int(x) for x in l.split()] for l in lines[at["POLYGONS"] + 1:at["CELL_DATA"]]]
assert len(nets) == nline and sum(map(len, nets)) == size and len(cells) == ncell
assert all(len(l) == l[0] + 1 and 0 <= min(l[1:]) and max(l[1:]) < npoint for l in nets + cells)
weight = [float(x) for x in lines[at["POINT_DATA"] + 3:] if x]
assert len(weight) == npoint and all(weight[n] > 0 for l in nets for n in l[1:])
PYTHON

# --- inside a joint both searches find the same film
for search in newton implicit; do
    expect 0 run "$root/examples/crank-slider/config-1-surfaces.yaml" -o "$work/$search" --no-figures --quiet \
        --set "joints.small-end.search=$search" --set 'joints.small-end.film.grid=[16, 4]' --set 'simulate.until=0.5 deg of crank'
    expect 0 summary "$work/$search" joints/small-end/film_min --json
    mv "$work/out" "$work/$search.json"
done
python3 - "$work/newton.json" "$work/implicit.json" <<'PYTHON' || fail 'the searches differ'
import json, sys
a, b = (json.load(open(f))["joints"]["small-end"]["film_min"]["min"] for f in sys.argv[1:])
assert a > 0 and abs(a - b) < 1e-6 * a, (a, b)
PYTHON

finish
