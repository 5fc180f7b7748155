// The mechanism in motion: bodies as links between their points, single points as blocks, beams as they bend.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import * as api from "./api";
import * as colours from "./colours";
import { Cursor, indexAt } from "./cursor";
import { h } from "./dom";

interface Placed {
    group: THREE.Object3D;
    position?: Float64Array;
    nposition: number;
    orientation?: Float64Array;
    norientation: number;
    shape?: { values: Float64Array; width: number; dimension: number; line: THREE.Line };
}

const framesMost = 4000;

export interface Mechanism {
    element: HTMLElement;
    times: Float64Array;
    paint: (joint: string | null) => Promise<void>; // the film pressure of a joint on its bearing; null: none
}

// ---- parts

function link(a: THREE.Vector3, b: THREE.Vector3, radius: number, material: THREE.Material): THREE.Mesh {
    const along = new THREE.Vector3().subVectors(b, a);
    const mesh = new THREE.Mesh(new THREE.CapsuleGeometry(radius, along.length(), 6, 16), material);
    mesh.position.addVectors(a, b).multiplyScalar(0.5);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    return mesh;
}

function pin(at: THREE.Vector3, radius: number, material: THREE.Material): THREE.Mesh {
    const mesh = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, 3 * radius, 24), material);
    mesh.rotation.x = Math.PI / 2; // joints of plane mechanisms turn about z
    mesh.position.copy(at);
    return mesh;
}

function pointsOf(body: api.Body): THREE.Vector3[] {
    const points: THREE.Vector3[] = [];
    for (let i = 0; i + 2 < body.points.length; i += 3) {
        const p = new THREE.Vector3(body.points[i], body.points[i + 1], body.points[i + 2]);
        if (!points.some((q) => q.distanceTo(p) < 1e-9)) points.push(p);
    }
    return points;
}

// ordered along the longest extent, so that a link runs from end to end
function ordered(points: THREE.Vector3[]): THREE.Vector3[] {
    let [a, b] = [points[0], points[0]];
    for (const p of points) for (const q of points) if (p.distanceTo(q) > a.distanceTo(b)) [a, b] = [p, q];
    const along = new THREE.Vector3().subVectors(b, a);
    return [...points].sort((p, q) => p.clone().sub(a).dot(along) - q.clone().sub(a).dot(along));
}

function build(body: api.Body, size: number, colour: string): THREE.Group {
    const group = new THREE.Group();
    const material = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.55 });
    const dark = new THREE.MeshStandardMaterial({ color: "#444444", roughness: 0.4 });
    const points = ordered(pointsOf(body));
    const radius = 0.018 * size;
    if (body.name === "ground") {
        for (const p of points) group.add(base(p, 2.2 * radius));
        return group;
    }
    if (points.length < 2) {
        const block = new THREE.Mesh(new THREE.BoxGeometry(6 * radius, 4 * radius, 3 * radius), material);
        block.position.copy(points[0] ?? new THREE.Vector3());
        group.add(block);
    }
    for (let i = 0; i + 1 < points.length; i++) group.add(link(points[i], points[i + 1], radius, material));
    for (const p of points) group.add(pin(p, 0.6 * radius, dark));
    return group;
}

function base(at: THREE.Vector3, size: number): THREE.Mesh {
    const mesh = new THREE.Mesh(new THREE.ConeGeometry(size, 1.6 * size, 4), new THREE.MeshStandardMaterial({ color: "#888888" }));
    mesh.position.copy(at).add(new THREE.Vector3(0, -0.8 * size, -0.5 * size));
    return mesh;
}

// ---- motion

function rotationOf(values: Float64Array, at: number, width: number, out: THREE.Quaternion): void {
    if (width === 1) out.setFromAxisAngle(new THREE.Vector3(0, 0, 1), values[at]);
    else if (width === 4) out.set(values[at + 1], values[at + 2], values[at + 3], values[at]);
    else {
        const m = new THREE.Matrix4();
        const v = values.subarray(at, at + 9);
        m.set(v[0], v[1], v[2], 0, v[3], v[4], v[5], 0, v[6], v[7], v[8], 0, 0, 0, 0, 1);
        out.setFromRotationMatrix(m);
    }
}

function place(p: Placed, frame: number): void {
    if (p.position) {
        const at = frame * p.nposition;
        p.group.position.set(p.position[at], p.position[at + 1], p.nposition > 2 ? p.position[at + 2] : 0);
    }
    if (p.orientation) rotationOf(p.orientation, frame * p.norientation, p.norientation, p.group.quaternion);
    if (p.shape) {
        const { values, width, dimension, line } = p.shape;
        const attribute = line.geometry.getAttribute("position") as THREE.BufferAttribute;
        for (let i = 0; i < width / dimension; i++) {
            const at = frame * width + i * dimension;
            attribute.setXYZ(i, values[at], values[at + 1], dimension > 2 ? values[at + 2] : 0);
        }
        attribute.needsUpdate = true;
    }
}

// the box that all bodies stay in
function extent(placed: Placed[], bodies: api.Body[], count: number): THREE.Box3 {
    const box = new THREE.Box3();
    const p = new THREE.Vector3();
    placed.forEach((one, k) => {
        for (let f = 0; f < count; f += Math.max(1, Math.floor(count / 60))) {
            place(one, f);
            one.group.updateMatrix();
            if (one.shape) {
                const attribute = one.shape.line.geometry.getAttribute("position") as THREE.BufferAttribute;
                for (let i = 0; i < attribute.count; i++) box.expandByPoint(p.fromBufferAttribute(attribute, i));
            } else for (const q of pointsOf(bodies[k])) box.expandByPoint(p.copy(q).applyMatrix4(one.group.matrix));
        }
    });
    return box;
}

function beamLine(width: number, dimension: number, colour: string): THREE.Line {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array((width / dimension) * 3), 3));
    const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colour, linewidth: 3 }));
    line.frustumCulled = false;
    return line;
}

async function load(path: string, result: api.Result): Promise<{ placed: Placed[]; times: Float64Array; count: number }> {
    const channel = new Map(result.channels.map((c) => [c.path, c]));
    const wanted = [channel.get("time") as api.Channel];
    const of = (name: string, what: string) => channel.get(`bodies/${name}/${what}`);
    for (const b of result.bodies) for (const what of ["position", "orientation", "shape"]) {
        const c = of(b.name, what);
        if (c) wanted.push(c);
    }
    const got = await api.frames(path, wanted, framesMost);
    const values = (c?: api.Channel) => (c ? got.values[wanted.indexOf(c)] : undefined);
    const placed = result.bodies.map((b, k): Placed => {
        const position = of(b.name, "position");
        const orientation = of(b.name, "orientation");
        const shape = of(b.name, "shape");
        const dimension = position?.width ?? 3;
        const group = new THREE.Group();
        const one: Placed = { group, position: shape ? undefined : values(position), nposition: dimension, orientation: shape ? undefined : values(orientation), norientation: orientation?.width ?? 0 };
        const bent = values(shape);
        if (shape && bent) {
            one.shape = { values: bent, width: shape.width, dimension, line: beamLine(shape.width, dimension, colours.series[k % colours.series.length]) };
            group.add(one.shape.line);
        }
        return one;
    });
    return { placed, times: got.values[0], count: got.count };
}

// ---- the view

function camera(box: THREE.Box3, flat: boolean, width: number, height: number): THREE.OrthographicCamera {
    const centre = box.getCenter(new THREE.Vector3());
    const size = box.getSize(new THREE.Vector3());
    const half = 0.6 * Math.max(size.y, flat ? 0 : size.z, (size.x * height) / width, 1e-6);
    const view = new THREE.OrthographicCamera((-half * width) / height, (half * width) / height, half, -half, -1e3 * half, 1e3 * half);
    const towards = flat ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(1, -1.6, 0.9).normalize();
    if (!flat) view.up.set(0, 0, 1);
    view.position.copy(centre).addScaledVector(towards, 4 * half);
    view.lookAt(centre);
    return view;
}

interface Stage { element: HTMLElement; scene: THREE.Scene; bodies: THREE.Group; redraw: () => void; tilt: () => void }

function stage(placed: Placed[], outlines: api.Body[], count: number, pose: () => void, cursor?: Cursor): Stage {
    const element = h("div", { class: "scene", role: "img", "aria-label": "The mechanism at the present instant" });
    const box = extent(placed, outlines, count);
    const size = box.getSize(new THREE.Vector3());
    const flat = size.z < 1e-9;
    const length = Math.max(size.length(), 1e-6);
    const scene = new THREE.Scene();
    const bodies = new THREE.Group();
    placed.forEach((one, k) => {
        if (!one.shape) one.group.add(build(outlines[k], length, colours.series[k % colours.series.length]));
        bodies.add(one.group);
    });
    const sun = new THREE.DirectionalLight("#ffffff", 1.8);
    sun.position.set(flat ? 1 : 2, flat ? 2 : -3, 4);
    const sky = new THREE.HemisphereLight("#ffffff", "#8899aa", 1.8);
    sky.position.set(0, flat ? 1 : 0, flat ? 0 : 1); // z is up in space
    scene.add(bodies, sky, sun, new THREE.AxesHelper(0.1 * length));
    return { element, scene, bodies, ...show(element, scene, box, flat, pose, cursor) };
}

export async function mechanism(path: string, result: api.Result, cursor: Cursor): Promise<Mechanism> {
    const { placed, times, count } = await load(path, result);
    if (count === 0 || placed.length === 0) return { element: h("p", { class: "quiet" }, "This result has no bodies to draw."), times, paint: async () => undefined };
    const made = stage(placed, result.bodies, count, () => {
        const frame = indexAt(times, cursor.time);
        for (const one of placed) place(one, frame);
    }, cursor);
    let film: Film | undefined;
    const paint = async (joint: string | null) => {
        if (film) made.scene.remove(film.mesh);
        film = joint ? await filmOf(path, result, joint, cursor, made.redraw) : undefined;
        if (film) made.scene.add(film.mesh);
        if (film) made.tilt();
        fade(made.bodies, film ? 0.25 : 1);
        made.redraw();
    };
    return { element: made.element, times, paint };
}

// the mechanism of a model, as it stands at the start
export function still(bodies: api.StartBody[]): HTMLElement {
    const placed = bodies.map((b, k): Placed => {
        const dimension = b.position?.length ?? 3;
        const group = new THREE.Group();
        const one: Placed = { group, position: b.shape ? undefined : b.position && Float64Array.from(b.position), nposition: dimension, orientation: b.shape ? undefined : b.orientation && Float64Array.from(b.orientation), norientation: b.orientation?.length ?? 0 };
        if (b.shape) {
            one.shape = { values: Float64Array.from(b.shape), width: b.shape.length, dimension, line: beamLine(b.shape.length, dimension, colours.series[k % colours.series.length]) };
            group.add(one.shape.line);
        }
        return one;
    });
    return stage(placed, bodies, 1, () => placed.forEach((one) => place(one, 0))).element;
}

// ---- films on their bearings

interface Film { mesh: THREE.Mesh }

function fade(bodies: THREE.Group, opacity: number): void {
    bodies.traverse((part) => {
        if (!(part instanceof THREE.Mesh)) return;
        const material = part.material as THREE.MeshStandardMaterial;
        material.transparent = opacity < 1;
        material.opacity = opacity;
        material.depthWrite = opacity === 1;
        material.needsUpdate = true;
    });
}

// quadrilaterals between the cells' middles; a bearing is closed around
function gridIndex(rows: number, columns: number): number[] {
    const out: number[] = [];
    for (let j = 0; j + 1 < rows; j++)
        for (let i = 0; i < columns; i++) {
            const k = (i + 1) % columns;
            const [a, b, c, d] = [j * columns + i, j * columns + k, (j + 1) * columns + i, (j + 1) * columns + k];
            out.push(a, b, c, b, d, c);
        }
    return out;
}

async function filmOf(path: string, result: api.Result, joint: string, cursor: Cursor, redraw: () => void): Promise<Film | undefined> {
    const channel = (name: string) => result.channels.find((c) => c.path === `joints/${joint}/${name}` && c.kind === "field");
    const [points, pressure] = [channel("points"), channel("pressure")];
    if (!points || !pressure || points.records === 0) return undefined;
    const times = await api.fieldTimes(path, pressure.path);
    const count = pressure.rows * pressure.columns;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
    geometry.setIndex(gridIndex(pressure.rows, pressure.columns));
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide }));
    mesh.frustumCulled = false;
    let shown = -1;
    const move = async () => {
        const record = indexAt(times, cursor.time);
        if (record === shown || !(mesh.parent || shown < 0)) return;
        shown = record;
        const [where, values] = await Promise.all([api.field(path, points.path, record), api.field(path, pressure.path, record)]);
        if (shown !== record) return;
        const high = values.reduce((a, b) => Math.max(a, b), 1);
        (geometry.getAttribute("position") as THREE.BufferAttribute).array.set(where);
        const colour = (geometry.getAttribute("color") as THREE.BufferAttribute).array;
        values.forEach((p, i) => colour.set(colours.mapColour(p / high).map((c) => (c / 255) ** 2.2), 3 * i));
        geometry.getAttribute("position").needsUpdate = geometry.getAttribute("color").needsUpdate = true;
        redraw();
    };
    cursor.onMove(() => void move());
    await move();
    return { mesh };
}

// draws when something has changed, and never more than once a frame of the screen
function show(element: HTMLElement, scene: THREE.Scene, box: THREE.Box3, flat: boolean, pose: () => void, cursor?: Cursor): { redraw: () => void; tilt: () => void } {
    let renderer: THREE.WebGLRenderer;
    try {
        renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    } catch {
        element.append(h("p", { class: "quiet" }, "This browser has no WebGL: the mechanism cannot be drawn."));
        return { redraw: () => undefined, tilt: () => undefined };
    }
    element.append(renderer.domElement);
    let view = camera(box, flat, 4, 3);
    let controls: OrbitControls | undefined;
    let asked = false;
    const draw = () => {
        asked = false;
        pose();
        renderer.render(scene, view);
    };
    const ask = () => {
        if (!asked) requestAnimationFrame(draw);
        asked = true;
    };
    element.addEventListener("dblclick", () => controls?.reset());
    new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = element;
        if (width < 2 || height < 2) return;
        renderer.setPixelRatio(window.devicePixelRatio);
        renderer.setSize(width, height, false);
        view = camera(box, flat, width, height);
        controls?.dispose();
        controls = new OrbitControls(view, renderer.domElement);
        controls.target.copy(box.getCenter(new THREE.Vector3()));
        controls.update();
        controls.addEventListener("change", ask);
        ask();
    }).observe(element);
    cursor?.onMove(ask);
    // away from the axis of plane joints, along which a bearing is only a circle
    const tilt = () => {
        const centre = box.getCenter(new THREE.Vector3());
        if (flat) view.position.sub(centre).applyEuler(new THREE.Euler(-0.5, 0.6, 0)).add(centre);
        view.lookAt(centre);
        controls?.update();
        ask();
    };
    return { redraw: ask, tilt };
}
