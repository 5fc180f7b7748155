#!/usr/bin/env bash
# A disk that becomes full, played by a limit on the size of files with its signal ignored, so that writing fails with an
# error for every user, root too. Runs end with exit code 1 and a message, results are whole, readable or not there, and
# what was there before stays.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
model=$root/examples/pendulum/pendulum.yaml

# limited BLOCKS WORDS...: the command on a disk where no file may exceed so many KiB; messages come through a pipe
limited()
{
    local blocks=$1
    shift
    (
        trap '' XFSZ
        ulimit -f "$blocks"
        exec "$gudgeon" "$@"
    ) 2>&1 | cat >message
    return "${PIPESTATUS[0]}"
}

# no drafts of files, and a file is either whole or not there
tidy()
{
    local what=$1 left
    left=$(find . -name '*.draft.*')
    [[ -z $left ]] || fail "$what: left behind: $left"
}

# --- a run that does not fit: the log stays, and what is in it can be read
"$gudgeon" run "$model" -o whole --quiet --no-figures --set 'record={every: 1 ms}' || fail 'the run itself'
"$gudgeon" export whole energy/kinetic --csv whole.csv || fail 'the export itself'
for blocks in 1 8 64 256 512; do
    code=0
    limited "$blocks" run "$model" -o "full-$blocks" --quiet --no-figures --set 'record={every: 1 ms}' || code=$?
    ((code == 1)) || fail "$blocks KiB: exit code $code"
    grep -q 'cannot write' message || fail "$blocks KiB: no message: $(cat message)"
    [[ ! -e full-$blocks/results.h5 ]] || fail "$blocks KiB: there is a result"
    [[ ! -e full-$blocks/summary.json ]] || fail "$blocks KiB: there is a summary"
    tidy "$blocks KiB"
done
for blocks in 256 512; do
    "$gudgeon" export "full-$blocks" energy/kinetic --csv part.csv || fail "$blocks KiB: what was written is not readable"
    lines=$(wc -l <part.csv)
    ((lines > 100)) || fail "$blocks KiB: only $lines lines were kept"
    cmp -s part.csv <(head -n "$lines" whole.csv) || fail "$blocks KiB: what was kept is not what was computed"
done

# --- an export that does not fit leaves the old file as it was
"$gudgeon" export whole --csv old.csv || fail 'the export itself'
cp old.csv kept.csv
code=0
limited 64 export whole --csv old.csv || code=$?
((code == 1)) || fail "export: exit code $code"
grep -q 'old.csv: cannot write' message || fail "export: no message: $(cat message)"
cmp -s old.csv kept.csv || fail 'export: the old file has changed'
tidy export

# --- a second run that does not fit keeps the program from claiming that it worked
cp -r whole again
code=0
limited 64 run "$model" -o again --quiet --no-figures --set 'record={every: 1 ms}' || code=$?
((code == 1)) || fail "second run: exit code $code"
tidy 'second run'

# --- a figure that does not fit leaves no picture that claims to be one
code=0
limited 1 plot whole energy -o energy.svg || code=$?
((code == 1)) || fail "plot: exit code $code"
[[ ! -e energy.svg ]] || fail "plot: there is a figure of $(wc -c <energy.svg) bytes"
tidy plot
for format in svg png pdf; do # its data fit, it does not
    code=0
    limited 5 plot whole series energy/kinetic -o "energy.$format" --window 0:0.1 || code=$?
    ((code == 1)) || fail "plot: exit code $code of a $format that does not fit"
    grep -q 'the figure is incomplete' message || fail "plot: $(cat message)"
    [[ ! -e energy.$format ]] || fail "plot: there is half a $format"
done

finish
