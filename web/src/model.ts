// A model: its text, its parameters as sliders, its joints as forms, and its runs.
import * as api from "./api";
import { h, lookAround } from "./dom";
import { Editor, loadSchema } from "./editor";
import { jointForm } from "./form";
import { onJobs } from "./jobs";
import { Schema } from "./schema";
import { resultView } from "./result";
import { still } from "./scene";
import { Row, runTable, studyRows } from "./study";
import { scaleFor } from "./units";
import { Changes, Value, slider, sliderOf, valuesOf } from "./values";

// ---- what if

function parameterRow(item: api.Item, changes: Changes): HTMLElement[] {
    if (item.value === null || !Number.isFinite(item.value)) return [];
    const { factor, unit } = scaleFor(item.unit || "1", item.value);
    return [slider({ name: item.name, path: `parameters.${item.name}`, value: item.value / factor, unit, about: item.about, low: (item.low ?? -Infinity) / factor, high: (item.high ?? Infinity) / factor }, changes)];
}

function fidelityRow(joint: api.Item, fidelities: string[], changes: Changes): HTMLElement {
    const choice = h("select", { "aria-label": `Fidelity level of ${joint.name}` }, h("option", { value: "" }, "as in the file"), ...fidelities.map((f) => h("option", { value: f }, f)));
    choice.addEventListener("change", () => changes.set(`joints.${joint.name}.model`, choice.value || null));
    return h("label", { class: "parameter" }, h("span", { class: "label" }, joint.name), choice);
}

function canHaveClearance(joint: api.Item): boolean {
    return /clearance|revolute|cylindrical|spherical|prismatic/.test(joint.type);
}

// ---- runs

function runName(path: string): string {
    return `${path.replace(/^.*\//, "").replace(/\.ya?ml$/, "").replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 60)}-${Date.now().toString(36)}`;
}

class ModelPage {
    readonly element = h("div", { class: "model" });
    private whatIf = h("section", { class: "what-if" });
    private forms = h("section", { class: "forms" });
    private drawn = h("section", { class: "drawn" });
    private shown = h("section", { class: "shown" });
    private table = h("section", {});
    private state = h("p", { class: "quiet", role: "status" });
    private automatic = h("input", { type: "checkbox", checked: true });
    private name = h("input", { placeholder: "name of the run", "aria-label": "Name of the next run", size: 14 });
    private changes = new Changes(350, () => this.automatic.checked && void this.start());
    private added: Value[] = []; // numbers of the file that the user has chosen for sliders
    private editor: Editor;
    private current?: { job: number; result: string; set: Map<string, string> };
    private rows: Row[] = [];
    private before?: string;

    constructor(private path: string, private kind: string, private model: api.Model) {
        this.editor = new Editor(path, model.text, (m) => void this.checked(m), kind === "study" ? "study" : "");
        onJobs((jobs) => void this.moved(jobs));
        const button = (text: string, action: () => unknown, main = false) => h("button", { type: "button", class: main ? "main" : undefined, onclick: () => void action() }, text);
        this.element.append(
            h("h2", {}, model.title || path),
            h("div", { class: "bench" }, this.editor.element, h("div", { class: "controls" },
                h("p", { class: "row" }, button("Run", () => this.start(), true), button("Cancel", () => this.current && api.cancel(this.current.job)), button("Save", () => this.save()), this.name,
                    kind === "study" ? null : h("label", {}, this.automatic, " run at every change")),
                this.state, this.drawn, this.whatIf, this.forms)),
            this.table, this.shown,
        );
        void this.editor.check();
    }

    private async save(): Promise<void> {
        try {
            await api.save(this.path, this.editor.area.value);
            this.model.text = this.editor.area.value;
            this.state.textContent = "Saved.";
        } catch (error) {
            this.state.textContent = String(error);
        }
    }

    private async start(): Promise<void> {
        if (this.current) await api.cancel(this.current.job);
        const edited = this.editor.area.value === this.model.text ? "" : this.editor.area.value;
        try {
            const job = await api.run(this.path, this.name.value || runName(this.path), this.kind, this.changes.list(), edited);
            this.current = { ...job, set: this.changes.map() };
            this.name.value = "";
            this.state.textContent = "Running ...";
        } catch (error) {
            this.state.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    private async moved(jobs: api.Job[]): Promise<void> {
        const job = jobs.find((j) => j.job === this.current?.job);
        if (!job || !this.current || !this.element.isConnected) return;
        this.state.textContent = job.state === "runs" ? `Running: ${Math.round(100 * job.fraction)} %` : job.state === "failed" ? job.text : `${job.state[0].toUpperCase()}${job.state.slice(1)}.`;
        if (this.kind === "study") return this.showStudy(job.state !== "runs");
        if (job.state !== "done") return;
        const { result, set } = this.current;
        this.current = undefined;
        const view = await resultView(result, this.before);
        this.shown.replaceChildren(view.element);
        lookAround();
        this.rows.push({ path: result, summary: await view.answered, set });
        this.table.replaceChildren(...(this.rows.length > 1 ? [runTable(this.rows)] : []));
        this.before = result;
    }

    // the table grows while the runs of a study end
    private async showStudy(ended: boolean): Promise<void> {
        const folder = this.current?.result;
        if (!folder) return;
        this.table.replaceChildren(runTable(await studyRows(folder, this.editor.area.value)));
        if (ended) this.current = undefined;
        else setTimeout(() => this.element.isConnected && this.current?.result === folder && void this.showStudy(false), 1000);
    }

    private async checked(model: api.Model): Promise<void> {
        if (!model.valid || this.kind === "study") return;
        const text = this.editor.area.value;
        const schema = await loadSchema();
        const joints = (model.joints ?? []).filter(canHaveClearance);
        const sliders = h("div", {}, ...(model.parameters ?? []).flatMap((p) => parameterRow(p, this.changes)), ...this.added.map((v) => sliderOf(v, text, schema, this.changes)));
        this.whatIf.replaceChildren(h("h3", {}, "What if"), sliders, this.valueChooser(text, schema, sliders),
            joints.length ? h("h4", {}, "Fidelity level of joints") : "", ...joints.map((j) => fidelityRow(j, schema.choices(text, ["joints", "x", "model"]), this.changes)));
        this.showForms(model.joints ?? []);
        const start = await api.start(this.path, text).catch(() => undefined);
        if (start && text === this.editor.area.value) {
            this.drawn.replaceChildren(still(start, text));
            lookAround();
        }
    }

    // any number of the file becomes a slider
    private valueChooser(text: string, schema: Schema, sliders: HTMLElement): HTMLElement {
        const values = valuesOf(text).filter((v) => v.path[0] !== "parameters");
        const name = (v: Value) => v.path.join(" \u203a ");
        const choice = h("select", { "aria-label": "Number of the file to change" }, h("option", { value: "" }, "another number of the file ..."), ...values.map((v) => h("option", { value: name(v) }, `${name(v)}: ${v.number} ${v.unit}`)));
        choice.addEventListener("change", () => {
            const value = values.find((v) => name(v) === choice.value);
            if (!value || this.added.includes(value)) return;
            this.added.push(value);
            sliders.append(sliderOf(value, text, schema, this.changes));
            choice.value = "";
        });
        return h("p", { class: "row" }, choice);
    }

    private showForms(joints: api.Item[]): void {
        const open = this.forms.querySelector("details[open]")?.getAttribute("data-joint");
        const text = () => this.editor.area.value;
        const details = joints.map((j) => {
            const box = h("details", { "data-joint": j.name, open: j.name === open }, h("summary", {}, `${j.name} (${j.type})`));
            const fill = async () => {
                if (box.open && box.children.length < 2) box.append(jointForm(await loadSchema(), text, j.name, (next) => this.editor.replace(next)));
            };
            box.addEventListener("toggle", () => void fill());
            if (j.name === open) void fill();
            return box;
        });
        this.forms.replaceChildren(...(details.length ? [h("h3", {}, "Joints"), ...details] : []));
    }
}

export async function modelView(path: string, kind = "model"): Promise<HTMLElement> {
    return new ModelPage(path, kind, await api.model(path)).element;
}
