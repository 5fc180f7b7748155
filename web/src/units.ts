// Numbers as an engineer writes them: 0.418 um, 14.7 MPa. Results are in SI.
const prefixed: Record<string, [number, string][]> = {
    m: [[1, "m"], [1e-3, "mm"], [1e-6, "um"], [1e-9, "nm"]],
    Pa: [[1e9, "GPa"], [1e6, "MPa"], [1e3, "kPa"], [1, "Pa"]],
    N: [[1e6, "MN"], [1e3, "kN"], [1, "N"], [1e-3, "mN"]],
    W: [[1e6, "MW"], [1e3, "kW"], [1, "W"], [1e-3, "mW"]],
    J: [[1e6, "MJ"], [1e3, "kJ"], [1, "J"], [1e-3, "mJ"]],
    s: [[1, "s"], [1e-3, "ms"], [1e-6, "us"]],
    "m3/s": [[1e-3, "l/s"], [1e-6, "ml/s"], [1e-9, "ul/s"]],
    m2: [[1, "m2"], [1e-4, "cm2"], [1e-6, "mm2"]],
    rad: [[Math.PI / 180, "deg"]],
    "rad/s": [[Math.PI / 30, "rpm"]],
};

// the units library writes products in its own order
const alias: Record<string, string> = { "s-1.rad": "rad/s", "rad.s-1": "rad/s", "m3.s-1": "m3/s", "s-1.m3": "m3/s" };

export interface Scale {
    factor: number; // shown value = SI value / factor
    unit: string;
}

// the unit in which `size` reads best
export function scaleFor(unit: string, size: number): Scale {
    const choices = prefixed[alias[unit] ?? unit];
    if (!choices) return { factor: 1, unit: unit === "1" ? "" : unit };
    if (size === 0) return { factor: choices.find(([factor]) => factor === 1)?.[0] ?? choices[0][0], unit: choices.find(([factor]) => factor === 1)?.[1] ?? choices[0][1] };
    const tenth = unit === "m" ? 0.1 : 1; // films of 0.4 um are not called 400 nm
    const found = choices.find(([factor]) => Math.abs(size) >= factor * (factor === 1e-6 ? tenth : 1) * 0.9995) ?? choices[choices.length - 1];
    return { factor: found[0], unit: found[1] };
}

export function digits(value: number, n = 4): string {
    if (!Number.isFinite(value)) return "-";
    const number = Number(value.toPrecision(n));
    return number !== 0 && (Math.abs(number) >= 1e7 || Math.abs(number) < 1e-4) ? number.toExponential().replace("e+", "e") : String(number);
}

export function quantity(value: number, unit: string, n = 4): string {
    const scale = scaleFor(unit, value);
    return `${digits(value / scale.factor, n)} ${scale.unit}`.trim();
}

// "film_pressure_max" -> "film pressure max"
export function words(key: string): string {
    const known: Record<string, string> = {
        film_min: "minimum film thickness", film_pressure_max: "peak film pressure", asperity_pressure_max: "peak asperity pressure",
        loss: "power loss", eccentricity_ratio: "eccentricity ratio", friction_torque: "friction torque", film_middle: "film in the middle",
        loss_mean: "mean loss", loss_max: "peak loss", specific_load_max: "specific load",
    };
    return known[key] ?? key.replace(/_/g, " ");
}
