// SPDX-License-Identifier: MIT
// failures.ts - what went wrong, as the state keeps it.
import { Refusal, refusal } from "./connection";
import { Fault } from "./games/game";
import type { Failure } from "./state";

export function failureOf(error: unknown): Failure {
	if (error instanceof Fault) return { text: error.key, what: error.what };
	if (error instanceof Refusal && error.needsToken) return { text: "needsToken", what: "" };
	return { text: "plain", what: error instanceof Error ? error.message : String(error) };
}

/** noProof: the gateway has no proof for these moves, or none at all. */
export function noProof(error: unknown): Failure {
	return refusal(error).needsToken ? failureOf(error) : { text: "noProof", what: refusal(error).detail };
}
