// Colours that people with any colour vision can tell apart (M. Okabe, K. Ito), and one uniform map of values.
export const series = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a900"];

// the blue of a curve on a dark page
export function onPaper(colour: string): string {
    return colour === "#0072b2" && matchMedia("(prefers-color-scheme: dark)").matches ? "#4aa3e0" : colour;
}

// viridis at equal distances
const stops = [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];

export function mapColour(fraction: number): [number, number, number] {
    const x = Math.min(Math.max(fraction, 0), 1) * (stops.length - 1);
    const i = Math.min(Math.floor(x), stops.length - 2);
    const part = (shift: number) => {
        const a = (stops[i] >> shift) & 255;
        const b = (stops[i + 1] >> shift) & 255;
        return Math.round(a + (b - a) * (x - i));
    };
    return [part(16), part(8), part(0)];
}
