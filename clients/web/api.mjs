// SPDX-License-Identifier: MIT
// api.mjs URL - write src/api.ts, the messages of the gateway as types, from the OpenAPI description that a running
// gateway serves. The tests of the page in a browser compare src/api.ts with the gateway that they start.
//
// Knows      what clients/http/schema.c writes: objects, arrays, enums, constants, references, one of several.
//            It fails on anything else, rather than write "unknown".
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HEAD = `// SPDX-License-Identifier: MIT
// api.ts - the messages of the gateway as types. Made by api.mjs from its /openapi.json: do not change it by hand.
`;
const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

/** objectOf: fields, or a map of names to values. */
function objectOf(schema, depth) {
	if (typeof schema.additionalProperties === "object") return `Record<string, ${typeOf(schema.additionalProperties, depth)}>`;
	const required = new Set(schema.required ?? []);
	const indent = "\t".repeat(depth + 1);
	const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
		`${indent}${name}${required.has(name) ? "" : "?"}: ${typeOf(field, depth + 1)};\n`);
	return `{\n${fields.join("")}${"\t".repeat(depth)}}`;
}

function several(types) {
	return [...new Set(types)].join(" | ");
}

/** typeOf: a schema as a type of TypeScript. */
function typeOf(schema, depth = 0) {
	if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
	if (schema.enum) return several(schema.enum.map((value) => JSON.stringify(value)));
	if ("const" in schema) return JSON.stringify(schema.const);
	if (schema.oneOf) return several(schema.oneOf.map((one) => typeOf(one, depth)));
	if (Array.isArray(schema.type)) return several(schema.type.map((type) => typeOf({ ...schema, type }, depth)));
	if (schema.type === "object") return objectOf(schema, depth);
	if (schema.type === "array") {
		const items = typeOf(schema.items, depth);
		return items.includes("|") ? `(${items})[]` : `${items}[]`;
	}
	const plain = PLAIN[schema.type];
	if (!plain) throw new Error(`api.mjs: a schema that it does not know: ${JSON.stringify(schema)}`);
	return plain;
}

/** typesOf: all schemas of a description as the text of src/api.ts. */
export function typesOf(description) {
	const types = Object.entries(description.components.schemas).map(([name, schema]) => {
		const type = typeOf(schema);
		return schema.type === "object" ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
	});
	return `${HEAD}\n${types.join("\n")}`;
}

if (basename(process.argv[1] ?? "") === "api.mjs") {
	const [, , url] = process.argv;
	if (!url) {
		process.stderr.write("usage: node api.mjs http://127.0.0.1:7412/\n");
		process.exit(64);
	}
	const answer = await fetch(new URL("openapi.json", url));
	if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
	writeFileSync(join(dirname(fileURLToPath(import.meta.url)), "src/api.ts"), typesOf(await answer.json()));
}
