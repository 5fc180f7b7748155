// A result: mechanism, player, bearing table, the chosen joint, curves; one cursor for all of them.
import * as api from "./api";
import { Abscissa, Panel, Signal, abscissaOf } from "./curves";
import { Cursor, indexAt } from "./cursor";
import { h } from "./dom";
import { download } from "./download";
import { jointView } from "./joint";
import { mechanism } from "./scene";
import { digits, quantity, words } from "./units";

// ---- playing

function player(cursor: Cursor, times: Float64Array, angle: Float64Array | null, over: Abscissa): HTMLElement {
    const label = h("output", { class: "instant" });
    const slider = h("input", { type: "range", min: 0, max: Math.max(times.length - 1, 1), step: 1, "aria-label": "Instant" });
    const speed = h("select", { "aria-label": "Speed" });
    for (const [seconds, text] of [[20, "slow"], [8, "normal"], [3, "fast"]] as const) speed.append(h("option", { value: seconds, selected: seconds === 8 }, text));
    const button = h("button", { type: "button" }, "Play");
    let playing = false;
    let last = 0;
    const tick = (now: number) => {
        if (!playing) return;
        const length = cursor.end - cursor.start;
        const next = cursor.time + (length * (now - last)) / 1000 / Number(speed.value);
        last = now;
        cursor.moveTo(next >= cursor.end ? cursor.start : next);
        requestAnimationFrame(tick);
    };
    const toggle = () => {
        playing = !playing;
        button.textContent = playing ? "Pause" : "Play";
        last = performance.now();
        if (playing) requestAnimationFrame(tick);
    };
    const step = (by: number) => cursor.moveTo(times[Math.min(Math.max(indexAt(times, cursor.time) + by, 0), times.length - 1)]);
    // to the next full degree, or to the next record where the run is not counted in degrees
    const turn = (by: number) => {
        if (!angle || over.unit !== "deg") return step(by);
        const target = Math.round(angle[indexAt(times, cursor.time)] / over.factor) + by;
        const at = angle.findIndex((a) => a / over.factor >= target - 1e-6);
        return cursor.moveTo(times[at < 0 ? times.length - 1 : at]);
    };
    button.addEventListener("click", toggle);
    slider.addEventListener("input", () => cursor.moveTo(times[Number(slider.value)]));
    cursor.onMove(() => {
        const i = indexAt(times, cursor.time);
        slider.value = String(i);
        label.textContent = angle ? `${digits(angle[i] / over.factor, 5)} ${over.unit}   ${quantity(times[i], "s", 5)}` : quantity(times[i], "s", 5);
    });
    const bar = h("div", { class: "player" }, button, h("button", { type: "button", "aria-label": "One degree back", onclick: () => turn(-1) }, "<"), h("button", { type: "button", "aria-label": "One degree on", onclick: () => turn(1) }, ">"), slider, speed, label);
    document.addEventListener("keydown", (event) => {
        if (!bar.isConnected || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
        if (event.key === " ") toggle();
        else if (event.key === "ArrowRight") step(1);
        else if (event.key === "ArrowLeft") step(-1);
        else return;
        event.preventDefault();
    });
    return bar;
}

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

function defaultPanels(result: api.Result): [string, Signal[]][] {
    const panels: [string, Signal[]][] = [];
    for (const key of ["film_min", "film_pressure_max", "asperity_pressure_max", "loss"]) {
        if (key.startsWith("asperity") && !(result.summary?.bearings ?? []).some(touches)) continue;
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

// a run that goes on is opened again as it grows, as long as it is looked at
function follow(path: string, records: number, element: HTMLElement): void {
    setTimeout(async () => {
        if (!element.isConnected) return;
        const now = await api.result(path).catch(() => undefined);
        if (now && (now.ended || now.records > records)) element.replaceWith((await resultView(path)).element);
        else follow(path, records, element);
    }, 1000);
}

// ---- all of it

export interface ResultView { element: HTMLElement; cursor: Cursor; result: api.Result }

export async function resultView(path: string, before?: string): Promise<ResultView> {
    const result = await api.result(path);
    const over = abscissaOf(result);
    const timeline = await api.series(path, over.signal ? [over.signal] : [], 20000);
    const times = timeline.times;
    const cursor = new Cursor(times[0] ?? 0, times[times.length - 1] ?? 0);
    const old = before ? { path: before, channels: new Set((await api.result(before)).channels.map((c) => c.path)) } : undefined;
    const scene = await mechanism(path, result, cursor);
    const element = h("div", { class: "result" });
    const jointBox = h("div", { class: "joint-box" });
    const names = [...new Set(result.channels.filter((c) => /^joints\/[^/]+\/film_min$/.test(c.path)).map((c) => c.path.split("/")[1]))];
    const picker = h("select", { "aria-label": "Joint" }, ...names.map((n) => h("option", { value: n }, n)));
    const choose = async (joint: string) => {
        picker.value = joint;
        jointBox.replaceChildren(await jointView(path, result, joint, cursor));
        if (painted.checked) await scene.paint(joint);
        cursor.moveTo(cursor.time);
    };
    const painted = h("input", { type: "checkbox", onchange: () => void scene.paint(painted.checked ? picker.value : null) });
    picker.addEventListener("change", () => void choose(picker.value));
    const curves = h("section", { class: "curves" });
    const window = result.summary?.window;
    const cycle: [number, number] | undefined = window && window.kind !== "all records" ? [window.start, window.end] : undefined;
    const panels: Panel[] = [];
    const whole = h("input", { type: "checkbox", onchange: () => panels.forEach((p) => p.show(whole.checked ? undefined : cycle)) });
    const addPanel = (title: string, signals: Signal[]) => {
        const same = old && signals.every((s) => old.channels.has(s.name.replace(/:\d+$/, "")));
        const panel = new Panel(path, title, signals, over, cursor, whole.checked ? undefined : cycle, same && old ? { path: old.path, signals } : undefined);
        panels.push(panel);
        curves.append(panel.element);
        void panel.draw();
    };
    const bearings = result.summary?.bearings ?? [];
    const parts = [
        h("h2", {}, result.title || path), result.ended ? null : h("p", { class: "warnings" }, "This run has not ended: what it has recorded so far is shown."),
        h("div", { class: "stage" }, h("section", { class: "view" }, scene.element, player(cursor, times, over.signal ? timeline.values[0] : null, over)), names.length ? h("section", { class: "side" }, h("label", {}, "Joint ", picker), " ", h("label", {}, painted, " pressure on the bearing in the mechanism"), jointBox) : null),
        bearings.length ? bearingTable(bearings, cursor, (j) => void choose(j)) : null,
        h("div", { class: "chooser" }, chooser(result, (c) => addPanel(c.path, componentsOf(c))), cycle ? h("label", {}, whole, ` whole run instead of the ${window?.kind}`) : null, comparison(path, before), takeAway(path, result)), curves,
    ];
    element.append(...parts.filter((part) => part !== null));
    for (const [title, signals] of defaultPanels(result)) addPanel(title, signals);
    if (names.length) await choose(bearings[0]?.name ?? names[0]);
    cursor.moveTo(result.summary?.window?.start ?? cursor.start);
    if (!result.ended && !api.isSaved) follow(path, result.records, element);
    return { element, cursor, result };
}
