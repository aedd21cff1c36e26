// SPDX-License-Identifier: MIT
// records.ts - a problem with its answer as SGF or PGN, with variations.
import { other } from "../games/game";
import * as rows from "../games/rows";
import { position, written } from "../line";
import { gameOf, mover, type Problem } from "../problem";
import type { Colour, FirstMove, Result } from "../protocol";

const GAME_NUMBERS: Record<string, string> = { go: "1", gomoku: "4", hex: "11", atarigo: "1" };

/** A move with those that may follow it, the main one first. */
interface Branch {
	move: string;
	below: Branch[];
}

/** grow puts lines that begin alike into one tree. */
function grow(lines: readonly (readonly string[])[]): Branch[] {
	const tree: Branch[] = [];
	for (const line of lines) {
		let level = tree;
		for (const move of line) {
			let branch = level.find((one) => one.move === move);
			if (!branch) level.push((branch = { move, below: [] }));
			level = branch.below;
		}
	}
	return tree;
}

/** What a record is made of: the problem's answer and all that was looked at beside it, by the names that the
 * gateway's proofs have for moves. */
export interface Findings {
	result: Result | null;
	/** Lines that were walked or tried. */
	walked: readonly (readonly string[])[];
	firsts: readonly FirstMove[];
	comment: string;
}

function treeOf({ result, walked, firsts }: Findings): Branch[] {
	const failing = firsts.filter(({ verdict }) => verdict === "fails")
		.map((first) => [first.move_coords ?? first.move, ...(first.best ? [first.best_coords ?? first.best] : [])]);
	return grow([result?.coords ?? result?.line ?? [], ...walked, ...failing]);
}

function escape(text: string): string {
	return text.replace(/[\\\]]/g, (c) => `\\${c}`);
}

/** letters of a point: "" is a pass. */
function letters(problem: Problem, point: string): string {
	if (point === "pass") return "";
	const style = problem.game === "hex" ? "hex" : problem.game === "gomoku" ? "renju" : "go";
	const where = rows.place(style, rows.size(problem.rows), point);
	return where ? String.fromCharCode(97 + where.column, 97 + where.row) : "";
}

function stones(problem: Problem, colour: Colour): string {
	const game = gameOf(problem);
	const points = game.spots(problem.rows).filter(({ point }) => game.stone(problem.rows, point) === colour);
	return points.map(({ point }) => `[${letters(problem, point)}]`).join("");
}

function sgfMoves(problem: Problem, tree: readonly Branch[], colour: Colour): string {
	const said = tree.map(({ move, below }) =>
		`;${colour === "black" ? "B" : "W"}[${letters(problem, move)}]${sgfMoves(problem, below, other(colour))}`);
	return said.length > 1 ? said.map((variation) => `\n(${variation})`).join("") : (said[0] ?? "");
}

/** sgfOf: the problem with its line, and with what else was found as variations. */
export function sgfOf(problem: Problem, findings: Findings): string {
	const size = rows.size(problem.rows);
	const colour = mover(problem);
	const board = size.columns === size.rows ? `${size.rows}` : `${size.columns}:${size.rows}`;
	const black = stones(problem, "black");
	const white = stones(problem, "white");
	const marks = problem.target.map((point) => `[${letters(problem, point)}]`).join("");
	return `(;GM[${GAME_NUMBERS[problem.game] ?? "1"}]FF[4]CA[UTF-8]AP[tesuji]SZ[${board}]` +
		`${black && `AB${black}`}${white && `AW${white}`}${marks && `TR${marks}`}` +
		`PL[${colour === "black" ? "B" : "W"}]C[${escape(findings.comment)}]\n${sgfMoves(problem, treeOf(findings), colour)})\n`;
}

/** pgnMoves: the moves below a place, each variation in brackets after the move that it would replace. */
function pgnMoves(problem: Problem, tree: readonly Branch[], path: readonly string[], isNumbered: boolean): string[] {
	const [main, ...others] = tree;
	if (!main) return [];
	const fields = problem.rows.split(" ");
	const ply = path.length + (fields[1] === "b" ? 1 : 0);
	const number = (Number(fields[5]) || 1) + Math.floor(ply / 2);
	const isWhite = ply % 2 === 0;
	const word = ({ move }: Branch, isFirst: boolean): string =>
		`${isWhite ? `${number}. ` : isFirst ? `${number}... ` : ""}${written(problem, [...path, move])}`;
	const line = (branch: Branch, isFirst: boolean, isAfter: boolean): string[] =>
		[word(branch, isFirst), ...pgnMoves(problem, branch.below, [...path, branch.move], isAfter)];
	const said = others.map((branch) => `(${line(branch, true, false).join(" ")})`);
	return [word(main, isNumbered), ...said, ...pgnMoves(problem, main.below, [...path, main.move], said.length > 0)];
}

/** pgnOf: a chess problem with its line, and with what else was found as variations. */
export function pgnOf(problem: Problem, findings: Findings): string {
	const line = findings.result?.line ?? [];
	const end = position(problem, line).rows;
	const isMate = (line.at(-1) ?? "").endsWith("#");
	const score = !isMate ? "*" : end.split(" ")[1] === "b" ? "1-0" : "0-1";
	return [
		`[Event "tesuji"]`, `[Result "${score}"]`, `[SetUp "1"]`, `[FEN "${problem.rows}"]`, "",
		`{ ${findings.comment.replace(/[{}]/g, "")} }`,
		[...pgnMoves(problem, treeOf(findings), [], true), score].join(" "), "",
	].join("\n");
}
