// A model: its text, its parameters as sliders, its joints as forms, and its runs.
import * as api from "./api";
import { afterPause, h } from "./dom";
import { Editor, loadSchema } from "./editor";
import { jointForm } from "./form";
import { onJobs } from "./jobs";
import { find } from "./locate";
import { resultView } from "./result";
import { still } from "./scene";
import { Row, runTable, studyRows } from "./study";
import { digits, scaleFor } from "./units";

// ---- what if

class Changes {
    private values = new Map<string, string>();
    constructor(private changed: () => void) {}
    set(path: string, value: string | null): void {
        if (value === null) this.values.delete(path);
        else this.values.set(path, value);
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
function reach(item: api.Item, factor: number): [number, number] {
    const value = (item.value ?? 0) / factor;
    const [low, high] = value === 0 ? [-1, 1] : value > 0 ? [0.25 * value, 2.5 * value] : [2.5 * value, 0.25 * value];
    return [Math.max(low, (item.low ?? -Infinity) / factor), Math.min(high, (item.high ?? Infinity) / factor)];
}

function parameterRow(item: api.Item, changes: Changes): HTMLElement | null {
    if (item.value === null || !Number.isFinite(item.value)) return null;
    const scale = scaleFor(item.unit || "1", item.value);
    const value = item.value / scale.factor;
    const [low, high] = reach(item, scale.factor);
    const slider = h("input", { type: "range", min: low, max: high, step: (high - low) / 200, value, "aria-label": `${item.name}, slider` });
    const field = h("input", { type: "number", value: digits(value, 6), step: "any", "aria-label": scale.unit ? `${item.name} in ${scale.unit}` : item.name });
    const apply = (text: string) => changes.set(`parameters.${item.name}`, text === digits(value, 6) ? null : `${text}${scale.unit ? ` ${scale.unit}` : ""}`);
    slider.addEventListener("input", () => {
        field.value = digits(Number(slider.value), 4);
        apply(field.value);
    });
    field.addEventListener("input", () => {
        slider.value = field.value;
        if (field.value !== "") apply(field.value);
    });
    return h("label", { class: "parameter", title: item.about }, h("span", {}, item.name), slider, field, h("span", { class: "unit" }, scale.unit));
}

function fidelityRow(joint: api.Item, fidelities: string[], changes: Changes): HTMLElement {
    const choice = h("select", { "aria-label": `Fidelity level of ${joint.name}` }, h("option", { value: "" }, "as in the file"), ...fidelities.map((f) => h("option", { value: f }, f)));
    choice.addEventListener("change", () => changes.set(`joints.${joint.name}.model`, choice.value || null));
    return h("label", { class: "parameter" }, h("span", {}, joint.name), choice, h("span", { class: "unit" }, joint.type));
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
    private changes = new Changes(afterPause(350, () => this.automatic.checked && void this.start()));
    private editor: Editor;
    private current?: { job: number; result: string; set: Map<string, string> };
    private rows: Row[] = [];
    private before?: string;

    constructor(private path: string, private kind: string, private model: api.Model) {
        this.editor = new Editor(path, model.text, (m) => void this.checked(m));
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
        this.rows.push({ path: result, summary: view.result.summary, set });
        this.table.replaceChildren(...(this.rows.length > 1 ? [runTable(this.rows)] : []));
        this.before = result;
    }

    // the table grows while the runs of a study end
    private async showStudy(ended: boolean): Promise<void> {
        const folder = this.current?.result;
        if (!folder) return;
        this.table.replaceChildren(runTable(await studyRows(folder)));
        if (ended) this.current = undefined;
        else setTimeout(() => this.element.isConnected && this.current?.result === folder && void this.showStudy(false), 1000);
    }

    private async checked(model: api.Model): Promise<void> {
        if (!model.valid || this.kind === "study") return;
        const text = this.editor.area.value;
        const schema = await loadSchema();
        const joints = (model.joints ?? []).filter(canHaveClearance);
        const sliders = (model.parameters ?? []).flatMap((p) => parameterRow(p, this.changes) ?? []);
        this.whatIf.replaceChildren(
            h("h3", {}, "What if"), ...(sliders.length ? sliders : [h("p", { class: "quiet" }, "Parameters of the file appear here as sliders; write parameters: {clearance: 30 um} and use it as clearance: = clearance.")]),
            ...joints.map((j) => fidelityRow(j, schema.choices(text, ["joints", j.name, "model"]), this.changes)),
        );
        this.showForms(joints.filter((j) => find(text, ["joints", j.name])));
        const start = await api.start(this.path, text).catch(() => undefined);
        if (start && text === this.editor.area.value) this.drawn.replaceChildren(still(start.bodies));
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
