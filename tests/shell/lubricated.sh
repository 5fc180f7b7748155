#!/usr/bin/env bash
# What a run with films tells: maps as snapshots, figures and VTK, windows in crank angle, turns.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

python() { python3 -c "$@" || fail "$1"; }

coarse=(--set 'joints.small-end.film.grid=[32, 4]' --set 'simulate.until=400 deg of crank')
"$GUDGEON" run examples/crank-slider/config-1.yaml "${coarse[@]}" --set 'record.snapshots=20 deg of crank' \
    -o "$work/out" --quiet

# summary: degrees of the crank without being told, one object for the joints, what a bearing designer asks for
"$GUDGEON" summary "$work/out" --window 100:200 --json >"$work/summary.json"
python 'import json, sys
d = json.load(open(sys.argv[1]))
small = d["joints"]["small-end"]
for key in ("film_min", "film_min_nodal", "film_pressure_max", "asperity_pressure_max", "loss_film", "loss_asperity",
            "eccentricity_ratio"):
    s = small[key]
    assert s["min"] <= s["mean"] <= s["max"] and s["std"] >= 0, key
assert "big-end" in d["joints"] and "slider" in d["bodies"] and d["window"]["records"] == 201
' "$work/summary.json"

# turns: one full turn; a period longer than the run is refused
"$GUDGEON" summary "$work/out" --turns --json >"$work/turns.json"
python 'import json, sys
t = json.load(open(sys.argv[1]))["turns"]["joints/small-end/film_min"]
assert len(t) == 1 and 0 < t[0]["min"] < t[0]["mean"] < t[0]["max"] and "drift" not in t[0]
' "$work/turns.json"
"$GUDGEON" summary "$work/out" --turns --period 180 | grep -q "change from turn before" || fail "no table of turns"
"$GUDGEON" summary "$work/out" --turns --period 720 2>"$work/error" && fail "a period longer than the run"
grep -q "no full turn of 720 degrees" "$work/error" || fail "$(cat "$work/error")"

# figures
for kind in orbit film losses load lubrication map; do
    "$GUDGEON" plot "$work/out" $kind small-end -o "$work/$kind.svg" --quiet || fail "figure $kind"
    grep -q "</svg>" "$work/$kind.svg" || fail "$kind.svg is no figure"
done
# nothing is written beyond the lower edge, and asperities that hardly touch do not make ordinates long
python 'import re, sys
for name in sys.argv[1:]:
    text = open(name).read()
    height = float(re.search(r"viewBox=\"0 0 \d+ (\d+)\"", text)[1])
    lowest = max(float(y) for y in re.findall(r"translate\([-\d.]+,([-\d.]+)\)[^>]*>\s*<text>", text))
    assert lowest + 4 < height, (name, lowest, height)
' "$work"/{orbit,film,losses,load,lubrication,map}.svg
sed -n 's/^set yrange .\([^:]*\):\(.*\)]/\1 \2/p' "$work/losses.gp" | awk '$2 / $1 > 1.1e8 { exit 1 }' ||
    fail "losses: $(grep yrange "$work/losses.gp")"
# the only full turn of 400 degrees is drawn at the angles of the crank
sed -n 's/^set xrange .\([^:]*\):\(.*\)]/\1 \2/p' "$work/film.gp" | awk '{ exit !($1 > 39.9 && $1 < 40.1 && $2 > 399.9 && $2 < 400.1) }' ||
    fail "film: $(grep xrange "$work/film.gp")"
# a film that begins with the whole clearance is drawn logarithmically, what becomes of it not
"$GUDGEON" plot "$work/out" film small-end --window : -o "$work/whole.svg" --quiet
grep -q '^set logscale y' "$work/whole.gp" || fail "the film's beginning hides the rest"
"$GUDGEON" plot "$work/out" film --window 200:400 --over coordinates/crank.angle -o "$work/late.svg" --quiet
if grep -q '^set logscale y' "$work/late.gp"; then fail "a film of like thickness is drawn logarithmically"; fi
grep -qF 'set yrange [0:*]' "$work/late.gp" || fail 'thickness is not drawn from zero'
"$GUDGEON" plot "$work/out" map small-end --at 300 --over coordinates/crank.angle -o "$work/at.svg" --quiet
awk 'NF == 6 { if ($3 < 0 || $4 <= 0 || $4 > 1 || $6 <= 0) exit 1; n++ } END { exit n != 32 * 8 }' \
    <(grep -v "^#" "$work/at.dat") || fail "map of 32 x 8 cells: pressure, film fraction, asperities, gap"
"$GUDGEON" plot "$work/out" map big-end -o "$work/no.svg" 2>"$work/error" && fail "an ideal joint has no map"
grep -q "there are no maps of big-end" "$work/error" || fail "$(cat "$work/error")"
"$GUDGEON" compare "$work/out" "$work/out" --figure orbit --channels small-end -o "$work/two.svg" --quiet
[ -s "$work/two.svg" ] || fail "orbits of two results"

# ParaView: all maps on the moving surface of the bearing, whose points lie on a circle of 10 mm about the slider
"$GUDGEON" export "$work/out" --vtk "$work/vtk" --every 100 --quiet
[ "$(ls "$work"/vtk/joints-small-end-*.vts | wc -l)" = 20 ] || fail "400 degrees have 20 snapshots"
python 'import sys, xml.etree.ElementTree as tree
piece = tree.parse(sys.argv[1]).getroot()[0][0]
names = [a.get("Name") for a in piece.find("PointData")]
assert names == ["gap", "pressure", "film_fraction", "asperity_pressure"], names
p = [float(x) for x in piece.find("Points")[0].text.split()]
n = len(p) // 3
cx, cy = sum(p[0::3]) / n, sum(p[1::3]) / n
assert n == 256 and all(abs(((p[3 * i] - cx) ** 2 + (p[3 * i + 1] - cy) ** 2) ** 0.5 - 0.01) < 1e-12 for i in range(n))
assert 0.06 < cx < 0.18 and abs(cy) < 1e-4
' "$work/vtk/joints-small-end-000007.vts"

# one key needs the other
sed 's/fields: \[small-end\], //' examples/crank-slider/config-1.yaml >"$work/half.yaml"
sed -i "s|include: |include: $PWD/examples/crank-slider/|" "$work/half.yaml"
"$GUDGEON" check "$work/half.yaml" 2>"$work/error" && fail "snapshots without fields"
grep -q "snapshots" "$work/error" || fail "$(cat "$work/error")"

# records lie between steps: forces of film and asperities belong to the same instant as the journal's acceleration
cat >"$work/journal.yaml" <<'MODEL'
gudgeon: 1
space: planar
gravity: [0, 0]
bodies: {journal: {mass: 1000 kg, inertia: 1, spin: 200, velocity: [2 mm/s, 0]}}
joints:
  film: {type: revolute, between: [ground, journal], model: reynolds, radius: 25 mm, width: 25 mm, clearance: 25 um,
         film: {viscosity: 0.02 Pa.s, ambient: 1 bar, grid: [48, 4]}}
forces: {weight: {type: load, on: journal, direction: [0, -1], value: 1 kN}}
drive: {journal.angle: {rate: 200}}
simulate: {until: 180 deg of journal}
record: {every: 1 deg of journal}
MODEL
sed 's/model: reynolds/model: mixed, rough: {model: GW, sigma: 1 um, radius: 50 um, density: 2e9 m-2, modulus: 110 GPa}/
     s/0.02 Pa.s/0.1 mPa.s/' "$work/journal.yaml" >"$work/rough.yaml"
{
    sed 's/radius: 25 mm, width: 25 mm, clearance: 25 um/surfaces: [bore, pin]/' "$work/rough.yaml"
    echo 'surfaces: {bore: {shape: cylinder, radius: 25 mm, length: 25 mm}, pin: {shape: cylinder, radius: 24.975 mm, length: 25 mm}}'
} >"$work/surfaces.yaml"
for model in journal rough surfaces; do
    "$GUDGEON" run "$work/$model.yaml" -o "$work/$model" --quiet
    "$GUDGEON" export "$work/$model" bodies/journal/acceleration joints/film/reaction_force --csv "$work/$model.csv" --quiet
    python 'import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
at = {name.split(" ")[0]: i for i, name in enumerate(rows[0])}
number = lambda row, name: float(row[at[name]])
off = [abs(1000 * number(r, "bodies/journal/acceleration." + c) - number(r, "joints/film/reaction_force." + c) - w)
       for r in rows[11:] for c, w in (("x", 0), ("y", -1000))]
moves = max(abs(number(r, "joints/film/reaction_force.x")) for r in rows[1:])
assert len(rows) == 182 and moves > 50 and max(off) < 1e-3, (len(rows), moves, max(off))
' "$work/$model.csv"
done
