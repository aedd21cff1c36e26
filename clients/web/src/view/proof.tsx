// SPDX-License-Identifier: MIT
// proof.tsx - the way through the proof: where one is, what the replies are, and what was visited.
import { written } from "../line";
import type { ProofNode } from "../protocol";
import { answerOf, isDenied, walkedLines } from "../state";
import { sayFailure, sayMove } from "../words/sentences";
import { fill } from "../words/words";
import type { Desk } from "./desk";

const REPLIES_MOST = 24;

/** sayPlace: whose turn it is, and what the proof plays; or why the line ends. */
function sayPlace({ state, w }: Desk, node: ProofNode): string {
	const { moves } = state.walk;
	if (node.held) return w.proof.held[node.held];
	if (node.turn === "reached") return w.proof.reached;
	const answer = answerOf(node);
	const move = sayMove(w, written(state.problem, [...moves, answer ?? ""]));
	return fill(answer ? w.proof.attack : w.proof.defence, { colour: w.colours[node.colour], move });
}

/** sayLeft: how far the goal is; in a disproof what is left of its bound. */
function sayLeft({ w }: Desk, node: ProofNode): string {
	if (node.turn === "reached" || node.held) return "";
	if (node.to_goal !== undefined) return fill(w.proof.toGoal, { n: node.to_goal });
	const said = node.again ? [w.proof.again] : [];
	if (node.left !== undefined) said.push(fill(node.claim.within === undefined ? w.proof.orderLeft : w.proof.movesLeft, { n: node.left }));
	return said.join(" ");
}

/** A move that may be tried, and beside it the moves to go, or what refutes it. */
function Choice(desk: Desk & { move: string; others: boolean; beside: string }) {
	const { state, w, act, move, others, beside } = desk;
	const moves = [...state.walk.moves, move];
	return (
		<li>
			<button type="button" onClick={() => void (isDenied(state) ? act.refute(moves) : act.walk(moves))}>
				{others ? w.proof.anyOther : sayMove(w, written(state.problem, moves))}
				{beside !== "" && <span class="number">{beside}</span>}
			</button>
		</li>
	);
}

function Here(desk: Desk) {
	const { state, w } = desk;
	const { walk } = state;
	const node = walk.nodes[walk.moves.join(",")];
	if (!node) return null;
	const refutation = (move: string, answer: string | null): string =>
		(answer ? `→ ${sayMove(w, written(state.problem, [...walk.moves, move, answer]))}` : "");
	return (
		<div class="place">
			<p role="status">{sayPlace(desk, node)} <span class="hint">{sayLeft(desk, node)}</span></p>
			{node.replies.length + node.attacks.length > 0 && (
				<ul class="replies">
					{node.replies.slice(0, REPLIES_MOST).map(({ move, others, to_goal }) =>
						<Choice key={move} {...desk} move={move} others={others} beside={`${to_goal}`} />)}
					{node.attacks.slice(0, REPLIES_MOST).map(({ move, others, refutation: answer }) =>
						<Choice key={move} {...desk} move={move} others={others} beside={refutation(move, answer)} />)}
				</ul>
			)}
			{node.others > 0 && <p class="hint">{fill(isDenied(state) ? w.proof.othersAlike : w.proof.others, { n: node.others })}</p>}
		</div>
	);
}

/** One place of the tree with the places below it that were visited. */
function Branch(desk: Desk & { moves: string[]; known: readonly string[] }) {
	const { state, w, act, moves, known } = desk;
	const path = moves.join(",");
	const isHere = path === state.walk.moves.join(",");
	const below = known.filter((key) => {
		const keyMoves = key.split(",");
		return keyMoves.length === moves.length + 1 && keyMoves.slice(0, -1).join(",") === path;
	});
	const children = below.map((key) => <Branch key={key} {...desk} moves={key.split(",")} known={known} />);
	const isFork = children.length > 1;
	return (
		<>
			<button
				type="button" class={moves.length % 2 === 1 ? "ply odd" : "ply"} aria-current={isHere ? "true" : undefined}
				onClick={() => void act.walk(moves)}
			>{moves.length === 0 ? w.start : sayMove(w, written(state.problem, moves))}</button>
			{isFork ? <ul>{children.map((child, i) => <li key={i}>{child}</li>)}</ul> : children}
		</>
	);
}

function knownOf(state: Desk["state"]): string[] {
	const known = new Set<string>();
	const add = (moves: readonly string[]): void => {
		for (let i = 1; i <= moves.length; i++) known.add(moves.slice(0, i).join(","));
	};
	add(state.job.result?.coords ?? state.job.result?.line ?? []);
	walkedLines(state.walk).forEach(add);
	return [...known];
}

export function Proof(desk: Desk) {
	const { state, w, act } = desk;
	const { result } = state.job;
	const isDisproof = isDenied(state);
	const isDecided = result !== null && result.value !== "undecided" && result.scope !== "heuristic" && !state.walk.hasNone;
	const isWalking = state.walk.moves.length > 0 || "" in state.walk.nodes;
	const head = isDisproof ? w.heads.disproof : w.heads.proof;
	return (
		<section class="panel proof" aria-label={head} id="proof">
			<h2>{head}</h2>
			{!isDecided && !isDisproof && <p class="hint">{w.proof.none}</p>}
			{isDisproof && <p class="hint">{w.proof.denied}</p>}
			{isDecided && !isWalking && (
				<button type="button" id="walk" onClick={() => void act.walk([])}>{isDisproof ? w.proof.walkDenied : w.proof.walk}</button>
			)}
			{isDecided && !isDisproof && isWalking && <p class="hint">{w.proof.hint}</p>}
			{isDecided && <Here {...desk} />}
			{state.walk.failure && <p class="failure" role="status">{sayFailure(w, state.walk.failure)}</p>}
			{isDecided && isWalking && <div class="tree"><Branch {...desk} moves={[]} known={knownOf(state)} /></div>}
		</section>
	);
}
