#!/usr/bin/env bash
# gudgeon cad: every pair of faces of generated assemblies is found, and none is invented.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
make=$GUDGEON_BUILD/tests/cad/cad_make
pairs=$root/tests/shell/cad_pairs.py

# build NAME OPTIONS...: $work/NAME.step, and what is in it in $work/NAME.txt
build()
{
    "$make" "$1" "$work/${1%%:*}.step" "${@:2}" >"$work/${1%%:*}.txt" 2>/dev/null || fail "cad_make $*"
}

# --- pairs: radii, clearances and eccentricities to 0.01 um, masses and inertias to 1e-6
for name in crank-slider nested ball-joint slipper hinge bush taper fasteners solids many:4; do
    case $name in
    hinge) others='thrust faces' touch=press ;;
    fasteners) others='press' touch=press ;; # a real thread, which has no clearance of its own
    *) others='-' touch='-' ;;
    esac
    for options in '' --spline '--halves --mirrored --inches' '--quarters --spline --rotated'; do
        # shellcheck disable=SC2086 # several options
        build "$name" $options
        file=$work/${name%%:*}
        expect 0 cad "$file.step" --json
        # nets cut by others are approximations: their masses are tested with the reader
        [[ $options == *spline* ]] && masses='-' || masses=masses
        python3 "$pairs" "$work/out" "$file.txt" "$others" "$touch" "$masses" || fail "$name $options"
    done
done

# what has no joint and what is fixed
build fasteners
expect 0 cad "$work/fasteners.step" --json
is_true 'all(p["verdict"] != "joint" for p in d["pairs"]) and d["joints"] == []'
is_true 'any("thread" in p["reason"] for p in d["pairs"] if p["inner"] == "screw")'

finish
