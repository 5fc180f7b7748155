#!/usr/bin/env bash
# Studies in parts: the same table whoever computes what, nothing lost and nothing twice, crashes cost one run.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

study() # FILE KEEP POINTS
{
    cat >"$1" <<YAML
gudgeon: 1
title: Lengths of a pendulum
model: $root/examples/pendulum/pendulum.yaml
axes:
  mass: {path: bodies.rod.mass, from: 1 kg, to: 2 kg, points: $3}
  angle: {path: start.hinge.angle.value, values: [30 deg, 150 deg]}
  run: {path: simulate.until, values: [0.05 s]}
channels: [joints/hinge/reaction_force.y, coordinates/hinge.angle]
keep: $2
YAML
}

same_table() # FOLDER FOLDER
{
    cmp -s "$1/table.csv" "$2/table.csv" || fail "tables of $1 and $2 differ"
    cmp -s "$1/table.json" "$2/table.json" || fail "JSON tables of $1 and $2 differ"
}

# once FOLDER RUNS: every run has exactly one row
once()
{
    local rows
    rows=$(cat "$1"/rows/*/*.rows | grep -c '^done')
    [[ $rows == "$2" ]] || fail "$1 has $rows rows of $2 runs"
    [[ $(cat "$1"/rows/*/*.rows | grep '^done' | cut -f 2 | sort -u | wc -l) == "$2" ]] || fail "$1: rows are there twice"
}

# --- what is kept changes no number; folders only where results are kept
study none.yaml none 20
study summary.yaml summary 20
study all.yaml all 20
for keep in none summary all; do expect 0 sweep $keep.yaml -o $keep --no-figures --quiet -j 2; done
same_table none all
same_table none summary
once none 40
[[ $(find none -type d | wc -l) == 3 ]] || fail 'folders of runs that are not kept'
[[ $(find all -name results.h5 | wc -l) == 40 ]] || fail 'results that should be kept are not there'
[[ $(wc -l <summary/summaries.jsonl) == 40 && ! -e none/summaries.jsonl ]] || fail 'not a summary for each run'
expect 0 summary all/1-kg_30-deg --json
python3 - out <<'PYTHON' || fail 'a summary that was kept differs from that of the result'
import json
kept = json.loads(open("summary/summaries.jsonl").readline())
assert kept["run"] == "1 kg/30 deg" and kept["cases"]["angle"] == "30 deg", kept
alone = json.load(open("out"))
assert kept["summary"]["window"] == alone["window"]
assert kept["summary"]["joints"] == alone["joints"]
PYTHON

# --- four parts, side by side, then once more: the same table, and nothing is computed again
for i in 1 2 3 4; do
    "$gudgeon" sweep none.yaml -o parts --part $i/4 -j 1 --quiet 2>"part$i.err" &
    pids[i]=$!
done
for i in 1 2 3 4; do wait "${pids[i]}" || fail "part $i: $(cat part$i.err)"; done
[[ ! -e parts/table.csv ]] || fail 'a part has made a table'
expect 0 sweep none.yaml -o parts --gather --no-figures --quiet
same_table none parts
once parts 40
cp -r parts/rows before
expect 0 sweep none.yaml -o parts --part 2/4
complains '10 of 10 runs were complete already'
diff -r before parts/rows >/dev/null || fail 'a part that is done writes again'
expect 0 sweep none.yaml -o parts --part 1/3 # other parts of the same study find all runs
complains '14 of 14 runs were complete already'

# --- rows can be read while they grow: a part of them makes a part of the table
expect 0 sweep none.yaml -o half --part 1/2 --quiet
expect 0 sweep none.yaml -o half --status
says 'done           20'
says 'waiting        20'
expect 0 sweep none.yaml -o half --status --json
is_true "d['runs'] == 40 and d['done'] == 20 and d['waiting'] == 20 and d['failed'] == 0"
expect 1 sweep none.yaml -o half --gather --no-figures
complains '20 of 40 runs are not finished'
[[ $(wc -l <half/table.csv) == 41 ]] || fail 'not the lines of twenty runs and a head'

# a torn and a damaged line are computed again, everything else stays
for file in half/rows/1-of-2/*.rows; do
    [[ $(grep -c '^done' "$file") -ge 3 ]] && break
done
truncate -s -5 "$file"
sed -i '0,/^done/s/^done\t\(....\)/done\tXXXX/' "$file"
expect 0 sweep none.yaml -o half -j 1 --no-figures
complains '18 of 40 runs were complete already'
complains 'damaged lines in half/rows were not used: 1'
same_table none half

# --- a study that grows keeps its rows; what its channels are is part of a row
study grown.yaml none 39 # 1 kg, 1.0263 kg, ...: every second one was there
expect 0 sweep grown.yaml -o none --no-figures
grep -q 'of 78 runs were complete already' err || fail "a study that grew has lost its rows: $(cat err)"
sed 's/coordinates.hinge.angle/energy\/kinetic/' none.yaml >other.yaml
expect 0 sweep other.yaml -o none --no-figures --quiet
grep -q 'energy/kinetic' none/table.csv || fail 'rows of other channels were taken'
sed 's/coordinates.hinge.angle/energy\/kinetic/' all.yaml >other.yaml
touch mark
expect 0 sweep other.yaml -o all --no-figures --quiet
[[ -z $(find all -name results.h5 -newer mark) ]] || fail 'results that are kept were computed again for other channels'
same_table none all

# --- a part belongs to one process
"$gudgeon" sweep "$work/none.yaml" -o busy --part 1/2 --quiet &
wait $!
mkdir -p busy/rows/2-of-2
exec 9>busy/rows/2-of-2/gudgeon.lock
flock 9
expect 1 sweep none.yaml -o busy --part 2/2
complains 'another process is writing its results there'
exec 9>&-
expect 0 sweep none.yaml -o busy --part 2/2 --quiet

# --- crashes: the other runs go on, the reason is in the row, and it is not tried again unless asked for
cat >pin.yaml <<YAML
gudgeon: 1
space: planar
gravity: [0, -9.81]
bodies:
  rod: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}
frames:
  rod.top: {body: rod, at: [0, 0.5]}
joints:
  hinge:
    type: revolute
    between: [ground, rod.top]
    model: dry
    radius: 10 mm
    clearance: 0.5 mm
    contact: {law: plugin, library: crash.so, name: spring, settings: [stiffness=2000 N/mm]}
start:
  hinge.angle: {value: 20 deg}
simulate: {until: 0.05 s}
YAML
cp "$GUDGEON_BUILD/tests/plugins/crash.so" .
cat >crash.yaml <<YAML
gudgeon: 1
model: pin.yaml
axes:
  mass: {path: bodies.rod.mass, values: [1 kg, 2 kg, 3 kg, 4 kg]}
  end:
    cases:
      fine: {}
      crash: {joints.hinge.contact.settings: [stiffness=2000 N/mm, signal=11]}
      killed: {joints.hinge.contact.settings: [stiffness=2000 N/mm, signal=9]}
      exit: {joints.hinge.contact.settings: [stiffness=2000 N/mm, signal=42]}
channels: energy/kinetic
keep: none
YAML
expect 1 sweep crash.yaml -o crash --plugins --no-figures -j 2
complains '1 kg/crash failed: its process was ended by signal 11 (Segmentation fault)'
complains '4 kg/killed failed: its process was ended by signal 9 (Killed)'
complains '2 kg/exit failed: its process ended with exit code 42'
complains '12 of 16 runs failed'
[[ $(wc -l <crash/table.csv) == 5 ]] || fail 'runs beside those that crash are not in the table'
[[ $(cat crash/rows/*/*.rows | grep -c '^failed') == 12 ]] || fail 'crashes have no rows'
[[ $(cat crash/rows/*/*.rows | grep -c '^begun') == 24 ]] || fail 'not three tries of what was killed and one of the others'
cp -r crash/rows before-crash
expect 1 sweep crash.yaml -o crash --plugins --no-figures
complains '1 kg/crash failed: its process was ended by signal 11'
diff -r before-crash crash/rows >/dev/null || fail 'what crashed was tried again'
sed -i 's/signal=11/signal=0/; s/signal=9/signal=0/; s/signal=42/signal=0/' crash.yaml # other values are other runs
expect 0 sweep crash.yaml -o crash --plugins --no-figures --quiet
[[ $(wc -l <crash/table.csv) == 17 ]] || fail 'mended runs are not computed'

# failures are told again, and tried again on request
cat >fails.yaml <<YAML
gudgeon: 1
model: $root/examples/slider-crank/slider-crank.yaml
axes:
  step: {path: simulate, values: [{until: 720 deg of crank, tolerance: 1e-3}, {until: 720 deg of crank, step: 100 ms}]}
channels: energy/kinetic
keep: none
YAML
for _ in 1 2; do
    expect 1 sweep fails.yaml -o fails --no-figures
    complains 'too far to count its turns'
done
[[ $(cat fails/rows/*/*.rows | grep -c '^begun') == 2 ]] || fail 'a failure was tried again'
expect 1 sweep fails.yaml -o fails --no-figures --retry-failed
[[ $(cat fails/rows/*/*.rows | grep -c '^begun') == 3 ]] || fail 'a failure was not tried again'

# --- components without folders: the same numbers, also of a bearing with a load cycle, which runs in time
sed -e '/^sweep:/,$d' -e '/rotor_mass/d' -e 's/grid: .*/grid: [60, 6]/' "$root/examples/bearing/mixed.yaml" >bearing.yaml
for keep in all none; do
    printf 'gudgeon: 1\nmodel: bearing.yaml\naxes:\n  speed: {path: operate.speed, values: [400 rpm, 800 rpm]}\nkeep: %s\n' $keep >b-$keep.yaml
    expect 0 sweep b-$keep.yaml -o b-$keep --no-figures --quiet
done
same_table b-all b-none
[[ ! -e b-none/400-rpm ]] || fail 'a component that is not kept has a folder'
printf 'crank angle [deg],Fx [N],Fy [N]\n0,0,-900\n90,400,-1500\n180,0,-2100\n270,-400,-1500\n360,0,-900\n' >load.csv
cat >cycle.yaml <<'YAML'
gudgeon: 1
bearing: {radius: 20 mm, width: 20 mm, clearance: 30 um, grid: [40, 4]}
oil: {viscosity: 12 mPa.s}
operate: {speed: 3000 rpm, cycle: {table: load.csv, mass: 0.5 kg, tolerance: 1e-4}}
YAML
for keep in all none summary; do
    printf 'gudgeon: 1\nmodel: cycle.yaml\naxes:\n  oil: {path: oil.viscosity, values: [10 mPa.s, 15 mPa.s]}\nkeep: %s\n' $keep >c-$keep.yaml
    expect 0 sweep c-$keep.yaml -o c-$keep --no-figures --quiet
done
same_table c-all c-none
same_table c-all c-summary
[[ -z $(find c-none -name 'results*') ]] || fail 'a load cycle that is not kept has left its result'
python3 -c 'import json; [json.loads(l)["summary"]["joints"] for l in open("c-summary/summaries.jsonl")]' || fail 'no summary of a load cycle'

# --- what excludes each other, and slips
expect 2 sweep none.yaml --part 5/4
complains "--part: '5/4' is not I/N"
expect 2 sweep none.yaml --part 1/2 --gather
complains '--part and --gather exclude each other'
expect 2 sweep none.yaml --part 1/2 --fresh
complains '--fresh needs the whole study in one process'
expect 2 sweep none.yaml --tasks 3
complains '--tasks and --sbatch need --slurm'
expect 2 sweep none.yaml -o none --cancel
complains 'nothing was submitted from here'
finish
