// Elements in one line: h("p", { class: "quiet" }, "no films"). Text is always text, never markup.
type Child = Node | string | null | undefined;
type Props = Record<string, string | number | boolean | EventListener | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
        if (value === undefined || value === false) continue;
        if (typeof value === "function") element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : String(value));
    }
    for (const child of children) if (child != null) element.append(child);
    return element;
}

export function byId(id: string): HTMLElement {
    const element = document.getElementById(id);
    if (!element) throw new Error(`no element ${id}`);
    return element;
}

// Calls `change` when the calls have paused for `ms`.
export function afterPause(ms: number, change: () => void): () => void {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = window.setTimeout(change, ms);
    };
}

// A canvas as sharp as the screen: `draw` gets it in CSS pixels, again whenever its size changes.
export function canvas(label: string, draw: (c: CanvasRenderingContext2D, width: number, height: number) => void): { element: HTMLCanvasElement; redraw: () => void } {
    const element = h("canvas", { role: "img", "aria-label": label });
    const redraw = () => {
        const { width, height } = element.getBoundingClientRect();
        const scale = window.devicePixelRatio || 1;
        if (width < 2 || height < 2) return;
        element.width = Math.round(width * scale);
        element.height = Math.round(height * scale);
        const context = element.getContext("2d");
        if (!context) return;
        context.scale(scale, scale);
        context.font = "12px system-ui, sans-serif";
        draw(context, width, height);
    };
    new ResizeObserver(redraw).observe(element);
    return { element, redraw };
}

// Things that outlive their element, such as what a graphics card holds, are let go at the next look around.
const kept: { element: HTMLElement; end: () => void; seen: boolean }[] = [];

export function whenGone(element: HTMLElement, end: () => void): void {
    kept.push({ element, end, seen: false });
}

export function lookAround(): void {
    for (let i = kept.length - 1; i >= 0; i--) {
        const one = kept[i];
        if (one.element.isConnected) one.seen = true;
        else if (one.seen) kept.splice(i, 1)[0].end();
    }
}

export function css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
