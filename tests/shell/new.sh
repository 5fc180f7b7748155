#!/usr/bin/env bash
# Every template of `gudgeon new` checks and runs: its beginning, without remarks about what it is.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work"

expect 0 new
templates=$(cut -d' ' -f1 "$work/out")
[[ $templates == $'bearing\ncompressor\nengine\nhinge\npendulum\nrotor\nslipper' ]] || fail "templates: $templates"
for name in $templates; do
    expect 0 new "$name"
    head -1 "$name.yaml" | grep -q '^# [A-Z].*[.]' || fail "$name does not say what it is"
    [[ $name != bearing ]] || { expect 0 bearing bearing.yaml --json; is_true 'd["film_min"] > 1e-6'; continue; }
    expect 0 check "$name.yaml"
    until='5 ms'
    [[ $name != hinge && $name != pendulum ]] || until='0.5 s'
    expect 0 run "$name.yaml" -o "run-$name" --no-figures --json --set "simulate.until=$until"
    is_true 'd["run"]["steps"] > 5 and abs(d["run"]["time"]) >= 0.005'
    # a load over its projected area is less than the peak of the pressure that carries it
    expect 0 summary "run-$name" --window : --json
    is_true 'all(b["specific_load_max"]["value"] < b["film_pressure_max"]["value"] for b in d.get("bearings", []))'
done

# a file that is there stays, unless it may be replaced
echo mine >engine.yaml
expect 2 new engine
complains 'engine.yaml exists already; --force replaces it'
grep -q mine engine.yaml || fail 'a file was replaced'
expect 0 new engine --force
: >engine.yaml
expect 0 new engine
grep -q crank engine.yaml || fail 'an empty file was not filled'
expect 0 new pendulum -o - --quiet
says 'title: Pendulum'
expect 2 new engin --json
is_true '"no template" in d["errors"][0]["message"] and "engine" in d["errors"][0]["hint"]'
finish
