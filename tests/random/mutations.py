#!/usr/bin/env python3
"""Random mistakes in the example files, each drawn from a number.

    mutations.py 1..10000     mutations.py 17 --show

GUDGEON is the command under test. Every number picks an example, or a table of one, and one to three mistakes: a value that is
none, a key with a typing error, a line that is lost, moved or cut, bytes that do not belong there. The command has to accept the file
(what is left may well be a model) or to refuse it in time: exit code 2 with the file, line and column of the mistake. If a single
value was changed, a message has to name its key or its line. A program that crashes, or takes longer than a minute of processor time, is a finding.
"""

import argparse, os, random, re, resource, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CPU_SECONDS = 60
BAD_VALUES = ["nan", ".nan", "inf", "-.inf", "1e999", "1e308", "-1e308", "1e-320", "-1", "0", "", "~", "null", "[]", "{}", "[[]]",
              "[1, 2, 3, 4, 5, 6, 7]", "{a: 1}", "'", "\"", "*x", "&x", "!!int 3", "yes", "1 parsec/fortnight", "1 m2", "3 kg",
              "= 1/0", "= sqrt(-1)", "= nothing", "= (((((1)))))", "input", "input nothing", "x" * 3000, "\u00b5\u221e", "1,5", "0x10",
              "1e5000 mm", "99999999999999999999", "-0", "1.2.3", "true", "ground", "../../../etc/passwd", "/dev/zero", "- 1", "|", ">", "%"]
BAD_BYTES = ["\t", "\0", "\x7f", "\xff", ":", "- ", "{", "}", "[", "]", "#", "'", "\"", "\n", "\r\n", "? ", "--- ", "...\n", "&a ", "*a", "<<: *a"]
BAD_CELLS = ["nan", "inf", "1e999", "", "x", "-", "1;2", "\"", "1e308", "0x1p3", "\xff", "1 2"]


OTHERS = ["elements"]  # beams may have any number, but then a frame has no node

# ---- verbs: by what a file describes

def verb_of(path):
    """check, or the verb that it proposes"""
    done = subprocess.run([os.environ["GUDGEON"], "check", path], capture_output=True, text=True)
    m = re.search(r"use: gudgeon (\w+)", done.stderr)
    return m.group(1) if m else "check"


# how a file is only read, or read and computed in no time
WORDS = {"check": [], "sweep": ["-o", os.path.join(ROOT, "README.md", "none")], "bearing": ["--set", "bearing.grid=[16, 2]"], "contact": ["--set", "depth.points=3"], "gap": ["--set", "gap.cells=[4, 4]"],
         "rough": ["--set", "separation.points=3"]}


def pieces(text):
    """positions of values: (start, end, (key, line))"""
    found = []
    for m in re.finditer(r"([A-Za-z_][\w.-]*):[ \t]+([^\s{}\[\],#][^{}\[\],#\n]*)", text):
        found.append((m.start(2), m.start(2) + len(m.group(2).rstrip()), (m.group(1), text.count("\n", 0, m.start()) + 1)))
    return found


# ---- mistakes: text -> text, and the key that a message has to name, if any

def change_value(r, text):
    places = pieces(text)
    if not places:
        return text, None
    start, end, key = r.choice(places)
    return text[:start] + r.choice(BAD_VALUES) + text[end:], key


def misspell(r, text):
    keys = list(re.finditer(r"([A-Za-z_][\w-]*):", text))
    if not keys:
        return text, None
    m = r.choice(keys)
    word = list(m.group(1))
    i = r.randrange(len(word))
    word[i] = r.choice(["", word[i] * 2, "x", word[i].upper()])
    return text[:m.start(1)] + "".join(word) + text[m.end(1):], None


def lose_line(r, text):
    lines = text.split("\n")
    del lines[r.randrange(len(lines))]
    return "\n".join(lines), None


def repeat_line(r, text):
    lines = text.split("\n")
    i = r.randrange(len(lines))
    lines.insert(r.randrange(len(lines)), lines[i])
    return "\n".join(lines), None


def shift_line(r, text):
    lines = text.split("\n")
    i = r.randrange(len(lines))
    lines[i] = lines[i].lstrip() if r.random() < 0.5 else " " * r.randrange(1, 5) + lines[i]
    return "\n".join(lines), None


def cut(r, text):
    return text[:r.randrange(len(text))], None


def insert(r, text):
    i = r.randrange(len(text))
    return text[:i] + r.choice(BAD_BYTES) * r.choice([1, 1, 1, 50]) + text[i:], None


def swap_values(r, text):
    places = pieces(text)
    if len(places) < 2:
        return text, None
    (a, b, _), (c, d, _) = sorted(r.sample(places, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:], None


MISTAKES = [change_value] * 6 + [misspell, misspell, lose_line, repeat_line, shift_line, cut, insert, insert, swap_values]


def mistake_in_table(r, text):
    m = r.choice(list(re.finditer(r"[^,;\t\n]+", text)))
    choice = r.random()
    if choice < 0.7:
        return text[:m.start()] + r.choice(BAD_CELLS) + text[m.end():]
    if choice < 0.85:
        return lose_line(r, text)[0]
    return insert(r, text)[0]


# ---- one try

class Examples:
    """a copy of the examples in which files may be changed"""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "examples")
        shutil.copytree(os.path.join(ROOT, "examples"), self.folder)
        self.files = self.named(".yaml")
        self.tables = self.named(".csv")
        self.verbs = {}

    def named(self, end):
        """all but those that need a program"""
        found = ((at, f) for at, _, names in os.walk(self.folder) for f in names)
        return sorted(os.path.join(at, f) for at, f in found if f.endswith(end) and os.path.basename(at) != "library")

    def verb(self, path):
        if path not in self.verbs:
            self.verbs[path] = verb_of(path)
        return self.verbs[path]

    def read(self, path):
        with open(path, encoding="latin-1") as file:
            return file.read()


def write(path, text):
    with open(path, "w", encoding="latin-1", errors="replace", newline="") as file:
        file.write(text)


def draw(examples, seed):
    """(file that is read, its text, other file that is changed, its text, key)"""
    r = random.Random(f"mistake {seed}")
    if r.random() < 0.1:
        table = r.choice(examples.tables)
        users = [f for f in examples.files if os.path.basename(table) in examples.read(f) and os.path.dirname(f) == os.path.dirname(table)]
        if users:
            return r.choice(users), None, table, mistake_in_table(r, examples.read(table)), None
    path = r.choice(examples.files)
    text, key, n = examples.read(path), None, r.choice([1, 1, 1, 2, 3])
    for _ in range(n):
        text, key = r.choice(MISTAKES)(r, text or "x: y")
    return path, text, None, None, key if n == 1 else None


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge(code, err, path, key):
    """None, or what is wrong with the answer"""
    if code < 0 or code > 2:
        return f"exit code {code}"
    if code == 0:
        return None
    if not err.strip():
        return "refused without a word"
    if code == 1:
        return None  # the file is read, and what it describes has no solution
    lines = [l for l in err.split("\n") if l and not l.startswith(" ")]
    placed = re.compile(r"^[^\s:]+:\d+:\d+: |^--set |^gudgeon \w+: ")
    if not all(placed.match(l) for l in lines[:1]):
        return "no position"
    if re.search("not valid YAML|YAML tags|has no anchor|not UTF-8", err) or not key:
        return None
    word, line = key[0].split(".")[-1], key[1]
    if word not in err and f":{line}:" not in err and word not in OTHERS:
        return f"neither the key '{word}' nor line {line} is named"
    return None


def attempt(examples, seed):
    path, text, table, table_text, key = draw(examples, seed)
    folder = os.path.dirname(path)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as mutant:
        shutil.copytree(folder, mutant, dirs_exist_ok=True)
        target = os.path.join(mutant, os.path.basename(path))
        if text is not None:
            write(target, text)
        if table:
            write(os.path.join(mutant, os.path.basename(table)), table_text)
        verb = examples.verb(path)
        command = [os.environ["GUDGEON"], verb, target, "--quiet", *WORDS[verb]]
        done = subprocess.run(command, capture_output=True, preexec_fn=limit, cwd=mutant, stdin=subprocess.DEVNULL)
    err = done.stderr.decode("utf-8", "replace")
    return done.returncode, judge(done.returncode, err, path, key), err, verb, os.path.relpath(path, examples.folder), text or table_text


def numbers(text):
    low, _, high = text.partition("..")
    return range(int(low), int(high or low) + 1)


def main():
    arguments = argparse.ArgumentParser(description="random mistakes; see the head of this file")
    arguments.add_argument("seeds", type=numbers)
    arguments.add_argument("--show", action="store_true", help="print the changed file and the answer")
    arguments.add_argument("-j", type=int, default=1)
    a = arguments.parse_args()
    count, bad = {}, 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(a.j) as pool:
        examples = Examples(folder)
        for seed, (code, wrong, err, verb, name, text) in zip(a.seeds, pool.map(lambda s: attempt(examples, s), a.seeds)):
            count[code] = count.get(code, 0) + 1
            if a.show:
                print(text, f"---- {verb} {name}: exit code {code}", err, sep="\n")
            if wrong:
                bad += 1
                print(f"{seed}: BAD: {verb} {name}: {wrong}: {err[:300]!r}", flush=True)
    print(", ".join(f"{n} with exit code {code}" for code, n in sorted(count.items())) + f"; {bad} bad")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
