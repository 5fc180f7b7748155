#!/usr/bin/env bash
# What the command generates about itself: a man page without warnings and completions that complete.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# --- the man page: groff warns about nothing, and every verb and option is on it
"$gudgeon" list --man >"$work/gudgeon.1" || fail 'no man page'
if command -v groff >/dev/null; then
    groff -man -ww -z "$work/gudgeon.1" 2>"$work/warnings" || fail 'groff fails'
    [[ ! -s $work/warnings ]] || fail "groff warns: $(head -3 "$work/warnings")"
fi
for section in NAME SYNOPSIS DESCRIPTION COMMANDS 'EXIT STATUS' EXAMPLES; do
    grep -qx "\.SH $section" "$work/gudgeon.1" || fail "the man page lacks $section"
done
options=$("$gudgeon" help --json | sed -n 's/^        "\([a-z-]*\)": {$/\1/p' | sort -u)
[[ -n $options ]] || fail 'no options found'
for option in $options; do
    grep -qF -- "\\-\\-${option//-/\\-}" "$work/gudgeon.1" || fail "the man page lacks --$option"
done

# --- bash
"$gudgeon" list --completion bash >"$work/gudgeon.bash" || fail 'no completion for bash'
bash -n "$work/gudgeon.bash" || fail 'bash cannot read its completion'
# shellcheck source=/dev/null
source "$work/gudgeon.bash"

# completed WORDS...: what is offered for the last word, one line, sorted
completed()
{
    COMP_WORDS=(gudgeon "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _gudgeon
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

offers()
{
    local expected=$1 got
    shift
    got=$(completed "$@")
    [[ $got == "$expected" ]] || fail "gudgeon $*: offered '$got', expected '$expected'"
}

offers 'list ' li
offers '--help --version ' --
offers '--man --markdown --markdown-commands ' list --ma
offers 'bash fish zsh ' list --completion ''
offers 'bash ' list --completion b
offers 'bash fish zsh ' list --completion =
offers 'zsh ' list --completion = z
offers 'list ' help l
offers '--help --json --quiet ' version --
offers ' ' version ''
offers ' ' nosuchverb ''

offers 'phase poincare position ' plot out p
offers 'svg ' bearing --format s

# files: models are offered, other files are not, folders are
mkdir "$work/files" "$work/files/a folder"
touch "$work/files/one model.yaml" "$work/files/two.yml" "$work/files/three.txt"
# shellcheck disable=SC2034 # read by the completion
cur=$work/files/
COMPREPLY=()
_gudgeon_files yaml yml
[[ $(printf '%s|' "${COMPREPLY[@]##*/}") == 'a folder|one model.yaml|two.yml|' ]] || fail "files: ${COMPREPLY[*]}"

# names of tables and libraries
tables=$("$gudgeon" list --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(*sorted([*d["tables"], *d["libraries"]]))')
offers "$tables " list ''

# --- other shells, where they are installed
"$gudgeon" list --completion zsh >"$work/_gudgeon" || fail 'no completion for zsh'
"$gudgeon" list --completion fish >"$work/gudgeon.fish" || fail 'no completion for fish'
grep -q '^#compdef gudgeon$' "$work/_gudgeon" || fail 'the completion for zsh does not say what it completes'
if command -v zsh >/dev/null; then
    zsh -n "$work/_gudgeon" || fail 'zsh cannot read its completion'
fi
if command -v fish >/dev/null; then
    got=$(HOME=$work fish -c "source $work/gudgeon.fish; complete -C 'gudgeon list --completion '" | cut -f1 | sort | tr '\n' ' ')
    [[ $got == 'bash fish zsh ' ]] || fail "fish offers '$got'"
    got=$(HOME=$work fish -c "source $work/gudgeon.fish; complete -C 'gudgeon run $work/files/one'" | head -1)
    [[ $got == "$work/files/one model.yaml" ]] || fail "fish offers '$got' as a model"
    got=$(HOME=$work fish -c "source $work/gudgeon.fish; complete -C 'gudgeon plot out traj'" | grep '^trajectory')
    [[ $got == trajectory* ]] || fail "fish offers '$got' as a figure"
fi

finish
