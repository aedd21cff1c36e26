// SPDX-License-Identifier: MIT
// words.test.ts - the texts: both languages say the same, sentences have no holes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXAMPLES } from "../../src/examples";
import { LIMITS, problemOf, withGoal } from "../../src/problem";
import type { Result } from "../../src/protocol";
import { begin, NO_JOB } from "../../src/state";
import { listCsv } from "../../src/export/list";
import { pgnOf, sgfOf } from "../../src/export/records";
import { readSgf } from "../../src/parse/sgf";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { lightsOf, nameOf, sayQuestion, sayVerdict } from "../../src/words/sentences";
import { count, duration, fill, pieces, words } from "../../src/words/words";

/** texts: every text by its path. */
function texts(value: unknown, path = ""): [string, string][] {
	if (typeof value === "string") return [[path, value]];
	return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

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

const corner = withGoal(problemOf("go", "O../.X./..."), "capture", ["A3"], "attacker");
const result = (more: Partial<Result>): Result => ({
	job: 1, state: "done", value: "proven", scope: "absolute", order: 1, depth: 3, best: "B3", line: ["B3"], nodes: 9,
	nodes_per_s: 1, time_ms: 1, rows: corner.rows, attacker: "black", goal: { type: "capture" }, ...more,
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
	const { best, ...told } = result({ value: "undecided" });
	const progress = { ...told, best };
	const running = { ...state, job: { ...NO_JOB, phase: "running" as const, progress } };
	assert.deepEqual(lightsOf(running).map(({ light }) => light), ["disproven", "searching", "waiting", "waiting"]);
	const done = { ...state, job: { ...NO_JOB, phase: "done" as const, result: result({}) } };
	assert.deepEqual(lightsOf(done).map(({ light }) => light), ["disproven", "proven", "waiting", "waiting"]);
});

test("numbers as people read them", () => {
	assert.deepEqual([count(7), count(420_000), count(2_100_000)], ["7", "420 k", "2.1 M"]);
	assert.deepEqual([0.25, 1500, 60_000, 90_000].map(duration), ["0.3 ms", "1.5 s", "1 min", "1 min 30 s"]);
	assert.equal(fill("{a} and {b}", { a: 1 }), "1 and {b}");
	assert.deepEqual(pieces("Can {mover} win?").map(({ text }) => text), ["Can ", "mover", " win?"]);
});

test("records that are written are read again", () => {
	const text = sgfOf(corner, result({ line: ["B3", "pass", "A2"] }), [["B3", "A2"]], [], "a ] and a \\");
	const [read] = readSgf(text);
	assert.equal(read?.problem.rows, ".X./XX./...");
	assert.match(text, /\(;B\[ba\];W\[ab\]\)/);
	const pgn = pgnOf(problemOf("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), result({ line: ["Qg7#"] }), "x");
	assert.match(pgn, /\n1\. Qg7# 1-0\n$/);
});

test("a table has no formulas", () => {
	const row = { problem: corner, name: "=1+1", wanted: "", phase: "done" as const, result: result({}), text: "" };
	const sort = { by: "number" as const, isDown: false };
	const list = { name: "", rows: [row], at: 0, phase: "idle" as const, filter: "all" as const, sort };
	const [, line] = listCsv(en, list, LIMITS).split("\r\n");
	assert.match(line ?? "", /^1,'=1\+1,go,/);
});
