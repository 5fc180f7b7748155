// The instant that all views of a result show.
export class Cursor {
    time = 0;
    private listeners: ((time: number) => void)[] = [];
    constructor(readonly start: number, public end: number) {
        this.time = start;
    }
    onMove(listener: (time: number) => void): void {
        this.listeners.push(listener);
    }
    moveTo(time: number): void {
        this.time = Math.min(Math.max(time, this.start), this.end);
        for (const listener of this.listeners) listener(this.time);
    }
}

// the last index whose time is not after `time`
export function indexAt(times: ArrayLike<number>, time: number): number {
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= time * (1 + 1e-12)) low = middle;
        else high = middle - 1;
    }
    return low;
}
