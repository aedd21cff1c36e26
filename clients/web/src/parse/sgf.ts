// SPDX-License-Identifier: MIT
// sgf.ts - game records (read by @sabaki/sgf): the board after the main line, as rows, and what is asked there.
import { parse, type SgfNode } from "@sabaki/sgf";
import { GAMES } from "../games/games";
import { Fault } from "../games/game";
import * as rows from "../games/rows";
import { type Problem, problemOf, withGoal } from "../problem";
import type { Colour, GameName } from "../protocol";

const GAME_NUMBERS: Record<string, GameName> = { "1": "go", "4": "gomoku", "11": "hex" };
const SIZE_MOST = 20;

/** The main line of a record: its first node, and the first child of each. */
function mainLine(root: SgfNode): SgfNode[] {
	const line: SgfNode[] = [];
	for (let node: SgfNode | undefined = root; node; node = node.children[0]) line.push(node);
	return line;
}

function sizeOf(root: SgfNode): rows.SizeOf {
	const [columns, lines] = (root.data.SZ?.[0] ?? "19").split(":").map(Number);
	const size = { columns: columns ?? 0, rows: lines ?? columns ?? 0 };
	if (!(size.columns >= 2 && size.columns <= SIZE_MOST && size.rows >= 2 && size.rows <= SIZE_MOST))
		throw new Fault("boardSize", root.data.SZ?.[0] ?? "");
	return size;
}

/** pointOf names the point of two letters, or, in Hex, of a letter and a number; null: a pass. */
function pointOf(game: GameName, size: rows.SizeOf, text: string): string | null {
	if (text === "" || (text === "tt" && size.columns <= 19)) return null;
	if (game === "hex" && /^[a-z]\d+$/.test(text)) return text;
	const column = text.charCodeAt(0) - 97;
	const row = text.charCodeAt(1) - 97;
	if (!(column >= 0 && column < size.columns && row >= 0 && row < size.rows)) throw new Fault("sgfPoint", text);
	return rows.pointName(game === "hex" ? "hex" : game === "gomoku" ? "renju" : "go", size, column, row);
}

/** corners of "aa:cc" or of "aa". */
function rectangle(text: string): string[] {
	const [from = "", to] = text.split(":");
	if (to === undefined) return [from];
	const found: string[] = [];
	for (let y = from.charCodeAt(1); y <= to.charCodeAt(1); y++)
		for (let x = from.charCodeAt(0); x <= to.charCodeAt(0); x++) found.push(String.fromCharCode(x, y));
	return found;
}

function setUp(board: string, game: GameName, size: rows.SizeOf, node: SgfNode): string {
	const stones = [["AB", "black"], ["AW", "white"], ["AE", ""]] as const;
	for (const [property, stone] of stones)
		for (const text of (node.data[property] ?? []).flatMap(rectangle)) {
			const point = pointOf(game, size, text);
			if (point !== null) board = GAMES[game].put(board, point, stone);
		}
	return board;
}

function toMove(root: SgfNode, last: Colour | null): Colour | null {
	const told = root.data.PL?.[0]?.toUpperCase();
	if (last) return last === "black" ? "white" : "black";
	return told?.startsWith("W") ? "white" : told?.startsWith("B") ? "black" : null;
}

/** targetOf finds a block that the record's comment names: "capture D4". */
function asked(problem: Problem, comment: string): Problem {
	const match = /\b(capture|save|live|kill)\s+([A-T]\d{1,2})\b/i.exec(comment);
	const target = match?.[2]?.toUpperCase() ?? "";
	if (problem.game !== "go" || GAMES.go.stone(problem.rows, target) === "") return problem;
	const word = match?.[1]?.toLowerCase();
	return withGoal(problem, word === "live" ? "live" : "capture", [target], word === "save" ? "defender" : "attacker");
}

function problemOfRecord(root: SgfNode): Problem {
	const number = root.data.GM?.[0] ?? "1";
	const game = GAME_NUMBERS[number];
	if (!game) throw new Fault("sgfGame", number);
	const size = sizeOf(root);
	let board = Array<string>(size.rows).fill(".".repeat(size.columns)).join("/");
	let last: Colour | null = null;
	for (const node of mainLine(root)) {
		board = setUp(board, game, size, node);
		for (const [property, colour] of [["B", "black"], ["W", "white"]] as const) {
			const text = node.data[property]?.[0];
			if (text === undefined) continue;
			const point = pointOf(game, size, text) ?? "pass";
			board = GAMES[game].play(board, point, colour) ?? board;
			last = colour;
		}
	}
	const problem = problemOf(game, board);
	const colour = toMove(root, last);
	return asked(colour ? { ...problem, attacker: colour } : problem, root.data.C?.[0] ?? "");
}

export interface SgfProblem {
	problem: Problem;
	name: string;
	comment: string;
}

/** readSgf returns the games of a file, or throws a Fault. */
export function readSgf(text: string): SgfProblem[] {
	let roots: SgfNode[];
	try {
		roots = parse(text);
	} catch (error) {
		throw new Fault("sgfSyntax", error instanceof Error ? error.message : "");
	}
	if (roots.length === 0) throw new Fault("sgfSyntax", "");
	return roots.map((root) => ({
		problem: problemOfRecord(root),
		name: root.data.GN?.[0] ?? root.data.EV?.[0] ?? "",
		comment: root.data.C?.[0] ?? "",
	}));
}
