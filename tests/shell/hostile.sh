#!/usr/bin/env bash
# Names and files from elsewhere: names are data and never commands, foreign files are neither read without bound nor
# destroyed.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
mkdir here tmp
export TMPDIR=$work/tmp
cd here || exit 1

# model NAME: a pendulum whose body, joint and title have this name
model()
{
    cat <<YAML
gudgeon: 1
title: $1
space: planar
gravity: [0, -9.81]
bodies:
  $1: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}
frames:
  top: {body: $1, at: [0, 0.5]}
joints:
  $1: {type: revolute, between: [ground, top]}
simulate: {until: 0.1 s}
record: {every: 10 ms}
YAML
}
model rod >rod.yaml
expect 0 run rod.yaml -o out --quiet --no-figures

# --- names of figures are no commands, neither when they are drawn nor in the script that stays
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '|touch X;' '<touch X;' '`touch X`' '$(touch X)' "'; system('touch X'); '" '~' '+' '-' '-persist' '@X' 'a b' 'é"' '%s%n'; do
    expect 0 plot out energy -o "$name.svg" --title "$name"
    [[ -s $name.svg && -s $name.gp && -s $name.dat ]] || fail "figure '$name': not there"
    grep -q '</svg>' "./$name.svg" || fail "figure '$name': not drawn"
    rm "./$name.svg"
    gnuplot "./$name.gp" 2>/dev/null || fail "figure '$name': its script does not run"
    grep -q '</svg>' "./$name.svg" || fail "figure '$name': its script does not draw it"
    rm "./$name.svg" "./$name.gp" "./$name.dat"
done
expect 2 plot out energy -o $'a\nsystem("touch X").svg'
complains 'line break or control character'

# --- names in models cannot look like commands, and titles are text
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '"`touch X`"' "\"'; system('touch X') #\"" '"|touch X"' '"<touch X"'; do
    model "$name" >bad.yaml
    expect 2 run bad.yaml -o bad --quiet
    complains 'is not a name'
    expect 0 run rod.yaml -o bad --quiet --set "title=$name"
    expect 0 plot bad reaction -o bad/reaction.png
    rm -r bad
done
[[ -z $(find "$work" -name X) ]] || fail "a name was executed: $(find "$work" -name X)"
[[ -z $(ls "$TMPDIR") ]] || fail "temporary files stay: $(ls "$TMPDIR")"

# --- files of others are not replaced, nor written through links, unless that is asked for
for file in results.log checkpoint results.h5 summary.json; do
    mkdir "kept-${file/./-}"
    echo 'years of measurements' >"kept-${file/./-}/$file"
    expect 2 run rod.yaml -o "kept-${file/./-}" --quiet --no-figures
    complains "kept-${file/./-}/$file: was not written by Gudgeon"
    [[ $(cat "kept-${file/./-}/$file") == 'years of measurements' ]] || fail "$file of somebody else was changed"
    [[ $(ls "kept-${file/./-}") == "$file" ]] || fail "beside a foreign $file: $(ls "kept-${file/./-}")"
    expect 0 run rod.yaml -o "kept-${file/./-}" --quiet --no-figures --force
    expect 0 run rod.yaml -o "kept-${file/./-}" --quiet --no-figures

    mkdir "link-${file/./-}"
    echo 'years of measurements' >precious
    ln -s ../precious "link-${file/./-}/$file"
    expect 2 run rod.yaml -o "link-${file/./-}" --quiet --no-figures
    complains "link-${file/./-}/$file: is a link"
    expect 0 run rod.yaml -o "link-${file/./-}" --quiet --no-figures --force
    [[ $(cat precious) == 'years of measurements' ]] || fail "$file was written through a link"
done
mkdir pipe
mkfifo pipe/results.log
expect 2 run rod.yaml -o pipe --quiet --no-figures
complains 'pipe/results.log: is not a file'
printf 'gudgeon: 1\nmodel: rod.yaml\naxes: {mass: {path: bodies.rod.mass, values: [1, 2, 3]}}\nchannels: [energy/kinetic]\n' >study.yaml
mkdir tables
echo 'years of measurements' >tables/table.csv
expect 2 sweep study.yaml -o tables --quiet
complains 'tables/table.csv: was not written by Gudgeon'
[[ $(ls tables) == table.csv ]] || fail "beside a foreign table: $(ls tables)"
expect 0 sweep study.yaml -o tables --quiet --no-figures --force
cp tables/table.csv whole.csv
mkdir -p planted/{1,2,3}
echo 'years of measurements' | tee precious >planted/3/sweep.txt
ln -s ../../precious planted/1/sweep.txt
mkfifo planted/2/sweep.txt
expect 1 sweep study.yaml -o planted --no-figures
complains 'planted/1/sweep.txt: is a link'
complains 'planted/2/sweep.txt: is not a file'
complains 'planted/3/sweep.txt: was not written by Gudgeon'
[[ $(cat planted/3/sweep.txt) == 'years of measurements' ]] || fail 'sweep.txt of somebody else was changed'
expect 0 sweep study.yaml -o planted --quiet --no-figures --force
[[ $(cat precious) == 'years of measurements' ]] || fail 'sweep.txt was written through a link'

# --- results that somebody deleted are computed again
rm tables/2/results.h5
expect 0 sweep study.yaml -o tables --no-figures
complains '2 of 3 runs were complete already'
cmp -s tables/table.csv whole.csv || fail 'a run that was computed again differs'

# --- what killed programs left half written goes with the next run
touch out/checkpoint.draft.1.0 out/summary.json.draft.1.0 out/results.h5.draft.1.0
expect 0 run rod.yaml -o out --quiet --no-figures
[[ $(ls out) == $'results.h5\nsummary.json' ]] || fail "left in the folder: $(ls out)"

# --- a log that is damaged in its middle is not shortened without a word; one that a kill has torn is
"$gudgeon" run rod.yaml -o torn --quiet --no-figures --set 'simulate={until: 200 h}' 2>/dev/null &
victim=$!
for _ in $(seq 500); do
    [[ $(stat -c %s torn/results.log 2>/dev/null || echo 0) -lt 200000 ]] || break
    sleep 0.02
done
kill -KILL "$victim"
wait "$victim" 2>/dev/null
rm -f torn/results.h5
truncate -s -7 torn/results.log
expect 0 summary torn energy/kinetic
if grep -q 'damaged' "$work/err"; then fail "a torn log is called damaged: $(cat "$work/err")"; fi
printf 'X' | dd of=torn/results.log bs=1 seek=100000 conv=notrunc 2>/dev/null
for _ in 1 2; do # the second time, too
    expect 0 summary torn energy/kinetic
    complains 'torn: the log is damaged: its last '
done

# --- a damaged result has one message, and HDF5 says nothing at the end
export LSAN_OPTIONS=detect_leaks=0 # HDF5 does not free all it took for damaged metadata
for at in 40 179 358; do # what is not read is not looked at
    cp out/results.h5 damaged.h5
    printf 'U' | dd of=damaged.h5 bs=1 seek=$at conv=notrunc 2>/dev/null
    expect 1 summary damaged.h5
    complains 'damaged.h5: '
    [[ $(wc -l <"$work/err") == 1 ]] || fail "a result damaged at byte $at: $(cut -c1-100 "$work/err")"
done
unset LSAN_OPTIONS

# --- a folder has one owner, who is named
await() # FILE
{
    for _ in $(seq 500); do
        [[ ! -e $1 ]] || return 0
        sleep 0.02
    done
    fail "$1 did not appear"
}
"$gudgeon" run rod.yaml -o busy --quiet --no-figures --set 'simulate={until: 200 h}' 2>first.err &
first=$!
await busy/results.log
expect 1 run rod.yaml -o busy --quiet --no-figures
complains "busy: process $first is writing its results there"
expect 1 sweep study.yaml -o busy --quiet --no-figures
complains "busy: process $first is writing its results there"
kill -HUP "$first" # a terminal that is closed
wait "$first"
[[ -e busy/checkpoint ]] || fail 'no checkpoint after SIGHUP'
[[ ! -e busy/gudgeon.lock ]] || fail 'an interrupted run keeps its folder'

sed 's/model: rod.yaml/model: slow.yaml/' study.yaml >slow-study.yaml
sed 's/until: 0.1 s/until: 200 h/' rod.yaml >slow.yaml
"$gudgeon" sweep slow-study.yaml -o slow -j 1 --quiet --no-figures 2>first.err &
first=$!
await slow/1/results.log
expect 1 sweep slow-study.yaml -o slow --quiet --no-figures
complains "slow: process $first is writing its results there"
expect 1 run rod.yaml -o slow/1 --quiet --no-figures
complains 'is writing its results there'
kill -TERM "$first"
wait "$first"

# many at once: one of them at a time, and each that ends well has read its own results
for _ in 1 2 3 4 5 6; do
    for k in 1 2; do
        "$gudgeon" run rod.yaml -o pair --quiet --no-figures 2>"pair-$k.err" &
    done
    wait
    for k in 1 2; do
        [[ ! -s pair-$k.err ]] || grep -q 'is writing its results there' "pair-$k.err" || fail "a pair of runs: $(cat "pair-$k.err")"
    done
done

# --- a limit of the size of files is told, and does not kill
code=0
(ulimit -f 8 && exec "$gudgeon" run rod.yaml -o small --quiet --no-figures --set 'record={every: 10 us}') 2>"$work/err" || code=$?
((code == 1)) || fail "a limit of the file size: exit code $code"
complains 'cannot write the log: File too large'

# --- only regular files are read, and a pipe without a writer is not waited for
mkfifo fifo
mkdir dir
truncate -s 300M large
write() { sed 's/^    //' >"$1"; }
for what in fifo /dev/zero dir large; do
    write include.yaml <<YAML
    gudgeon: 1
    include: $what
YAML
    write table.yaml <<YAML
    gudgeon: 1
    space: planar
    bodies: {block: {mass: 1 kg, inertia: 1}}
    joints: {rail: {type: prismatic, between: [ground, block]}}
    forces: {push: {type: load, on: block, direction: [1, 0], table: $what}}
    simulate: {until: 1 s}
YAML
    cp "$root"/examples/surface/*.txt .
    sed "s|bore.txt|$what|" "$root/examples/surface/pair.yaml" >surface.yaml
    sed "s|trace.csv|$what|" "$root/examples/rough/trace.yaml" >rough.yaml
    sed "s|file: liu-2013.csv|file: $what|" "$root/examples/contact/liu-2013.yaml" >measured.yaml
    for words in "run $what" "check include.yaml" "check table.yaml" "gap surface.yaml" "rough rough.yaml" \
        "contact measured.yaml" "sweep $what" "bearing $what" "summary $what"; do
        code=0
        # shellcheck disable=SC2086 # words
        timeout 20 "$gudgeon" $words >/dev/null 2>"$work/err" </dev/null || code=$?
        ((code == 1 || code == 2)) || fail "gudgeon $words of $what: exit code $code: $(head -3 "$work/err")"
        grep -qE 'folder|not a (regular )?file|larger than|neither|not an HDF5' "$work/err" ||
            fail "gudgeon $words of $what: $(head -3 "$work/err")"
    done
done
# a pipe is welcome as standard input
expect 0 check - < <(cat rod.yaml)

# --- files that are not ours are not quoted
printf 'root:$6$secret:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n' >shadow
printf 'machine: secret\npassword: {login: secret, mass: secret}\n' >netrc
printf 'gudgeon: 1\nbodies: {rod: {mass: quoted}}\n' >ours.yaml
for file in shadow netrc; do
    sed "2i include: $file" rod.yaml >include.yaml
    expect 2 check include.yaml
    complains "$file:1:1: cannot be read as a part of a model; begin it with 'gudgeon: 1'"
    if grep -qE 'secret|login|machine' "$work/err" "$work/out"; then fail "an included file is quoted: $(cat "$work/err")"; fi
done
sed '2i include: ours.yaml' rod.yaml >include.yaml
expect 2 check include.yaml
complains "body 'rod': mass = quoted"

# --- a terminal obeys nothing that stands in a file or in its name
escape=$'\033[2J\033]0;title\007\302\233'
printf 'time [s],force [N]\n0,1\n1,%s\n' "$escape" >table.csv
sed 's/table: .*}/table: table.csv}/' table.yaml >escape.yaml
printf 'gudgeon: 1\ntitle: "a\\e[2J\\x9b"\n' >title.yaml
cp rod.yaml "rod$escape.yaml"
for words in 'check escape.yaml' 'check title.yaml' "check none$escape.yaml" "summary none$escape" "sweep none$escape" "plot out none$escape" \
    "plot out energy -o figure$escape.svg" "summary out none$escape" "cad none$escape" "run rod$escape.yaml -o out$escape" "fmu rod$escape.yaml -o rod$escape.fmu"; do
    # shellcheck disable=SC2086 # words
    "$gudgeon" $words >"$work/out" 2>"$work/err" </dev/null
    if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$work/err"; then fail "control characters of $words: $(head -3 "$work/err" | cat -v)"; fi
done

finish
