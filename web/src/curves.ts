// Curves over time or crank angle: one panel for each quantity, a click moves the cursor, a zoom asks for more points.
import uPlot from "uplot";
import * as api from "./api";
import * as colours from "./colours";
import { Cursor, indexAt } from "./cursor";
import { afterPause, css, h } from "./dom";
import { csv, download, svg } from "./download";
import { scaleFor, words } from "./units";

export interface Signal { name: string; label: string; unit: string } // name: "joints/big/film_min" or "bodies/a/position:1"

export interface Abscissa { signal: string | null; label: string; unit: string; factor: number }

const screenPoints = 3000;

export function abscissaOf(result: api.Result): Abscissa {
    const given = result.run.abscissa;
    const path = typeof given === "string" && given !== "time" ? given : "";
    const channel = result.channels.find((c) => c.path === path);
    if (channel?.unit === "rad") return { signal: path, label: `${path.replace(/^.*\//, "").replace(/\.angle$/, "")} angle`, unit: "deg", factor: Math.PI / 180 };
    if (channel) return { signal: path, label: words(path.replace(/^.*\//, "")), unit: channel.unit, factor: 1 };
    return { signal: null, label: "time", unit: "s", factor: 1 };
}

interface Loaded { times: Float64Array; x: Float64Array; values: Float64Array[] }

async function load(path: string, signals: Signal[], over: Abscissa, from?: number, to?: number): Promise<Loaded> {
    const names = [...(over.signal ? [over.signal] : []), ...signals.map((s) => s.name)];
    const got = await api.series(path, names, screenPoints, from, to);
    const x = over.signal ? got.values[0].map((v) => v / over.factor) : got.times;
    return { times: got.times, x, values: over.signal ? got.values.slice(1) : got.values };
}

function largest(values: Float64Array[]): number {
    let most = 0;
    for (const v of values) for (const y of v) if (Number.isFinite(y)) most = Math.max(most, Math.abs(y));
    return most;
}

export interface Behind { path: string; signals: Signal[] } // an earlier run, drawn in grey

export class Panel {
    readonly element = h("section", { class: "curve" });
    private plot?: uPlot;
    private data?: Loaded;
    private line = h("div", { class: "mark" });
    constructor(private path: string, private title: string, private signals: Signal[], private over: Abscissa, private cursor: Cursor, private zoom?: [number, number], private behind?: Behind) {
        cursor.onMove(() => this.mark());
        new ResizeObserver(afterPause(60, () => {
            this.plot?.setSize(this.size());
            this.mark();
        })).observe(this.element);
    }

    async draw(): Promise<void> {
        const [from, to] = this.zoom ?? [];
        this.data = await load(this.path, this.signals, this.over, from, to);
        const old = this.behind ? await load(this.behind.path, this.behind.signals, this.over, from, to).catch(() => undefined) : undefined;
        const scale = scaleFor(this.signals[0].unit, largest(this.data.values));
        const shown = (v: Float64Array) => Array.from(v, (y) => (Number.isFinite(y) ? y / scale.factor : null));
        const tables: uPlot.AlignedData[] = [[Array.from(this.data.x), ...this.data.values.map(shown)]];
        if (old) tables.push([Array.from(old.x), ...old.values.map(shown)]);
        const joined = tables.length > 1 ? uPlot.join(tables) : tables[0];
        this.plot?.destroy();
        this.plot = new uPlot(this.options(scale.unit, old ? old.values.length : 0), joined, this.element);
        this.plot.over.append(this.line);
        if (!this.element.querySelector(".take"))
            this.element.append(h("p", { class: "take" }, ...["csv", "png", "svg"].map((f) => h("button", { type: "button", title: `Save as ${f.toUpperCase()}`, onclick: () => this.take(f) }, f))));
        this.mark();
    }

    // times from and to; undefined: the whole run
    show(zoom?: [number, number]): void {
        this.zoom = zoom;
        void this.draw();
    }

    private size(): { width: number; height: number } {
        return { width: Math.max(this.element.clientWidth - 8, 200), height: 210 };
    }

    private options(unit: string, nold: number): uPlot.Options {
        const ink = css("--ink");
        const grid = { stroke: css("--line"), width: 1 };
        const title = `${this.title[0].toUpperCase()}${this.title.slice(1)}${unit ? ` (${unit})` : ""}`;
        const own = this.signals.map((s, k): uPlot.Series => ({ label: s.label, stroke: colours.onPaper(colours.series[k % colours.series.length]), dash: k < colours.series.length ? undefined : [6, 3], width: 1.5, spanGaps: true, points: { show: false } }));
        const old = Array.from({ length: nold }, (): uPlot.Series => ({ label: "before", stroke: "#999999", width: 1, spanGaps: true, points: { show: false } }));
        return {
            ...this.size(), title, series: [{ label: this.over.unit ? `${this.over.label} (${this.over.unit})` : this.over.label }, ...own, ...old],
            scales: { x: { time: false } },
            axes: [{ stroke: ink, grid, label: `${this.over.label} (${this.over.unit})`, labelSize: 20 }, { stroke: ink, grid, size: 62 }],
            cursor: { drag: { x: true, y: false } },
            hooks: { setSelect: [(u) => this.zoomTo(u)], ready: [(u) => this.listen(u)] },
        };
    }

    private listen(u: uPlot): void {
        u.over.addEventListener("click", (event) => {
            const left = event.clientX - u.over.getBoundingClientRect().left;
            if (u.select.width < 5) this.cursor.moveTo(this.timeAt(u.posToVal(left, "x"))); // else it was the end of a zoom
        });
        u.over.addEventListener("dblclick", () => {
            this.show(undefined);
        });
    }

    private timeAt(x: number): number {
        const { x: xs, times } = this.data as Loaded;
        return times[indexAt(xs, x)] ?? 0;
    }

    private zoomTo(u: uPlot): void {
        if (u.select.width < 5) return;
        this.show([this.timeAt(u.posToVal(u.select.left, "x")), this.timeAt(u.posToVal(u.select.left + u.select.width, "x"))]);
    }

    // "film_min.svg", ... of what is drawn
    private take(format: string): void {
        if (!this.data || !this.plot) return;
        const name = `${this.title.replace(/[^a-z0-9]+/gi, "-")}.${format}`;
        const over = `${this.over.label} (${this.over.unit})`;
        if (format === "csv") download(name, "text/csv", csv(["time (s)", over, ...this.signals.map((s) => `${s.name} (${s.unit})`)], [this.data.times, this.data.x, ...this.data.values]));
        if (format === "png") this.plot.ctx.canvas.toBlob((picture) => picture && download(name, "image/png", picture));
        if (format !== "svg") return;
        const scale = scaleFor(this.signals[0].unit, largest(this.data.values));
        const { x, values } = this.data;
        const lines = this.signals.map((s, k) => ({ label: s.label, colour: colours.series[k % colours.series.length], x, y: values[k].map((y) => y / scale.factor) }));
        download(name, "image/svg+xml", svg(`${this.title} (${scale.unit})`, over, lines));
    }

    // a line above the curves, which are not drawn again when it moves
    private mark(): void {
        if (!this.data || !this.plot || this.data.times.length === 0) return;
        const { times, x } = this.data;
        const inside = this.cursor.time >= times[0] - 1e-12 && this.cursor.time <= times[times.length - 1] * (1 + 1e-12);
        this.line.style.display = inside ? "" : "none";
        this.line.style.transform = `translateX(${this.plot.valToPos(x[indexAt(times, this.cursor.time)], "x").toFixed(1)}px)`;
    }
}
