#!/usr/bin/env bash
# Studies of component files, axes that are ranges, and figures against a parameter.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

# --- a bearing over speed and clearance: the numbers of `gudgeon bearing`, in a table with units
sed -e '/^sweep:/,$d' -e '/rotor_mass/d' -e 's/grid: .*/grid: [60, 6]/' "$root/examples/bearing/mixed.yaml" >bearing.yaml
cat >speeds.yaml <<'YAML'
gudgeon: 1
title: Speeds and clearances
model: bearing.yaml
axes:
  speed: {path: operate.speed, from: 100 rpm, to: 1600 rpm, points: 5, spacing: log}
  clearance: {path: bearing.clearance, values: [20 um, 0.03 mm]}
YAML
expect 0 sweep speeds.yaml -o speeds --quiet
says 'speed     clearance  channel               unit'
says 'film_min              um'
for figure in {film_min,pressure_max,loss,friction_coefficient}-speed; do
    [[ -s speeds/figures/$figure.svg ]] || fail "no figure $figure"
done
[[ ! -e speeds/figures/film_min-clearance.svg ]] || fail 'a figure over two values'
grep -q 'set logscale x' speeds/figures/film_min-speed.gp || fail 'speeds in equal ratios are not on a logarithmic axis'
expect 0 bearing bearing.yaml --json --set 'operate.speed=400 rpm' --set 'bearing.clearance=30 um'
python3 - "$work/out" <<'PYTHON' || fail 'the table differs from the bearing alone'
import csv, json, sys
d = json.load(open(sys.argv[1]))
rows = [r for r in csv.DictReader(open("speeds/table.csv")) if r["speed"] == "400 rpm" and r["clearance"] == "0.03 mm"]
assert len(rows) == 4, rows
for r in rows:
    assert abs(float(r["mean"]) / d[r["channel"]] - 1) < 1e-9 and r["min"] == r["max"], r
PYTHON

# called again nothing is computed; another value of the file is
expect 0 sweep speeds.yaml -o speeds --no-figures
complains '10 of 10 runs were complete already'
sed -i 's/-2.5 kN/-2 kN/' bearing.yaml
expect 0 sweep speeds.yaml -o speeds --no-figures
grep -q 'were complete already' "$work/err" && fail 'runs of another load were kept'

# --- many values of two axes are a map; contacts and rough surfaces can be studied, too
cat >map.yaml <<'YAML'
gudgeon: 1
model: bearing.yaml
axes:
  speed: {path: operate.speed, from: 400 rpm, to: 1000 rpm, points: 4}
  clearance: {path: bearing.clearance, from: 20 um, to: 34 um, points: 8}
channels: film_min
YAML
expect 0 sweep map.yaml -o map --quiet
grep -q 'with image' map/figures/film_min-speed.gp || fail 'two axes with many values are no map'
cat >laws.yaml <<YAML
gudgeon: 1
model: $root/examples/contact/$(basename "$(ls "$root"/examples/contact/*.yaml | head -1)")
axes:
  depth: {path: depth.to, values: [5 um, 10 um, 20 um]}
YAML
expect 0 sweep laws.yaml -o laws --quiet
says '/force'
cat >surfaces.yaml <<YAML
gudgeon: 1
model: $root/examples/rough/$(basename "$(ls "$root"/examples/rough/*.yaml | head -1)")
axes:
  reach: {path: separation.to, values: [0.5 um, 1 um, 2 um]}
YAML
expect 0 sweep surfaces.yaml -o surfaces --quiet
says '/pressure'

# --- a mechanism: bifurcation diagram and section of the part after the window's begin
cat >turns.yaml <<YAML
gudgeon: 1
model: $root/examples/slider-crank/slider-crank.yaml
axes:
  speed: {path: drive.crank.angle.rate, from: 1000 rpm, to: 2000 rpm, points: 3}
  run: {path: simulate, values: [{until: 1500 deg of crank, tolerance: 1e-4}]}
over: coordinates/crank.angle
window: "300:"
channels: joints/main/reaction_force.x
bifurcation: bodies/slider/position.x
poincare: bodies/slider/position.x
YAML
expect 0 sweep turns.yaml -o turns --quiet
for figure in bifurcation-1-speed poincare-1 reaction_force.x-speed; do
    [[ -s turns/figures/$figure.svg ]] || fail "no figure $figure"
done
[[ $(grep -cE '^(1000|1500|2000) ' turns/figures/bifurcation-1-speed.dat) == 12 ]] || fail 'not four turns of three runs'

# --- mistakes in ranges, with their place
wrong()
{
    sed "s|speed: {path.*|speed: {$1}|" speeds.yaml >wrong.yaml
    expect 2 sweep wrong.yaml -o never
    complains "$2"
    [[ ! -e never ]] || fail 'something was written'
}
wrong 'path: operate.speed, from: 1 rpm, to: 5 mm, points: 3' 'wrong.yaml:5:38: axis '"'speed'"': from and to are numbers with units of one kind'
wrong 'path: operate.speed, from: 1 rpm, to: 5 rpm' 'points is a whole number'
wrong 'path: operate.speed, from: 1 rpm, to: 1 rpm, points: 3' 'the range is empty'
wrong 'path: operate.speed, from: -1 rpm, to: 5 rpm, points: 3, spacing: log' 'equal ratios need positive values'
wrong 'path: operate.speed, from: 1 rpm, to: 5 rpm, points: 3, spacing: cubic' 'spacing is linear or log'
wrong 'from: 1 rpm, to: 5 rpm, points: 3' "needs 'path'"
wrong 'path: operate.sped, from: 1 rpm, to: 5 rpm, points: 3' "did you mean 'speed'"
finish
