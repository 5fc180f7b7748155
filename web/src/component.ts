// A bearing, a contact, rough surfaces or a gap alone: its file and its numbers as sliders on the left, data sheet and
// figures on the right, answered as a slider moves.
import * as api from "./api";
import { mapColour } from "./colours";
import { canvas, css, h } from "./dom";
import { Editor, loadSchema } from "./editor";
import { Curve, picture } from "./figure";
import { digits, quantity, scaleFor, words } from "./units";
import { Changes, sliderOf, valuesOf } from "./values";

type Answer = Record<string, unknown>;

// ---- the data sheet

const units: [RegExp, string][] = [
    [/^(pressure_max|asperity_pressure_max)$/, "Pa"], [/^(film_min|position|gap|clearance|deflection_max|position)$/, "m"], [/^(load|force|asperity_force)$/, "N"],
    [/^(attitude|load_angle|tilt)$/, "rad"], [/^speed$|_speed$|^whirl_frequency$|threshold$/, "rad/s"], [/^loss/, "W"], [/flow$/, "m3/s"], [/torque|moment/, "N.m"],
    [/^temperature_rise$/, "K"], [/^viscosity$/, "Pa.s"], [/^whirl_mass$/, "kg"],
];

function unitOf(key: string): string {
    return units.find(([pattern]) => pattern.test(key))?.[1] ?? "";
}

function cell(key: string, value: unknown): string | null {
    const unit = unitOf(key);
    if (typeof value === "number") return quantity(value, unit, 5);
    if (typeof value === "string" || typeof value === "boolean") return String(value);
    if (Array.isArray(value) && value.length > 0 && value.length <= 4 && value.every((v) => typeof v === "number")) {
        const scale = scaleFor(unit, Math.max(...value.map(Math.abs)));
        return `${value.map((v) => digits(Math.abs(v) < 1e-9 * scale.factor ? 0 : v / scale.factor, 4)).join(", ")} ${scale.unit}`.trim();
    }
    return null;
}

function matrix(key: string, value: unknown, unit: string): HTMLElement | null {
    if (!Array.isArray(value) || !value.every((row) => Array.isArray(row) && row.length === 2)) return null;
    const rows = (value as number[][]).map((row) => h("tr", {}, ...row.map((v) => h("td", {}, digits(v / 1e6, 4)))));
    return h("table", { class: "sheet" }, h("caption", {}, `${words(key)} (${unit})`), h("tbody", {}, ...rows));
}

function sheet(answer: Answer): HTMLElement {
    const rows = Object.entries(answer).flatMap(([key, value]) => {
        const text = key === "title" ? null : cell(key, value);
        return text === null ? [] : [h("tr", {}, h("th", { scope: "row" }, words(key)), h("td", {}, text))];
    });
    if (!rows.length) return h("div", {});
    return h("div", { class: "sheets" }, h("table", { class: "sheet" }, h("caption", {}, "Data sheet"), h("tbody", {}, ...rows)),
        h("div", {}, matrix("stiffness", answer.stiffness, "MN/m"), matrix("damping", answer.damping, "MN.s/m")));
}

// ---- figures

const isNumbers = (v: unknown): v is number[] => Array.isArray(v) && v.length > 1 && v.every((x) => typeof x === "number" || x === null);

function scaled(values: number[], unit: string): { values: number[]; unit: string } {
    const scale = scaleFor(unit, values.reduce((m, v) => Math.max(m, Math.abs(v ?? 0)), 0));
    return { values: values.map((v) => v / scale.factor), unit: scale.unit };
}

// one figure for each quantity of {name: {x: [...], a: [...], b: [...]}}, a curve for each name
function families(all: Record<string, Record<string, unknown>>, over: string, xUnit: string, keyUnits: Record<string, string>): HTMLElement[] {
    const quantities = [...new Set(Object.values(all).flatMap((one) => Object.keys(one).filter((k) => k !== over && isNumbers(one[k]))))];
    const xs = Object.values(all).map((one) => one[over]).filter(isNumbers);
    const xScale = scaleFor(xUnit, Math.max(0, ...xs.flat()));
    return quantities.map((key) => {
        const unit = keyUnits[key] ?? "";
        const most = Math.max(0, ...Object.values(all).flatMap((one) => (isNumbers(one[key]) ? one[key].map((v) => Math.abs(v ?? 0)) : [])));
        const scale = scaleFor(unit, most);
        const curves: Curve[] = Object.entries(all).flatMap(([label, one]) => (isNumbers(one[over]) && isNumbers(one[key]) ? [{ label, x: one[over].map((v) => v / xScale.factor), y: one[key].map((v) => v / scale.factor) }] : []));
        return picture(`${words(key)}${scale.unit ? ` (${scale.unit})` : ""}`, `${words(over)} (${xScale.unit})`, curves, `${words(key)} over ${words(over)} of ${curves.map((c) => c.label).join(", ")}`);
    });
}

// where the journal stands in its clearance, and the load on it
function placeFigure(answer: Answer): HTMLElement | null {
    const { position, force, clearance } = answer as { position?: number[]; force?: number[]; clearance?: number };
    if (!position || !clearance) return null;
    const label = "The journal in its clearance, and the film force on it";
    const { element } = canvas(label, (c, width, height) => {
        const [cx, cy, r] = [width / 2, height / 2, Math.min(width, height) / 2 - 20];
        const journal = 0.72 * r; // the clearance is drawn as 28 % of the radius
        const [x, y] = position.map((p) => (p / clearance) * (r - journal));
        c.strokeStyle = css("--ink");
        c.lineWidth = 1.5;
        c.fillStyle = "#e3b23c55";
        c.beginPath();
        c.arc(cx, cy, r, 0, 2 * Math.PI);
        c.fill();
        c.stroke();
        c.fillStyle = css("--panel");
        c.beginPath();
        c.arc(cx + x, cy - y, journal, 0, 2 * Math.PI);
        c.fill();
        c.stroke();
        const size = Math.hypot(...(force ?? [0, 0]));
        if (!force || !(size > 0)) return;
        const [fx, fy] = force.map((f) => (f / size) * 0.6 * journal);
        c.strokeStyle = c.fillStyle = css("--mark");
        c.lineWidth = 2.5;
        c.beginPath();
        c.moveTo(cx + x, cy - y);
        c.lineTo(cx + x + fx, cy - y - fy);
        c.stroke();
        c.beginPath();
        c.arc(cx + x + fx, cy - y - fy, 4, 0, 2 * Math.PI);
        c.fill();
        c.fillText(quantity(size, "N", 4), cx + x + fx + 8, cy - y - fy + 4);
    });
    return h("figure", { class: "curve place" }, element, h("figcaption", {}, label));
}

// the gap over the two parameters of the reference surface
function gapFigure(points: { xi: number[]; gap: number | null }[], cells: number[]): HTMLElement {
    const known = points.flatMap((p) => (p.gap === null ? [] : [p.gap]));
    const [low, high] = [known.reduce((a, b) => Math.min(a, b), Infinity), known.reduce((a, b) => Math.max(a, b), -Infinity)];
    const scale = scaleFor("m", Math.max(Math.abs(low), Math.abs(high)));
    const label = `Gap from ${quantity(low, "m")} to ${quantity(high, "m")}`;
    const { element } = canvas(label, (c, width, height) => {
        const [w, t] = [(width - 90) / cells[0], (height - 24) / cells[1]];
        for (const p of points) {
            c.fillStyle = p.gap === null ? css("--line") : `rgb(${mapColour((p.gap - low) / (high - low || 1)).join(" ")})`;
            const [i, j] = [Math.floor(p.xi[0] * cells[0]), cells[1] - 1 - Math.floor(p.xi[1] * cells[1])];
            const [x, y] = [8 + Math.round(i * w), 4 + Math.round(j * t)];
            c.fillRect(x, y, 8 + Math.round((i + 1) * w) - x, 4 + Math.round((j + 1) * t) - y);
        }
        for (let i = 0; i < 64; i++) {
            c.fillStyle = `rgb(${mapColour(i / 63).join(" ")})`;
            c.fillRect(width - 74, 4 + ((height - 24) * (63 - i)) / 64, 14, (height - 24) / 64 + 1);
        }
        c.fillStyle = css("--ink");
        c.fillText(digits(high / scale.factor, 3), width - 56, 14);
        c.fillText(digits(low / scale.factor, 3), width - 56, height - 22);
        c.fillText(scale.unit, width - 56, height / 2);
        c.fillText("first parameter, upwards the second", 8, height - 6);
    });
    return h("figure", { class: "curve place" }, element, h("figcaption", {}, label));
}

function figures(kind: string, answer: Answer): HTMLElement[] {
    const out: (HTMLElement | null)[] = [];
    if (kind === "bearing") {
        out.push(placeFigure(answer));
        const middle = answer.middle as Record<string, number[]> | undefined;
        if (middle) {
            const order = middle.angle.map((_, i) => i).sort((a, b) => (((middle.angle[a] % 6.28318530718) + 6.28318530718) % 6.28318530718) - (((middle.angle[b] % 6.28318530718) + 6.28318530718) % 6.28318530718));
            const degrees = order.map((i) => ((((middle.angle[i] * 180) / Math.PI) % 360) + 360) % 360);
            for (const [key, unit] of [["pressure", "Pa"], ["gap", "m"]]) {
                const y = scaled(order.map((i) => middle[key][i]), unit);
                out.push(picture(`${key === "gap" ? "film thickness" : "film pressure"} in the middle (${y.unit})`, "around the bearing (deg)", [{ label: "", x: degrees, y: y.values }], `${key} around the bearing`));
            }
        }
        const sweep = answer.sweep as Record<string, unknown> | undefined;
        if (sweep) out.push(...families({ "": { speed: sweep[String(sweep.over)], film_min: sweep.film_min, pressure_max: sweep.pressure_max, loss: sweep.loss, friction_coefficient: sweep.friction_coefficient } }, "speed", String(sweep.over) === "load" ? "N" : "rad/s", { film_min: "m", pressure_max: "Pa", loss: "W" }));
    }
    if (kind === "contact") out.push(...families((answer.laws ?? {}) as never, "depth", "m", { force: "N", half_width: "m", pressure: "Pa" }));
    if (kind === "rough") out.push(...families((answer.models ?? {}) as never, "separation", "m", { pressure: "Pa" }));
    if (kind === "gap" && Array.isArray(answer.points) && Array.isArray(answer.cells)) out.push(gapFigure(answer.points, answer.cells as number[]));
    return out.filter((f): f is HTMLElement => f !== null);
}

// ---- all of it

// the first figures beside the data sheet, the others below
function answerParts(kind: string, answer: Answer): HTMLElement[] {
    const all = figures(kind, answer);
    const warnings = ((answer.warnings ?? []) as string[]).map((w) => h("li", {}, w));
    const numbers = sheet(answer);
    const first = kind === "bearing" ? 3 : 0;
    return [...(warnings.length ? [h("ul", { class: "warnings" }, ...warnings)] : []),
        ...(first ? [h("div", { class: "beside-sheet" }, h("div", {}, ...all.slice(0, first)), numbers)] : []),
        h("div", { class: "curves" }, ...all.slice(first)), ...(first ? [] : [numbers])];
}

interface Mistake { file: string | null; line: number | null; column: number | null; message: string; hint: string | null }

// as the command reports them; the text stood in a file of a hidden name
function mistakes(answer: Answer): api.Diagnostic[] {
    return ((answer.errors ?? []) as Mistake[]).map((d) => {
        const own = /\.gudgeon-draft-\w+$/.test(d.file ?? "") && !!d.line;
        return { severity: "error", file: own ? "" : (d.file ?? "").replace(/^.*\//, ""), own, line: d.line ?? 0, column: d.column ?? 0, entity: "", message: d.message, hint: d.hint ?? "" };
    });
}

export async function componentView(path: string, kind: string): Promise<HTMLElement> {
    const { text } = await api.model(path);
    const answer = h("section", { class: "answer", "aria-live": "polite", "aria-label": "Answer" });
    const sliders = h("section", { class: "what-if", "aria-label": "What if" });
    const state = h("p", { class: "quiet", role: "status" });
    let wanted = 0;
    let busy = false;
    // one question at a time: the last one counts
    const evaluate = async () => {
        wanted++;
        if (busy) return;
        busy = true;
        for (let asked = 0; asked !== wanted;) {
            asked = wanted;
            try {
                const got = await api.component(path, kind, changes.list(), editor.area.value);
                if (got.valid) answer.replaceChildren(...answerParts(kind, got.answer));
                answer.classList.toggle("stale", !got.valid);
                editor.report(got.valid ? [] : mistakes(got.answer));
                state.textContent = "";
            } catch (error) {
                state.textContent = error instanceof Error ? error.message : String(error);
            }
        }
        busy = false;
    };
    const changes = new Changes(30, () => void evaluate());
    const editor = new Editor(path, text, () => undefined, kind);
    const schema = await loadSchema(kind);
    sliders.append(h("h3", {}, "What if"), ...valuesOf(text).filter((v) => !/grid|points|cells/.test(v.path[v.path.length - 1])).slice(0, 14).map((v) => sliderOf(v, text, schema, changes)));
    editor.area.addEventListener("input", () => changes.touch());
    const save = async () => {
        await api.save(path, editor.area.value);
        state.textContent = "Saved.";
    };
    void evaluate();
    const title = /^title:\s*(.+)$/m.exec(text)?.[1] ?? path;
    return h("div", { class: "model" }, h("h2", {}, title), h("div", { class: "bench component" }, h("div", {}, h("p", { class: "row" }, h("button", { type: "button", onclick: () => void save() }, "Save"), h("span", { class: "quiet" }, path), state), sliders, editor.element), answer));
}
