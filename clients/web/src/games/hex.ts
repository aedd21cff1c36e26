// SPDX-License-Identifier: MIT
// hex.ts - Hex: cells, each row half a cell further right; Black joins top and bottom, White left and right.
import type { Colour } from "../protocol";
import type { Game } from "./game";
import * as rows from "./rows";

export const ROW_HEIGHT = Math.sqrt(3) / 2;

export const hex: Game = {
	name: "hex",
	shape: "hexagons",
	goals: ["win"],
	sizes: rows.sizes(5, 2, 14),
	stones: ["black", "white"],
	empty: rows.empty,
	size: rows.size,
	spots: (text) => rows.spots("hex", text, (column, row) => [column + row / 2, row * ROW_HEIGHT]),
	stone: (text, point) => rows.stone("hex", text, point),
	put: (text, point, what) => rows.put("hex", text, point, what),
	block: (text, point) => (rows.stone("hex", text, point) === "" ? [] : [point]),
	play(text: string, move: string, colour: Colour) {
		if (move === "pass") return text;
		if (!rows.place("hex", rows.size(text), move) || rows.stone("hex", text, move) !== "") return null;
		return rows.put("hex", text, move, colour);
	},
	turn: rows.turn,
	touched: (_, move) => (move === "pass" ? [] : [move]),
};
