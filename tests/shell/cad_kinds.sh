#!/usr/bin/env bash
# gudgeon cad on pairs of every kind, with openings, off centre and tilted: one pair each and none besides, and films that
# equal those of models written by hand (cad_hand.py) to 1e-6.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
make=$GUDGEON_BUILD/tests/cad/cad_make
hand=$root/tests/shell/cad_hand.py

# build NAME OPTIONS...: $work/NAME.step
build()
{
    "$make" "$1" "$work/$1.step" "${@:2}" >"$work/$1.txt" 2>/dev/null || fail "cad_make $*"
}

# same_films NAME OPTIONS...: the written model and that by hand have the same films, joint by joint, to 1e-6
same_films()
{
    local name=$1 tolerance=1e-6
    shift
    [[ $name == freeform-split ]] && tolerance=1e-5 # parameters of joined patches are scaled by their measured lengths
    expect 0 cad "$work/$name.step" -o "$work/$name.yaml" --gravity '[20, -300, -50]' --json "$@"
    cp "$work/out" "$work/$name.json"
    python3 "$hand" "$name" "$work/$name.json" >"$work/hand-$name.yaml" || fail "cad_hand.py $name"
    for model in "$name" "hand-$name"; do
        # the same steps for both: those of the adaptive control depend on where frames are
        expect 0 run "$work/$model.yaml" -o "$work/run-$model" --quiet --force --no-figures --set 'simulate.until=0.4 ms' --set 'record.every=0.1 ms' \
            --set 'simulate.step=0.05 ms' --set simulate.tolerance=1e-9
        expect 0 summary "$work/run-$model" --json --window :
        cp "$work/out" "$work/$model.summary"
    done
    python3 - "$work/$name.summary" "$work/hand-$name.summary" $tolerance <<'PY' || fail "$name: its film is not that written by hand"
import json, sys
a, b = (json.load(open(f))["joints"] for f in sys.argv[1:3])
bad = [f"{j} {k} {s}: {a[j][k][s]:.9g}, not {b[j][k][s]:.9g}" for j in b for k in ("film_min", "film_pressure_max", "loss_film") if k in b[j]
       for s in ("min", "max", "mean") if abs(a[j][k][s] - b[j][k][s]) > float(sys.argv[3]) * abs(b[j][k][s]) + 1e-12]
print(*bad, sep="\n")
sys.exit(bool(bad) or set(k for k in a if "film_min" in a[k]) != set(k for k in b if "film_min" in b[k]))
PY
}

# one KIND N CLEARANCES...: N pairs of one kind, all joints, with these clearances in um, and nothing else
pairs_are()
{
    python3 - "$work/$1.json" "${@:2}" <<'PY' || fail "$1: $(cat "$work/$1.txt")"
import json, sys
d, kind = json.load(open(sys.argv[1])), sys.argv[2]
wanted = sorted(float(x) for x in sys.argv[3:])
got = sorted(1e6 * p["clearance"] for p in d["pairs"])
ok = all(p["kind"] == kind and p["verdict"] == "joint" for p in d["pairs"]) and len(got) == len(wanted)
ok = ok and all(abs(x - y) < 0.01 for x, y in zip(got, wanted))
if kind == "freeform":
    ok = ok and all(sum(p["histogram"]) == 144 and p["gap_max"] < 30.01e-6 for p in d["pairs"])
print(kind, got) if not ok else None
sys.exit(not ok)
PY
}

for options in '' '--spline'; do
    for name in torus-seat fed-torus ring-pad fed-pad guide fed-ball; do
        # shellcheck disable=SC2086 # several options
        build $name $options
        same_films $name
    done
    for name in taper fed-taper; do
        # shellcheck disable=SC2086 # several options
        build $name $options
        same_films $name --ground seat
    done
    for name in barrel-piston bored-piston ported-liner fed-skirt; do
        # shellcheck disable=SC2086 # several options
        build $name $options
        same_films $name --ground liner
    done
    build tilted $options
    same_films tilted --drive shaft='1500 rpm'
    pairs_are torus-seat torus 12
    pairs_are ring-pad planes 20
    pairs_are fed-pad planes 25
    pairs_are guide 'slider in guide' 15 20 25 40
    pairs_are fed-ball 'ball in socket' 20
    pairs_are taper cone 20
    pairs_are tilted 'pin in bore' 20 20
    pairs_are bored-piston 'piston in cylinder' 8 40
    pairs_are fed-taper cone 20
    pairs_are fed-torus torus 12
done
# --- holes of barrels, other profiles, cones and tori are where they were drawn, to 1 nm
for name in bored-piston fed-skirt fed-taper fed-torus; do
    for options in --rotated '--mirrored --inches --halves' '--quarters --spline --rotated --mirrored'; do
        # shellcheck disable=SC2086 # several options
        build $name $options
        expect 0 cad "$work/$name.step" -o "$work/$name.yaml" --quiet
        # shellcheck disable=SC2086 # several words
        python3 "$root/tests/shell/cad_feeds.py" $name "$work/$name.yaml" ${options//--/} || fail "$name $options: its feeds"
    done
done

for name in freeform freeform-split; do
    build $name
    same_films $name
    pairs_are $name freeform 29.943
done
build freeform-split --rotated --mirrored
expect 0 cad "$work/freeform-split.step" --json
is_true 'len(d["pairs"]) == 1 and len(d["pairs"][0]["faces"][0]) == 4'

# an opening of a net with oblique lines bounds the film, and a remark says that it is no feed
build freeform-fed
expect 0 cad "$work/freeform-fed.step" -o "$work/freeform-fed.yaml"
complains 'openings of a freeform face whose parameter lines cross obliquely are not feeds'
expect 0 run "$work/freeform-fed.yaml" -o "$work/run-fed" --quiet --no-figures --set 'simulate.until=0.4 ms'

# --- a run starts as drawn: 4 um and 0.2 mrad off, so that 8 um more are missing at the ends of the bearings
expect 0 run "$work/tilted.yaml" -o "$work/start" --quiet --force --no-figures --set 'simulate.until=1e-6 deg of shaft'
expect 0 summary "$work/start" --json --window :
is_true 'abs(d["joints"]["housing-shaft"]["film_min"]["max"] - (20e-6 - (4e-6**2 + 8e-6**2)**0.5)) < 2e-8'

finish
