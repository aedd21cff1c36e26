// SPDX-License-Identifier: MIT
// collection.tsx - a file with many problems: a table that fills as they are solved.
import { gameOf } from "../problem";
import type { List, Row } from "../state";
import { sayMove, sayQuestion } from "../words/sentences";
import { count, duration, fill, type Words } from "../words/words";
import { save } from "../export/files";
import { listCsv, listSgf } from "../export/list";
import { Piece } from "../boards/board";
import type { Game, Size, Spot } from "../games/game";
import type { Desk } from "./desk";

const FILTERS = ["all", "proven", "open", "wrong"] as const;
const SORTS = ["number", "verdict", "time", "nodes"] as const;

/** isWrong: the answer is not what the file says. */
export function isWrong(row: Row): boolean {
	const { result, wanted } = row;
	if (!result || wanted === "") return false;
	if (wanted === "proven" || wanted === "disproven") return result.value !== wanted;
	const bare = (move: string): string => move.replace(/[+#]/g, "");
	return !wanted.split(/\s+/).some((move) => result.best !== null && bare(move) === bare(result.best));
}

/** shown: the numbers of the rows that the filter leaves, in the order of the table. */
export function shown(list: List): number[] {
	const isIn = (row: Row): boolean =>
		list.filter === "all" || (list.filter === "wrong" && isWrong(row)) ||
		(list.filter === "open" && row.result?.value === "undecided") || (list.filter === "proven" && row.result?.value === "proven");
	const key = (at: number): number | string => {
		const row = list.rows[at];
		if (list.sort.by === "verdict") return row?.result?.value ?? "~";
		if (list.sort.by === "time") return row?.result?.time_ms ?? Infinity;
		return list.sort.by === "nodes" ? (row?.result?.nodes ?? Infinity) : at;
	};
	const numbers = list.rows.map((_, at) => at).filter((at) => list.rows[at] && isIn(list.rows[at]));
	numbers.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
	return list.sort.isDown ? numbers.reverse() : numbers;
}

/** The lines of a picture, or its dark squares, as one path: a list may be long. */
function grounds(game: Game, spots: readonly Spot[], { columns, rows }: Size): string {
	if (game.shape === "squares")
		return spots.filter(({ column, row }) => (column + row) % 2 === 1).map(({ x, y }) => `M${x - 0.5} ${y - 0.5}h1v1h-1z`).join("");
	if (game.shape === "hexagons") return "";
	const across = Array.from({ length: rows }, (_, y) => `M0 ${y}H${columns - 1}`);
	return across.concat(Array.from({ length: columns }, (_, x) => `M${x} 0V${rows - 1}`)).join("");
}

/** A picture of the board, as high as three lines of text. */
function Picture({ row }: { row: Row }) {
	const game = gameOf(row.problem);
	const { rows } = row.problem;
	const spots = game.spots(rows);
	const margin = game.shape === "squares" ? 0.5 : 0.75;
	const [left, top] = [Math.min(...spots.map(({ x }) => x)) - margin, Math.min(...spots.map(({ y }) => y)) - margin];
	const width = Math.max(...spots.map(({ x }) => x)) + margin - left;
	const height = Math.max(...spots.map(({ y }) => y)) + margin - top;
	return (
		<svg class={`picture ${game.shape}`} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden="true">
			<rect class="wood" x={left} y={top} width={width} height={height} />
			<path class="lines" d={grounds(game, spots, game.size(rows))} />
			{spots.map((spot) => {
				const stone = game.stone(rows, spot.point);
				if (stone === "") return null;
				if (game.shape === "squares") return <Piece key={spot.point} stone={stone} x={spot.x} y={spot.y} kind="" />;
				return <circle key={spot.point} class={`stone ${stone}`} cx={spot.x} cy={spot.y} r={0.45} />;
			})}
		</svg>
	);
}

function sayRow(w: Words, row: Row): string {
	if (row.phase === "done" && row.result) return w.list.values[row.result.value];
	if (row.phase === "failed") return row.text === "notAsked" ? w.verdict.notAsked : row.text;
	return row.phase === "running" ? w.list.running : w.list.waiting;
}

const SIGNS: Record<string, string> = { proven: "✓", disproven: "✕", undecided: "?" };

function TableRow({ desk, row, at }: { desk: Desk; row: Row; at: number }) {
	const { state, w, act } = desk;
	const { result } = row;
	const isHere = state.list?.at === at;
	const question = sayQuestion(w, row.problem, { ...state.limits, within: row.within ?? 0 });
	return (
		<tr class={`${row.phase} ${result?.value ?? ""} ${isHere ? "here" : ""}`}>
			<td><button type="button" aria-current={isHere ? "true" : undefined} onClick={() => act.pick(at)}>{at + 1}</button></td>
			<td><Picture row={row} /></td>
			<td class="asked">
				<span title={question}>{row.name !== "" && <b>{row.name}: </b>}{question}</span>
			</td>
			<td class="value">
				<span class="sign" aria-hidden="true">{SIGNS[result?.value ?? ""] ?? ""}</span> {sayRow(w, row)}
				{isWrong(row) && <em>{fill(w.list.wrong, { wanted: row.wanted })}</em>}
			</td>
			<td>{result?.best ? sayMove(w, result.best) : ""}</td>
			<td class="number by-time">{result ? duration(result.time_ms) : ""}</td>
			<td class="number by-nodes">{result ? count(result.nodes) : ""}</td>
		</tr>
	);
}

export function Collection(desk: Desk) {
	const { state, w, act, send } = desk;
	const { list } = state;
	if (!list) return null;
	const number = (value: string): number => list.rows.filter((row) => row.result?.value === value).length;
	const done = list.rows.filter((row) => row.phase === "done" || row.phase === "failed").length;
	const counted = {
		done, all: list.rows.length, proven: number("proven"), disproven: number("disproven"), open: number("undecided"),
	};
	const head = (by: List["sort"]["by"], text: string) => (
		<th class={`by-${by}`} aria-sort={list.sort.by !== by ? "none" : list.sort.isDown ? "descending" : "ascending"}>
			<button type="button" onClick={() => send({ type: "list/sort", by })}>{text}</button>
		</th>
	);
	const saveCsv = (): void => save("collection.csv", "text/csv", listCsv(w, list, state.limits));
	const isRunning = list.phase === "running";
	const [byNumber, byVerdict, byTime, byNodes] = SORTS;
	return (
		<section class="panel collection" aria-label={w.heads.list} id="collection">
			<div class="title">
				<h2>{w.heads.list}{list.name !== "" && <small> {list.name}</small>}</h2>
				<button type="button" onClick={() => act.closeList()}>{w.list.close}</button>
			</div>
			<div class="buttons">
				<button type="button" class="primary" onClick={() => (isRunning ? act.cancel() : void act.runList())}>
					{isRunning ? w.list.stop : w.list.run}
				</button>
				<button type="button" disabled={isRunning} onClick={() => act.runAgain()}>{w.list.again}</button>
				<button type="button" onClick={saveCsv}>{w.list.csv}</button>
				<button type="button" onClick={() => save("collection.sgf", "application/x-go-sgf", listSgf(list))}>{w.list.sgf}</button>
			</div>
			<div class="told">
				<p class="hint" role="status">{fill(w.list.count, counted)}</p>
				<div class="choices" role="group" aria-label={w.list.filter}>
					{FILTERS.map((filter) => (
						<button
							key={filter} type="button" aria-pressed={list.filter === filter}
							onClick={() => send({ type: "list/filter", filter })}
						>{w.list.filters[filter]}</button>
					))}
				</div>
			</div>
			<div class="scroll" tabIndex={0} role="region" aria-label={w.heads.list}>
				<table>
					<thead>
						<tr>
							{head(byNumber, w.list.number)}<th><span class="visually-hidden">{w.size}</span></th>
							<th>{w.list.question}</th>{head(byVerdict, w.list.verdict)}<th class="by-best">{w.list.best}</th>
							{head(byTime, w.list.time)}{head(byNodes, w.list.nodes)}
						</tr>
					</thead>
					<tbody>
						{shown(list).map((at) => {
							const row = list.rows[at];
							return row && <TableRow key={at} desk={desk} row={row} at={at} />;
						})}
					</tbody>
				</table>
			</div>
		</section>
	);
}
