// SPDX-License-Identifier: MIT
// proof.tsx - the way through the proof: where one is, what the replies are, and what was visited.
import { written } from "../line";
import { walkedLines } from "../state";
import { sayFailure, sayMove } from "../words/sentences";
import { fill } from "../words/words";
import type { Desk } from "./desk";

const REPLIES_MOST = 24;

function Here({ state, w, act }: Desk) {
	const { walk } = state;
	const node = walk.nodes[walk.moves.join(",")];
	if (!node) return null;
	const move = sayMove(w, written(state.problem, [...walk.moves, node.attack ?? ""]));
	const said = node.turn === "reached" ? w.proof.reached
		: fill(node.turn === "attack" ? w.proof.attack : w.proof.defence, { colour: w.colours[node.colour], move });
	return (
		<div class="place">
			<p role="status">
				{said} {node.turn !== "reached" && <span class="hint">{fill(w.proof.toGoal, { n: node.to_goal })}</span>}
			</p>
			{node.replies.length > 0 && (
				<ul class="replies">
					{node.replies.slice(0, REPLIES_MOST).map((reply) => (
						<li key={reply.move}>
							<button type="button" onClick={() => void act.walk([...walk.moves, reply.move])}>
								{reply.others ? w.proof.anyOther : sayMove(w, written(state.problem, [...walk.moves, reply.move]))}
								<span class="number">{reply.to_goal}</span>
							</button>
						</li>
					))}
				</ul>
			)}
			{node.others > 0 && <p class="hint">{fill(w.proof.others, { n: node.others })}</p>}
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
	const isDecided = result?.value === "proven" && result.scope !== "heuristic";
	const isWalking = state.walk.moves.length > 0 || "" in state.walk.nodes;
	return (
		<section class="panel proof" aria-label={w.heads.proof} id="proof">
			<h2>{w.heads.proof}</h2>
			{!isDecided && <p class="hint">{result?.value === "disproven" ? w.proof.denied : w.proof.none}</p>}
			{isDecided && !isWalking && (
				<button type="button" id="walk" onClick={() => void act.walk([])}>{w.proof.walk}</button>
			)}
			{isDecided && isWalking && <p class="hint">{w.proof.hint}</p>}
			{isDecided && <Here {...desk} />}
			{state.walk.failure && <p class="failure" role="status">{sayFailure(w, state.walk.failure)}</p>}
			{isDecided && isWalking && <div class="tree"><Branch {...desk} moves={[]} known={knownOf(state)} /></div>}
		</section>
	);
}
