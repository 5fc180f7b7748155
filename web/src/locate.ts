// Where keys stand in the text of a YAML file: enough to help while typing and to change one value without touching the
// rest. What the text means, and whether it is right, only the library says.

export interface Key {
    path: string[];
    line: number; // from 0
    from: number; // of the key in the line
    value: [number, number]; // of the value in the line; empty for a block below
    indent: number; // -1 inside braces
}

const word = /^(\s*)((?:[\w.+-]+|"[^"]*"|'[^']*'))\s*:(?=\s|$)/;

function clean(key: string): string {
    return key.replace(/^["']|["']$/g, "");
}

// the end of a value in a line: before a comment, or the comma or brace that ends a member
function valueEnd(line: string, from: number, inBraces: boolean): number {
    let depth = 0;
    let quote = "";
    let i = from;
    for (; i < line.length; i++) {
        const c = line[i];
        if (quote) {
            if (c === quote) quote = "";
        } else if (c === '"' || c === "'") quote = c;
        else if (c === "{" || c === "[") depth++;
        else if ((c === "}" || c === "]") && depth-- === 0) break;
        else if (c === "," && inBraces && depth === 0) break;
        else if (c === "#" && (i === from || /\s/.test(line[i - 1]))) break;
    }
    return from + line.slice(from, i).trimEnd().length;
}

// members of {a: 1, b: {c: 2}} in a line
function braces(line: string, row: number, open: number, path: string[], out: Key[]): void {
    let at = open + 1;
    while (at < line.length) {
        const member = /^\s*([\w.+-]+)\s*:\s*/.exec(line.slice(at));
        if (!member) return;
        const from = at + member[0].indexOf(member[1]);
        const begin = at + member[0].length;
        const end = valueEnd(line, begin, true);
        const own = [...path, member[1]];
        out.push({ path: own, line: row, from, value: [begin, end], indent: -1 });
        if (line[begin] === "{") braces(line, row, begin, own, out);
        const comma = line.indexOf(",", end);
        if (comma < 0 || line.slice(end, comma).trim() !== "") return;
        at = comma + 1;
    }
}

export function keys(text: string): Key[] {
    const out: Key[] = [];
    const open: { indent: number; name: string }[] = [];
    text.split("\n").forEach((line, row) => {
        const found = word.exec(line);
        if (!found) return;
        const indent = found[1].length;
        while (open.length && open[open.length - 1].indent >= indent) open.pop();
        const name = clean(found[2]);
        const path = [...open.map((o) => o.name), name];
        const begin = found[0].length + (/^\s*(?:&\w+\s+)?/.exec(line.slice(found[0].length))?.[0].length ?? 0);
        out.push({ path, line: row, from: indent, value: [begin, valueEnd(line, begin, false)], indent });
        if (line[begin] === "{") braces(line, row, begin, path, out);
        open.push({ indent, name });
    });
    return out;
}

// the innermost key whose name or value is at a place of a line
export function keyAt(text: string, line: number, column: number): Key | undefined {
    return keys(text).filter((k) => k.line === line && k.from <= column && column <= Math.max(k.value[1], k.from + k.path[k.path.length - 1].length)).pop();
}

export function find(text: string, path: string[]): { key: Key; value: string } | undefined {
    const key = keys(text).find((k) => k.path.join("\0") === path.join("\0"));
    return key && { key, value: text.split("\n")[key.line].slice(...key.value) };
}

// The text with one value changed, its comments and order kept; undefined: its place was not found.
export function change(text: string, path: string[], value: string): string | undefined {
    const lines = text.split("\n");
    const here = find(text, path);
    if (here) {
        const { line, value: span } = here.key;
        lines[line] = `${lines[line].slice(0, span[0])}${lines[line][span[0] - 1] === ":" ? " " : ""}${value}${lines[line].slice(span[1])}`;
        return lines.join("\n");
    }
    const name = path[path.length - 1];
    const above = find(text, path.slice(0, -1))?.key;
    if (!above) return undefined;
    const row = lines[above.line];
    if (row[above.value[0]] === "{") {
        const inside = row.slice(above.value[0] + 1, above.value[1] - 1).trim();
        lines[above.line] = `${row.slice(0, above.value[1] - 1)}${inside ? ", " : ""}${name}: ${value}${row.slice(above.value[1] - 1)}`;
    } else if (above.value[0] >= above.value[1] && above.indent >= 0) lines.splice(above.line + 1, 0, `${" ".repeat(above.indent + 2)}${name}: ${value}`);
    else return undefined;
    return lines.join("\n");
}

// the path of the mapping that a new key at this place of the text would belong to, and the word that is begun
export function place(text: string, at: number): { path: string[]; word: string; isKey: boolean; key?: string } {
    const before = text.slice(0, at);
    const row = before.split("\n").length - 1;
    const start = before.lastIndexOf("\n") + 1;
    const line = before.slice(start);
    const begun = /[\w.+-]*$/.exec(line)?.[0] ?? "";
    const all = keys(text);
    const inLine = all.filter((k) => k.line === row);
    const inner = inLine.filter((k) => k.value[0] <= line.length && line.length <= Math.max(k.value[1], k.value[0]));
    const around = inner[inner.length - 1];
    const rest = line.slice(0, line.length - begun.length);
    if (around && /[{,]\s*$/.test(rest) && text.split("\n")[row][around.value[0]] === "{") return { path: around.path, word: begun, isKey: true };
    if (around) return { path: around.path.slice(0, -1), word: begun, isKey: false, key: around.path[around.path.length - 1] };
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    const parents = all.filter((k) => k.line < row && k.indent >= 0 && k.indent < indent);
    return { path: indent === 0 ? [] : (parents[parents.length - 1]?.path ?? []), word: begun, isKey: rest.trim() === "" };
}
