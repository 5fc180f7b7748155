// The film pressure of a joint, painted on its bearing.
import * as THREE from "three";
import * as api from "./api";
import * as colours from "./colours";
import { Cursor, indexAt } from "./cursor";
import { Maps } from "./maps";

export interface Film { mesh: THREE.Mesh }

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

function meshOf(rows: number, columns: number): THREE.Mesh {
    const geometry = new THREE.BufferGeometry();
    for (const name of ["position", "color"]) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * rows * columns), 3));
    geometry.setIndex(gridIndex(rows, columns));
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide }));
    mesh.frustumCulled = false;
    return mesh;
}

// Its points stand where they were when the map was taken; they are fixed to the body that has moved on since.
export async function filmOf(path: string, result: api.Result, joint: string, cursor: Cursor, intoBody: (time: number) => THREE.Matrix4, redraw: () => void): Promise<Film | undefined> {
    const channel = (name: string) => result.channels.find((c) => c.path === `joints/${joint}/${name}` && c.kind === "field");
    const [points, pressure] = [channel("points"), channel("pressure")];
    if (!points || !pressure || points.records === 0) return undefined;
    const times = await api.fieldTimes(path, pressure.path);
    const [places, values] = [new Maps(path, points), new Maps(path, pressure)];
    const mesh = meshOf(pressure.rows, pressure.columns);
    const attribute = (name: string) => mesh.geometry.getAttribute(name) as THREE.BufferAttribute;
    let wanted = -1;
    const move = async () => {
        const record = indexAt(times, cursor.time);
        if (record === wanted || !(mesh.parent || wanted < 0)) return;
        wanted = record;
        const [where, map] = await Promise.all([places.at(record), values.at(record)]);
        if (wanted !== record) return;
        const high = map.reduce((a, b) => Math.max(a, b), 1);
        attribute("position").array.set(where);
        mesh.geometry.applyMatrix4(intoBody(times[record]));
        const colour = attribute("color").array;
        map.forEach((p, i) => colour.set(colours.mapColour(p / high).map((c) => (c / 255) ** 2.2), 3 * i));
        attribute("position").needsUpdate = attribute("color").needsUpdate = true;
        redraw();
    };
    cursor.onMove(() => void move());
    await move();
    return { mesh };
}
