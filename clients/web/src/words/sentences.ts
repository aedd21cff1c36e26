// SPDX-License-Identifier: MIT
// sentences.ts - what the page says of a question, an answer and a point, in words.
import { colourOf, other, type Stone } from "../games/game";
import type { Mark } from "../boards/scene";
import { blockMark } from "../boards/scene";
import { moverAfter, written } from "../line";
import { gameOf, isAsked, type Limits, mover, needs, ORDER_DEFAULT, type Problem } from "../problem";
import { colourIn, type Result, type Verdict } from "../protocol";
import { type Failure, refuted, type State, type Why } from "../state";
import { count, duration, fill, type Words } from "./words";

const SECOND_MS = 1000;

export function sayFailure(w: Words, failure: Failure): string {
	if (failure.text === "goneNow") return `${w.goneDaemon} ${w.retryNow}`;
	if (failure.text === "cancelled") return w.verdict.cancelled;
	return fill(w.faults[failure.text] ?? "{what}", { what: failure.what });
}

/** sayTarget: "the white stones at D4". */
export function sayTarget(w: Words, problem: Problem): string {
	const game = gameOf(problem);
	const groups = problem.target.map((point) => {
		const size = game.block(problem.rows, point).length;
		const colour = colourOf(game.stone(problem.rows, point)) ?? "white";
		const name = w.language === "en" ? w.colours[colour].toLowerCase() : w.colours[colour];
		return fill(size > 1 ? w.theStones : w.theStone, { colour: name, points: point, point }).replace("{points}", point);
	});
	return groups.join(w.and);
}

export function sayWithin(w: Words, limits: Limits): string {
	return limits.within === 0 ? w.anyNumber : limits.within === 1 ? w.inOne : fill(w.inMoves, { n: limits.within });
}

/** questionOf: the question with its {words} still open, and what they are. */
export function questionOf(w: Words, problem: Problem, limits: Limits): { text: string; values: Record<string, string> } {
	const forms = w.questions[problem.goal] ?? { attacker: "", defender: "" };
	const ends = needs(problem.goal) > 0 ? ` ${w.movesFirst}` : "";
	return {
		text: forms[problem.first] + ends,
		values: {
			mover: w.colours[mover(problem)],
			attacker: w.colours[problem.attacker],
			verb: w.verbs[problem.goal]?.[problem.first] ?? "",
			target: sayTarget(w, problem),
			within: sayWithin(w, limits),
		},
	};
}

export function sayQuestion(w: Words, problem: Problem, limits: Limits): string {
	if (!isAsked(problem)) return w.chooseTarget;
	const { text, values } = questionOf(w, problem, limits);
	return fill(text, values);
}

/** succeeds: does who moves first get what he wants? null: not decided. */
export function succeeds(result: Result, problem: Problem): boolean | null {
	if (result.value === "undecided") return null;
	return (result.value === "proven") === (problem.first === "attacker");
}

/** isYes: the answer to the question as it is put, about the mover, or about the attacker where it names him. */
export function isYes(result: Result, problem: Problem): boolean {
	if (needs(problem.goal) > 0 && problem.goal !== "semeai") return succeeds(result, problem) === true;
	return problem.goal === "semeai" ? succeeds(result, problem) === true : result.value === "proven";
}

function sayClaim(w: Words, claim: string): string {
	const match = /^mate in (\d+)( or less)?$/.exec(claim);
	if (match) return fill(match[2] ? w.claim.mateOrLess : w.claim.mate, { n: match[1] ?? "" });
	return claim === "checkmate" ? w.claim.checkmate : `${claim}.`;
}

function sayOpen(w: Words, result: Result, limits: Limits): string {
	const order = result.order;
	if (result.state === "cancelled") return w.verdict.cancelled;
	if (result.state === "failed") return fill(w.verdict.failed, { what: result.error?.message ?? "" });
	if (result.state === "done") return fill(w.verdict.openEnd, { order });
	const byNodes = limits.nodes > 0 && result.time_ms < limits.seconds * SECOND_MS;
	return byNodes ? fill(w.verdict.openNodes, { order, nodes: count(limits.nodes) })
		: fill(w.verdict.open, { order, time: duration(limits.seconds * SECOND_MS) });
}

function sayKo(w: Words, result: Result): string[] {
	if (!result.ko) return [];
	const said = [w.verdict.ko[result.ko]];
	if (result.ko === "ko" && result.ko_threats !== undefined) said.push(w.verdict.koThreats[`${result.ko_threats}`] ?? "");
	return said;
}

/** sayVerdict: the answer in a few short sentences. */
export function sayVerdict(w: Words, result: Result, problem: Problem, limits: Limits): string[] {
	if (result.value === "undecided") return [sayOpen(w, result, limits)];
	const yes = isYes(result, problem);
	const said: string[] = [];
	if (!yes && result.scope === "order") said.push(fill(w.verdict.byOrder, { order: result.order }));
	else if (!yes && result.scope === "within" && result.denied) said.push(fill(w.verdict.byMoves, { n: result.denied }));
	else said.push(yes ? w.verdict.yes : w.verdict.no);
	said.push(...sayKo(w, result));
	if (result.claim) said.push(sayClaim(w, result.claim));
	if (result.best === "pass" && result.value === "disproven") said.push(w.verdict.needless);
	else if (result.best && succeeds(result, problem))
		said.push(fill(w.verdict.starts, { best: sayMove(w, result.best) }));
	else if (result.value === "proven" && problem.first === "defender") said.push(w.verdict.anything);
	if (result.scope === "heuristic") said.push(w.verdict.guess);
	return said;
}

/** sayWhy: what comes of a move that somebody tries, and how that looks: as what is proven, or is not. */
export function sayWhy(w: Words, why: Why, problem: Problem): { value: string; said: string[] } {
	const { moves, result, failure, phase } = why;
	const move = sayMove(w, written(problem, moves));
	if (failure) return { value: "failed", said: [sayFailure(w, failure)] };
	if (phase === "running" || !result) return { value: "searching", said: [fill(w.why.searching, { move })] };
	if (result.value === "undecided") return { value: "undecided", said: [fill(w.why.open, { move })] };
	// The attacker wants it proven; the one who has moved last is the one to whom it works or fails.
	const isAttackers = moverAfter(problem, moves) !== problem.attacker;
	if ((result.value === "proven") === isAttackers) return { value: "proven", said: [fill(w.why.works, { move })] };
	const said = [fill(w.why.fails, { move })];
	if (result.best === "pass") said.push(w.why.needless);
	else if (result.best) said.push(fill(w.why.refuted, { move: result.best }));
	return { value: "disproven", said };
}

/** sayRefuted: what comes of the last attack in a walk through a disproof; null: none was made. */
export function sayRefuted(w: Words, state: State): { value: string; said: string[] } | null {
	const { walk, problem } = state;
	const { attack, reply } = refuted(state);
	if (attack.length === 0) return null;
	const move = sayMove(w, written(problem, attack));
	const node = walk.nodes[walk.moves.join(",")];
	if (!node) return { value: "searching", said: [fill(w.why.searching, { move })] };
	const said = [fill(w.why.fails, { move })];
	if (reply === "pass") said.push(w.why.needless);
	else if (reply) said.push(fill(w.why.refuted, { move: written(problem, walk.moves) }));
	if (node.held) said.push(w.proof.held[node.held]);
	return { value: "disproven", said };
}

export function sayMove(w: Words, move: string): string {
	return move === "pass" ? w.pass : move;
}

/** sayBlock: the status of a block of a whole board. */
export function sayBlock(w: Words, verdict: Verdict, save: Verdict | undefined): string {
	const values = {
		colour: w.colours[colourIn(verdict.colour)], stones: verdict.stones.replace(" ", "–"),
		best: sayMove(w, verdict.best ?? ""), save: sayMove(w, save?.best ?? ""),
	};
	if (verdict.kind === "cut") return fill(w.isCut, values);
	const said = { captured: w.isCaptured, saved: w.isSaved, ko: w.isKo, undecided: w.isOpenBlock } as Record<string, string>;
	return fill(said[blockMark(verdict, save) ?? ""] ?? w.isSafe, values);
}

/** sayStatus: the same of the block on a point; null: nothing is known of it. */
export function sayStatus(w: Words, state: State, point: string): string | null {
	const { verdicts } = state.status;
	for (const stone of gameOf(state.problem).block(state.problem.rows, point)) {
		const verdict = verdicts[`capture ${stone}`];
		if (verdict) return sayBlock(w, verdict, verdicts[`save ${stone}`]);
	}
	return null;
}

/** nameOf: what a screen reader says of a point. */
export function nameOf(w: Words, state: State, point: string, stone: Stone, marks: readonly Mark[]): string {
	const colour = colourOf(stone);
	const what = stone.length === 1 ? `${w.colours[colour ?? "white"]} ${w.pieces[stone.toUpperCase()] ?? ""}` : "";
	const name = colour
		? fill(w.stoneAt, { point, stone: what || w.colours[colour] })
		: fill(w.emptyPoint, { point });
	const more = marks.flatMap(({ kind, text }) => {
		if (kind === "target") return [w.marked];
		if (kind === "works") return [w.works];
		if (kind === "fails") return [w.fails];
		if (kind === "open" || kind === "undecided") return [w.isOpen];
		if (kind === "captured") return [w.statusMarks.captured];
		if (kind === "saved") return [w.statusMarks.saved];
		if (kind === "ko") return [w.statusMarks.ko];
		if (kind === "vital") return [fill(w.vital, { letter: text ?? "", point })];
		return [];
	});
	if (state.hasZone && state.job.result?.zone?.includes(point) && state.mode === "ask") more.push(w.inZone);
	return [name, ...more].join(", ");
}

/** lightsOf: the orders of a search, and what became of each. */
export function lightsOf(state: State): { order: number; light: "waiting" | "searching" | "disproven" | "proven" | "open" }[] {
	const { job, limits } = state;
	const told = job.result ?? job.progress;
	const isPlain = told?.driver === "plain";
	const most = Math.max(limits.order ?? ORDER_DEFAULT, isPlain ? 0 : (told?.order ?? 0));
	const isOver = job.phase === "done" && job.result !== null;
	return Array.from({ length: most + 1 }, (_, order) => {
		if (!told) return { order, light: "waiting" };
		if (isPlain) return { order, light: "disproven" };
		if (order < told.order) return { order, light: "disproven" };
		if (order > told.order) return { order, light: "waiting" };
		const { value } = told;
		if (value === "proven" || (value === "disproven" && isOver)) return { order, light: value };
		return { order, light: isOver ? "open" : "searching" };
	});
}

export function otherOf(w: Words, problem: Problem): string {
	return w.colours[other(mover(problem))];
}
