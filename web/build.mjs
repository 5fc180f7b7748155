// Bundles the page into the folder that is given: index.html, page.js, page.css, icon.svg.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "../build/page";
await mkdir(out, { recursive: true });
await build({
    entryPoints: { page: "src/main.ts" },
    bundle: true,
    minify: true,
    target: "es2022",
    format: "iife",
    legalComments: "eof",
    outdir: out,
});
for (const file of ["index.html", "icon.svg"]) await copyFile(file, `${out}/${file}`);
