// Runs beside each other: a table of results, what was changed in each, and a figure over a parameter.
import * as api from "./api";
import { h } from "./dom";
import { download, svg } from "./download";
import { series as palette } from "./colours";
import { digits, quantity, scaleFor, words } from "./units";

export interface Row { path: string; summary: api.Summary | null; set: Map<string, string> }

const shown = ["film_min", "film_pressure_max", "asperity_pressure_max", "loss_mean"];

function worst(row: Row, key: string): api.Extreme | undefined {
    const all = (row.summary?.bearings ?? []).map((b) => b[key]).filter((e) => e && e.value != null);
    return all.sort((a, b) => (key === "film_min" ? a.value - b.value : b.value - a.value))[0];
}

export function runTable(rows: Row[]): HTMLElement {
    const axes = [...new Set(rows.flatMap((r) => [...r.set.keys()]))];
    const head = h("tr", {}, ...["run", ...axes, ...shown.map(words)].map((text) => h("th", { scope: "col" }, text)));
    const body = rows.map((r) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#result=${encodeURIComponent(r.path)}` }, r.path.replace(/^.*\//, ""))),
        ...axes.map((a) => h("td", {}, r.set.get(a) ?? "")), ...shown.map((key) => {
            const e = worst(r, key);
            return h("td", {}, e ? quantity(e.value, e.unit) : r.summary ? "-" : "...");
        })));
    return h("div", { class: "bearings" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)), figures(rows, axes));
}

// ---- over a parameter

function numbersOf(rows: Row[], axis: string): number[] {
    return rows.map((r) => Number.parseFloat(r.set.get(axis) ?? "NaN"));
}

// one small figure for each quantity, over the first parameter that is a number
function figures(rows: Row[], axes: string[]): HTMLElement {
    const axis = axes.find((a) => new Set(numbersOf(rows, a).filter(Number.isFinite)).size > 1);
    const box = h("div", { class: "curves" });
    if (!axis) return box;
    const order = rows.map((r, i) => ({ r, x: numbersOf(rows, axis)[i] })).filter((p) => Number.isFinite(p.x)).sort((a, b) => a.x - b.x);
    for (const key of shown) {
        const points = order.flatMap(({ r, x }) => {
            const e = worst(r, key);
            return e ? [{ x, e }] : [];
        });
        if (points.length < 2) continue;
        const scale = scaleFor(points[0].e.unit, Math.max(...points.map((p) => Math.abs(p.e.value))));
        const unit = /[a-zA-Z].*$/.exec(order[0].r.set.get(axis) ?? "")?.[0] ?? "";
        const text = svg(`${words(key)} (${scale.unit})`, `${axis} ${unit ? `(${unit})` : ""}`, [{ label: "worst bearing", colour: palette[0], x: points.map((p) => p.x), y: points.map((p) => p.e.value / scale.factor) }]);
        const picture = h("img", { alt: `${words(key)} over ${axis}: ${points.map((p) => `${digits(p.x)}: ${quantity(p.e.value, p.e.unit)}`).join(", ")}`, src: `data:image/svg+xml,${encodeURIComponent(text)}` });
        box.append(h("figure", { class: "curve" }, picture, h("button", { type: "button", onclick: () => download(`${key}.svg`, "image/svg+xml", text) }, "svg")));
    }
    return box;
}

// rows of a study's folder: its runs.csv says which run has which values
export async function studyRows(folder: string): Promise<Row[]> {
    const entries = (await api.folder()).entries.filter((e) => e.kind === "result" && e.path.startsWith(`${folder}/`));
    return Promise.all(entries.map(async (e): Promise<Row> => {
        const result = await api.result(e.path).catch(() => undefined);
        const name = e.path.slice(folder.length + 1);
        const set = new Map(name.split("_").map((part, k) => [`axis ${k + 1}`, part.replace(/-(?=[a-zA-Z])/, " ")]));
        return { path: e.path, summary: result?.ended ? result.summary : null, set };
    }));
}
