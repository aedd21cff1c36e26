// SPDX-License-Identifier: MIT
// gomoku.ts - Gomoku and Renju: stones on lines that are never taken, with the letter I among the columns.
import type { Colour } from "../protocol";
import type { Game } from "./game";
import * as rows from "./rows";

export const IN_A_ROW = [3, 4, 5, 6] as const;
export const IN_A_ROW_USUAL = 5;
export const RULES = ["freestyle", "standard", "renju", "caro"] as const;

export const gomoku: Game = {
	name: "gomoku",
	shape: "lines",
	goals: ["win"],
	sizes: rows.sizes(15, 5, 20),
	stones: ["black", "white"],
	empty: rows.empty,
	size: rows.size,
	spots: (text) => rows.spots("renju", text, (column, row) => [column, row]),
	stone: (text, point) => rows.stone("renju", text, point),
	put: (text, point, what) => rows.put("renju", text, point, what),
	block: (text, point) => (rows.stone("renju", text, point) === "" ? [] : [point]),
	play(text: string, move: string, colour: Colour) {
		if (move === "pass") return text;
		if (!rows.place("renju", rows.size(text), move) || rows.stone("renju", text, move) !== "") return null;
		return rows.put("renju", text, move, colour);
	},
	turn: rows.turn,
	touched: (_, move) => (move === "pass" ? [] : [move]),
};
