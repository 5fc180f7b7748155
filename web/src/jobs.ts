// Runs of this server: a list at the foot of the page, and those who want to know of them.
import * as api from "./api";
import { byId, h, whenGone } from "./dom";

const listeners: ((jobs: api.Job[]) => void)[] = [];

// as long as an element is on the page
export function onJobs(element: HTMLElement, listener: (jobs: api.Job[]) => void): void {
    listeners.push(listener);
    whenGone(element, () => listeners.splice(listeners.indexOf(listener), 1));
}

let all: api.Job[] | undefined;

export function knownJobs(): api.Job[] {
    return all ?? [];
}

// Is this the folder of a run that waits or goes on? Before the server has said anything: perhaps.
export function isComing(path: string): boolean {
    return !all || all.some((j) => path === `runs/${j.name}` && (j.state === "waits" || j.state === "runs"));
}

function row(job: api.Job): HTMLElement {
    const open = `#result=${encodeURIComponent(`runs/${job.name}`)}`;
    const name = !job.study && (job.state === "done" || job.state === "runs") ? h("a", { href: open }, job.name) : h("span", {}, job.name);
    const bar = h("progress", { max: 1, value: job.fraction, "aria-label": `Progress of ${job.name}` });
    const stop = job.state === "runs" || job.state === "waits" ? h("button", { type: "button", onclick: () => void api.cancel(job.job) }, "Cancel") : null;
    return h("li", { class: job.state, title: job.text }, name, " ", h("span", { class: "quiet" }, `${job.state} ${job.set.join(", ")}`), " ", job.state === "runs" ? bar : null, stop);
}

export function startJobs(): void {
    api.listen((jobs) => {
        all = jobs;
        const newest = [...jobs].reverse().slice(0, 20);
        byId("jobs").replaceChildren(...(jobs.length ? [h("details", {}, h("summary", {}, `${jobs.length} runs`), h("ul", {}, ...newest.map(row)))] : []));
        for (const listener of listeners) listener(jobs);
    });
}
