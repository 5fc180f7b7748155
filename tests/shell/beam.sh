#!/usr/bin/env bash
# Flexible mechanisms as a user meets them: lubricated ball joints and what is refused of them, figures of deformed
# bodies, shapes for ParaView, and the scripts that redo the figures of Tian 2009. GUDGEON is the command under test.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

soft=$root/examples/double-pendulum/soft.yaml
crank=$root/examples/clearance/slider-crank-dry.yaml

# what is refused
cantilever=$root/examples/beam/cantilever.yaml
expect 2 check "$cantilever" --set bodies.rod.section.height=0
complains "body 'rod': section.height = 0 must be greater than 0 m"
expect 2 check "$cantilever" --set bodies.rod.poisson=0.5
complains "body 'rod': poisson = 0.5 is outside (-1, 0.5)"
expect 2 check "$cantilever" \
    --set 'joints={clamp: {type: fixed, between: [ground, rod]}, hinge: {type: revolute, between: [ground, rod]}}'
complains "joint 'hinge': a section of beam 'rod' is already constrained by joint 'clamp'"
expect 2 check "$cantilever" --set space=planar
complains "beams exist only in space"
expect 2 check "$soft" --set joints.elbow.model=short
complains "spherical joints 'squeeze'"
expect 2 check "$crank" --set joints.small-end.model=squeeze --set 'joints.small-end.film={viscosity: 1 cP}'
complains "squeeze films are for spherical joints"
expect 2 check "$soft" --set 'joints.elbow.blend={depth: 3 um, margin: 2 um}'
complains 'depth = 3 um must be smaller than margin = 2 um'
expect 2 check "$root/examples/double-pendulum/rigid.yaml" --set 'joints={elbow: {type: spherical, between: [A, forearm],
    model: squeeze, radius: 20 mm, clearance: 2 mm, film: {viscosity: 1 cP}, blend: {depth: 1 um}}}'
complains "'blend' needs 'contact'"
expect 2 check "$root/examples/double-pendulum/rigid.yaml" --set 'joints={elbow: {type: spherical, between: [A, forearm],
    model: squeeze, radius: 20 mm, clearance: 2 mm}}'
complains "needs 'film"

# what is recorded and drawn
expect 0 run "$soft" -o "$work/soft" --quiet --no-figures --set 'simulate.until=0.07 s' --set joints.elbow.model=dry
for quantity in deflection.y strain_energy section_moment.0 section_force.0; do
    expect 0 summary "$work/soft" "bodies/forearm/$quantity"
done
for figure in strobe deflection contact orbit; do
    expect 0 plot "$work/soft" "$figure" -o "$work/$figure.svg" --quiet
    [ -s "$work/$figure.svg" ] || fail "no figure $figure"
done
expect 0 plot "$work/soft" strobe --count 3 --view xy -o "$work/three.svg" --quiet
expect 0 plot "$work/soft" strobe forearm --at 0.05 -o "$work/one.svg" --quiet
# lines of one body: points and a gap for each instant; a single instant is the link alone
gaps=$(grep -c '^nan nan' "$work/three.dat")
[ "$gaps" = 6 ] || fail "three instants of two beams have $gaps gaps"
gaps=$(grep -c '^nan nan' "$work/one.dat")
[ "$gaps" = 0 ] || fail "one instant of one beam has $gaps gaps"
grep -q '^# forearm' "$work/one.dat" || fail 'one instant of one beam has no link'
expect 2 plot "$work/soft" strobe --view front -o "$work/no.svg"
complains "'front' is not known"
expect 2 plot "$work/soft" strobe --count none -o "$work/no.svg"
complains '--count none is not a number'

# deformed axes for ParaView: two lines, and contacts are no images
expect 0 export "$work/soft" --vtk "$work/frames" --every 10
grep -q 'NumberOfLines="2"' "$work/frames/mechanism-000010.vtp" || fail 'the arms are not two lines'
if ls "$work/frames"/*contacts* >/dev/null 2>&1; then fail 'the list of contacts was exported as images'; fi

finish
