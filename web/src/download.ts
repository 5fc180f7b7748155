// Taking things away: a file that the browser saves.
export function download(name: string, type: string, content: BlobPart): void {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function csv(heads: string[], columns: ArrayLike<number>[]): string {
    const quoted = heads.map((head) => `"${head.replace(/"/g, '""')}"`).join(",");
    const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, i) => columns.map((c) => (Number.isFinite(c[i]) ? String(c[i]) : "")).join(","));
    return [quoted, ...rows, ""].join("\n");
}

export interface Line { label: string; colour: string; x: ArrayLike<number>; y: ArrayLike<number> }

function steps(low: number, high: number): number[] {
    const raw = (high - low) / 6 || 1;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10);
    const out: number[] = [];
    for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) out.push(Number(v.toPrecision(12)));
    return out;
}

function range(lines: Line[], of: "x" | "y"): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (const line of lines) for (let i = 0; i < line[of].length; i++) if (Number.isFinite(line[of][i])) [low, high] = [Math.min(low, line[of][i]), Math.max(high, line[of][i])];
    return low < high ? [low, high] : [low - 1, low + 1];
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// a figure of curves for a report
export function svg(title: string, xLabel: string, lines: Line[]): string {
    const [width, height, left, top, right, bottom] = [720, 400, 70, 40, 20, 60];
    const [x0, x1] = range(lines, "x");
    const [y0, y1] = range(lines, "y");
    const px = (x: number) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
    const py = (y: number) => height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
    const grid = [
        ...steps(x0, x1).map((x) => `<path d="M${px(x).toFixed(1)} ${top}V${height - bottom}"/><text x="${px(x).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${x}</text>`),
        ...steps(y0, y1).map((y) => `<path d="M${left} ${py(y).toFixed(1)}H${width - right}"/><text x="${left - 8}" y="${(py(y) + 4).toFixed(1)}" text-anchor="end">${y}</text>`),
    ];
    const curves = lines.map((line) => {
        const points = Array.from({ length: line.x.length }, (_, i) => (Number.isFinite(line.y[i]) ? `${px(line.x[i]).toFixed(2)},${py(line.y[i]).toFixed(2)}` : "")).filter(Boolean);
        return `<polyline fill="none" stroke="${line.colour}" stroke-width="1.5" points="${points.join(" ")}"/>`;
    });
    const legend = lines.map((line, k) => `<text x="${left + 8 + 150 * k}" y="${height - 10}" fill="${line.colour}">${escape(line.label)}</text>`);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/><text x="${width / 2}" y="22" text-anchor="middle" font-size="15">${escape(title)}</text>
<g stroke="#ddd" fill="none" stroke-width="1">${grid.map((g) => g.replace(/<text.*$/, "")).join("")}</g><g fill="#333">${grid.map((g) => g.replace(/^<path[^>]*>/, "")).join("")}</g>
${curves.join("\n")}
<text x="${(left + width - right) / 2}" y="${height - bottom + 36}" text-anchor="middle">${escape(xLabel)}</text>${legend.join("")}
</svg>
`;
}
