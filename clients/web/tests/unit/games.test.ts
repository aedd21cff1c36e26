// SPDX-License-Identifier: MIT
// games.test.ts - what each game's adapter says of boards, points and moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, chess, START, withTurn } from "../../src/games/chess";
import type { Game } from "../../src/games/game";
import { GAME_NAMES, GAMES } from "../../src/games/games";
import { go } from "../../src/games/go";
import { hex } from "../../src/games/hex";
import { gomoku } from "../../src/games/gomoku";

const board = (game: Game): string => game.empty(game.sizes[0] ?? 0);

for (const name of GAME_NAMES)
	test(`${name}: every point is put, found and removed`, () => {
		const game = GAMES[name];
		const rows = board(game);
		const spots = game.spots(rows);
		const { columns, rows: lines } = game.size(rows);
		assert.equal(spots.length, columns * lines);
		assert.equal(new Set(spots.map(({ point }) => point)).size, spots.length);
		const [stone = ""] = game.stones;
		for (const { point } of spots) {
			const put = game.put(rows, point, stone);
			assert.equal(game.stone(put, point), stone);
			assert.deepEqual(game.block(put, point), [point]);
			assert.equal(game.put(put, point, ""), rows);
		}
	});

test("points have the names of each game", () => {
	assert.equal(go.spots(go.empty(9)).at(-1)?.point, "J1");
	assert.equal(gomoku.spots(gomoku.empty(9)).at(-1)?.point, "I1");
	assert.equal(hex.spots(hex.empty(3)).at(-1)?.point, "c3");
	assert.equal(chess.spots(START)[0]?.point, "a8");
});

test("Go: captures, blocks, suicide, passes", () => {
	assert.equal(go.play("OX./.../...", "A2", "black"), ".X./X../...");
	assert.equal(go.play(".X./X../...", "A3", "white"), null);
	assert.equal(go.play("OX./.../...", "B3", "white"), null);
	assert.equal(go.play("OX./.../...", "pass", "white"), "OX./.../...");
	assert.equal(go.play("OX./.../...", "Z9", "white"), null);
	assert.deepEqual(go.block("XX./.X./..X", "A3").sort(), ["A3", "B2", "B3"]);
});

test("stones on lines and in cells are not taken", () => {
	assert.equal(gomoku.play("OX./.../...", "A2", "black"), "OX./X../...");
	assert.equal(hex.play("OX./.../...", "a1", "black"), null);
});

test("chess: moves by name and by squares, castling, promotion", () => {
	const after = chess.play(START, "Nf3", "white") ?? "";
	assert.equal(chess.stone(after, "f3"), "N");
	assert.equal(chess.play(START, "g1f3", "white"), after);
	assert.equal(chess.play(START, "Nf4", "white"), null);
	assert.deepEqual(chess.touched(START, "Nf3"), ["g1", "f3"]);
	assert.equal(chess.written?.(START, "g1f3"), "Nf3");
	const between = (fen: string, from: string, to: string) => chess.between?.(fen, from, to);
	assert.equal(between(START, "g1", "f3"), "g1f3");
	assert.equal(between(START, "g1", "g5"), null);
	const castles = chess.play("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "white") ?? "";
	assert.equal(chess.stone(castles, "f1"), "R");
	assert.equal(between("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7", "a8"), "a7a8q");
});

test("chess: castling rights go with the rook, and the turn changes", () => {
	assert.equal(chess.put(START, "h1", "").split(" ")[2], "Qkq");
	assert.equal(chess.turn(withTurn(START, "black")), "black");
	assert.equal(check("7k/8/8/8/8/8/8/K7"), "7k/8/8/8/8/8/8/K7 w - - 0 1");
	assert.throws(() => check("7k/8/8/8/8/8/8/K6 w"), { key: "fenRank", what: "1" });
	assert.throws(() => check("7k/8/8"), { key: "fenBoard" });
});
