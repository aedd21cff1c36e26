// SPDX-License-Identifier: MIT
// chess.ts - chess: the board is a FEN, moves are in standard algebraic notation (the rules by chess.js).
import { Chess, type Move, type Square } from "chess.js";
import type { Colour } from "../protocol";
import { Fault, type Game, type Spot, type Stone } from "./game";

const FILES = "abcdefgh";
const SIDE = 8;

/** The 64 squares of a FEN, from a8 to h1; "" is empty. */
function squares(fen: string): Stone[] {
	const found: Stone[] = [];
	for (const letter of fen.split(" ")[0] ?? "") {
		if (/\d/.test(letter)) for (let i = 0; i < Number(letter); i++) found.push("");
		else if (letter !== "/") found.push(letter);
	}
	return found;
}

function index(point: string): number {
	return FILES.indexOf(point[0] ?? "") + SIDE * (SIDE - Number(point[1]));
}

function name(at: number): string {
	return `${FILES[at % SIDE] ?? "?"}${SIDE - Math.floor(at / SIDE)}`;
}

/** open reads a FEN that may be half edited; null: chess.js does not take it. */
function open(fen: string): Chess | null {
	try {
		return new Chess(fen, { skipValidation: true });
	} catch {
		return null;
	}
}

/** made plays a move, "Nf3" or "g1f3"; null: there is none such. */
function made(board: Chess, move: string): Move | null {
	try {
		const squares = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/.exec(move);
		if (!squares) return board.move(move);
		const [, from = "", to = "", promotion = ""] = squares;
		return board.move(promotion === "" ? { from, to } : { from, to, promotion });
	} catch {
		return null;
	}
}

/** check returns the FEN, with the fields that may be left out, or throws what is wrong with it. */
export function check(text: string): string {
	const fields = text.trim().split(/\s+/);
	const board = fields[0] ?? "";
	const lines = board.split("/");
	if (lines.length !== SIDE || !/^[pnbrqkPNBRQK1-8/]+$/.test(board)) throw new Fault("fenBoard", board);
	lines.forEach((line, i) => {
		if (squares(line).length !== SIDE) throw new Fault("fenRank", `${SIDE - i}`);
	});
	const defaults = [board, "w", "-", "-", "0", "1"];
	return defaults.map((value, i) => fields[i] ?? value).slice(0, defaults.length).join(" ");
}

function put(fen: string, point: string, stone: Stone): string {
	const all = squares(fen);
	all[index(point)] = stone;
	const lines: string[] = [];
	for (let row = 0; row < SIDE; row++) {
		const line = all.slice(row * SIDE, (row + 1) * SIDE).map((s) => (s === "" ? "." : s)).join("");
		lines.push(line.replace(/\.+/g, (run) => `${run.length}`));
	}
	const fields = fen.split(" ");
	const at = (letter: string, square: string): boolean => all[index(square)] === letter;
	const may = [
		["K", at("K", "e1") && at("R", "h1")],
		["Q", at("K", "e1") && at("R", "a1")],
		["k", at("k", "e8") && at("r", "h8")],
		["q", at("k", "e8") && at("r", "a8")],
	] as const;
	const castling = may.filter(([letter, stands]) => stands && fields[2]?.includes(letter)).map(([letter]) => letter);
	return [lines.join("/"), fields[1] ?? "w", castling.join("") || "-", "-", "0", "1"].join(" ");
}

export function withTurn(fen: string, colour: Colour): string {
	const fields = fen.split(" ");
	return [fields[0], colour === "white" ? "w" : "b", fields[2] ?? "-", "-", "0", "1"].join(" ");
}

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const chess: Game = {
	name: "chess",
	shape: "squares",
	goals: ["mate"],
	sizes: [SIDE],
	stones: ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"],
	empty: () => "8/8/8/8/8/8/8/8 w - - 0 1",
	size: () => ({ columns: SIDE, rows: SIDE }),
	spots() {
		const found: Spot[] = [];
		for (let at = 0; at < SIDE * SIDE; at++) {
			const [column, row] = [at % SIDE, Math.floor(at / SIDE)];
			found.push({ point: name(at), column, row, x: column, y: row });
		}
		return found;
	},
	stone: (fen, point) => squares(fen)[index(point)] ?? "",
	put,
	block: (fen, point) => (squares(fen)[index(point)] ? [point] : []),
	play(fen, move) {
		const board = open(fen);
		return board && made(board, move) ? board.fen() : null;
	},
	turn: (fen) => (fen.split(" ")[1] === "b" ? "black" : "white"),
	touched(fen, move) {
		const board = open(fen);
		const done = board && made(board, move);
		return done ? [done.from, done.to] : [];
	},
	between(fen, from, to) {
		const board = open(fen);
		try {
			const moves = board?.moves({ square: from as Square, verbose: true }) ?? [];
			const found = moves.filter((m) => m.to === to);
			return (found.find((m) => m.promotion === "q") ?? found[0])?.lan ?? null;
		} catch {
			return null; // a board without a king
		}
	},
	written(fen, move) {
		const board = open(fen);
		return (board && made(board, move))?.san ?? move;
	},
};
