#!/usr/bin/env bash
# gudgeon rough: seven models on one surface, traces, figures, and answers to wrong input.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
example=$root/examples/rough/models.yaml

# --- tables and JSON: pressure and area fall with the separation, area is a fraction, elastic GW is stiffest
expect 0 rough "$example"
silent_err
says 'asperity pressure'
says 'real area/nominal area'
expect 0 rough "$example" --json
silent_err
is_true 'list(d["models"]) == ["GW", "GT", "PW", "CEB", "ZMC", "KE", "JG"]'
is_true 'all(len(m["separation"]) == len(m["pressure"]) == len(m["area"]) == 241 for m in d["models"].values())'
is_true 'all(a > b > 0 for m in d["models"].values() for a, b in zip(m["pressure"], m["pressure"][1:]))'
is_true 'all(0 < a < 1 for m in d["models"].values() for a in m["area"])'
is_true 'all(g > p for k, m in d["models"].items() if k != "GW" for g, p in zip(d["models"]["GW"]["pressure"], m["pressure"]))'
is_true 'd["surface"]["sigma"] == 0.251e-6 and d["surface"]["hardness"] == 1373e6'
# GW at the mean plane of the asperities: 4/3 eta R sigma E sqrt(sigma/R) F_3/2(0)
expect 0 rough "$example" --set 'separation={from: 0.198 um, to: 1 um, points: 2}' --json
is_true 'abs(d["models"]["GW"]["pressure"][0] / (4 / 3 * 10.76e9 * 15.98e-6 * 0.251e-6 * 115.18e9 * math.sqrt(0.251 / 15.98) * 0.43002) - 1) < 1e-5'

# --- a choice of models; without one, all
expect 0 rough "$example" --set 'models=[KE, GW]' --json && is_true 'list(d["models"]) == ["KE", "GW"]'
sed '/^models/d' "$example" >"$work/all.yaml"
expect 0 rough "$work/all.yaml" --json && is_true 'len(d["models"]) == 7'

# --- a surface from a trace
expect 0 rough "$root/examples/rough/trace.yaml" --json
is_true '0.2e-6 < d["surface"]["sigma"] < 0.3e-6 and 10e-6 < d["surface"]["radius"] < 20e-6'

# --- CSV, figures
expect 0 rough "$example" --csv "$work/curves.csv" --quiet
[[ $(head -1 "$work/curves.csv") == 'separation [m],GW pressure [Pa],'* ]] || fail 'header of the CSV file'
(($(wc -l <"$work/curves.csv") == 242)) || fail 'rows of the CSV file'
# --- standard output, also where the shell appends
echo before >"$work/all.csv"
"$gudgeon" rough "$example" --csv - --json >>"$work/all.csv" || fail 'curves on standard output'
[[ $(head -1 "$work/all.csv") == before ]] || fail 'standard output was replaced'
(($(grep -c '^[0-9.e-]*,' "$work/all.csv") == 241)) || fail 'rows on standard output'
if command -v gnuplot >/dev/null; then
    expect 0 rough "$example" -o "$work/figures" --format png
    [[ -s $work/figures/rough.png && -s $work/figures/rough.gp && -s $work/figures/rough.dat ]] || fail 'no figure'
    grep -q 'set logscale y' "$work/figures/rough.gp" || fail 'ordinate is not logarithmic'
    expect 0 rough "$example" -o "$work/linear" --scale linear --quiet
    silent_err
    if grep -q '^set logscale' "$work/linear/rough.gp"; then fail 'ordinate is not linear'; fi
    expect 2 rough "$example" -o "$work/far" --set 'separation={from: 5 um, to: 6 um}' && complains 'all values are zero'
fi

# --- wrong input
# wrong TEXT-OF-THE-FILE MESSAGE
wrong()
{
    printf '%b' "gudgeon: 1\n$1" >"$work/wrong.yaml"
    expect 2 rough "$work/wrong.yaml"
    complains "$2"
    complains 'wrong.yaml:'
    silent_out
}
surface='sigma: 0.25 um, radius: 16 um, density: 1e10'
separation='separation: {to: 1 um}\n'
wrong "models: [GW, KEE]\nrough: {$surface, modulus: 115e9, hardness: 1e9}\n$separation" \
    "wrong.yaml:2:9: models: unknown model 'KEE'; did you mean 'KE'?"
wrong "models: [GW, GW]\nrough: {$surface, modulus: 115e9}\n$separation" "model 'GW' is named twice"
wrong "models: [GW, KE]\nrough: {$surface, modulus: 115e9}\n$separation" \
    'wrong.yaml:3:8: rough: KE: needs at least one of: hardness, yield, materials'
wrong "rough: {$surface}\n$separation" 'needs exactly one of: modulus, materials'
wrong "rough: {$surface, materials: [steel-52100, bronse-CuSn8]}\n$separation" "did you mean 'bronze-CuSn8'?"
wrong "rough: {$surface, materials: [steel-52100]}\n$separation" 'materials'
wrong "rough: {sigma: -1 um, radius: 16 um, density: 1e10, modulus: 115e9}\n$separation" 'wrong.yaml:2:16: rough: sigma = -1 um'
wrong "rough: {sigma: 1 um, modulus: 115e9}\n$separation" 'sigma, radius, density'
wrong "rough: {$surface, modulus: 115e9, poisson: 0.7}\n$separation" '[0, 0.5]'
wrong "rough: {$surface, modulus: 115e9, hardnes: 1e9}\n$separation" "did you mean 'hardness'?"
wrong "rough: {$surface, modulus: 115e9, hardness: 1e9}\n" "'separation'"
wrong "rough: {$surface, modulus: 115e9, hardness: 1e9}\nseparation: {from: 2 um, to: 1 um}\n" 'must be greater than from'
wrong "rough: {profile: none.csv, modulus: 115e9, hardness: 1e9}\n$separation" 'none.csv'
awk 'BEGIN { print "x [um], z [um]"; for (i = 0; i < 300; i++) if (i != 150) print i ", " sin(i) }' >"$work/gap.csv"
wrong "rough: {profile: gap.csv, modulus: 115e9, hardness: 1e9}\n$separation" 'gap.csv'
awk 'BEGIN { print "x [um], z [um]"; for (i = 0; i < 300; i++) print i ", " (i == 150 ? "high" : sin(i)) }' >"$work/word.csv"
wrong "rough: {profile: word.csv, modulus: 115e9, hardness: 1e9}\n$separation" 'word.csv:152'

expect 0 list --for rough rough && says 'standard deviation of asperity heights'
expect 0 list --for rough --schema && is_true '"separation" in d["properties"]'

finish
