// SPDX-License-Identifier: MIT
// examples.ts - a problem of each kind; the first one is on the board when somebody arrives.
import { LIMITS, type Limits, type Problem, problemOf, withGoal } from "./problem";

export interface Example {
	name: { en: string; de: string };
	problem: Problem;
	limits: Limits;
}

const go = (en: string, de: string, rows: string, goal: string, target: string[], more: Partial<Problem> = {}): Example => ({
	name: { en, de },
	problem: { ...withGoal(problemOf("go", rows), goal, target, more.first ?? "attacker"), ...more },
	limits: LIMITS,
});

export const EXAMPLES: Example[] = [
	go("Go: a snapback in eleven plies", "Go: ein Snapback in elf Zügen",
		"........./........./........./......X../......X../......X../......XO./.....XO../.....XO..", "capture", ["H3"]),
	go("Go: a net", "Go: ein Netz",
		"........./........./......O../........./..X....../..XO...../...XX..../........./.........", "capture", ["D4"]),
	go("Go: a ko in the corner", "Go: ein Ko in der Ecke",
		"X.X./.O../.OOO/....", "capture", ["A4"], { first: "defender", koVerdict: true }),
	go("Go: connected or cut?", "Go: verbunden oder getrennt?",
		"....../.X.X../.X.X../....../......", "connect", ["B4", "D4"], { first: "defender" }),
	go("Go: a race", "Go: ein Rennen", "..X./OX../XO.O/....", "semeai", ["B2", "A2"]),
	go("Go: does it live?", "Go: lebt es?", "...OX../OOOOX../XXXXX../.......", "live", ["D4"], { region: "A4-D3" }),
	{
		name: { en: "Chess: a mate in three", de: "Schach: Matt in drei" },
		problem: problemOf("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"), limits: LIMITS,
	},
	{
		name: { en: "Gomoku: a win by threats", de: "Gomoku: Sieg durch Drohungen" },
		problem: { ...problemOf("gomoku",
			"........./........./..O.X..../...X.X.../..O.O..../...X...../..O....../........./........."), attacker: "black" },
		limits: LIMITS,
	},
	{
		name: { en: "Hex: who joins?", de: "Hex: Wer verbindet?" },
		problem: { ...problemOf("hex", "...../.X.../...../...O./....."), attacker: "black" }, limits: LIMITS,
	},
	{
		name: { en: "Atari-Go: the first capture", de: "Atari-Go: der erste Fang" },
		problem: { ...problemOf("atarigo", "...../.XO../.OX../...../....."), attacker: "black" }, limits: LIMITS,
	},
];
