// A joint as a form, made from the tables: each field changes its line of the text and nothing else.
import { h } from "./dom";
import { change, find } from "./locate";
import { Schema } from "./schema";

type Edit = (text: string) => void;

function field(schema: Schema, text: () => string, path: string[], edit: Edit, complain: (message: string) => void): HTMLElement {
    const now = find(text(), path)?.value ?? "";
    const choices = schema.choices(text(), path);
    const name = path[path.length - 1];
    const input = choices.length
        ? h("select", { "aria-label": name }, h("option", { value: "" }, "default"), ...choices.map((c) => h("option", { value: c, selected: c === now }, c)))
        : h("input", { value: now, placeholder: "default", "aria-label": name });
    input.addEventListener("change", () => {
        if (input.value === "") return complain(`To use the default, remove '${name}' from the text.`);
        const next = change(text(), path, input.value);
        if (next === undefined) complain(`There is no place for '${name}' in the text: write it there.`);
        else edit(next);
    });
    const about = schema.describe(text(), path);
    return h("label", { class: "field", title: about }, h("span", {}, name), input, h("span", { class: "quiet" }, about));
}

function fields(schema: Schema, text: () => string, path: string[], edit: Edit, complain: (m: string) => void): HTMLElement[] {
    const names = [...schema.keys(text(), path).keys()];
    const given = (name: string) => (find(text(), [...path, name]) ? 0 : 1);
    return names.filter((name) => schema.isScalar(text(), [...path, name])).sort((a, b) => given(a) - given(b)).map((name) => field(schema, text, [...path, name], edit, complain));
}

export function jointForm(schema: Schema, text: () => string, joint: string, edit: Edit): HTMLElement {
    const message = h("p", { class: "warnings", role: "status" });
    const complain = (m: string) => (message.textContent = m);
    const path = ["joints", joint];
    const groups = ["film", "rough", "friction", "contact"].filter((g) => find(text(), [...path, g]));
    return h("div", { class: "form" }, message, ...fields(schema, text, path, edit, complain),
        ...groups.map((g) => h("fieldset", {}, h("legend", {}, g), ...fields(schema, text, [...path, g], edit, complain))));
}
