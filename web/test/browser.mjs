// The page in a real browser: opens, plays, seeks, changes, edits, cancels, compares, saves.
// usage: node browser.mjs [--shots FOLDER]
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const gudgeon = process.env.GUDGEON ?? join(root, "build/release/gudgeon");
const shots = process.argv[2] === "--shots" ? process.argv[3] : null;
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

function prepare() {
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, "crank.yaml"), crank);
    for (const file of ["pendulum/pendulum.yaml", "bearing/raimondi.yaml", "top/top.yaml", "beam/pendulum.yaml"])
        cpSync(join(root, "examples", file), join(site, file.replace("/", "-")));
    writeFileSync(join(site, "study.yaml"), "gudgeon: 1\nmodel: pendulum-pendulum.yaml\naxes:\n  mass: {path: bodies.rod.mass, values: [1 kg, 2 kg]}\n");
    execFileSync(gudgeon, ["run", join(site, "crank.yaml"), "-o", join(site, "crank-results"), "--no-figures", "--quiet"]);
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
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, ...options });
    page.setDefaultTimeout(patience);
    page.on("pageerror", (error) => (page.failed = error));
    page.on("console", (m) => m.type() === "error" && /Content Security Policy|Uncaught/.test(m.text()) && (page.failed = new Error(m.text())));
    await page.goto(address + hash);
    return page;
}

async function shot(page, name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

async function done(page) {
    expect(!page.failed, page.failed?.message);
    await page.close();
}

// the instant that the player shows, in degrees
const angle = async (page) => Number.parseFloat(await page.textContent(".instant"));

// ---- the walks

const walks = {
    async folder(browser, address) {
        const page = await open(browser, address);
        await page.waitForSelector("text=Crank-slider with a film at the small end");
        await page.waitForSelector(".card svg");
        await shot(page, "folder");
        await page.selectOption("select[aria-label=Template]", "pendulum");
        await page.click("text=Create");
        await page.waitForSelector("textarea");
        expect(existsSync(join(site, "pendulum.yaml")), "the template was not written");
        await done(page);
    },

    async result(browser, address) {
        const page = await open(browser, address, "#result=crank-results");
        await page.waitForSelector(".joint canvas");
        await page.waitForSelector(".curve canvas");
        // play, pause, keyboard, scrub
        const before = await angle(page);
        await page.click("text=Play");
        await page.waitForFunction((a) => Number.parseFloat(document.querySelector(".instant").textContent) !== a, before);
        await page.click("text=Pause");
        const paused = await angle(page);
        await page.click("h2");
        await page.keyboard.press("ArrowRight");
        expect((await angle(page)) === paused + 2 || (await angle(page)) === paused + 2 - 720, "an arrow is one record");
        await page.fill(".player input[type=range]", "100");
        expect((await angle(page)) === 200, `scrubbed to ${await angle(page)} deg`);
        // a click on a curve moves everything
        await page.waitForSelector(".joint figure.wide");
        const plot = page.locator(".curve .u-over").first();
        const box = await plot.boundingBox();
        await plot.click({ position: { x: 0.75 * box.width, y: 0.5 * box.height } });
        const clicked = await angle(page);
        expect(clicked > 600 && clicked < 660, `three quarters of the last turn: ${clicked}`);
        // the table leads to the instant of its extreme
        const row = bearing(join(site, "crank-results"));
        await page.click(".bearings td button >> nth=0");
        const at = ((row.film_min.angle * 180) / Math.PI) % 720;
        expect(Math.abs((await angle(page)) - at) <= 2, `film_min at ${at}, shown ${await angle(page)}`);
        expect((await page.textContent(".bearings td button >> nth=0")).startsWith(`${Number((row.film_min.value * 1e6).toPrecision(4))} um`), "the table's number is the summary's");
        await shot(page, "result");
        await page.check("text=pressure on the bearing");
        await shot(page, "painted");
        await page.fill("input[list=channels]", "drives/crank.angle/torque");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelectorAll(".curve").length >= 4);
        const [file] = await Promise.all([page.waitForEvent("download"), page.click(".curve .take button >> nth=0", { force: true })]);
        expect(readFileSync(await file.path(), "utf8").startsWith('"time (s)"'), "CSV of a curve");
        await done(page);
    },

    async change(browser, address) {
        const page = await open(browser, address, "#model=crank.yaml");
        await page.waitForSelector("text=clearance");
        await page.fill("input[aria-label='clearance in um']", "60");
        await page.waitForSelector(".shown .bearings");
        const shown = Number.parseFloat(await page.textContent(".shown .bearings td button >> nth=0"));
        const folder = join(work, "wide");
        execFileSync(gudgeon, ["run", join(site, "crank.yaml"), "--set", "parameters.clearance=60 um", "-o", folder, "--no-figures", "--quiet"]);
        const expected = Number((bearing(folder).film_min.value * 1e6).toPrecision(4));
        expect(shown === expected, `film of ${shown} um on the page, ${expected} um by the command`);
        // again, with the old curve behind, and a table of both
        await page.fill("input[aria-label='clearance in um']", "50");
        await page.waitForSelector("text=before");
        await page.waitForFunction(() => document.querySelectorAll(".bearings tbody tr").length >= 3);
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
        expect((await page.textContent(".found")).includes("inertia"), "with the remedy");
        await shot(page, "mistake");
        await page.fill("textarea", text);
        await page.waitForFunction(() => !document.querySelector(".numbers .error"));
        // a form changes its own line and keeps the comment
        await page.click(".forms summary:has-text('small')");
        await page.fill(".form input[aria-label=radius]", "11 mm");
        await page.keyboard.press("Tab");
        await page.waitForFunction(() => document.querySelector("textarea").value.includes("radius: 11 mm"));
        const changed = await page.inputValue("textarea");
        expect(changed === text.replace("radius: 10 mm", "radius: 11 mm"), "nothing else has changed");
        await shot(page, "form");
        // completion from the schema
        const end = changed.indexOf("    width: 20 mm");
        await page.evaluate((at) => document.querySelector("textarea").setSelectionRange(at, at), end);
        await page.focus("textarea");
        await page.keyboard.type("    ecc");
        await page.waitForSelector(".offers li:has-text('eccentricity')");
        await page.keyboard.press("Tab");
        expect((await page.inputValue("textarea")).includes("    eccentricity: "), "completed");
        await done(page);
    },

    async cancel(browser, address) {
        const page = await open(browser, address, "#model=pendulum-pendulum.yaml");
        await page.waitForSelector(".forms details");
        const text = await page.inputValue("textarea");
        await page.fill("textarea", text.replace("until: 5 s", "until: 1e6 s"));
        await page.fill("input[placeholder='name of the run']", "endless");
        await page.click("text=Run");
        await page.waitForSelector("text=/Running: \\d+ %/");
        // a second window sees the same run, live
        const other = await open(browser, address, "#result=runs/endless");
        await other.waitForSelector("text=This run has not ended");
        await other.waitForSelector("footer >> text=endless", { state: "attached" });
        await shot(other, "live");
        await done(other);
        await page.click("text=Cancel >> nth=0");
        await page.waitForSelector("text=Cancelled.");
        await done(page);
    },

    async study(browser, address) {
        const page = await open(browser, address, "#study=study.yaml");
        await page.waitForSelector("textarea");
        await page.click("text=Run");
        await page.waitForFunction(() => document.querySelectorAll(".bearings tbody tr").length === 2);
        await shot(page, "study");
        await done(page);
    },

    async component(browser, address) {
        const page = await open(browser, address, "#bearing=bearing-raimondi.yaml");
        await page.waitForSelector(".sheet");
        const own = JSON.parse(execFileSync(gudgeon, ["bearing", join(site, "bearing-raimondi.yaml"), "--json"], { encoding: "utf8" }));
        const shown = Number.parseFloat(await page.textContent(".sheet tr:has-text('eccentricity ratio') td"));
        expect(Math.abs(shown - own.eccentricity_ratio) < 1e-5, `eccentricity ratio ${shown}`);
        await shot(page, "bearing");
        await done(page);
    },

    async space(browser, address) {
        for (const name of ["top-top", "beam-pendulum"]) {
            execFileSync(gudgeon, ["run", join(site, `${name}.yaml`), "--set", "simulate.until=0.2 s", "-o", join(site, `${name}-results`), "--no-figures", "--quiet"]);
            const page = await open(browser, address, `#result=${name}-results`);
            await page.waitForSelector(".scene canvas");
            await shot(page, name);
            await done(page);
        }
    },

    async saved(browser) {
        const file = join(work, "saved.html");
        execFileSync(gudgeon, ["export", join(site, "crank-results"), "--html", file, "--page", join(root, "build/page"), "--quiet"]);
        const page = await open(browser, `file://${file}`);
        await page.waitForSelector(".joint canvas");
        await page.waitForSelector(".curve canvas");
        await page.fill(".player input[type=range]", "100");
        expect((await angle(page)) === 200, "a saved page has its cursor");
        await shot(page, "saved");
        await done(page);
    },

    async beside(browser, address) {
        execFileSync(gudgeon, ["run", join(site, "crank.yaml"), "--set", "parameters.clearance=80 um", "-o", join(site, "wide-results"), "--no-figures", "--quiet"]);
        const page = await open(browser, address, "#result=crank-results&beside=wide-results");
        await page.waitForFunction(() => document.querySelectorAll(".joint figure.wide").length >= 4);
        await page.locator(".player input[type=range]").first().fill("100");
        const shown = await page.locator(".instant").allTextContents();
        expect(shown.length === 2 && shown.every((text) => Number.parseFloat(text) === 200), `both at 200 deg: ${shown}`);
        await shot(page, "beside");
        await done(page);
    },

    async dark(browser, address) {
        const page = await open(browser, address, "#result=crank-results", { colorScheme: "dark", viewport: { width: 800, height: 1000 } });
        await page.waitForSelector(".curve canvas");
        await shot(page, "dark-narrow");
        await done(page);
    },
};

// ---- one after the other

prepare();
const { child, address } = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
let failed = 0;
for (const [name, walk] of Object.entries(walks)) {
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
console.log(`${Object.keys(walks).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
