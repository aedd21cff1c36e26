// SPDX-License-Identifier: MIT
// collection.ts - files with a problem a line: EPD ("FEN fields bm Qg7#; id "x";"), and lines with tabs between
// the game, the board, what is asked and, if it is known, the verdict ("go<TAB>O../.X.<TAB>capture D4<TAB>proven").
import { check } from "../games/chess";
import { Fault } from "../games/game";
import { GAMES, isGame } from "../games/games";
import { check as checkRows } from "../games/rows";
import { type Problem, problemOf, withGoal } from "../problem";

export interface Entry {
	problem: Problem;
	name: string;
	/** The value or the best move that the file tells; "": neither. */
	wanted: string;
	/** Moves of the attacker that the file asks about. */
	within?: number;
}

function readEpd(line: string): Entry {
	const fields = line.trim().split(/\s+/);
	const operations = fields.slice(4).join(" ");
	const value = (name: string): string =>
		new RegExp(`(?:^|[;\\s])${name} "?([^";]*)"?(?:;|$)`).exec(operations)?.[1]?.trim() ?? "";
	const problem = problemOf("chess", check(fields.slice(0, 4).join(" ")));
	const mate = Number(value("dm"));
	const entry: Entry = { problem, name: value("id"), wanted: value("bm") };
	return mate > 0 ? { ...entry, within: mate } : entry;
}

function readTabs(line: string): Entry {
	const fields = line.split("\t").map((field) => field.trim());
	if (/^([pnbrqkPNBRQK1-8]+\/){7}/.test(fields[0] ?? ""))
		return { problem: problemOf("chess", check(fields[0] ?? "")), name: fields[2] ?? "", wanted: fields[1] ?? "" };
	const [game = "", board = "", question = "", wanted = "", name = ""] = fields;
	if (!isGame(game)) throw new Fault("lineGame", game);
	const problem = problemOf(game, game === "chess" ? check(board) : checkRows(board));
	const [goal = "", ...target] = question.split(/[\s:]+/).filter((word) => word !== "");
	const first = goal === "save" ? "defender" : "attacker";
	const type = goal === "save" ? "capture" : goal;
	if (type === "" || !GAMES[game].goals.includes(type)) return { problem, name, wanted };
	return { problem: withGoal(problem, type, target, first), name, wanted };
}

/** readLines returns the problems of a file, or throws a Fault that names the line. */
export function readLines(lines: string[]): Entry[] {
	const entries: Entry[] = [];
	lines.forEach((line, i) => {
		if (line.trim() === "" || line.startsWith("#")) return;
		try {
			entries.push(line.includes("\t") ? readTabs(line) : readEpd(line));
		} catch (error) {
			throw new Fault("line", `${i + 1}: ${error instanceof Fault ? error.what : line.slice(0, 40)}`);
		}
	});
	if (entries.length === 0) throw new Fault("nothing", "");
	return entries;
}
