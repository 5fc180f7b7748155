#!/usr/bin/env bash
# --json of every command: one object and nothing else on standard output, mistakes as objects with their place, units.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work"
cp "$root/examples/pendulum/pendulum.yaml" "$root/examples/bearing/raimondi.yaml" .
cp "$root"/examples/contact/liu-2013.* .
cp "$root"/examples/rough/models.yaml rough.yaml
cp "$root"/examples/gap/crowned-journal.yaml gap.yaml
printf 'gudgeon: 1\nmodel: pendulum.yaml\naxes: {mass: {path: bodies.rod.mass, values: [1 kg, 2 kg]}}\n' >study.yaml
sed 's/mass:/mas:/' pendulum.yaml >wrong.yaml
printf 'gudgeon: 1\nbering: {}\n' >odd.yaml
"$gudgeon" run pendulum.yaml -o swing --no-figures --quiet

declare -A seen
# gives VERB KEY ARGUMENTS...: one object with this key
gives()
{
    seen[$1]=yes
    expect 0 "$1" "${@:3}" --json
    is_true "isinstance(d, dict) and '$2' in d"
}
# refuses CODE VERB ARGUMENTS...: {"errors": [...]}, each with a message, and a place where it has a file
refuses()
{
    expect "$1" "${@:2}" --json
    is_true 'list(d) == ["errors"] and d["errors"] and all(set(e) == {"file", "line", "column", "message", "hint"} and e["message"] for e in d["errors"])'
}
# stands LINE: the first error has its file, its line and a column
stands() { is_true "d['errors'][0]['file'] and d['errors'][0]['line'] == $1 and d['errors'][0]['column'] > 0"; }

gives new templates
gives new files pendulum -o mine.yaml
refuses 2 new pendulm
refuses 2 new pendulum -o -
gives run run pendulum.yaml -o again --no-figures
refuses 2 run wrong.yaml -o none
stands "$(grep -n mas: wrong.yaml | cut -d: -f1)"
is_true 'any(e["hint"] and "mass" in e["hint"] for e in d["errors"])'
refuses 2 run nothing.yaml
gives check degrees_of_freedom pendulum.yaml
refuses 2 check wrong.yaml
stands "$(grep -n mas: wrong.yaml | cut -d: -f1)"
gives summary window swing
is_true 'all(s["unit"] and "time_max" in s for q in d["bodies"].values() for s in q.values())'
refuses 2 summary swing 'no/such/*'
refuses 1 summary nowhere
gives plot figures --list
gives plot files swing energy -o energy.svg
is_true 'd["files"] == ["energy.svg"]'
refuses 2 plot swing nonsense
gives export files swing --csv swing.csv --vtk frames
is_true 'd["files"] == ["swing.csv", "frames"]'
refuses 2 export swing --csv -
refuses 2 export swing
gives compare energy/kinetic swing again --channels energy/kinetic
is_true 'all(s["unit"] == "J" and s["max"] > 0 and "time_max" in s for s in d["energy/kinetic"].values()) and len(d["energy/kinetic"]) == 2'
gives compare files swing again --figure energy -o both.svg
refuses 2 compare swing again --channels nothing
gives contact laws liu-2013.yaml
gives rough models rough.yaml
gives gap points gap.yaml
gives bearing film_min raimondi.yaml
for verb in contact rough gap bearing; do
    refuses 2 "$verb" odd.yaml
    refuses 2 "$verb" nothing.yaml
done
gives verify cases liu
is_true 'all(c["pass"] and c["unit"] and c["source"] for c in d["cases"])'
refuses 2 verify no-such-case
gives sweep runs study.yaml -o study --no-figures
refuses 2 sweep odd.yaml
gives fmu files pendulum.yaml -o pendulum.fmu
refuses 2 fmu wrong.yaml
refuses 2 cad odd.yaml # what it gives is tested with the files of cad.sh
seen[cad]=yes
gives list tables
refuses 2 list nonsense
gives help verbs
refuses 2 help nonsense
gives version version
refuses 2 serve --port nonsense # a server has no other answer
seen[serve]=yes
refuses 2 nonsense
refuses 2 run --nonsense

# --- a reader of standard output that leaves ends no command; a full disk is told, whoever prints
mkfifo pipe
deaf()
{
    local got=0
    heard[$1]=yes
    exec 3<>pipe
    exec 4>pipe 3>&-
    "$gudgeon" "$@" >&4 2>"$work/err" || got=$?
    exec 4>&-
    ((got == 0)) || fail "gudgeon $* without a reader: exit code $got: $(head -3 "$work/err")"
    if grep -qiE 'standard output|pipe|crash' "$work/err"; then fail "gudgeon $* without a reader: $(head -3 "$work/err")"; fi
    for full in /dev/full closed; do
        got=0
        if [[ $full == closed ]]; then
            "$gudgeon" "$@" >&- 2>"$work/err" || got=$?
        else
            "$gudgeon" "$@" >$full 2>"$work/err" || got=$?
        fi
        ((got == 1)) || fail "gudgeon $*, output $full: exit code $got"
        complains 'cannot write to standard output'
    done
}
declare -A heard=([serve]=yes)
for way in '' --json; do
    deaf new $way
    deaf run pendulum.yaml -o again --no-figures $way
    deaf check pendulum.yaml $way
    deaf summary swing $way
    deaf plot --list $way
    deaf compare swing again --channels energy/kinetic $way
    deaf contact liu-2013.yaml $way
    deaf rough rough.yaml $way
    deaf gap gap.yaml $way
    deaf bearing raimondi.yaml $way
    deaf verify liu $way
    deaf sweep study.yaml -o study --no-figures $way
    deaf list $way
    deaf help $way
    deaf version $way
    if [[ -e $GUDGEON_BUILD/gudgeon_cad.so ]]; then deaf cad "$root/examples/cad/bush.step" $way; fi
done
heard[cad]=yes
deaf export swing --csv -
deaf new pendulum -o -
deaf fmu pendulum.yaml -o pendulum.fmu --json

# no command is left out
expect 0 help --json
for verb in $(python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["verbs"])' "$work/out"); do
    [[ ${seen[$verb]:-} && ${heard[$verb]:-} ]] || fail "gudgeon $verb is not tested"
done

finish
