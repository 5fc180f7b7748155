#!/usr/bin/env bash
# Joints with clearance as a user meets them: what is refused and how, the fidelity levels, the log of contacts, and
# the figures. GUDGEON is the command under test.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

crank=$root/examples/clearance/slider-crank-dry.yaml
arms=$root/examples/clearance/two-arms.yaml
block=$root/examples/clearance/block-in-channel.yaml

# refused MODEL SED MESSAGE: the model, changed by the sed script, is refused with the message, and nothing is written
refused()
{
    grep -v '^#' "$1" | sed "$2" >"$work/bad.yaml"
    cmp -s <(grep -v '^#' "$1") "$work/bad.yaml" && fail "'$2' changes nothing"
    expect 2 run "$work/bad.yaml" -o "$work/bad-out" -q
    complains "$3"
    [[ ! -e $work/bad-out/results.h5 ]] || fail "'$2' left a result"
}

# --- what cannot be: file, line and column, joint, and why
refused "$crank" 's/clearance: 0.5 mm/clearance: 0 mm/' \
    "bad.yaml:24:16: joint 'small-end': clearance = 0 mm must be greater than 0 m"
refused "$crank" 's/clearance: 0.5 mm/clearance: -10 um/' \
    "bad.yaml:24:16: joint 'small-end': clearance = -10 um must be greater than 0 m"
refused "$crank" 's/clearance: 0.5 mm/clearance: 12 mm/' \
    "bad.yaml:24:16: joint 'small-end': clearance = 12 mm leaves no pin in a bore of radius 10 mm"
refused "$crank" '/clearance: 0.5 mm/d' "bad.yaml:22:12: joint 'small-end': a joint with clearance needs 'clearance'"
refused "$crank" '/radius: 10 mm/d' "bad.yaml:22:12: joint 'small-end': a joint with clearance needs 'radius'"
refused "$crank" '/contact:/d' "bad.yaml:22:12: joint 'small-end': a dry joint needs 'contact'"
refused "$crank" 's/restitution: 0.9/restitution: 1.2/' \
    "bad.yaml:25:102: joint 'small-end': contact.restitution = 1.2 is outside [0, 1]"
refused "$crank" 's/restitution: 0.9/restitution_out: 0.3/' \
    "lankarani_nikravesh: restitution_out = 0.3 is outside [0.662962, 1]"
refused "$crank" 's/young: .*0.3\], //' \
    "bad.yaml:25:14: joint 'small-end': lankarani_nikravesh: give stiffness, or materials and radii"
refused "$crank" 's/law: lankarani_nikravesh/law: hertz_line/; s/, restitution: 0.9//' \
    "bad.yaml:25:14: joint 'small-end': hertz_line: give the width of the line contact"
refused "$crank" 's/model: dry/model: dri/' "bad.yaml:22:12: joint 'small-end': model = dri is not known"
refused "$block" '/size:/d' "a slider with clearance needs 'size: [length, height]'"
refused "$arms" 's/^    clearance: 2 mm/&\n    friction: {law: lugre, coefficient: 0.1}/' \
    "bad.yaml:24:15: joint 'elbow': friction law lugre is available only in the plane"
refused "$crank" 's/^  guide:   {type: prismatic/  guide:   {model: dry, type: fixed/; s/, axis: x//' 'has no clearance model'

# --- parts that overlap at the start are only known then: the joint is named
refused "$crank" 's/model: dry/&\n    begin: free/; s/at: \[170 mm, 0\]/at: [171 mm, 0]/' \
    "'small-end': the parts overlap by 500 um at the start (clearance 500 um)"

# --- fidelity levels: one keyword
expect 0 run "$crank" -o "$work/ideal" -q --no-figures --set joints.small-end.model=ideal --set 'simulate.until=2 ms'
expect 0 run "$crank" -o "$work/dry" -q --no-figures --set 'simulate.until=2 ms'
expect 0 compare "$work/ideal" "$work/dry" --channels bodies/slider/acceleration.x -o "$work/compare.svg"
grep -qF bodies/slider/acceleration.x "$work/out" || fail "compare shows no table"
[[ -s $work/compare.svg ]] || fail "compare draws no figure"

# --- figures
for figure in orbit contact impact; do
    expect 0 plot "$work/dry" $figure small-end -o "$work/$figure.svg"
    [[ -s $work/$figure.svg ]] || fail "no figure '$figure'"
done
expect 0 run "$crank" -o "$work/turns" -q --no-figures --set 'record.every=10 deg of crank' --set simulate.tolerance=1e-5
expect 0 plot "$work/turns" poincare bodies/slider/position.x -o "$work/poincare.svg"
[[ -s $work/poincare.svg ]] || fail "no Poincare section"
expect 2 plot "$work/ideal" orbit -o "$work/none.svg"
complains "there is nothing to draw for figure 'orbit'"
expect 2 plot "$work/dry" poincare bodies/slider/position.x -o "$work/none.svg"
complains 'no coordinate makes a full turn'

# --- the examples run
for model in "$arms" "$block"; do
    expect 0 run "$model" -o "$work/example" -q --no-figures --set simulate.tolerance=1e-6
done

finish
