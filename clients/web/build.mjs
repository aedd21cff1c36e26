// SPDX-License-Identifier: MIT
// build.mjs [FOLDER] - bundle the page: index.html, page.js and page.css, each also as .gz, and licenses.txt with
// the licences of the packages that are in it.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist"));
const nothing = join(here, "src/parse/nothing.js");

mkdirSync(out, { recursive: true });
const { metafile } = await build({
	metafile: true,
	absWorkingDir: here,
	entryPoints: { page: "src/main.tsx" },
	outdir: out,
	bundle: true,
	minify: true,
	format: "esm",
	target: ["es2022"],
	jsx: "automatic",
	jsxImportSource: "preact",
	legalComments: "none",
	// @sabaki/sgf reads files of any encoding on node; here a browser has read the file.
	alias: { fs: nothing, "iconv-lite": nothing, jschardet: nothing },
	logLevel: "warning",
});
/** licences: what the packages in the bundle ask to be kept with them. Only these licences may be among them. */
function licences() {
	const allowed = ["MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD"];
	const found = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
	return [...new Set(found)].filter(Boolean).sort().map((name) => {
		const folder = join(here, "node_modules", name);
		const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
		if (!allowed.includes(license)) throw new Error(`${name}: the licence ${license} may not be in the bundle`);
		const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`${name}: there is no text of its licence`);
		return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
	}).join(`\n${"-".repeat(72)}\n\n`);
}

writeFileSync(join(out, "licenses.txt"), licences());
copyFileSync(join(here, "src/index.html"), join(out, "index.html"));
copyFileSync(join(here, "src/icon.svg"), join(out, "icon.svg"));
for (const name of ["index.html", "page.js", "page.css", "icon.svg"])
	writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
