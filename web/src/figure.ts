// Small figures that need no cursor: curves as SVG pictures that can be saved.
import { series as palette } from "./colours";
import { h } from "./dom";
import { Line, download, svg } from "./download";

export interface Curve { label: string; x: ArrayLike<number>; y: ArrayLike<number> }

export function picture(title: string, xLabel: string, curves: Curve[], alt: string): HTMLElement {
    const lines: Line[] = curves.map((c, k) => ({ ...c, colour: palette[k % palette.length] }));
    const text = svg(title, xLabel, lines);
    const shown = svg(title, xLabel, lines, true);
    const image = h("img", { alt, src: `data:image/svg+xml,${encodeURIComponent(shown)}` });
    const save = h("button", { type: "button", title: "Save as SVG", onclick: () => download(`${title.replace(/[^a-z0-9]+/gi, "-")}.svg`, "image/svg+xml", text) }, "svg");
    return h("figure", { class: "curve" }, image, h("p", { class: "take" }, save));
}
