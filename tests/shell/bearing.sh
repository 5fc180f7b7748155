#!/usr/bin/env bash
# gudgeon bearing as a user meets it: numbers, files, and answers to mistakes. GUDGEON is the command under test.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
examples=$root/examples/bearing

# near KEY VALUE TOLERANCE SCALE: a number of the JSON on standard output, times the scale
near()
{
    awk -v key="\"$1\":" -v want="$2" -v tol="$3" -v scale="$4" '
        $1 == key { sub(/,$/, "", $2); got = $2 * scale; found = 1; exit }
        END { d = (got - want) / want; if (d < 0) d = -d; exit !(found && d <= tol) }' "$work/out" ||
        fail "$1 is not $2 within $3: $(grep -F "\"$1\":" "$work/out" | head -1)"
}

# --- rows of the recomputed design charts, L/D = 1: S, attitude, (R/c) f with full Couette drag and streamers, flow
degrees=57.29577951308232
while read -r eps S phi couette streamers flow; do
    expect 0 bearing "$examples/raimondi.yaml" --set "operate.position.eccentricity_ratio=$eps" --json
    near S "$S" 0.005 1
    near attitude "$phi" 0.005 $degrees
    near friction_coefficient "$couette" 0.005 500
    near side_flow "$flow" 0.005 320000
    expect 0 bearing "$examples/raimondi.yaml" --set "operate.position.eccentricity_ratio=$eps" \
        --set bearing.drag=streamers --json
    near friction_coefficient "$streamers" 0.005 500
done <<'ROWS'
0.2 0.632 73.9 12.8 11.9 1.005
0.4 0.2604 62.6 5.79 5.09 1.99
0.6 0.1210 50.5 3.22 2.73 2.95
0.8 0.0446 36.2 1.70 1.42 3.90
0.9 0.0188 26.5 1.05 0.877 4.37
ROWS

# --- the load of a place leads back to the place
expect 0 bearing "$examples/raimondi.yaml" --json
load=$(sed -n 's/^ *"force": \[\(.*\), \(.*\)\],*$/\1 \2/p' "$work/out" | awk '{ printf "[%.12g, %.12g]", -$1, -$2 }')
expect 0 bearing "$examples/raimondi.yaml" --set "operate={speed: 3000 rpm, load: $load}" --json
near eccentricity_ratio 0.6 1e-6 1

# --- the Stribeck curve, and everything in a folder
expect 0 bearing "$examples/mixed.yaml" -o "$work/sheet" --csv "$work/sweep.csv"
says 'asperity_share'
says 'whirl_threshold'
(($(wc -l <"$work/sweep.csv") == 62)) || fail "the CSV has not a line for each of the 61 points"
for file in bearing.html bearing.csv bearing.vts maps.gp maps.dat maps.svg middle.svg stribeck.svg stribeck.gp; do
    [[ -s $work/sheet/$file ]] || fail "$file is missing"
done
(($(grep -c '<svg' "$work/sheet/bearing.html") == 3)) || fail "the sheet has not three figures"
grep -q 'src=\|href="http' "$work/sheet/bearing.html" && fail "the sheet needs other files"
grep -q 'WholeExtent="0 240 0 32 0 0"' "$work/sheet/bearing.vts" || fail "the VTK file has another size"
[[ ! -e $work/sheet/middle.png ]] || fail "a figure that nobody asked for"

grep -q 'ISO VG 46' "$work/sheet/bearing.html" && grep -q '60 °C' "$work/sheet/bearing.html" || fail "the sheet hides its oil"

# --- a sweep of the load: the journal goes outwards, friction has its least where asperities begin to carry
sed '/^sweep:/,$d' "$examples/mixed.yaml" >"$work/load.yaml"
echo 'sweep: {load: {from: 10 N, to: 20 kN, points: 31}}' >>"$work/load.yaml"
expect 0 bearing "$work/load.yaml" --set 'bearing.grid=[120, 8]' -o "$work/loads" --json
is_true "all(len(d['sweep'][k]) == 31 and d['sweep'][k] == sorted(d['sweep'][k]) for k in ('load', 'eccentricity_ratio'))"
is_true "(lambda f: 5 < f.index(min(f)) < 26 and d['sweep']['asperity_share'][f.index(min(f))] < 0.01)(
         d['sweep']['friction_coefficient'])"
grep -q 'Load sweep' "$work/loads/bearing.html" || fail "the sheet does not show the sweep of the load"

# --- oil under the journal lifts it: eccentricity falls while the load grows, and a reader should know
expect 0 bearing "$work/load.yaml" --set 'bearing.grid=[120, 8]' --set 'bearing.supply={angle: -90 deg, pressure: 5 bar}' \
    --set 'sweep.load={from: 1 N, to: 100 N, points: 9}'
complains 'the eccentricity falls although the load grows'

# --- a journal in the middle carries nothing: no numbers that are rounding
expect 0 bearing "$examples/raimondi.yaml" --set operate.position.eccentricity_ratio=0 --json
is_true "d['load'] == 0 and d['S'] is None and d['friction_coefficient'] is None and d['temperature_rise'] is None"
silent_err

# --- a rough journal at rest lies on its asperities, in oil that does not flow
expect 0 bearing "$examples/mixed.yaml" --set operate.speed=0 --set 'bearing.supply.pressure=1 bar' --set 'bearing.grid=[120, 8]' \
    --set 'sweep={load: {from: 1 kN, to: 2 kN, points: 2}}' --json
is_true "abs(d['asperity_share'] - 1) < 1e-6 and d['So'] is None and abs(d['attitude']) < 1e-6 and d['loss'] == 0"

# --- starving
cat >"$work/dry.yaml" <<'MODEL'
gudgeon: 1
bearing: {radius: 15 mm, width: 20 mm, clearance: 25 um, ambient: 0 Pa}
oil: {viscosity: 20 mPa.s}
operate: {speed: 300 rpm, load: [0, -1 kN]}
MODEL
expect 1 bearing "$work/dry.yaml" && complains 'the film starves'
expect 0 bearing "$work/dry.yaml" --set 'bearing.ambient=1 bar'
expect 0 bearing "$work/dry.yaml" --set 'operate={speed: 1, position: {eccentricity_ratio: 0.5}}'
complains 'the film starves'
expect 1 bearing "$work/dry.yaml" --set operate.speed=0 --set 'bearing.ambient=1 bar' && complains 'at rest'

# --- mistakes, all at once and with their places
cat >"$work/wrong.yaml" <<'MODEL'
gudgeon: 1
bearing: {radius: 15 mm, width: 20 mm, clearance: 25 um}
oil: {viscosity: -20 mPa.s}
operate: {speed: 300 rpm, load: [0, -1 kN]}
rough: {model: KE, sigma: 0.4 um, radius: 16 um, density: 1e10, modulus: 115 GPa}
MODEL
expect 2 bearing "$work/wrong.yaml"
complains 'wrong.yaml:3:18: oil: viscosity = -20 mPa.s is outside [1e-06, 1e+06] Pa.s'
complains 'wrong.yaml:5:1: rough: model = KE needs at least one of: hardness, yield, materials'

{
    echo 'x [um], z [um]'
    for ((i = 0; i < 200; i++)); do ((i == 90)) || echo "$i, 0.$((i * 7919 % 100))"; done
} >"$work/gap.csv"
cat >"$work/places.yaml" <<'MODEL'
gudgeon: 1
bearing: {radius: 15 mm, width: 20 mm, clearance: 25 um, grid: [1, 1]}
oil: {grade: ISO VG 46, temperature: 60 degC}
operate: {speed: 300 rpm, load: [0, -1 kN]}
feeds:
  top: {angle: 90 deg, z: 9 mm, length: 5 mm, width: 5 mm, pressure: 1 bar}
rough: {model: KE, profile: gap.csv, modulus: 115 GPa, hardness: 1 GPa}
MODEL
expect 2 bearing "$work/places.yaml"
complains 'places.yaml:2:64: bearing: grid = [1, 1]'
complains "places.yaml:6:27: feed 'top': extends from z = 6.5 to 11.5 mm: outside the bearing"
complains 'places.yaml:7:29: rough:'
complains 'gap.csv'

expect 2 bearing "$examples/raimondi.yaml" --set 'oil={grade: ISO VG 47, temperature: 60 degC}'
complains "oil: grade = ISO VG 47 is not known; did you mean 'ISO VG 46'?"
expect 2 bearing "$examples/raimondi.yaml" --set 'oil={law: {type: vogel, factor: 1e-4, scale: 900, pole: 270}, temperature: 260}'
complains 'the oil has no viscosity at 260 K'
expect 2 bearing "$examples/raimondi.yaml" --set 'operate.tilt=[0.2 deg, 0]' && complains 'touches both ends'
expect 2 bearing "$examples/raimondi.yaml" --set 'operate.tilt=[0.08 deg, 0]' && complains 'the tilted journal touches'
expect 2 bearing "$examples/raimondi.yaml" --set 'bearing.flow_factors=patir-cheng' && complains 'sigma is missing'
expect 2 bearing "$examples/raimondi.yaml" --set 'oil.shear={type: cross, time: 1e-6, exponent: 2}' && complains 'outside'
expect 2 bearing "$examples/raimondi.yaml" --set 'bearing.grid=[240.5, 12]' && complains 'grid'

# --- a file without a grid gets one that its film needs, at a place and under a load
sed '/grid:/d' "$examples/raimondi.yaml" >"$work/free.yaml"
expect 0 bearing "$work/free.yaml" --json
is_true "d['grid'] == [240, 24]"
expect 0 bearing "$work/free.yaml" --set operate.position.eccentricity_ratio=0.99 --json
is_true "d['grid'] == [960, 24] and not any('cells' in w for w in d['warnings'])"
near So 108.38 0.003 1
load=$(sed -n 's/^ *"force": \[\(.*\), \(.*\)\],*$/\1 \2/p' "$work/out" | awk '{ printf "[%.12g, %.12g]", -$1, -$2 }')
expect 0 bearing "$work/free.yaml" --set "operate={speed: 3000 rpm, load: $load}" --json
is_true "d['grid'] == [960, 24]"
near eccentricity_ratio 0.99 1e-6 1

# --- pressure that is cut off presses no oil in: side flow and film are those of the rest
expect 0 bearing "$work/free.yaml" --set bearing.cavitation=guembel --json
is_true "0.49 < d['full_film_share'] < 0.51 and d['temperature_rise'] is not None"

# --- a tilted journal: the film opposes the tilt, the other way round with the same moment; its smallest film is at an end
expect 0 bearing "$examples/raimondi.yaml" --set 'operate.tilt=[2e-4, 0]' --json
near film_min 15e-6 1e-9 1
near moment_y -7.922 0.003 1
expect 0 bearing "$examples/raimondi.yaml" --set 'operate.tilt=[-2e-4, 0]' --json
near moment_y 7.922 0.003 1

# --- oils that change with pressure: heavy loads are carried, heavier ones get a reason
for law in barus roelands; do
    expect 0 bearing "$examples/raimondi.yaml" --set "oil.pressure={type: $law, coefficient: 2e-8}" \
        --set 'operate={speed: 3000 rpm, load: [0, -20 kN]}' --set 'bearing.grid=[120, 8]' --json
    near eccentricity_ratio 0.832 0.002 1
done
expect 1 bearing "$examples/raimondi.yaml" --set 'oil.pressure={type: barus, coefficient: 2e-8}' \
    --set 'operate={speed: 3000 rpm, load: [0, -200 kN]}' --set 'bearing.grid=[120, 8]'
complains 'range of the viscosity law'
expect 0 bearing "$examples/raimondi.yaml" --set 'oil.shear={type: carreau, time: 1e-6, index: 0.5}' \
    --set 'oil.compression=dowson_higginson' --set 'bearing.grid=[120, 8]' --json

# --- warnings: thin films on coarse grids, hot oil, no garbage from absurd loads
expect 0 bearing "$examples/raimondi.yaml" --set operate.position.eccentricity_ratio=0.998 --set 'bearing.grid=[60, 6]'
complains 'thinnest film spans'
expect 1 bearing "$examples/raimondi.yaml" --set 'operate={speed: 3000 rpm, load: [0, -1e12]}' --set 'bearing.grid=[60, 6]'
complains 'no equilibrium was found'

# --- its keys are listed
expect 0 list --for bearing oil.shear && says 'carreau'
expect 0 list --for bearing bearing.cavitation && says 'elrod_adams'

finish
