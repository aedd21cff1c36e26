// SPDX-License-Identifier: MIT
// eslint.config.js - what eslint looks for in the page and its tests.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
	{ ignores: ["dist", "node_modules", "**/*.d.ts"] },
	js.configs.recommended,
	...tseslint.configs.strictTypeChecked,
	...tseslint.configs.stylisticTypeChecked,
	{
		languageOptions: {
			parserOptions: {
				projectService: { allowDefaultProject: ["*.js"] },
				tsconfigRootDir: dirname(fileURLToPath(import.meta.url)),
			},
		},
		rules: {
			"@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
			"@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
			"@typescript-eslint/switch-exhaustiveness-check": "error",
			"max-lines": ["error", 450],
			"max-len": ["error", { code: 140, tabWidth: 4 }],
			"no-console": "error",
			eqeqeq: "error",
		},
	},
	{
		files: ["**/*.mjs", "**/*.js"],
		extends: [tseslint.configs.disableTypeChecked],
		languageOptions: { globals: { process: "readonly", console: "readonly", fetch: "readonly", URL: "readonly" } },
	},
	// It is made by api.mjs, and as long as the gateway's description.
	{ files: ["src/api.ts"], rules: { "max-lines": "off" } },
	// node's test() answers with a promise that nobody waits for.
	{ files: ["tests/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
);
