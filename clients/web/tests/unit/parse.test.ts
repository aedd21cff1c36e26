// SPDX-License-Identifier: MIT
// parse.test.ts - records, FENs, rows, links and collections, and what is said of those that are wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../src/games/game";
import { readText, type Read } from "../../src/parse/detect";
import type { Problem } from "../../src/problem";
import type { GameName } from "../../src/protocol";

function problem(text: string, game: GameName = "go"): Problem {
	const found = readText(text, game);
	assert.ok(found.kind === "problem");
	return found.problem;
}

function entries(text: string): Extract<Read, { kind: "collection" }>["entries"] {
	const found = readText(text, "go");
	assert.ok(found.kind === "collection");
	return found.entries;
}

function fails(text: string, key: string, what?: RegExp): void {
	assert.throws(() => readText(text, "go"), (error: unknown) => {
		assert.ok(error instanceof Fault, String(error));
		assert.equal(error.key, key);
		if (what) assert.match(error.what, what);
		return true;
	});
}

test("rows, as the protocol and as people write them", () => {
	assert.equal(problem("O../.X./...").rows, "O../.X./...");
	assert.equal(problem("O . .\n. X .\n. . .\n").rows, "O../.X./...");
	assert.equal(problem("   A B C\n 3 O . . 3\n 2 . # . 2\n 1 . . . 1\n   A B C").rows, "O../.X./...");
	assert.equal(problem("X..\n...\n...", "hex").game, "hex");
});

test("rows that are wrong are named", () => {
	fails("O..\n.X\n...", "rowLength", /^2$/);
	fails("O..\n.?.\n...", "rowLetter", /\?, 2/);
	fails("X", "boardSize");
	fails(`${".".repeat(21)}\n`.repeat(21), "boardSize", /21x21/);
	fails("  \n ", "nothing");
});

test("a record of Go: set up, moves with captures, who is to move, the question of its comment", () => {
	const read = problem("(;GM[1]SZ[3]AB[ba]AW[aa]C[capture A3];B[ab])");
	assert.equal(read.rows, ".X./X../...");
	const asked = problem("(;GM[1]SZ[5]AB[ba][ab][cc]AW[bb]C[Can Black save B4?])");
	assert.deepEqual([asked.target, asked.goal, asked.first, asked.attacker], [["B4"], "capture", "defender", "black"]);
	assert.equal(problem("(;SZ[3]AB[aa:bb])").rows, "XX./XX./...");
	assert.equal(problem("(;GM[1]SZ[3];B[aa](;W[bb])(;W[cc]))").rows, "X../.O./...");
});

test("records of Gomoku and Hex", () => {
	const five = problem("(;GM[4]SZ[9];B[ee];W[ff])");
	assert.deepEqual([five.game, five.attacker], ["gomoku", "black"]);
	const hex = problem("(;GM[11]SZ[4];B[b2];W[c3])");
	assert.equal(hex.rows, "..../.X../..O./....");
});

test("records that are wrong are named", () => {
	fails("(;GM[2]SZ[8])", "sgfGame", /^2$/);
	fails("(;GM[1]SZ[9]AB[zz])", "sgfPoint", /zz/);
	fails("(;GM[1]SZ[99])", "boardSize", /99/);
});

test("a FEN, with and without its last fields", () => {
	assert.equal(problem("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").game, "chess");
	assert.equal(problem("7k/8/5K2/8/8/8/8/6Q1 b").attacker, "black");
});

test("games of chess: one is a problem, several are a collection, and what is wrong is named", () => {
	const mate = '[Event "?"]\n[White "Ann"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';
	const study = '[Event "Study"]\n[SetUp "1"]\n[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n\n1. Qg7# 1-0\n';
	const open = '[Event "?"]\n\n1. e4 {good} e5 (1... c5) *\n';
	assert.equal(problem(study).rows, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	const [one, two, three] = entries(`${mate}\n${study}\n${open}`);
	assert.deepEqual([one?.problem.attacker, one?.wanted, one?.name], ["black", "Qh4#", "Ann – Bob"]);
	assert.deepEqual([two?.wanted, two?.name], ["Qg7#", "Study"]);
	assert.match(three?.problem.rows ?? "", /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w/);
	fails(`${mate}\n[Event "x"]\n\n1. Ke5 *\n`, "pgn", /^2: /);
});

test("a link", () => {
	const read = problem("http://127.0.0.1:7412/#game=go&board=O../.X./...&target=A3&first=defender");
	assert.deepEqual([read.rows, read.target, read.first], ["O../.X./...", ["A3"], "defender"]);
});

test("collections: records, EPD, lines with tabs", () => {
	assert.equal(entries("(;GM[1]SZ[3]GN[one])(;GM[1]SZ[3])")[0]?.name, "one");
	const [mate] = entries('7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#; dm 1; id "first";\n7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#;');
	assert.deepEqual([mate?.wanted, mate?.within, mate?.name], ["Qg7#", 1, "first"]);
	const [line] = entries("# a comment\ngo\tO../.X./...\tcapture A3\tproven\tcorner");
	assert.deepEqual([line?.problem.target, line?.wanted, line?.name], [["A3"], "proven", "corner"]);
	assert.equal(entries("go\tO../.X./...\tsave A3")[0]?.problem.first, "defender");
	fails("go\tO../.X./...\tcapture A3\nshogi\t...\t", "line", /^2: shogi/);
	fails("go\tO../.X/...\tcapture A3", "line", /^1/);
});
