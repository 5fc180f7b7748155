// An editor for model files: a text area with line numbers, and what the library finds wrong at its lines.
import * as api from "./api";
import { afterPause, h } from "./dom";
import { keyAt, place } from "./locate";
import { Schema } from "./schema";

const schemas = new Map<string, Promise<Schema>>();

// of model files, or of files about a component
export function loadSchema(kind = ""): Promise<Schema> {
    const known = schemas.get(kind) ?? api.schema(kind || undefined).then((root) => new Schema(root));
    schemas.set(kind, known);
    return known;
}

const lineHeight = 18;
const padding = [6, 8]; // above and before the text

// the width of a letter, which is the same for all of them
function letterWidth(area: HTMLElement): number {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return 7.8;
    context.font = getComputedStyle(area).font;
    return context.measureText("0".repeat(100)).width / 100 || 7.8;
}

// one line as it is shown: comments and keys in their colours, a mistake underlined from its column on
function coloured(line: string, wrong?: api.Diagnostic): Node[] {
    const comment = /(^|\s)#/.exec(line);
    const end = comment ? comment.index + comment[1].length : line.length;
    const pieces: [number, number, string][] = [[0, end, ""], [end, line.length, "comment"]];
    for (const key of line.slice(0, end).matchAll(/[\w.+-]+(?=\s*:(\s|$))/g)) split(pieces, key.index, key.index + key[0].length, "key");
    if (wrong) {
        const from = Math.min(Math.max(wrong.column - 1, 0), Math.max(line.length - 1, 0));
        const word = /^[\w.+-]+|^\S/.exec(line.slice(from))?.[0].length ?? 1;
        split(pieces, from, from + word, `wrong ${wrong.severity}`);
    }
    return pieces.filter(([a, b]) => b > a).map(([a, b, name]) => (name ? h("span", { class: name }, line.slice(a, b)) : document.createTextNode(line.slice(a, b))));
}

// puts a piece of another class into a list of pieces
function split(pieces: [number, number, string][], from: number, to: number, name: string): void {
    const k = pieces.findIndex(([a, b]) => a <= from && from < b);
    if (k < 0) return;
    const [a, b, old] = pieces[k];
    pieces.splice(k, 1, [a, from, old], [from, Math.min(to, b), name === "key" ? name : `${old} ${name}`.trim()], [Math.min(to, b), b, old]);
}

export class Editor {
    readonly element: HTMLElement;
    readonly area: HTMLTextAreaElement;
    private numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    private paper = h("div", { class: "paper", "aria-hidden": "true" });
    private found = h("ul", { class: "found", "aria-live": "polite" });
    private help = h("p", { class: "help quiet", role: "status" });
    private tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    private offers = h("ul", { class: "offers", role: "listbox", "aria-label": "Completions" });
    private wrong: api.Diagnostic[] = [];
    private chosen = 0; // of the offers
    model?: api.Model;

    // kind: "" for models; files of other kinds are checked by whoever computes them
    constructor(private path: string, text: string, private changed: (model: api.Model) => void, private kind = "") {
        this.area = h("textarea", { spellcheck: "false", wrap: "off", "aria-label": "Model file", rows: Math.min(Math.max(text.split("\n").length + 1, 12), 34) });
        this.area.value = text;
        this.element = h("div", { class: "editor" }, h("div", { class: "text" }, this.numbers, h("div", { class: "sheet-of-text" }, this.paper, this.area), this.offers, this.tip), this.help, this.found);
        const check = afterPause(250, () => void this.check());
        this.area.addEventListener("input", () => {
            this.number();
            check();
            void this.offer();
        });
        for (const event of ["click", "keyup"]) this.area.addEventListener(event, () => void this.explain());
        this.area.addEventListener("blur", () => this.offer([]));
        this.area.addEventListener("scroll", () => this.scrolled());
        this.area.addEventListener("keydown", (event) => this.keyed(event));
        const hover = afterPause(120, () => void this.hovered());
        this.area.addEventListener("mousemove", (event) => {
            this.mouse = event;
            hover();
        });
        this.area.addEventListener("mouseleave", () => {
            this.mouse = undefined;
            this.tip.hidden = true;
        });
        this.number();
    }

    private mouse?: MouseEvent;

    private scrolled(): void {
        this.numbers.scrollTop = this.area.scrollTop;
        this.paper.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
        this.tip.hidden = true;
    }

    // what a key means, and what is wrong in its line
    private async describe(line: number, column: number): Promise<string> {
        const text = this.area.value;
        const key = keyAt(text, line, column);
        const about = key ? (await loadSchema(this.kind)).describe(text, key.path) : "";
        const wrong = this.wrong.filter((d) => d.line === line + 1).map((d) => d.message);
        return [about && key ? `${key.path[key.path.length - 1]}: ${about}` : "", ...wrong].filter(Boolean).join("\n");
    }

    private async explain(): Promise<void> {
        const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
        this.help.textContent = await this.describe(before.length - 1, before[before.length - 1].length);
    }

    private async hovered(): Promise<void> {
        const { mouse } = this;
        if (!mouse) return;
        const box = this.area.getBoundingClientRect();
        const line = Math.floor((mouse.clientY - box.top - padding[0] + this.area.scrollTop) / lineHeight);
        const column = Math.floor((mouse.clientX - box.left - padding[1] + this.area.scrollLeft) / letterWidth(this.area));
        const inside = column < (this.area.value.split("\n")[line] ?? "").length;
        const about = inside ? await this.describe(line, column) : "";
        if (mouse !== this.mouse) return; // it has moved on
        this.tip.textContent = about;
        this.tip.hidden = !about;
        this.tip.style.top = `${(line + 1) * lineHeight + padding[0] + 4 - this.area.scrollTop}px`;
        this.tip.style.left = `${Math.min(mouse.clientX - box.left + 40, Math.max(box.width - 320, 40))}px`;
    }

    // keys that may stand here, or words that the value may be
    private async offer(none?: []): Promise<void> {
        this.chosen = 0;
        if (none) return this.offers.replaceChildren();
        const text = this.area.value;
        const at = place(text, this.area.selectionStart);
        const rules = await loadSchema(this.kind);
        if (text !== this.area.value || document.activeElement !== this.area) return; // no longer asked for
        const words = at.isKey ? [...rules.keys(text, at.path)].map(([key, about]) => ({ text: `${key}: `, about })) : at.key ? rules.choices(text, [...at.path, at.key]).map((c) => ({ text: c, about: "" })) : [];
        const fitting = at.word ? words.filter((w) => w.text.startsWith(at.word) && w.text.trim() !== at.word) : [];
        this.offers.replaceChildren(...fitting.slice(0, 8).map((w) => this.offerRow(w.text, w.about, at.word)));
        this.offers.firstElementChild?.setAttribute("aria-selected", "true");
        const lines = text.slice(0, this.area.selectionStart).split("\n");
        this.offers.style.top = `${lines.length * lineHeight + 8 - this.area.scrollTop}px`;
        this.offers.style.left = `${Math.min(lines[lines.length - 1].length, 60) * letterWidth(this.area) + 50}px`;
    }

    private offerRow(word: string, about: string, begun: string): HTMLElement {
        const take = (event: Event) => {
            event.preventDefault(); // a press of the mouse would take the focus away
            const at = this.area.selectionStart;
            this.area.setRangeText(word, at - begun.length, at, "end");
            void this.offer([]);
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
        void this.offer([]);
    }

    private moveChoice(by: number): void {
        const rows = [...this.offers.children];
        this.chosen = (this.chosen + by + rows.length) % rows.length;
        rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === this.chosen)));
    }

    // Tab takes the offer that is marked, arrows mark another one; Escape and then Tab leave the editor.
    private keyed(event: KeyboardEvent): void {
        const rows = this.offers.children.length;
        if (event.key === "Escape" && !rows) this.leaving = true;
        else if (event.key !== "Tab" && event.key !== "Shift") this.leaving = false;
        if (event.key === "Escape") void this.offer([]);
        if (rows && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
            event.preventDefault();
            this.moveChoice(event.key === "ArrowDown" ? 1 : -1);
        }
        if ((event.key !== "Tab" && !(event.key === "Enter" && rows)) || event.shiftKey || this.leaving) return;
        event.preventDefault();
        if (rows) this.offers.children[this.chosen].dispatchEvent(new Event("mousedown"));
        else {
            this.area.setRangeText("  ", this.area.selectionStart, this.area.selectionEnd, "end");
            this.area.dispatchEvent(new Event("input"));
        }
    }

    private leaving = false;

    private number(): void {
        const lines = this.area.value.split("\n");
        const wrong = new Map(this.wrong.map((d) => [d.line, d]));
        this.numbers.replaceChildren(...lines.map((_, i) => h("div", { class: wrong.get(i + 1)?.severity }, String(i + 1))));
        this.paper.replaceChildren(...lines.map((line, i) => h("div", {}, ...coloured(line, wrong.get(i + 1)))));
        this.scrolled();
    }

    async check(): Promise<void> {
        if (this.kind) return;
        const text = this.area.value;
        const model = await api.check(this.path, text);
        if (text !== this.area.value) return;
        this.model = model;
        this.report(model.diagnostics);
        this.changed(model);
    }

    // marks mistakes at their places and lists them
    report(all: api.Diagnostic[]): void {
        this.wrong = all.filter((d) => d.own);
        this.number();
        this.found.replaceChildren(...all.map((d) => this.message(d)));
    }

    private message(d: api.Diagnostic): HTMLElement {
        const place = d.line ? `${d.own ? "" : `${d.file}:`}${d.line}:${d.column}` : d.file;
        const text = `${place ? `${place}: ` : ""}${d.entity ? `${d.entity}: ` : ""}${d.message}${d.hint ? `; ${d.hint}` : ""}`;
        return h("li", { class: d.severity }, h("button", { type: "button", class: "cell", onclick: () => d.own && this.show(d.line, d.column) }, text));
    }

    show(line: number, column: number): void {
        const lines = this.area.value.split("\n");
        const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(column - 1, 0);
        this.area.focus();
        this.area.setSelectionRange(at, at + Math.max((lines[line - 1] ?? "").length - column + 1, 1));
        this.area.scrollTop = Math.max(0, (line - 6) * lineHeight);
    }
}
