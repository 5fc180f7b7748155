# What the tests of the command share; GUDGEON is the command under test. Sourced, not run.
gudgeon=$(realpath "${GUDGEON:?GUDGEON must be the command under test}")
# shellcheck disable=SC2034 # for the tests
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail()
{
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}

# expect CODE ARGUMENTS...: runs the command; its outputs are in $work/out and $work/err
expect()
{
    local code=$1 got=0
    shift
    "$gudgeon" "$@" >"$work/out" 2>"$work/err" || got=$?
    ((got == code)) || fail "gudgeon $*: exit code $got, expected $code: $(head -3 "$work/err")"
}

says() { grep -qF -- "$1" "$work/out" || fail "standard output lacks '$1': $(head -3 "$work/out")"; }
complains() { grep -qF -- "$1" "$work/err" || fail "standard error lacks '$1': $(head -3 "$work/err")"; }
silent_out() { [[ ! -s $work/out ]] || fail "standard output is not empty: $(head -1 "$work/out")"; }
silent_err() { [[ ! -s $work/err ]] || fail "standard error is not empty: $(head -1 "$work/err")"; }

# is_true PYTHON: an expression about the JSON on standard output, as d
is_true()
{
    python3 -c "import json, math, sys; d = json.load(open(sys.argv[1])); sys.exit(not ($1))" "$work/out" ||
        fail "not true: $1"
}

# the end of a test
finish()
{
    ((failures == 0)) || exit 1
    echo "$(basename "$0"): all well"
}
