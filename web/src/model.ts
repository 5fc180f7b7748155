// A model: its text, its parameters as sliders, its joints as forms, and its runs.
import * as api from "./api";
import { h, lookAround } from "./dom";
import { Editor, loadSchema } from "./editor";
import { jointForm, refreshForm } from "./form";
import { knownJobs, onJobs } from "./jobs";
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
    private pinned?: string;

    constructor(private path: string, private kind: string, private model: api.Model) {
        this.editor = new Editor(path, model.text, (m) => void this.checked(m), kind === "study" ? "study" : "");
        onJobs(this.element, (jobs) => void this.moved(jobs));
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
            this.say("Saved.");
        } catch (error) {
            this.say(String(error));
        }
    }

    private async start(): Promise<void> {
        if (this.current) await api.cancel(this.current.job);
        const edited = this.editor.area.value === this.model.text ? "" : this.editor.area.value;
        const name = this.name.value || runName(this.path);
        try {
            const job = await api.run(this.path, name, this.kind, this.changes.list(), edited);
            this.current = { ...job, set: this.changes.map() };
            this.name.value = "";
            this.say("Running ...");
            if (this.kind === "study") void this.watchStudy(job.result);
            void this.moved(knownJobs()); // it may have ended before its number was known here
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
        }
    }

    private say(text: string, ...more: HTMLElement[]): void {
        this.state.replaceChildren(text, ...more);
    }

    private async moved(jobs: api.Job[]): Promise<void> {
        const job = jobs.find((j) => j.job === this.current?.job);
        if (!job || !this.current || !this.element.isConnected) return;
        const { result, set } = this.current;
        const watch = h("a", { href: `#result=${encodeURIComponent(result)}` }, "watch it");
        if (job.state === "runs") this.say(this.kind === "study" ? "Running. " : `Running: ${Math.round(100 * job.fraction)} % `, ...(this.kind === "study" ? [] : [watch]));
        else this.say(job.state === "failed" ? job.text : `${job.state[0].toUpperCase()}${job.state.slice(1)}.`);
        if (job.state === "runs" || job.state === "waits") return;
        this.current = undefined;
        if (job.state === "done" && this.kind !== "study") await this.showRun(result, set);
    }

    private async showRun(result: string, set: Map<string, string>): Promise<void> {
        const view = await resultView(result, this.pinned ?? this.before);
        this.shown.replaceChildren(view.element);
        lookAround();
        this.before = result;
        const row: Row = { path: result, summary: view.summary, set };
        this.rows.push(row);
        this.showTable();
        row.summary = await view.answered;
        this.showTable();
    }

    // what was changed in each run and what came out; the pinned one is drawn in grey behind those that follow
    private showTable(): void {
        const pin = (path: string) => {
            this.pinned = this.pinned === path ? undefined : path;
            this.showTable();
        };
        this.table.replaceChildren(...(this.rows.length > 1 ? [runTable(this.rows, { pinned: this.pinned, pin })] : []));
    }

    // the table grows while the runs of a study end
    private async watchStudy(folder: string): Promise<void> {
        for (let last = false; this.element.isConnected;) {
            const rows = await studyRows(folder, this.editor.area.value).catch(() => undefined); // a file may be half written: next time
            if (rows) this.table.replaceChildren(runTable(rows));
            if (last && rows) return;
            last = this.current?.result !== folder;
            if (!last) await new Promise((resolve) => setTimeout(resolve, 700));
        }
    }

    private async checked(model: api.Model): Promise<void> {
        if (!model.valid || this.kind === "study") return;
        const text = this.editor.area.value;
        const schema = await loadSchema();
        const joints = (model.joints ?? []).filter(canHaveClearance);
        this.showWhatIf(model, joints, text, schema);
        this.showForms(model.joints ?? []);
        const start = await api.start(this.path, text).catch(() => undefined);
        if (start && text === this.editor.area.value) {
            this.drawn.replaceChildren(still(start, text));
            lookAround();
        }
    }

    // built again only if the file has other parameters or joints: what is being changed stays
    private showWhatIf(model: api.Model, joints: api.Item[], text: string, schema: Schema): void {
        const now = JSON.stringify([model.parameters, joints.map((j) => j.name), this.added.map((v) => valuesOf(text).find((w) => w.path.join() === v.path.join()))]);
        if (this.whatIf.dataset.made === now) return;
        this.whatIf.dataset.made = now;
        this.changes.clear();
        this.added = this.added.flatMap((v) => valuesOf(text).find((w) => w.path.join() === v.path.join()) ?? []);
        const sliders = h("div", {}, ...(model.parameters ?? []).flatMap((p) => parameterRow(p, this.changes)), ...this.added.map((v) => sliderOf(v, text, schema, this.changes)));
        this.whatIf.replaceChildren(h("h3", {}, "What if"), sliders, this.valueChooser(text, schema, sliders),
            h("details", { open: joints.length <= 6 }, h("summary", {}, "Fidelity level of joints"), ...joints.map((j) => fidelityRow(j, schema.choices(text, ["joints", j.name, "model"]), this.changes))));
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

    // forms that are there stay, with the values that the text has now
    private showForms(joints: api.Item[]): void {
        const text = () => this.editor.area.value;
        const names = joints.map((j) => j.name).join();
        if (this.forms.dataset.joints === names) return refreshForm(this.forms, text());
        this.forms.dataset.joints = names;
        const details = joints.map((j) => {
            const box = h("details", { "data-joint": j.name }, h("summary", {}, `${j.name} (${j.type})`));
            box.addEventListener("toggle", async () => {
                if (box.open && box.children.length < 2) box.append(jointForm(await loadSchema(), text, j.name, (next) => this.editor.replace(next)));
            });
            return box;
        });
        this.forms.replaceChildren(...(details.length ? [h("h3", {}, "Joints"), ...details] : []));
    }
}

export async function modelView(path: string, kind = "model"): Promise<HTMLElement> {
    return new ModelPage(path, kind, await api.model(path)).element;
}
