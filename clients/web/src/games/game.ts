// SPDX-License-Identifier: MIT
// game.ts - what the page has to know of a game. A sixth game is one file with such an object, a row of
// games.ts, and its words.
//
// Boards are kept as the protocol writes them: rows with "/" between, or a FEN. A point is named as the
// game names it ("D4", "a1", "e4"); moves are points, "pass", or in chess "Nf3" or "g1f3".
import type { Colour, GameName } from "../protocol";

export interface Size {
	columns: number;
	rows: number;
}

/** Where a point is drawn, in units of the distance of two neighbours. */
export interface Spot {
	point: string;
	column: number;
	row: number;
	x: number;
	y: number;
}

/** "": nothing there; a colour; in chess the letter of a piece as in a FEN. */
export type Stone = string;

export interface Game {
	name: GameName;
	/** How its board is drawn: stones on lines, in hexagons, or pieces on squares. */
	shape: "lines" | "hexagons" | "squares";
	/** The goals that can be asked about, the first one by default; "win" and "mate" need no target. */
	goals: readonly string[];
	/** Sizes of boards that can be made; the first one by default. */
	sizes: readonly number[];
	/** What can be put on the board. */
	stones: readonly Stone[];
	empty(size: number): string;
	size(rows: string): Size;
	/** All points in the order of reading. */
	spots(rows: string): Spot[];
	stone(rows: string, point: string): Stone;
	put(rows: string, point: string, stone: Stone): string;
	/** The stones that hang together with the one on a point, itself included; none of an empty point. */
	block(rows: string, point: string): string[];
	/** The board after a move; null: the rules do not allow it. */
	play(rows: string, move: string, colour: Colour): string | null;
	/** Only where moves may not be taken back at once: the point on which the next move may not be played after
	 * this one; "": none. */
	koAfter?(rows: string, move: string, colour: Colour): string;
	/** Who is to move, as far as the board tells. */
	turn(rows: string): Colour;
	/** The points that a move touches, the last one being where it ends; none for a pass. */
	touched(rows: string, move: string): string[];
	/** Only where moves have two points: the move from one to the other as "g1f3" (null: there is none), and
	 * such a move as people write it, "Nf3". */
	between?(rows: string, from: string, to: string): string | null;
	written?(rows: string, move: string): string;
}

/** An error in what somebody gave: the words that say so, and what they are about. */
export class Fault extends Error {
	constructor(readonly key: string, readonly what: string) {
		super(`${key}: ${what}`);
	}
}

export function other(colour: Colour): Colour {
	return colour === "black" ? "white" : "black";
}

/** The colour of a stone or a piece; null: there is none. */
export function colourOf(stone: Stone): Colour | null {
	if (stone === "") return null;
	if (stone === "black" || stone === "white") return stone;
	return stone === stone.toUpperCase() ? "white" : "black";
}
