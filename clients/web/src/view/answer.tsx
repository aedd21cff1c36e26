// SPDX-License-Identifier: MIT
// answer.tsx - the verdict, the line to step through, the zone, all first moves, and what to do where it is open.
import { gameOf, isAsked, ORDER_DEFAULT, type Problem } from "../problem";
import type { Result, Value } from "../protocol";
import { isDenied } from "../state";
import { isYes, sayFailure, sayMove, sayRefuted, sayVerdict, sayWhy } from "../words/sentences";
import { count, duration, fill } from "../words/words";
import { tryFirst } from "./clicks";
import type { Desk } from "./desk";

const ORDER_MOST = 7;
const SECONDS_MOST = 86400;
const MORE = 10;
const NO_BREAK = "\u00a0";

function Offers({ state, w, act, send }: Desk) {
	const { limits, job } = state;
	const again = (more: Partial<typeof limits>): void => {
		send({ type: "limits", limits: more });
		void act.solve();
	};
	const order = Math.max(limits.order ?? ORDER_DEFAULT, job.result?.order ?? 0);
	return (
		<div class="buttons">
			<button
				type="button"
				onClick={() => again({ seconds: Math.min(SECONDS_MOST, limits.seconds * MORE), nodes: limits.nodes * MORE })}
			>{w.offers.time}</button>
			{order < ORDER_MOST && !limits.plain && (
				<button type="button" onClick={() => again({ order: order + 1 })}>{fill(w.offers.order, { n: order + 1 })}</button>
			)}
			{!limits.plain && <button type="button" onClick={() => again({ plain: true })}>{w.offers.plain}</button>}
		</div>
	);
}

function Line({ state, w, send }: Desk) {
	const line = state.job.result?.line ?? [];
	if (line.length === 0) return null;
	return (
		<>
			<h3 id="line-head">{w.theLine}</h3>
			<ol class="line" aria-labelledby="line-head">
				{line.map((move, i) => (
					<li key={i}>
						<button
							type="button" aria-current={state.step === i + 1 && state.walk.moves.length === 0 ? "step" : undefined}
							onClick={() => send({ type: "step", step: i + 1 })}
						><span class="number">{i + 1}</span> {sayMove(w, move)}</button>
					</li>
				))}
			</ol>
		</>
	);
}

function Zone({ state, w, send }: Desk) {
	const zone = state.job.result?.zone;
	if (!state.job.result || state.job.result.value === "undecided") return null;
	const { columns, rows } = gameOf(state.problem).size(state.problem.rows);
	if (!zone || zone.length === columns * rows) return state.problem.game === "chess" ? null : <p class="hint">{w.noZone}</p>;
	return (
		<label class="check">
			<input
				type="checkbox" checked={state.hasZone}
				onChange={(event) => send({ type: "zone", isShown: event.currentTarget.checked })}
			/>
			{fill(w.zoneText, { n: zone.length })}
		</label>
	);
}

const SIGNS = { works: "✓", fails: "✕", open: "?" } as const;

function Firsts(desk: Desk) {
	const { state, w, act } = desk;
	const { firsts } = state;
	const number = (verdict: string): number => firsts.moves.filter((move) => move.verdict === verdict).length;
	const said = { works: w.works, fails: w.fails, open: w.isOpen };
	return (
		<div class="firsts">
			<div class="buttons">
				<button
					type="button" disabled={!isAsked(state.problem) || firsts.phase === "running"} onClick={() => void act.firsts()}
				>{w.firsts}</button>
				{firsts.phase === "running" && (
					<span class="hint">{fill(w.firstsOf, { n: firsts.moves.length, all: firsts.total })}</span>
				)}
			</div>
			{firsts.failure && <p class="failure">{sayFailure(w, firsts.failure)}</p>}
			{firsts.phase === "done" && !firsts.failure && (
				<p class="hint">{fill(w.firstsCount, { works: number("works"), fails: number("fails"), open: number("open") })}</p>
			)}
			{firsts.moves.length > 0 && (
				<ul class="moves" tabIndex={0} aria-label={w.firsts}>
					{firsts.moves.map((move) => (
						<li key={move.move} class={move.verdict}>
							<span class="sign" aria-hidden="true">{SIGNS[move.verdict]}</span>
							<button type="button" onClick={() => tryFirst(desk, move.move_coords ?? move.move)}>
								{sayMove(w, move.move)}
							</button> {said[move.verdict]}
							{move.verdict === "fails" && move.best && `, ${fill(w.refuted, { move: sayMove(w, move.best) })}`}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}

function Facts({ state, w }: Desk) {
	const { result } = state.job;
	if (!result) return null;
	const facts = [
		`${w.order} ${result.order}`,
		...(result.value === "undecided" ? [] : [fill(w.plies, { n: result.depth })]),
		fill(w.nodeCount, { n: count(result.nodes) }),
		duration(result.time_ms),
		...(result.remembered ? [w.verdict.remembered] : []),
	];
	if (result.driver === "plain") facts[0] = w.allMoves;
	// A line breaks between facts, not in them.
	return <p class="facts">{facts.map((fact) => fact.replaceAll(" ", NO_BREAK)).join(`${NO_BREAK}· `)}</p>;
}

/** What is said of a value: the first sentence large, the others below it. */
function Said({ value, said }: { value: string; said: readonly string[] }) {
	const [head, ...rest] = said;
	return (
		<div class={`verdict ${value}`} id="verdict" role="status">
			<p class="head"><span class="sign" aria-hidden="true" />{head}</p>
			{rest.length > 0 && <p>{rest.join(" ")}</p>}
		</div>
	);
}

/** What comes of a move that somebody tries against the answer. */
function Tried({ state, w }: Desk) {
	const { why, problem } = state;
	const { value, said } = sayWhy(w, why, problem);
	return <Said value={value} said={said} />;
}

/** signOf: how an answer looks. "Can it be saved? Yes." is a yes, though it disproves the capture. */
function signOf(result: Result, problem: Problem): Value {
	if (result.value === "undecided") return "undecided";
	return isYes(result, problem) ? "proven" : "disproven";
}

export function Verdict(desk: Desk) {
	const { state, w } = desk;
	const { job, problem, limits } = state;
	if (state.why.phase !== "idle") return <Tried {...desk} />;
	const tried = isDenied(state) && state.walk.moves.length > 0 ? sayRefuted(w, state) : null;
	if (tried) return <Said value={tried.value} said={tried.said} />;
	const { result, failure } = job;
	const value = failure ? "failed" : result ? signOf(result, problem) : job.phase === "idle" ? "none" : "searching";
	const said = failure ? [sayFailure(w, failure)]
		: result ? sayVerdict(w, result, problem, limits)
			: [job.phase !== "idle" ? w.verdict.searching : isAsked(problem) ? w.verdict.ready : w.verdict.notAsked];
	return <Said value={value} said={said} />;
}

export function Answer(desk: Desk) {
	const { state, w } = desk;
	const { result } = state.job;
	return (
		<section class="panel answer" aria-label={w.heads.answer}>
			<h2>{w.heads.answer}</h2>
			<Verdict {...desk} />
			<Facts {...desk} />
			{result?.value === "undecided" && <Offers {...desk} />}
			<Line {...desk} />
			<Zone {...desk} />
			<Firsts {...desk} />
		</section>
	);
}
