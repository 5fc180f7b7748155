#!/usr/bin/env bash
# Figures 9 to 18 and 20 of Tian 2009 again: all runs, then all figures, into the folder given.
# GUDGEON: the command; UNTIL: end of the runs (2 s).
set -euo pipefail
gudgeon=${GUDGEON:-gudgeon}
until=${UNTIL:-2 s}
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-double-pendulum-figures}
mkdir -p "$out"

# run MODEL NAME SETTINGS...
run()
{
    local model=$1 name=$2
    shift 2
    "$gudgeon" run "$here/$model.yaml" -o "$out/runs/$name" --no-figures --quiet \
        --set "simulate.until=$until" "$@" >/dev/null
}
# compare FIGURE CHANNELS RUNS...: curves of several runs, and their table beside them
compare()
{
    local figure=$1 channels=$2
    shift 2
    "$gudgeon" compare "${@/#/$out/runs/}" --channels "$channels" -o "$out/$figure.svg" >"$out/$figure.txt"
}
plot() # FIGURE RUN KIND ...
{
    local figure=$1 run=$2
    shift 2
    "$gudgeon" plot "$out/runs/$run" "$@" --quiet -o "$out/$figure.svg"
}
ten=(--set bodies.arm.elements=10 --set bodies.forearm.elements=10)
for joint in ideal dry squeeze; do
    model=(--set "joints.elbow.model=$joint")
    run rigid "rigid-$joint" "${model[@]}"
    run stiff "stiff-$joint" "${model[@]}"
    run soft "soft-$joint" "${model[@]}"
    run soft "soft-$joint-10" "${model[@]}" "${ten[@]}"
done
# the first impacts, every step recorded
for arms in stiff soft; do
    for n in 2 6 10 16; do
        run "$arms" "$arms-impact-$n" --set joints.elbow.model=dry --set 'simulate.until=0.07 s' \
            --set simulate.tolerance=1e-7 --set 'record={points: [A, B]}' \
            --set "bodies.arm.elements=$n" --set "bodies.forearm.elements=$n"
    done
done

compare fig09a points/B/position.x stiff-ideal stiff-dry
compare fig09b points/B/position.x soft-ideal soft-dry
compare fig09c points/B/position.x soft-ideal-10 soft-dry-10
compare fig09d points/B/position.x stiff-dry soft-dry soft-dry-10
for arms in stiff soft; do
    compare "fig10-$arms" joints/elbow/contact_force "$arms"-impact-{2,6,10,16}
    "$gudgeon" compare "$out/runs/$arms"-impact-{2,6,10,16} --figure impact --channels elbow -o "$out/fig11-$arms.svg"
    compare "fig12-$arms" bodies/forearm/deflection.y "$arms"-{ideal,dry}
    plot "fig13-$arms" "$arms-impact-6" orbit elbow
    plot "fig14-$arms" "$arms-dry" strobe --count 60
    compare "fig17-$arms" joints/elbow/eccentricity_ratio "$arms"-{dry,squeeze}
    compare "fig16-$arms" bodies/forearm/deflection.y "$arms"-{ideal,dry,squeeze}
    plot "fig18-$arms" "$arms-squeeze" orbit elbow --window 0:1
done
compare fig15a points/B/position.x soft-ideal soft-dry soft-squeeze
compare fig15b points/B/velocity.x soft-ideal soft-dry soft-squeeze
compare fig20a points/B/position.x rigid-ideal stiff-ideal
compare fig20b points/B/position.x rigid-dry stiff-dry
echo "figures are in $out"
