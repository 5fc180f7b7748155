"""Pages: one HTML file per paper that needs no other file, and the list of papers."""

import base64
import html
import os
from dataclasses import dataclass
from pathlib import Path

from jobs import ROOT
from printed import DIFFERS, MET, NOT_REPRODUCIBLE, UNEXPLAINED, VERDICTS, off

MEANS = {
    MET: "within the tolerance, in the first column of ours",
    DIFFERS: "outside of it, for a reason that is stated and shown elsewhere",
    NOT_REPRODUCIBLE: "the data printed do not determine this number",
    UNEXPLAINED: "outside of the tolerance without a reason: a mistake of ours until shown otherwise",
}
TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf"}

STYLE = """
html { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { max-width: 72em; margin: 0 auto; padding: 1.5em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.2em; margin-top: 2.2em; border-top: 1px solid #ccc; padding-top: .8em; }
a { color: #0060a0; } nav { font-size: .9em; columns: 11em; } nav a { display: block; }
figure { margin: 1em 0; } figure img { width: 100%; height: auto; } figcaption, .small { font-size: .85em; color: #555; }
table { border-collapse: collapse; font-size: .85em; margin: 1em 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15em .7em; border-bottom: 1px solid #e2e2e2; vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; }
.v { border-radius: .6em; padding: 0 .5em; white-space: nowrap; }
.met { background: #d8f0de; } .differs { background: #fdeec4; } .not-reproducible { background: #e4e4ef; }
.unexplained { background: #f8c8c8; font-weight: bold; }
@media print {
    html { font-size: 10px; } body { padding: 0; max-width: none; } h2, h2 + p { break-after: avoid; } nav { display: none; }
    figure, tr { break-inside: avoid; } .v { border: 1px solid #999; }
    figure img { max-height: 21cm; object-fit: contain; object-position: left; }
    details::details-content { display: block; content-visibility: visible; } /* all pictures are printed */
}
"""

OPEN_FOR_PRINT = "addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => d.open = true))"


@dataclass
class Judged:
    """A number of the paper beside ours"""

    number: object
    values: dict  # variant: ours
    verdict: str
    reason: object
    note: str = ""  # how ours is computed


@dataclass
class Section:
    item: object
    figures: list  # (caption, path)
    judged: list

    def count(self, kind):
        return sum(j.verdict == kind for j in self.judged)

    def count_other(self):
        """Numbers that differ with the first set of data and are met by another one"""
        return sum(bool(j.reason and j.reason.variant) for j in self.judged)


def text(value):
    return html.escape(str(value))


def shown(value):
    """A number with as many digits as matter, a pair as a range, a word as it is"""
    if value is None:
        return "-"
    if isinstance(value, (list, tuple)):
        return " to ".join(shown(x) for x in value)
    if isinstance(value, (int, float)):
        return f"{value:.4g}"
    return text(value)


SIGNS = {"about": "about ", "above": "above ", "below": "below ", "just above": "just above ", "almost": "almost "}


def printed_number(number):
    sign = SIGNS.get(number.relation, "")
    if isinstance(number.paper, (int, float)) and number.paper < 0:
        sign = sign.replace("above", "beyond")  # away from zero
    return sign + shown(number.paper)


def held_to(number):
    if number.relation in ("equals", "about"):
        return f"{100 * number.within:.3g} %"
    if number.relation == "at most":
        return f"{number.within:.3g}"
    return ""


def badge(judged):
    words = text(judged.verdict)
    if judged.reason:
        words = f'<a href="#reason-{judged.reason.name}">{words}</a>'
    return f'<span class="v {judged.verdict.replace(" ", "-")}">{words}</span>'


def row(judged, variants):
    n = judged.number
    note = f'<br><span class="small">{text(judged.note)}</span>' if judged.note else ""
    cells = [text(n.at), text(n.says) + note, printed_number(n)]
    for name in variants:
        value = judged.values.get(name)
        difference = off(n, value)
        cells += ["" if name not in judged.values else shown(value), "" if difference is None else f"{100 * difference:+.1f} %"]
    cells += [text(n.unit), held_to(n), badge(judged)]
    kinds = ["", "", "n"] + ["n", "n"] * len(variants) + ["", "n", ""]
    return "<tr>" + "".join(f'<td class="{k}">{c}</td>' if k else f"<td>{c}</td>" for k, c in zip(kinds, cells)) + "</tr>"


def numbers_table(paper, section):
    if not section.judged:
        return ""
    used = [name for name in paper.variants if any(name in judged.values for judged in section.judged)]
    head = ["at", "quantity", paper.column]
    for name in used:
        head += [f"ours, {paper.variants[name]}".removesuffix(", ours"), "difference"]
    head += ["unit", "within", "verdict"]
    cells = "".join(f"<th>{text(h)}</th>" for h in head)
    rows = "\n".join(row(judged, used) for judged in section.judged)
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'


def image(path):
    data = base64.b64encode(Path(path).read_bytes()).decode()
    return f"data:{TYPES[Path(path).suffix]};base64,{data}"


def figures(section):
    parts = []
    for i, (caption, path) in enumerate(section.figures):
        part = (f'<figure><img src="{image(path)}" alt="{text(section.item.id)}: {text(caption)}">'
                f"<figcaption>Ours. {text(caption)}</figcaption></figure>")
        parts.append(part if i == 0 or section.item.open else f"<details><summary>{text(caption)}</summary>{part}</details>")
    return "\n".join(parts)


def heading(item):
    page = f" (page {item.page})" if item.page else ""
    return f'<h2 id="{item.anchor}">{text(item.id.capitalize())}{page}</h2>\n<p>{text(item.shows)}</p>'


def section_html(paper, section):
    remark = f'<p class="small">{text(section.item.remark)}</p>' if section.item.remark else ""
    return "\n".join((heading(section.item), figures(section), remark, numbers_table(paper, section)))


def link(target, page):
    """A link from a page to a file of the repository, or to the web"""
    if target.startswith("http"):
        return target
    path, _, anchor = target.partition("#")
    relative = os.path.relpath(ROOT / path, Path(page).resolve().parent)
    return relative + ("#" + anchor if anchor else "")


def reasons_html(paper, sections, page):
    used = {j.reason.name: 0 for s in sections for j in s.judged if j.reason}
    for s in sections:
        for j in s.judged:
            if j.reason:
                used[j.reason.name] += 1
    if not used:
        return ""
    parts = ['<h2 id="reasons">Why numbers differ</h2>']
    for name, count in used.items():
        reason = paper.reasons[name]
        parts.append(f'<p id="reason-{name}"><b>{text(name)}</b> ({count} numbers, {text(reason.kind)}). {text(reason.text)} '
                     f'<a href="{text(link(reason.evidence, page))}">Evidence</a></p>')
    return "\n".join(parts)


def counts_html(sections):
    total = {kind: sum(s.count(kind) for s in sections) for kind in VERDICTS}
    rows = "".join(f'<tr><td><span class="v {k.replace(" ", "-")}">{k}</span></td><td class="n">{total[k]}</td>'
                   f"<td>{MEANS[k]}</td></tr>" for k in VERDICTS)
    return f"<table>{rows}</table>"


def document(title, body):
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{text(title)}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style><script>{OPEN_FOR_PRINT}</script></head><body>\n{body}\n</body></html>\n')


def write_paper(paper, sections, page, version):
    links = "".join(f'<a href="#{s.item.anchor}">{text(s.item.id)}</a>' for s in sections)
    body = "\n".join((
        '<p class="small"><a href="index.html">All papers</a></p>',
        f"<h1>{text(paper.title)}</h1>", f"<p>{text(paper.reference)}</p>", f"<p>{text(paper.intro)}</p>",
        counts_html(sections), f"<nav>{links}</nav>", *(section_html(paper, s) for s in sections),
        reasons_html(paper, sections, page), f'<p class="small">Made by {text(version)}.</p>'))
    Path(page).write_text(document(paper.title, body), encoding="utf-8")


def closing_rows(results):
    """Paper, items made, and how many numbers came to each verdict; the last row sums"""
    rows = []
    for paper, sections in results:
        rows.append([paper.title, sum(bool(s.figures) or bool(s.judged) for s in sections),
                     sum(len(s.figures) for s in sections), *(sum(s.count(k) for s in sections) for k in VERDICTS), sum(s.count_other() for s in sections)])
    rows.append(["together", *(sum(column) for column in list(zip(*rows))[1:])])
    return rows


CLOSING = ("paper", "figures and tables", "pictures", *VERDICTS, "differ, met by other data")


def write_index(results, page, version):
    rows = closing_rows(results)
    head = "".join(f"<th>{text(h)}</th>" for h in CLOSING)
    names = [f'<a href="{paper.name}.html">{text(paper.title)}</a>' for paper, _ in results] + ["together"]
    cells = "\n".join("<tr><td>" + name + "</td>" + "".join(f'<td class="n">{c}</td>' for c in r[1:]) + "</tr>"
                      for name, r in zip(names, rows))
    body = (f"<h1>The papers, beside what Gudgeon computes</h1><p>Each page has the figures and tables of a paper, drawn from our own runs, "
            f"and every number that the paper prints beside ours. A verdict is computed from the two.</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>"
            + "<dl>" + "".join(f"<dt><b>{k}</b></dt><dd>{MEANS[k]}</dd>" for k in VERDICTS)
            + f'</dl><p class="small">Made by {text(version)}.</p>')
    Path(page).write_text(document("The papers", body), encoding="utf-8")


def closing_table(results):
    rows = [list(map(str, r)) for r in (CLOSING, *closing_rows(results))]
    widths = [max(len(r[i]) for r in rows) for i in range(len(CLOSING))]
    return "\n".join("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths))) for r in rows)
