#!/usr/bin/env bash
# gudgeon bearing with a table of loads: the same answer as the joint of a model, tables over time, answers to mistakes.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

# a rotating load on top of a steady one, over angle and over time, in other units and columns
python3 - <<'PYTHON'
import math
angle, time = open("angle.csv", "w"), open("time.csv", "w")
angle.write("crank angle [deg],Fx [N],Fy [kN]\n")
time.write("time [ms],other,Fy [N],Fx [N]\n")
for i in range(0, 361, 5):
    x, y = 900 * math.sin(math.radians(i)), -1500 + 1100 * math.cos(math.radians(i))
    angle.write(f"{i},{x!r},{y / 1000!r}\n")
    time.write(f"{i / 360 * 20!r},{i},{y!r},{x!r}\n")
PYTHON
cat >bearing.yaml <<'YAML'
gudgeon: 1
title: A load that turns
bearing: {radius: 20 mm, width: 20 mm, clearance: 30 um, grid: [40, 4], supply: {angle: 90 deg, pressure: 3 bar}}
oil: {viscosity: 12 mPa.s}
operate: {speed: 3000 rpm, cycle: {table: angle.csv, mass: 0.5 kg, tolerance: 1e-5}}
YAML
cat >model.yaml <<'YAML'
gudgeon: 1
space: planar
gravity: [0, 0]
bodies:
  shaft: {mass: 0.5 kg, inertia: 1e-3}
joints:
  shell:
    {type: revolute, between: [ground, shaft], model: reynolds, radius: 20 mm, width: 20 mm, clearance: 30 um,
     film: {viscosity: 12 mPa.s, grid: [40, 4], supply: {angle: 90 deg, pressure: 3 bar}}}
drive: {shell.angle: {rate: 3000 rpm}}
forces:
  x: {type: load, on: shaft, direction: [1, 0], table: angle.csv, column: Fx, against: shell.angle, periodic: yes}
  y: {type: load, on: shaft, direction: [0, 1], table: angle.csv, column: Fy, against: shell.angle, periodic: yes}
simulate: {until: periodic of shell.angle, tolerance: 1e-5}
record: {every: 1 deg of shell.angle}
YAML

# --- the same pair as the joint of a model: film, pressure, loss and flow, and where they are; two runs with other steps, each
# within some 0.2 % at this tolerance
expect 0 run model.yaml -o model --no-figures --quiet
"$gudgeon" summary model --json >model.json
expect 0 bearing bearing.yaml --json -o cycle
same()
{
    python3 - model.json "$work/out" "$1" <<'PYTHON' || fail "$2"
import json, sys
a, b = (json.load(open(f))["bearings"][0] for f in sys.argv[1:3])
tolerance = float(sys.argv[3])
for key in ("film_min", "film_pressure_max", "specific_load_max", "eccentricity_ratio_max", "loss_max", "loss_mean", "side_flow_mean"):
    x, y = a[key]["value"], b[key]["value"]
    assert x > 0 and abs(x - y) <= tolerance * x, (key, x, y)
    if "time" in a[key] and key in ("film_min", "specific_load_max"):
        off = abs(a[key]["angle_in_cycle_deg"] - b[key]["angle_in_cycle_deg"]) % 360
        # a load is flat about its peak: an error of 1e-3 moves its instant by degrees, but a film is not
        assert min(off, 360 - off) <= (1.001 if key == "film_min" else 5.0), (key, off)
PYTHON
}
same 4e-3 'the bearing alone differs from the joint of a model'
complains 'periodic after'
is_true 'd["window"]["kind"] == "last full cycle" and d["bearings"][0]["name"] == "bearing"'
for file in results.h5 summary.json figures/{orbit,film,losses,load,map}.svg; do
    [[ -s cycle/$file ]] || fail "$file is missing"
done
[[ ! -e cycle/figures/energy.svg ]] || fail 'a figure of the mechanism that is none'

# --- over time, by names of columns, without a trace on the disk
mkdir tmp
TMPDIR=$work/tmp expect 0 bearing bearing.yaml --json \
    --set 'operate.cycle={table: time.csv, columns: [Fx, Fy], mass: 0.5 kg, tolerance: 1e-5}'
same 4e-3 'a table over time differs from one over angle'
[[ -z $(ls tmp) ]] || fail "files stay behind: $(ls tmp)"

# --- one row, and the curves for a spreadsheet; a grid that is not given follows the film
expect 0 bearing bearing.yaml --csv curves.csv --set 'bearing={radius: 20 mm, width: 20 mm, clearance: 30 um, supply: {angle: 90 deg, pressure: 3 bar}}' \
    --set operate.cycle.tolerance=1e-3
says 'the last full cycle'
head -1 curves.csv | grep -q 'joints/bearing/film_min \[m\]' || fail 'the CSV lacks the film'

# --- a big end that swings: the joint of a crank-slider, and the bearing alone under the load that it had there
cat >slider.yaml <<YAML
gudgeon: 1
include: $root/examples/slider-crank/mechanism.yaml
override:
  joints.big-end:
    {type: revolute, between: [rod.big, crank.pin], model: reynolds, radius: 20 mm, width: 20 mm, clearance: 30 um,
     film: {viscosity: 12 mPa.s, grid: [40, 4], supply: {angle: 90 deg, pressure: 3 bar}}}
simulate: {until: periodic of crank, tolerance: 1e-5}
record: {every: 1 deg of crank}
YAML
expect 0 run slider.yaml -o slider --no-figures --quiet
"$gudgeon" summary slider --json >model.json
"$gudgeon" export slider 'joints/big-end/reaction_force_local.*' bodies/rod/angular_velocity coordinates/crank.angle --csv slider.csv
python3 - <<'PYTHON'
import csv, math
names, *rows = csv.reader(open("slider.csv"))
pick = [next(i for i, n in enumerate(names) if n.startswith(key)) for key in ("coordinates/crank.angle", "joints/big-end/reaction_force_local.x",
        "joints/big-end/reaction_force_local.y", "bodies/rod/angular_velocity")]
rows = [[float(row[i]) for i in pick] for row in rows]
cycle = [row for row in rows if abs(row[0] - 5 * math.pi) < math.pi + 1e-6] # the third turn
cycle[-1] = cycle[0]
with open("rod.csv", "w") as table:
    table.write("crank angle [deg],Fx [N],Fy [N],rod [rpm]\n")
    for i, (angle, x, y, speed) in enumerate(cycle):
        table.write(f"{i},{-x!r},{-y!r},{speed * 30 / math.pi!r}\n")
assert len(cycle) == 361
PYTHON
expect 0 bearing bearing.yaml --json --set operate.speed='5000 rpm' --set 'operate.cycle={table: rod.csv, swing: {ratio: = 50/120}}'
same 5e-3 'a big end that swings differs from the joint of its mechanism'
expect 0 bearing bearing.yaml --json --set operate.speed='5000 rpm' --set 'operate.cycle={table: rod.csv, bearing_speed: rod}'
same 5e-3 'a bearing with a speed of its own differs from the joint of its mechanism'
expect 0 bearing bearing.yaml --json --set operate.speed='5000 rpm' --set 'operate.cycle={table: rod.csv}'
is_true 'd["bearings"][0]["loss_max"]["value"] < 0.7 * json.load(open("model.json"))["bearings"][0]["loss_max"]["value"]' # it would matter

# --- mistakes, with their place
wrong()
{
    expect 2 bearing bearing.yaml --set "$1"
    complains "$2"
}
wrong 'operate.cycle={table: none.csv}' "none.csv"
wrong 'operate.cycle={table: angle.csv, columns: [Fx, Fz]}' "has no column 'Fz'"
wrong 'operate.cycle={table: angle.csv, columns: [Fx]}' 'columns has two names'
wrong 'operate.cycle={table: angle.csv, period: 20 ms}' 'the first column of the table is in an angle'
wrong 'operate.speed=0 rpm' 'the journal does not rotate'
wrong 'operate.load=[0 N, 1 N]' 'exactly one of'
wrong 'operate.tilt=[0.01 deg, 0 deg]' 'the axes are parallel'
wrong 'operate.rotor_mass=3 kg' 'belongs to a steady load'
wrong 'sweep={speed: {from: 1 rpm, to: 2 rpm}}' 'belongs to a steady load'
wrong 'operate.cycle={table: angle.csv, bearing_speed: rod}' "has no column 'rod'"
wrong 'operate.cycle={table: rod.csv, bearing_speed: Fx}' "column 'Fx'"
wrong 'operate.cycle={table: rod.csv, bearing_speed: rod, swing: 0.3}' 'takes only one of'
wrong 'operate.cycle={table: rod.csv, swing: 1.2}' 'outside (0, 1)'
printf 'a,b\n0,1\n1,2\n2,3\n' >short.csv
wrong 'operate.cycle={table: short.csv}' 'has 2 columns'
printf 'a,b,c\n0,1,1\n1,2,2\n2,3,3\n' >bare.csv
wrong 'operate.cycle={table: bare.csv}' 'needs a unit in its header'
printf 'a [N],b [N],c [N]\n0,1,1\n1,2,2\n2,3,3\n' >force.csv
wrong 'operate.cycle={table: force.csv}' 'neither an angle nor a time'
printf 'a [deg],b [N],c [mm]\n0,1,1\n1,2,2\n2,3,3\n' >metre.csv
wrong 'operate.cycle={table: metre.csv}' "column 'c'"
printf 'a [deg],Fx kN,Fy [N],rod rpm\n0,1,1,1\n1,2,2,1\n2,3,3,1\n' >hidden.csv
wrong 'operate.cycle={table: hidden.csv}' "hidden.csv: column 'Fx kN': the name seems to end in a unit"
sed -i 's/Fx kN/Fx [kN]/' hidden.csv
wrong 'operate.cycle={table: hidden.csv, bearing_speed: rod rpm}' "hidden.csv: column 'rod rpm': the name seems to end in a unit"
finish
