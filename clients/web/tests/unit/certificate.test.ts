// SPDX-License-Identifier: MIT
// certificate.test.ts - the question of a certificate that was dropped on the page, and files that have none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "@msgpack/msgpack";
import { Fault } from "../../src/games/game";
import { isCertificate, readCertificate } from "../../src/parse/certificate";
import { LIMITS } from "../../src/problem";

const HEADER = {
	tesuji: "certificate", format: 1, rules: 1, kind: "proof", game: "go", goal: { type: "capture", target: "A3" },
	attacker: "black", first: "attacker", position: { rows: "O../.X./..." },
};

/** file makes a certificate with another header, and something that stands for its nodes. */
function file(header: object, tail = [1, 2, 3]): Uint8Array {
	const head = encode(header);
	const bytes = new Uint8Array(head.length + tail.length);
	bytes.set(head);
	bytes.set(tail, head.length);
	return bytes;
}

function fails(bytes: Uint8Array, key: string, what = ""): void {
	assert.throws(() => readCertificate(bytes), (error: unknown) => {
		assert.ok(error instanceof Fault, String(error));
		assert.deepEqual([error.key, error.what], [key, what]);
		return true;
	});
}

test("a certificate is known by its first bytes, however its map is written", () => {
	assert.ok(isCertificate(file(HEADER)));
	assert.ok(isCertificate(file({ ...HEADER, options: {}, threats: {}, order: 1, depth: 3, by: "tesuji", a: 1, b: 2, c: 3 })));
	for (const text of ["", "(;GM[1])", "tesuji certificate", "\x8etesuji", "(;C[\xa6tesuji\xabcertificate])"])
		assert.ok(!isCertificate(Uint8Array.from(text, (c) => c.charCodeAt(0))), text);
});

test("the question of a certificate is the page's", () => {
	const { problem, limits } = readCertificate(file(HEADER));
	assert.deepEqual(
		[problem.game, problem.rows, problem.goal, problem.target, problem.attacker, problem.first],
		["go", "O../.X./...", "capture", ["A3"], "black", "attacker"],
	);
	assert.deepEqual(limits, LIMITS);
});

test("all that a header may say is taken", () => {
	const go = readCertificate(file({
		...HEADER, attacker: "white", first: "defender", goal: { type: "capture-all", target: "B2 C1" },
		position: { rows: "O../.X./..X", ko: "A2" }, options: { region: "A1-C2" }, threats: { attacker: 2, defender: "unlimited" },
	})).problem;
	assert.deepEqual(go.target, ["B2", "C1"]);
	assert.deepEqual([go.attacker, go.first, go.ko, go.region], ["white", "defender", "A2", "A1-C2"]);
	assert.deepEqual(go.threats, { attacker: 2, defender: "unlimited" });
	const gomoku = readCertificate(file({
		...HEADER, game: "gomoku", goal: { type: "win" }, options: { rule: "renju", k: "6" },
		position: { rows: Array<string>(15).fill(".".repeat(15)).join("/") },
	})).problem;
	assert.deepEqual([gomoku.rule, gomoku.inARow], ["renju", 6]);
	const chess = readCertificate(file({
		...HEADER, game: "chess", goal: { type: "mate" }, attacker: "white",
		position: { fen: "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" },
	})).problem;
	assert.equal(chess.rows, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
});

test("what a denial claims is asked with the limits that it claims it for", () => {
	assert.equal(readCertificate(file({ ...HEADER, kind: "lambda-denial", order: 2 })).limits.order, 2);
	assert.equal(readCertificate(file({ ...HEADER, kind: "denial" })).limits.plain, true);
	assert.equal(readCertificate(file({ ...HEADER, kind: "bounded-denial", depth: 5 })).limits.within, 3);
	assert.equal(readCertificate(file({ ...HEADER, first: "defender", kind: "bounded-denial", depth: 6 })).limits.within, 3);
});

test("what cannot be read, or asked, is said", () => {
	fails(file(HEADER).subarray(0, 40), "certificate");
	fails(file({ ...HEADER, format: 2 }), "certificate");
	fails(file({ ...HEADER, game: "shogi" }), "certificate");
	fails(file({ ...HEADER, goal: { type: "live-any" } }), "certificateGoal", "live-any");
	fails(file({ ...HEADER, position: { rows: "O../.X" } }), "rowLength", "2");
	fails(file({ ...HEADER, position: {} }), "boardSize", "0x1");
});
