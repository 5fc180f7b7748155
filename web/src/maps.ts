// Maps of a channel, fetched in blocks, so that a page that plays asks seldom.
import * as api from "./api";

const blockValues = 200_000;

export class Maps {
    private blocks = new Map<number, Promise<Float64Array>>();
    private size: number;

    constructor(private path: string, private channel: api.Channel) {
        this.size = Math.max(1, Math.min(64, Math.floor(blockValues / channel.width)));
    }

    private block(k: number): Promise<Float64Array> {
        const known = this.blocks.get(k);
        if (known) return known;
        const got = api.field(this.path, this.channel.path, k * this.size, this.size);
        this.blocks.set(k, got);
        if (this.blocks.size > 100) this.blocks.delete(this.blocks.keys().next().value as number);
        return got;
    }

    // one map; the block behind it is fetched meanwhile
    async at(record: number): Promise<Float64Array> {
        const k = Math.floor(record / this.size);
        const next = (k + 1) * this.size < this.channel.records ? k + 1 : 0;
        const all = await this.block(k);
        if (!this.blocks.has(next)) void this.block(next).catch(() => this.blocks.delete(next));
        const { width } = this.channel;
        const at = (record - k * this.size) * width;
        return all.subarray(at, at + width);
    }
}
