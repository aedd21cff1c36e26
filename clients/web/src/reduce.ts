// SPDX-License-Identifier: MIT
// reduce.ts - the state after a message: one function for each, none of which does anything else.
import type { Message } from "./messages";
import type { Result, Verdict } from "./protocol";
import { type Job, type List, NO_FIRSTS, NO_JOB, NO_STATUS, NO_WALK, NO_WHY, type Row, type State, type Why } from "./state";

const SPEEDS_MOST = 60;
const PAST_MOST = 200;

type Kind = Message["type"];
type Of<K extends Kind> = Extract<Message, { type: K }>;
type Reducers = { [K in Kind]: (state: State, message: Of<K>) => State };

/** What belongs to an answer goes when the question does. */
const unanswered = { job: NO_JOB, step: 0, walk: NO_WALK, why: NO_WHY, firsts: NO_FIRSTS, chosen: null, notice: null } as const;

function job(state: State, change: Partial<Job>): State {
	return { ...state, job: { ...state.job, ...change } };
}

function answered(result: Result): Partial<Job> {
	return { result, number: result.job, label: result.label };
}

function list(state: State, change: Partial<List>): State {
	return state.list ? { ...state, list: { ...state.list, ...change } } : state;
}

function row(state: State, at: number, change: Partial<Row>): State {
	return list(state, { rows: state.list?.rows.map((r, i) => (i === at ? { ...r, ...change } : r)) ?? [] });
}

/** What comes of a move that was taken back meanwhile is of no interest. */
function why(state: State, change: Partial<Why>): State {
	return state.why.phase === "idle" ? state : { ...state, why: { ...state.why, ...change } };
}

export function verdictKey(verdict: Verdict): string {
	return `${verdict.kind} ${verdict.stones}`;
}

/** At the end of a status: what was told, and nothing of the board before. */
function onlyTold(state: State): Record<string, Verdict> {
	const told = new Set(state.status.told);
	return Object.fromEntries(Object.entries(state.status.verdicts).filter(([key]) => told.has(key)));
}

const reducers: Reducers = {
	load: (state, { problem, limits }) => ({
		...state, ...unanswered, problem, limits: limits ?? state.limits, past: [], future: [],
		status: NO_STATUS, mode: problem.game === "go" || state.mode !== "status" ? state.mode : "ask",
	}),
	change: (state, { problem }) => ({
		...state, ...unanswered, problem, past: [...state.past.slice(-PAST_MOST), state.problem], future: [],
	}),
	undo(state) {
		const problem = state.past.at(-1);
		if (!problem) return state;
		return {
			...state, ...unanswered, problem, past: state.past.slice(0, -1), future: [state.problem, ...state.future],
		};
	},
	redo(state) {
		const [problem, ...future] = state.future;
		return problem ? { ...state, ...unanswered, problem, past: [...state.past, state.problem], future } : state;
	},
	limits: (state, { limits }) => ({ ...state, limits: { ...state.limits, ...limits } }),
	mode: (state, { mode }) => ({
		...state, mode, chosen: null, walk: { ...state.walk, moves: [] }, why: NO_WHY, step: mode === "ask" ? state.step : 0,
		status: mode === "status" ? state.status : NO_STATUS,
	}),
	tool: (state, { tool }) => ({ ...state, tool }),
	choose: (state, { point }) => ({ ...state, chosen: point }),
	"job/asked": (state) => ({
		...state, ...unanswered, job: { ...NO_JOB, phase: "asked" }, notice: state.notice?.text === "here" ? state.notice : null,
	}),
	"job/begun": (state, { job: mine }) => job(state, { ...mine, phase: "running" }),
	"job/progress": (state, { progress }) =>
		job(state, { progress, speeds: [...state.job.speeds, progress.nodes_per_s].slice(-SPEEDS_MOST) }),
	"job/done": (state, { result }) => job(state, { phase: "done", ...answered(result) }),
	"job/failed": (state, { failure }) => job(state, { phase: "done", failure }),
	step(state, { step }) {
		const most = state.job.result?.line.length ?? 0;
		return { ...state, step: Math.max(0, Math.min(most, step)), walk: { ...state.walk, moves: [] }, why: NO_WHY };
	},
	"walk/asked": (state, { moves }) => ({ ...state, why: NO_WHY, walk: { ...state.walk, moves, isPending: true, failure: null } }),
	"walk/told"(state, { node }) {
		const nodes = { ...state.walk.nodes, [node.moves.join(",")]: node };
		return { ...state, walk: { ...state.walk, moves: node.moves, nodes, isPending: false, failure: null } };
	},
	"walk/failed": (state, { failure }) => ({
		...state, walk: { ...state.walk, moves: state.walk.moves.slice(0, -1), isPending: false, failure },
	}),
	"walk/unanswered"(state, { isNone }) {
		const before = state.walk.moves.slice(0, -1);
		const moves = before.join(",") in state.walk.nodes ? before : [];
		return { ...state, walk: { ...state.walk, moves, isPending: false, hasNone: state.walk.hasNone || isNone } };
	},
	"why/asked": (state, { moves }) => ({ ...state, why: { ...NO_WHY, phase: "running", moves } }),
	"why/told": (state, { result }) => why(state, { phase: "done", result }),
	"why/failed": (state, { failure }) => why(state, { phase: "done", failure }),
	"why/dropped": (state) => ({ ...state, why: NO_WHY }),
	"firsts/asked": (state) => ({ ...state, why: NO_WHY, firsts: { ...NO_FIRSTS, phase: "running" } }),
	"firsts/begun": (state, { moves }) => ({ ...state, firsts: { ...state.firsts, total: moves } }),
	"firsts/move": (state, { move }) => ({
		...state, firsts: { ...state.firsts, moves: [...state.firsts.moves, move].sort((a, b) => a.rank - b.rank) },
	}),
	"firsts/done": (state, { failure }) => ({ ...state, firsts: { ...state.firsts, phase: "done", failure } }),
	"status/asked": (state) => ({
		...state, status: { ...state.status, phase: "running", told: [], questions: 0, failure: null },
	}),
	"status/begun": (state, { questions }) => ({ ...state, status: { ...state.status, questions } }),
	"status/verdict"(state, { verdict }) {
		const key = verdictKey(verdict);
		const { verdicts, told } = state.status;
		return {
			...state, status: { ...state.status, verdicts: { ...verdicts, [key]: verdict }, told: [...told, key] },
		};
	},
	"status/done": (state, { failure }) => ({
		...state, status: { ...state.status, phase: "done", failure, verdicts: onlyTold(state) },
	}),
	"list/open": (state, { name, entries }) => ({
		...state,
		list: {
			name, at: -1, phase: "idle", filter: "all", sort: { by: "number", isDown: false },
			rows: entries.map((entry) => ({ ...entry, phase: "waiting", result: null, text: "" })),
		},
	}),
	"list/close": (state) => ({ ...state, list: null }),
	"list/at": (state, { at }) => list(state, { at }),
	"list/running": (state, { isRunning }) => list(state, { phase: isRunning ? "running" : "idle" }),
	"list/begun": (state, { at }) => row(state, at, { phase: "running" }),
	"list/row"(state, { at, result, failure }) {
		const phase = result ? "done" : failure === "" ? "waiting" : "failed";
		const next = row(state, at, { phase, result, text: failure });
		const isShown = state.list?.at === at && state.job.phase === "idle" && result !== null;
		return isShown ? job(next, { phase: "done", ...answered(result) }) : next;
	},
	"list/again": (state) =>
		list(state, {
			rows: state.list?.rows.map((r) =>
				r.result?.value === "undecided" || r.phase === "failed" ? { ...r, phase: "waiting" } : r) ?? [],
		}),
	"list/filter": (state, { filter }) => list(state, { filter }),
	"list/sort": (state, { by }) =>
		list(state, { sort: { by, isDown: state.list?.sort.by === by ? !state.list.sort.isDown : false } }),
	"link/gone": (state, { retryIn, isGateway }) => ({ ...state, link: { isHere: false, retryIn, isGateway } }),
	"link/here": (state) => ({
		...state, link: { isHere: true, retryIn: 0, isGateway: false }, notice: { text: "here", what: "" },
	}),
	login: (state, { who }) => ({ ...state, login: { ...state.login, failure: null, ...who } }),
	zone: (state, { isShown }) => ({ ...state, hasZone: isShown }),
	panel: (state, { panel }) => ({ ...state, panel }),
	help: (state, { isShown }) => ({ ...state, isHelping: isShown }),
	text: (state, { isShown }) => ({ ...state, isText: isShown }),
	notice: (state, { notice }) => ({ ...state, notice }),
};

export function reduce(state: State, message: Message): State {
	const reducer = reducers[message.type] as (state: State, message: Message) => State;
	return reducer(state, message);
}
