// Runs beside each other: a table of results, what was changed in each, and a figure over a parameter.
import * as api from "./api";
import { h } from "./dom";
import { picture } from "./figure";
import { keys } from "./locate";
import { digits, quantity, scaleFor, words } from "./units";

export interface Row { path: string; summary: api.Summary | null; set: Map<string, string> }

const shown = ["film_min", "film_pressure_max", "asperity_pressure_max", "loss_mean"];

// Quantities of the table: of the worst bearing; where there are no bearings, extremes of what joints carry.
function worst(row: Row, key: string): api.Extreme | undefined {
    const all = (row.summary?.bearings ?? []).map((b) => b[key]).filter((e) => e && e.value != null);
    return all.sort((a, b) => (key === "film_min" ? a.value - b.value : b.value - a.value))[0] ?? statistic(row, key);
}

function statistic(row: Row, key: string): api.Extreme | undefined {
    const [joint, channel] = key.split(" ");
    const found = row.summary?.joints?.[joint]?.[channel];
    return found ? { value: Math.abs(found.max) > Math.abs(found.min) ? found.max : found.min, unit: found.unit ?? (channel.includes("force") ? "N" : "") } : undefined;
}

function quantitiesOf(rows: Row[]): string[] {
    const lubricated = shown.filter((key) => rows.some((r) => worst(r, key)));
    if (lubricated.length) return lubricated;
    const first = rows.find((r) => r.summary?.joints)?.summary?.joints ?? {};
    return Object.entries(first).flatMap(([joint, channels]) => Object.keys(channels).map((c) => `${joint} ${c}`)).slice(0, 4);
}

export interface Pins { pinned?: string; pin: (path: string) => void }

export function runTable(rows: Row[], pins?: Pins): HTMLElement {
    const axes = [...new Set(rows.flatMap((r) => [...r.set.keys()]))];
    const columns = quantitiesOf(rows);
    const head = h("tr", {}, ...["run", ...axes, ...columns.map(words), ...(pins ? ["comparison"] : [])].map((text) => h("th", { scope: "col" }, text)));
    const body = rows.map((r) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#result=${encodeURIComponent(r.path)}` }, r.path.replace(/^.*\//, ""))),
        ...axes.map((a) => h("td", {}, r.set.get(a) ?? "as in the file")), ...columns.map((key) => {
            const e = worst(r, key);
            return h("td", {}, e ? quantity(e.value, e.unit) : r.summary ? "-" : "...");
        }), pins ? h("td", {}, h("button", { type: "button", "aria-pressed": String(pins.pinned === r.path), title: "Draw it in grey behind the runs that follow", onclick: () => pins.pin(r.path) }, pins.pinned === r.path ? "pinned" : "pin")) : null));
    return h("div", { class: "bearings" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)), figures(rows, axes, columns));
}

// ---- over a parameter

function numbersOf(rows: Row[], axis: string): number[] {
    return rows.map((r) => Number.parseFloat(r.set.get(axis) ?? "NaN"));
}

// one small figure for each quantity, over the first parameter that is a number; a curve for each value of the others
function figures(rows: Row[], axes: string[], columns: string[]): HTMLElement {
    const axis = axes.find((a) => new Set(numbersOf(rows, a).filter(Number.isFinite)).size > 1);
    const box = h("div", { class: "curves" });
    if (!axis) return box;
    const families = new Map<string, { row: Row; x: number }[]>();
    rows.forEach((row, i) => {
        const x = numbersOf(rows, axis)[i];
        const label = axes.filter((a) => a !== axis).map((a) => row.set.get(a) ?? "").filter(Boolean).join(", ");
        if (Number.isFinite(x)) families.set(label, [...(families.get(label) ?? []), { row, x }]);
    });
    const unit = /[a-zA-Z].*$/.exec(rows.map((r) => r.set.get(axis)).find(Boolean) ?? "")?.[0] ?? "";
    for (const key of columns) {
        const curves = [...families].map(([label, all]) => ({ label, points: all.sort((a, b) => a.x - b.x).flatMap(({ row, x }) => {
            const e = worst(row, key);
            return e ? [{ x, e }] : [];
        }) })).filter((c) => c.points.length > 0);
        const points = curves.flatMap((c) => c.points);
        if (points.length < 2) continue;
        const scale = scaleFor(points[0].e.unit, Math.max(...points.map((p) => Math.abs(p.e.value))));
        const alt = `${words(key)} over ${axis}: ${points.map((p) => `${digits(p.x)}: ${quantity(p.e.value, p.e.unit)}`).join(", ")}`;
        box.append(picture(`${words(key)}${scale.unit ? ` (${scale.unit})` : ""}`, `${axis} ${unit ? `(${unit})` : ""}`, curves.map((c) => ({ label: c.label, x: c.points.map((p) => p.x), y: c.points.map((p) => p.e.value / scale.factor) })), alt));
    }
    return box;
}

// Rows of a study's folder. A run has a folder whose name are its values, in the order of the axes of the study.
const ended = new Map<string, Row>();

export async function studyRows(folder: string, study: string): Promise<Row[]> {
    const axes = keys(study).filter((k) => k.path[0] === "axes" && k.path.length === 2).map((k) => k.path[1]);
    const entries = (await api.folder()).entries.filter((e) => e.kind === "result" && e.path.startsWith(`${folder}/`));
    return Promise.all(entries.map(async (e): Promise<Row> => {
        const known = ended.get(`${e.path} ${e.time}`);
        if (known) return known;
        const values = e.path.slice(folder.length + 1).split(/[_/]/).map((part) => part.replace(/-(?=[a-zA-Z])/, " "));
        const set = new Map(values.map((v, k) => [axes[k - Math.max(values.length - axes.length, 0)] ?? "model", v]));
        const result = await api.result(e.path).catch(() => undefined);
        const row = { path: e.path, summary: result?.ended ? await api.summary(e.path).catch(() => null) : null, set };
        if (result?.ended) ended.set(`${e.path} ${e.time}`, row);
        return row;
    }));
}
