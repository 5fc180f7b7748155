"""Does what a page of the documentation tells its reader to do, in the folder where it is started.

    ```yaml     with "# NAME.yaml" as its first line: the reader writes it to that file; so with ```c and "// NAME.c",
                ```python and "# NAME.py"
    ```console  lines with "$ " are run; what stands below them is their output

In an output "..." stands for anything, alone on a line for any lines. Numbers may differ by 2 %, because compilers and
processors round differently; blanks do not count.
"""

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
        name = re.match(r"(?:#|//) (\S+\.(yaml|c|py))$", block[0])
        if name and {"py": "python"}.get(name[2], name[2]) == kind:
            with open(name[1], "w") as file:
                file.write(text)
        for command, wanted in commands(block) if kind == "console" else []:
            failures += run(os.path.basename(page), command, wanted)
            ran += 1
    if ran == 0:
        print(f"FAIL: {page}: nothing to run was found")
    return failures + (ran == 0)


sys.exit(walk(sys.argv[1]) > 0)
