// SPDX-License-Identifier: MIT
// records.ts - a problem with its answer as SGF, with variations, or as PGN.
import { position } from "../boards/scene";
import { other } from "../games/game";
import * as rows from "../games/rows";
import { gameOf, mover, type Problem } from "../problem";
import type { Colour, FirstMove, Result } from "../protocol";

const GAME_NUMBERS: Record<string, string> = { go: "1", gomoku: "4", hex: "11", atarigo: "1" };

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

function moves(problem: Problem, line: readonly string[], colour: Colour): string {
	return line.map((move, i) => {
		const who = i % 2 === 0 ? colour : other(colour);
		return `;${who === "black" ? "B" : "W"}[${letters(problem, move)}]`;
	}).join("");
}

/** sgfOf: the problem, its line, each other line that was walked, and first moves that fail with their answers. */
export function sgfOf(
	problem: Problem, result: Result | null, walked: readonly string[][], firsts: readonly FirstMove[], comment: string,
): string {
	const size = rows.size(problem.rows);
	const colour = mover(problem);
	const board = size.columns === size.rows ? `${size.rows}` : `${size.columns}:${size.rows}`;
	const black = stones(problem, "black");
	const white = stones(problem, "white");
	const marks = problem.target.map((point) => `[${letters(problem, point)}]`).join("");
	const main = result?.line ?? [];
	const others = walked.filter((line) => line.some((move, i) => main[i] !== move));
	const failing = firsts.filter(({ move, verdict }) => verdict === "fails" && move !== main[0])
		.map((first) => [first.move, ...(first.best ? [first.best] : [])]);
	const variations = [main, ...others, ...failing].filter((line) => line.length > 0)
		.map((line) => moves(problem, line, colour));
	const tree = variations.length > 1 ? variations.map((v) => `(${v})`).join("\n") : (variations[0] ?? "");
	return `(;GM[${GAME_NUMBERS[problem.game] ?? "1"}]FF[4]CA[UTF-8]AP[tesuji]SZ[${board}]` +
		`${black && `AB${black}`}${white && `AW${white}`}${marks && `TR${marks}`}` +
		`PL[${colour === "black" ? "B" : "W"}]C[${escape(comment)}]\n${tree})\n`;
}

/** pgnOf: a chess problem and its line. */
export function pgnOf(problem: Problem, result: Result | null, comment: string): string {
	const line = result?.line ?? [];
	const fields = problem.rows.split(" ");
	let number = Number(fields[5]) || 1;
	let isWhite = fields[1] !== "b";
	const words = line.map((move, i) => {
		const before = isWhite ? `${number}. ` : i === 0 ? `${number}... ` : "";
		if (!isWhite) number++;
		isWhite = !isWhite;
		return before + move;
	});
	const end = position(problem, line).rows;
	const isMate = (line.at(-1) ?? "").endsWith("#");
	const score = !isMate ? "*" : end.split(" ")[1] === "b" ? "1-0" : "0-1";
	return [
		`[Event "tesuji"]`, `[Result "${score}"]`, `[SetUp "1"]`, `[FEN "${problem.rows}"]`, "",
		`{ ${comment.replace(/[{}]/g, "")} }`, [...words, score].join(" "), "",
	].join("\n");
}
