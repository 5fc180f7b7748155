#!/usr/bin/env bash
# Mistakes that designers and researchers make in files of bearings, rough surfaces, oils, surfaces, beams and lubricated
# joints: exit code 2, one place with line and column, what is wrong, and what is allowed.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

# wrong VERB BASE EXPRESSION MESSAGE: the good file, changed by sed, is refused with a message that begins so
wrong()
{
    local verb=$1 base=$2 message="bad.yaml:$4"
    sed "$3" "$base" >bad.yaml
    ! cmp -s "$base" bad.yaml || fail "$message: the file was not changed"
    expect 2 "$verb" bad.yaml
    silent_out
    grep -qF -- "$message" "$work/err" || fail "'$message' is not in: $(cat "$work/err")"
    if grep -qE "(^|: )([a-z]+): \2: " "$work/err"; then fail "says it twice: $(cat "$work/err")"; fi
}

# --- bearings and oils
cat >bearing.yaml <<'YAML'
gudgeon: 1
bearing:
  radius: 15 mm
  width: 20 mm
  clearance: 25 um
  supply: {angle: 90 deg, pressure: 2 bar}
  grid: [60, 8]
oil: {grade: ISO VG 46, temperature: 60 degC}
operate:
  speed: 3000 rpm
  load: [0, -2.5 kN]
rough:
  model: KE
  sigma: 0.4 um
  radius: 16 um
  density: 1.0e10 m-2
  materials: [bronze-CuSn8, steel-52100]
friction: {coefficient: 0.12}
YAML
expect 0 bearing bearing.yaml --json
bearing() { wrong bearing bearing.yaml "$@"; }
oil='s/grade: ISO VG 46, temperature: 60 degC/'
feed='s/^oil/feeds: {top: {angle: 0, length: 5 mm, width: 2 mm, pressure: 1 bar}}\noil/; s/length: 5 mm/'
bearing "$oil"'viscosity: -20 mPa.s/' '8:18: oil: viscosity = -20 mPa.s is outside [1e-06, 1e+06] Pa.s'
bearing "$oil"'viscosity: 46 cSt/' "8:18: oil: viscosity = 46 cSt: wrong unit 'cSt'; expected Pa.s, such as '400 cP'"
bearing 's/VG 46/VG 47/' "8:14: oil: grade = ISO VG 47 is not known; did you mean 'ISO VG 46'?"
bearing 's/, temperature: 60 degC//' '8:1: oil: grade needs also: temperature'
bearing 's/60 degC/60/' "8:38: oil: temperature = 60 is outside [200, 800] K; a bare number is SI, others have a unit, such as '60 degC'"
bearing 's/60 degC/-300 degC/' '8:38: oil: temperature = -300 degC is outside [200, 800] K'
bearing 's/grade:/viscosity: 1, grade:/' '8:1: oil: needs exactly one of: viscosity, grade, law'
bearing 's/degC}/degC, pressure: {type: barrus}}/' "8:64: oil: pressure.type = barrus is not known; did you mean 'barus'?"
bearing 's/degC}/degC, pressure: barus}/' '8:47: oil: pressure.coefficient is missing: pressure-viscosity coefficient'
bearing 's/degC}/degC, shear: {type: carreau, time: 1e-7, index: 2}}/' '8:89: oil: shear.index = 2 is outside [0, 1]'
bearing "$feed"'z: 30 mm, length: 5 mm/' "8:28: feed 'top': extends from z = 29 to 31 mm: outside the bearing, which ends at 10 mm"
bearing "$feed"'length: 500 mm/' "8:33: feed 'top': length = 500 mm is longer than the circumference"
bearing 's/60, 8/1, 1/' '7:9: bearing: grid = [1, 1]: needs 8 to 4096 cells around and 2 to 1024 along half the width'
bearing 's/60, 8/60.5, 8/' '7:9: bearing: grid = [60.5, 8]: needs 8 to 4096 cells'
bearing 's/25 um/2.5 mm/' '5:14: bearing: clearance = 2.5 mm is not a thin film in a bore of radius 15 mm; at most a tenth'
bearing 's/grid:/cavity: 2 bar\n  grid:/; s/supply.*/ambient: 1 bar/' '6:12: bearing: ambient = 100000 Pa is below the cavity'
bearing 's/2 bar/-2 bar/' '6:37: bearing: supply.pressure = -2 bar is outside [0, 1e+09] Pa'
bearing 's/load:.*/position: {eccentricity_ratio: 1.2, angle: 0}/' '11:34: operate: position.eccentricity_ratio = 1.2 is outside [0, 1)'
bearing 's/load:/tilt: [0, 1 deg]\n  load:/' '11:9: operate: tilted by 0.0174533 rad the journal touches both ends'
bearing 's/-2.5 kN\]/-2.5 kN, 1, 2]/' '11:9: operate: load has 4 items; expected 1 to 2'
bearing '$a sweep: {speed: {from: 0, to: 100 rpm, spacing: log}}' '19:23: sweep: speed.from = 0 must be greater than 0 rad/s'
bearing '$a sweep: {}' '19:1: sweep: needs exactly one of: speed, load'

bearing 's/90 deg/90/' "6:19: bearing: supply.angle = 90 is outside [-6.28319, 6.28319] rad; a bare number is SI, others have a unit, such as '30 deg'"
bearing 's/0.4 um/0.4/' "14:10: rough: sigma = 0.4 is outside (0, 0.001] m; a bare number is SI, others have a unit, such as '30 um'"

# --- rough surfaces and materials
bearing 's/materials.*/modulus: 100 GPa/' '12:1: rough: model = KE needs at least one of: hardness, yield, materials'
bearing 's/CuSn8/CuSn9/' "17:15: rough: materials = bronze-CuSn9 is not known; did you mean 'bronze-CuSn8'?"
bearing 's/, steel-52100//' '17:14: rough: materials has 1 name; expected 2'
bearing 's/1.0e10 m-2/1e10 kg/' "16:12: rough: density = 1e10 kg: wrong unit 'kg'; expected m-2"
cp "$root"/examples/rough/trace.{yaml,csv} .
awk 'NR != 30' trace.csv >gap.csv
awk 'NR == 30 { print ","; next } 1' trace.csv >hole.csv
head -3 trace.csv >short.csv
rough() { wrong rough trace.yaml "$@"; }
rough 's/trace.csv/gap.csv/' '6:12: rough: gap.csv: a gap of 1 um after x = 13 um (steps are 0.5 um)'
rough 's/trace.csv/hole.csv/' '6:12: rough: hole.csv:30: not a position and a height, a number is missing; fill or cut gaps'
rough 's/trace.csv/short.csv/' '6:12: rough: short.csv: 1 points; at least 100 are needed'
rough 's/trace.csv/none.csv/' '6:12: rough: none.csv: No such file or directory'
rough '/materials/s/.*/  modulus: 100 GPa/' '6:3: rough: KE: needs at least one of: hardness, yield, materials'
rough 's/to: 1.2 um/to: -1 um/' '10:30: separation: to = -1 um is outside (0, 1] m'

# --- lubricated and dry joints
cp "$root"/examples/crank-slider/{config-1,mechanism}.yaml .
joint() { wrong check config-1.yaml "$@"; }
joint 's/viscosity: 1e-4 Pa.s/oil: {grade: ISO VG 32, temperature: 40}/' "14:54: joint 'small-end' and 2 others: film.oil.temperature = 40 is outside [200, 800] K"
joint 's/cavity: 0 Pa/cavity: 2 bar/' "14:48: joint 'small-end': film.ambient = 100000 Pa is below the cavity pressure"
joint 's/80, 8/80, 8.5/' "14:75: joint 'small-end': film.grid must be two whole numbers of cells: 8 to 4096 around, 2 to 1024 along half"
joint 's/modulus: 115.18 GPa/materials: [stel-52100, babbitt]/' "21:19: joint 'small-end' and 2 others: rough.materials = stel-52100 is not known; did you"
joint '0,/model: GW/s//model: KE/; /hardness/d; /yield/d' "15:5: joint 'small-end': rough.model = KE needs at least one of: hardness"
joint '0,/clearance: 30 um/{/clearance/d}' "10:12: joint 'small-end': a joint with clearance needs 'clearance': difference of the radii"
cp "$root"/examples/clearance/slider-crank-dry.yaml dry.yaml
dry() { wrong check dry.yaml "$@"; }
dry 's/clearance: .*/clearance: 20 mm/' "27:16: joint 'small-end': clearance = 20 mm leaves no pin in a bore of radius"

# --- tables of forces
cp -r "$root"/examples/engine "$root"/examples/slider-crank .
cd engine || exit 1
force() { wrong check engine.yaml "$@"; }
(head -3 gas.csv && printf '400,1\n30,2\n') >back.csv
sed 's/deg/degg/' gas.csv >unit.csv
(head -4 gas.csv && echo '10,abc') >word.csv
force 's/gas.csv/none.csv/' "6:60: force 'gas': table: none.csv: No such file or directory"
force 's/gas.csv/back.csv/' "6:60: force 'gas': table: back.csv: abscissas must increase: point 3 has 30 deg after 400 deg"
force 's/gas.csv/unit.csv/' "6:60: force 'gas': table: unit.csv: column 'crank angle': unknown unit 'degg'"
force 's/gas.csv/word.csv/' "6:60: force 'gas': table: word.csv:5:4: 'abc' is not a number"
force 's/direction: .-1, 0./direction: [0, 0]/' "6:3: force 'gas': direction has no length"
cd ..

# --- surfaces
cp "$root"/examples/surface-joint/{crowned-journal.yaml,waves.csv} .
surface() { wrong check crowned-journal.yaml "$@"; }
surface 's/shape: barrel/shape: barrell/' "13:20: surface 'journal': shape = barrell is not known; did you mean 'barrel'?"
surface 's/crown: 30 um/crown: 30 mm/' "13:3: surface 'journal': a crown of 0.03 m does not fit a barrel of radius 0.01 m and length"
surface 's/bore: .*/bore: {shape: file, file: no.txt}/' "12:29: surface 'bore': no.txt: No such file or directory"
surface 's/bore: .*/bore: {shape: profile, file: waves.csv}/' "12:32: surface 'bore': waves.csv: point 7 of the profile has radius"
surface 's/48, 9/1, 1/' "23:12: joint 'pivot': cells must be two whole numbers of cells: 2 to 4096 along the reference's first parameter"
surface 's/\[bore, journal\]/[bore, jurnal]/' "21:22: joint 'pivot': surfaces: no 'jurnal' in surfaces; did you mean 'journal'?"
surface 's/    friction:/    contact: {law: hertz_line}\n    friction:/' "16:3: joint 'pivot': takes only one of: contact, foundation"
cp "$root"/examples/gap/{barrel-piston.yaml,skirt.csv} .
wrong gap barrel-piston.yaml 's/60, 24/60.5, 24/' '10:61: gap: cells must be two whole numbers from 1 to 4096'
# a text of a surface may begin with a byte order mark, as some editors write it
sed '1s/^/\xEF\xBB\xBF/; s/$/\r/' "$root/examples/surface/bore.txt" >bore.txt
cp "$root/examples/surface/journal.txt" .
printf 'gudgeon: 1\nsurfaces: {a: {shape: file, file: bore.txt}, b: {shape: file, file: journal.txt}}\ngap: {between: [a, b]}\n' >marked.yaml
expect 0 gap marked.yaml --json

# --- beams
cp "$root/examples/beam/pendulum.yaml" beam.yaml
beam() { wrong check beam.yaml "$@"; }
beam 's/elements: 5/elements: 0/' "10:15: body 'rod': elements = 0 is outside [1, 100000]"
beam 's/poisson: 0.3/poisson: 0.5/' "14:14: body 'rod': poisson = 0.5 is outside (-1, 0.5)"
beam 's/type: rectangle/type: rectangel/' "11:21: body 'rod': section.type = rectangel is not known; did you mean 'rectangle'?"
beam 's/height: 20 mm, //' "11:5: body 'rod': section.height is missing: along y of the section"
beam 's/at: \[1 m, 0, 0\]/at: [1.2 m, 0, 0]/' "18:24: frame 'tip': at = 1.2 m along the axis: beam 'rod' extends from 0 to 1 m"
beam 's/spatial/planar/' "8:11: body 'rod': beams exist only in space (\`space: spatial\`)"
beam 's/radius: 0.8/radius: 1.8/' '23:91: simulate: integrator.spectral_radius = 1.8 is outside [0, 1]'

# --- loads: a force is not a torque
cat >load.yaml <<'YAML'
gudgeon: 1
space: planar
bodies: {rotor: {mass: 1, inertia: 1e-3}}
joints:
  bush: {type: revolute, between: [ground, rotor], model: short, radius: 10 mm, width: 10 mm, clearance: 20 um,
    film: {viscosity: 20 mPa.s, fill: 0.5, cavitation: guembel, drag: couette}}
forces:
  weight: {type: load, on: rotor, direction: [0, -1], kind: force, value: 3 N}
simulate: {until: 1 ms}
YAML
wrong check load.yaml 's/3 N/3 N.m/' "8:75: force 'weight': value is not in N, but the load's kind is force"
wrong check load.yaml 's/kind: force/kind: torque/' "8:76: force 'weight': value is not in N.m, but the load's kind is torque"
wrong check load.yaml 's/value: 3 N/points: [0, 1 ms], values: [1 N, 2 N.m]/' "8:95: force 'weight': values is not in N, but the load's kind is force"

# --- a closed form names the keys that it does not use
"$gudgeon" check load.yaml >checked || fail 'a closed form refuses keys of other levels'
grep -qF "'bush' does not use film.fill, film.cavitation, film.drag: 'short' is a closed form" checked || fail "unused keys: $(cat checked)"
"$gudgeon" run load.yaml -o bush --no-figures >ran 2>&1 || fail "a closed form does not run: $(cat ran)"
grep -qF "'bush' does not use film.fill" ran || fail "unused keys of a run: $(cat ran)"

# --- keys of dry walls under a film, and grids that no wall has
wrong check load.yaml 's/model: short/foundation: {stiffness: 1e12}, model: reynolds/' "5:64: joint 'bush': 'foundation' is dry contact (model: dry); elastic walls under a film need 'lining'"
wrong check load.yaml 's/model: short/cells: [4, 4], model: short/' "5:59: joint 'bush': 'cells' needs 'surfaces' or 'foundation'; films have 'film.grid'"

# --- a model from standard input: paths are those of the current folder
"$gudgeon" rough - <trace.yaml >piped 2>&1 || fail "standard input: $(cat piped)"
"$gudgeon" rough trace.yaml >named
cmp -s piped named || fail 'a file from standard input says something else'
code=0
"$gudgeon" rough - <short.csv >piped 2>&1 || code=$?
((code == 2)) || fail "wrong standard input: exit code $code"
grep -q '^-:1:1: ' piped || fail "wrong standard input: $(cat piped)"

finish
