#!/usr/bin/env bash
# gudgeon cad: models that it writes run, and their films are those of models written by hand; a second export keeps what
# the user wrote. Pairs of faces: cad_pairs.sh.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
make=$GUDGEON_BUILD/tests/cad/cad_make

# build NAME OPTIONS...: $work/NAME.step, and what is in it in $work/NAME.txt
build()
{
    "$make" "$1" "$work/${1%%:*}.step" "${@:2}" >"$work/${1%%:*}.txt" 2>/dev/null || fail "cad_make $*"
}

# --- tables for people
build crank-slider
expect 0 cad "$work/crank-slider.step"
says 'crank-slider: AP214, 6 parts, 61 faces'
says 'piston in cylinder'
says 'no clearance (0 um): press fit or thread, not a bearing'
silent_err

# --- a model of every level runs, and check shows its kinematics
for level in ideal dry reynolds mixed; do
    model=$work/$level.yaml
    expect 0 cad "$work/crank-slider.step" -o "$model" --model $level --drive crank='1500 rpm' --material piston=aluminium-AlSi12 --quiet
    [[ -s $work/$level-crank.stl && -s $work/$level-ground.stl ]] || fail "no triangles of the crank or the ground"
    expect 0 check "$model" --json
    expect 0 run "$model" -o "$work/out-$level" --quiet --set 'simulate.until=10 deg of crank'
done
# solids of all bodies and of the ground are in VTK files: triangles of the STL files, counted in their heads
expect 0 export "$work/out-ideal" --vtk "$work/vtk" --quiet
python3 - "$work" <<'PY' || fail 'solids are missing in VTK files'
import glob, re, struct, sys
stl = sum(struct.unpack("<I", open(f, "rb").read(84)[80:])[0] for f in glob.glob(sys.argv[1] + "/ideal-*.stl"))
text = open(sys.argv[1] + "/vtk/mechanism-000001.vtp", encoding="utf-8", errors="replace").read(2000)
sys.exit(not int(re.search(r'NumberOfPolys="(\d+)"', text)[1]) >= stl > 0)
PY
expect 0 check "$work/ideal.yaml"
says '4 bodies'
says 'degrees of freedom: 3 by count, 4 from the rank of the constraints (20)'
says "loop: 'piston-pin', 'rod-pin', 'rod-crank', 'liner-piston', 'frame-crank'"
expect 0 check "$work/mixed.yaml"
says 'degrees of freedom without clearance: 4 (29 constraints of rank 20)'
says "redundant: 'piston-pin.2', tilt about x: follows from 'piston-pin'"
expect 0 check "$work/mixed.yaml" --json
is_true 'd["without_clearance"]["degrees_of_freedom"] == 4 and len(d["loops"]) == 1 and d["degrees_of_freedom"] == 23'
grep -q 'frame face' "$work/mixed.yaml" || fail 'no comment says where a radius came from'

# --- films of imported faces equal those written by hand
# same_films MODEL HAND JOINT: smallest film, largest pressure and loss over a short run, to 1e-6
same_films()
{
    local k=0 file
    for file in "$1" "$2"; do
        expect 0 run "$file" -o "$work/same$k" --quiet --force --set "simulate.until=$4"
        expect 0 summary "$work/same$k" --json
        cp "$work/out" "$work/same$k.json"
        k=$((k + 1))
    done
    python3 - "$work/same0.json" "$work/same1.json" "$3" <<'PY' || fail "$1: its film is not that of $2"
import json, sys
a, b = (json.load(open(f))["joints"][sys.argv[3]] for f in sys.argv[1:3])
bad = [k for k in ("film_min", "film_pressure_max", "loss_film") for s in ("min", "max", "mean")
       if abs(a[k][s] - b[k][s]) > 1e-6 * abs(b[k][s])]
print(*bad)
sys.exit(bool(bad))
PY
}

walls='film: {oil: {grade: ISO VG 46, temperature: 60 degC}, ambient: 1 bar, grid: GRID}, friction: {coefficient: 0.1},
    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}'

# a shaft in a bush with a ring groove and a hole that lies on the seam of its face
build bush
mass=$(awk '/^part shaft/ {printf "%.12g", $4*7850e-9}' "$work/bush.txt")
inertia=$(awk '/^part shaft/ {printf "%.12g, %.12g, %.12g", $10*7850e-15, $11*7850e-15, $12*7850e-15}' "$work/bush.txt")
cat >"$work/hand-bush.yaml" <<YAML
gudgeon: 1
space: spatial
gravity: [0, -300, 0]
bodies:
  shaft: {mass: $mass, inertia: [$inertia]}
joints:
  bush-shaft: {type: cylindrical, between: [ground, shaft], model: mixed, radius: 25.025 mm, clearance: 25 um, width: 40 mm,
    ${walls/GRID/[48, 4]}}
feeds:
  ring: {joint: bush-shaft, on: bearing, width: 4 mm, pressure: 2 bar}
  hole: {joint: bush-shaft, on: bearing, angle: 0, z: 11 mm, diameter: 4 mm, pressure: 2 bar}
drive:
  shaft.angle: {rate: 1500 rpm}
simulate: {until: 90 deg of shaft, tolerance: 1e-4}
record: {every: 2 deg of shaft}
YAML
for options in '' '--spline --quarters'; do
    # shellcheck disable=SC2086 # several options
    build bush $options
    expect 0 cad "$work/bush.step" -o "$work/bush.yaml" --ground bush --drive shaft='1500 rpm' --gravity '[0, -300, 0]' --quiet
    same_films "$work/bush.yaml" "$work/hand-bush.yaml" bush-shaft '90 deg of shaft'
done

# a ball in its socket, and a slipper on its plate
build ball-joint
mass=$(awk '/^part stud/ {printf "%.12g", $4*7850e-9}' "$work/ball-joint.txt")
centre=$(awk '/^part stud/ {printf "%.12g", $8}' "$work/ball-joint.txt")
inertia=$(awk '/^part stud/ {printf "%.12g, %.12g, %.12g", $10*7850e-15, $11*7850e-15, $12*7850e-15}' "$work/ball-joint.txt")
cup=$(python3 -c 'import math; print(math.acos(8/15.02))')
cat >"$work/hand-ball.yaml" <<YAML
gudgeon: 1
space: spatial
gravity: [0, -300, 0]
bodies:
  stud: {mass: $mass, inertia: [$inertia], at: [4 um, 0, $centre mm]} # where it is drawn: from elsewhere it would turn a little to its start
frames:
  ball: {body: stud, at: [0, 0, -$centre mm]}
joints:
  housing-stud: {type: spherical, between: [ground, ball], model: mixed, radius: 15.02 mm, clearance: 20 um, eccentricity: [4 um, 0, 0], cup: [$cup, 180 deg],
    ${walls/GRID/[48, 16]}}
simulate: {until: 2 ms, tolerance: 1e-4}
record: {every: 0.2 ms}
YAML
expect 0 cad "$work/ball-joint.step" -o "$work/ball-joint.yaml" --gravity '[0, -300, 0]' --quiet
same_films "$work/ball-joint.yaml" "$work/hand-ball.yaml" housing-stud '2 ms'

# --- a second export: values follow, what the user wrote stays
model=$work/mixed.yaml
sed -i 's/clearance: 30 um.*/clearance: 33 um   # measured/; s/^simulate:/# my own load\nforces:\n  gas: {type: load, on: piston, direction: [-1, 0, 0], value: 100 N}\n\nsimulate:/' "$model"
expect 0 cad "$work/crank-slider.step" -o "$model" --drive crank='1500 rpm' --density rod=2700 --update
complains 'bodies/rod/mass: 1.13788592 kg -> 0.391374'
grep -q 'clearance: 33 um   # measured' "$model" || fail 'a clearance of the user is lost'
grep -q '# my own load' "$model" || fail 'a comment of the user is lost'
grep -q 'mass: 0.39137' "$model" || fail 'a mass does not follow'
expect 0 check "$model" --quiet
expect 0 cad "$work/crank-slider.step" -o "$model" --drive crank='1500 rpm' --density rod=2700 --update
complains 'nothing changed'
cp "$model" "$work/changed.yaml"
expect 2 cad "$work/crank-slider.step" -o "$model"
complains 'mixed.yaml: was changed since it was written; --update keeps your changes, --force replaces it'
cmp -s "$model" "$work/changed.yaml" || fail 'a refused export has changed the model'
grep -A 3 'liner-piston-hole2:' "$model" | grep -q 'diameter: 20.016 mm' || fail 'the bore of the pin is not open in the skirt'
[[ $(grep -c 'ambient: pin is in it' "$model") == 2 ]] || fail 'the bore of the pin is not at ambient pressure'
# a part is renamed whose joint the user changed: text of the user stays, also where it names the part
sed -i 's/^simulate:/  weight: {type: load, on: rod, direction: [0, -1, 0], value: 4 N}   # of the rod\n\nsimulate:/' "$model"
sed "s/'rod'/'conrod'/g" "$work/crank-slider.step" >"$work/renamed.step"
expect 0 cad "$work/renamed.step" -o "$model" --drive crank='1500 rpm' --density conrod=2700 --update
complains 'bodies/rod: now called conrod, also in what you wrote'
complains 'joints/rod-pin: now called conrod-pin'
grep -q 'clearance: 33 um   # measured' "$model" || fail 'a clearance of the user is lost with a name'
grep -q 'on: conrod, direction: .* # of the rod' "$model" || fail 'a force of the user does not follow a name'
grep -q '\brod[.-]' "$model" && fail 'an old name is left'
expect 0 check "$model" --quiet
# without the piston, its joints go; what the user wrote refers to it, so that the body stays and the model loads
mkdir "$work/parts"
for part in frame crank liner rod; do "$make" crank-slider "$work/parts/$part.step" --only $part >/dev/null 2>&1; done
expect 0 cad "$work"/parts/{frame,crank,liner,rod}.step -o "$model" --drive crank='1500 rpm' --update
complains 'bodies/piston: no longer in the CAD file, kept since what you wrote refers to it'
complains 'bodies/pin: no longer in the CAD file, removed'
expect 0 check "$model" --quiet
# a mistake of the user: the file stays as it is
sed -i 's/^joints:/joints:\n  mine: {type: revolute, between: [crank, nobody]}/' "$model"
cp "$model" "$work/mistake.yaml"
expect 2 cad "$work/crank-slider.step" -o "$model" --drive crank='1500 rpm' --update
complains 'is left as it was'
complains 'nobody'
cmp -s "$model" "$work/mistake.yaml" || fail 'a file with a mistake was changed'
rm "$model.cad"
expect 2 cad "$work/crank-slider.step" -o "$model"
complains 'mixed.yaml: exists already; --force replaces it'
expect 2 cad "$work/bush.step" -o "$work/bush.step"
complains 'bush.step: exists already'
expect 0 cad "$work/bush.step" -o "$work/changed.yaml" --ground bush --quiet --force
expect 0 cad "$work/bush.step" -o "$work/changed.yaml" --ground bush --quiet
expect 2 cad "$work/crank-slider.step" -o "$model" --update
complains 'mixed.yaml.cad'

# --- wrong input: what and where, exit code 2
: >"$work/empty.step"
head -c 3000 "$work/crank-slider.step" >"$work/cut.step"
echo 'solid' >"$work/other.stl"
for file in nowhere.step empty.step cut.step other.stl; do
    expect 2 cad "$work/$file"
    complains "$file"
done
step=$work/crank-slider.step
expect 2 cad "$step" --density crnk=7800
complains "there is no part 'crnk'; did you mean 'crank'?"
expect 2 cad "$step" --density heavy
complains "--density: 'heavy' is not a number"
expect 2 cad "$step" --density '3 m'
expect 2 cad "$step" --material unobtainium
complains "there is no material 'unobtainium'"
expect 2 cad "$step" --drive frame='1 rpm'
complains 'frame is the ground'
expect 2 cad "$step" --drive crank
complains '--drive is PART=RATE'
expect 2 cad "$step" --ground table
expect 2 cad "$step" --update
complains '--update needs the model file'
GUDGEON_CAD=$work/none.so expect 1 cad "$step"
complains 'gudgeon_cad.so'

finish
