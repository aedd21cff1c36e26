// SPDX-License-Identifier: MIT
// rows.ts - boards in rows ("..X/.O."), the top row first, and the names of their points in each style.
import type { Colour } from "../protocol";
import { Fault, type Size, type Spot, type Stone } from "./game";

export type SizeOf = Size;
export type Style = "go" | "renju" | "hex";

const SKIPPING_I = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const WITH_I = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LEAST = 2;
const MOST = 20;

/** sizes: those from least to most, the usual one first. */
export function sizes(usual: number, least: number, most: number): number[] {
	const all = Array.from({ length: most - least + 1 }, (_, i) => least + i);
	return [usual, ...all.filter((n) => n !== usual)];
}

export function empty(size: number): string {
	return Array<string>(size).fill(".".repeat(size)).join("/");
}

export function size(rows: string): Size {
	const lines = rows.split("/");
	return { columns: lines[0]?.length ?? 0, rows: lines.length };
}

/** check returns the rows, or throws what is wrong with them. */
export function check(rows: string): string {
	const lines = rows.split("/");
	const columns = lines[0]?.length ?? 0;
	if (lines.length < LEAST || lines.length > MOST || columns < LEAST || columns > MOST)
		throw new Fault("boardSize", `${columns}x${lines.length}`);
	lines.forEach((line, i) => {
		if (line.length !== columns) throw new Fault("rowLength", `${i + 1}`);
		const wrong = /[^.XO]/.exec(line);
		if (wrong) throw new Fault("rowLetter", `${wrong[0]}, ${i + 1}`);
	});
	return rows;
}

/** read takes what people write: other letters, blanks between, coordinates around. */
export function read(text: string): string {
	const lines = text
		.split(/[\n/]/)
		.map((line) => line.replace(/^\s*\d+\s|\s\d+\s*$/g, "").replace(/[\s|,]/g, ""))
		.map((line) => line.replace(/[-+_*]/g, ".").replace(/[x#bB@●]/g, "X").replace(/[owW0○]/g, "O"))
		.filter((line) => line !== "" && !/^[A-Ta-t]{2,}$/.test(line.replace(/[XO.]/g, "")));
	return check(lines.join("/"));
}

/** pointName names the point in a column and a row counted from the top left. */
export function pointName(style: Style, of: Size, column: number, row: number): string {
	if (style === "hex") return `${String.fromCharCode(97 + column)}${row + 1}`;
	const letters = style === "go" ? SKIPPING_I : WITH_I;
	return `${letters[column] ?? "?"}${of.rows - row}`;
}

/** place is the way back; null: no point of this board. */
export function place(style: Style, of: Size, point: string): { column: number; row: number } | null {
	const match = /^([A-Za-z])(\d{1,2})$/.exec(point);
	if (!match) return null;
	const letter = (match[1] ?? "").toUpperCase();
	const column = (style === "go" ? SKIPPING_I : WITH_I).indexOf(letter);
	const number = Number(match[2]);
	const row = style === "hex" ? number - 1 : of.rows - number;
	if (column < 0 || column >= of.columns || row < 0 || row >= of.rows) return null;
	return { column, row };
}

export function spots(style: Style, rows: string, at: (column: number, row: number) => [number, number]): Spot[] {
	const of = size(rows);
	const found: Spot[] = [];
	for (let row = 0; row < of.rows; row++)
		for (let column = 0; column < of.columns; column++) {
			const [x, y] = at(column, row);
			found.push({ point: pointName(style, of, column, row), column, row, x, y });
		}
	return found;
}

export function stone(style: Style, rows: string, point: string): Stone {
	const where = place(style, size(rows), point);
	const letter = where ? rows.split("/")[where.row]?.[where.column] : undefined;
	return letter === "X" ? "black" : letter === "O" ? "white" : "";
}

export function put(style: Style, rows: string, point: string, what: Stone): string {
	const where = place(style, size(rows), point);
	if (!where) return rows;
	const lines = rows.split("/");
	const line = lines[where.row] ?? "";
	const letter = what === "black" ? "X" : what === "white" ? "O" : ".";
	lines[where.row] = line.slice(0, where.column) + letter + line.slice(where.column + 1);
	return lines.join("/");
}

/** turn: Black begins, and the sides take turns. */
export function turn(rows: string): Colour {
	const count = (letter: string): number => rows.split(letter).length - 1;
	return count("X") > count("O") ? "white" : "black";
}
