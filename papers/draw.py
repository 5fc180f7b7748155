"""Figures by gnuplot. The script and its data are kept beside each figure, so that it can be changed by hand."""

import subprocess
from pathlib import Path

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
FORMATS = ("svg", "png", "pdf")


def terminal(form, width, height):
    if form == "png":
        return f"set terminal pngcairo enhanced size {int(1.6 * width)},{int(1.6 * height)} fontscale 1.3 linewidth 1.3 font 'Sans,10'"
    if form == "pdf":
        return f"set terminal pdfcairo enhanced size {width / 100}in,{height / 100}in font 'Helvetica,8'"
    return f"set terminal svg enhanced size {width},{height} font 'Helvetica,11' background rgb 'white'"


STYLE = """set encoding utf8
set datafile separator ','
set datafile missing NaN
set border 3 linecolor rgb '#888888'
set tics nomirror out scale 0.6
set grid linecolor rgb '#e4e4e4' linetype 1 linewidth 0.6
"""


class FigureFailed(Exception):
    pass


def figure(path, body, size=(1000, 620)):
    """Draws the gnuplot commands `body` into path (its suffix is the format) and returns path"""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    script = path.with_suffix(".gp")
    script.write_text(f"{terminal(path.suffix[1:], *size)}\nset output '{path.name}'\n{STYLE}{body}\n", encoding="utf-8")
    result = subprocess.run(["gnuplot", script.name], cwd=path.parent, capture_output=True, text=True)
    if result.returncode or "warning" in result.stderr.lower() or not path.exists():
        raise FigureFailed(f"{script}: {result.stderr.strip()}")
    return path


def line(csv, y, title="", colour=0, x='column("time [s]")', style="lines linewidth 1.2"):
    """One curve of a plot command: columns of a CSV file with a header"""
    name = f"title {quote(title)}" if title else "notitle"
    return f"{quote(csv)} using ({x}):({y}) with {style} linecolor rgb '{COLOURS[colour]}' {name}"


def panels(path, title, rows, layout, size=(1000, 620), setup="", legend=False):
    """A figure of several panels: (title, x label, y label, commands before the plot, curves); `legend`: one for all below them"""
    place = f"{margins(size)} " if legend else ""
    parts = [f"set datafile columnheaders\n{setup}" + ("\nunset key" if legend else ""), f"set multiplot layout {layout} {place}title {quote(title)}"]
    for heading, x, y, commands, lines in rows:
        parts.append(f"set title {quote(heading)}\nset xlabel {quote(x)}\nset ylabel {quote(y)}\n{commands}\nplot " + ", \\\n  ".join(lines))
    if legend:
        parts.append(common_legend([line for row in rows for line in row[4]], size))
    return figure(path, "\n".join(parts) + "\nunset multiplot\n", size)


def margins(size):
    """Room for labels around every panel and for a legend below them, in parts of the figure"""
    width, height = size
    return (f"margins {70 / width:.4f},{1 - 25 / width:.4f},{80 / height:.4f},{1 - 62 / height:.4f} "
            f"spacing {85 / width:.4f},{82 / height:.4f}")


def common_legend(lines, size):
    """A row at the lower edge that says what the curves are, each title once"""
    styles = {line.rsplit(" title ", 1)[1]: line.split(" with ", 1)[1] for line in lines if " title " in line}
    return ("set lmargin 0\nset rmargin 0\nset tmargin 0\nset bmargin 0\n"
            f"set origin 0,{4 / size[1]:.4f}\nset size 1,{26 / size[1]:.4f}\n"
            "unset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\nunset logscale\nset key center center horizontal samplen 2\n"
            "set xrange [0:1]\nset yrange [0:1]\nplot " + ", ".join(f"NaN with {style}" for style in styles.values()))


def quote(text):
    return "'" + str(text).replace("'", "''") + "'"


def plain(text):
    """A text whose letters gnuplot does not take for markup"""
    return str(text).replace("_", r"\_")
