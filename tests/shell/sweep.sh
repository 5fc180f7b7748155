#!/usr/bin/env bash
# A study: failures do not stop the others, what is done is kept, and the number of cores changes no bit.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

write_study() { # file, what the last case sets
    cat >"$1" <<END
gudgeon: 1
title: Speeds and masses
model: $PWD/examples/slider-crank/slider-crank.yaml
axes:
  speed: {path: drive.crank.angle.rate, values: [1000 rpm, 3000 rpm]}
  slider:
    cases:
      light: {bodies.slider.mass: 0.1, bodies.slider.inertia: 1e-4}
      heavy: {$2}
over: coordinates/crank.angle
window: [0:360, 360:720]
channels: [bodies/slider/acceleration.x, joints/main/reaction_force.x, joints/nowhere/film_min]
END
}

write_study "$work/study.yaml" "bodies.slider.mass: 0.2"
"$GUDGEON" sweep "$work/study.yaml" -o "$work/one" -j 1 --no-figures --quiet >"$work/one.txt"
"$GUDGEON" sweep "$work/study.yaml" -o "$work/four" -j 4 --no-figures --quiet >"$work/four.txt"
cmp "$work/one/table.csv" "$work/four/table.csv" || fail "the table depends on the number of cores"
cmp "$work/one/table.json" "$work/four/table.json" || fail "the JSON table depends on the number of cores"
cmp "$work/one.txt" "$work/four.txt" || fail "the printed table depends on the number of cores"
[ "$(wc -l <"$work/one/table.csv")" = 17 ] || fail "4 runs x 2 windows x 2 channels and a header are 17 lines"
grep -q "slider-crank,3000 rpm,heavy,360:720,joints/main/reaction_force.x,N," "$work/one/table.csv" ||
    fail "a line is missing"

# the same numbers as a run alone
"$GUDGEON" run examples/slider-crank/slider-crank.yaml -o "$work/alone" --quiet --no-figures \
    --set 'drive.crank.angle.rate=3000 rpm' --set bodies.slider.mass=0.2
"$GUDGEON" export "$work/alone" --csv "$work/alone.csv" --quiet
"$GUDGEON" export "$work/one/3000-rpm_heavy" --csv "$work/heavy.csv" --quiet
cmp "$work/alone.csv" "$work/heavy.csv" || fail "a run of a study differs from the same run alone"

# called again: nothing is computed, the table is the same
touch "$work/before"
"$GUDGEON" sweep "$work/study.yaml" -o "$work/one" --no-figures >"$work/again.txt" 2>"$work/again.err"
cmp "$work/one.txt" "$work/again.txt" || fail "the kept runs say something else"
grep -q "4 of 4 runs were complete already" "$work/again.err" || fail "finished runs were not kept"
[ -z "$(find "$work/one" -name results.h5 -newer "$work/before")" ] || fail "a finished run was computed again"

# a change of the model makes its runs anew, and only them
write_study "$work/study.yaml" "bodies.slider.mass: 0.3"
"$GUDGEON" sweep "$work/study.yaml" -o "$work/one" --no-figures >/dev/null 2>"$work/changed.err"
grep -q "2 of 4 runs were complete already" "$work/changed.err" || fail "changed runs are not told from the others"
[ "$(find "$work/one" -name results.h5 -newer "$work/before" | wc -l)" = 2 ] || fail "two runs had changed"

# failures are reported, the others go on
write_study "$work/study.yaml" "simulate: {until: 720 deg of crank, step: 100 ms}"
code=0
"$GUDGEON" sweep "$work/study.yaml" -o "$work/some" --no-figures >"$work/some.txt" 2>"$work/some.err" || code=$?
[ "$code" = 1 ] || fail "exit code $code of a study with failures"
grep -q "1000 rpm/heavy failed: .*too far to count its turns" "$work/some.err" || fail "the failure is not explained"
grep -q "channels: no run has 'joints/nowhere/film_min'" "$work/some.err" || fail "a channel that is in no run is not told"
grep -q "2 of 4 runs failed" "$work/some.err" || fail "failures are not counted"
[ "$(wc -l <"$work/some/table.csv")" = 9 ] || fail "the runs that did not fail are not in the table"
grep -q '"state": "failed"' "$work/some/table.json" || fail "JSON does not tell failures"
[ "$(grep -cE '^slider-crank,[13]000 rpm,light,done,[0-9]+,[0-9]+,[0-9]+,[0-9]+,[0-9.e-]+.$' "$work/some/runs.csv")" = 2 ] ||
    fail "the cost of the runs is not told"
[ "$(grep -cE '^slider-crank,[13]000 rpm,heavy,failed,,,,,.$' "$work/some/runs.csv")" = 2 ] ||
    fail "runs.csv does not tell failures"

# interrupted or killed in the middle, it goes on to the same table; what a killed study began ends with it
cat >"$work/long.yaml" <<END
gudgeon: 1
model: $PWD/examples/slider-crank/slider-crank.yaml
axes:
  speed: {path: drive.crank.angle.rate, values: [3000 rpm, 5000 rpm]}
  run: {path: simulate, values: [{until: 4000 deg of crank, step: 1e-5}]}
  rows: {path: record, values: [{every: 30 deg of crank, checkpoint: 1 ms}]}
channels: energy/kinetic
END

# a run holds the lock of its log as long as it lives
runs_end() # FOLDER
{
    local log
    for log in "$1"/*/results.log; do
        [ ! -e "$log" ] || flock -w 20 "$log" true || return 1
    done
}

"$GUDGEON" sweep "$work/long.yaml" -o "$work/whole" --no-figures --quiet >"$work/whole.txt"
for signal in TERM KILL; do
    "$GUDGEON" sweep "$work/long.yaml" -o "$work/cut-$signal" -j 2 --no-figures --quiet >/dev/null 2>&1 &
    pid=$!
    for _ in $(seq 1000); do # until the first checkpoint
        [ -n "$(find "$work/cut-$signal" -name checkpoint 2>/dev/null)" ] && break
        sleep 0.01
    done
    kill -$signal "$pid" 2>/dev/null || true
    wait "$pid" || true
    runs_end "$work/cut-$signal" || fail "runs go on after SIG$signal"
    "$GUDGEON" sweep "$work/long.yaml" -o "$work/cut-$signal" --no-figures --quiet >"$work/cut.txt"
    cmp "$work/whole.txt" "$work/cut.txt" || fail "a study that met SIG$signal ends elsewhere"
done

# killed as it ended, when the log was gone and the checkpoint was not: the run is computed again
sed -i 's/ done$//' "$work/cut-KILL/3000-rpm/sweep.txt"
touch "$work/cut-KILL/3000-rpm/checkpoint"
rm -r "$work/cut-KILL/rows"
"$GUDGEON" sweep "$work/long.yaml" -o "$work/cut-KILL" --no-figures --quiet >"$work/cut.txt" ||
    fail "a run with a checkpoint but no log fails"
cmp "$work/whole.txt" "$work/cut.txt" || fail "a run that was killed as it ended ends elsewhere"

# one signal to the sweep ends its runs, too; so does its death
sed 's/until: 4000/until: 400000000/' "$work/long.yaml" >"$work/endless.yaml"
for signal in TERM KILL; do
    rm -rf "$work/endless"
    "$GUDGEON" sweep "$work/endless.yaml" -o "$work/endless" -j 2 --no-figures --quiet >/dev/null 2>&1 &
    pid=$!
    for _ in $(seq 100); do # until both runs have begun
        [ "$(find "$work/endless" -name results.log 2>/dev/null | wc -l)" = 2 ] && break
        sleep 0.1
    done
    kill "-$signal" "$pid"
    wait "$pid" 2>/dev/null || true
    runs_end "$work/endless" || fail "runs go on after SIG$signal"
done

# a study whose runs cannot be loaded is refused before anything is written
sed 's/rate, values/rat, values/' "$work/long.yaml" >"$work/path.yaml"
code=0
"$GUDGEON" sweep "$work/path.yaml" -o "$work/path" 2>"$work/path.err" || code=$?
[ "$code" = 2 ] || fail "exit code $code of a study with a wrong path"
grep -q "unknown key 'rat'; did you mean 'rate'?" "$work/path.err" || fail "a wrong path is not told: $(cat "$work/path.err")"
[ ! -e "$work/path" ] || fail "a study with a wrong path made a folder"

# a value, a window and a model that are wrong are told with their places in the study, before anything is written
refused() # WHAT EXPRESSION MESSAGE
{
    write_study "$work/good.yaml" "bodies.slider.mass: 0.2"
    sed "$2" "$work/good.yaml" >"$work/slip.yaml"
    code=0
    "$GUDGEON" sweep "$work/slip.yaml" -o "$work/slip" >"$work/slip.out" 2>"$work/slip.err" || code=$?
    [ "$code" = 2 ] || fail "$1: exit code $code"
    grep -qF "$3" "$work/slip.err" || fail "$1: '$3' is not in: $(cat "$work/slip.err")"
    [ "$(wc -l <"$work/slip.err")" = 1 ] || fail "$1: more than one line: $(cat "$work/slip.err")"
    [ ! -e "$work/slip" ] || fail "$1: made a folder"
}
refused 'a value' 's/3000 rpm/3000 mm/' "slip.yaml:5:60: drive 'crank.angle': rate = 3000 mm: wrong unit 'mm'"
refused 'a case' 's/mass: 0.2/mass: heavy/' "slip.yaml:9:35: body 'slider': mass = heavy is not a number"
refused 'a path' 's/angle.rate/angle.rat/' "slip.yaml:5:"
refused 'a window' 's/0:360/360:0/' "slip.yaml:11:10: window '360:0': expected LOW:HIGH"
refused 'an abscissa' 's/crank.angle$/crnk.angle/' \
    "slip.yaml:10:7: over: there is no channel 'coordinates/crnk.angle'; did you mean 'coordinates/crank.angle'?"
refused 'several abscissas' 's/^over.*/over: bodies\/slider\/position/' "slip.yaml:10:7: over: 'bodies/slider/position' has 2 components"
refused 'a model' 's/slider-crank.yaml/slider-crunk.yaml/' "slip.yaml:3:8: cannot read "

# folders above are made; a file in the place of a folder is told before the runs
sed 's/, 3000 rpm//; /heavy/d; s/360:720/90:180/' "$work/study.yaml" >"$work/one.yaml"
"$GUDGEON" sweep "$work/one.yaml" -o "$work/a new/folder" --no-figures --quiet >"$work/one.txt" || fail "no folder in a new folder"
[ -s "$work/a new/folder/table.csv" ] || fail "no table in a new folder"
code=0
"$GUDGEON" sweep "$work/one.yaml" -o "$work/one.txt" --no-figures --quiet 2>"$work/file.err" || code=$?
[ "$code" = 1 ] || fail "exit code $code of a study into a file"
[ "$(cat "$work/file.err")" = "gudgeon sweep: $work/one.txt: cannot create the folder: File exists" ] || fail "$(cat "$work/file.err")"

# mistakes in the study are answered with their places
printf 'gudgeon: 1\nmodle: a.yaml\naxes:\n  one: {path: x}\n  two: {path: x, values: [1, 1]}\n' >"$work/bad.yaml"
code=0
"$GUDGEON" sweep "$work/bad.yaml" -o "$work/bad" 2>"$work/bad.err" || code=$?
[ "$code" = 2 ] || fail "exit code $code of a wrong study"
grep -q "bad.yaml:2:1: unknown key 'modle'; did you mean 'model'?" "$work/bad.err" || fail "a near miss is not named"
grep -q "'model' is missing" "$work/bad.err" || fail "a missing model is not told"
grep -q "axis 'one' needs" "$work/bad.err" || fail "an axis without values is not told"
grep -q "would share a folder" "$work/bad.err" || fail "equal values are not told"
[ ! -e "$work/bad" ] || fail "a wrong study made a folder"
"$GUDGEON" sweep "$work/study.yaml" -j none 2>"$work/jobs.err" && fail "-j none was taken"
grep -q "'none' is not a number" "$work/jobs.err" || fail "a wrong number of jobs is not told"
echo "sweep: fine"
