#!/usr/bin/env bash
# Little memory: every command ends, and none takes a good file for a damaged one.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
model=$root/examples/pendulum/pendulum.yaml
expect 0 run "$model" -o result --quiet --no-figures

for mib in $(seq 60 20 260); do
    for words in version 'summary result' "check $model" "run $model -o little --no-figures"; do
        code=0
        # shellcheck disable=SC2086 # words
        (ulimit -v $((1024 * mib)) && exec timeout 60 "$gudgeon" $words) >/dev/null 2>"$work/err" || code=$?
        ((code != 124)) || fail "gudgeon $words with $mib MiB does not end"
        if grep -q 'damaged' "$work/err"; then fail "gudgeon $words with $mib MiB: $(cat "$work/err")"; fi
    done
done
expect 0 summary result

finish
