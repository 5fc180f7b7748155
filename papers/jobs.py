"""Runs of the command, each once: a job that has been done by this build with these inputs is kept.

A job writes into its folder. Its stamp is a hash of the command itself, of the arguments and of all input files, so a
changed model or build runs it again; a run that was killed is resumed.
"""

import concurrent.futures
import csv
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from array import array
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Job:
    name: str
    arguments: list  # of the command; {out} is the job's folder
    inputs: list  # files or folders that the arguments refer to
    channels: list = field(default_factory=list)  # of a run: what is exported to channels.csv
    cost: float = 1.0  # seconds, roughly: long ones go first
    may_fail: bool = False  # a failed run is an answer, too: {"failed": message}


def run(name, model, settings=(), channels=("*",), cost=1.0):
    """A job that simulates a model, with settings PATH=VALUE"""
    sets = [word for setting in settings for word in ("--set", setting)]
    return Job(name, ["run", str(ROOT / model), "-o", "{out}", "--no-figures", "--quiet", "--json", *sets],
               [ROOT / Path(model).parent], list(channels), cost)


def component(name, verb, file, inputs=(), cost=0.1):
    """A job about one component alone: what it computes is in the job's answer"""
    return Job(name, [verb, str(ROOT / file), "--json"], [ROOT / file, *inputs], cost=cost)


class JobFailed(Exception):
    pass


def file_hash(path, hashes={}):
    key = (path, path.stat().st_mtime_ns)
    if key not in hashes:
        hashes[key] = hashlib.sha256(path.read_bytes()).hexdigest()
    return hashes[key]


class Jobs:
    def __init__(self, gudgeon, out, workers, quiet=False):
        self.gudgeon, self.out, self.workers, self.quiet = Path(gudgeon), Path(out), workers, quiet
        self.done = 0
        self.lock = threading.Lock()
        self.tables = {}

    def folder(self, job):
        return self.out / job.name

    def stamp(self, job):
        text = [file_hash(self.gudgeon), *job.arguments]
        for path in job.inputs:
            files = sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
            text += [f"{p.name} {file_hash(p)}" for p in files if p.suffix in (".yaml", ".csv", ".txt")]
        return hashlib.sha256("\n".join(text).encode()).hexdigest()

    def do(self, job):
        """Runs the job and exports its channels, unless that has been done"""
        folder, stamp, start = self.folder(job), self.stamp(job), time.monotonic()
        channels = stamp + " ".join(job.channels)
        ran = self.once(folder / "done", stamp, lambda: self.run(job, stamp))
        if job.channels and "failed" not in self.answer(job):
            ran |= self.once(folder / "exported", channels, lambda: self.call(
                job, ["export", "{out}", *job.channels, "--csv", "{out}/channels.csv", "--quiet"]))
        with self.lock:
            self.done += ran
            if ran and not self.quiet:
                print(f"  {job.name:<44} {time.monotonic() - start:6.1f} s", file=sys.stderr)

    def once(self, mark, stamp, action):
        """Does what the mark does not witness yet; says whether it had to"""
        if mark.exists() and mark.read_text() == stamp:
            return False
        action()
        mark.write_text(stamp)
        return True

    def run(self, job, stamp):
        folder = self.folder(job)
        begun = folder / "begun"
        resume = begun.exists() and begun.read_text() == stamp and (folder / "checkpoint").exists()
        if not resume:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            begun.write_text(stamp)
        self.call(job, [*job.arguments, *(["--resume"] if resume else [])], folder / "answer.json")

    def call(self, job, arguments, answer=None):
        folder = self.folder(job)
        words = [str(self.gudgeon), *(word.replace("{out}", str(folder)) for word in arguments)]
        result = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        if result.returncode == 1 and job.may_fail:
            answer.write_text(json.dumps({"failed": result.stderr}))
            return
        if result.returncode:
            raise JobFailed(f"{job.name}: {result.stderr.strip() or 'ended with ' + str(result.returncode)}")
        if answer:
            answer.write_text(result.stdout)

    def do_all(self, jobs):
        """All jobs, the longest first, on all workers. Jobs that fail are named together."""
        failed = []
        with concurrent.futures.ThreadPoolExecutor(self.workers) as pool:
            futures = [pool.submit(self.do, job) for job in sorted(jobs, key=lambda job: -job.cost)]
            for future in futures:
                try:
                    future.result()
                except JobFailed as error:
                    failed.append(str(error))
        if failed:
            raise JobFailed("\n".join(failed))

    def answer(self, job):
        """What the command printed, as JSON"""
        return json.loads((self.folder(job) / "answer.json").read_text())

    def csv(self, job):
        return self.folder(job) / "channels.csv"

    def channel(self, job, name):
        """The values of a recorded channel"""
        if job.name not in self.tables:
            self.tables[job.name] = read_columns(self.csv(job))
        columns = self.tables[job.name]
        if name not in columns:
            raise KeyError(f"{job.name} has no channel {name}")
        return columns[name]


def model_number(folder, files, name, key):
    """A number of model files, without its unit: the first `key` after `name`; `key:2` is the second number of a list"""
    key, _, place = key.partition(":")
    text = "\n".join((ROOT / folder / file).read_text() for file in files)
    text = text[re.search(rf"\b{re.escape(name)}:", text).end():]
    line = re.search(rf"\b{re.escape(key)}: *\[?(-?[\d.].*)", text).group(1)
    return float(re.findall(r"(?<![\w.])-?[\d.]+(?:e-?\d+)?", line)[int(place or 1) - 1])


def read_columns(path):
    """Columns of a CSV file by their names without units"""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = [name.split(" [")[0] for name in next(rows)]
        columns = [array("d") for _ in names]
        for row in rows:
            for column, value in zip(columns, row):
                column.append(float(value) if value else math.nan)
    return dict(zip(names, columns))
