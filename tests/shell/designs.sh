#!/usr/bin/env bash
# Samples, limits, sensitivities, searches and fronts of a bearing: what is printed and stored agrees with the table.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

cat >bearing.yaml <<'YAML'
gudgeon: 1
bearing: {radius: 25 mm, width: 25 mm, clearance: 25 um, ambient: 1 bar, cavity: 0 bar, supply: {angle: 90 deg, pressure: 2 bar}, grid: [40, 4]}
oil: {grade: ISO VG 46, temperature: 60 degC}
operate: {speed: 1500 rpm, load: [0, -4 kN]}
YAML

# --- a sample: spread, correlation and fraction beyond a limit, computed again from the table
cat >parts.yaml <<'YAML'
gudgeon: 1
title: Parts
model: bearing.yaml
axes:
  clearance: {path: bearing.clearance, fit: H7/f7, diameter: 50 mm}
  temperature: {path: oil.temperature, distribution: normal, mean: 60 degC, std: 8 K}
  speed: {path: operate.speed, values: [1200 rpm, 1500 rpm]}
sample: {points: 60, seed: 3}
limits:
  thin film: {channel: film_min, below: 5.5 um}
channels: [film_min, loss]
YAML
expect 0 sweep parts.yaml -o parts
says '60 parts, method latin, seed 3'
says 'thin film, 1200 rpm: film_min below 5.5 um in '
for figure in film_min-{spread,clearance,clearance.hole,temperature,sensitivity-1,sensitivity-2} loss-spread; do
    [[ -s parts/figures/$figure.svg ]] || fail "no figure $figure"
done
python3 - <<'PYTHON' || fail 'findings differ from the table'
import csv, json
d = json.load(open("parts/table.json"))
assert d["sample"] == {"method": "latin", "points": 60, "seed": 3}, d["sample"]
rows = list(csv.DictReader(open("parts/table.csv")))
def ranks(v):
    order = sorted(range(len(v)), key=lambda i: v[i])
    r = [0] * len(v)
    for k, i in enumerate(order): r[i] = k
    return r
for speed in ("1200 rpm", "1500 rpm"):
    own = [r for r in rows if r["speed"] == speed and r["channel"] == "film_min"]
    y = [float(r["min"]) for r in own]
    assert len(y) == 60
    s = [x for x in d["spread"] if x["speed"] == speed and x["channel"] == "film_min"][0]
    z = sorted(y)
    assert s["parts"] == 60 and s["min"] == z[0] and s["max"] == z[-1]
    assert abs(s["p50"] / (0.5 * (z[29] + z[30])) - 1) < 1e-12
    t = 0.05 * 59
    assert abs(s["p5"] / (z[2] + (t - 2) * (z[3] - z[2])) - 1) < 1e-12
    l = [x for x in d["limits"] if x["speed"] == speed][0]
    assert l["beyond"] == sum(v < 5.5e-6 for v in y) and l["runs"] == 60, l
    assert 0 < l["beyond"] < 60 and l["fraction_95"][0] < l["fraction"] < l["fraction_95"][1]
    a, b = ranks([float(r["temperature [degC]"]) for r in own]), ranks(y)
    rho = 1 - 6 * sum((p - q) ** 2 for p, q in zip(a, b)) / (60 * (60 ** 2 - 1))
    c = [x for x in d["sensitivities"] if x["speed"] == speed and x["channel"] == "film_min" and x["parameter"] == "temperature"][0]
    assert abs(c["rank_correlation"] - rho) < 1e-12 and rho < -0.9, (c, rho)
for r in rows:
    assert abs(float(r["clearance [um]"]) - 0.5 * (float(r["clearance.hole [um]"]) - float(r["clearance.shaft [um]"]))) < 1e-9
PYTHON

# the same table whatever the number of workers; a part alone is the run of `gudgeon bearing`
expect 0 sweep parts.yaml -o again -j 1 --no-figures --quiet
cmp -s parts/table.csv again/table.csv || fail 'the table depends on the number of workers'
read -r clearance temperature film < <(python3 -c '
import csv
r = next(csv.DictReader(open("parts/table.csv")))
print(r["clearance [um]"], r["temperature [degC]"], r["min"])')
expect 0 bearing bearing.yaml --json --set "bearing.clearance=$clearance um" --set "oil.temperature=$temperature degC" --set 'operate.speed=1200 rpm'
python3 -c 'import json, sys; sys.exit(abs(json.load(open(sys.argv[1]))["film_min"] / float(sys.argv[2]) - 1) > 1e-12)' "$work/out" "$film" ||
    fail 'a part differs from its bearing'

# and in two halves, each by a process of its own
for half in 1 2; do expect 0 sweep parts.yaml -o halves --part $half/2 --quiet; done
expect 0 sweep parts.yaml -o halves --gather --no-figures --quiet
cmp -s parts/table.csv halves/table.csv || fail 'the table depends on who computed it'
[[ -s halves/spread.csv ]] || fail 'gathering says nothing of the sample'

# another seed has other parts
sed 's/seed: 3/seed: 4/' parts.yaml >other.yaml
expect 0 sweep other.yaml -o other --no-figures --quiet
cmp -s parts/table.csv other/table.csv && fail 'two seeds have the same parts'

# --- Sobol indices: the load, which is far more uncertain, explains more than the fit; indices of one channel add up
cat >sobol.yaml <<'YAML'
gudgeon: 1
model: bearing.yaml
axes:
  clearance: {path: bearing.clearance, fit: H7/f7, diameter: 50 mm}
  viscosity: {path: oil.temperature, distribution: uniform, from: 50 degC, to: 70 degC}
sample: {points: 40, method: saltelli}
channels: loss
YAML
expect 0 sweep sobol.yaml -o sobol --json --quiet
python3 - "$work/out" <<'PYTHON' || fail 'Sobol indices'
import json, sys
d = json.load(open(sys.argv[1]))
assert len(d["runs"]) == 40 * 5 and d["spread"][0]["parts"] == 80
total = {s["parameter"]: s["sobol_total"] for s in d["sensitivities"] if "sobol_total" in s}
first = {s["parameter"]: s["sobol_first"] for s in d["sensitivities"] if "sobol_first" in s}
assert set(total) == {"clearance.hole", "clearance.shaft", "viscosity"}, total
assert total["viscosity"] > 3 * total["clearance.hole"] > 0
assert abs(sum(first.values()) - 1) < 0.25, first
PYTHON
[[ -s sobol/figures/loss-sensitivity.svg ]] || fail 'no figure of sensitivities'
# bars of the spread are shares of the 80 parts that count: the outline has each of them twice
awk '/^#/ { next } NF == 0 { exit } { sum += $2 } END { exit !(sum > 199.99 && sum < 200.01) }' sobol/figures/loss-spread.dat ||
    fail 'bars of the spread do not add up to 100 %'
grep -q "set xlabel 'Viscosity (°C)'" sobol/figures/loss-viscosity.gp || fail "axis: $(grep 'set xlabel' sobol/figures/loss-viscosity.gp)"

# --- a search: the least loss with enough film lies where the film is just enough
cat >search.yaml <<'YAML'
gudgeon: 1
model: bearing.yaml
axes:
  clearance: {path: bearing.clearance, from: 10 um, to: 80 um}
limits:
  thin film: {channel: film_min, below: 6 um}
search: {minimise: loss, tolerance: 0.001}
YAML
expect 0 sweep search.yaml -o search
says 'least loss: '
[[ -s search/figures/search-clearance.svg ]] || fail 'no figure of the search'
python3 - <<'PYTHON' || fail 'the search'
import json
d = json.load(open("search/table.json"))
s = d["search"]
assert s["converged"] and s["runs"] == len(d["runs"]) <= 20, s
assert 6e-6 <= s["best"]["limits"]["thin film"] < 6.02e-6, s
PYTHON
# a search that is started again computes nothing, and finds the same
cp search/table.csv first.csv
expect 0 sweep search.yaml -o search --no-figures
complains 'runs were complete already'
cmp -s first.csv search/table.csv || fail 'a search does not repeat'

# a fine scan of the clearance finds nothing better
cat >scan.yaml <<'YAML'
gudgeon: 1
model: bearing.yaml
axes:
  clearance: {path: bearing.clearance, from: 30 um, to: 35 um, points: 51}
limits:
  thin film: {channel: film_min, below: 6 um}
channels: [loss, film_min]
YAML
expect 0 sweep scan.yaml -o scan --no-figures --quiet
says 'thin film: film_min below 6 um in '
python3 - <<'PYTHON' || fail 'a scan finds a better clearance'
import csv, json
best = json.load(open("search/table.json"))["search"]["best"]["goals"]["loss"]
film, loss = {}, {}
for r in csv.DictReader(open("scan/table.csv")):
    (film if r["channel"] == "film_min" else loss)[r["clearance"]] = float(r["mean"])
scan = min(loss[c] for c in loss if film[c] >= 6e-6)
assert best <= scan * 1.0005, (best, scan)
PYTHON

# rounds of a search depend on each other
for way in '--part 1/2' --slurm --gather --status; do
    # shellcheck disable=SC2086
    expect 2 sweep search.yaml -o search $way
    complains 'a search or front runs in one process with its workers'
done

# --- mechanisms are sampled and searched like components
sed "s|model: .*|model: $root/examples/pendulum/pendulum.yaml|" >swing.yaml <<'YAML'
gudgeon: 1
model: pendulum.yaml
axes:
  angle: {path: start.hinge.angle.value, from: 20 deg, to: 160 deg}
limits:
  strong hinge: {channel: joints/hinge/reaction_force.y, above: 20 N}
search: {maximise: max of energy/kinetic, tolerance: 0.01}
YAML
expect 0 sweep swing.yaml -o swing --quiet
says 'largest energy/kinetic: '
sed -e 's/from: 20 deg, to: 160 deg/distribution: normal, mean: 30 deg, std: 5 deg/' -e 's/^search.*/sample: {points: 12}/' swing.yaml >swings.yaml
expect 0 sweep swings.yaml -o swings --quiet
says 'strong hinge: joints/hinge/reaction_force.y above 20 N in '

# --- a front: none of its points is dominated, and both ends are there
cat >front.yaml <<'YAML'
gudgeon: 1
model: bearing.yaml
axes:
  clearance: {path: bearing.clearance, from: 20 um, to: 80 um}
front: {minimise: loss, maximise: film_min, points: 5, runs: 30}
YAML
expect 0 sweep front.yaml -o front --quiet
says 'front of loss and film_min: '
[[ -s front/figures/front.svg ]] || fail 'no figure of the front'
python3 - <<'PYTHON' || fail 'the front'
import json
d = json.load(open("front/table.json"))["front"]
p = sorted((x["goals"]["loss"], x["goals"]["film_min"]) for x in d["points"])
assert len(p) >= 5 and all(a[1] < b[1] for a, b in zip(p, p[1:])), p
PYTHON

# --- what is wrong is said with its name
sed 's/5.5 um/5 kg/' parts.yaml >wrong.yaml
expect 2 sweep wrong.yaml -o wrong --no-figures
complains "limit 'thin film' is '5 kg', but film_min is in m"
sed 's/minimise: loss/minimise: los/' search.yaml >wrong.yaml
expect 2 sweep wrong.yaml -o wrong-goal --no-figures
complains "no run has the channel 'los' of the goal"
sed 's/path: oil.temperature/path: oil.temperatur/' parts.yaml >wrong.yaml
expect 2 sweep wrong.yaml -o wrong --no-figures
complains 'wrong.yaml:6:'
finish
