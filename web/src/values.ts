// Numbers of a file as sliders: any of them can be changed for a run without changing the file.
import { afterPause, h } from "./dom";
import { keys } from "./locate";
import { Schema } from "./schema";
import { digits } from "./units";

export interface Value { path: string[]; number: number; unit: string }

// settings of the computation, not of what is computed
const settings = /^(gudgeon|title|simulate|record|groups|use|defaults|override|sweep)$/;

export function valuesOf(text: string): Value[] {
    const lines = text.split("\n");
    return keys(text).flatMap((key) => {
        const value = lines[key.line].slice(...key.value);
        const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z%][\w./%-]*)?$/.exec(value.trim());
        if (!found || settings.test(key.path[0])) return [];
        return [{ path: key.path, number: Number(found[1]), unit: found[2] ?? "" }];
    });
}

// Values that were changed, as the command's --set takes them. Calls back when they have rested for a moment.
export class Changes {
    private values = new Map<string, string>();
    private changed: () => void;
    constructor(pause: number, changed: () => void) {
        this.changed = afterPause(pause, changed);
    }
    set(path: string, value: string | null): void {
        if (value === null) this.values.delete(path);
        else this.values.set(path, value);
        this.changed();
    }
    clear(): void {
        this.values.clear();
    }
    // the file itself has changed
    touch(): void {
        this.changed();
    }
    list(): string[] {
        return [...this.values].map(([path, value]) => `${path}=${value}`);
    }
    map(): Map<string, string> {
        return new Map([...this.values].map(([path, value]) => [path.replace(/^parameters\./, ""), value]));
    }
}

// from a quarter to two and a half times the value, within what the table allows
function reach(value: number, low: number, high: number): [number, number] {
    const [a, b] = value === 0 ? [-1, 1] : value > 0 ? [0.25 * value, 2.5 * value] : [2.5 * value, 0.25 * value];
    return [Math.max(a, low), Math.min(b, high)];
}

export interface SliderSpec { name: string; path: string; value: number; unit: string; about: string; low?: number; high?: number }

export function slider(spec: SliderSpec, changes: Changes): HTMLElement {
    const [low, high] = reach(spec.value, spec.low ?? -Infinity, spec.high ?? Infinity);
    const name = spec.unit ? `${spec.name} in ${spec.unit}` : spec.name;
    const bar = h("input", { type: "range", min: low, max: high, step: (high - low) / 200, value: spec.value, "aria-label": `${spec.name}, slider` });
    const field = h("input", { type: "number", value: digits(spec.value, 6), step: "any", "aria-label": name });
    const back = h("button", { type: "button", class: "cell", title: "As in the file", "aria-label": `${spec.name} as in the file`, hidden: true }, "\u21ba");
    const apply = (text: string) => {
        const same = text === digits(spec.value, 6);
        back.hidden = same;
        changes.set(spec.path, same ? null : `${text}${spec.unit ? ` ${spec.unit}` : ""}`);
    };
    bar.addEventListener("input", () => {
        field.value = digits(Number(bar.value), 4);
        apply(field.value);
    });
    field.addEventListener("input", () => {
        bar.value = field.value;
        if (field.value !== "") apply(field.value);
    });
    back.addEventListener("click", () => {
        field.value = bar.value = digits(spec.value, 6);
        apply(field.value);
    });
    return h("div", { class: "parameter", title: spec.about }, h("span", { class: "label" }, spec.name), bar, field, h("span", { class: "unit" }, spec.unit, " ", back));
}

export function sliderOf(value: Value, text: string, schema: Schema, changes: Changes): HTMLElement {
    return slider({ name: value.path.join(" \u203a "), path: value.path.join("."), value: value.number, unit: value.unit, about: schema.describe(text, value.path) }, changes);
}
