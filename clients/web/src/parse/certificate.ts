// SPDX-License-Identifier: MIT
// certificate.ts - the question that a certificate answers, read from its header (docs/proofs.md). Whether the
// certificate is right is not looked at: the page asks the question anew, and `tesuji check` checks files.
import { decodeMulti } from "@msgpack/msgpack";
import { check as checkFen } from "../games/chess";
import { Fault } from "../games/game";
import { GAMES, isGame } from "../games/games";
import { IN_A_ROW, IN_A_ROW_USUAL, RULES } from "../games/gomoku";
import { check as checkRows } from "../games/rows";
import { LIMITS, type Limits, type Problem, problemOf, threatsOf } from "../problem";

type Fields = Record<string, unknown>;

/** The header is the first thing in the file and has so many bytes at most. */
const HEADER_BYTES = 4096;
const MAGIC = "\xa6tesuji\xabcertificate";
/** A map begins with one byte, or three. */
const MAP_BYTES_MOST = 3;
const FORMAT = 1;

/** isCertificate tells whether a file begins as certificates do: with a map whose first key is "tesuji". */
export function isCertificate(bytes: Uint8Array): boolean {
	const head = String.fromCharCode(...bytes.subarray(0, MAP_BYTES_MOST + MAGIC.length));
	const begins = head.indexOf(MAGIC);
	return begins > 0 && begins <= MAP_BYTES_MOST;
}

function fieldsOf(value: unknown): Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function text(fields: Fields, name: string): string {
	const value = fields[name];
	return typeof value === "string" ? value : "";
}

/** word: a number or a text of the header, as a text. */
function word(value: unknown): string | undefined {
	return typeof value === "number" || typeof value === "string" ? `${value}` : undefined;
}

function header(bytes: Uint8Array): Fields {
	try {
		for (const first of decodeMulti(bytes.subarray(0, HEADER_BYTES))) return fieldsOf(first);
	} catch {
		// what is no MessagePack is no certificate
	}
	throw new Fault("certificate", "");
}

function limitsOf(fields: Fields): Limits {
	const kind = text(fields, "kind");
	const number = (name: string): number => (typeof fields[name] === "number" ? fields[name] : 0);
	const plies = text(fields, "first") === "defender" ? number("depth") : number("depth") + 1;
	return {
		...LIMITS,
		order: kind === "lambda-denial" ? number("order") : LIMITS.order,
		within: kind === "bounded-denial" ? Math.floor(plies / 2) : LIMITS.within,
		plain: kind === "denial",
	};
}

/** readCertificate returns the problem of a file that isCertificate, with the limits under which it was answered. It
 * throws a Fault if there is none in it, or one that the page cannot ask. */
export function readCertificate(bytes: Uint8Array): { problem: Problem; limits: Limits } {
	const fields = header(bytes);
	const game = text(fields, "game");
	const position = fieldsOf(fields.position);
	const goal = fieldsOf(fields.goal);
	const options = fieldsOf(fields.options);
	const threats = fieldsOf(fields.threats);
	const type = text(goal, "type");
	if (fields.format !== FORMAT || !isGame(game)) throw new Fault("certificate", "");
	if (!GAMES[game].goals.includes(type)) throw new Fault("certificateGoal", type);
	const rows = game === "chess" ? checkFen(text(position, "fen")) : checkRows(text(position, "rows"));
	const usual = problemOf(game, rows);
	return {
		problem: {
			...usual,
			goal: type,
			target: text(goal, "target").split(" ").filter((point) => point !== ""),
			attacker: text(fields, "attacker") === "white" ? "white" : "black",
			first: text(fields, "first") === "defender" ? "defender" : "attacker",
			region: text(options, "region"),
			rule: RULES.find((rule) => rule === text(options, "rule")) ?? usual.rule,
			inARow: IN_A_ROW.find((n) => `${n}` === text(options, "k")) ?? IN_A_ROW_USUAL,
			ko: text(position, "ko"),
			threats: { attacker: threatsOf(word(threats.attacker)), defender: threatsOf(word(threats.defender)) },
		},
		limits: limitsOf(fields),
	};
}
