// The mechanism in motion: solids and joints to scale, bodies without a shape as links between their points, beams as
// they bend.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import * as api from "./api";
import * as colours from "./colours";
import { Cursor, indexAt } from "./cursor";
import { h, whenGone } from "./dom";
import { Film, filmOf } from "./film";
import { find } from "./locate";
import { Piece, axesOf, pieceOf, usualFactor } from "./parts";

interface Beam { values: Float64Array; width: number; dimension: number; tubes: THREE.InstancedMesh }

interface Placed {
    name: string;
    group: THREE.Group;
    position?: Float64Array;
    nposition: number;
    orientation?: Float64Array;
    norientation: number;
    beam?: Beam;
}

// a pin, ball or block that is drawn farther from the middle of its bore than it is
interface Shifted { piece: Piece; pin: Placed; bore: Placed; axes: THREE.Matrix4; ecc: Float64Array[] }

interface Frames { times: Float64Array; count: number; values: Map<string, Float64Array> }

const framesMost = 1500; // of what is played: a cycle, or the whole run

export type Range = [number, number] | undefined; // times; undefined: the whole run

export interface Mechanism {
    element: HTMLElement;
    paint: (joint: string | null) => Promise<void>; // the film pressure of a joint on its bearing; null: none
    reload: (range: Range) => Promise<void>; // of another range, or of a run that goes on
}

// ---- bodies without a shape

function link(a: THREE.Vector3, b: THREE.Vector3, radius: number, material: THREE.Material): THREE.Mesh {
    const along = new THREE.Vector3().subVectors(b, a);
    const mesh = new THREE.Mesh(new THREE.CapsuleGeometry(radius, along.length(), 6, 16), material);
    mesh.position.addVectors(a, b).multiplyScalar(0.5);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    return mesh;
}

// the frames that the file names; the centre of mass is none of them
function pointsOf(body: api.Body): THREE.Vector3[] {
    const points: THREE.Vector3[] = [];
    const named = body.names.some(Boolean);
    for (let i = 0; i + 2 < body.points.length; i += 3) {
        if (named && !body.names[i / 3]) continue;
        const p = new THREE.Vector3(body.points[i], body.points[i + 1], body.points[i + 2]);
        if (!points.some((q) => q.distanceTo(p) < 1e-9)) points.push(p);
    }
    return points;
}

// ordered along the longest extent, so that a link runs from end to end
function ordered(points: THREE.Vector3[]): THREE.Vector3[] {
    let [a, b] = [points[0], points[0]];
    for (const p of points) for (const q of points) if (p.distanceTo(q) > a.distanceTo(b)) [a, b] = [p, q];
    if (!a || a === b) return points;
    const along = new THREE.Vector3().subVectors(b, a);
    return [...points].sort((p, q) => p.clone().sub(a).dot(along) - q.clone().sub(a).dot(along));
}

// a small dark pin where nothing to scale stands; of the ground: a foot
function mark(at: THREE.Vector3, radius: number, ground: boolean, up: THREE.Vector3): THREE.Mesh {
    const dark = new THREE.MeshStandardMaterial({ color: ground ? "#8a9097" : "#4a4f55", roughness: 0.5 });
    if (!ground) {
        const mesh = new THREE.Mesh(new THREE.CylinderGeometry(0.6 * radius, 0.6 * radius, 3.3 * radius, 24).rotateX(Math.PI / 2), dark);
        mesh.position.copy(at);
        return mesh;
    }
    const mesh = new THREE.Mesh(new THREE.ConeGeometry(2.2 * radius, 3.4 * radius, 24), dark);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), up);
    mesh.position.copy(at).addScaledVector(up, -1.7 * radius);
    return mesh;
}

interface Look { size: number; colour: string; own: api.Part[]; shared: (point: THREE.Vector3) => boolean; up: THREE.Vector3; material: THREE.MeshStandardMaterial }

function skeleton(body: api.Body, look: Look): THREE.Object3D[] {
    const all = pointsOf(body);
    const points = ordered(all.filter(look.shared).length > 1 ? all.filter(look.shared) : all); // from joint to joint
    const pins = look.own.filter((p) => p.radius).map((p) => p.radius as number);
    const radius = Math.min(0.016 * look.size, ...pins.map((r) => 0.55 * r));
    const covered = (q: THREE.Vector3) => look.own.some((p) => Math.hypot(q.x - p.at[0], q.y - p.at[1], q.z - p.at[2]) < 1e-6 * look.size);
    const out: THREE.Object3D[] = points.filter((p) => look.shared(p) && !covered(p)).map((p) => mark(p, radius, body.name === "ground", look.up));
    if (body.name === "ground") return out;
    if (points.length < 2 && !look.own.length) {
        const block = new THREE.Mesh(new THREE.BoxGeometry(6 * radius, 4 * radius, 3 * radius), look.material);
        block.position.copy(points[0] ?? new THREE.Vector3());
        return [block, ...out];
    }
    for (let i = 0; i + 1 < points.length; i++) out.push(link(points[i], points[i + 1], radius, look.material));
    return out;
}

// a body's own solid, or links between its points and the pieces of its joints
function build(body: api.Body, look: Look): Piece[] {
    const pieces = look.own.map((part) => pieceOf(part, look.material.clone()));
    const solid = pieces.some((p) => p.part.kind === "solid");
    return pieces.filter((p) => !solid || !/^(bore|socket|guide|ring|hollow|disc|sphere)$/.test(p.part.kind)).map((p) => {
        if (body.name === "ground" && solid && p.mesh instanceof THREE.Mesh) {
            p.mesh.userData.housing = true;
            (p.mesh.material as THREE.MeshStandardMaterial).color.set("#9aa1a8");
            fadeMesh(p.mesh, 1);
        }
        if (p.part.joint && p.mesh instanceof THREE.Mesh && p.part.kind !== "surface") (p.mesh.material as THREE.MeshStandardMaterial).color.multiplyScalar(0.62);
        if (body.name === "ground") p.mesh.traverse((m) => m instanceof THREE.Mesh && m.parent === p.mesh && m === p.mesh.children[0] && (m.material as THREE.MeshStandardMaterial).color.set("#9aa1a8"));
        return p;
    });
}

function softened(colour: string): string {
    return `#${new THREE.Color(colour).lerp(new THREE.Color("#d6dade"), 0.22).getHexString()}`;
}

// ---- motion

const zAxis = new THREE.Vector3(0, 0, 1);
const scratch = new THREE.Matrix4();

function rotationOf(values: Float64Array, at: number, width: number, out: THREE.Quaternion): void {
    if (width === 1) out.setFromAxisAngle(zAxis, values[at]);
    else if (width === 4) out.set(values[at + 1], values[at + 2], values[at + 3], values[at]);
    else {
        const v = values.subarray(at, at + 9);
        out.setFromRotationMatrix(scratch.set(v[0], v[1], v[2], 0, v[3], v[4], v[5], 0, v[6], v[7], v[8], 0, 0, 0, 0, 1));
    }
}

const [from, to, middle, turn, stretch] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3()];
const yAxis = new THREE.Vector3(0, 1, 0);

function beamPoint(beam: Beam, frame: number, i: number, out: THREE.Vector3): THREE.Vector3 {
    const at = frame * beam.width + i * beam.dimension;
    return out.set(beam.values[at], beam.values[at + 1], beam.dimension > 2 ? beam.values[at + 2] : 0);
}

function bend(beam: Beam, frame: number): void {
    for (let i = 0; i + 1 < beam.width / beam.dimension; i++) {
        beamPoint(beam, frame, i, from);
        beamPoint(beam, frame, i + 1, to);
        middle.addVectors(from, to).multiplyScalar(0.5);
        to.sub(from);
        const length = to.length();
        turn.setFromUnitVectors(yAxis, to.normalize());
        beam.tubes.setMatrixAt(i, scratch.compose(middle, turn, stretch.set(1, 1.02 * length, 1)));
    }
    beam.tubes.instanceMatrix.needsUpdate = true;
}

function place(p: Placed, frame: number): void {
    if (p.position) {
        const at = frame * p.nposition;
        p.group.position.set(p.position[at], p.position[at + 1], p.nposition > 2 ? p.position[at + 2] : 0);
    }
    if (p.orientation) rotationOf(p.orientation, frame * p.norientation, p.norientation, p.group.quaternion);
    if (p.beam) bend(p.beam, frame);
}

// the pin stands `factor` times as far from the middle as it is
function shift(s: Shifted, frame: number, factor: number): void {
    middle.set(s.ecc[0][frame], s.ecc[1][frame], s.ecc[2]?.[frame] ?? 0).multiplyScalar(factor - 1);
    middle.applyMatrix4(s.axes).applyQuaternion(s.bore.group.quaternion);
    middle.applyQuaternion(turn.copy(s.pin.group.quaternion).invert());
    const [x, y, z] = s.piece.part.at;
    s.piece.mesh.position.set(x + middle.x, y + middle.y, z + middle.z);
}

// from the world into a body, at an instant
function inverseAt(one: Placed | undefined, frames: Frames, time: number): THREE.Matrix4 {
    const copy: Placed = { ...(one ?? { name: "", nposition: 3, norientation: 0 }), group: new THREE.Group() };
    if (!copy.beam) place(copy, indexAt(frames.times, time));
    copy.group.updateMatrix();
    return copy.group.matrix.invert();
}

// the box that all bodies stay in
function extent(placed: Placed[], bodies: api.Body[], parts: api.Part[], count: number): THREE.Box3 {
    const box = new THREE.Box3();
    const p = new THREE.Vector3();
    placed.forEach((one, k) => {
        const corners = pointsOf(bodies[k]);
        for (const part of parts.filter((q) => q.body === one.name)) corners.push(...cornersOf(part));
        for (let f = 0; f < count; f += Math.max(1, Math.floor(count / 60))) {
            place(one, f);
            one.group.updateMatrix();
            if (one.beam) for (let i = 0; i < one.beam.width / one.beam.dimension; i++) box.expandByPoint(beamPoint(one.beam, f, i, p));
            else for (const q of corners) box.expandByPoint(p.copy(q).applyMatrix4(one.group.matrix));
        }
    });
    return box;
}

function cornersOf(part: api.Part): THREE.Vector3[] {
    if (part.vertices) {
        const box = new THREE.Box3().setFromObject(pieceOf(part, new THREE.MeshStandardMaterial()).mesh);
        return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new THREE.Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z));
    }
    const reach = 1.4 * (part.radius ?? part.length ?? 0);
    const half = Math.min(0.5 * (part.width ?? 0), 2 * reach);
    const axis = new THREE.Vector3(part.axes[2], part.axes[5], part.axes[8]);
    const at = new THREE.Vector3(...part.at);
    return [-1, 1].flatMap((s) => [-1, 1].flatMap((a) => [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0)].map((d) => at.clone().addScaledVector(axis, s * half).addScaledVector(d, a * reach))));
}

// ---- data

function beamOf(values: Float64Array, width: number, dimension: number): Beam {
    const tubes = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 16), new THREE.MeshStandardMaterial({ roughness: 0.5 }), Math.max(width / dimension - 1, 1));
    tubes.frustumCulled = false;
    return { values, width, dimension, tubes };
}

async function loadFrames(path: string, result: api.Result, parts: api.Part[], range: Range): Promise<Frames> {
    const known = new Map(result.channels.map((c) => [c.path, c]));
    const names = ["time", ...result.bodies.flatMap((b) => ["position", "orientation", "shape"].map((what) => `bodies/${b.name}/${what}`)),
        ...new Set(parts.filter((p) => p.clearance).flatMap((p) => ["x", "y", "z"].map((k) => `joints/${p.joint}/eccentricity.${k}`)))];
    const wanted = names.flatMap((n) => known.get(n) ?? []);
    const got = await api.frames(path, wanted, framesMost, ...(range ?? []));
    return { times: got.values[0], count: got.count, values: new Map(wanted.map((c, i) => [c.path, got.values[i]])) };
}

// where bodies are; again with more frames when a run has gone on
function supply(placed: Placed[], result: api.Result, frames: Frames): void {
    for (const one of placed) {
        const of = (what: string) => frames.values.get(`bodies/${one.name}/${what}`);
        const width = (what: string) => result.channels.find((c) => c.path === `bodies/${one.name}/${what}`)?.width ?? 0;
        const shape = of("shape");
        one.nposition = width("position") || 3;
        one.norientation = width("orientation");
        if (shape && one.beam) one.beam.values = shape;
        else if (shape) one.beam = beamOf(shape, width("shape"), one.nposition);
        if (!shape) [one.position, one.orientation] = [of("position"), of("orientation")];
    }
}

// ---- the view

type Up = "y" | "z";

// Up is against gravity; without it, across the axis of pins that all lie along z.
function upOf(model: string, flat: boolean, parts: api.Part[]): Up {
    const gravity = (find(model, ["gravity"])?.value ?? "").match(/-?[\d.]+(?:e-?\d+)?/gi)?.map(Number) ?? [];
    if (flat || Math.abs(gravity[1] ?? 0) > Math.abs(gravity[2] ?? 0)) return "y";
    if (gravity[2]) return "z";
    const pins = parts.filter((p) => p.kind === "pin");
    return pins.length > 0 && pins.every((p) => Math.abs(p.axes[8]) > 0.99) ? "y" : "z";
}

const directions: Record<string, [number, number, number]> = { xy: [0, 0, 1], xz: [0, -1, 0], yz: [1, 0, 0] };

function direction(name: string, up: Up): THREE.Vector3 {
    const given = directions[name];
    if (given) return new THREE.Vector3(...given);
    return (up === "y" ? new THREE.Vector3(1, 0.7, 1.5) : new THREE.Vector3(1, -1.6, 0.9)).normalize();
}

// orthographic, from `towards`, so that the box fits
function camera(box: THREE.Box3, towards: THREE.Vector3, up: Up, name: string, width: number, height: number): THREE.OrthographicCamera {
    const centre = box.getCenter(new THREE.Vector3());
    const upwards = name === "xy" || (up === "y" && name !== "xz" && name !== "yz") ? yAxis : zAxis;
    const right = new THREE.Vector3().crossVectors(upwards, towards).normalize();
    const above = new THREE.Vector3().crossVectors(towards, right);
    const size = box.getSize(new THREE.Vector3());
    const reach = (v: THREE.Vector3) => 0.5 * (Math.abs(v.x) * size.x + Math.abs(v.y) * size.y + Math.abs(v.z) * size.z);
    const half = 1.12 * Math.max(reach(above), (reach(right) * height) / width, 1e-6);
    const far = 10 * (size.length() + half);
    const view = new THREE.OrthographicCamera((-half * width) / height, (half * width) / height, half, -half, -far, far);
    view.up.copy(upwards);
    view.position.copy(centre).addScaledVector(towards, 0.4 * far);
    view.lookAt(centre);
    return view;
}

interface Stage {
    element: HTMLElement;
    scene: THREE.Scene;
    bodies: THREE.Group;
    pieces: { piece: Piece; of: Placed }[];
    redraw: () => void;
    look: (name: string) => void;
    flat: boolean;
}

interface Actors { placed: Placed[]; outlines: api.Body[]; parts: api.Part[]; count: number; model: string }

function dress(actors: Actors, bodies: THREE.Group, length: number, up: Up): { piece: Piece; of: Placed }[] {
    const upwards = up === "y" ? yAxis : zAxis;
    const world = actors.placed.map((one, k) => {
        place(one, 0);
        one.group.updateMatrix();
        return pointsOf(actors.outlines[k]).map((p) => p.applyMatrix4(one.group.matrix));
    });
    return actors.placed.flatMap((one, k) => {
        const shared = (p: THREE.Vector3) => { // another body has a point there as well
            const at = p.clone().applyMatrix4(one.group.matrix);
            return world.some((points, i) => i !== k && points.some((q) => q.distanceTo(at) < 2e-3 * length));
        };
        const colour = softened(colours.series[k % colours.series.length]);
        const material = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0.1 });
        const own = actors.parts.filter((p) => p.body === one.name);
        const look = { size: length, colour, own, shared, up: upwards, material };
        bodies.add(one.group);
        if (one.beam) {
            one.beam.tubes.geometry.scale(0.012 * length, 1, 0.012 * length);
            one.beam.tubes.material = material;
            one.group.add(one.beam.tubes);
            return [];
        }
        const pieces = build(actors.outlines[k], look);
        const bones = pieces.some((p) => p.part.kind === "solid") ? [] : skeleton(actors.outlines[k], look);
        for (const part of [...bones, ...pieces.map((p) => p.mesh)]) one.group.add(part);
        return pieces.map((piece) => ({ piece, of: one }));
    });
}

function stage(actors: Actors, pose: () => void, cursor?: Cursor): Stage {
    const element = h("div", { class: "scene", role: "img", "aria-label": "The mechanism at the current instant" });
    const box = extent(actors.placed, actors.outlines, actors.parts, actors.count);
    const corners = new THREE.Box3();
    actors.outlines.forEach((body) => pointsOf(body).forEach((p) => corners.expandByPoint(p)));
    const flat = actors.placed.every((p) => p.nposition === 2 || !p.position) && actors.placed.some((p) => p.nposition === 2);
    const length = Math.max(box.getSize(new THREE.Vector3()).length(), 1e-6);
    const up = upOf(actors.model, flat, actors.parts);
    const scene = new THREE.Scene();
    const bodies = new THREE.Group();
    const pieces = dress(actors, bodies, length, up);
    const sun = new THREE.DirectionalLight("#ffffff", 2);
    sun.position.set(flat ? 1 : 2, up === "y" ? 3 : -3, 4);
    const sky = new THREE.HemisphereLight("#ffffff", "#8899aa", 1.7);
    sky.position.copy(up === "y" ? yAxis : zAxis);
    scene.add(bodies, sky, sun);
    return { element, scene, bodies, pieces, flat, ...show(element, scene, box, flat ? "xy" : "", up, pose, cursor) };
}

// ---- a result

function shifted(made: Stage, parts: api.Part[], frames: Frames): Shifted[] {
    return made.pieces.flatMap(({ piece, of }) => {
        const bore = parts.find((p) => p.joint === piece.part.joint && /^(bore|socket|guide)$/.test(p.kind));
        const host = bore && made.pieces.find((p) => p.of.name === bore.body)?.of;
        const ecc = ["x", "y", "z"].flatMap((k) => frames.values.get(`joints/${piece.part.joint}/eccentricity.${k}`) ?? []);
        if (!bore || !host || !/^(pin|ball|block)$/.test(piece.part.kind) || ecc.length < 2) return [];
        return [{ piece, pin: of, bore: host, axes: axesOf(bore), ecc }];
    });
}

// what is seen from where, and how large clearances are drawn
function tools(made: Stage, parts: api.Part[], exaggerate: (factor: number) => void): { element: HTMLElement; look: (name: string) => void } {
    const views = made.flat ? ["front", "oblique"] : ["oblique", "xy", "xz", "yz"];
    const view = h("select", { "aria-label": "View" }, ...views.map((v) => h("option", { value: v }, v.length === 2 ? `${v[0]}-${v[1]} plane` : v)));
    view.addEventListener("change", () => made.look(view.value === "front" ? "xy" : view.value));
    const most = usualFactor(parts);
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter((f) => f <= most);
    const factor = h("select", { "aria-label": "Clearances" }, ...steps.map((f) => h("option", { value: f, selected: f === most }, f === 1 ? "to scale" : `x ${f}`)));
    factor.addEventListener("change", () => exaggerate(Number(factor.value)));
    exaggerate(most);
    const through = h("input", { type: "checkbox", onchange: () => {
        fade(made.bodies, through.checked ? 0.35 : 1, "solid");
        made.redraw();
    } });
    const look = (name: string) => {
        view.value = name;
        view.dispatchEvent(new Event("change"));
    };
    const element = h("div", { class: "tools" }, parts.some((p) => p.kind === "solid") ? h("label", {}, through, " see-through") : null, h("label", {}, "view ", view), most > 1 ? h("label", {}, "clearances ", factor) : null);
    return { element, look };
}

export async function mechanism(path: string, result: api.Result, cursor: Cursor, range: Range, choose: (joint: string) => void): Promise<Mechanism> {
    const parts = (await api.parts(path)).parts;
    let near = await loadFrames(path, result, parts, range); // of what is played
    let far: Frames | undefined; // of the whole run, once the cursor leaves that
    let frames = near;
    if (frames.count === 0 || result.bodies.length === 0)
        return { element: h("p", { class: "quiet" }, "There are no bodies to draw yet."), paint: async () => undefined, reload: async () => undefined };
    const placed = result.bodies.map((b): Placed => ({ name: b.name, group: new THREE.Group(), nposition: 3, norientation: 0 }));
    supply(placed, result, frames);
    let moved: Shifted[] = [];
    let factor = 1;
    const use = (other: Frames) => {
        frames = other;
        supply(placed, result, frames);
        moved = shifted(made, parts, frames);
    };
    const leave = async () => {
        far = near; // asked for once
        far = await loadFrames(path, result, parts, undefined);
        made.redraw();
    };
    const made = stage({ placed, outlines: result.bodies, parts, count: frames.count, model: result.model }, () => {
        const inside = cursor.time >= near.times[0] - 1e-12 && cursor.time <= near.times[near.count - 1] * (1 + 1e-12);
        const best = inside ? near : (far ?? near);
        if (best !== frames) use(best);
        if (!inside && !far) void leave();
        const frame = indexAt(frames.times, cursor.time);
        for (const one of placed) place(one, frame);
        for (const one of moved) shift(one, frame, factor);
    }, cursor);
    moved = shifted(made, parts, frames);
    const bar = tools(made, parts, (f) => {
        factor = f;
        for (const { piece } of made.pieces) piece.resize(f);
        made.redraw();
    });
    made.element.append(bar.element);
    pick(made, choose);
    let film: Film | undefined;
    const paint = async (joint: string | null) => {
        film?.mesh.removeFromParent();
        const wall = parts.find((p) => p.joint === joint && /^(bore|socket|guide|surface)$/.test(p.kind));
        const host = placed.find((one) => one.name === wall?.body);
        film = joint ? await filmOf(path, result, joint, cursor, (time) => inverseAt(host, frames, time), made.redraw) : undefined;
        if (film) (host?.group ?? made.scene).add(film.mesh);
        if (film && made.flat) bar.look("oblique");
        fade(made.bodies, film ? 0.22 : 1);
        made.redraw();
    };
    const reload = async (other: Range) => {
        near = await loadFrames(path, result, parts, other);
        far = undefined;
        use(near);
        made.redraw();
    };
    return { element: made.element, paint, reload };
}

// the mechanism of a model, as it stands at the start
export function still(start: api.Start, model: string): HTMLElement {
    const placed = start.bodies.map((b): Placed => {
        const dimension = b.position?.length ?? 3;
        const one: Placed = { name: b.name, group: new THREE.Group(), nposition: dimension, norientation: b.orientation?.length ?? 0 };
        if (b.shape) one.beam = beamOf(Float64Array.from(b.shape), b.shape.length, dimension);
        else [one.position, one.orientation] = [b.position && Float64Array.from(b.position), b.orientation && Float64Array.from(b.orientation)];
        return one;
    });
    const made = stage({ placed, outlines: start.bodies, parts: start.parts, count: 1, model }, () => placed.forEach((one) => place(one, 0)));
    for (const { piece } of made.pieces) piece.resize(usualFactor(start.parts));
    return made.element;
}

// ---- films on their bearings

function fade(bodies: THREE.Group, opacity: number, kind?: string): void {
    bodies.traverse((part) => {
        if (!(part instanceof THREE.Mesh) || (kind && part.userData.kind !== kind)) return;
        fadeMesh(part, opacity);
    });
}

// a housing around the mechanism never hides it
function fadeMesh(part: THREE.Mesh, wanted: number): void {
    const material = part.material as THREE.MeshStandardMaterial;
    if (material.vertexColors) return; // the film itself
    const opacity = part.userData.housing ? Math.min(wanted, 0.25) : wanted;
    material.transparent = opacity < 1;
    material.opacity = opacity;
    material.depthWrite = opacity === 1;
    material.needsUpdate = true;
}

// ---- clicks and drawing

// a click on a pin, a bore or a surface chooses its joint
function pick(made: Stage, choose: (joint: string) => void): void {
    const jointAt = (event: MouseEvent): string => {
        const hit = hits.get(made.element)?.(event) ?? [];
        for (const { object } of hit) for (let o: THREE.Object3D | null = object; o; o = o.parent) if (o.userData.joint) return o.userData.joint as string;
        return "";
    };
    let pressed: [number, number] = [0, 0];
    made.element.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
    made.element.addEventListener("click", (event) => {
        const joint = Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4 ? jointAt(event) : "";
        if (joint) choose(joint);
    });
    made.element.addEventListener("pointermove", (event) => {
        if (event.buttons) return;
        const joint = jointAt(event);
        made.element.style.cursor = joint ? "pointer" : "";
        made.element.title = joint;
    });
}

const hits = new WeakMap<HTMLElement, (event: MouseEvent) => THREE.Intersection[]>();

// draws when something has changed, and never more than once a frame of the screen
function show(element: HTMLElement, scene: THREE.Scene, box: THREE.Box3, first: string, up: Up, pose: () => void, cursor?: Cursor): { redraw: () => void; look: (name: string) => void } {
    let renderer: THREE.WebGLRenderer;
    try {
        renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    } catch {
        element.append(h("p", { class: "quiet" }, "This browser has no WebGL: the mechanism cannot be drawn."));
        return { redraw: () => undefined, look: () => undefined };
    }
    element.append(renderer.domElement);
    let name = first;
    let view = camera(box, direction(name, up), up, name, 4, 3);
    let controls: OrbitControls | undefined;
    let asked = false;
    const draw = () => {
        asked = false;
        if (!element.isConnected) return;
        pose();
        renderer.render(scene, view);
    };
    const ask = () => {
        if (!asked) requestAnimationFrame(draw);
        asked = true;
    };
    const arrange = () => {
        const { clientWidth: width, clientHeight: height } = element;
        if (width < 2 || height < 2) return;
        renderer.setPixelRatio(window.devicePixelRatio);
        renderer.setSize(width, height, false);
        view = camera(box, direction(name, up), up, name, width, height);
        controls?.dispose();
        controls = new OrbitControls(view, renderer.domElement);
        controls.target.copy(box.getCenter(new THREE.Vector3()));
        controls.update();
        controls.addEventListener("change", ask);
        ask();
    };
    const look = (other: string) => {
        name = other;
        arrange();
    };
    const ray = new THREE.Raycaster();
    hits.set(element, (event) => {
        const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
        ray.setFromCamera(new THREE.Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height), view);
        return ray.intersectObject(scene, true);
    });
    element.addEventListener("dblclick", arrange);
    const watcher = new ResizeObserver(arrange);
    watcher.observe(element);
    cursor?.onMove(ask);
    whenGone(element, () => {
        watcher.disconnect();
        controls?.dispose();
        scene.traverse((part) => part instanceof THREE.Mesh && part.geometry.dispose());
        renderer.dispose();
        renderer.forceContextLoss();
    });
    return { redraw: ask, look };
}
