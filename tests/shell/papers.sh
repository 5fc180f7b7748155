#!/usr/bin/env bash
# The data files of the papers are sound, verdicts are what they say, and a fast part of `make papers` comes out.
set -euo pipefail
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
build=$root/papers/build.py

papers() # CODE ARGUMENTS...
{
    local code=$1 got=0
    shift
    "$build" "$@" --quiet >"$work/out" 2>"$work/err" || got=$?
    ((got == code)) || fail "papers $*: exit code $got, expected $code: $(tail -3 "$work/err")"
}

python3 "$root/papers/printed_test.py" 2>"$work/err" || fail "verdicts: $(cat "$work/err")"
papers 0 --check
papers 2 no-such-paper
complains 'nascimento-2024'
papers 2 nascimento-2024 'figure 99'
complains "has no 'figure 99'"

# one figure and its numbers alone, with one set of data, and what is computed once is kept
mkdir "$work/one" "$work/data"
grep -v '^inferred = ' "$root/papers/nascimento-2024.toml" >"$work/one/nascimento-2024.toml"
fast() { papers "$1" nascimento-2024 'figure 25' 'table 7' --gudgeon "$gudgeon" -o "$work/papers" --data "$2"; }
fast 0 "$work/one"
says 'figure-25.png'
[ -s "$work/papers/nascimento-2024/figure-25.png" ] || fail 'figure 25 is not drawn'
stamp=$(stat -c %Y "$work/papers/nascimento-2024/runs/I-GW-printed/done")
fast 0 "$work/one"
[ "$(stat -c %Y "$work/papers/nascimento-2024/runs/I-GW-printed/done")" = "$stamp" ] || fail 'a run that is there is made again'

# contact alone, and a mechanism in space
papers 0 liu-2013 'table 1' 'figure 5' 'figure 6' --gudgeon "$gudgeon" -o "$work/papers"
papers 0 tian-2009 'figure 21' 'figure 28' --gudgeon "$gudgeon" -o "$work/papers"
[ -s "$work/papers/tian-2009/figure-28.png" ] || fail 'figure 28 of Tian 2009 is not drawn'

# a printed number that ours misses without a reason ends with 1 and is named
sed 's/"mass of the slider", paper = 0.14/"mass of the slider", paper = 0.15/' "$work/one/nascimento-2024.toml" >"$work/data/nascimento-2024.toml"
fast 1 "$work/data"
complains 'table 7: mass of the slider: paper 0.15, ours 0.14 kg: differs without a reason'

# mistakes in a data file are found before anything runs
sed 's/reason = "KE"/reason = "because"/' "$root/papers/nascimento-2024.toml" >"$work/data/nascimento-2024.toml"
papers 2 --check --data "$work/data"
complains "no reason 'because'"
sed 's/#ke"/#nowhere"/' "$root/papers/nascimento-2024.toml" >"$work/data/nascimento-2024.toml"
papers 2 --check --data "$work/data"
complains 'has no heading #nowhere'

finish
