// SPDX-License-Identifier: MIT
// build.mjs [FOLDER] - bundle the page: index.html, page.js and page.css, each also as .gz.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist"));
const nothing = join(here, "src/parse/nothing.js");

mkdirSync(out, { recursive: true });
await build({
	absWorkingDir: here,
	entryPoints: { page: "src/main.tsx" },
	outdir: out,
	bundle: true,
	minify: true,
	format: "esm",
	target: ["es2022"],
	jsx: "automatic",
	jsxImportSource: "preact",
	legalComments: "linked",
	// @sabaki/sgf reads files of any encoding on node; here a browser has read the file.
	alias: { fs: nothing, "iconv-lite": nothing, jschardet: nothing },
	logLevel: "warning",
});
copyFileSync(join(here, "src/index.html"), join(out, "index.html"));
copyFileSync(join(here, "src/icon.svg"), join(out, "icon.svg"));
for (const name of ["index.html", "page.js", "page.css", "icon.svg"])
	writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
