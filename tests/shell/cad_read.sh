#!/usr/bin/env bash
# gudgeon cad as a reader: formats, units and names, what is damaged or hostile, and surfaces written for CAD programs.
# Short, so that the sanitizers see it as well; pairs and models are tested by cad.sh.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
make=$GUDGEON_BUILD/tests/cad/cad_make

# build FILE NAME OPTIONS...
build() { "$make" "$2" "$work/$1" "${@:3}" >"$work/made" 2>/dev/null || fail "cad_make $*"; }

# --- the same assembly in all formats: names, volumes, the unit of the file
for case in 'hinge.step AP203 0.001' 'hinge.step AP214 0.0254 --inches' 'hinge.step AP242 0.001 --mirrored' \
    'hinge.iges faces 0.001' 'hinge.iges solids 0.0254 --inches'; do
    read -r file schema unit more <<<"$case"
    # shellcheck disable=SC2086 # an option or none
    build "$file" hinge --schema "$schema" $more
    expect 0 cad "$work/$file" --json
    silent_err
    is_true "abs(d['unit'] - $unit) < 1e-9 and [p['name'] for p in d['parts']] == ['leaf-a', 'leaf-b', 'pin']"
    is_true "all(p['path'] == 'hinge' and p['solid'] for p in d['parts'])"
    volume=$(awk '/^part pin/ {print $4 * 1e-9}' "$work/made")
    is_true "abs(d['parts'][2]['volume'] / $volume - 1) < 1e-6"
    case $schema in AP*) is_true "d['schema'] == '$schema'" ;; *) is_true "d['schema'] == 'IGES 5.3'" ;; esac
done

# --- names: letters beyond ASCII, and what some programs leave in their place
build names.step hinge
sed -i "s/'leaf-a'/'T\\\\X\\\\FCr'/g; s/'leaf-b'/'\\\\X\\\\10:V'/g" "$work/names.step"
expect 0 cad "$work/names.step" --json -o "$work/names.yaml"
is_true "[p['name'] for p in d['parts']] == ['Tür', 'part 2', 'pin']"

# names of uses tell copies apart, unless one of them shows that all are bytes from somewhere
build uses.step many:2
sed -i "s/OCCURRENCE('1','[^']*'/OCCURRENCE('1','left'/; s/OCCURRENCE('3','[^']*'/OCCURRENCE('3','right'/" "$work/uses.step"
expect 0 cad "$work/uses.step" --json
is_true "[p['name'] for p in d['parts']][::2] == ['left', 'right', 'pin', 'pin 2']"
sed -i "s/OCCURRENCE('5','[^']*'/OCCURRENCE('5','\\\\X\\\\10:V'/" "$work/uses.step"
expect 0 cad "$work/uses.step" --json
is_true "[p['name'] for p in d['parts']][::2] == ['pin', 'pin 2', 'pin 3', 'pin 4']"

# --- nothing that moves, and many parts: said once
build one.step solids --only ring
expect 0 cad "$work/one.step" -o "$work/one.yaml"
says '1 part, '
complains 'no joint was found: nothing in the model moves'
build many.step many:3
expect 0 cad "$work/many.step" -o "$work/many.yaml" --ground bush --ground 'bush 2' --ground 'bush 3' --ground 'bush 4' --ground 'bush 5'
complains '5 parts are the ground, or fixed to it: bush, bush 2, bush 3, bush 4, ...'
build fasteners.step fasteners
expect 0 cad "$work/fasteners.step"
says 'none of these pairs is a joint'

# --- parts that are drawn touching each other cannot start so: concentric, with the reason
build touching.step bush
sed -i "s/^#20 = CARTESIAN_POINT('',(0.,0.,0.))/#20 = CARTESIAN_POINT('',(0.025,0.,0.))/" "$work/touching.step"
expect 0 cad "$work/touching.step" -o "$work/touching.yaml" --ground bush --drive shaft='1500 rpm'
complains "runs start concentric, not as drawn: joint 'bush-shaft': eccentricity = 2.5e-05 m is not less than the clearance"
grep -q 'eccentricity' "$work/touching.yaml" && fail 'a model that starts concentric names an eccentricity'
expect 0 run "$work/touching.yaml" -o "$work/touching" --quiet --no-figures --set 'simulate.until=2 deg of shaft'
sed -i 's/(0.025,0.,0.)/(0.015,0.,0.)/' "$work/touching.step"
expect 0 cad "$work/touching.step" -o "$work/apart.yaml" --ground bush --drive shaft='1500 rpm'
grep -q 'eccentricity: \[15 um, 0, 0\]   # as drawn; the run starts there' "$work/apart.yaml" || fail 'a start is not as drawn'

# --- options that make no model, and names of files that mean something in YAML
build good.step bush
for case in 'down --gravity [0,down]' 'much --supply much' 'paint --oil paint'; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 cad "$work/good.step" -o "$work/wrong.yaml" ${case#* }
    complains 'wrong.yaml is not written, since it would not load'
    complains "${case%% *}"
    [[ ! -e $work/wrong.yaml ]] || fail "${case#* }: a model is left behind"
done
for name in 'bracket #1: "a", b' '[x' "it's" 'größe' '*all'; do
    cp "$work/good.step" "$work/$name.step"
    expect 0 cad "$work/$name.step" -o "$work/$name.yaml" --json
    expect 0 check "$work/$name.yaml" --quiet
done

# --- products in files of their own, beside the file; a comment before the first word
mkdir "$work/parts"
(cd "$work/parts" && "$make" hinge hinge.step --external >/dev/null 2>&1) || fail 'cad_make --external'
sed -i '1i /* made by\n a program */' "$work/parts/hinge.step"
expect 0 cad "$work/parts/hinge.step" --json
is_true "sorted(p['name'] for p in d['parts']) == ['leaf-a', 'leaf-b', 'pin']"
rm "$work/parts/pin.stp"
expect 0 cad "$work/parts/hinge.step"
complains 'parts are left out, since files that it refers to are missing or damaged: pin.stp'
rm "$work/parts"/leaf-*.stp
expect 2 cad "$work/parts/hinge.step"
complains 'refers to files that are missing'

# --- what is no CAD file, or half of one: a message that names the file, exit code 2, nothing on standard output
build good.step taper
build good.iges taper
: >"$work/empty.step"
head -c 3000 "$work/good.step" >"$work/cut.step"
head -n 20 "$work/good.iges" >"$work/cut.iges"
head -c 5000 /dev/urandom >"$work/noise.step"
gzip -c "$work/good.step" >"$work/packed.step"
mkdir "$work/folder.step"
for file in nowhere.step empty.step cut.step cut.iges noise.step packed.step folder.step; do
    expect 2 cad "$work/$file"
    complains "$file"
    silent_out
done

# references that lead nowhere or to the wrong thing crash OpenCASCADE, or are reported: never more than that
python3 - "$work" <<'PY'
import random, re, sys
random.seed(7)
text = open(sys.argv[1] + "/good.step").read()
head, data = text.split("DATA;", 1)
for k in range(6):
    broken = re.sub(r"#(\d+)(?=[,)])", lambda m: f"#{random.randrange(1, 300)}" if random.random() < 0.02 * k else m[0], data)
    open(f"{sys.argv[1]}/broken{k}.step", "w").write(head + "DATA;" + broken)
PY
for k in 0 1 2 3 4 5; do
    "$gudgeon" cad "$work/broken$k.step" -o "$work/broken$k.yaml" --json >"$work/out" 2>"$work/err"
    code=$?
    ((code == 0 || code == 2)) || fail "broken$k.step: exit code $code: $(head -3 "$work/err")"
    ((code == 0)) || [[ ! -e $work/broken$k.yaml ]] || fail "broken$k.step: a model is left behind"
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" || fail "broken$k.step: no JSON"
done

# findings of the fuzzer that OpenCASCADE reads and that crashed our own code
for file in "$root"/tests/fuzz/corpus/cad/*; do
    expect 0 cad "$file" -o "$work/found.yaml"
    complains 'faces without an outline are left out'
done

# --- surfaces for CAD programs: as they were, under their names
for ending in step iges; do
    expect 0 gap "$root/examples/gap/crowned-journal.yaml" "--$ending" "$work/gap.$ending" --json
    expect 0 cad "$work/gap.$ending" --json
    is_true 'd["faces"] == 2 and len(d["parts"]) == 2 and not any(p["solid"] for p in d["parts"])'
    [[ $ending == iges ]] || is_true '[p["name"] for p in d["parts"]] == ["bore", "journal"]'
done
expect 1 gap "$root/examples/gap/crowned-journal.yaml" --step "$work/nowhere/gap.step"
complains 'cannot be written'

finish
