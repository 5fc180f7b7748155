#!/usr/bin/env bash
# Names and files from elsewhere: names are data and never commands, foreign files are neither read without bound nor
# destroyed.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
mkdir here tmp
export TMPDIR=$work/tmp
cd here || exit 1

# model NAME: a pendulum whose body, joint and title have this name
model()
{
    cat <<YAML
gudgeon: 1
title: $1
space: planar
gravity: [0, -9.81]
bodies:
  $1: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}
frames:
  top: {body: $1, at: [0, 0.5]}
joints:
  $1: {type: revolute, between: [ground, top]}
simulate: {until: 0.1 s}
record: {every: 10 ms}
YAML
}
model rod >rod.yaml
expect 0 run rod.yaml -o out --quiet --no-figures

# --- names of figures are no commands, neither when they are drawn nor in the script that stays
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '|touch X;' '<touch X;' '`touch X`' '$(touch X)' "'; system('touch X'); '" '~' '+' '-' '-persist' '@X' 'a b' 'é"' '%s%n'; do
    expect 0 plot out energy -o "$name.svg" --title "$name"
    [[ -s $name.svg && -s $name.gp && -s $name.dat ]] || fail "figure '$name': not there"
    grep -q '</svg>' "./$name.svg" || fail "figure '$name': not drawn"
    rm "./$name.svg"
    gnuplot "./$name.gp" 2>/dev/null || fail "figure '$name': its script does not run"
    grep -q '</svg>' "./$name.svg" || fail "figure '$name': its script does not draw it"
    rm "./$name.svg" "./$name.gp" "./$name.dat"
done
expect 2 plot out energy -o $'a\nsystem("touch X").svg'
complains 'line break or control character'

# --- names in models cannot look like commands, and titles are text
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '"`touch X`"' "\"'; system('touch X') #\"" '"|touch X"' '"<touch X"'; do
    model "$name" >bad.yaml
    expect 2 run bad.yaml -o bad --quiet
    complains 'is not a name'
    expect 0 run rod.yaml -o bad --quiet --set "title=$name"
    expect 0 plot bad reaction -o bad/reaction.png
    rm -r bad
done
[[ -z $(find "$work" -name X) ]] || fail "a name was executed: $(find "$work" -name X)"
[[ -z $(ls "$TMPDIR") ]] || fail "temporary files stay: $(ls "$TMPDIR")"

finish
