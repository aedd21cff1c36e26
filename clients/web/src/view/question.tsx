// SPDX-License-Identifier: MIT
// question.tsx - the question in words, above the board: each word that is a choice is a button.
import { other } from "../games/game";
import { gameOf, isAsked, needs, withGoal } from "../problem";
import { withTurn } from "../games/chess";
import { questionOf } from "../words/sentences";
import { fill, pieces } from "../words/words";
import type { Desk } from "./desk";

const WITHIN_MOST = 6;
const MARKS = /^[?.,:]+/;

/** turnAround changes who moves first. */
export function turnAround({ state, act }: Desk): void {
	const { problem } = state;
	const first = problem.first === "attacker" ? "defender" : "attacker";
	// Of a FEN the side to move is the one that moves first.
	const attacker = problem.game === "chess" ? other(problem.attacker) : problem.attacker;
	act.ask({ ...problem, first, attacker });
}

/** otherSide asks the same for the other colour. */
function otherSide({ state, act }: Desk): void {
	const { problem } = state;
	const attacker = other(problem.attacker);
	const mover = problem.first === "attacker" ? attacker : other(attacker);
	const rows = problem.game === "chess" ? withTurn(problem.rows, mover) : problem.rows;
	act.ask({ ...problem, attacker, rows });
}

function nextWithin(desk: Desk): void {
	const within = (desk.state.limits.within + 1) % (WITHIN_MOST + 1);
	desk.act.ask(desk.state.problem, { within });
}

/** nextGoal goes through what can be asked about the same stones. */
function nextGoal(desk: Desk): void {
	const { problem } = desk.state;
	const ways = (needs(problem.goal) === 2 ? ["connect", "semeai"] : ["capture", "live"])
		.flatMap((goal) => [{ goal, first: "attacker" as const }, { goal, first: "defender" as const }])
		.filter(({ goal }) => gameOf(problem).goals.includes(goal))
		.filter(({ goal }) => isPair(desk, goal));
	const at = ways.findIndex(({ goal, first }) => goal === problem.goal && first === problem.first);
	const next = ways[(at + 1) % ways.length];
	if (!next) return;
	desk.act.ask(withGoal(problem, next.goal, problem.target, next.first));
}

/** isPair: stones of one colour are connected, stones of two race. */
function isPair({ state }: Desk, goal: string): boolean {
	const { problem } = state;
	if (needs(goal) < 2) return true;
	const [one, two] = problem.target.map((point) => gameOf(problem).stone(problem.rows, point));
	return goal === "connect" ? one === two : one !== two;
}

export function Question(desk: Desk) {
	const { state, w, send } = desk;
	const { problem, limits } = state;
	if (state.mode === "status") return <p class="question" id="question">{w.statusQuestion}</p>;
	if (!isAsked(problem)) {
		const text = problem.target.length === 1 ? w.chooseSecond : w.chooseTarget;
		return <p class="question" id="question">{text}</p>;
	}
	const { text, values } = questionOf(w, problem, limits);
	const all = pieces(text);
	/** What stays on the line of the button before it: a mark, and the last words. */
	const stuck = (i: number): string => {
		const { text: words = "", isName = true } = all[i] ?? {};
		if (isName || all[i - 1]?.isName !== true) return "";
		return i === all.length - 1 ? words : (MARKS.exec(words)?.[0] ?? "");
	};
	const actions: Record<string, { title: string; act: () => void }> = {
		mover: { title: w.turnAround, act: () => turnAround(desk) },
		attacker: { title: w.otherSide, act: () => otherSide(desk) },
		verb: { title: w.dropTarget, act: () => nextGoal(desk) },
		target: {
			title: w.dropTarget, act: () => send({ type: "change", problem: { ...problem, target: [] } }),
		},
		within: { title: w.within, act: () => nextWithin(desk) },
	};
	return (
		<p class="question" id="question">
			{all.map((piece, i) => {
				const action = piece.isName ? actions[piece.text] : undefined;
				const said = piece.isName ? values[piece.text] : piece.text.slice(stuck(i).length);
				if (!action) return <span key={i}>{said}</span>;
				return (
					<span key={i} class="stuck">
						<button type="button" class="word" title={action.title} onClick={action.act}>{said}</button>
						{stuck(i + 1)}
					</span>
				);
			})}
			{problem.region !== "" && (
				<>
					{" "}
					<button
						type="button" class="word" title={w.regionAll}
						onClick={() => desk.act.ask({ ...problem, region: "" })}
					>{fill(w.inRegion, { region: problem.region })}</button>
				</>
			)}
		</p>
	);
}
