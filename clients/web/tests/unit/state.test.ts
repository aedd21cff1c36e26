// SPDX-License-Identifier: MIT
// state.test.ts - the reducer: a message in, a state out, and nothing of the state before is changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneOf } from "../../src/boards/scene";
import { Refusal } from "../../src/connection";
import { isLegal, limitsAfter, position, problemAfter } from "../../src/line";
import type { Message } from "../../src/messages";
import { fragment, fromFragment, isAsked, LIMITS, problemOf, submission, withBoard, withGoal } from "../../src/problem";
import type { Progress, ProofNode, Result, Verdict } from "../../src/protocol";
import { reduce } from "../../src/reduce";
import { begin, refuted, type State, walkedLines } from "../../src/state";
import { en } from "../../src/words/en";
import { sayQuestion, sayRefuted } from "../../src/words/sentences";

const CORNER = withGoal(problemOf("go", "O../.X./..."), "capture", ["A3"], "attacker");
const result: Result = {
	job: 7, state: "done", value: "proven", scope: "absolute", order: 1, depth: 3, best: "B3", line: ["B3", "pass", "A2"],
	zone: ["A3", "B3", "A2"], nodes: 9, nodes_per_s: 1, time_ms: 1, rows: CORNER.rows, attacker: "black", goal: { type: "capture" },
	label: "", workers: 1, table: { bytes: 1, entries: 1, used: 0 },
};
const progress = (speed: number): Progress => ({
	job: 7, order: 2, depth: 5, value: "undecided", nodes: 5, nodes_per_s: speed, time_ms: 1, best: null, line: ["B3", "A2"],
	sequence: 1, workers: 1,
});

function freeze<T>(value: T): T {
	if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		Object.values(value).forEach(freeze);
	}
	return value;
}

/** after: the state after these messages, none of which may change what was before. */
function after(...messages: Message[]): State {
	return messages.reduce((state, message) => freeze(reduce(state, message)), freeze(begin(CORNER)));
}

test("a job is asked, begun, reported and done", () => {
	const running = after({ type: "job/asked" }, { type: "job/begun", job: { number: 7, label: "page 1" } },
		{ type: "job/progress", progress: progress(5) });
	assert.deepEqual([running.job.phase, running.job.number, running.job.speeds], ["running", 7, [5]]);
	assert.deepEqual(sceneOf(running).ghosts.map(({ point, number }) => [point, number]), [["B3", 1], ["A2", 2]]);
	const done = freeze(reduce(running, { type: "job/done", result }));
	assert.equal(done.job.result?.value, "proven");
	assert.deepEqual(sceneOf(done).ghosts, []);
});

test("the sparkline keeps the latest reports only", () => {
	const many = Array.from({ length: 100 }, (_, i): Message => ({ type: "job/progress", progress: progress(i) }));
	assert.deepEqual([after(...many).job.speeds.length, after(...many).job.speeds.at(-1)], [60, 99]);
});

test("steps stay within the line, and the board follows", () => {
	const done = after({ type: "job/done", result }, { type: "step", step: 99 });
	assert.equal(done.step, 3);
	assert.equal(sceneOf(done).rows, ".X./XX./...");
	assert.deepEqual(sceneOf(done).numbers, { B3: "1", A2: "3" });
	assert.equal(reduce(done, { type: "step", step: -1 }).step, 0);
});

test("the zone is shown where there is one, and can be hidden", () => {
	const done = after({ type: "job/done", result });
	assert.deepEqual([...(sceneOf(done).zone ?? [])], ["A3", "B3", "A2"]);
	assert.equal(sceneOf(reduce(done, { type: "zone", isShown: false })).zone, null);
});

test("a change drops the answer, and is undone and redone", () => {
	const changed = after({ type: "job/done", result }, { type: "change", problem: withBoard(CORNER, "O../.X./..X") });
	assert.equal(changed.job.phase, "idle");
	const undone = freeze(reduce(changed, { type: "undo" }));
	assert.equal(undone.problem.rows, CORNER.rows);
	assert.equal(reduce(undone, { type: "redo" }).problem.rows, "O../.X./..X");
	assert.equal(after({ type: "undo" }).problem, CORNER);
});

test("a board without the target asks nothing", () => {
	assert.equal(isAsked(withBoard(CORNER, ".../.X./...")), false);
	assert.equal(isAsked(withBoard(CORNER, "O../.X./..X")), true);
});

test("the walk remembers where it was, and takes a wrong move back", () => {
	const node: ProofNode = {
		job: 7, moves: ["B3"], turn: "defence", colour: "white", board: "OX./.X./...", last: "B3", to_goal: 2, nodes: 3,
		attack: null, refutation: null, attacks: [], claim: {
			game: "go", verdict: "proven", goal: "capture", target: "A3", attacker: "black", first: "attacker", options: {},
		}, replies: [{ move: "A2", to_goal: 1, others: false }], others: 4,
	};
	const there = after({ type: "job/done", result }, { type: "walk/asked", moves: ["B3"] }, { type: "walk/told", node });
	assert.deepEqual(there.walk.moves, ["B3"]);
	assert.deepEqual(sceneOf(there).marks.filter(({ kind }) => kind === "try").map(({ point }) => point), ["A2"]);
	const asked = freeze(reduce(there, { type: "walk/asked", moves: ["B3", "C1"] }));
	const back = reduce(asked, { type: "walk/failed", failure: { text: "noProof", what: "" } });
	assert.deepEqual(back.walk.moves, ["B3"]);
	assert.equal(back.walk.failure?.text, "noProof");
	assert.deepEqual(walkedLines(back.walk), [["B3"]]);
	const attack: ProofNode = { ...node, moves: ["B3", "C1"], turn: "attack", attack: "A2" };
	const left = after({ type: "job/done", result }, { type: "walk/asked", moves: ["B3", "C1"] }, { type: "walk/told", node: attack },
		{ type: "walk/asked", moves: ["B3", "C1", "A2"] }, { type: "walk/asked", moves: ["B3"] });
	// Somebody who goes back at once has seen the attacker's answer all the same: bug, it was not in the record.
	assert.deepEqual(walkedLines(left.walk), [["B3", "C1", "A2"]]);
});

const DENIED: Message = { type: "job/done", result: { ...result, value: "disproven", line: [], best: null } };
const denied = (moves: string[], more: Partial<ProofNode>): ProofNode => ({
	job: 7, moves, turn: "attack", colour: "black", board: "O../.X./...", last: moves.at(-1) ?? null, again: false, nodes: 3,
	attack: null, refutation: null, replies: [], attacks: [{ move: "C1", refutation: "A1", others: false }], others: 4, claim: {
		game: "go", verdict: "disproven", goal: "capture", target: "A3", attacker: "black", first: "attacker", options: {},
	}, ...more,
});

test("a walk through a disproof: the attack, what refutes it, what may be tried next, and what is said", () => {
	const asked = after(DENIED, { type: "walk/asked", moves: ["A2"] });
	assert.deepEqual(sayRefuted(en, asked)?.said, ["A2: searching…"]);
	const attack = denied(["A2"], { turn: "defence", refutation: "B3", attacks: [] });
	const told = after(DENIED, { type: "walk/asked", moves: ["A2"] }, { type: "walk/told", node: attack });
	assert.deepEqual(sceneOf(told).marks.filter(({ kind }) => kind === "answer").map(({ point }) => point), ["B3"]);
	assert.deepEqual(walkedLines(told.walk), [["A2", "B3"]]);
	assert.deepEqual(refuted(told), { attack: ["A2"], reply: null });
	const next = freeze(reduce(told, { type: "walk/told", node: denied(["A2", "B3"], {}) }));
	assert.deepEqual(sceneOf(next).marks.filter(({ kind }) => kind === "try").map(({ point }) => point), ["C1"]);
	assert.deepEqual(sayRefuted(en, next)?.said, ["A2 fails.", "B3 refutes it."]);
	const end = reduce(told, { type: "walk/told", node: denied(["A2", "pass"], { turn: "held", held: "far", attacks: [] }) });
	assert.deepEqual(sayRefuted(en, end)?.said,
		["A2 fails.", "Nothing need be played against it.", "The goal takes more moves than are left."]);
	assert.equal(sayRefuted(en, after(DENIED)), null);
});

test("an attack that the disproof has no answer to leaves the walk where it was", () => {
	const there = after(DENIED, { type: "walk/asked", moves: ["A2"] }, { type: "walk/told", node: denied(["A2", "B3"], {}) },
		{ type: "walk/asked", moves: ["A2", "B3", "C1"] }, { type: "walk/unanswered", isNone: false });
	assert.deepEqual([there.walk.moves, there.walk.hasNone], [["A2", "B3"], false]);
	const none = after(DENIED, { type: "step", step: 0 }, { type: "walk/asked", moves: ["A2"] }, { type: "walk/unanswered", isNone: true });
	assert.deepEqual([none.walk.moves, none.walk.hasNone], [[], true]);
	assert.equal(reduce(none, { type: "walk/unanswered", isNone: false }).walk.hasNone, true);
	for (const [status, code, isNone] of [[404, "no_proof", true], [404, "unknown_job", false], [504, "over_limit", true],
		[413, "over_limit", true], [404, "not_in_proof", false], [400, "bad_value", false], [504, "timeout", false]] as const)
		assert.equal(new Refusal("", status, code).hasNoProof, isNone, code);
});

test("a move that is tried is on the board with what refutes it, until somebody goes on", () => {
	const line = { type: "job/done", result } as const;
	const asked = after(line, { type: "step", step: 1 }, { type: "why/asked", moves: ["B3", "C1", "C3"] });
	assert.deepEqual([asked.why.phase, sceneOf(asked).rows], ["running", "OXX/.X./..O"]);
	const told = freeze(reduce(asked, { type: "why/told", result: { ...result, value: "disproven", line: ["A2"] } }));
	assert.deepEqual(sceneOf(told).ghosts.map(({ point, stone, number }) => [point, stone, number]), [["A2", "white", 4]]);
	const best = reduce(asked, { type: "why/told", result: { ...result, value: "disproven", line: [], best: "A2" } });
	assert.deepEqual(sceneOf(best).ghosts.map(({ point }) => point), ["A2"]);
	const dropped = reduce(told, { type: "why/dropped" });
	assert.deepEqual([dropped.why.phase, dropped.step], ["idle", 1]);
	assert.equal(reduce(told, { type: "step", step: 2 }).why.phase, "idle");
	assert.equal(reduce(told, { type: "walk/asked", moves: [] }).why.phase, "idle");
	assert.equal(reduce(asked, { type: "why/failed", failure: { text: "illegal", what: "C3" } }).why.failure?.what, "C3");
});

test("a question goes on after moves: who is next, ko, moves that are left", () => {
	const next = problemAfter(CORNER, ["B3"]);
	assert.deepEqual([next.rows, next.first, next.attacker], ["OX./.X./...", "defender", "black"]);
	const ko = withGoal(problemOf("go", ".XO./X.XO/.XO./...."), "capture", ["C4"], "attacker");
	assert.equal(problemAfter({ ...ko, rows: ".XO./XO.O/.XO./....", attacker: "black" }, ["C3"]).ko, "B3");
	assert.equal(problemAfter(CORNER, ["B3", "pass"]).ko, "");
	assert.equal(isLegal(CORNER, ["B3", "B3"]), false);
	assert.equal(isLegal(CORNER, ["B3", "pass", "A2"]), true);
	assert.equal(limitsAfter(CORNER, { ...LIMITS, within: 3 }, ["B3", "pass", "A2"])?.within, 1);
	assert.equal(limitsAfter(CORNER, { ...LIMITS, within: 1 }, ["B3"]), null);
	assert.equal(limitsAfter(CORNER, LIMITS, ["B3"])?.within, 0);
	const mate = problemOf("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	assert.equal(limitsAfter(mate, { ...LIMITS, within: 1 }, ["g1g7"])?.within, 1);
	assert.equal(limitsAfter(mate, { ...LIMITS, within: 1 }, ["g1g2"]), null);
});

test("a status keeps what it knew until it is told anew", () => {
	const verdict = (stones: string, value: Verdict["value"]): Verdict =>
		({ kind: "capture", colour: "white", stones, size: 1, liberties: 1, value, scope: "absolute", best: null, order: 0,
			status: 1, time_ms: 1 });
	const first = after(
		{ type: "status/asked" }, { type: "status/verdict", verdict: verdict("A3", "proven") },
		{ type: "status/verdict", verdict: verdict("C1", "proven") }, { type: "status/done", failure: null }, { type: "status/asked" },
		{ type: "status/verdict", verdict: verdict("A3", "disproven") });
	assert.deepEqual(Object.keys(first.status.verdicts), ["capture A3", "capture C1"]);
	const second = reduce(first, { type: "status/done", failure: null });
	assert.deepEqual(Object.keys(second.status.verdicts), ["capture A3"]);
});

test("a list fills, is sorted and asked again", () => {
	const entry = { problem: CORNER, name: "", wanted: "" };
	const open = after({ type: "list/open", name: "x", entries: [entry, entry] }, { type: "list/begun", at: 0 },
		{ type: "list/row", at: 0, result: { ...result, value: "undecided" }, failure: "" },
		{ type: "list/row", at: 1, result: null, failure: "bad" });
	assert.deepEqual(open.list?.rows.map(({ phase }) => phase), ["done", "failed"]);
	assert.deepEqual(reduce(open, { type: "list/again" }).list?.rows.map(({ phase }) => phase), ["waiting", "waiting"]);
	const sorted = reduce(reduce(open, { type: "list/sort", by: "time" }), { type: "list/sort", by: "time" });
	assert.deepEqual(sorted.list?.sort, { by: "time", isDown: true });
});

test("bug: what comes of a move that was taken back meanwhile is not shown", () => {
	const back = reduce(after({ type: "why/asked", moves: ["B3"] }), { type: "why/dropped" });
	assert.equal(reduce(back, { type: "why/failed", failure: { text: "plain", what: "late" } }).why.phase, "idle");
});

test("the daemon is gone and back", () => {
	const gone = after({ type: "link/gone", retryIn: 3, isGateway: true });
	assert.deepEqual(gone.link, { isHere: false, retryIn: 3, isGateway: true });
	const here = reduce(gone, { type: "link/here" });
	assert.deepEqual([here.link.isHere, here.notice?.text], [true, "here"]);
});

test("a problem goes through a fragment, and what is wrong in one is left out", () => {
	const threats = { attacker: 2 as const, defender: "unlimited" as const };
	const asked = { ...CORNER, first: "defender" as const, ko: "B2", region: "A1-C3", threats };
	const limits = { ...LIMITS, seconds: 5, order: 2, within: 3 };
	assert.deepEqual(fromFragment(fragment(asked, limits)), { problem: asked, limits });
	const renju = { ...problemOf("gomoku", ".../.../..."), rule: "renju", inARow: 3 };
	assert.deepEqual(fromFragment(fragment(renju, LIMITS))?.problem, renju);
	assert.equal(fromFragment("game=gomoku&board=.../.../...&rule=x&k=99")?.problem.inARow, 5);
	assert.equal(fromFragment("game=shogi&board=x"), null);
	assert.equal(fromFragment("game=go&board=O../.X./...&goal=fly&seconds=-3")?.problem.goal, "capture");
});

test("bug: a link without an attacker took who has fewer stones for him", () => {
	const link = fromFragment("game=go&board=X.X/.O./...&target=B2&goal=capture&first=defender");
	assert.ok(link);
	assert.equal(link.problem.attacker, "black");
	assert.match(sayQuestion(en, link.problem, link.limits), /^Can White save the white stone at B2\?/);
	assert.equal(fromFragment("game=go&board=X.X/.O./...&target=B2&goal=live")?.problem.attacker, "white");
});

test("a submission has what was asked, and leaves the rest to the daemon", () => {
	assert.deepEqual(submission(CORNER, LIMITS), {
		game: "go", position: { rows: "O../.X./..." }, goal: { type: "capture", first: "attacker", target: "A3" },
		limits: { time_ms: 60000 }, threats: { attacker: 0, defender: 0 },
	});
	const mate = submission(problemOf("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), { ...LIMITS, within: 2, order: 1 });
	assert.deepEqual([mate.goal, mate.limits], [{ type: "mate", first: "attacker" }, { time_ms: 60000, within: 2 }]);
	assert.equal(submission(CORNER, { ...LIMITS, plain: true }).driver, "plain");
	const four = submission({ ...problemOf("gomoku", ".../.../..."), rule: "caro", inARow: 4 }, LIMITS);
	assert.deepEqual(four.options, { rule: "caro", k: 4 });
});

test("a position follows a line, passes too", () => {
	assert.equal(position(CORNER, ["B3", "pass", "A2"]).rows, ".X./XX./...");
});
