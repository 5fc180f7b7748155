#!/usr/bin/env bash
# What README.md, tutorials and manual print is what happens, and their generated chapter is that of this build.
#
#   ```yaml     with "# NAME.yaml" as its first line: the reader writes it to that file
#   ```console  lines with "$ " are run in a folder that has `examples` in it; what stands below them is their output
#
# In an output "..." stands for anything, alone on a line for any lines. Numbers may differ by 2 %, because compilers
# and processors round differently; blanks do not count.
set -euo pipefail
gudgeon=$(realpath "${GUDGEON:?GUDGEON must be the command under test}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/walk.py" <<'PYTHON'
import os, re, subprocess, sys

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def near(a, b):
    return abs(a - b) <= 0.02 * max(abs(a), abs(b))


def same_words(wanted, got):
    words, others = NUMBER.split(wanted), NUMBER.split(got)
    if ["".join(w.split()) for w in words] != ["".join(w.split()) for w in others]:
        return False
    return all(near(float(a), float(b)) for a, b in zip(NUMBER.findall(wanted), NUMBER.findall(got)))


def same_line(wanted, got):
    wanted, got = wanted.strip(), got.strip()
    if wanted.endswith("...") and wanted != "...":
        words = wanted[:-3].split()
        return same_words(" ".join(words), " ".join(got.split()[: len(words)]))
    return same_words(wanted, got)


def same(wanted, got):
    if not wanted:
        return not got
    if wanted[0].strip() == "...":
        return any(same(wanted[1:], got[k:]) for k in range(len(got) + 1))
    return bool(got) and same_line(wanted[0], got[0]) and same(wanted[1:], got[1:])


def commands(block):
    """(command, lines of its output) of a console block"""
    found = []
    for line in block:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0] + "\n" + line, [])
        else:
            found[-1][1].append(line)
    return found


def strip(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def run(place, command, wanted):
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    got, wanted = strip(done.stdout.split("\n")), strip(wanted)
    refused = any(re.match(r"(gudgeon [a-z]+: |\S+:\d+:\d+: |--set )", line) for line in wanted)
    if same(wanted, got) and (done.returncode == 0 or refused):
        return 0
    print(f"FAIL: {place}: {command}\n  exit code {done.returncode}; expected:")
    print("\n".join("    " + line for line in wanted) + "\n  got:")
    print("\n".join("    " + line for line in got))
    return 1


def walk(page):
    failures = ran = 0
    for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", open(page).read(), re.M | re.S):
        block = text.rstrip("\n").split("\n")
        name = re.match(r"# (\S+\.yaml)$", block[0])
        if kind == "yaml" and name:
            with open(name[1], "w") as file:
                file.write(text)
        for command, wanted in commands(block) if kind == "console" else []:
            failures += run(os.path.basename(page), command, wanted)
            ran += 1
    if ran == 0:
        print(f"FAIL: {page}: nothing to run was found")
    return failures + (ran == 0)


sys.exit(walk(sys.argv[1]) > 0)
PYTHON

failures=0
mkdir "$work/bin"
ln -s "$gudgeon" "$work/bin/gudgeon"
export PATH=$work/bin:$PATH
for page in $(grep -l '^```console' "$root"/*.md "$root"/docs/*/*.md "$root"/examples/*/README.md); do
    place=$work/$(echo "${page#"$root/"}" | tr / -)
    mkdir "$place"
    ln -s "$root/examples" "$place/examples"
    (cd "$place" && python3 "$work/walk.py" "$page") || failures=$((failures + 1))
done

# the targets that the README names are there
for target in $(grep -o '`make [a-z]*' "$root/README.md" | cut -d' ' -f2 | sort -u); do
    grep -q "^$target:" "$root/Makefile" || { echo "FAIL: README.md: there is no 'make $target'"; failures=$((failures + 1)); }
done

# links between the pages lead somewhere
while IFS=: read -r page link; do
    target=$(dirname "$page")/${link%%#*}
    [ -e "$target" ] || { echo "FAIL: ${page#"$root/"}: $link leads nowhere"; failures=$((failures + 1)); }
done < <(cd "$root" && grep -oHE '\]\([^):\\ ]+\)|src="[^":]+"' "$root"/*.md "$root"/docs/*/*.md "$root"/examples/*/*.md |
    sed -E 's/:(\]\(|src=")/:/; s/[)"]$//' | grep -v ':#')

# the chapter about parameters is the one that this build prints
"$gudgeon" list --markdown | cmp -s - "$root/docs/manual/parameters.md" || {
    echo "FAIL: docs/manual/parameters.md is old; renew it with: gudgeon list --markdown"
    failures=$((failures + 1))
}

[ "$failures" = 0 ] || exit 1
echo "readme.sh: all well"
