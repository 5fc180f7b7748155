#!/usr/bin/env bash
# Numbers that no machine has: each of them is refused where it stands, or the run says at its end that it cannot be
# believed. Grids that take their memory and time say so before they do.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
cp "$root"/examples/crank-slider/{config-1,mechanism}.yaml "$root"/examples/clearance/{slider-crank-dry,block-in-channel}.yaml \
    "$root/examples/bearing/mixed.yaml" .

# refused MESSAGE FILE SET...: with the joint's name and the key
refused()
{
    local message=$1 file=$2
    shift 2
    expect 2 "${verb:-check}" "$file" "$@"
    complains "$message"
}

# --- clearances
joint=joints.small-end
for model in short finite reynolds mixed dry; do
    file=config-1.yaml
    [[ $model != dry ]] || file=slider-crank-dry.yaml
    for clearance in '1e-12 m' '1 nm'; do
        refused "'small-end': clearance = " $file --set "$joint.model=$model" --set "$joint.clearance=$clearance"
        complains 'is smaller than the roundness of any bore of radius 10 mm; at least 0.1 um'
    done
    refused "'small-end': clearance = 5 mm is " $file --set "$joint.model=$model" --set "$joint.clearance=5 mm"
done
refused 'clearance = 1.5 mm is not a thin film in a bore of radius 10 mm; at most a tenth' config-1.yaml --set "$joint.clearance=1.5 mm"
expect 0 check slider-crank-dry.yaml --set "$joint.clearance=1.5 mm"

# --- widths, and blocks that are lost in their guides
for width in '20 km' '20 nm'; do
    refused "'small-end': width = " config-1.yaml --set "$joint.width=$width"
    complains 'of a bore of radius 10 mm; use 0.0001 to 10000 times the radius'
    verb=bearing refused 'bearing: width = ' mixed.yaml --set "bearing.width=$width"
done
for size in '[50 pm, 30 mm]' '[50 mm, 2 mm]'; do
    refused "'channel': clearance = 1 mm is at least half the size of the block" block-in-channel.yaml --set joints.channel.clearance='1 mm' \
        --set "joints.channel.size=$size"
done
verb=bearing
refused 'bearing: clearance = 0.001 um is smaller than the roundness of any bore' mixed.yaml --set 'bearing.clearance=1 nm'
refused 'rough: sigma = 50 um fills the clearance' mixed.yaml --set 'rough.sigma=50 um'
verb=check

# --- roughness that fills the clearance
refused "'small-end': rough.sigma = 1000 um fills the clearance of 30 um" config-1.yaml --set "$joint.rough.sigma=1 mm"

# --- grids: more than there is memory for is refused, and much is said before
code=0
expect 2 check config-1.yaml --set "$joint.film.grid=[4096, 4096]"
complains 'film.grid must be two whole numbers of cells: 8 to 4096 around, 2 to 1024 along half'
memory=$(awk '/MemTotal/ { print $2 }' /proc/meminfo)
if ((memory < 16000000)); then
    refused 'film.grid = [4096, 1024]: 4194304 cells need about 17 GB of memory, and this machine has' config-1.yaml \
        --set "$joint.film.grid=[4096, 1024]"
fi
timeout -s INT 5 "$gudgeon" run config-1.yaml -o large --no-figures --set "$joint.film.grid=[512, 128]" >out 2>err || code=$?
grep -q 'films have 65536 cells: about 0.26 GB of memory, and about 0.33 s per step' err || fail "a large grid: $(head -3 err)"

# --- contact without stiffness: the pin would leave its bore
expect 0 run slider-crank-dry.yaml -o soft --quiet --no-figures --set 'simulate.until=90 deg of crank' \
    --set "$joint.contact={law: hunt_crossley, stiffness: 1e-6, restitution: 0.9}"
expect 0 summary soft energy/kinetic
complains "'small-end' contact too soft: its bodies overlapped by up to"

# --- a moment of inertia that is lost in rounding: joints seemed to contradict each other
refused "body 'rod': inertia = 1e-16 kg.m2 is lost in rounding compared with mass times distance^2" slider-crank-dry.yaml --set bodies.rod.inertia=1e-16

# --- oil that is none; where it is only thin, smooth walls touch, and the run says so
refused "'small-end': film.viscosity = 1e-12 is outside [1e-06, 1e+06] Pa.s" config-1.yaml --set "$joint.film.viscosity=1e-12"
expect 1 run config-1.yaml -o thin --no-figures --quiet --set "$joint.model=reynolds" --set "$joint.film.viscosity=2e-6" \
    --set 'simulate.until=40 deg of crank'
complains "'small-end' has no film left"

# --- more load than an oil that thickens with pressure can bear between rigid walls; walls that yield carry it
cat >"$work/barus.yaml" <<'YAML'
gudgeon: 1
space: planar
bodies: {rotor: {mass: 1, inertia: 1e-3}}
joints:
  hinge: {type: revolute, between: [ground, rotor], model: reynolds, radius: 10 mm, width: 10 mm, clearance: 20 um,
    film: {grid: [48, 4], ambient: 1 bar, cavity: 0 Pa, oil: {viscosity: 0.01, pressure: {type: barus, coefficient: 2e-8}}}}
forces: {push: {type: load, on: rotor, direction: [0, -1], value: 6 kN}}
drive: {rotor.angle: {rate: 3000 rpm}}
simulate: {until: 3 ms}
YAML
expect 1 run "$work/barus.yaml" -o barus --no-figures --quiet
complains "'hinge' has no solution for its film pressure"
complains 'range of the viscosity law; rigid walls do not limit it. Use a larger bearing'
expect 0 run "$work/barus.yaml" -o barus --no-figures --quiet --set 'joints.hinge.lining={thickness: 0.3 mm, material: babbitt}'

# --- what a combination cannot do is refused, not dropped; sdirk2 with films took steps without end
expect 2 check config-1.yaml --set simulate.integrator=sdirk2
complains 'sdirk2 cannot be used with films'
for file in config-1.yaml slider-crank-dry.yaml "$root/examples/beam/pendulum.yaml"; do
    expect 2 check "$file" --set simulate.integrator=dopri5
    complains 'dopri5 cannot be used with films, beams or contacts: it is explicit'
done
cat >"$work/ball.yaml" <<'YAML'
gudgeon: 1
space: spatial
bodies: {ball: {mass: 1, inertia: [1e-3, 1e-3, 1e-3]}}
joints:
  socket: {type: spherical, between: [ground, ball], model: reynolds, radius: 20 mm, clearance: 30 um, film: {viscosity: 10 mPa.s, grid: [16, 8]}}
deviations: {dents: {type: ovality, joint: socket, amplitude: 2 um}}
simulate: {until: 1 ms}
YAML
expect 2 check "$work/ball.yaml"
complains 'in a closed socket full of oil'
expect 0 check "$work/ball.yaml" --set deviations={} --set joints.socket.film.fill=0.999
# it has no ends at which it could starve
expect 0 run "$work/ball.yaml" -o socket --quiet --no-figures --set deviations={} --set joints.socket.film.fill=0.99
expect 0 summary socket energy/kinetic
grep -q starves "$work/err" && fail 'a closed socket starves'
expect 0 run "$work/ball.yaml" -o socket --quiet --no-figures --set deviations={} --set joints.socket.film.fill=0.3
expect 0 summary socket energy/kinetic
complains 'starves: it is closed and was not filled completely at the start (film.fill); at the end 30 % of its gap'

for key in 'film.supply={angle: 0 deg, pressure: 2 bar}' 'film.ends=[1 bar, 2 bar]' \
    'lining={thickness: 0.3 mm, modulus: 50 GPa, poisson: 0.3}'; do
    refused "closed forms do not support '${key%%=*}'" config-1.yaml --set $joint.model=finite --set "$joint.$key"
done

finish
