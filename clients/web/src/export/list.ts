// SPDX-License-Identifier: MIT
// list.ts - a collection with its answers as CSV and SGF.
import type { Limits } from "../problem";
import type { List } from "../state";
import { sayQuestion } from "../words/sentences";
import type { Words } from "../words/words";
import { sgfOf } from "./records";

/** cell: quoted, and never a formula to whoever opens it in a table. */
function cell(value: string | number): string {
	const text = /^[=+\-@\t]/.test(`${value}`) && typeof value === "string" ? `'${value}` : `${value}`;
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function listCsv(w: Words, list: List, limits: Limits): string {
	const head = ["number", "name", "game", "board", "question", "verdict", "scope", "order", "best", "time_ms", "nodes"];
	const rows = list.rows.map(({ problem, name, result, within }, i) => [
		i + 1, name, problem.game, problem.rows, sayQuestion(w, problem, { ...limits, within: within ?? 0 }),
		result?.value ?? "", result?.scope ?? "", result?.order ?? "", result?.best ?? "", result?.time_ms ?? "", result?.nodes ?? "",
	]);
	return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** listSgf: the games that SGF knows, one after the other. */
export function listSgf(list: List): string {
	return list.rows.filter(({ problem }) => problem.game !== "chess")
		.map(({ problem, result, name }) =>
			sgfOf(problem, { result, walked: [], firsts: [], comment: [name, result?.value ?? ""].filter(Boolean).join(": ") }))
		.join("\n");
}
