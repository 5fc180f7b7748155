#!/usr/bin/env bash
# The command as a user meets it: exit codes, messages, where they go, and what happens when nobody listens.
# GUDGEON is the command under test.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# --- help and version
expect 0 --help && says 'gudgeon help VERB' && silent_err
expect 0 -h && says 'list [TABLE' && silent_err
expect 0 --help list && says 'usage: gudgeon list'
expect 0 help && says 'list [TABLE'
expect 0 help list && says '--completion SHELL' && says 'example' && silent_err
expect 0 list --help && says 'gudgeon list --man' && silent_err
expect 0 list --nonsense --help && says 'usage: gudgeon list'
expect 0 --version && says "gudgeon $(sed -n 's/^project(gudgeon VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"
expect 0 version && says 'gudgeon '
expect 2 && complains 'usage: gudgeon VERB' && silent_out

# every verb explains itself with an example, and takes --json and --quiet
for verb in $("$gudgeon" help --json | sed -n 's/^    "\([a-z]*\)": {$/\1/p'); do
    expect 0 "$verb" --help
    says 'example'
    says "gudgeon $verb"
    says '--json'
    says '--quiet'
done

# --- slips
expect 2 lsit && complains "did you mean 'list'?" && silent_out
expect 2 xyzzy && complains "unknown verb 'xyzzy'" && silent_out
expect 2 '' && complains "unknown verb ''"
expect 2 help lits && complains "did you mean 'list'?"
expect 2 list --complation bash && complains "did you mean '--completion'?"
expect 2 list --completion bsh && complains "did you mean 'bash'?"
expect 2 list --completion && complains 'needs a value'
expect 2 list --completion --man && complains "'--man' follows"
expect 2 list --man=yes && complains 'takes no value'
expect 2 list --man --completion bash && complains 'at once'
expect 2 list --man --json && complains 'cannot be combined'
expect 2 list nosuchtable && complains "unknown table 'nosuchtable'"
expect 2 version extra && complains 'too many'
expect 2 --versoin && complains "did you mean '--version'?"
expect 2 --json list && complains 'gudgeon VERB --json'

# --- JSON is JSON and nothing else
for words in 'version --json' 'help --json' 'help list --json' 'list --json' 'list --schema'; do
    # shellcheck disable=SC2086
    expect 0 $words
    silent_err
    python3 -m json.tool "$work/out" >"$work/json" 2>&1 || fail "gudgeon $words is no JSON"
done

# --- nobody listens
[[ -w /dev/full ]] || fail 'no /dev/full here'
for words in 'version' 'list --man' 'help --json' '--help'; do
    got=0
    # shellcheck disable=SC2086
    "$gudgeon" $words >/dev/full 2>"$work/err" || got=$?
    ((got == 1)) || fail "gudgeon $words >/dev/full: exit code $got"
    complains 'cannot write to standard output'
    got=0
    # shellcheck disable=SC2086
    "$gudgeon" $words >&- 2>"$work/err" || got=$?
    ((got == 1)) || fail "gudgeon $words >&-: exit code $got"
    complains 'cannot write to standard output'
done
# a fifo whose reader has left: the first write meets a closed pipe
mkfifo "$work/pipe"
exec 3<>"$work/pipe"
exec 4>"$work/pipe" 3>&-
got=0
"$gudgeon" list --man >&4 2>"$work/err" || got=$?
exec 4>&-
((got == 0)) || fail "closed pipe: exit code $got"
silent_err
# a command that fails keeps its exit code when standard error is closed
got=0
"$gudgeon" lsit 2>&- || got=$?
((got == 2)) || fail "closed standard error: exit code $got"

# --- no colours but on a terminal
expect 0 list
if grep -q $'\033' "$work/out"; then fail 'colours without a terminal'; fi

# --- the manual's chapter is the one that this build prints
expect 0 list --markdown-commands
diff "$root/docs/manual/commands.md" "$work/out" >"$work/diff" ||
    fail "docs/manual/commands.md is old; renew it with: gudgeon list --markdown-commands"

finish
