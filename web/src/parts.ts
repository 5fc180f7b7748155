// Pieces to scale: solids and surfaces as they are, pins in bores and balls in sockets with their clearance made visible, and
// round parts of contacts.
import * as THREE from "three";
import type { Part } from "./api";

export const oil = "#e3b23c";
const segments = 48;

export interface Piece {
    part: Part;
    mesh: THREE.Object3D; // in the frame of its body
    resize: (factor: number) => void; // clearances are drawn this many times as large
}

function matrixOf(part: Part): THREE.Matrix4 {
    const [a, b, c, d, e, f, g, h, i] = part.axes;
    const [x, y, z] = part.at;
    return new THREE.Matrix4().set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}

export function axesOf(part: Part): THREE.Matrix4 {
    return new THREE.Matrix4().extractRotation(matrixOf(part));
}

const radiusOf = (part: Part) => part.radius ?? 0.01;
const widthOf = (part: Part) => part.width ?? 1.5 * radiusOf(part);

// along z, as joints have their axis
function cylinder(radius: number, width: number): THREE.BufferGeometry {
    return new THREE.CylinderGeometry(radius, radius, width, segments).rotateX(Math.PI / 2);
}

function ring(inner: number, outer: number, width: number): THREE.BufferGeometry {
    const shape = new THREE.Shape().absarc(0, 0, outer, 0, 2 * Math.PI, false);
    shape.holes.push(new THREE.Path().absarc(0, 0, inner, 0, 2 * Math.PI, true));
    return new THREE.ExtrudeGeometry(shape, { depth: width, bevelEnabled: false, curveSegments: segments / 2 }).translate(0, 0, -width / 2);
}

// half a shell, so that the ball in it is seen
function cup(inner: number, outer: number): THREE.BufferGeometry {
    const side = (r: number, from: number, to: number) => Array.from({ length: 25 }, (_, i) => {
        const angle = from + ((to - from) * i) / 24;
        return new THREE.Vector2(r * Math.sin(angle), -r * Math.cos(angle));
    });
    return new THREE.LatheGeometry([...side(inner, 0, 0.55 * Math.PI), ...side(outer, 0.55 * Math.PI, 0)], segments).rotateX(Math.PI / 2);
}

// what surrounds: its inner wall moves outwards as clearances are exaggerated
function outerGeometry(part: Part, factor: number): THREE.BufferGeometry {
    if (part.kind === "ring") return ring(radiusOf(part), 1.08 * radiusOf(part), part.width ?? 0.1 * radiusOf(part));
    const inner = radiusOf(part) + factor * (part.clearance ?? 0);
    const outer = Math.max(1.35 * radiusOf(part), inner + 0.22 * radiusOf(part));
    return part.kind === "socket" || part.kind === "hollow" ? cup(inner, outer) : ring(inner, outer, widthOf(part));
}

function guideGeometry(part: Part, factor: number): THREE.BufferGeometry {
    const [length, height, width] = [part.length ?? 0.01, part.height ?? 0.01, part.width ?? part.height ?? 0.01];
    const thick = 0.2 * height;
    const half = height / 2 + factor * (part.clearance ?? 0);
    const wall = (side: number) => new THREE.BoxGeometry(1.6 * length, thick, width).translate(0, side * (half + thick / 2), 0);
    const [above, below] = [wall(1), wall(-1)];
    const merged = new THREE.BufferGeometry();
    for (const name of ["position", "normal"]) {
        const parts = [above, below].map((g) => g.toNonIndexed().getAttribute(name).array as Float32Array);
        const all = new Float32Array(parts[0].length + parts[1].length);
        all.set(parts[0]);
        all.set(parts[1], parts[0].length);
        merged.setAttribute(name, new THREE.BufferAttribute(all, 3));
    }
    return merged;
}

function surrounding(part: Part, material: THREE.Material): Piece {
    const group = new THREE.Group();
    const mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    const film = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshStandardMaterial({ color: oil, roughness: 0.3 }));
    group.add(mesh);
    if (part.clearance && part.kind === "bore") group.add(film);
    group.applyMatrix4(matrixOf(part));
    const resize = (factor: number) => {
        mesh.geometry.dispose();
        mesh.geometry = part.kind === "guide" ? guideGeometry(part, factor) : outerGeometry(part, factor);
        film.geometry.dispose();
        film.geometry = cylinder(radiusOf(part) + factor * (part.clearance ?? 0), 0.97 * widthOf(part));
    };
    resize(1);
    return { part, mesh: group, resize };
}

function moving(part: Part, material: THREE.Material): Piece {
    const geometry = part.kind === "ball" || part.kind === "sphere" ? new THREE.SphereGeometry(radiusOf(part), segments, segments / 2)
        : part.kind === "block" ? new THREE.BoxGeometry(part.length ?? 0.01, part.height ?? 0.01, 1.05 * (part.width ?? part.height ?? 0.01))
        : cylinder(radiusOf(part), 1.04 * widthOf(part));
    const mesh = new THREE.Mesh(geometry, material);
    mesh.applyMatrix4(matrixOf(part));
    return { part, mesh, resize: () => undefined };
}

function decode(text: string): ArrayBuffer {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
}

// Triangles share their corners; edges sharper than 30 degrees stay sharp by normals of their own.
function triangles(part: Part, material: THREE.Material): Piece {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(decode(part.vertices ?? "")), 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(decode(part.triangles ?? "")), 1));
    geometry.computeVertexNormals();
    if (part.kind === "solid" && material instanceof THREE.MeshStandardMaterial) material.flatShading = true;
    material.side = THREE.DoubleSide;
    const mesh = new THREE.Mesh(geometry, material);
    mesh.userData.kind = part.kind;
    if (part.kind === "solid") mesh.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30), new THREE.LineBasicMaterial({ color: "#222222", transparent: true, opacity: 0.45 })));
    return { part, mesh, resize: () => undefined };
}

export function pieceOf(part: Part, material: THREE.Material): Piece {
    const piece = part.vertices ? triangles(part, material)
        : /^(bore|socket|guide|ring|hollow)$/.test(part.kind) ? surrounding(part, material)
        : moving(part, material);
    piece.mesh.userData.joint = part.joint;
    return piece;
}

// The factor that draws clearances up to a fifth of their radius: 1, 2, 5, 10, ...
export function usualFactor(parts: Part[]): number {
    const ratios = parts.filter((p) => p.clearance && p.radius).map((p) => (0.21 * (p.radius as number)) / (p.clearance as number));
    const most = Math.min(...ratios);
    if (!Number.isFinite(most) || most <= 1) return 1;
    const power = 10 ** Math.floor(Math.log10(most));
    return power * ([5, 2, 1].find((m) => m * power <= most) ?? 1);
}
