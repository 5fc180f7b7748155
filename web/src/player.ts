// The instant that is shown: play, pause, step, scrub.
import { Abscissa } from "./curves";
import { Cursor, indexAt } from "./cursor";
import { h, whenGone } from "./dom";
import { digits, quantity } from "./units";

export interface Timeline { times: Float64Array; angle: Float64Array | null; over: Abscissa }

export interface Player { element: HTMLElement; loop: (range?: [number, number]) => void }

// seconds on the clock for one cycle, or for the whole run where there are no cycles
const speeds: [number, string][] = [[20, "slow"], [8, "normal"], [3, "fast"]];

function instant(line: Timeline, i: number): string {
    const time = quantity(line.times[i] ?? 0, "s", 5);
    return line.angle ? `${digits(line.angle[i] / line.over.factor, 5)} ${line.over.unit}   ${time}` : time;
}

// keys that the focused element needs for itself
function isTaken(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey) return true;
    if (/^(TEXTAREA|INPUT|SELECT)$/.test(target.tagName)) return true;
    return event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(target.tagName);
}

export function player(cursor: Cursor, line: () => Timeline): Player {
    const label = h("output", { class: "instant" });
    const slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Instant" });
    const speed = h("select", { "aria-label": "Speed" }, ...speeds.map(([seconds, text]) => h("option", { value: seconds, selected: seconds === 8 }, text)));
    const button = h("button", { type: "button", class: "play", "aria-label": "Play" }, "Play");
    let range: [number, number] = [cursor.start, cursor.end];
    let playing = false;
    let last = 0;
    const tick = (now: number) => {
        if (!playing || !button.isConnected) return;
        const next = cursor.time + ((range[1] - range[0]) * (now - last)) / 1000 / Number(speed.value);
        last = now;
        cursor.moveTo(next >= range[1] || next < range[0] ? range[0] : next);
        requestAnimationFrame(tick);
    };
    const toggle = () => {
        playing = !playing;
        button.textContent = playing ? "Pause" : "Play";
        button.setAttribute("aria-label", button.textContent);
        last = performance.now();
        if (playing) requestAnimationFrame(tick);
    };
    const step = (by: number) => {
        const { times } = line();
        cursor.moveTo(times[Math.min(Math.max(indexAt(times, cursor.time) + by, 0), times.length - 1)]);
    };
    // to the next full degree, or to the next record where the run is not counted in degrees
    const turn = (by: number) => {
        const { times, angle, over } = line();
        if (!angle || over.unit !== "deg") return step(by);
        const target = Math.round(angle[indexAt(times, cursor.time)] / over.factor) + by;
        const at = by > 0 ? angle.findIndex((a) => a / over.factor >= target - 1e-6) : angle.findLastIndex((a) => a / over.factor <= target + 1e-6);
        return cursor.moveTo(times[at < 0 ? (by > 0 ? times.length - 1 : 0) : at]);
    };
    const shown = () => {
        const { times } = line();
        const i = indexAt(times, cursor.time);
        slider.max = String(Math.max(times.length - 1, 1));
        slider.value = String(i);
        label.textContent = instant(line(), i);
        slider.setAttribute("aria-valuetext", label.textContent);
    };
    const keys = (event: KeyboardEvent) => {
        if (!element.isConnected || isTaken(event)) return;
        if (event.key === " ") toggle();
        else if (event.key === "ArrowRight") step(1);
        else if (event.key === "ArrowLeft") step(-1);
        else return;
        event.preventDefault();
    };
    button.addEventListener("click", toggle);
    slider.addEventListener("input", () => cursor.moveTo(line().times[Number(slider.value)]));
    cursor.onMove(shown);
    const small = (name: string, text: string, by: number) => h("button", { type: "button", "aria-label": name, title: name, onclick: () => turn(by) }, text);
    const element = h("div", { class: "player" }, button, small("One degree back", "\u2039", -1), small("One degree on", "\u203a", 1), slider, speed, label);
    document.addEventListener("keydown", keys);
    whenGone(element, () => document.removeEventListener("keydown", keys));
    return { element, loop: (r) => (range = r ?? [cursor.start, cursor.end]) };
}
