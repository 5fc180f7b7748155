#!/usr/bin/env bash
# Figures 22 to 27 of Tian 2009 again: all runs, then all figures, into the folder given (four-bar-figures).
# GUDGEON: the command; UNTIL: end of the runs (4 s).
set -euo pipefail
gudgeon=${GUDGEON:-gudgeon}
until=${UNTIL:-4 s}
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-four-bar-figures}
mkdir -p "$out"

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
for coupler in stiff soft; do
    for joint in ideal dry squeeze; do
        "$gudgeon" run "$here/$coupler.yaml" -o "$out/runs/$coupler-$joint" --no-figures --quiet \
            --set "simulate.until=$until" --set "joints.A.model=$joint" >/dev/null
    done
done

compare fig22a points/rocker.B/position.y stiff-{ideal,dry,squeeze}
compare fig22b points/rocker.B/velocity.y stiff-{ideal,dry,squeeze}
compare fig24a points/rocker.B/position.y soft-{ideal,dry,squeeze}
compare fig24b points/rocker.B/velocity.y soft-{ideal,dry,squeeze}
for coupler in stiff soft; do
    plot "fig23a-$coupler" "$coupler-dry" contact A
    plot "fig23b-$coupler" "$coupler-squeeze" series joints/A/film_force joints/A/contact_force
    compare "fig25-$coupler" joints/A/eccentricity_ratio "$coupler"-{dry,squeeze}
    plot "fig26-$coupler" "$coupler-dry" orbit A --window 0:0.3
    plot "fig27-$coupler" "$coupler-squeeze" orbit A --window 0:1
    plot "motion-$coupler" "$coupler-dry" strobe
done
echo "figures are in $out"
