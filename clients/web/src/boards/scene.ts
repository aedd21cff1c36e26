// SPDX-License-Identifier: MIT
// scene.ts - what is drawn on a board: the one interface between the state and boards of any game.
import { colourOf, other } from "../games/game";
import { position, problemAfter } from "../line";
import { gameOf, mover, type Problem } from "../problem";
import type { Colour, Verdict } from "../protocol";
import { answerOf, refutation, type State, triedMoves } from "../state";

export type MarkKind =
	| "target" | "chosen" | "last" | "region" | "works" | "fails" | "open" | "vital" | "answer" | "try"
	| "captured" | "saved" | "ko" | "undecided" | "cut";

export interface Mark {
	point: string;
	kind: MarkKind;
	text?: string;
}

export interface Ghost {
	point: string;
	/** Where the piece comes from, in games where moves have two points. */
	from: string | null;
	stone: string;
	number: number;
}

export interface Arrow {
	from: string;
	to: string;
	kind: "line" | "answer";
}

export interface Scene {
	rows: string;
	/** Numbers on stones of the line that are on the board. */
	numbers: Record<string, string>;
	ghosts: Ghost[];
	marks: Mark[];
	arrows: Arrow[];
	/** Points that stay bright; null: all of them. */
	zone: ReadonlySet<string> | null;
}

const GHOSTS_MOST = 9;

function numbersOf(played: string[][], rows: string, problem: Problem): Record<string, string> {
	const game = gameOf(problem);
	const numbers: Record<string, string> = {};
	if (game.shape === "squares") return numbers;
	played.forEach((points, i) => {
		const point = points.at(-1);
		if (point && game.stone(rows, point) !== "") numbers[point] = `${i + 1}`;
	});
	return numbers;
}

/** ghostsOf: a variation, as stones that are not there yet, numbered after those that are. */
function ghostsOf(problem: Problem, line: readonly string[], after = 0): Ghost[] {
	const game = gameOf(problem);
	let { rows } = problem;
	let colour: Colour = mover(problem);
	const ghosts: Ghost[] = [];
	for (const [i, move] of line.slice(0, GHOSTS_MOST).entries()) {
		const points = game.touched(rows, move);
		const to = points.at(-1);
		const from = points.length > 1 ? (points[0] ?? null) : null;
		if (to) ghosts.push({ point: to, from, stone: from ? game.stone(rows, from) : colour, number: after + i + 1 });
		rows = game.play(rows, move, colour) ?? rows;
		colour = other(colour);
	}
	const seen = new Set<string>();
	return ghosts.filter(({ point }) => {
		const isNew = !seen.has(point);
		seen.add(point);
		return isNew;
	});
}

/** targets: the points of all blocks that the question is about. */
export function targets(problem: Problem, rows = problem.rows): string[] {
	const game = gameOf(problem);
	return [...new Set(problem.target.flatMap((point) => game.block(rows, point)))];
}

/** inRegion: the points of "A1-G7,H3". */
export function inRegion(problem: Problem): Set<string> | null {
	if (problem.region === "") return null;
	const spots = gameOf(problem).spots(problem.rows);
	const at = new Map(spots.map((spot) => [spot.point, spot]));
	const found = new Set<string>();
	for (const piece of problem.region.split(",")) {
		const [from, to] = piece.split("-").map((name) => at.get(name.trim().toUpperCase()));
		if (!from) continue;
		const end = to ?? from;
		for (const spot of spots)
			if (spot.column >= Math.min(from.column, end.column) && spot.column <= Math.max(from.column, end.column) &&
				spot.row >= Math.min(from.row, end.row) && spot.row <= Math.max(from.row, end.row)) found.add(spot.point);
	}
	return found;
}

/** blockMark: how a block of a whole board is marked; null: it is safe, or nothing is known. */
export function blockMark(capture: Verdict | undefined, save: Verdict | undefined): MarkKind | null {
	if (!capture) return null;
	if (capture.value === "undecided") return "undecided";
	if (capture.ko === "ko" || save?.ko === "ko") return "ko";
	if (capture.value === "disproven") return null;
	return save?.value === "proven" ? "saved" : "captured";
}

function statusMarks(state: State, rows: string): Mark[] {
	const game = gameOf(state.problem);
	const { verdicts } = state.status;
	const marks: Mark[] = [];
	let letter = 0;
	const vital = (point: string | null): void => {
		if (!point || point === "pass" || marks.some((mark) => mark.kind === "vital" && mark.point === point)) return;
		marks.push({ point, kind: "vital", text: String.fromCharCode(65 + (letter++ % 26)) });
	};
	for (const verdict of Object.values(verdicts)) {
		if (verdict.kind === "capture") {
			const kind = blockMark(verdict, verdicts[`save ${verdict.stones}`]);
			if (kind) marks.push(...game.block(rows, verdict.stones).map((point) => ({ point, kind })));
			if (kind && kind !== "undecided") vital(verdict.best);
		} else if (verdict.kind === "cut" && verdict.value === "proven") vital(verdict.best);
	}
	return marks;
}

/** A stone that has a number is not marked too. */
function questionMarks(state: State, rows: string, numbers: Record<string, string> = {}): Mark[] {
	const marks: Mark[] = targets(state.problem, rows).filter((point) => !(point in numbers))
		.map((point) => ({ point, kind: "target" }));
	for (const point of inRegion(state.problem) ?? []) marks.push({ point, kind: "region" });
	if (state.chosen) {
		const block = gameOf(state.problem).block(rows, state.chosen);
		for (const point of block.length > 0 ? block : [state.chosen]) marks.push({ point, kind: "chosen" });
	}
	return marks;
}

function firstMarks(state: State): { marks: Mark[]; arrows: Arrow[] } {
	const { rows } = state.problem;
	const game = gameOf(state.problem);
	if (game.shape === "squares") {
		const arrows: Arrow[] = [];
		for (const { move, verdict } of state.firsts.moves) {
			const [from, to] = game.touched(rows, move);
			if (verdict === "works" && from && to) arrows.push({ from, to, kind: "answer" });
		}
		return { marks: [], arrows };
	}
	const marks = state.firsts.moves
		.filter(({ move }) => move !== "pass")
		.map(({ move, verdict }): Mark => ({ point: move, kind: verdict }));
	return { marks, arrows: [] };
}

/** walked: what is drawn while somebody walks through the proof. */
function walked(state: State): Scene {
	const { moves, nodes } = state.walk;
	const node = nodes[moves.join(",")];
	const { rows, played } = position(state.problem, moves);
	const game = gameOf(state.problem);
	const board = game.shape === "squares" ? rows : (node?.board ?? rows);
	const numbers = numbersOf(played, board, state.problem);
	const marks = questionMarks(state, board, numbers);
	const last = played.at(-1);
	if (last) marks.push(...last.map((point): Mark => ({ point, kind: "last" })));
	const answer = node ? answerOf(node) : null;
	if (answer && game.shape !== "squares")
		marks.push(...game.touched(board, answer).map((point): Mark => ({ point, kind: "answer" })));
	const [from, to] = answer && game.shape === "squares" ? game.touched(board, answer) : [];
	const arrows: Arrow[] = from && to ? [{ from, to, kind: "answer" }] : [];
	const tries = node ? [...node.replies, ...node.attacks] : [];
	if (game.shape !== "squares")
		for (const { move } of tries) if (move !== "pass") marks.push({ point: move, kind: "try" });
	return { rows: board, numbers, ghosts: [], marks, arrows, zone: null };
}

/** tried: a move that is tried against the answer, and what refutes it. */
function tried(state: State): Scene {
	const moves = triedMoves(state);
	const { rows, played } = position(state.problem, moves);
	const numbers = numbersOf(played, rows, state.problem);
	const marks = questionMarks(state, rows, numbers);
	marks.push(...(played.at(-1) ?? []).map((point): Mark => ({ point, kind: "last" })));
	const rest = refutation(state.why).slice(moves.length - state.why.moves.length);
	const ghosts = ghostsOf(problemAfter(state.problem, moves), rest, moves.length);
	return { rows, numbers, ghosts, marks, arrows: [], zone: null };
}

function zoneOf(state: State): ReadonlySet<string> | null {
	const zone = state.job.result?.zone;
	return state.hasZone && zone && state.mode === "ask" ? new Set(zone) : null;
}

/** sceneOf draws the state. */
export function sceneOf(state: State): Scene {
	const { problem, job } = state;
	const nothing: Scene = { rows: problem.rows, numbers: {}, ghosts: [], marks: [], arrows: [], zone: null };
	if (state.mode === "edit") return { ...nothing, marks: questionMarks(state, problem.rows) };
	if (state.mode === "status") return { ...nothing, marks: statusMarks(state, problem.rows) };
	if (state.why.phase !== "idle") return tried(state);
	if (state.walk.moves.length > 0) return { ...walked(state), zone: zoneOf(state) };
	const line = (job.result?.line ?? []).slice(0, state.step);
	const { rows, played } = position(problem, line);
	const numbers = numbersOf(played, rows, problem);
	const marks = questionMarks(state, rows, numbers);
	const last = played.at(-1);
	if (last) marks.push(...last.map((point): Mark => ({ point, kind: "last" })));
	const firsts = state.step === 0 ? firstMarks(state) : { marks: [], arrows: [] };
	const isSearching = job.phase === "running" || job.phase === "asked";
	const best = job.result?.best && state.step === 0 && state.firsts.moves.length === 0
		? gameOf(problem).touched(problem.rows, job.result.best) : [];
	const [from, to] = best;
	const arrows: Arrow[] = from && to ? [{ from, to, kind: "answer" }] : [];
	if (best.length === 1 && from) marks.push({ point: from, kind: "answer" });
	return {
		rows, numbers, marks: [...marks, ...firsts.marks],
		arrows: [...arrows, ...firsts.arrows], zone: firsts.marks.length > 0 ? null : zoneOf(state),
		ghosts: isSearching && job.progress ? ghostsOf(problem, job.progress.line) : [],
	};
}

/** isTarget: may the stone on this point be asked about? */
export function isTarget(problem: Problem, rows: string, point: string): boolean {
	return problem.game === "go" && colourOf(gameOf(problem).stone(rows, point)) !== null;
}
