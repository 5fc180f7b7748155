"""Runs the code of a notebook, cell after cell, in its own folder. usage: notebook.py FILE.ipynb"""
import json
import os
import sys

with open(sys.argv[1]) as file:
    cells = json.load(file)["cells"]
os.chdir(os.path.dirname(os.path.abspath(sys.argv[1])))
names = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    if cell["cell_type"] == "code":
        source = "".join(cell["source"])
        exec(compile(source, f"{sys.argv[1]}, cell {number}", "exec"), names)
