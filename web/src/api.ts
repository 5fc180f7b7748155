// What the server offers: src/serve/routes.c.
import type { Node } from "./schema";

export interface Entry { path: string; kind: string; title: string; size: number; time: number }
export interface Channel {
    path: string; unit: string; about: string; kind: "series" | "field";
    width: number; rows: number; columns: number; records: number; components: string[];
}
export interface Body { name: string; points: number[]; names: string[] }
export interface Extreme { value: number; unit: string; time?: number; angle_in_cycle_deg?: number }
export type Bearing = { name: string; warnings: string[] } & Record<string, Extreme>;
export interface Statistic { mean: number; min: number; max: number; unit?: string }
export interface Summary { window?: { start: number; end: number; kind: string }; bearings?: Bearing[]; joints?: Record<string, Record<string, Statistic>> }
export interface Result {
    title: string; ended: boolean; records: number; model: string;
    run: Record<string, number | string>; channels: Channel[]; bodies: Body[];
}
// a piece to draw to scale; vertices and triangles as base64 of 32-bit numbers
export interface Part {
    kind: string; body: string; joint: string; at: [number, number, number]; axes: number[];
    radius: number | null; width: number | null; length: number | null; height: number | null; clearance: number | null;
    vertices?: string; triangles?: string;
}
export interface Diagnostic { severity: string; file: string; own: boolean; line: number; column: number; entity: string; message: string; hint: string }
export interface Item { name: string; type: string; unit: string; first: string; second: string; value: number | null; low: number | null; high: number | null; about: string }
export interface Model { text: string; valid: boolean; title?: string; diagnostics: Diagnostic[]; bodies?: Item[]; joints?: Item[]; parameters?: Item[] }
export interface Job { job: number; name: string; study: boolean; state: string; fraction: number; text: string; set: string[] }

type Query = Record<string, string | number | string[] | undefined>;

// A page that was saved as one file has its data inside: numbers as base64 of 32-bit floats.
interface SavedChannel { values: string; times?: string }
interface SavedData { channels: Record<string, SavedChannel>; parts: Part[]; summary: Summary | null }
const saved = (globalThis as { gudgeonSaved?: [SavedData, Result] }).gudgeonSaved;
export const isSaved = saved !== undefined;

const decoded = new Map<string, Float64Array>();

function floats(text: string): Float64Array {
    const known = decoded.get(text);
    if (known) return known;
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const numbers = Float64Array.from(new Float32Array(bytes.buffer));
    decoded.set(text, numbers);
    return numbers;
}

function savedValues(path: string): Float64Array {
    return floats(saved?.[0].channels[path]?.values ?? "");
}

export function address(name: string, query: Query): string {
    const words = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
        for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) words.append(key, String(one));
    return `api/${name}?${words}`;
}

async function answer(response: Response): Promise<Response> {
    if (response.ok) return response;
    const text = await response.text();
    let message = text;
    try {
        message = JSON.parse(text).error ?? text;
    } catch { /* plain text */ }
    throw new Error(message);
}

async function get<T>(name: string, query: Query = {}): Promise<T> {
    return (await answer(await fetch(address(name, query)))).json();
}

async function post<T>(name: string, query: Query, body = ""): Promise<T> {
    return (await answer(await fetch(address(name, query), { method: "POST", body }))).json();
}

async function numbers(name: string, query: Query): Promise<Float64Array> {
    return new Float64Array(await (await answer(await fetch(address(name, query)))).arrayBuffer());
}

export const folder = () => get<{ name: string; entries: Entry[]; complete: boolean }>("folder");
export const result = async (path: string): Promise<Result> => (saved ? saved[1] : get<Result>("result", { result: path }));
export const summary = async (path: string): Promise<Summary | null> => (saved ? saved[0].summary : get<Summary | null>("summary", { result: path }));
let known: { path: string; parts: Promise<{ parts: Part[] }> } | undefined; // the mechanism and the joint ask for the same
export async function parts(path: string): Promise<{ parts: Part[] }> {
    if (saved) return saved[0];
    if (known?.path !== path) known = { path, parts: get<{ parts: Part[] }>("parts", { result: path }) };
    return known.parts;
}
export const model = (path: string) => get<Model>("model", { model: path });
export const schema = (kind?: string) => get<Node>("schema", { kind });
export const templates = () => get<Record<string, string>>("templates");
export interface StartBody extends Body { position?: number[]; orientation?: number[]; shape?: number[] }
export interface Start { bodies: StartBody[]; parts: Part[] }
export const start = (path: string, text: string) => post<Start>("start", { model: path }, text);
export const check = (path: string, text: string) => post<Model>("check", { model: path }, text);
export const save = (path: string, text: string) => post<{ saved: boolean }>("save", { model: path }, text);
export const run = (path: string, name: string, kind: string, set: string[], text: string) =>
    post<{ job: number; result: string }>("run", { model: path, name, kind, set }, text);
export const cancel = (job: number) => post<{ cancelled: boolean }>("cancel", { job });
export const component = (path: string, kind: string, set: string[], text: string) =>
    post<{ valid: boolean; answer: Record<string, unknown> }>("component", { model: path, kind, set }, text);

export interface Curves { times: Float64Array; values: Float64Array[] }

function savedSeries(result: Result, signals: string[], from = -Infinity, to = Infinity): Curves {
    const times = savedValues("time");
    const first = times.findIndex((t) => t >= from);
    const last = times.findLastIndex((t) => t <= to) + 1;
    const values = signals.map((signal) => {
        const [path, component] = signal.split(":");
        const width = result.channels.find((c) => c.path === path)?.width ?? 1;
        const all = savedValues(path);
        return Float64Array.from({ length: last - first }, (_, i) => all[(first + i) * width + Number(component ?? 0)]);
    });
    return { times: times.subarray(first, last), values };
}

function savedFrames(channels: Channel[], from = -Infinity, to = Infinity): { count: number; values: Float64Array[] } {
    const times = savedValues("time");
    const [first, last] = [times.findIndex((t) => t >= from), times.findLastIndex((t) => t <= to) + 1];
    return { count: last - first, values: channels.map((c) => savedValues(c.path).subarray(first * c.width, last * c.width)) };
}

export async function series(path: string, signals: string[], points: number, from?: number, to?: number): Promise<Curves> {
    if (saved) return savedSeries(saved[1], signals, from, to);
    const all = await numbers("series", { result: path, signal: signals, points, from, to });
    const n = all[0] ?? 0;
    return { times: all.subarray(1, 1 + n), values: signals.map((_, k) => all.subarray(1 + n * (k + 1), 1 + n * (k + 2))) };
}

// values of channels at up to `frames` instants: `width` numbers a frame
export async function frames(path: string, channels: Channel[], count: number, from?: number, to?: number): Promise<{ count: number; values: Float64Array[] }> {
    if (saved) return savedFrames(channels, from, to);
    const all = await numbers("poses", { result: path, frames: count, channel: channels.map((c) => c.path), from, to });
    const n = all[0] ?? 0;
    let at = 1;
    const values = channels.map((c) => all.subarray(at, (at += n * c.width)));
    return { count: n, values };
}

export async function fieldTimes(path: string, channel: string): Promise<Float64Array> {
    return saved ? floats(saved[0].channels[channel]?.times ?? "") : numbers("field", { result: path, channel });
}

// `count` maps from a record on, fewer at the end
export async function field(path: string, channel: string, record: number, count: number): Promise<Float64Array> {
    if (!saved) return numbers("field", { result: path, channel, record, count });
    const width = saved[1].channels.find((c) => c.path === channel)?.width ?? 0;
    return savedValues(channel).subarray(record * width, (record + count) * width);
}

// calls back with all jobs whenever one has moved
export function listen(change: (jobs: Job[]) => void): void {
    if (isSaved) return;
    const events = new EventSource("api/events");
    events.addEventListener("jobs", (event) => change(JSON.parse((event as MessageEvent).data)));
}
