#!/usr/bin/env bash
# Mistakes in models and on the command line: the right exit code, a message that says where and what to do, and
# nothing left behind.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
trap 'rm -rf "$work" "$work.out" "$work.err"' EXIT
cd "$work" || exit 1

cat >good.yaml <<'YAML'
gudgeon: 1
title: Pendulum
space: planar
gravity: [0, -9.81]
bodies:
  rod: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}
frames:
  rod.top: {body: rod, at: [0, 0.5]}
joints:
  hinge: {type: revolute, between: [ground, rod.top]}
start:
  hinge.angle: {value: 120 deg, rate: 0}
simulate: {until: 1 s}
record: {every: 10 ms}
YAML

# refused WHAT CODE MESSAGE WORDS...: the command ends with CODE, says MESSAGE and nothing else on standard output, and
# makes no file or folder
refused()
{
    local what=$1 code=$2 message=$3 got=0 before after
    shift 3
    before=$(find . | sort)
    "$gudgeon" "$@" >"$work.out" 2>"$work.err" || got=$?
    after=$(find . | sort)
    ((got == code)) || fail "$what: exit code $got, expected $code"
    grep -qF -- "$message" "$work.err" || fail "$what: '$message' is not in: $(cat "$work.err")"
    [[ ! -s $work.out ]] || fail "$what: standard output has: $(head -1 "$work.out")"
    [[ $before == "$after" ]] || fail "$what: left behind: $(diff <(echo "$before") <(echo "$after"))"
}

# wrong WHAT EXPRESSION MESSAGE: the good model, changed by sed, is refused by check and by run
wrong()
{
    sed "$2" good.yaml >bad.yaml
    ! cmp -s good.yaml bad.yaml || fail "$1: the model was not changed"
    refused "$1 (check)" 2 "$3" check bad.yaml
    refused "$1 (run)" 2 "$3" run bad.yaml -o out
}

"$gudgeon" check good.yaml --quiet || fail 'the good model is refused'

# --- keys, values and names
wrong 'typo in a key' 's/mass/mas/' "bad.yaml:6:9: body 'rod': unknown key 'mas'; did you mean 'mass'?"
wrong 'typo in a section' 's/^joints/joint/' "bad.yaml:9:1: "
wrong 'typo in a choice' 's/revolute/revolut/' "did you mean 'revolute'?"
wrong 'wrong unit' 's/1 kg/1 mm/' "bad.yaml:6:15: body 'rod': mass = 1 mm: wrong unit 'mm'; expected kg"
wrong 'unknown unit' 's/1 kg/1 kgg/' "bad.yaml:6:15: body 'rod': mass = 1 kgg: unknown unit 'kgg'"
wrong 'a length for an angle' 's/120 deg/120 mm/' "bad.yaml:12:24: start 'hinge.angle'"
wrong 'zero mass' 's/1 kg/0/' "bad.yaml:6:15: body 'rod': mass = 0 must be greater than 0"
wrong 'negative mass' 's/1 kg/-1 kg/' "bad.yaml:6:15: body 'rod': mass = -1 kg must be greater than 0"
wrong 'no number' 's/1 kg/heavy/' "bad.yaml:6:15: body 'rod': mass = heavy"
wrong 'not finite' 's/1 kg/nan/' "bad.yaml:6:15: body 'rod': mass = nan"
wrong 'unknown body' 's/body: rod/body: rodd/' "bad.yaml:8:19: frame 'rod.top': body: no 'rodd' in bodies; did you mean 'rod'?"
wrong 'unknown frame' 's/ground, rod.top/ground, rod.tip/' "bad.yaml:10:45: joint 'hinge': between: no 'rod.tip'"
wrong 'unknown coordinate' 's/hinge.angle/hinge.angel/' "bad.yaml:12:3: start 'hinge.angel': there is no coordinate"
wrong 'both ends on one body' 's/ground, rod.top/rod, rod.top/' "joint 'hinge': both frames are on body 'rod'"
wrong 'spherical joint in the plane' 's/revolute/spherical/' 'bad.yaml:10:17: '
wrong 'out of the plane' 's/at: \[0, 0.5\]/at: [0, 0.5, 1]/' "'at' leaves the plane"
wrong 'impossible inertia' 's/0.0833/-1/' "bad.yaml:6:30: body 'rod': a planar body has one moment of inertia"

# --- the run's own settings
wrong 'negative until' 's/until: 1 s/until: -1 s/' 'bad.yaml:13:19: simulate: until = -1 s is not after the start'
wrong 'until is missing' 's/until: 1 s/tolerance: 1e-6/' "simulate: 'until' is missing"
wrong 'endless' 's/until: 1 s/until: inf/' 'bad.yaml:13:19: simulate: until = inf is not a number'
wrong 'kinematics without drive' 's/until: 1 s/until: 1 s, step: 1 ms, analysis: kinematics/' 'needs a drive for every degree of freedom'
wrong 'treatment that is not offered' 's/until: 1 s/until: 1 s, integrator: generalized-alpha, constraints: stabilised/' \
    'does not offer this treatment'

# --- files
refused 'missing file' 2 "cannot read 'nosuch.yaml'" run nosuch.yaml -o out
refused 'a folder' 2 'it is a folder' run . -o out
wrong 'missing include' '1a include: nosuch.yaml' "bad.yaml:2:10: cannot read 'nosuch.yaml'"
printf 'gudgeon: 1\ninclude: bad.yaml\n' >part.yaml
wrong 'include cycle' '1a include: part.yaml' 'part.yaml:2:10: files include each other: bad.yaml -> part.yaml -> bad.yaml'
wrong 'missing table' '12a forces: {f: {type: load, on: rod, direction: [1, 0], table: nosuch.csv}}' 'nosuch.csv'
wrong 'decimal comma' 's/1 kg/1,5 kg/' "bad.yaml:6:17: body 'rod': unknown key '5 kg'; numbers have a decimal point"
wrong 'tab' 's/^  rod: /\trod: /' 'bad.yaml:6:1: not valid YAML: the line begins with a tab'
wrong 'record in femtoseconds' 's/every: 10 ms/every: 10 fs/' 'bad.yaml:14:17: record: every = 1e-14 makes 1.0e+14 records until 1'
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' good.yaml >windows.yaml
"$gudgeon" check windows.yaml --quiet || fail 'a file with byte order mark and CRLF is refused'
wrong 'no YAML' 's/rod: {mass/rod: [{mass/' 'bad.yaml:7:1: not valid YAML'
wrong 'defined twice' '6p' "bad.yaml:7:3: 'rod' is defined twice"
wrong 'another version' 's/gudgeon: 1/gudgeon: 2/' 'bad.yaml:1:10: gudgeon: this program reads version 1'
: >empty.yaml
refused 'empty file' 2 'empty.yaml:1:1: the file is empty' run empty.yaml -o out

# --- units in the head of a table are understood or refused, and the load stays between the points
cat >load.yaml <<'YAML'
gudgeon: 1
space: planar
bodies: {block: {mass: 1 kg, inertia: 1}}
joints: {rail: {type: prismatic, between: [ground, block]}}
forces: {push: {type: load, on: block, direction: [1, 0], table: load.csv}}
simulate: {until: 3 s, largest: 10 ms}
YAML
# least and largest acceleration, in m/s2
peak()
{
    "$gudgeon" run load.yaml -o load --quiet --no-figures || return
    "$gudgeon" summary load bodies/block/acceleration.x --json | awk -F '[:,]' '/"min"|"max"/ { printf "%.9g ", $2 }'
}
for head in 'time [s],force [N]' 'time (s),force (N)' 'time,force'; do
    printf '%s\n0,0\n1,1\n2,0\n3,1\n' "$head" >load.csv
    [[ $(peak) == '0 1 ' ]] || fail "a load of 0, 1, 0, 1 N, '$head', leaves its range: $(peak)"
done
for head in 'force (kN)' 'force / kN' 'F/kN' 'force in kN'; do
    sed -i "1s;.*;time,$head;" load.csv
    [[ $(peak) == '0 1000 ' ]] || fail "'$head': $(peak)"
done
rm -r load
for head in 'force [kN' 'force (kN' 'force kN]' 'force [kN] raw' 'force (heavy)' 'force kN' 'force_kN' 'force/x'; do
    sed -i "1s;.*;time,$head;" load.csv
    refused "a table with '$head'" 2 "load.csv: column '" run load.yaml -o load
done
rm load.csv load.yaml

# all mistakes at once
sed 's/mass/mas/; s/revolute/revolut/; s/until: 1 s/until: -1 s/' good.yaml >bad.yaml
"$gudgeon" check bad.yaml 2>several >/dev/null
for line in 6 10; do
    grep -q "^bad.yaml:$line:" several || fail "several mistakes: line $line is not named: $(cat several)"
done
rm several

# --- from the command line
refused '--set of an unknown body' 2 "no 'rood' in bodies; did you mean 'rod'?" run good.yaml -o out --set bodies.rood.mass=3
refused '--set of an unknown key' 2 "unknown key 'mas'; did you mean 'mass'?" run good.yaml -o out --set bodies.rod.mas=3
refused '--set without a value' 2 'expected path=value' run good.yaml -o out --set bodies.rod.mass
refused 'no result' 1 'nosuch: cannot open the result' summary nosuch

# --- parts that do not fit: both verbs say so, with the places of the joints
sed '/^start/,/hinge.angle/d; s/^simulate/  second: {type: revolute, between: [ground, rod]}\nsimulate/' good.yaml >bad.yaml
for verb in 'run bad.yaml -o out' 'check bad.yaml --quiet'; do
    # shellcheck disable=SC2086 # words
    refused "contradictory joints ($verb)" 2 "bad.yaml:10:3: joint 'hinge', y is violated by" $verb
    grep -q "the parts cannot be assembled at t = 0 s" "$work.err" || fail "contradictory joints: $(cat "$work.err")"
done
sed '/^simulate/i drive: {rod.angle: {rate: 2}}' good.yaml >bad.yaml
refused 'contradictory rates' 2 "bad.yaml:12:3: start 'hinge.angle', its value is violated by" run bad.yaml -o out

# --- runs that would never end
sed 's/5000 rpm/1000 rpm/; s/simulate.*/simulate: {until: -1080 deg of wheel}/' >backwards.yaml <<'YAML'
gudgeon: 1
space: planar
bodies: {wheel: {mass: 0.3, inertia: 1e-4}}
joints: {pin: {type: revolute, between: [ground, wheel]}}
drive: {wheel.angle: {rate: 5000 rpm}}
simulate: {}
YAML
refused 'the other way' 2 "backwards.yaml:5:9: drive 'wheel.angle': the run would never end: until = -1080 deg is 1080 deg away" \
    run backwards.yaml -o out
grep -q 'it moves the other way' "$work.err" || fail "the other way: $(cat "$work.err")"
refused 'standing still' 2 'the drive approaches it only by 0 deg' run backwards.yaml -o out --set 'drive.wheel.angle.rate=0'
refused 'a swing that is too small' 2 'until = -1080 deg is 1080 deg away, and the drive approaches it only by' run backwards.yaml -o out \
    --set 'drive.wheel.angle={type: harmonic, amplitude: 90 deg, frequency: 2 Hz}'
code=0
timeout 120 "$gudgeon" run good.yaml -o endless --quiet --no-figures --set 'simulate={until: 1 s, step: 1e-30}' 2>"$work.err" || code=$?
((code == 1)) || fail "steps of 1e-30 s: exit code $code"
grep -q 'the run is too slow to reach its end: at t = .* steps are 1e-30 s long' "$work.err" || fail "steps of 1e-30 s: $(cat "$work.err")"
code=0 # the reason is said early, and again at the end
timeout 120 "$gudgeon" run good.yaml -o endless --no-figures --set 'gravity=[0, -1e20]' 2>"$work.err" || code=$?
((code == 1)) || fail "gravity of 1e20: exit code $code"
for text in 'gudgeon: this takes long: at t = ' 'the run is too slow to reach its end: at t = .* more are needed. They are limited by the error of the motion; check masses'; do
    grep -q "$text" "$work.err" || fail "gravity of 1e20: no '$text' in $(cat "$work.err")"
done
code=0
timeout 120 "$gudgeon" run good.yaml -o limited --quiet --no-figures --set 'simulate={until: 20 h, limit: 1 s}' 2>"$work.err" || code=$?
((code == 1)) || fail "simulate.limit: exit code $code"
grep -q 'by simulate.limit = 1 s, with .* % of the run done' "$work.err" || fail "simulate.limit: $(cat "$work.err")"
[[ -e limited/checkpoint ]] || fail 'simulate.limit leaves no checkpoint'
"$gudgeon" summary limited energy/kinetic --quiet >/dev/null || fail 'a run that came to its limit cannot be read'
code=0
timeout 120 "$gudgeon" run good.yaml -o endless --quiet --no-figures --set 'record={every: 1e-12 deg of hinge.angle}' 2>"$work.err" || code=$?
((code == 1)) || fail "records every 1e-12 deg: exit code $code"
grep -q 'record.every makes about .* records until the end; at most 1e+08 are possible: use a larger one' "$work.err" || fail "records every 1e-12 deg: $(cat "$work.err")"
rm -r endless limited backwards.yaml

# --- a given step in which turns cannot be counted: the run would never come to its angle
cat >wheel.yaml <<'YAML'
gudgeon: 1
space: planar
bodies: {wheel: {mass: 0.3, inertia: 1e-4}}
joints: {pin: {type: revolute, between: [ground, wheel]}}
drive: {wheel.angle: {rate: 5000 rpm}}
simulate: {until: 3600 deg of wheel, step: 10 ms}
YAML
code=0
"$gudgeon" run wheel.yaml -o wheel --quiet --no-figures 2>"$work.err" || code=$?
((code == 1)) || fail "half a turn a step: exit code $code"
grep -q "turns body 'wheel' by 300 degrees, too far to count its turns" "$work.err" || fail "half a turn a step: $(cat "$work.err")"
"$gudgeon" run wheel.yaml -o wheel --quiet --no-figures --set 'simulate={until: 3600 deg of wheel}' ||
    fail 'a wheel at constant speed does not run'
# steps that are too long for the forces: the motion is not what it seems, and the message does not ask for a step that fits it
code=0
"$gudgeon" run "$root/examples/double-pendulum/stiff.yaml" -o pendulum --quiet --no-figures --set joints.elbow.model=dry \
    --set 'simulate={until: 2 s, step: 4.2 ms, integrator: generalized-alpha}' 2>"$work.err" || code=$?
((code == 1)) || fail "steps that are too long: exit code $code"
for words in 'the solution diverges at t = 0.0' 'J more than the energy balance allows' 'use simulate.tolerance instead of simulate.step'; do
    grep -qF "$words" "$work.err" || fail "steps that are too long: '$words' is not in: $(cat "$work.err")"
done

# contact that blends with a film knows no roughness
"$gudgeon" run "$root/examples/double-pendulum/rigid.yaml" -o blended --no-figures --set joints.elbow.model=squeeze --set 'simulate={until: 2 s, step: 4.2 ms}' \
    >"$work.out" 2>&1 || fail "a blended joint: $(cat "$work.out")"
grep -qE '^elbow: walls overlap by up to [0-9.]+ um: contact carries there, not the film$' "$work.out" || fail "a blended joint: $(cat "$work.out")"

# sections without number, which took minutes
seq -f 'k%g: 1' 200000 | sed '1i gudgeon: 1' >sections.yaml
refused 'many sections' 2 'sections.yaml:1:1: the file has more than 1000 sections' check sections.yaml

# walls that part, one thrown off and one that slides off
cp "$root/examples/surface-joint/ball-on-plate.yaml" "$root/examples/surface-joint/waves.csv" .
for velocity in '[0, 0, 3]' '[3, 0, 0]'; do
    code=0
    "$gudgeon" run ball-on-plate.yaml -o ball --quiet --no-figures --set "bodies.ball.velocity=$velocity" 2>"$work.err" || code=$?
    ((code == 1)) || fail "walls that part: exit code $code"
    grep -qE "joint 'meet': film_min is not finite at t = 0.0[0-9]+ s: walls no longer face each other anywhere within the window of 8 mm; use a larger window" \
        "$work.err" || fail "walls that part: $(cat "$work.err")"
done
"$gudgeon" run ball-on-plate.yaml -o ball --quiet --no-figures --set 'bodies.ball.velocity=[0, 0, 3]' --set 'joints.meet.window=0.6 m' ||
    fail 'a larger window does not help'
rm -r wheel wheel.yaml

# --- folders that cannot be written: nobody may make files below /dev/null, not even root
refused 'unwritable folder' 1 '/dev/null: cannot create the folder' run good.yaml -o /dev/null/out
touch file
refused 'a file instead of a folder' 1 'file: cannot create the folder' run good.yaml -o file
"$gudgeon" run good.yaml -o out --quiet --no-figures || fail 'the good model does not run'
refused 'unwritable CSV' 1 '/dev/null/x.csv' export out --csv /dev/null/x.csv
refused 'unwritable figure' 1 '/dev/null: cannot create the folder' plot out energy -o /dev/null/x.svg

# --- results and figures that are not there
refused 'unknown channel' 2 "energy/kinetik" summary out energy/kinetik
refused 'unknown figure' 2 "energie" plot out energie -o x.svg
refused 'unknown format' 2 '.xyz' plot out energy -o x.xyz

# --- nothing to resume
refused 'resume of a run that has ended' 2 'nothing to resume: the run is complete' run good.yaml -o out --resume
refused 'resume of nothing' 2 'nothing to resume: there is no run in this folder' run good.yaml -o none --resume

# a result that is damaged is refused, not believed
head -c 3000 out/results.h5 >half.h5
refused 'half a result' 1 'half.h5' summary half.h5
rm half.h5

finish
