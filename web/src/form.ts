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
    input.dataset.path = path.join("\n");
    input.addEventListener("change", () => {
        if (input.value === "") return complain(`To use the default, remove '${name}' from the text.`);
        const next = change(text(), path, input.value);
        if (next === undefined) complain(`'${name}' cannot be inserted automatically: add it to the text.`);
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

// puts what the text says now into fields that are not being filled in
export function refreshForm(box: HTMLElement, text: string): void {
    for (const input of box.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-path]"))
        if (input !== document.activeElement) input.value = find(text, (input.dataset.path ?? "").split("\n"))?.value ?? "";
}

// Where a joint stands in the text: among the joints, or in the group that is used under the first part of its name.
export function placeOf(text: string, joint: string): { path: string[]; group?: string } | undefined {
    if (find(text, ["joints", joint])) return { path: ["joints", joint] };
    for (let dot = joint.indexOf("."); dot > 0; dot = joint.indexOf(".", dot + 1)) {
        const group = find(text, ["use", joint.slice(0, dot), "group"])?.value;
        const path = group ? ["groups", group, "joints", joint.slice(dot + 1)] : [];
        if (group && find(text, path)) return { path, group };
    }
    return undefined;
}

export function jointForm(schema: Schema, text: () => string, joint: string, edit: Edit): HTMLElement {
    const message = h("p", { class: "warnings", role: "status" });
    const complain = (m: string) => (message.textContent = m);
    const place = placeOf(text(), joint);
    if (!place) return h("p", { class: "quiet" }, "This joint is defined in an included file.");
    const { path, group } = place;
    const groups = [...schema.keys(text(), path).keys()].filter((g) => find(text(), [...path, g]) && !schema.isScalar(text(), [...path, g]) && schema.keys(text(), [...path, g]).size > 0);
    return h("div", { class: "form" }, group ? h("p", { class: "quiet" }, `In group ${group}: a change applies to every use of it.`) : null, message, ...fields(schema, text, path, edit, complain),
        ...groups.map((g) => h("fieldset", {}, h("legend", {}, g), ...fields(schema, text, [...path, g], edit, complain))));
}
