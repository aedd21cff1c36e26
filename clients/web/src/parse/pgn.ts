// SPDX-License-Identifier: MIT
// pgn.ts - games of chess (read by chess.js). A game that begins with a FEN is a problem, its first move the solution;
// of any other game it is the last position, or, where the game ended in mate, the one before its last move.
import { Chess } from "chess.js";
import { check } from "../games/chess";
import { Fault } from "../games/game";
import { problemOf } from "../problem";
import type { Entry } from "./collection";

const TAG = /^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/gm;

/** isPgn: does a text begin like a file of games? */
export function isPgn(text: string): boolean {
	return /^\[\w+\s+"/.test(text);
}

/** games: the texts of the games of a file: each begins with tags after moves. */
function games(text: string): string[] {
	const found: string[][] = [];
	let hasMoves = true;
	for (const line of text.split(/\r?\n/)) {
		const isTag = /^\[\w+\s+"/.test(line);
		if (isTag && hasMoves) found.push([]);
		hasMoves = isTag ? false : hasMoves || line.trim() !== "";
		found.at(-1)?.push(line);
	}
	return found.map((lines) => lines.join("\n"));
}

function entryOf(text: string, number: number): Entry {
	const tags = new Map([...text.matchAll(TAG)].map(([, name = "", value = ""]) => [name, value]));
	const board = new Chess();
	try {
		board.loadPgn(text);
	} catch (error) {
		throw new Fault("pgn", `${number}: ${error instanceof Error ? error.message : ""}`);
	}
	const known = (tag: string): string => (/^[?.]*$/.test(tags.get(tag) ?? "") ? "" : (tags.get(tag) ?? ""));
	const players = [known("White"), known("Black")].filter(Boolean).join(" – ");
	const name = players || known("Event");
	const [first] = board.history();
	const fen = tags.get("FEN");
	if (fen !== undefined) return { problem: problemOf("chess", check(fen)), name, wanted: first ?? "" };
	const wanted = board.isCheckmate() ? (board.undo()?.san ?? "") : "";
	return { problem: problemOf("chess", board.fen()), name, wanted };
}

/** readPgn returns the games of a file as problems, or throws a Fault that names the game. */
export function readPgn(text: string): Entry[] {
	return games(text).map((game, i) => entryOf(game, i + 1));
}
