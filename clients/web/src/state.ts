// SPDX-License-Identifier: MIT
// state.ts - all that the page knows, as one value. It changes in reduce.ts alone.
import type { Mine } from "./jobs";
import type { Entry } from "./parse/collection";
import type { Limits, Problem } from "./problem";
import { LIMITS } from "./problem";
import type { FirstMove, Progress, ProofNode, Result, Verdict } from "./protocol";

/** What a click on the board does: ask about what stands there, put or remove a stone, play a move. */
export type Mode = "ask" | "edit" | "status";
export type Panel = "ask" | "answer" | "proof" | "more";
export type Light = "waiting" | "searching" | "disproven" | "proven" | "open";

export interface Failure {
	/** A key of the words, or what the daemon says as it is. */
	text: string;
	/** How the daemon's words for fields name what is wrong; "": nothing in particular. */
	what: string;
}

export interface Job {
	phase: "idle" | "asked" | "running" | "done";
	number: number | null;
	/** By which the page knows its job again (jobs.ts). */
	label: string;
	progress: Progress | null;
	/** Nodes a second of the latest reports, for the sparkline. */
	speeds: number[];
	result: Result | null;
	failure: Failure | null;
}

/** The way through a proof or a disproof: the moves from the board of the problem on, and what is known of its places. */
export interface Walk {
	moves: string[];
	/** By the moves, joined with commas. */
	nodes: Record<string, ProofNode>;
	isPending: boolean;
	/** There is no certificate of a disproof: what refutes an attack is searched for. */
	hasNone: boolean;
	failure: Failure | null;
}

/** A move that somebody tries against the answer, anywhere in the line or the proof: what comes of it? */
export interface Why {
	phase: "idle" | "running" | "done";
	/** The way from the board of the problem, the move that is tried being the last. */
	moves: string[];
	result: Result | null;
	failure: Failure | null;
}

export interface Firsts {
	phase: "idle" | "running" | "done";
	total: number;
	moves: FirstMove[];
	failure: Failure | null;
}

export interface BoardStatus {
	phase: "idle" | "running" | "done";
	/** By kind and stones: verdicts of the board as it is, and until it is told anew, of the one before. */
	verdicts: Record<string, Verdict>;
	/** The keys that the daemon has told of the board as it is. */
	told: string[];
	questions: number;
	failure: Failure | null;
}

export interface Row extends Entry {
	phase: "waiting" | "running" | "done" | "failed";
	result: Result | null;
	text: string;
}

export interface List {
	name: string;
	rows: Row[];
	at: number;
	phase: "idle" | "running";
	filter: "all" | "open" | "wrong" | "proven";
	sort: { by: "number" | "verdict" | "nodes" | "time"; isDown: boolean };
}

/** Who asks: nobody whom the gateway wants to know; somebody who may say who he is, and has asked for the field; a token is
 * wanted, is tried, was none; or there is one. */
export type LoginPhase = "none" | "offered" | "wanted" | "checking" | "wrong" | "in";

export interface Who {
	phase: LoginPhase;
	/** Why a token could not be tried. */
	failure: Failure | null;
	/** Whose token it is; "": nobody's, or the service has no accounts. */
	account: string;
	/** There are accounts to log in as. */
	hasAccounts: boolean;
	/** Without a token nothing is answered. */
	isNeeded: boolean;
}

export interface State {
	problem: Problem;
	limits: Limits;
	past: Problem[];
	future: Problem[];
	mode: Mode;
	/** In edit mode: the stone to put, "" to remove, "turns" for both colours in turn. */
	tool: string;
	/** Where something is taken from: a block that is selected, or the piece that is to move. */
	chosen: string | null;
	job: Job;
	/** Moves of the line that are on the board. */
	step: number;
	walk: Walk;
	why: Why;
	firsts: Firsts;
	status: BoardStatus;
	list: List | null;
	/** Is the zone shaded? */
	hasZone: boolean;
	link: { isHere: boolean; retryIn: number; isGateway: boolean };
	login: Who;
	panel: Panel;
	isHelping: boolean;
	isText: boolean;
	notice: Failure | null;
}

export const NO_JOB: Job = { phase: "idle", number: null, label: "", progress: null, speeds: [], result: null, failure: null };
export const NO_WALK: Walk = { moves: [], nodes: {}, isPending: false, hasNone: false, failure: null };

/** mineOf: the job of the question; null: there is none. */
export function mineOf({ number, label }: Job): Mine | null {
	return number === null ? null : { number, label };
}

/** answerOf: the move of the certificate at a place: the attacker's of a proof, the defender's of a disproof. */
export function answerOf(node: ProofNode): string | null {
	return node.attack ?? node.refutation;
}

/** walkedLines: the places of the proof that were looked at, each with the move that the proof plays there, if it has one:
 * whether the place after it has been looked at or not. */
export function walkedLines({ nodes }: Walk): string[][] {
	return Object.entries(nodes).map(([key, node]) => {
		const answer = answerOf(node);
		return [...(key === "" ? [] : key.split(",")), ...(answer ? [answer] : [])];
	});
}

/** refutation: what comes after a move that is tried, as far as the daemon tells. */
export function refutation({ result }: Why): string[] {
	if (!result) return [];
	const line = result.coords ?? result.line;
	return line.length > 0 || !result.best ? line : [result.best_coords ?? result.best];
}

/** isSearching: has anything been asked that can be cancelled? */
export function isSearching({ job, firsts, why, list }: State): boolean {
	return job.phase === "asked" || [job.phase, firsts.phase, why.phase, list?.phase].includes("running");
}

/** isDenied: is the answer a disproof? Then each attack that is tried is answered on the board, and one goes on from there. */
export function isDenied({ job }: State): boolean {
	return job.result?.value === "disproven";
}

/** needless: what comes of the attacker's last move in a disproof, where no move is left: nothing need be played against it. */
export function needless(disproof: Result): Result {
	return { ...disproof, best: "pass", line: [], best_coords: "pass", coords: [] };
}

/** refuted: where one walks through a disproof, the moves up to the last attack, and what the defender answered; null: he
 * has not, or the attack has ended the line by itself. */
export function refuted({ walk, problem }: State): { attack: string[]; reply: string | null } {
	const { moves } = walk;
	const isAnswered = (moves.length % 2 === 0) === (problem.first === "attacker");
	return isAnswered ? { attack: moves.slice(0, -1), reply: moves.at(-1) ?? null } : { attack: moves, reply: null };
}

/** triedMoves: the moves to the board that is shown while something is tried: in a disproof with what refutes it. */
export function triedMoves(state: State): string[] {
	const { why } = state;
	const reply = isDenied(state) && why.result?.value === "disproven" ? refutation(why).slice(0, 1) : [];
	return [...why.moves, ...reply];
}

export const NO_WHY: Why = { phase: "idle", moves: [], result: null, failure: null };
export const NO_FIRSTS: Firsts = { phase: "idle", total: 0, moves: [], failure: null };
export const NO_STATUS: BoardStatus = { phase: "idle", verdicts: {}, told: [], questions: 0, failure: null };

const NOBODY: Who = { phase: "none", failure: null, account: "", hasAccounts: false, isNeeded: false };

export function begin(problem: Problem, limits: Limits = LIMITS): State {
	return {
		problem, limits, past: [], future: [], mode: "ask", tool: "turns", chosen: null, job: NO_JOB, step: 0,
		walk: NO_WALK, why: NO_WHY, firsts: NO_FIRSTS, status: NO_STATUS, list: null, hasZone: true,
		link: { isHere: true, retryIn: 0, isGateway: false }, login: NOBODY,
		panel: "answer", isHelping: false, isText: false, notice: null,
	};
}
