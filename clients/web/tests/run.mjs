// SPDX-License-Identifier: MIT
// run.mjs unit|e2e|speed - bundle the tests of a folder, and run them with node's own runner. Ends with node's exit code.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const kind = process.argv[2] ?? "unit";
const out = join(root, "node_modules/.tests", kind);
const nothing = join(root, "src/parse/nothing.js");

rmSync(out, { recursive: true, force: true });
const names = readdirSync(join(here, kind)).filter((name) => name.endsWith(".test.ts") || name.endsWith(".test.tsx"));
await build({
	entryPoints: names.map((name) => join(here, kind, name)),
	outdir: out,
	outExtension: { ".js": ".mjs" },
	bundle: true,
	format: "esm",
	platform: "node",
	target: "node18",
	jsx: "automatic",
	jsxImportSource: "preact",
	external: ["playwright-core", "axe-core"],
	alias: { "iconv-lite": nothing, jschardet: nothing },
	banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
	logLevel: "warning",
});
const files = readdirSync(out).filter((name) => name.endsWith(".mjs")).map((name) => join(out, name));
const done = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit", cwd: root });
process.exit(done.status ?? 1);
