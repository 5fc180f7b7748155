#!/usr/bin/env bash
# The command as a user meets it: exit codes, messages, where they go, and what happens when nobody listens.
# GUDGEON is the command under test.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# --- help and version
expect 0 --help && says 'gudgeon help COMMAND' && silent_err
expect 0 -h && says 'list [TABLE' && silent_err
expect 0 --help list && says 'usage: gudgeon list'
expect 0 help && says 'list [TABLE'
expect 0 help list && says '--completion SHELL' && says 'example' && silent_err
expect 0 list --help && says 'gudgeon list --man' && silent_err
expect 0 list --nonsense --help && says 'usage: gudgeon list'
expect 0 --version && says "gudgeon $(sed -n 's/^project(gudgeon VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"
expect 0 version && says 'gudgeon '
expect 2 && complains 'usage: gudgeon COMMAND' && silent_out

# every verb explains itself with an example, and takes --json and --quiet
for verb in $("$gudgeon" help --json | sed -n 's/^    "\([a-z]*\)": {$/\1/p'); do
    expect 0 "$verb" --help
    says 'example'
    says "gudgeon $verb"
    says '--json'
    says '--quiet'
done

# --- a file of another verb: one line that says which verb is meant
e=$root/examples
other()
{
    local verb=$1 file=$2 message=$3
    expect 2 "$verb" "$file"
    complains "$message"
    silent_out
    (($(wc -l <"$work/err") == 1)) || fail "gudgeon $verb $file says more than one line: $(cat "$work/err")"
}
other run "$e/bearing/mixed.yaml" "mixed.yaml:4:1: this file describes a bearing; use: gudgeon bearing $e/bearing/mixed.yaml"
other check "$e/contact/liu-2013.yaml" "liu-2013.yaml:7:1: this file describes a dry contact; use: gudgeon contact "
other run "$e/rough/models.yaml" "this file describes rough surfaces; use: gudgeon rough "
other run "$e/gap/crowned-journal.yaml" "this file describes a gap between surfaces; use: gudgeon gap "
other run "$e/crank-slider/campaign.yaml" "this file describes a study; use: gudgeon sweep "
other sweep "$e/pendulum/pendulum.yaml" "this file describes a mechanism; use: gudgeon run "
other summary "$e/pendulum/pendulum.yaml" "this file describes a mechanism; use: gudgeon run "
for verb in bearing contact rough gap; do
    other "$verb" "$e/engine/engine.yaml" "this file describes a mechanism; use: gudgeon run "
done
# a model with a mistake is still a model
printf "gudgeon: 1\nspace: planar\nbodies: {a: {mass: 1}}\nrough: {}\n" >"$work/model.yaml"
expect 2 check "$work/model.yaml" && complains "unknown section 'rough'"

# --- slips
expect 2 lsit && complains "did you mean 'list'?" && silent_out
expect 2 xyzzy && complains "unknown command 'xyzzy'" && silent_out
expect 2 '' && complains "unknown command ''"
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
expect 2 --json list && complains 'gudgeon COMMAND --json'

# --- libraries: what files may name, with numbers and units
expect 0 list && says 'materials' && says 'oils'
expect 0 list materials && says 'young [GPa]' && says 'steel-52100' && says 'about 25 HB' && silent_err
expect 0 list oils && says 'kinematic_40 [mm2/s]' && says 'ISO VG 46' && says 'SAE 20W-50'
expect 0 list materials babbitt && says 'SnSb8Cu4'
if grep -q 'PEEK' "$work/out"; then fail 'one material shows the others'; fi
expect 0 list 'ISO VG 46' --json
is_true 'd["libraries"]["oils"]["entries"]["ISO VG 46"] == {"kinematic_40": 46e-6, "kinematic_100": 6.8e-6, "density": 872}'
is_true 'd["libraries"]["oils"]["fields"]["density"]["unit"] == "kg/m3"'
expect 2 list materials babit && complains "did you mean 'babbitt'?"
expect 2 list material && complains "did you mean 'materials'?"
expect 0 list --schema
is_true '"PEEK" in json.dumps(d)'

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

# --- on narrow terminals no line but a command is longer, and what has no room beside a row stands below it
python3 - "$gudgeon" <<'PYTHON' || fail 'lines are longer than the terminal'
import fcntl, os, re, struct, subprocess, sys, termios

for words in (["list", "film"], ["list", "oil"], ["list", "materials"], ["list", "surfaces"], ["list"], ["help", "bearing"], ["help"]):
    width = 70 if words[0] == "help" else 80
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    child = subprocess.Popen([sys.argv[1], *words], stdout=slave, stderr=slave)
    os.close(slave)
    text = b""
    try:
        while chunk := os.read(master, 65536):
            text += chunk
    except OSError: # the other end is closed
        pass
    child.wait()
    lines = re.sub(r"\033\[[0-9]*m", "", text.decode()).replace("\r", "").split("\n")
    wide = [line for line in lines if len(line) > width and "  gudgeon " not in line]
    if wide or len(lines) < 5:
        sys.exit(f"gudgeon {' '.join(words)}: {wide[:1]}")
PYTHON

# --- the manual's chapter is the one that this build prints
expect 0 list --markdown-commands
diff "$root/docs/manual/commands.md" "$work/out" >"$work/diff" ||
    fail "docs/manual/commands.md is old; renew it with: gudgeon list --markdown-commands"

finish
