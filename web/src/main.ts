// The page: what the address says is shown. #result=PATH, #model=PATH, #bearing=PATH, ...; nothing: the folder.
import "uplot/dist/uPlot.min.css";
import "./page.css";
import { isSaved } from "./api";
import { componentView } from "./component";
import { byId, h, lookAround } from "./dom";
import { folderView } from "./folder";
import { isComing, startJobs } from "./jobs";
import { modelView } from "./model";
import { resultView } from "./result";

const kinds = ["result", "model", "bearing", "contact", "rough", "gap", "study"];

// two results in two columns, at the same instant
async function besideView(first: string, second: string): Promise<HTMLElement> {
    const views = await Promise.all([resultView(first), resultView(second)]);
    views.forEach((view, k) => view.cursor.onMove((time) => {
        const other = views[1 - k].cursor;
        if (Math.abs(other.time - time) > 1e-12 && time >= other.start && time <= other.end) other.moveTo(time);
    }));
    return h("div", { class: "beside" }, ...views.map((v) => v.element));
}

async function show(): Promise<void> {
    const words = new URLSearchParams(location.hash.slice(1));
    const [kind, path] = isSaved ? ["result", ""] : ([...words][0] ?? ["", ""]);
    const main = byId("main");
    try {
        const view = kind === "result" && words.get("beside") ? await besideView(path, words.get("beside") ?? "")
            : kind === "result" ? (await resultView(path, words.get("before") ?? undefined)).element
            : kind === "model" || kind === "study" ? await modelView(path, kind)
            : kinds.includes(kind) ? await componentView(path, kind)
            : await folderView();
        main.replaceChildren(view);
        lookAround();
    } catch (error) {
        const message = h("p", { class: "warnings", role: "alert" }, error instanceof Error ? error.message : String(error));
        main.replaceChildren(message);
        if (kind === "result" && isComing(path)) {
            message.textContent = "This run has not recorded anything yet.";
            setTimeout(() => message.isConnected && void show(), 500);
        }
    }
    document.title = `${path || "Gudgeon"}${path ? " - Gudgeon" : ""}`;
}

byId("head").append(h("a", { href: "#" }, "Gudgeon"), h("span", { class: "quiet" }, "mechanisms with real joints"));
window.addEventListener("hashchange", () => void show());
startJobs();
void show();
