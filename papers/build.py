#!/usr/bin/env python3
"""Makes the figures and tables of the papers again and puts every printed number beside ours.

    papers/build.py                                  everything, into out/papers; begin with index.html
    papers/build.py nascimento-2024                  one paper
    papers/build.py nascimento-2024 'figure 24'      one figure or table alone
    papers/build.py --check                          only look over the data files
    papers/build.py --list                           what there is

Ends with 0 if no number differs without a stated reason, with 1 if one does or something failed, with 2 for a mistake in
the arguments or in a data file. What has been computed is kept and used again; see papers/README.md.
"""

import argparse
import concurrent.futures
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import draw
import page
import printed
from jobs import ROOT, JobFailed, Jobs

HERE = Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paper", nargs="?", help="one paper; all when absent")
    parser.add_argument("item", nargs="*", help="figures and tables of the paper; all when absent")
    parser.add_argument("-o", "--output", default=ROOT / "out" / "papers", type=Path)
    parser.add_argument("--gudgeon", default=os.environ.get("GUDGEON", ROOT / "build" / "release" / "gudgeon"), type=Path)
    parser.add_argument("--format", default="png", choices=draw.FORMATS, help="of the figures")
    parser.add_argument("-j", "--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("--data", default=HERE, type=Path, help="folder of the data files")
    parser.add_argument("--check", action="store_true", help="look over the data files and compute nothing")
    parser.add_argument("--list", action="store_true", help="list papers, figures and tables")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    return parser.parse_args()


def load_papers(folder, wanted):
    names = sorted(path.stem for path in folder.glob("*.toml"))
    if wanted and wanted not in names:
        raise printed.DataError(f"no paper '{wanted}'; there are {', '.join(names)}")
    return [printed.load(folder / f"{name}.toml") for name in names if wanted in (None, name)]


def module_of(paper):
    return importlib.import_module(paper.name.replace("-", "_"))


def check_links(paper):
    """Evidence must exist: the file, and the heading in it"""
    for reason in paper.reasons.values():
        path, _, anchor = reason.evidence.partition("#")
        if reason.evidence.startswith("http"):
            continue
        if not (ROOT / path).exists():
            raise printed.DataError(f"{paper.name}.toml: reason '{reason.name}': {path} does not exist")
        heads = re.findall(r"^#+ (.*)$", (ROOT / path).read_text(encoding="utf-8"), re.M)
        anchors = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
        if anchor and anchor not in anchors:
            raise printed.DataError(f"{paper.name}.toml: reason '{reason.name}': {path} has no heading #{anchor}")


def select_items(paper, wanted):
    known = {item.id: item for item in paper.items}
    for name in wanted:
        if name not in known:
            raise printed.DataError(f"{paper.name} has no '{name}'; it has {', '.join(known)}")
    return [item for item in paper.items if not wanted or item.id in wanted]


def judge(study, number):
    values = study.values(number.ours)
    kind, reason = printed.verdict(number, values)
    note = study.note(number.ours) if hasattr(study, "note") else ""
    return page.Judged(number, values, kind, reason, note)


def make_section(study, item, folder, form):
    figures = study.draw(item.id, folder / item.anchor, form) if item.draw else []
    return page.Section(item, figures, [judge(study, number) for number in item.numbers])


def make_paper(paper, items, args):
    runner = Jobs(args.gudgeon, args.output / paper.name / "runs", args.jobs, args.quiet)
    study = module_of(paper).Study(paper, runner)
    needed = {job.name: job for item in items for job in study.needs(item)}
    runner.do_all(needed.values())
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return list(pool.map(lambda item: make_section(study, item, args.output / paper.name, args.format), items))


def version(gudgeon):
    return subprocess.run([gudgeon, "version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def report_unexplained(results):
    for paper, sections in results:
        for section in sections:
            for judged in section.judged:
                if judged.verdict == printed.UNEXPLAINED:
                    ours = ", ".join(page.shown(value) for value in judged.values.values())
                    print(f"{paper.name}: {section.item.id}: {judged.number.says}: paper {page.shown(judged.number.paper)}, "
                          f"ours {ours} {judged.number.unit}: differs without a reason", file=sys.stderr)


def build(args, papers):
    args.output.mkdir(parents=True, exist_ok=True)
    made_by = version(args.gudgeon)
    results = []
    for paper in papers:
        if not args.quiet:
            print(paper.title, file=sys.stderr)
        sections = make_paper(paper, select_items(paper, args.item), args)
        results.append((paper, sections))
        if args.item:
            for section in sections:
                for caption, path in section.figures:
                    print(f"{path}: {caption}")
        else:
            page.write_paper(paper, sections, args.output / f"{paper.name}.html", made_by)
    if not args.paper:
        page.write_index(results, args.output / "index.html", made_by)
    print(page.closing_table(results))
    report_unexplained(results)
    return any(section.count(printed.UNEXPLAINED) for _, sections in results for section in sections)


def main():
    args = arguments()
    try:
        papers = load_papers(args.data, args.paper)
        for paper in papers:
            check_links(paper)
            module_of(paper).check(paper)
        if args.list:
            for paper in papers:
                print(paper.name, *(f"  {item.id:<12} {item.shows}" for item in paper.items), sep="\n")
            return 0
        if args.check:
            print(f"{len(papers)} papers, {sum(len(p.items) for p in papers)} figures and tables, "
                  f"{sum(len(i.numbers) for p in papers for i in p.items)} numbers")
            return 0
        return 1 if build(args, papers) else 0
    except printed.DataError as error:
        print(f"papers: {error}", file=sys.stderr)
        return 2
    except (JobFailed, draw.FigureFailed) as error:
        print(f"papers: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
