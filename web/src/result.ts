// A result: mechanism, player, bearing table, the chosen joint, curves; one cursor for all of them.
import * as api from "./api";
import { Panel, Signal, abscissaOf } from "./curves";
import { Cursor } from "./cursor";
import { h, lookAround } from "./dom";
import { download } from "./download";
import { jointView } from "./joint";
import { Player, Timeline, player } from "./player";
import { Mechanism, mechanism } from "./scene";
import { digits, quantity, words } from "./units";

// ---- the bearing table

const columns: [string, string][] = [
    ["film_min", "Minimum film"], ["film_pressure_max", "Film pressure"], ["asperity_pressure_max", "Asperity pressure"],
    ["specific_load_max", "Specific load"], ["loss_mean", "Mean loss"], ["loss_max", "Peak loss"], ["side_flow_mean", "Side flow"],
];

// Asperities that carry less than a millionth of the load do not touch, as in the table of the command.
function touches(bearing: api.Bearing): boolean {
    return (bearing.asperity_share_max?.value ?? 0) > 1e-6;
}

function bearingTable(bearings: api.Bearing[], cursor: Cursor, choose: (joint: string) => void): HTMLElement {
    const head = h("tr", {}, h("th", { scope: "col" }, "Bearing"), ...columns.map(([, text]) => h("th", { scope: "col" }, text)));
    const rows = bearings.map((bearing) => {
        const cells = columns.map(([key]) => {
            const extreme = bearing[key];
            if (!extreme || extreme.value == null || (key.startsWith("asperity") && !touches(bearing))) return h("td", {}, "-");
            const text = quantity(extreme.value, extreme.unit);
            const time = extreme.time;
            if (time == null) return h("td", {}, text);
            const at = extreme.angle_in_cycle_deg != null ? ` at ${digits(extreme.angle_in_cycle_deg, 4)} deg` : "";
            const go = () => {
                choose(bearing.name);
                cursor.moveTo(time);
            };
            return h("td", {}, h("button", { type: "button", class: "cell", onclick: go }, text + at));
        });
        const name = h("button", { type: "button", class: "cell", onclick: () => choose(bearing.name) }, bearing.name);
        return h("tr", {}, h("th", { scope: "row" }, name), ...cells);
    });
    const warnings = bearings.flatMap((b) => b.warnings.map((w) => h("li", {}, `${b.name}: ${w}`)));
    return h("section", { class: "bearings" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)), warnings.length ? h("ul", { class: "warnings" }, ...warnings) : null);
}

// ---- curves

function jointSignals(result: api.Result, key: string): Signal[] {
    const found = result.channels.filter((c) => c.kind === "series" && c.path.startsWith("joints/") && c.path.endsWith(`/${key}`) && c.width === 1);
    return found.map((c) => ({ name: c.path, label: c.path.split("/")[1], unit: c.unit }));
}

export function componentsOf(channel: api.Channel): Signal[] {
    const short = channel.path.replace(/^[^/]*\//, "");
    if (channel.width === 1) return [{ name: channel.path, label: short, unit: channel.unit }];
    return Array.from({ length: Math.min(channel.width, 8) }, (_, k) => ({ name: `${channel.path}:${k}`, label: `${short}.${channel.components[k] ?? k}`, unit: channel.unit }));
}

function defaultPanels(result: api.Result, summary: api.Summary | null): [string, Signal[]][] {
    const panels: [string, Signal[]][] = [];
    for (const key of ["film_min", "film_pressure_max", "asperity_pressure_max", "loss"]) {
        if (key.startsWith("asperity") && summary && !(summary.bearings ?? []).some(touches)) continue;
        const signals = jointSignals(result, key);
        if (signals.length) panels.push([words(key), signals]);
    }
    if (panels.length) return panels;
    const bodies = result.channels.filter((c) => /^bodies\/[^/]+\/(position|velocity)$/.test(c.path)).slice(0, 4);
    return bodies.map((c) => [c.path.replace("bodies/", "").replace("/", " "), componentsOf(c)]);
}

function chooser(result: api.Result, add: (channel: api.Channel) => void): HTMLElement {
    const list = h("datalist", { id: "channels" });
    for (const c of result.channels) if (c.kind === "series" && c.path !== "time") list.append(h("option", { value: c.path }, c.about));
    const input = h("input", { list: "channels", placeholder: "add a channel, e.g. joints/...", "aria-label": "Channel to draw", size: 40 });
    input.addEventListener("change", () => {
        const channel = result.channels.find((c) => c.path === input.value);
        if (!channel) return;
        add(channel);
        input.value = "";
    });
    return h("span", {}, input, list);
}

// ---- beside other results, and away

function comparison(path: string, before?: string): HTMLElement {
    const choice = h("select", { "aria-label": "Compare with" }, h("option", { value: "" }, "compare with ..."));
    const fill = async () => {
        if (choice.options.length > 1 || api.isSaved) return;
        for (const e of (await api.folder()).entries) if (e.kind === "result" && e.path !== path) choice.append(h("option", { value: e.path, selected: e.path === before }, e.path));
    };
    choice.addEventListener("focus", () => void fill());
    choice.addEventListener("change", () => (location.hash = `result=${encodeURIComponent(path)}${choice.value ? `&before=${encodeURIComponent(choice.value)}` : ""}`));
    if (before) void fill();
    const beside = h("button", { type: "button", onclick: () => choice.value && (location.hash = `result=${encodeURIComponent(path)}&beside=${encodeURIComponent(choice.value)}`) }, "side by side");
    return h("span", {}, choice, " ", beside);
}

function takeAway(path: string, result: api.Result): HTMLElement {
    const model = h("button", { type: "button", onclick: () => download(`${path.replace(/^.*\//, "")}.yaml`, "text/yaml", result.model) }, "model");
    const data = h("a", { href: api.address("file", { result: path }), download: `${path.replace(/^.*\//, "")}.h5` }, "HDF5");
    return h("span", { class: "quiet" }, "save: ", model, " ", api.isSaved ? null : data);
}

// ---- all of it

export interface ResultView { element: HTMLElement; cursor: Cursor; result: api.Result; summary: api.Summary | null; answered: Promise<api.Summary | null> }

type Old = { path: string; channels: Set<string> } | undefined;

// A result on the screen. The answer of a long run takes a while: what there is is shown before it comes.
class Shown {
    readonly element = h("div", { class: "result" });
    private table = h("div", {});
    private state = h("p", { class: "warnings", role: "status" });
    private jointBox = h("div", { class: "joint-box" });
    private picker: HTMLSelectElement;
    private painted = h("input", { type: "checkbox", onchange: () => void this.paint() });
    private whole = h("input", { type: "checkbox", onchange: () => this.showRange() });
    private wholeLabel = h("label", { hidden: true }, this.whole, h("span", {}));
    private curves = h("section", { class: "curves" });
    private panels: Panel[] = [];
    private scene?: Mechanism;
    private player: Player;
    private window?: { start: number; end: number; kind: string };
    private names: string[];
    private summary: api.Summary | null = null;

    constructor(private path: string, private result: api.Result, private line: Timeline, readonly cursor: Cursor, private old: Old, before?: string) {
        this.names = [...new Set(result.channels.filter((c) => /^joints\/[^/]+\/(film_min|eccentricity\.x)$/.test(c.path)).map((c) => c.path.split("/")[1]))];
        this.picker = h("select", { "aria-label": "Joint", onchange: () => void this.choose(this.picker.value) }, ...this.names.map((n) => h("option", { value: n }, n)));
        this.player = player(cursor, () => this.line);
        this.element.append(h("h2", {}, result.title || path), this.state,
            h("div", { class: "stage" }, h("section", { class: "view", "aria-label": "Mechanism" }, h("div", { class: "scene" }), this.player.element),
                this.names.length ? h("section", { class: "side", "aria-label": "Joint" }, h("p", { class: "row" }, h("label", {}, "Joint ", this.picker), h("label", {}, this.painted, " pressure on the bearing in the mechanism")), this.jointBox) : h("section", { class: "side" }, aboutRun(result))),
            this.table,
            h("div", { class: "chooser" }, chooser(result, (c) => this.addPanel(c.path, componentsOf(c))), this.wholeLabel, api.isSaved ? null : comparison(path, before), takeAway(path, result)), this.curves);
        this.showState();
    }

    private showState(): void {
        this.state.hidden = this.result.ended;
        this.state.textContent = this.result.ended ? "" : `This run has not ended: its first ${this.result.records} records are shown.`;
    }

    // the answer has come, or has changed
    answer(summary: api.Summary | null): void {
        this.summary = summary;
        const bearings = summary?.bearings ?? [];
        this.table.replaceChildren(...(bearings.length ? [bearingTable(bearings, this.cursor, (j) => void this.choose(j))] : []));
        this.window = summary?.window && summary.window.kind !== "all records" ? summary.window : undefined;
        this.wholeLabel.hidden = !this.window;
        (this.wholeLabel.lastChild as HTMLElement).textContent = ` whole run instead of the ${this.window?.kind ?? ""}`;
    }

    private range(): [number, number] | undefined {
        return this.window && !this.whole.checked ? [this.window.start, this.window.end] : undefined;
    }

    private showRange(): void {
        this.player.loop(this.range());
        for (const panel of this.panels) panel.show(this.range());
        void this.scene?.reload(this.range());
    }

    private addPanel(title: string, signals: Signal[]): void {
        const { old } = this;
        const same = old && signals.every((s) => old.channels.has(s.name.replace(/:\d+$/, "")));
        const panel = new Panel(this.path, title, signals, this.line.over, this.cursor, this.range(), same && old ? { path: old.path, signals } : undefined);
        this.panels.push(panel);
        this.curves.append(panel.element);
        void panel.draw();
    }

    private async choose(joint: string): Promise<void> {
        if (!this.names.includes(joint)) return;
        this.picker.value = joint;
        const [start, end] = this.range() ?? [this.cursor.start, this.cursor.end];
        const dry = (summary: api.Summary | null) => !(summary?.bearings ?? []).some((b) => b.name === joint && touches(b));
        const left = this.summary && dry(this.summary) ? ["asperity_pressure"] : []; // asperities that do not touch are not shown
        this.jointBox.replaceChildren(await jointView(this.path, this.result, joint, this.cursor, start, end, left));
        if (this.painted.checked) await this.paint();
        this.cursor.moveTo(this.cursor.time);
    }

    private async paint(): Promise<void> {
        await this.scene?.paint(this.painted.checked ? this.picker.value : null);
    }

    // everything below the head, once the answer is there or has been waited for
    async fill(summary: api.Summary | null): Promise<void> {
        const bearing = summary?.bearings?.[0]?.name ?? this.names[0];
        for (const [title, signals] of defaultPanels(this.result, summary)) this.addPanel(title, signals);
        this.player.loop(this.range());
        this.cursor.moveTo(this.window?.start ?? this.cursor.start);
        this.scene = await mechanism(this.path, this.result, this.cursor, this.range(), (j) => void this.choose(j));
        this.element.querySelector(".scene")?.replaceWith(this.scene.element);
        if (bearing) await this.choose(bearing);
        else this.cursor.moveTo(this.cursor.time);
        this.element.dataset.ready = "yes";
    }

    // a run that goes on: its curves and frames are read again as long as it is looked at
    follow(): void {
        setTimeout(async () => {
            lookAround();
            if (!this.element.isConnected) return;
            const now = await api.result(this.path).catch(() => undefined);
            if (now && (now.ended || now.records > this.result.records)) await this.grow(now);
            if (!this.result.ended) this.follow();
        }, 1000);
    }

    private async grow(now: api.Result): Promise<void> {
        const atEnd = this.cursor.time >= this.cursor.end || this.cursor.time === this.cursor.start;
        Object.assign(this.result, now);
        this.line = await loadTimeline(this.path, this.result);
        this.cursor.end = this.line.times[this.line.times.length - 1] ?? 0;
        this.showState();
        this.answer(await api.summary(this.path).catch(() => null));
        this.showRange();
        if (this.jointBox.childElementCount) await this.choose(this.picker.value);
        this.cursor.moveTo(atEnd && !now.ended ? this.cursor.end : this.cursor.time);
    }
}

// a mechanism without real joints: what there is to say about its run
function aboutRun(result: api.Result): HTMLElement {
    const rows = [["records", String(result.records)], ...Object.entries(result.run).filter(([key]) => /^(integrator|tolerance|steps|rejected|wall_s)$/.test(key)).map(([key, v]) => [words(key.replace("wall_s", "time on the clock (s)")), typeof v === "number" ? digits(v, 4) : v])];
    return h("table", { class: "sheet" }, h("caption", {}, "Run"), h("tbody", {}, ...rows.map(([key, v]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, v)))));
}

async function loadTimeline(path: string, result: api.Result): Promise<Timeline> {
    const over = abscissaOf(result);
    const got = await api.series(path, over.signal ? [over.signal] : [], 20000);
    return { times: got.times, angle: over.signal ? got.values[0] : null, over };
}

const answerPatience = 400; // ms

export async function resultView(path: string, before?: string): Promise<ResultView> {
    const answered = api.summary(path).catch(() => null);
    void api.parts(path).catch(() => undefined); // asked for early, needed later
    const result = await api.result(path);
    const line = await loadTimeline(path, result);
    const cursor = new Cursor(line.times[0] ?? 0, line.times[line.times.length - 1] ?? 0);
    const old = before ? { path: before, channels: new Set((await api.result(before)).channels.map((c) => c.path)) } : undefined;
    const shown = new Shown(path, result, line, cursor, old, before);
    const summary = await Promise.race([answered, new Promise<undefined>((resolve) => setTimeout(resolve, answerPatience))]);
    if (summary !== undefined) shown.answer(summary);
    else void answered.then((late) => shown.answer(late));
    void shown.fill(summary ?? null);
    if (!result.ended && !api.isSaved) shown.follow();
    return { element: shown.element, cursor, result, summary: summary ?? null, answered };
}
