#!/usr/bin/env bash
# gudgeon contact: the shipped example is table 1 of Liu 2013; files, figures, and answers to wrong input.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
example=$root/examples/contact/liu-2013.yaml

# --- tables: eleven rows of the experiment with three models each, and their mean errors
expect 0 contact "$example"
silent_err
says 'measured points compared with the laws'
says 'mean absolute error of'
(($(grep -cE '^ +(67|94|104) ' "$work/out") == 11)) || fail 'not eleven measured rows'

# --- JSON: Hertz within 0.5 % and conformal within 1.5 % of the printed columns, geometric closest on average
expect 0 contact "$example" --json
silent_err
is_true 'set(d["laws"]) == {"Hertz", "conformal", "geometric"}'
is_true 'all(len(l["depth"]) == len(l["force"]) == len(l["half_width"]) == 201 for l in d["laws"].values())'
is_true 'd["laws"]["Hertz"]["depth"][0] == 0 and abs(d["laws"]["Hertz"]["depth"][-1] - 50e-6) < 1e-15'
is_true 'all(a < b for l in d["laws"].values() for a, b in zip(l["force"], l["force"][1:]))'
hertz='[871, 1751, 2889, 3983, 1026, 2054, 2871, 3983, 653, 1275, 2231]'
conformal='[494, 1410, 2988, 4836, 527, 1502, 2483, 4056, 252, 696, 1607]'
is_true "all(abs(a / b - 1) < 5e-3 for a, b in zip(d['measured']['laws']['Hertz']['force'], $hertz, strict=True))"
is_true "all(abs(a / b - 1) < 1.5e-2 for a, b in zip(d['measured']['laws']['conformal']['force'], $conformal, strict=True))"
for error in mean_relative_error mean_absolute_error; do
    is_true "d['measured']['laws']['geometric']['$error'] < min(d['measured']['laws'][k]['$error'] for k in ('Hertz', 'conformal'))"
done

# --- a curve through JSON is the same as a point of the table
is_true 'abs(d["laws"]["Hertz"]["force"][100] - math.pi / 4 * 206e9 / (2 * 0.91) * 25e-6 * 1e-3) < 1e-6'

# --- CSV, figures
expect 0 contact "$example" --csv "$work/curves.csv" --quiet
[[ $(head -1 "$work/curves.csv" | tr -d '\r') == 'depth [m],Hertz force [N],'* ]] || fail 'header of the CSV file'
(($(wc -l <"$work/curves.csv") == 202)) || fail 'rows of the CSV file'
if command -v gnuplot >/dev/null; then
    for format in svg png pdf; do
        expect 0 contact "$example" -o "$work/figures" --format "$format"
        complains "$work/figures/contact.$format"
        [[ -s $work/figures/contact.$format && -s $work/figures/contact.gp && -s $work/figures/contact.dat ]] ||
            fail "no figure as $format"
    done
    expect 0 contact "$example" -o "$work/log" --scale log --json
    is_true '"laws" in d'
    grep -q 'set logscale x' "$work/log/contact.gp" || fail 'abscissa is not logarithmic'
    grep -q 'measured' "$work/log/contact.gp" || fail 'measured points are not in the figure'
fi
expect 2 contact "$example" -o "$work" --format gif && complains "'gif' is not known"
expect 2 contact "$example" -o "$work/x.png" && complains "x.png' looks like a file, but this option names a folder"
expect 2 contact "$example" --scale cubic && complains 'allowed: linear, log'
expect 1 contact "$example" --csv /nonexistent/x.csv && complains '/nonexistent'

# --- other laws and pairs
cat >"$work/pin.yaml" <<'END'
gudgeon: 1
pair: {materials: [steel-52100, bronze-CuSn8], radius: 10 mm, clearance: 0.5 mm, width: 20 mm}
laws:
  line: {law: hertz_line}
  LN: {law: lankarani_nikravesh, restitution: 0.5}
  given: {law: hunt_crossley, stiffness: 1e9, exponent: 1.5, restitution_out: 0.7}
depth: {to: 10 um}
END
expect 0 contact "$work/pin.yaml" --json
is_true 'abs(d["constants"]["LN"]["restitution"] - 0.725) < 1e-3'
is_true 'abs(d["constants"]["given"]["restitution"] - 0.7) < 1e-9'
is_true '"half_width" in d["laws"]["line"] and "measured" not in d'
expect 0 contact "$work/pin.yaml" && says 'N/m^1.5'
expect 0 contact "$work/pin.yaml" --set 'pair.width=40 mm' --json && cp "$work/out" "$work/wide"
expect 0 contact "$work/pin.yaml" --json
is_true "abs(json.load(open('$work/wide'))['laws']['line']['force'][100] / d['laws']['line']['force'][100] - 2) < 1e-6"

# --- wrong input: file, line, column, what is allowed, near misses; exit code 2, nothing on standard output
# wrong TEXT-OF-THE-FILE MESSAGE
wrong()
{
    printf '%b' "gudgeon: 1\n$1" >"$work/wrong.yaml"
    expect 2 contact "$work/wrong.yaml"
    complains "$2"
    complains 'wrong.yaml:'
    silent_out
}
pair='pair: {young: [206e9, 206e9], radius: 1 mm, clearance: 50 um, width: 1 mm}\n'
laws='laws: {a: {law: liu_geometric}}\n'
depth='depth: {to: 50 um}\n'
measured='measured: {file: points.csv, depth: d, force: f}\n'

wrong "pair: {young: [206e9, 206e9], radius: 1 mm, clearance: 50 um, width: -1 mm}\n$laws$depth" \
    'wrong.yaml:2:70: pair: width = -1 mm must be greater than 0'
wrong "${pair}laws: {a: {law: liu_geometrc}}\n$depth" "wrong.yaml:3:17: law 'a': law = liu_geometrc is not known; did you mean 'liu_geometric'?"
wrong "${pair}laws: {}\n$depth" 'name at least one law'
wrong "${pair}laws: {a: {law: liu_geometric, ordr: 3}}\n$depth" "unknown key 'ordr'"
wrong "${pair}laws: {a: {law: liu_conformal, order: 30}}\n$depth" '[1, 10]'
wrong "pair: {materials: [steel-52100, bronse-CuSn8], radius: 1 mm, clearance: 50 um, width: 1 mm}\n$laws$depth" \
    "wrong.yaml:2:33: pair: materials = bronse-CuSn8 is not known; did you mean 'bronze-CuSn8'?"
wrong "pair: {radius: 1 mm, clearance: 50 um, width: 1 mm}\n$laws$depth" 'give materials, young or modulus'
wrong "pair: {young: [206e9, 206e9], radius: 1 mm, clearance: 50 um}\n$laws$depth" 'give the width'
wrong "pair: {young: [206e9, 206e9], radius: 1 mm, clearance: 2 mm, width: 1 mm}\n$laws$depth" \
    'wrong.yaml:2:56: pair: clearance = 0.002 m leaves no pin'
wrong "pair: {young: [206e9, 206e9], radii: [2 mm, 1 mm], width: 1 mm}\n$laws$depth" 'does not fit into a hole'
wrong "pair: {young: [206e9, 206e9], radii: [2 mm, 1 mm], curvature: external, width: 1 mm}\n$laws$depth" \
    'curvature must be internal'
wrong "${pair}laws: {a: {law: lankarani_nikravesh, restitution_out: 0.3}}\n$depth" 'the range of this law'
wrong "$pair$laws" "'depth'"
wrong "$pair${laws}depth: {from: 50 um, to: 10 um}\n" 'must be greater than from'
wrong "$pair${laws}depth: {to: 50 um, points: 1}\n" '[2, 100000]'
wrong "$pair${laws}depth: {to: 50 N}\n" "'N'"
wrong "$pair$laws${depth}measured: {file: none.csv, depth: d, force: f}\n" 'none.csv'

printf 'd [um], f [N]\n1, 100\n2, many\n' >"$work/points.csv"
wrong "$pair$laws$depth$measured" "points.csv:3:4: 'many' is not a number"
printf 'd [um], f [N]\n1, 100\n2\n' >"$work/points.csv"
wrong "$pair$laws$depth$measured" 'points.csv:3'
printf 'depth [um], load [N]\n1, 100\n' >"$work/points.csv"
wrong "$pair$laws$depth$measured" "has no column 'd'; allowed: depth, load"
printf 'd [kg], f [N]\n1, 100\n' >"$work/points.csv"
wrong "$pair$laws$depth$measured" "points.csv: column 'd': unit 'kg' in the table's header is not compatible with 'm'"
printf 'depth um, f [N]\n1, 100\n' >"$work/points.csv"
wrong "$pair$laws${depth}measured: {file: points.csv, depth: depth um, force: f}\n" "column 'depth um': the name seems to end in a unit"
printf 'd [um], f [N]\n1, -100\n' >"$work/points.csv"
wrong "$pair$laws$depth$measured" 'force = -100 in row 1'
printf 'd [um], f [N], c [mm]\n1, 100, 2\n' >"$work/points.csv"
wrong "$pair$laws${depth}measured: {file: points.csv, depth: d, force: f, clearance: c}\n" 'the radius of the hole'
wrong "$pair$laws${depth}measured: {file: points.csv, depth: d, force: d}\n" 'named twice'

expect 2 contact && complains 'FILE'
expect 2 contact "$work/absent.yaml" && complains 'absent.yaml'
expect 2 contact "$example" --set 'pair.widht=1 mm' && complains "did you mean 'width'?"

# --- the tables of the file are listed and described
expect 0 list --for contact && says 'measured'
expect 0 list --for contact laws liu_conformal && says 'order n'
expect 0 list --for contact --schema && is_true '"laws" in d["properties"] and "bodies" not in d["properties"]'
expect 2 list --for nonsense && complains 'allowed: contact, rough'

finish
