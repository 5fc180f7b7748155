#!/usr/bin/env bash
# Runs that are killed at random moments leave readable results and go on to the same bits.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
model=$PWD/examples/slider-crank/slider-crank.yaml
film=$work/film.yaml
cat >"$film" <<'YAML'
gudgeon: 1
space: planar
gravity: [0, -9.81]
bodies:
  rotor: {mass: 2, inertia: 1e-3, spin: 3000 rpm}
joints:
  journal:
    type: revolute
    between: [ground, rotor]
    model: reynolds
    radius: 10 mm
    width: 20 mm
    clearance: 30 um
    film: {viscosity: 5 mPa.s, grid: [64, 8]}
simulate: {until: 0.3, largest: 0.2 ms}
record: {every: 1 ms}
YAML
options=(--no-figures --set 'simulate={until: 20000 deg of crank, step: 1e-5, integrator: generalized-alpha}'
    --set 'record={every: 30 deg of crank, checkpoint: 1 ms}')

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

state_hash() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p'
}

whole=$("$GUDGEON" run "$model" -o "$work/whole" --json "${options[@]}" | state_hash)
"$GUDGEON" export "$work/whole" --csv "$work/whole.csv"

# until a run has its first checkpoint or its end; how long that takes is the machine's affair
await_checkpoint() # FOLDER
{
    for _ in $(seq 1000); do
        if [ -e "$1/checkpoint" ] || [ -e "$1/results.h5" ]; then return 0; fi
        sleep 0.02
    done
    fail "$1: no checkpoint after 20 seconds"
}

# what a killed run left is read; one that came to its first checkpoint has records, an earlier one may have none
readable() # FOLDER
{
    [ -e "$1/results.log" ] || return 0
    "$GUDGEON" summary "$1" energy/kinetic --quiet >/dev/null 2>"$work/message" && return 0
    [ ! -e "$1/checkpoint" ] && grep -qE 'has no records|ends before its header' "$work/message"
}

# kill it before it has done anything, in its midst, and a few times more
for pause in 0 0.01 0.03; do
    "$GUDGEON" run "$model" -o "$work/young" --quiet "${options[@]}" &
    sleep "$pause"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    readable "$work/young" || fail "a run killed at its beginning is not readable: $(cat "$work/message")"
done
"$GUDGEON" run "$model" -o "$work/killed" --quiet "${options[@]}" &
await_checkpoint "$work/killed"
for pause in 0 0.05 0.1 0.02; do
    pid=$!
    sleep "$pause"
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    readable "$work/killed" || fail "a killed run is not readable: $(cat "$work/message")"
    [ -e "$work/killed/checkpoint" ] || break
    "$GUDGEON" run "$model" -o "$work/killed" --quiet --resume "${options[@]}" &
done
wait || true
if [ -e "$work/killed/checkpoint" ]; then
    resumed=$("$GUDGEON" run "$model" -o "$work/killed" --resume --json "${options[@]}" | state_hash)
    [ "$resumed" = "$whole" ] || fail "state $resumed after a resume, $whole without"
elif [ ! -e "$work/killed/results.h5" ] || [ -e "$work/killed/results.log" ]; then
    "$GUDGEON" run "$model" -o "$work/killed" --quiet "${options[@]}"
fi
"$GUDGEON" export "$work/killed" --csv "$work/killed.csv"
cmp "$work/whole.csv" "$work/killed.csv" || fail "the results differ"

# Ctrl-C or SIGTERM ends a run cleanly: exit code 1, readable results, and a hint how to go on
"$GUDGEON" run "$model" -o "$work/stopped" "${options[@]}" --set 'simulate.until=2000000 deg of crank' \
    2>"$work/message" >/dev/null &
pid=$!
await_checkpoint "$work/stopped"
kill -TERM "$pid" # a shell lets its background jobs ignore SIGINT
code=0
wait "$pid" || code=$?
[ "$code" = 1 ] || fail "Ctrl-C: exit code $code"
grep -q -- --resume "$work/message" || fail "Ctrl-C: no hint how to resume"
"$GUDGEON" summary "$work/stopped" energy/kinetic >/dev/null 2>&1 || fail "Ctrl-C: results are not readable"

# it goes on from there, however short it was
whole=$("$GUDGEON" run "$film" -o "$work/film" --json --no-figures | state_hash)
for pause in 0.05 0.3; do
    "$GUDGEON" run "$film" -o "$work/film" --quiet --no-figures 2>/dev/null &
    pid=$!
    sleep "$pause"
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" || true
    [ -e "$work/film/checkpoint" ] || continue
    resumed=$("$GUDGEON" run "$film" -o "$work/film" --json --no-figures --resume | state_hash)
    [ "$resumed" = "$whole" ] || fail "film: state $resumed after a resume, $whole without"
done

# two runs that were stopped can be looked at together
cp -r "$work/stopped" "$work/twin"
"$GUDGEON" compare "$work/stopped" "$work/twin" --channels energy/kinetic >"$work/table" 2>"$work/message" ||
    fail "two runs that were stopped are not compared: $(cat "$work/message")"
[ "$(grep -c 'the run is not complete' "$work/message")" = 2 ] || fail "compare: no word about runs without end"

# a run that was killed before its first checkpoint begins again; of another model it is refused
cp -r "$work/stopped" "$work/early"
rm "$work/early/checkpoint"
code=0
"$GUDGEON" run "$model" -o "$work/early" --resume --quiet "${options[@]}" 2>"$work/message" || code=$?
[ "$code" = 2 ] && grep -q 'belongs to another model' "$work/message" || fail "early: exit code $code, $(cat "$work/message")"
"$GUDGEON" run "$model" -o "$work/early" --quiet --no-figures "${options[@]}" --set 'simulate.until=100 deg of crank'
"$GUDGEON" run "$model" -o "$work/early" --quiet --no-figures --resume 2>"$work/message" && fail 'a whole run was resumed'

# another model is not resumed
code=0
"$GUDGEON" run "$model" -o "$work/stopped" --resume --quiet "${options[@]}" --set bodies.rod.mass=0.3 \
    2>"$work/message" || code=$?
[ "$code" = 2 ] || { cat "$work/message"; fail "another model was resumed: exit code $code"; }
echo "ok"
