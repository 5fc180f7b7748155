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

export function css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
