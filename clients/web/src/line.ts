// SPDX-License-Identifier: MIT
// line.ts - boards after moves: where a line leads, how its moves are written, and what is asked there.
import { other } from "./games/game";
import { gameOf, type Limits, mover, type Problem } from "./problem";
import type { Colour } from "./protocol";

/** position: the board after the first moves of a line, and where the moves went. */
export function position(problem: Problem, line: readonly string[]): { rows: string; played: string[][] } {
	const game = gameOf(problem);
	let { rows } = problem;
	let colour: Colour = mover(problem);
	const played: string[][] = [];
	for (const move of line) {
		played.push(game.touched(rows, move));
		rows = game.play(rows, move, colour) ?? rows;
		colour = other(colour);
	}
	return { rows, played };
}

/** written: the last of these moves as people write it. */
export function written(problem: Problem, moves: readonly string[]): string {
	const game = gameOf(problem);
	const last = moves.at(-1) ?? "";
	return game.written ? game.written(position(problem, moves.slice(0, -1)).rows, last) : last;
}

/** moverAfter: whose turn it is after these moves. */
export function moverAfter(problem: Problem, moves: readonly string[]): Colour {
	return moves.length % 2 === 0 ? mover(problem) : other(mover(problem));
}

/** isLegal: may the last of these moves be played, as far as the page knows the rules? */
export function isLegal(problem: Problem, moves: readonly string[]): boolean {
	const before = moves.slice(0, -1);
	const colour = moverAfter(problem, before);
	return gameOf(problem).play(position(problem, before).rows, moves.at(-1) ?? "", colour) !== null;
}

/** problemAfter: the same question, put after these moves. */
export function problemAfter(problem: Problem, moves: readonly string[]): Problem {
	const { rows } = position(problem, moves);
	const before = moves.slice(0, -1);
	const ko = gameOf(problem).koAfter?.(position(problem, before).rows, moves.at(-1) ?? "", moverAfter(problem, before)) ?? "";
	const first = moverAfter(problem, moves) === problem.attacker ? "attacker" : "defender";
	return { ...problem, rows, first, ko };
}

/** limitsAfter: what is left of the limits after these moves; null: the attacker has no move left. */
export function limitsAfter(problem: Problem, limits: Limits, moves: readonly string[]): Limits | null {
	const attackers = moves.filter((_, i) => (i % 2 === 0) === (problem.first === "attacker")).length;
	const isOver = written(problem, moves).endsWith("#");
	if (limits.within === 0) return { ...limits, shortest: false };
	if (limits.within <= attackers && !isOver) return null;
	return { ...limits, shortest: false, within: Math.max(1, limits.within - attackers) };
}
