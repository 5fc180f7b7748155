// The page in a real browser: opens, plays, seeks, changes, edits, cancels, compares, saves.
// usage: node browser.mjs [--shots FOLDER] [--slow N] [WALK ...]
// Every step waits for the state that is meant, never for a time: --slow N runs the page N times slower.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const gudgeon = process.env.GUDGEON ?? join(root, "build/release/gudgeon");
const words = process.argv.slice(2);
const option = (name) => (words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : null);
const shots = option("--shots");
const slow = Number(option("--slow") ?? 1);
const work = mkdtempSync(join(tmpdir(), "gudgeon-page-"));
const site = join(work, "site");
const patience = 120_000; // ms

// ---- what is looked at

const crank = `gudgeon: 1
title: Crank-slider with a film at the small end
space: planar
parameters: {clearance: 40 um, speed: 1500 rpm}
bodies:
  crank:  {mass: 0.30 kg, inertia: 1.0e-4}
  rod:    {mass: 0.21 kg, inertia: 2.5e-4, at: [110 mm, 0]}
  slider: {mass: 0.14 kg, inertia: 1.0e-4, at: [170 mm, 0]}
frames:
  crank.pin: {body: crank, at: [50 mm, 0]}
  rod.big:   {body: rod, at: [-60 mm, 0]}
  rod.small: {body: rod, at: [60 mm, 0]}
joints:
  guide: {type: prismatic, between: [ground, slider], axis: x}
  main: {type: revolute, between: [crank, ground]}
  big: {type: revolute, between: [rod.big, crank.pin]}
  small: # the joint that is looked at
    type: revolute
    between: [slider, rod.small]
    model: reynolds
    radius: 10 mm
    width: 20 mm
    clearance: = clearance
    film: {viscosity: 30 mPa.s, ambient: 1 bar, cavity: 0 Pa, grid: [40, 4]}
drive: {crank.angle: {rate: = speed}}
simulate: {until: 720 deg of crank, tolerance: 1e-4}
record: {every: 2 deg of crank, fields: [small], snapshots: 20 deg of crank}
`;

// a cube of 40 mm, as CAD programs write solids
function cube() {
    const corner = (i) => [i & 1 ? 20 : -20, i & 2 ? 20 : -20, i & 4 ? 20 : -20].join(" ");
    const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    const triangles = faces.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]);
    const facet = (t) => `facet normal 0 0 0\nouter loop\n${t.map((i) => `vertex ${corner(i)}`).join("\n")}\nendloop\nendfacet`;
    return `solid cube\n${triangles.map(facet).join("\n")}\nendsolid cube\n`;
}

function run(model, folder, ...more) {
    execFileSync(gudgeon, ["run", join(site, model), "-o", folder, "--no-figures", "--quiet", ...more]);
}

function prepare() {
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, "crank.yaml"), crank);
    writeFileSync(join(site, "cube.stl"), cube());
    writeFileSync(join(site, "solid.yaml"), crank.replace("at: [170 mm, 0]}", "at: [170 mm, 0], shape: cube.stl}").replace(/^title:.*$/m, "title: Crank-slider with a solid"));
    for (const file of ["pendulum/pendulum.yaml", "bearing/raimondi.yaml", "top/top.yaml", "beam/pendulum.yaml", "surface-joint/ball-on-plate.yaml", "rough/models.yaml", "contact/liu-2013.yaml", "contact/liu-2013.csv", "gap/crowned-journal.yaml"])
        cpSync(join(root, "examples", file), join(site, file.endsWith(".csv") ? file.replace(/^.*\//, "") : file.replace("/", "-")));
    cpSync(join(root, "examples/surface-joint/waves.csv"), join(site, "waves.csv"));
    // takes its time: some thousand records a minute
    writeFileSync(join(site, "endless.yaml"), crank.replace("grid: [40, 4]", "grid: [160, 12]").replace("until: 720 deg", "until: 1e6 deg"));
    writeFileSync(join(site, "study.yaml"), "gudgeon: 1\nmodel: crank.yaml\naxes:\n  clearance: {path: parameters.clearance, values: [30 um, 50 um]}\n  speed: {path: parameters.speed, values: [1000 rpm, 1500 rpm]}\n");
    run("crank.yaml", join(site, "crank-results"));
}

function bearing(folder) {
    return JSON.parse(readFileSync(join(folder, "summary.json"), "utf8")).bearings[0];
}

// ---- server and browser

async function serve() {
    const child = spawn(gudgeon, ["serve", site, "--no-browser", "--json", "--page", join(root, "build/page")], { stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise((resolve, reject) => {
        child.stdout.once("data", (data) => resolve(String(data)));
        child.once("exit", (code) => reject(new Error(`gudgeon serve ended with ${code}`)));
    });
    return { child, address: JSON.parse(line).address };
}

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-gl=swiftshader", "--enable-unsafe-swiftshader"];

function expect(truth, what) {
    if (!truth) throw new Error(what);
}

async function open(browser, address, hash = "", options = {}) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, ...options });
    page.setDefaultTimeout(patience);
    page.on("pageerror", (error) => (page.failed = error));
    page.on("console", (m) => m.type() === "error" && /Content Security Policy|Uncaught|THREE/.test(m.text()) && (page.failed = new Error(m.text())));
    if (slow > 1) await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slow });
    await page.goto(address + hash);
    return page;
}

// a result with everything on it
async function openResult(browser, address, path, options) {
    const page = await open(browser, address, path === null ? "" : `#result=${path}`, options);
    await page.waitForSelector(".result[data-ready]");
    return page;
}

async function shot(page, name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.waitForTimeout(700); // fonts, transitions, pictures: nobody's result depends on them
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

async function done(page) {
    expect(!page.failed, page.failed?.message);
    await page.close();
}

// the instant that the player shows, in degrees
const angle = async (page) => Number.parseFloat(await page.textContent(".instant"));

async function saved(page, click) {
    const [file] = await Promise.all([page.waitForEvent("download"), click()]);
    return readFileSync(await file.path());
}

// what a screen reader is told: every control has a name, every picture a text
async function nameless(page) {
    const { nodes } = await (await page.context().newCDPSession(page)).send("Accessibility.getFullAXTree");
    const needed = /^(button|combobox|textbox|slider|spinbutton|checkbox|link|img|image|searchbox)$/;
    return nodes.filter((n) => !n.ignored && needed.test(n.role?.value ?? "") && !n.name?.value?.trim()).map((n) => n.role.value);
}

// the curves of a run that goes on
async function grows(page) {
    const before = Number.parseInt(/first (\d+)/.exec(await page.textContent(".result > .warnings"))[1], 10);
    await page.waitForFunction((n) => Number(/first (\d+)/.exec(document.querySelector(".result > .warnings").textContent)[1]) > n, before);
}

// ---- the walks

const walks = {
    async folder(browser, address) {
        const page = await open(browser, address);
        await page.waitForSelector("text=Crank-slider with a film at the small end");
        await page.waitForSelector(".card svg");
        expect((await nameless(page)).length === 0, `without a name: ${await nameless(page)}`);
        await shot(page, "folder");
        await page.waitForFunction(() => document.querySelector("select[aria-label=Template]").options.length > 1);
        await page.selectOption("select[aria-label=Template]", "pendulum");
        await page.click("text=Create");
        await page.waitForSelector("textarea");
        expect(existsSync(join(site, "pendulum.yaml")), "the template was not written");
        await done(page);
    },

    async result(browser, address) {
        const page = await openResult(browser, address, "crank-results");
        // play, pause, keyboard, scrub
        const before = await angle(page);
        await page.click("text=Play");
        await page.waitForFunction((a) => Number.parseFloat(document.querySelector(".instant").textContent) !== a, before);
        await page.click("text=Pause");
        await page.waitForSelector("text=Play");
        const paused = await angle(page);
        await page.click("h2");
        await page.keyboard.press("ArrowRight");
        expect((await angle(page)) === Math.min(paused + 2, 720), `an arrow is one record: ${paused}, ${await angle(page)}`);
        await page.fill(".player input[type=range]", "100");
        expect((await angle(page)) === 200, `scrubbed to ${await angle(page)} deg`);
        await page.click("[aria-label='One degree on']");
        expect((await angle(page)) === 202, `the record behind the next degree: ${await angle(page)}`);
        // a click on a curve moves everything
        await page.waitForSelector(".curve .u-over");
        const plot = page.locator(".curve .u-over").first();
        const box = await plot.boundingBox();
        await plot.click({ position: { x: 0.75 * box.width, y: 0.5 * box.height } });
        const clicked = await angle(page);
        expect(clicked > 600 && clicked < 660, `three quarters of the last turn: ${clicked}`);
        // the table leads to the instant of its extreme
        const row = bearing(join(site, "crank-results"));
        await page.click(".bearings td button >> nth=0");
        const at = ((row.film_min.angle * 180) / Math.PI) % 720;
        await page.waitForFunction((a) => Math.abs(Number.parseFloat(document.querySelector(".instant").textContent) - a) <= 2, at);
        expect((await page.textContent(".bearings td button >> nth=0")).startsWith(`${Number((row.film_min.value * 1e6).toPrecision(4))} um`), "the table's number is the summary's");
        expect((await nameless(page)).length === 0, `without a name: ${await nameless(page)}`);
        await shot(page, "result");
        await page.check("text=pressure on the bearing");
        await shot(page, "painted");
        // what can be taken away
        await page.fill("input[list=channels]", "drives/crank.angle/torque");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelectorAll(".curve canvas").length >= 4);
        const take = (format) => saved(page, () => page.click(`.curve .take button:has-text("${format}") >> nth=0`, { force: true }));
        expect(String(await take("csv")).startsWith('"time (s)"'), "CSV of a curve");
        expect((await take("png")).subarray(1, 4).toString() === "PNG", "PNG of a curve");
        expect(String(await take("svg")).startsWith("<svg"), "SVG of a curve");
        expect(String(await saved(page, () => page.click(".chooser button:has-text('model')"))).includes("title: Crank-slider"), "the model of a result");
        expect((await saved(page, () => page.click("text=HDF5"))).subarray(1, 4).toString() === "HDF", "the result itself");
        await done(page);
    },

    // pins and bores to scale, clearances exaggerated, solids; a click on a joint chooses it
    async scene(browser, address) {
        run("solid.yaml", join(site, "solid-results"));
        const parts = await (await openResult(browser, address, "solid-results")).evaluate(async () => (await (await fetch("api/parts?result=solid-results")).json()).parts);
        expect(parts.some((p) => p.kind === "solid" && p.body === "slider") && parts.some((p) => p.kind === "pin" && p.radius === 0.01 && p.clearance === 4e-5), JSON.stringify(parts.map((p) => p.kind)));
        const page = await openResult(browser, address, "crank-results");
        expect(Number(await page.inputValue("select[aria-label=Clearances]")) > 1, "clearances are exaggerated");
        await page.selectOption("select[aria-label=Joint]", { index: 0 });
        await page.evaluate(() => (document.querySelector(".joint").dataset.old = "yes"));
        // somewhere along the middle line stands the only joint that can be chosen
        const canvas = page.locator(".scene canvas");
        const box = await canvas.boundingBox();
        const there = async () => {
            for (let x = 0.02; x < 1; x += 0.02)
                for (const y of [0.5, 0.45, 0.55]) {
                    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
                    if ((await page.getAttribute(".scene", "title")) === "small") return [box.x + x * box.width, box.y + y * box.height];
                }
            return null;
        };
        const place = await there();
        expect(place, "the joint is nowhere in the picture");
        await page.mouse.click(...place);
        await page.waitForSelector(".joint:not([data-old]) canvas");
        await page.selectOption("select[aria-label=View]", "oblique");
        await shot(page, "scene");
        await done(page);
        const solid = await openResult(browser, address, "solid-results");
        await solid.check(".tools >> text=see-through");
        await shot(solid, "solid");
        await done(solid);
    },

    async change(browser, address) {
        const page = await open(browser, address, "#model=crank.yaml");
        await page.fill("input[aria-label='clearance in um']", "60");
        await page.waitForSelector(".shown .bearings");
        const shown = Number.parseFloat(await page.textContent(".shown .bearings td button >> nth=0"));
        const folder = join(work, "wide");
        run("crank.yaml", folder, "--set", "parameters.clearance=60 um");
        const expected = Number((bearing(folder).film_min.value * 1e6).toPrecision(4));
        expect(shown === expected, `film of ${shown} um on the page, ${expected} um by the command`);
        // again, with the old curve behind, and a table of both
        await page.fill("input[aria-label='clearance in um']", "50");
        await page.waitForSelector("text=before");
        await page.waitForFunction(() => document.querySelectorAll("button[aria-pressed]").length === 2);
        // the first one pinned, and any number of the file as a slider
        await page.click("button[aria-pressed] >> nth=0");
        await page.waitForSelector("button[aria-pressed=true]");
        await page.selectOption("select[aria-label='Number of the file to change']", { label: "joints › small › width: 20 mm" });
        await page.fill("input[aria-label='joints › small › width in mm']", "25");
        await page.waitForFunction(() => document.querySelectorAll("button[aria-pressed]").length === 3);
        await page.waitForSelector(".shown .result[data-ready]");
        expect((await nameless(page)).length === 0, `without a name: ${await nameless(page)}`);
        await shot(page, "what-if");
        await done(page);
    },

    async edit(browser, address) {
        const page = await open(browser, address, "#model=crank.yaml");
        await page.waitForSelector(".forms details");
        const text = await page.inputValue("textarea");
        await page.fill("textarea", text.replace("inertia: 2.5e-4", "inertai: 2.5e-4"));
        await page.waitForSelector(".numbers .error");
        const line = text.split("\n").findIndex((l) => l.includes("2.5e-4")) + 1;
        expect((await page.textContent(".numbers .error")) === String(line), `the mistake is marked at its line, ${line}`);
        expect((await page.textContent(".paper .wrong")) === "inertai", `underlined: ${await page.textContent(".paper .wrong")}`);
        expect((await page.textContent(".found")).includes("inertia"), "with the remedy");
        await shot(page, "mistake");
        await page.fill("textarea", text);
        await page.waitForFunction(() => !document.querySelector(".numbers .error"));
        // help under the mouse: the key 'radius' stands in the tenth column of its line
        const row = text.split("\n").findIndex((l) => l.includes("radius: 10 mm"));
        const area = await page.locator("textarea").boundingBox();
        await page.mouse.move(area.x + 8 + 6.5 * 7.8, area.y + 6 + 18 * row + 9);
        await page.waitForSelector(".tip:has-text('radius:')");
        await shot(page, "help");
        // a form changes its own line and keeps the comment
        await page.click(".forms summary:has-text('small')");
        await page.fill(".form input[aria-label=radius]", "11 mm");
        await page.keyboard.press("Tab");
        await page.waitForFunction(() => document.querySelector("textarea").value.includes("radius: 11 mm"));
        const changed = await page.inputValue("textarea");
        expect(changed === text.replace("radius: 10 mm", "radius: 11 mm"), "nothing else has changed");
        for (const joint of ["guide", "main", "big"]) {
            await page.click(`.forms summary:has-text('${joint}')`);
            await page.waitForSelector(`details[data-joint=${joint}] .form select[aria-label=type]`);
        }
        await shot(page, "form");
        // completion from the schema
        const end = changed.indexOf("    width: 20 mm");
        await page.focus("textarea");
        await page.evaluate((at) => document.querySelector("textarea").setSelectionRange(at, at), end);
        await page.keyboard.type("    ecc");
        await page.waitForSelector(".offers li:has-text('eccentricity')");
        await page.keyboard.press("Tab");
        await page.waitForFunction(() => document.querySelector("textarea").value.includes("    eccentricity: "));
        await done(page);
    },

    async cancel(browser, address) {
        const page = await open(browser, address, "#model=endless.yaml");
        await page.waitForSelector(".forms details");
        await page.fill("input[placeholder='name of the run']", "endless");
        await page.click("button:has-text('Run')");
        await page.waitForSelector("text=/Running: \\d+ %/");
        // a second window sees the same run, live
        const other = await open(browser, address, "#result=runs/endless");
        await other.waitForSelector("text=This run has not ended");
        await other.waitForSelector("footer >> text=endless", { state: "attached" });
        await grows(other);
        await shot(other, "live");
        await page.click("button:has-text('Cancel') >> nth=0");
        await page.waitForSelector("text=Cancelled.");
        await other.waitForSelector("footer >> text=cancelled", { state: "attached" });
        await done(other);
        await done(page);
    },

    // a run that the command has started in the folder
    async live(browser, address) {
        const child = spawn(gudgeon, ["run", join(site, "endless.yaml"), "-o", join(site, "by-command"), "--no-figures", "--quiet"], { stdio: "ignore" });
        const ended = new Promise((resolve) => child.once("exit", resolve));
        try {
            const begun = Date.now();
            while (!existsSync(join(site, "by-command/results.log")) && Date.now() - begun < patience) await new Promise((resolve) => setTimeout(resolve, 20));
            const page = await open(browser, address);
            await page.click(".card:has-text('by-command')");
            await page.waitForSelector("text=This run has not ended");
            await grows(page);
            await done(page);
        } finally {
            child.kill("SIGTERM");
            await ended;
            rmSync(join(site, "by-command"), { recursive: true, force: true });
        }
    },

    async study(browser, address) {
        const page = await open(browser, address, "#study=study.yaml");
        await page.waitForSelector("textarea");
        await page.click("button:has-text('Run')");
        await page.waitForFunction(() => document.querySelectorAll(".bearings tbody tr").length === 4 && !document.querySelector(".bearings tbody").textContent.includes("..."));
        expect((await page.textContent(".bearings thead")).includes("clearance"), "the table has the names of the axes");
        await page.waitForSelector("img[alt^='minimum film thickness over clearance']");
        await page.waitForSelector("text=Done.");
        await shot(page, "study");
        await done(page);
    },

    async component(browser, address) {
        const page = await open(browser, address, "#bearing=bearing-raimondi.yaml");
        const own = (...more) => JSON.parse(execFileSync(gudgeon, ["bearing", join(site, "bearing-raimondi.yaml"), "--json", ...more], { encoding: "utf8" }));
        const film = () => page.textContent(".sheet tr:has-text('minimum film') td");
        const shows = (answer) => page.waitForFunction((um) => [...document.querySelectorAll(".sheet tr")].some((r) => r.textContent.startsWith("minimum film") && Number.parseFloat(r.lastChild.textContent) === um), Number((answer.film_min * 1e6).toPrecision(5)));
        await shows(own());
        await page.waitForSelector("img[alt='pressure around the bearing']");
        await shot(page, "bearing");
        // as the slider moves
        await page.fill("input[aria-label='bearing › clearance in um']", "80");
        await shows(own("--set", "bearing.clearance=80 um"));
        const text = await page.inputValue("textarea");
        await page.fill("textarea", text.replace("radius:", "radios:"));
        await page.waitForSelector(".paper .wrong:text-is('radios')");
        expect((await film()).length > 0 && (await nameless(page)).length === 0, `without a name: ${await nameless(page)}`);
        await done(page);
        for (const [kind, file] of [["contact", "contact-liu-2013.yaml"], ["rough", "rough-models.yaml"], ["gap", "gap-crowned-journal.yaml"]]) {
            const other = await open(browser, address, `#${kind}=${file}`);
            await other.waitForSelector(".answer figure");
            await shot(other, kind);
            await done(other);
        }
    },

    async space(browser, address) {
        for (const [name, until] of [["top-top", "0.2 s"], ["beam-pendulum", "0.2 s"], ["surface-joint-ball-on-plate", "0.02 s"]]) {
            run(`${name}.yaml`, join(site, `${name}-results`), "--set", `simulate.until=${until}`);
            const page = await openResult(browser, address, `${name}-results`);
            await page.waitForSelector(".scene canvas");
            await shot(page, name);
            await done(page);
        }
    },

    async saved(browser) {
        const file = join(work, "saved.html");
        execFileSync(gudgeon, ["export", join(site, "crank-results"), "--html", file, "--page", join(root, "build/page"), "--quiet"]);
        const page = await openResult(browser, `file://${file}`, null);
        await page.waitForSelector(".joint canvas");
        await page.waitForSelector(".curve canvas");
        await page.fill(".player input[type=range]", "100");
        expect((await angle(page)) === 200, "a saved page has its cursor");
        await shot(page, "saved");
        await done(page);
    },

    async beside(browser, address) {
        run("crank.yaml", join(site, "wide-results"), "--set", "parameters.clearance=80 um");
        const page = await open(browser, address, "#result=crank-results&beside=wide-results");
        await page.waitForFunction(() => document.querySelectorAll(".result[data-ready]").length === 2);
        await page.locator(".player input[type=range]").first().fill("100");
        const shown = await page.locator(".instant").allTextContents();
        expect(shown.length === 2 && shown.every((text) => Number.parseFloat(text) === 200), `both at 200 deg: ${shown}`);
        await shot(page, "beside");
        await done(page);
    },

    // with the keyboard only: from the folder into a result, along its bearings, into an editor and out of it again
    async keyboard(browser, address) {
        const page = await open(browser, address);
        await page.waitForSelector(".card:has-text('crank-results')");
        const focused = (what) => page.evaluate((selector) => document.activeElement.matches(selector), what);
        const tabTo = async (selector) => {
            for (let i = 0; i < 200; i++) {
                await page.keyboard.press("Tab");
                if (await focused(selector)) return;
            }
            throw new Error(`Tab does not reach ${selector}`);
        };
        await tabTo(".card[href='#result=crank-results']");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".result[data-ready]");
        await tabTo("button.play");
        await page.keyboard.press("Space");
        await page.waitForSelector("text=Pause");
        await page.keyboard.press("Space");
        await page.waitForSelector("text=Play");
        await tabTo(".bearings td button");
        const row = bearing(join(site, "crank-results"));
        await page.keyboard.press("Enter");
        const at = ((row.film_min.angle * 180) / Math.PI) % 720;
        await page.waitForFunction((a) => Math.abs(Number.parseFloat(document.querySelector(".instant").textContent) - a) <= 2, at);
        await tabTo(".take button");
        await page.goto(`${address}#model=crank.yaml`);
        await page.waitForSelector(".forms details");
        await tabTo("textarea");
        await page.keyboard.press("Escape"); // Tab indents in the editor, unless Escape was pressed before
        await page.keyboard.press("Tab");
        expect(!(await focused("textarea")), "Escape and Tab leave the editor");
        await done(page);
    },

    async screens(browser, address) {
        for (const [name, width, height, colorScheme] of [["laptop-light", 1366, 768, "light"], ["laptop-dark", 1366, 768, "dark"], ["large-light", 2560, 1440, "light"], ["large-dark", 2560, 1440, "dark"], ["narrow", 800, 1000, "dark"]]) {
            const page = await openResult(browser, address, "crank-results", { colorScheme, viewport: { width, height } });
            await page.waitForSelector(".curve canvas");
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(wide <= 0, `${name}: ${wide} pixels too wide`);
            await shot(page, name);
            await done(page);
        }
    },
};

// ---- one after the other

prepare();
const { child, address } = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
let failed = 0;
const chosen = Object.entries(walks).filter(([name]) => words.length === 0 || words.includes(name));
for (const [name, walk] of chosen) {
    try {
        await walk(browser, address);
        console.log(`passed  ${name}`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}: ${error.message}`);
    }
}
await browser.close();
const ended = new Promise((resolve) => child.once("exit", resolve));
child.kill("SIGTERM");
if ((await ended) !== 0) failed++;
rmSync(work, { recursive: true, force: true });
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
