// SPDX-License-Identifier: MIT
// ring.tsx - the questions that make sense about a block, around it.
import { boxOf } from "../boards/grounds";
import { colourOf } from "../games/game";
import { gameOf, withGoal } from "../problem";
import type { First } from "../protocol";
import { fill } from "../words/words";
import type { Desk } from "./desk";

const HALF = 0.5;

export function Ring(desk: Desk) {
	const { state, w, act, send } = desk;
	const { problem, chosen } = state;
	const game = gameOf(problem);
	const spot = game.spots(problem.rows).find(({ point }) => point === chosen);
	const colour = colourOf(game.stone(problem.rows, chosen ?? ""));
	if (!chosen || !spot || !colour || state.mode !== "ask" || problem.game !== "go") return null;
	const box = boxOf(game, problem.rows);
	const left = (spot.x - box.x) / box.width;
	const top = (spot.y - box.y) / box.height;
	const ask = (goal: string, first: First): void => {
		send({ type: "choose", point: null });
		act.ask(withGoal(problem, goal, [chosen], first));
	};
	const pair = (goal: string): void => {
		send({ type: "change", problem: withGoal(problem, goal, [chosen], "attacker") });
	};
	return (
		<div
			class={`ring ${top > HALF ? "above" : "below"} ${left > HALF ? "left" : "right"}`} role="group"
			aria-label={fill(w.ring.title, { colour: w.colours[colour], point: chosen })}
			style={{ left: `${left * 100}%`, top: `${top * 100}%` }}
		>
			<span class="title">{fill(w.ring.title, { colour: w.colours[colour], point: chosen })}</span>
			<button type="button" onClick={() => ask("capture", "attacker")}>{w.ring.capture}</button>
			<button type="button" onClick={() => ask("capture", "defender")}>{w.ring.save}</button>
			<button type="button" onClick={() => ask("live", "attacker")}>{w.ring.live}</button>
			<button type="button" onClick={() => ask("live", "defender")}>{w.ring.kill}</button>
			<button type="button" onClick={() => pair("connect")}>{w.ring.connect}</button>
			<button type="button" onClick={() => pair("semeai")}>{w.ring.semeai}</button>
		</div>
	);
}
