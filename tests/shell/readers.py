"""Compares results.h5, read by h5py, with the CSV that `gudgeon export` wrote: readers.py RESULTS CSV."""
import csv
import sys

import h5py
import numpy as np

with open(sys.argv[2], newline="", encoding="utf-8") as file:
    head, *rows = list(csv.reader(file))
table = dict(zip((h.split(" [")[0] for h in head), np.array(rows, float).T))
units = {h.split(" [")[0]: h.split(" [")[1].rstrip("]") for h in head}

with h5py.File(sys.argv[1], "r") as results:
    compared = 0
    paths = list(results["channels"].asstr("utf-8"))
    listed = dict(zip(paths, results["units"].asstr("utf-8")))
    for path in paths:
        if path not in results:  # a map
            data = results["fields"][path]["data"]
            assert data.shape[0] == results["fields"][path]["time"].shape[0] > 1, path
            assert data.attrs["unit"].decode() == listed[path], path
            continue
        values = results[path][()]
        names = [n.decode() for n in results[path].attrs.get("components", [])]
        columns = {f"{path}.{n}": values[:, i] for i, n in enumerate(names)} or {path: values}
        assert results[path].attrs["unit"].decode() == listed[path], path
        for name, column in columns.items():
            assert units[name] == listed[path], (name, units[name], listed[path])
            assert np.array_equal(column, table[name]), name
            compared += 1
    assert compared == len(head) > 30, (compared, len(head))
    pressure = results["fields/joints/pin/pressure"]
    assert pressure["data"].ndim == 3 and pressure["data"][0].size >= 64, pressure["data"].shape
    largest = results["joints/pin/film_pressure_max"][results["time"][()] == pressure["time"][-1]]
    assert np.allclose(pressure["data"][-1].max(), largest, rtol=1e-9), largest
    assert results.attrs["title"].decode() == "Größe in µm"
    assert results["model/text"].asstr("utf-8")[()].startswith("gudgeon: 1")
    assert results["settings/tolerance"][()] == 1e-3 and results["counters/steps"][()] > 0
