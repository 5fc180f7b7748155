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

// names below the figure, in as many rows as they need
function legend(lines: Line[], left: number, width: number): { text: string[]; rows: number } {
    let [x, row] = [left, 0];
    const named = lines.filter((line) => line.label);
    const text = named.map((line) => {
        const size = 30 + 7 * line.label.length;
        if (x > left && x + size > width) [x, row] = [left, row + 1];
        const out = `<path d="M${x} ${16 * row - 4}h16" stroke="${line.colour}" stroke-width="2"/><text x="${x + 20}" y="${16 * row}">${escape(line.label)}</text>`;
        x += size;
        return out;
    });
    return { text, rows: named.length ? row + 1 : 0 };
}

// a figure of curves for a report; a small one for the page
export function svg(title: string, xLabel: string, lines: Line[], small = false): string {
    const [width, left, top, right] = [small ? 460 : 720, 62, 34, 16];
    const names = legend(lines, left, width - right);
    const below = 42 + 16 * names.rows;
    const height = (small ? 250 : 370) + 16 * names.rows;
    const [x0, x1] = range(lines, "x");
    const [y0, y1] = range(lines, "y");
    const px = (x: number) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
    const py = (y: number) => height - below - ((y - y0) / (y1 - y0)) * (height - top - below);
    const gridX = steps(x0, x1).map((x) => [`M${px(x).toFixed(1)} ${top}V${height - below}`, `<text x="${px(x).toFixed(1)}" y="${height - below + 16}" text-anchor="middle">${x}</text>`]);
    const gridY = steps(y0, y1).map((y) => [`M${left} ${py(y).toFixed(1)}H${width - right}`, `<text x="${left - 7}" y="${(py(y) + 4).toFixed(1)}" text-anchor="end">${y}</text>`]);
    const curves = lines.map((line) => {
        const points = Array.from({ length: line.x.length }, (_, i) => (Number.isFinite(line.y[i]) ? `${px(line.x[i]).toFixed(2)},${py(line.y[i]).toFixed(2)}` : "")).filter(Boolean);
        const dots = points.length <= 12 ? points.map((p) => `<circle cx="${p.split(",")[0]}" cy="${p.split(",")[1]}" r="3" fill="${line.colour}"/>`).join("") : "";
        return `<polyline fill="none" stroke="${line.colour}" stroke-width="1.6" points="${points.join(" ")}"/>${dots}`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/><text x="${width / 2}" y="20" text-anchor="middle" font-size="14" font-weight="600">${escape(title)}</text>
<path d="${[...gridX, ...gridY].map((g) => g[0]).join("")}" stroke="#ddd" fill="none"/><g fill="#333">${[...gridX, ...gridY].map((g) => g[1]).join("")}</g>
${curves.join("\n")}
<text x="${(left + width - right) / 2}" y="${height - below + 34}" text-anchor="middle">${escape(xLabel)}</text><g transform="translate(0 ${height - 16 * names.rows + 8})">${names.text.join("")}</g>
</svg>
`;
}
