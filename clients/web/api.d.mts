// SPDX-License-Identifier: MIT
// api.d.mts - what the tests use of api.mjs.

/** typesOf: all schemas of an OpenAPI description as the text of src/api.ts. */
export function typesOf(description: unknown): string;
