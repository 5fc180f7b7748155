// An editor for model files: a text area with line numbers, and what the library finds wrong at its lines.
import * as api from "./api";
import { afterPause, h } from "./dom";
import { place } from "./locate";
import { Schema } from "./schema";

let schema: Promise<Schema> | undefined;

export function loadSchema(): Promise<Schema> {
    schema ??= api.schema().then((root) => new Schema(root));
    return schema;
}

export class Editor {
    readonly element: HTMLElement;
    readonly area: HTMLTextAreaElement;
    private numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    private found = h("ul", { class: "found", "aria-live": "polite" });
    private help = h("p", { class: "help quiet", role: "status" });
    private offers = h("ul", { class: "offers", role: "listbox", "aria-label": "Completions" });
    model?: api.Model;

    constructor(private path: string, text: string, private changed: (model: api.Model) => void) {
        this.area = h("textarea", { spellcheck: "false", wrap: "off", "aria-label": "Model file", rows: 28 });
        this.area.value = text;
        this.element = h("div", { class: "editor" }, h("div", { class: "text" }, this.numbers, this.area, this.offers), this.help, this.found);
        const check = afterPause(250, () => void this.check());
        this.area.addEventListener("input", () => {
            this.number();
            check();
            void this.offer();
        });
        for (const event of ["click", "keyup"]) this.area.addEventListener(event, () => void this.explain());
        this.area.addEventListener("blur", () => this.offers.replaceChildren());
        this.area.addEventListener("scroll", () => (this.numbers.scrollTop = this.area.scrollTop));
        this.area.addEventListener("keydown", (event) => this.tab(event));
        this.number();
    }

    // what the key under the caret means
    private async explain(): Promise<void> {
        const text = this.area.value;
        const at = place(text, this.area.selectionStart);
        const about = at.key ? (await loadSchema()).describe(text, [...at.path, at.key]) : "";
        this.help.textContent = about ? `${at.key}: ${about}` : "";
    }

    // keys that may stand here, or words that the value may be
    private async offer(): Promise<void> {
        const text = this.area.value;
        const at = place(text, this.area.selectionStart);
        const rules = await loadSchema();
        if (text !== this.area.value || document.activeElement !== this.area) return; // no longer asked for
        const words = at.isKey ? [...rules.keys(text, at.path)].map(([key, about]) => ({ text: `${key}: `, about })) : at.key ? rules.choices(text, [...at.path, at.key]).map((c) => ({ text: c, about: "" })) : [];
        const fitting = at.word ? words.filter((w) => w.text.startsWith(at.word) && w.text.trim() !== at.word) : [];
        this.offers.replaceChildren(...fitting.slice(0, 8).map((w) => this.offerRow(w.text, w.about, at.word)));
        const lines = text.slice(0, this.area.selectionStart).split("\n");
        this.offers.style.top = `${lines.length * 18 + 8 - this.area.scrollTop}px`;
        this.offers.style.left = `${Math.min(lines[lines.length - 1].length, 60) * 7.8 + 60}px`;
    }

    private offerRow(word: string, about: string, begun: string): HTMLElement {
        const take = (event: Event) => {
            event.preventDefault(); // a press of the mouse would take the focus away
            const at = this.area.selectionStart;
            this.area.setRangeText(word, at - begun.length, at, "end");
            this.offers.replaceChildren();
            this.area.focus();
            this.area.dispatchEvent(new Event("input"));
        };
        return h("li", { role: "option", onmousedown: take }, word.replace(/: $/, ""), " ", h("span", { class: "quiet" }, about.slice(0, 80)));
    }

    // puts another text in place, as if it had been typed
    replace(text: string): void {
        const { selectionStart, scrollTop } = this.area;
        this.area.value = text;
        this.area.setSelectionRange(selectionStart, selectionStart);
        this.area.scrollTop = scrollTop;
        this.area.dispatchEvent(new Event("input"));
        this.offers.replaceChildren();
    }

    private tab(event: KeyboardEvent): void {
        if (event.key === "Escape") this.offers.replaceChildren();
        if (event.key !== "Tab" || event.shiftKey) return;
        event.preventDefault();
        const first = this.offers.firstElementChild;
        if (first) {
            first.dispatchEvent(new Event("mousedown"));
            return;
        }
        this.area.setRangeText("  ", this.area.selectionStart, this.area.selectionEnd, "end");
    }

    private number(): void {
        const count = this.area.value.split("\n").length;
        const wrong = new Map((this.model?.diagnostics ?? []).filter((d) => d.own).map((d) => [d.line, d]));
        const lines = Array.from({ length: count }, (_, i) => {
            const d = wrong.get(i + 1);
            return h("div", d ? { class: d.severity, title: d.message } : {}, String(i + 1));
        });
        this.numbers.replaceChildren(...lines);
        this.numbers.scrollTop = this.area.scrollTop;
    }

    async check(): Promise<void> {
        const text = this.area.value;
        const model = await api.check(this.path, text);
        if (text !== this.area.value) return;
        this.model = model;
        this.number();
        this.found.replaceChildren(...model.diagnostics.map((d) => this.message(d)));
        this.changed(model);
    }

    private message(d: api.Diagnostic): HTMLElement {
        const place = d.line ? `${d.own ? "" : `${d.file}:`}${d.line}:${d.column}` : d.file;
        const text = `${place}: ${d.entity ? `${d.entity}: ` : ""}${d.message}${d.hint ? `; ${d.hint}` : ""}`;
        return h("li", { class: d.severity }, h("button", { type: "button", class: "cell", onclick: () => d.own && this.show(d.line, d.column) }, text));
    }

    show(line: number, column: number): void {
        const lines = this.area.value.split("\n");
        const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(column - 1, 0);
        this.area.focus();
        this.area.setSelectionRange(at, at + Math.max((lines[line - 1] ?? "").length - column + 1, 1));
        this.area.scrollTop = Math.max(0, (line - 6) * 18);
    }
}
