#!/usr/bin/env bash
# Results are what they look like: with a loose tolerance, with given steps, and with integrators that damp little, a run
# is either near to the one that is computed exactly or says that it is not.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
cp "$root"/examples/crank-slider/{fidelity,mechanism}.yaml "$root"/examples/clearance/slider-crank-dry.yaml .

# level NAME WORDS...: one turn of the crank with the small end on a closed form of its film
level()
{
    local name=$1
    shift
    expect 0 run fidelity.yaml -o "$name" --quiet --no-figures --set 'simulate.until=360 deg of crank' "$@"
}

# near NAME OTHER PART: film, losses and forces of two runs differ by less, or the first one has a remark
near()
{
    python3 - "$@" <<'PY' || fail "$1 is not like $2, and does not say so"
import json, sys
def read(name):
    d = json.load(open(f"{name}/summary.json"))
    j = d["joints"]["small-end"]
    force = sum(j[f"reaction_force.{c}"]["std"] ** 2 for c in "xy") ** 0.5
    return (d["energy"]["losses"]["max"], j["film_min"]["mean"], force), d["run"]["remarks"]
(a, remarks), (b, _) = read(sys.argv[1]), read(sys.argv[2])
off = [abs(x / y - 1) for x, y in zip(a, b)]
print(sys.argv[1], ["%.4f" % x for x in off], remarks)
sys.exit(max(off) > float(sys.argv[3]) and not remarks)
PY
}

for model in short long finite; do
    for viscosity in 0.001 0.01; do
        words=(--set "joints.small-end.model=$model" --set "joints.small-end.film.viscosity=$viscosity")
        level exact "${words[@]}" --set simulate.tolerance=1e-7
        level "loose-$model-$viscosity" "${words[@]}" --set simulate.tolerance=1e-4
        near "loose-$model-$viscosity" exact 0.03
        # steps of half a degree, and of two
        for step in 16.667e-6 66.667e-6; do
            level "given-$model-$viscosity-$step" "${words[@]}" --set "simulate.step=$step"
            near "given-$model-$viscosity-$step" exact 0.05
        done
    done
done

# --- velocities that have left their constraints, as index 3 may leave them behind impacts
expect 0 run slider-crank-dry.yaml -o dry --quiet --no-figures --set 'simulate.integrator=generalized-alpha' \
    --set simulate.tolerance=1e-3 --set 'joints.small-end.clearance=0.05 mm'
python3 - <<'PY' || fail 'velocities that left their constraints are not reported'
import json, sys
run = json.load(open("dry/summary.json"))["run"]
print("dry", run["drift_velocity"], run["energy_error"], run["remarks"])
fast = 0.05 * 5000 / 60 * 6.283  # m/s, the crank pin
sys.exit(not (run["drift_velocity"] < 0.02 * fast or "constraints: velocities" in run["remarks"]))
PY

finish
