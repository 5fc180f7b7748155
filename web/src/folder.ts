// What is in the folder: a gallery of models and results, and starting files for new ones.
import * as api from "./api";
import { series as palette } from "./colours";
import { h } from "./dom";

const sections: [string, string[]][] = [["Results", ["result"]], ["Models", ["model"]], ["Studies", ["study"]], ["Bearings, contacts, rough surfaces, gaps", ["bearing", "contact", "rough", "gap"]]];

// ---- pictures: bodies at the start, seen along z, or obliquely if they stand in space

type Point = [number, number];

function worldPoints(body: api.StartBody): [number, number, number][] {
    const dimension = body.position?.length ?? 3;
    if (body.shape) return Array.from({ length: body.shape.length / dimension }, (_, i) => [0, 1, 2].map((k) => (k < dimension ? (body.shape as number[])[i * dimension + k] : 0)) as [number, number, number]);
    const p = body.position ?? [0, 0, 0];
    const o = body.orientation ?? [0];
    const turn = (x: number, y: number, z: number): [number, number, number] => {
        if (o.length === 1) return [Math.cos(o[0]) * x - Math.sin(o[0]) * y, Math.sin(o[0]) * x + Math.cos(o[0]) * y, z];
        if (o.length === 9) return [o[0] * x + o[1] * y + o[2] * z, o[3] * x + o[4] * y + o[5] * z, o[6] * x + o[7] * y + o[8] * z];
        const [w, a, b, c] = o;
        const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
        return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
    };
    return Array.from({ length: body.points.length / 3 }, (_, i) => {
        const [x, y, z] = turn(body.points[3 * i], body.points[3 * i + 1], body.points[3 * i + 2]);
        return [x + p[0], y + p[1], z + (p[2] ?? 0)];
    });
}

function picture(bodies: api.StartBody[]): SVGElement {
    const space = "http://www.w3.org/2000/svg";
    const flat = (q: [number, number, number]): Point => [q[0] - 0.35 * q[2], -(q[1] + 0.35 * q[2])];
    const lines = bodies.map((b) => worldPoints(b).map(flat));
    const all = lines.flat();
    const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
    const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
    const size = Math.max(Math.max(...xs) - x0, 1.6 * (Math.max(...ys) - y0), 1e-9);
    const [cx, cy] = [(Math.max(...xs) + x0) / 2, (Math.max(...ys) + y0) / 2];
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "-60 -38 120 76");
    svg.setAttribute("aria-hidden", "true"); // the name stands below
    lines.forEach((line, k) => {
        const points = line.map(([x, y]) => `${((x - cx) / size) * 100},${((y - cy) / size) * 100}`);
        const shape = document.createElementNS(space, points.length > 1 ? "polyline" : "circle");
        if (points.length > 1) shape.setAttribute("points", points.join(" "));
        else for (const [key, value] of [["cx", points[0]?.split(",")[0]], ["cy", points[0]?.split(",")[1]], ["r", "4"]] as const) shape.setAttribute(key, value ?? "0");
        const colour = bodies[k].name === "ground" ? "#888888" : palette[k % palette.length];
        for (const [key, value] of [["fill", points.length > 1 ? "none" : colour], ["stroke", colour], ["stroke-width", "4"], ["stroke-linecap", "round"], ["stroke-linejoin", "round"]]) shape.setAttribute(key, value);
        svg.append(shape);
    });
    return svg;
}

// pictures are made when they come into view, one after the other
let queue: Promise<void> = Promise.resolve();
const watcher = new IntersectionObserver((seen) => {
    for (const one of seen) {
        if (!one.isIntersecting) continue;
        watcher.unobserve(one.target);
        queue = queue.then(() => draw(one.target as HTMLElement)).catch(() => undefined);
    }
});

async function draw(box: HTMLElement): Promise<void> {
    const path = box.dataset.path ?? "";
    if (!box.isConnected) return;
    const { text } = await api.model(path);
    const start = await api.start(path, text).catch(() => undefined);
    if (start?.bodies.length) box.prepend(picture(start.bodies));
}

function card(e: api.Entry): HTMLElement {
    const text = [h("span", { class: "name" }, e.title || e.path), h("span", { class: "quiet" }, e.kind === "result" ? new Date(1000 * e.time).toLocaleString() : /^(model|study)$/.test(e.kind) ? e.path : `${e.kind}: ${e.path}`)];
    const link = h("a", { class: "card", href: `#${e.kind}=${encodeURIComponent(e.path)}` }, ...text);
    if (e.kind === "model") {
        link.dataset.path = e.path;
        watcher.observe(link);
    }
    return link;
}

// ---- new files

function newFile(entries: api.Entry[]): HTMLElement {
    const choice = h("select", { "aria-label": "Template" });
    const name = h("input", { placeholder: "name.yaml", "aria-label": "Name of the new file" });
    const state = h("span", { class: "warnings", role: "status" });
    void api.templates().then((all) => {
        for (const [key, text] of Object.entries(all)) choice.append(h("option", { value: key, title: text.split("\n")[0] }, key));
        choice.dispatchEvent(new Event("change"));
    });
    choice.addEventListener("change", () => (name.value = `${choice.value}.yaml`));
    const make = async () => {
        const path = /\.ya?ml$/.test(name.value) ? name.value : `${name.value}.yaml`;
        if (entries.some((e) => e.path === path)) return (state.textContent = `${path} is there already.`);
        try {
            const text = (await api.templates())[choice.value];
            await api.save(path, text);
            location.hash = `${choice.value === "bearing" ? "bearing" : "model"}=${encodeURIComponent(path)}`;
        } catch (error) {
            state.textContent = error instanceof Error ? error.message : String(error);
        }
        return undefined;
    };
    return h("p", { class: "row" }, "New model: ", choice, name, h("button", { type: "button", onclick: () => void make() }, "Create"), state);
}

export async function folderView(): Promise<HTMLElement> {
    const folder = await api.folder();
    const view = h("div", { class: "folder" }, h("h2", {}, folder.name), newFile(folder.entries));
    for (const [head, kinds] of sections) {
        const entries = folder.entries.filter((e) => kinds.includes(e.kind));
        if (entries.length) view.append(h("h3", {}, head), h("div", { class: "gallery" }, ...entries.map(card)));
    }
    if (!folder.entries.length) view.append(h("p", {}, "There are no models or results in this folder yet."));
    if (!folder.complete) view.append(h("p", { class: "warnings" }, "The folder has more than can be listed."));
    return view;
}
