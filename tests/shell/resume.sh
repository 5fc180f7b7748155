#!/usr/bin/env bash
# Runs that are killed at random moments leave readable results and go on to the same bits.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
model=$PWD/examples/slider-crank/slider-crank.yaml
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

# kill it a few times, each time a little later
"$GUDGEON" run "$model" -o "$work/killed" --quiet "${options[@]}" &
for pause in 0.15 0.05 0.1 0.02; do
    pid=$!
    sleep "$pause"
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    [ ! -e "$work/killed/results.log" ] || "$GUDGEON" summary "$work/killed" energy/kinetic --quiet >/dev/null ||
        fail "a killed run is not readable"
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
sleep 0.4
kill -TERM "$pid" # a shell lets its background jobs ignore SIGINT
code=0
wait "$pid" || code=$?
[ "$code" = 1 ] || fail "Ctrl-C: exit code $code"
grep -q -- --resume "$work/message" || fail "Ctrl-C: no hint how to resume"
"$GUDGEON" summary "$work/stopped" energy/kinetic >/dev/null 2>&1 || fail "Ctrl-C: results are not readable"

# another model is not resumed
code=0
"$GUDGEON" run "$model" -o "$work/stopped" --resume --quiet "${options[@]}" --set bodies.rod.mass=0.3 \
    2>"$work/message" || code=$?
[ "$code" = 2 ] || { cat "$work/message"; fail "another model was resumed: exit code $code"; }
echo "ok"
