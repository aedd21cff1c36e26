// SPDX-License-Identifier: MIT
// problem.ts - a position with a question about it, the limits of its search, and how both travel: as the
// parameters of job.submit, and as the fragment of a link.
import { colourOf, type Game, other } from "./games/game";
import { GAMES, isGame } from "./games/games";
import { IN_A_ROW, IN_A_ROW_USUAL, RULES } from "./games/gomoku";
import type { Colour, First, GameName, Goal, Submission, Threats } from "./protocol";

export interface Problem {
	game: GameName;
	/** The board: rows, or a FEN. */
	rows: string;
	/** What the attacker wants; without a target, where one is needed, nothing is asked yet. */
	goal: string;
	target: string[];
	attacker: Colour;
	first: First;
	/** Points and rectangles that may be played on; "": all. */
	region: string;
	/** Of Gomoku: what is allowed, and how many stones in a row win. */
	rule: string;
	inARow: number;
	/** The first move may not retake here; "": no ko. */
	ko: string;
	koVerdict: boolean;
	threats: { attacker: Threats; defender: Threats };
}

export interface Limits {
	seconds: number;
	/** null: the daemon's choice. */
	order: number | null;
	nodes: number;
	/** Moves of the attacker; 0: any number. */
	within: number;
	shortest: boolean;
	/** Search all moves instead of threats. */
	plain: boolean;
	fresh: boolean;
}

export const LIMITS: Limits = {
	seconds: 60, order: null, nodes: 0, within: 0, shortest: false, plain: false, fresh: false,
};

/** The orders that are searched where no limit names one. */
export const ORDER_DEFAULT = 3;
const POINTS_MOST = 16;
const SECOND_MS = 1000;

export function gameOf(problem: Problem): Game {
	return GAMES[problem.game];
}

export function problemOf(game: GameName, rows: string): Problem {
	const attacker = GAMES[game].turn(rows);
	return {
		game, rows, attacker, goal: GAMES[game].goals[0] ?? "", target: [], first: "attacker", region: "",
		rule: "freestyle", inARow: IN_A_ROW_USUAL, ko: "", koVerdict: false, threats: { attacker: 0, defender: 0 },
	};
}

/** needs: how many blocks the goal is about. */
export function needs(goal: string): number {
	return goal === "win" || goal === "mate" ? 0 : goal === "connect" || goal === "semeai" ? 2 : 1;
}

export function isAsked(problem: Problem): boolean {
	return problem.target.length >= needs(problem.goal);
}

/** mover: who moves first. */
export function mover(problem: Problem): Colour {
	return problem.first === "attacker" ? problem.attacker : other(problem.attacker);
}

/** attackerOf: who wants the goal, if it is about these points; null: nobody in particular. */
function attackerOf(game: Game, rows: string, goal: string, target: string[]): Colour | null {
	const colour = colourOf(game.stone(rows, target[0] ?? ""));
	if (!colour) return null;
	return goal === "live" || goal === "connect" ? colour : other(colour);
}

/** withGoal asks another question about the same board. */
export function withGoal(problem: Problem, goal: string, target: string[], first: First): Problem {
	const attacker = attackerOf(gameOf(problem), problem.rows, goal, target) ?? problem.attacker;
	return { ...problem, goal, target, attacker, first };
}

/** withBoard puts another board under the question, and drops targets that are no longer there. */
export function withBoard(problem: Problem, rows: string): Problem {
	const game = gameOf(problem);
	const target = problem.target.filter(
		(point) => game.stone(rows, point) !== "" && game.stone(rows, point) === game.stone(problem.rows, point),
	);
	const attacker = needs(problem.goal) === 0 ? game.turn(rows) : problem.attacker;
	const stays = target.length === problem.target.length;
	return { ...problem, rows, target: stays ? target : [], attacker };
}

function goalOf(problem: Problem): Goal {
	const goal: Goal = { type: problem.goal, first: problem.first };
	if (needs(problem.goal) > 0) goal.target = problem.target.slice(0, POINTS_MOST).join(" ");
	else if (problem.game !== "chess") goal.attacker = problem.attacker;
	return goal;
}

function optionsOf(problem: Problem): Record<string, string | number> {
	const options: Record<string, string | number> = {};
	if (problem.game === "go" && problem.region !== "") options.region = problem.region;
	if (problem.game === "gomoku" && problem.rule !== "freestyle") options.rule = problem.rule;
	if (problem.game === "gomoku" && problem.inARow !== IN_A_ROW_USUAL) options.k = problem.inARow;
	return options;
}

/** submission: what job.submit gets. */
export function submission(problem: Problem, limits: Limits): Submission {
	const asked: Submission = {
		game: problem.game,
		position: problem.game === "chess" ? { fen: problem.rows } : { rows: problem.rows },
		goal: goalOf(problem),
		limits: { time_ms: limits.seconds * SECOND_MS },
	};
	const options = optionsOf(problem);
	if (Object.keys(options).length > 0) asked.options = options;
	if (problem.game === "go") {
		if (problem.ko !== "") asked.ko = problem.ko;
		if (problem.koVerdict) asked.ko_verdict = true;
		else asked.threats = problem.threats;
	}
	if (limits.nodes > 0) asked.limits.nodes = limits.nodes;
	if (limits.within > 0) asked.limits.within = limits.within;
	if (limits.shortest) asked.shortest = true;
	if (limits.fresh) asked.fresh = true;
	if (limits.plain || problem.goal === "live") {
		asked.driver = "plain";
		asked.engine = "dfpn";
	} else if (limits.order !== null && limits.within === 0 && !limits.shortest) asked.limits.order = limits.order;
	return asked;
}

/** fragment: the problem and its limits as the fragment of a link, without "#". */
export function fragment(problem: Problem, limits: Limits): string {
	const plain = problemOf(problem.game, problem.rows);
	const query = new URLSearchParams({ game: problem.game, board: problem.rows });
	const add = (name: string, value: string, usual: string): void => {
		if (value !== usual) query.set(name, value);
	};
	add("goal", problem.goal, plain.goal);
	add("target", problem.target.join(" "), "");
	add("attacker", problem.attacker, plain.attacker);
	add("first", problem.first, plain.first);
	add("region", problem.region, "");
	add("rule", problem.rule, plain.rule);
	add("k", `${problem.inARow}`, `${plain.inARow}`);
	add("ko", problem.ko, "");
	add("ko_verdict", `${problem.koVerdict}`, "false");
	add("threats", `${problem.threats.attacker} ${problem.threats.defender}`, "0 0");
	add("seconds", `${limits.seconds}`, `${LIMITS.seconds}`);
	add("order", `${limits.order ?? ""}`, "");
	add("nodes", `${limits.nodes}`, "0");
	add("within", `${limits.within}`, "0");
	add("shortest", `${limits.shortest}`, "false");
	add("all_moves", `${limits.plain}`, "false");
	return query.toString();
}

/** threatsOf: so many threats, "0" to "2" or "unlimited". */
export function threatsOf(text: string | undefined): Threats {
	return text === "unlimited" ? text : text === "1" ? 1 : text === "2" ? 2 : 0;
}

/** fromFragment is the way back; null: it is no problem. */
export function fromFragment(text: string): { problem: Problem; limits: Limits } | null {
	const query = new URLSearchParams(text.replace(/^#/, ""));
	const game = query.get("game") ?? "";
	const board = query.get("board") ?? "";
	if (!isGame(game) || board === "") return null;
	const usual = problemOf(game, board);
	const number = (name: string, otherwise: number): number => Math.max(0, Number(query.get(name) ?? otherwise) || 0);
	const goal = query.get("goal") ?? usual.goal;
	const [attacking, defending] = (query.get("threats") ?? "0 0").split(" ");
	const problem: Problem = {
		...usual,
		goal: GAMES[game].goals.includes(goal) ? goal : usual.goal,
		target: (query.get("target") ?? "").split(" ").filter((point) => point !== ""),
		attacker: query.get("attacker") === "white" ? "white" : query.has("attacker") ? "black" : usual.attacker,
		first: query.get("first") === "defender" ? "defender" : "attacker",
		region: query.get("region") ?? "",
		rule: RULES.find((rule) => rule === query.get("rule")) ?? usual.rule,
		inARow: IN_A_ROW.find((n) => n === Number(query.get("k"))) ?? usual.inARow,
		ko: query.get("ko") ?? "",
		koVerdict: query.get("ko_verdict") === "true",
		threats: { attacker: threatsOf(attacking), defender: threatsOf(defending) },
	};
	const order = query.get("order");
	const limits: Limits = {
		...LIMITS,
		seconds: number("seconds", LIMITS.seconds) || LIMITS.seconds,
		order: order === null ? null : Number(order) || 0,
		nodes: number("nodes", 0),
		within: number("within", 0),
		shortest: query.get("shortest") === "true",
		plain: query.get("all_moves") === "true",
	};
	return { problem: needs(problem.goal) > 0 ? withGoal(problem, problem.goal, problem.target, problem.first) : problem, limits };
}
