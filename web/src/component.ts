// A bearing, a contact, rough surfaces or a gap alone: its file on the left, its numbers on the right.
import * as api from "./api";
import { Editor } from "./editor";
import { afterPause, h } from "./dom";
import { digits, words } from "./units";

function scalar(value: unknown): string | null {
    if (typeof value === "number") return digits(value, 6);
    if (typeof value === "string" || typeof value === "boolean") return String(value);
    if (Array.isArray(value) && value.length <= 4 && value.every((v) => typeof v === "number")) return value.map((v) => digits(v, 5)).join(", ");
    return null;
}

function table(answer: Record<string, unknown>): HTMLElement {
    const rows = Object.entries(answer).flatMap(([key, value]) => {
        const text = scalar(value);
        return text === null ? [] : [h("tr", {}, h("th", { scope: "row" }, words(key)), h("td", {}, text))];
    });
    return h("table", { class: "sheet" }, h("caption", {}, "SI units"), h("tbody", {}, ...rows));
}

export async function componentView(path: string, kind: string): Promise<HTMLElement> {
    const { text } = await api.model(path);
    const answer = h("section", { class: "answer", "aria-live": "polite" });
    const evaluate = async () => {
        const source = editor.area.value;
        const got = await api.component(path, kind, [], source).catch((error) => ({ answer: null, diagnostics: [] as api.Diagnostic[], error }));
        if (source !== editor.area.value) return;
        const messages = got.diagnostics.map((d) => h("li", { class: d.severity }, `${d.line ? `${d.line}:${d.column}: ` : ""}${d.entity ? `${d.entity}: ` : ""}${d.message}${d.hint ? `; ${d.hint}` : ""}`));
        answer.replaceChildren(...(got.answer ? [table(got.answer as Record<string, unknown>)] : []), h("ul", { class: "found" }, ...messages));
    };
    const editor = new Editor(path, text, () => undefined);
    editor.area.addEventListener("input", afterPause(250, () => void evaluate()));
    void evaluate();
    return h("div", { class: "model" }, h("h2", {}, path), h("div", { class: "bench" }, editor.element, answer));
}
