// SPDX-License-Identifier: MIT
// words.test.ts - the texts: both languages say the same, sentences have no holes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/connection";
import { EXAMPLES } from "../../src/examples";
import { failureOf, noProof } from "../../src/failures";
import { LIMITS, problemOf, withGoal } from "../../src/problem";
import type { FirstMove, Result } from "../../src/protocol";
import { begin, NO_JOB, NO_WHY } from "../../src/state";
import { listCsv } from "../../src/export/list";
import { pgnOf, sgfOf } from "../../src/export/records";
import { readText } from "../../src/parse/detect";
import { readSgf } from "../../src/parse/sgf";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { lightsOf, nameOf, sayFailure, sayQuestion, sayVerdict, sayWhy } from "../../src/words/sentences";
import { count, duration, fill, pieces, words } from "../../src/words/words";

/** texts: every text by its path. */
function texts(value: unknown, path = ""): [string, string][] {
	if (typeof value === "string") return [[path, value]];
	return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

/** holes: what is to be filled in; of "{n:one|many}" that is "{n}". */
const holes = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\{(\w+)[}:]/g), ([, name]) => name ?? ""))].sort();

test("German has every text of English, with the same words to fill in", () => {
	const german = new Map(texts(de));
	for (const [path, text] of texts(en)) {
		assert.ok(german.get(path), path);
		if (!/theStones?$/.test(path)) assert.deepEqual(holes(german.get(path) ?? ""), holes(text), path);
	}
	assert.equal(german.size, texts(en).length);
});

test("the language is the first that is spoken here", () => {
	assert.equal(words(["fr-FR", "de-AT", "en"]).language, "de");
	assert.equal(words(["fr"]).language, "en");
});

for (const w of [en, de])
	test(`${w.language}: questions about every example have no holes`, () => {
		for (const { problem, limits } of EXAMPLES) {
			const said = sayQuestion(w, problem, limits);
			assert.match(said, /\?/);
			assert.deepEqual(holes(said), []);
		}
	});

for (const w of [en, de])
	test(`${w.language}: what is missing where a token is wanted is said, and not the gateway's words for programs`, () => {
		const refused = new Refusal("say who you are: Authorization: Bearer TOKEN", 401, "not_logged_in");
		const wanted = w.language === "en" ? /Log in/ : /Melden Sie sich an/;
		for (const failure of [failureOf(refused), noProof(refused)]) assert.match(sayFailure(w, failure), wanted);
		for (const failure of [failureOf(refused), noProof(refused)]) assert.doesNotMatch(sayFailure(w, failure), /Bearer/);
		assert.match(sayFailure(w, noProof(new Refusal("not this", 404, "no_proof"))), /not this/);
	});

const corner = withGoal(problemOf("go", "O../.X./..."), "capture", ["A3"], "attacker");
const result = (more: Partial<Result>): Result => ({
	job: 1, state: "done", value: "proven", scope: "absolute", order: 1, depth: 3, best: "B3", line: ["B3"], nodes: 9,
	nodes_per_s: 1, time_ms: 1, rows: corner.rows, attacker: "black", goal: { type: "capture" },
	label: "", workers: 1, table: { bytes: 1, entries: 1, used: 0 }, ...more,
});

test("questions and verdicts as they are read", () => {
	assert.equal(sayQuestion(en, corner, LIMITS), "Can Black capture the white stone at A3? Black moves first.");
	const save = { ...corner, first: "defender" as const };
	assert.equal(sayQuestion(en, save, LIMITS), "Can White save the white stone at A3? White moves first.");
	assert.equal(sayVerdict(en, result({}), corner, LIMITS).join(" "), "Yes. It begins with B3.");
	assert.equal(sayVerdict(en, result({ best: null }), save, LIMITS).join(" "), "No. Whatever is played first.");
	assert.equal(sayVerdict(en, result({ value: "disproven", scope: "order", order: 3, best: null }), corner, LIMITS).join(" "),
		"No, not by threats up to order 3.");
	assert.equal(sayVerdict(en, result({ value: "disproven", scope: "within", denied: 2, best: null }), corner, LIMITS).join(" "),
		"No, not within 2 moves.");
	assert.equal(sayVerdict(en, result({ value: "undecided", state: "expired", order: 3 }), corner, LIMITS).join(" "),
		"Not decided at order 3 within 1 min.");
	assert.equal(sayVerdict(en, result({ value: "disproven", ko: "ko", ko_threats: 0, best: "B3" }), save, LIMITS).join(" "),
		"Yes. It takes a ko. The other side has to find the first threat. It begins with B3.");
	const mate = problemOf("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	assert.equal(sayVerdict(en, result({ claim: "mate in 3 or less", best: "Qg7#" }), mate, LIMITS).join(" "),
		"Yes. Mate in 3 or less. It begins with Qg7#.");
});

test("points have names with what is on them", () => {
	const state = begin(corner);
	assert.equal(nameOf(en, state, "A3", "white", [{ point: "A3", kind: "target" }]), "A3, White, marked");
	assert.equal(nameOf(en, state, "B3", "", []), "B3, empty");
	assert.equal(nameOf(en, state, "g1", "N", []), "g1, White knight");
});

test("lights: lower orders are disproven, one is searched, higher ones wait", () => {
	const state = begin(corner);
	const told = result({ value: "undecided" });
	const progress = {
		job: 1, sequence: 1, order: told.order, depth: 3, value: told.value, nodes: 9, nodes_per_s: 1, time_ms: 1, workers: 1,
		best: told.best, line: told.line,
	};
	const running = { ...state, job: { ...NO_JOB, phase: "running" as const, progress } };
	assert.deepEqual(lightsOf(running).map(({ light }) => light), ["disproven", "searching", "waiting", "waiting"]);
	const done = { ...state, job: { ...NO_JOB, phase: "done" as const, result: result({}) } };
	assert.deepEqual(lightsOf(done).map(({ light }) => light), ["disproven", "proven", "waiting", "waiting"]);
});

test("numbers as people read them", () => {
	assert.deepEqual([count(7), count(420_000), count(2_100_000)], ["7", "420 k", "2.1 M"]);
	assert.deepEqual([0.25, 1500, 60_000, 90_000].map(duration), ["0.3 ms", "1.5 s", "1 min", "1 min 30 s"]);
	assert.equal(fill("{a} and {b}", { a: 1 }), "1 and {b}");
	assert.equal(fill("{a:one|{a} many}", { a: 1 }), "one");
	assert.equal(fill("{a:one|{a} many}", { a: "2" }), "2 many");
	assert.equal(fill("{a:one|many}", {}), "{a:one|many}");
	assert.deepEqual(pieces("Can {mover} win?").map(({ text }) => text), ["Can ", "mover", " win?"]);
});

test("records that are written are read again", () => {
	const found = { walked: [["B3", "A2"]], firsts: [], comment: "a ] and a \\" };
	const text = sgfOf(corner, { ...found, result: result({ line: ["B3", "pass", "A2"] }) });
	const [read] = readSgf(text);
	assert.equal(read?.problem.rows, ".X./XX./...");
	assert.match(text, /\n;B\[ba\]\n\(;W\[\];B\[ab\]\)\n\(;W\[ab\]\)\)\n$/);
});

test("a game of chess has its variations in brackets, by the names that people use", () => {
	const mate = problemOf("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
	const coords = ["f6a6", "f7f6", "e5f6", "g8g7", "a6a8"];
	const fails: FirstMove = {
		move: "Bd4", move_coords: "e5d4", verdict: "fails", rank: 1, scope: "absolute", best: "h5", best_coords: "h7h5", line: [],
		status: 1, question: { rows: mate.rows, goal: {} }, state: "done", value: "disproven", order: 1, depth: 1, nodes: 1, time_ms: 1,
	};
	const pgn = pgnOf(mate, {
		result: result({ line: ["Ra6+", "f6", "Bxf6+", "Rg7", "Rxa8#"], coords }), comment: "x {y}", firsts: [fails],
		walked: [["f6a6", "g8g7", "a6a8"]],
	});
	assert.match(pgn, /\n\{ x y \}\n1\. Ra6\+ \(1\. Bd4 h5\) 1\.\.\. f6 \(1\.\.\. Rg7 2\. Rxa8#\) 2\. Bxf6\+ Rg7 3\. Rxa8# 1-0\n$/);
	const black = problemOf("chess", "7k/8/5K2/8/8/8/8/6Q1 b - - 0 9");
	assert.match(pgnOf(black, { result: result({ line: ["Kh7"] }), walked: [], firsts: [], comment: "" }), /\n9\.\.\. Kh7 \*\n$/);
	const read = readText(pgn, "go");
	assert.equal(read.kind === "problem" && read.problem.rows, mate.rows);
});

test("what comes of a move that is tried", () => {
	const told = (value: Result["value"], moves: string[], best: string | null = null): string =>
		sayWhy(en, { ...NO_WHY, phase: "done", moves, result: result({ value, best }) }, corner).said.join(" ");
	assert.equal(told("disproven", ["C1"], "B3"), "C1 fails. B3 refutes it.");
	assert.equal(told("proven", ["C1"]), "C1 works.");
	assert.equal(told("proven", ["B3", "C1"], "A2"), "C1 fails. A2 refutes it.");
	assert.equal(told("undecided", ["C1"]), "C1: not decided.");
	assert.equal(sayWhy(de, { ...NO_WHY, phase: "running", moves: ["C1"] }, corner).said.join(" "), "C1: wird gesucht…");
});

test("one is one, and two are many", () => {
	const counted = (n: number): string[] => [
		fill(en.plies, { n }), fill(de.plies, { n }), fill(en.zoneText, { n }), fill(de.zoneText, { n }), fill(en.proof.others, { n }),
		fill(de.proof.others, { n }), fill(en.firstsCount, { works: n, fails: n, open: n }),
		fill(de.firstsCount, { works: n, fails: n, open: n }),
		fill(en.speedLine, { n }), fill(de.speedLine, { n }),
	];
	assert.deepEqual(counted(1), [
		"1 ply", "1 Halbzug", "Rests on 1 point; the rest of the board does not matter.",
		"Beruht auf 1 Punkt; der Rest des Bretts ist gleich.", "1 other move is answered by the next threat",
		"1 anderer Zug wird durch die nächste Drohung beantwortet", "1 works, 1 fails, 1 open", "1 geht, 1 scheitert, 1 offen",
		"Speed over the last report", "Geschwindigkeit des letzten Berichts",
	]);
	assert.deepEqual(counted(2).slice(0, 2), ["2 plies", "2 Halbzüge"]);
	assert.equal(counted(2).at(-1), "Geschwindigkeit der letzten 2 Berichte");
});

test("a table has no formulas", () => {
	const row = { problem: corner, name: "=1+1", wanted: "", phase: "done" as const, result: result({}), text: "" };
	const sort = { by: "number" as const, isDown: false };
	const list = { name: "", rows: [row], at: 0, phase: "idle" as const, filter: "all" as const, sort };
	const [, line] = listCsv(en, list, LIMITS).split("\r\n");
	assert.match(line ?? "", /^1,'=1\+1,go,/);
});
