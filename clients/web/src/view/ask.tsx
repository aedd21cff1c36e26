// SPDX-License-Identifier: MIT
// ask.tsx - the problem: the game, where a position comes from, editing, limits.
import { withTurn } from "../games/chess";
import { colourOf } from "../games/game";
import { GAME_NAMES, GAMES, isGame } from "../games/games";
import { IN_A_ROW, RULES } from "../games/gomoku";
import { EXAMPLES } from "../examples";
import { gameOf, isAsked, LIMITS, mover, problemOf, threatsOf, withBoard } from "../problem";
import type { Colour } from "../protocol";
import { fill } from "../words/words";
import { Piece } from "../boards/board";
import type { Desk } from "./desk";

const TIMES = [1, 5, 10, 60, 600, 3600];
const ORDERS = [0, 1, 2, 3, 4, 5, 6, 7];
const NODES = [0, 100_000, 1_000_000, 10_000_000, 100_000_000];
const MINUTE_S = 60;
/** Limits of the effort, to choose with one click. The others are part of the question. */
const PRESETS = [
	{ name: "quick", effort: { seconds: 5, order: null, nodes: 0 } },
	{ name: "usual", effort: { seconds: LIMITS.seconds, order: LIMITS.order, nodes: LIMITS.nodes } },
	{ name: "deep", effort: { seconds: 600, order: 5, nodes: 0 } },
] as const;

interface ChoiceProps {
	id: string;
	label: string;
	value: string;
	choices: readonly (readonly [string, string])[];
	onChoice: (value: string) => void;
}

export function Choice({ id, label, value, choices, onChoice }: ChoiceProps) {
	return (
		<label class="field" for={id}>
			<span>{label}</span>
			<select id={id} value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
				{choices.map(([key, text]) => <option key={key} value={key} selected={key === value}>{text}</option>)}
			</select>
		</label>
	);
}

function Sources(desk: Desk) {
	const { state, w, act, send } = desk;
	const { problem } = state;
	const size = gameOf(problem).size(problem.rows);
	const sizes = [...new Set([size.columns === size.rows ? size.columns : 0, ...gameOf(problem).sizes])]
		.filter((n) => n > 0).sort((a, b) => a - b);
	const names = w.language === "de" ? "de" : "en";
	return (
		<>
			<div class="pair">
				<Choice
					id="game" label={w.game} value={problem.game}
					choices={GAME_NAMES.map((name) => [name, w.games[name]])}
					onChoice={(name) => {
						if (!isGame(name)) return;
						const example = EXAMPLES.find((e) => e.problem.game === name);
						if (example) act.load(example.problem, example.limits);
					}}
				/>
				{problem.game !== "chess" && (
					<Choice
						id="size" label={w.size} value={size.columns === size.rows ? `${size.columns}` : ""}
						choices={[...(size.columns === size.rows ? [] : [["", `${size.columns}×${size.rows}`] as const]),
							...sizes.map((n) => [`${n}`, `${n}×${n}`] as const)]}
						onChoice={(n) => {
							act.load(problemOf(problem.game, GAMES[problem.game].empty(Number(n))));
							if (state.mode === "ask") send({ type: "mode", mode: "edit" });
						}}
					/>
				)}
				{problem.game === "gomoku" && <GomokuRules {...desk} />}
			</div>
			<Choice
				id="example" label={w.example} value=""
				choices={[["", "…"], ...EXAMPLES.map((e, i) => [`${i}`, e.name[names]] as const)]}
				onChoice={(i) => {
					const example = EXAMPLES[Number(i)];
					if (i !== "" && example) act.load(example.problem, example.limits);
				}}
			/>
			<div class="buttons">
				<label class="button" for="file">{w.open}</label>
				<input
					id="file" class="hidden-input" type="file" accept=".sgf,.pgn,.fen,.epd,.tsv,.txt,.proof"
					onChange={(event) => {
						const [file] = event.currentTarget.files ?? [];
						event.currentTarget.value = "";
						if (file) void act.open(file);
					}}
				/>
				<button type="button" aria-pressed={state.isText} onClick={() => send({ type: "text", isShown: !state.isText })}>
					{w.pasteHere}
				</button>
			</div>
			{state.isText && <TextArea {...desk} />}
		</>
	);
}

/** What more than enough stones in a row are, what Black may not play, and how many are enough. */
function GomokuRules({ state, w, act }: Desk) {
	const { problem } = state;
	return (
		<>
			<Choice
				id="rule" label={w.rule} value={problem.rule} choices={RULES.map((rule) => [rule, w.rules[rule]])}
				onChoice={(rule) => act.ask({ ...problem, rule })}
			/>
			<Choice
				id="in-a-row" label={w.inARow} value={`${problem.inARow}`} choices={IN_A_ROW.map((n) => [`${n}`, `${n}`])}
				onChoice={(n) => act.ask({ ...problem, inARow: Number(n) })}
			/>
		</>
	);
}

/** The board as text: to read, to copy, and to write another over it. */
function TextArea({ state, w, act, send }: Desk) {
	const { problem } = state;
	const text = problem.game === "chess" ? problem.rows : problem.rows.replaceAll("/", "\n");
	return (
		<form
			class="text" onSubmit={(event) => {
				event.preventDefault();
				const data = new FormData(event.currentTarget).get("board");
				act.take(typeof data === "string" ? data : "");
				send({ type: "text", isShown: false });
			}}
		>
			<label for="board-text">{w.positionText}</label>
			<textarea id="board-text" name="board" rows={9} spellcheck={false} defaultValue={text} key={problem.rows} />
			<button type="submit">{w.pasteTake}</button>
		</form>
	);
}

function Tools(desk: Desk) {
	const { state, w, act, send } = desk;
	const { problem } = state;
	const isChess = problem.game === "chess";
	const tools = isChess ? [...gameOf(problem).stones, ""] : ["turns", "black", "white", ""];
	const name = (tool: string): string =>
		tool === "" ? w.tools.remove
			: isChess ? `${w.colours[colourOf(tool) ?? "white"]} ${w.pieces[tool.toUpperCase()] ?? ""}`
				: w.tools[tool as "turns" | "black" | "white"];
	return (
		<div class="tools">
			<div class={isChess ? "palette chess" : "palette"} role="group" aria-label={w.edit}>
				{tools.map((tool) => (
					<button
						key={tool} type="button" aria-pressed={state.tool === tool} aria-label={name(tool)} title={name(tool)}
						onClick={() => send({ type: "tool", tool })}
					>
						{!isChess ? name(tool) : tool === "" ? "✕" : (
							<svg viewBox="0 0 1 1" aria-hidden="true"><Piece stone={tool} x={0.5} y={0.5} kind="" /></svg>
						)}
					</button>
				))}
			</div>
			<div class="buttons">
				<button type="button" disabled={state.past.length === 0} onClick={() => act.undo()}>{w.undo}</button>
				<button type="button" disabled={state.future.length === 0} onClick={() => act.redo()}>{w.redo}</button>
				<button
					type="button"
					onClick={() => act.change(withBoard(problem, gameOf(problem).empty(gameOf(problem).size(problem.rows).columns)))}
				>{w.clear}</button>
			</div>
			{isChess && (
				<Choice
					id="turn" label={w.toMove} value={mover(problem)}
					choices={[["white", w.colours.white], ["black", w.colours.black]]}
					onChoice={(colour) => {
						const rows = withTurn(problem.rows, colour as Colour);
						act.change({ ...problem, rows, attacker: colour as Colour, first: "attacker" });
					}}
				/>
			)}
		</div>
	);
}

function Kos(desk: Desk) {
	const { state, w, act } = desk;
	const { problem } = state;
	const threats = (who: "attacker" | "defender", label: string) => (
		<Choice
			id={`threats-${who}`} label={label} value={`${problem.threats[who]}`}
			choices={[["0", "0"], ["1", "1"], ["2", "2"], ["unlimited", w.unlimited]]}
			onChoice={(value) => {
				const many = threatsOf(value);
				act.change({ ...problem, koVerdict: false, threats: { ...problem.threats, [who]: many } });
			}}
		/>
	);
	const empties = gameOf(problem).spots(problem.rows)
		.filter(({ point }) => gameOf(problem).stone(problem.rows, point) === "").map(({ point }) => point);
	return (
		<details>
			<summary>{w.ko}</summary>
			<label class="check">
				<input
					type="checkbox" checked={problem.koVerdict}
					onChange={(event) => act.change({ ...problem, koVerdict: event.currentTarget.checked })}
				/>
				{w.koVerdict}
			</label>
			<Choice
				id="ko" label={w.koPoint} value={problem.ko}
				choices={[["", w.koNone], ...empties.map((point) => [point, point] as const)]}
				onChoice={(ko) => act.change({ ...problem, ko })}
			/>
			{threats("attacker", w.threatsAttacker)}
			{threats("defender", w.threatsDefender)}
		</details>
	);
}

function LimitFields(desk: Desk) {
	const { state, w, send } = desk;
	const { limits } = state;
	const time = (s: number): string => (s < MINUTE_S ? fill(w.seconds, { n: s }) : fill(w.minutes, { n: s / MINUTE_S }));
	const times = [...new Set([...TIMES, limits.seconds])].sort((a, b) => a - b);
	const nodes = [...new Set([...NODES, limits.nodes])].sort((a, b) => a - b);
	const check = (label: string, isOn: boolean, set: (isOn: boolean) => void) => (
		<label class="check">
			<input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
			{label}
		</label>
	);
	return (
		<details open>
			<summary>{w.limits}</summary>
			<div class="buttons efforts" role="group" aria-label={w.presets}>
				{PRESETS.map(({ name, effort }) => (
					<button
						key={name} type="button"
						aria-pressed={limits.seconds === effort.seconds && limits.order === effort.order && limits.nodes === effort.nodes}
						onClick={() => send({ type: "limits", limits: effort })}
					>
						{w.presetNames[name]}
					</button>
				))}
			</div>
			<div class="pair">
				<Choice
					id="time" label={w.time} value={`${limits.seconds}`} choices={times.map((s) => [`${s}`, time(s)])}
					onChoice={(s) => send({ type: "limits", limits: { seconds: Number(s) } })}
				/>
				<Choice
					id="order" label={w.order} value={limits.order === null ? "" : `${limits.order}`}
					choices={[["", w.orderAuto], ...ORDERS.map((n) => [`${n}`, fill(w.orderN, { n })] as const)]}
					onChoice={(n) => send({ type: "limits", limits: { order: n === "" ? null : Number(n) } })}
				/>
			</div>
			<Choice
				id="nodes" label={w.nodes} value={`${limits.nodes}`}
				choices={nodes.map((n) => [`${n}`, n === 0 ? w.noLimit : n.toLocaleString(w.language)])}
				onChoice={(n) => send({ type: "limits", limits: { nodes: Number(n) } })}
			/>
			{check(w.plain, limits.plain, (plain) => send({ type: "limits", limits: { plain } }))}
			{check(w.shortest, limits.shortest, (shortest) => send({ type: "limits", limits: { shortest } }))}
			{check(w.fresh, limits.fresh, (fresh) => send({ type: "limits", limits: { fresh } }))}
		</details>
	);
}

export function Ask(desk: Desk) {
	const { state, w, act, send } = desk;
	const { problem, mode } = state;
	const hint = problem.game === "go" ? w.hints.go : problem.game === "chess" ? w.hints.chess : w.hints.other;
	const isEditing = mode === "edit";
	return (
		<section class={isEditing ? "panel ask editing" : "panel ask"} aria-label={w.heads.ask}>
			<h2>{w.heads.ask}</h2>
			<Sources {...desk} />
			<div class="buttons mode">
				<button
					type="button" aria-pressed={isEditing} onClick={() => send({ type: "mode", mode: isEditing ? "ask" : "edit" })}
				>{isEditing ? w.editDone : w.edit}</button>
				{problem.game === "go" && (
					<button type="button" aria-pressed={mode === "status"} onClick={() => act.showStatus(mode !== "status")}>
						{w.status}
					</button>
				)}
			</div>
			{isEditing ? <Tools {...desk} /> : <p class="hint">{mode === "status" ? w.statusHint : hint}</p>}
			<LimitFields {...desk} />
			{problem.game === "go" && <Kos {...desk} />}
			<button
				type="button" class="primary solve" id="solve" disabled={!isAsked(problem)}
				onClick={() => {
					send({ type: "mode", mode: "ask" });
					send({ type: "panel", panel: "answer" });
					void act.solve();
				}}
			>{w.solve}</button>
		</section>
	);
}
