// SPDX-License-Identifier: MIT
// detect.ts - what a text that was pasted or dropped is: a record, a FEN, rows, a link, or a file of many.
import { check } from "../games/chess";
import { Fault } from "../games/game";
import { read } from "../games/rows";
import { fromFragment, type Limits, type Problem, problemOf } from "../problem";
import type { GameName } from "../protocol";
import { type Entry, readLines } from "./collection";
import { isPgn, readPgn } from "./pgn";
import { readSgf } from "./sgf";

export type Read =
	| { kind: "problem"; problem: Problem; limits?: Limits }
	| { kind: "collection"; entries: Entry[] };

function looksLikeFen(text: string): boolean {
	return /^([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(text);
}

/** readText returns what the text says, or throws a Fault. Rows are taken for a board of `game`. */
export function readText(text: string, game: GameName): Read {
	const trimmed = text.replace(/^\uFEFF/, "").trim();
	if (trimmed === "") throw new Fault("nothing", "");
	const link = /#(game=\S+)/.exec(trimmed);
	const linked = link && fromFragment(link[1] ?? "");
	if (linked) return { kind: "problem", ...linked };
	if (trimmed.startsWith("(")) {
		const games = readSgf(trimmed);
		const [first] = games;
		if (games.length === 1 && first) return { kind: "problem", problem: first.problem };
		return { kind: "collection", entries: games.map(({ problem, name }) => ({ problem, name, wanted: "" })) };
	}
	if (isPgn(trimmed)) {
		const entries = readPgn(trimmed);
		const [first] = entries;
		return entries.length === 1 && first ? { kind: "problem", problem: first.problem } : { kind: "collection", entries };
	}
	const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "");
	if (lines.length === 1 && looksLikeFen(trimmed) && !/;|\b(bm|dm|id)\b/.test(trimmed))
		return { kind: "problem", problem: problemOf("chess", check(trimmed)) };
	if (lines.some((line) => line.includes("\t")) || looksLikeFen(lines[0] ?? ""))
		return { kind: "collection", entries: readLines(lines) };
	return { kind: "problem", problem: problemOf(game === "chess" ? "go" : game, read(trimmed)) };
}
