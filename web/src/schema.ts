// The schema of model files: which keys a mapping may have here, what they mean, which words a value may be.
import { find } from "./locate";

export interface Node {
    description?: string; properties?: Record<string, Node | true>; additionalProperties?: Node | boolean; anyOf?: Node[]; oneOf?: Node[]; allOf?: Node[];
    if?: { properties?: Record<string, { const?: unknown }> }; then?: Node; $ref?: string; enum?: unknown[]; const?: unknown; type?: string | string[]; items?: Node;
}

export class Schema {
    constructor(private root: Node) {}

    private resolve(node: Node): Node {
        if (!node.$ref) return node;
        let at: unknown = this.root;
        for (const part of node.$ref.replace(/^#\//, "").split("/")) at = (at as Record<string, unknown>)[part];
        return (at as Node) ?? {};
    }

    // all that holds for a mapping at `path`; rows that depend on its type count if the text names that type
    private parts(node: Node, text: string, path: string[]): Node[] {
        const own = this.resolve(node);
        const more = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
        if (own.if && own.then) {
            const [key, wanted] = Object.entries(own.if.properties ?? {})[0] ?? [];
            if (!key || find(text, [...path, key])?.value !== String(wanted?.const)) return [];
            more.push(own.then);
        }
        return [own, ...more.flatMap((n) => this.parts(n, text, path))];
    }

    private child(nodes: Node[], key: string): Node[] {
        const named = nodes.flatMap((n) => {
            const p = n.properties?.[key];
            return p && p !== true ? [p] : [];
        });
        if (named.length) return named;
        return nodes.flatMap((n) => (typeof n.additionalProperties === "object" ? [n.additionalProperties] : []));
    }

    private nodesAt(text: string, path: string[]): Node[] {
        let nodes = this.parts(this.root, text, []);
        path.forEach((key, i) => {
            nodes = this.child(nodes, key).flatMap((n) => this.parts(n, text, path.slice(0, i + 1)));
        });
        return nodes;
    }

    // keys of the mapping at `path` with what they mean
    keys(text: string, path: string[]): Map<string, string> {
        const found = new Map<string, string>();
        for (const node of this.nodesAt(text, path))
            for (const [key, p] of Object.entries(node.properties ?? {})) if (!found.has(key) || p !== true) found.set(key, p === true ? "" : (this.about(p) ?? ""));
        return found;
    }

    private about(node: Node): string | undefined {
        return node.description ?? this.resolve(node).description;
    }

    describe(text: string, path: string[]): string {
        return this.child(this.nodesAt(text, path.slice(0, -1)), path[path.length - 1]).map((n) => this.about(n)).find(Boolean) ?? "";
    }

    // words that the value at `path` may be; none where it is a number or a text
    choices(text: string, path: string[]): string[] {
        return this.nodesAt(text, path).flatMap((n) => n.enum ?? []).map(String);
    }

    // is it a number, a text or a word, so that a form has a field for it?
    isScalar(text: string, path: string[]): boolean {
        const nodes = this.nodesAt(text, path);
        return nodes.length > 0 && !nodes.some((n) => n.properties || n.items || n.additionalProperties);
    }
}
