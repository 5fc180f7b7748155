// One lubricated joint at the present instant: orbit in the clearance circle, load as a polar diagram, maps of its film.
import * as api from "./api";
import { mapColour } from "./colours";
import { Cursor, indexAt } from "./cursor";
import { abscissaOf } from "./curves";
import { canvas, css, h } from "./dom";
import { Maps } from "./maps";
import { digits, scaleFor, words } from "./units";

const screenPoints = 2000;

type Drawing = (c: CanvasRenderingContext2D, width: number, height: number) => void;

function series(result: api.Result, joint: string, key: string): api.Channel | undefined {
    return result.channels.find((c) => c.path === `joints/${joint}/${key}` && c.kind === "series");
}

// ---- plane paths: orbit and polar diagram

interface Path { times: Float64Array; x: Float64Array; y: Float64Array; radius: number; unit: string; angle?: Float64Array }

function drawAxes(c: CanvasRenderingContext2D, cx: number, cy: number, r: number): void {
    c.strokeStyle = css("--line");
    c.beginPath();
    c.moveTo(cx - r, cy);
    c.lineTo(cx + r, cy);
    c.moveTo(cx, cy - r);
    c.lineTo(cx, cy + r);
    c.stroke();
}

// a dot with its crank angle wherever a multiple of 90 degrees is passed
function drawAngles(c: CanvasRenderingContext2D, path: Path, cx: number, cy: number, r: number): void {
    if (!path.angle) return;
    const quarter = Math.PI / 2;
    const labels: [number, number][] = [];
    c.fillStyle = css("--quiet");
    for (let i = 1; i < path.angle.length; i++) {
        const mark = Math.floor(path.angle[i] / quarter + 1e-9);
        if (mark === Math.floor(path.angle[i - 1] / quarter + 1e-9)) continue;
        const [x, y] = [cx + (path.x[i] / path.radius) * r, cy - (path.y[i] / path.radius) * r];
        c.beginPath();
        c.arc(x, y, 2.5, 0, 2 * Math.PI);
        c.fill();
        if (labels.some(([lx, ly]) => Math.abs(lx - x) < 26 && Math.abs(ly - y) < 12)) continue;
        labels.push([x, y]);
        c.fillText(String((mark * 90) % 720), x + 4, y - 4);
    }
}

const middleOf = (width: number, height: number): [number, number, number] => [width / 2, height / 2, Math.min(width, height) / 2 - 24];

// all but the present instant: drawn once
function pathDrawing(path: Path, circle: boolean): Drawing {
    return (c, width, height) => {
        const [cx, cy, r] = middleOf(width, height);
        const scale = scaleFor(path.unit, path.radius);
        drawAxes(c, cx, cy, r);
        c.strokeStyle = css("--ink");
        c.beginPath();
        if (circle) c.arc(cx, cy, r, 0, 2 * Math.PI);
        c.stroke();
        c.strokeStyle = css("--main");
        c.beginPath();
        for (let i = 0; i < path.x.length; i++) c.lineTo(cx + (path.x[i] / path.radius) * r, cy - (path.y[i] / path.radius) * r);
        c.stroke();
        drawAngles(c, path, cx, cy, r);
        c.fillStyle = css("--ink");
        c.fillText(`${circle ? "clearance " : ""}${digits(path.radius / scale.factor, 3)} ${scale.unit}`, cx + 4, cy - r - 8);
    };
}

async function loadPath(path: string, result: api.Result, joint: string, keys: [string, string], from: number, to: number): Promise<Path | undefined> {
    const channels = keys.flatMap((key) => series(result, joint, key) ?? []);
    if (channels.length < 2) return undefined;
    const over = abscissaOf(result);
    const time = result.channels[0];
    const angle = over.unit === "deg" ? result.channels.filter((c) => c.path === over.signal) : [];
    const { values } = await api.frames(path, [time, ...channels, ...angle], screenPoints, from, to);
    const [times, x, y] = values;
    const radius = x.reduce((most, v, i) => Math.max(most, Math.hypot(v, y[i])), 0);
    return radius > 0 ? { times, x, y, radius, unit: channels[0].unit, angle: values[3] } : undefined;
}

async function clearanceOf(path: string, joint: string): Promise<number> {
    return (await api.parts(path)).parts.find((p) => p.joint === joint && p.clearance)?.clearance ?? 0;
}

// the path, and a dot above it that moves with the cursor
function pathFigure(title: string, path: Path, circle: boolean, cursor: Cursor): HTMLElement {
    const dot = h("div", { class: "dot" });
    const { element } = canvas(title, pathDrawing(path, circle));
    const move = () => {
        const [cx, cy, r] = middleOf(element.clientWidth, element.clientHeight);
        const i = indexAt(path.times, cursor.time);
        dot.style.transform = `translate(${(cx + (path.x[i] / path.radius) * r).toFixed(1)}px, ${(cy - (path.y[i] / path.radius) * r).toFixed(1)}px)`;
    };
    cursor.onMove(move);
    new ResizeObserver(move).observe(element);
    return h("figure", {}, h("div", { class: "layers" }, element, dot), h("figcaption", {}, title));
}

// ---- maps

function paint(values: Float64Array, rows: number, columns: number, low: number, high: number): ImageData {
    const image = new ImageData(columns, rows);
    for (let i = 0; i < rows * columns; i++) {
        const [r, g, b] = mapColour((values[i] - low) / (high - low || 1));
        image.data.set([r, g, b, 255], 4 * i);
    }
    return image;
}

function drawMap(c: CanvasRenderingContext2D, width: number, height: number, map: Float64Array, channel: api.Channel): void {
    let [low, high] = [Infinity, -Infinity];
    for (const v of map) [low, high] = [Math.min(low, v), Math.max(high, v)];
    const picture = document.createElement("canvas");
    picture.width = channel.columns;
    picture.height = channel.rows;
    picture.getContext("2d")?.putImageData(paint(map, channel.rows, channel.columns, low, high), 0, 0);
    const [left, top, w, hgt] = [8, 6, width - 90, height - 30];
    c.imageSmoothingEnabled = false;
    c.drawImage(picture, left, top, w, hgt);
    const scale = scaleFor(channel.unit, Math.max(Math.abs(low), Math.abs(high)));
    c.fillStyle = css("--ink");
    for (let i = 0; i < 64; i++) {
        c.fillStyle = `rgb(${mapColour(i / 63).join(" ")})`;
        c.fillRect(width - 74, top + (hgt * (63 - i)) / 64, 14, hgt / 64 + 1);
    }
    c.fillStyle = css("--ink");
    c.fillText(digits(high / scale.factor, 3), width - 56, top + 10);
    c.fillText(digits(low / scale.factor, 3), width - 56, top + hgt);
    c.fillText(scale.unit, width - 56, top + hgt / 2);
    c.fillText("0", left, top + hgt + 15);
    c.fillText("around (deg)", left + w / 2 - 30, top + hgt + 15);
    c.fillText("360", left + w - 20, top + hgt + 15);
}

async function mapFigure(path: string, channel: api.Channel, cursor: Cursor): Promise<HTMLElement> {
    const times = await api.fieldTimes(path, channel.path);
    const maps = new Maps(path, channel);
    let shown: Float64Array | undefined;
    let wanted = -1;
    const name = words(channel.path.replace(/^.*\//, ""));
    const { element, redraw } = canvas(`Map of ${name}`, (c, width, height) => {
        if (shown) drawMap(c, width, height, shown, channel);
    });
    const move = async () => {
        const record = indexAt(times, cursor.time);
        if (record === wanted) return;
        wanted = record;
        const map = await maps.at(record);
        if (wanted !== record) return;
        shown = map;
        redraw();
    };
    cursor.onMove(() => void move());
    await move();
    return h("figure", { class: "wide" }, element, h("figcaption", {}, name));
}

// ---- all of it

export async function jointView(path: string, result: api.Result, joint: string, cursor: Cursor, start: number, end: number, left: string[]): Promise<HTMLElement> {
    const view = h("div", { class: "joint" });
    const orbit = await loadPath(path, result, joint, ["eccentricity.x", "eccentricity.y"], start, end);
    if (orbit) {
        const clearance = await clearanceOf(path, joint);
        orbit.radius = clearance || orbit.radius;
        view.append(pathFigure("Orbit of the journal in its clearance", orbit, clearance > 0, cursor));
    }
    const load = await loadPath(path, result, joint, ["film_force.x", "film_force.y"], start, end);
    if (load) view.append(pathFigure("Film force on the journal", load, false, cursor));
    const maps = result.channels.filter((c) => c.kind === "field" && c.path.startsWith(`joints/${joint}/`) && ![...left, "points"].includes(c.path.replace(/^.*\//, "")));
    for (const map of maps) if (map.records > 0) view.append(await mapFigure(path, map, cursor));
    if (maps.length === 0) view.append(h("p", { class: "quiet" }, `Maps: add "record: {fields: [${joint}]}" to the model.`));
    return view;
}
