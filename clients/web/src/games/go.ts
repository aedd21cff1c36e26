// SPDX-License-Identifier: MIT
// go.ts - Go and Atari-Go: stones on lines, blocks, captures (by @sabaki/go-board).
import GoBoard from "@sabaki/go-board";
import type { Colour } from "../protocol";
import type { Game, Size } from "./game";
import * as rows from "./rows";

function boardOf(text: string): GoBoard {
	return new GoBoard(text.split("/").map((line) => Array.from(line, (c) => (c === "X" ? 1 : c === "O" ? -1 : 0))));
}

function rowsOf(board: GoBoard): string {
	return board.signMap.map((line) => line.map((s) => (s > 0 ? "X" : s < 0 ? "O" : ".")).join("")).join("/");
}

function vertex(of: Size, point: string): [number, number] | null {
	const where = rows.place("go", of, point);
	return where && [where.column, where.row];
}

function block(text: string, point: string): string[] {
	const of = rows.size(text);
	const at = vertex(of, point);
	if (!at || rows.stone("go", text, point) === "") return [];
	return boardOf(text)
		.getChain(at)
		.map(([column, row]) => rows.pointName("go", of, column, row));
}

function play(text: string, move: string, colour: Colour): string | null {
	if (move === "pass") return text;
	const at = vertex(rows.size(text), move);
	if (!at) return null;
	try {
		return rowsOf(
			boardOf(text).makeMove(colour === "black" ? 1 : -1, at, { preventOverwrite: true, preventSuicide: true }),
		);
	} catch {
		return null; // a stone stands there, or it would be suicide
	}
}

/** koAfter: a stone that has taken one stone, stands alone and could be taken back. */
function koAfter(text: string, move: string, colour: Colour): string {
	const of = rows.size(text);
	const after = play(text, move, colour);
	const at = vertex(of, move);
	if (!after || !at) return "";
	const gone = rows.spots("go", text, (column, row) => [column, row])
		.filter(({ point }) => rows.stone("go", text, point) !== "" && rows.stone("go", after, point) === "");
	const [taken] = gone;
	const board = boardOf(after);
	return gone.length === 1 && taken && board.getChain(at).length === 1 && board.getLiberties(at).length === 1 ? taken.point : "";
}

const common = {
	shape: "lines",
	stones: ["black", "white"],
	empty: rows.empty,
	size: rows.size,
	spots: (text: string) => rows.spots("go", text, (column, row) => [column, row]),
	stone: (text: string, point: string) => rows.stone("go", text, point),
	put: (text: string, point: string, what: string) => rows.put("go", text, point, what),
	block,
	play,
	turn: rows.turn,
	touched: (_: string, move: string) => (move === "pass" ? [] : [move]),
} as const;

export const go: Game = {
	...common,
	name: "go",
	koAfter,
	goals: ["capture", "live", "connect", "semeai", "capture-any", "capture-all"],
	sizes: [19, 13, 9, 7, 6, 5],
};

export const atarigo: Game = {
	...common,
	name: "atarigo",
	goals: ["win"],
	sizes: rows.sizes(6, 2, 19),
};
