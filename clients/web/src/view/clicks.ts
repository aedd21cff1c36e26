// SPDX-License-Identifier: MIT
// clicks.ts - what a click on a point of the board means, and a drag from one to another.
import { sceneOf } from "../boards/scene";
import { colourOf, other, type Stone } from "../games/game";
import { gameOf, mover, needs, type Problem, withBoard, withGoal } from "../problem";
import { isDenied, type State, triedMoves } from "../state";
import type { Desk } from "./desk";

/** edited: the stone that a tool leaves on a point. */
function edited(problem: Problem, point: string, tool: string): string {
	const game = gameOf(problem);
	const standing = game.stone(problem.rows, point);
	if (tool === "turns") {
		if (standing !== "") return game.put(problem.rows, point, "");
		const colour = game.turn(problem.rows);
		return game.play(problem.rows, point, colour) ?? problem.rows;
	}
	const stone: Stone = standing === tool ? "" : tool;
	return game.put(problem.rows, point, stone);
}

function edit(desk: Desk, point: string): void {
	const { state, act, send } = desk;
	const { problem, tool, chosen } = state;
	const game = gameOf(problem);
	const isMoving = game.shape === "squares" && tool !== "" && !game.stones.includes(tool);
	if (!isMoving) {
		const isKnown = tool === "" || game.stones.includes(tool);
		act.change(withBoard(problem, edited(problem, point, isKnown ? tool : "turns")));
		return;
	}
	const stone = chosen ? game.stone(problem.rows, chosen) : "";
	if (chosen && chosen !== point && stone !== "")
		act.change(withBoard(problem, game.put(game.put(problem.rows, chosen, ""), point, stone)));
	else send({ type: "choose", point: chosen === point || game.stone(problem.rows, point) === "" ? null : point });
}

/** playOn plays a move on a board whose status is shown, the sides in turn. */
function playOn(desk: Desk, point: string): void {
	const { state, act, send } = desk;
	const { problem } = state;
	const game = gameOf(problem);
	if (game.stone(problem.rows, point) !== "") {
		act.showStatus(false);
		send({ type: "choose", point });
		return;
	}
	const colour = mover(problem);
	const rows = game.play(problem.rows, point, colour);
	if (rows) act.change({ ...problem, rows, target: [], attacker: other(colour), first: "attacker", goal: "capture" });
}

/** movesTo: the moves that lead to the board from which one goes on: of a disproof the one that is shown, else that
 * before the move that is tried. */
function movesTo(state: State): string[] {
	const { walk, why, job, step } = state;
	if (why.phase !== "idle") return isDenied(state) && why.result?.value === "disproven" ? triedMoves(state) : why.moves.slice(0, -1);
	const line = job.result?.coords ?? job.result?.line ?? [];
	return walk.moves.length > 0 ? walk.moves : line.slice(0, step);
}

/** tryMove plays a move into the answer: the proof answers it, or, where it has no answer to such a move, a search. */
function tryMove(desk: Desk, move: string): void {
	tryAt(desk, movesTo(desk.state), move);
}

/** tryFirst plays a first move. */
export function tryFirst(desk: Desk, move: string): void {
	tryAt(desk, [], move);
}

function tryAt({ state, act }: Desk, moves: string[], move: string): void {
	const { result } = state.job;
	if (!result || (isDenied(state) && state.walk.isPending)) return;
	if (isDenied(state)) {
		void act.refute([...moves, move]);
		return;
	}
	const isAttackers = (moves.length % 2 === 0) === (state.problem.first === "attacker");
	const wanted = state.walk.nodes[moves.join(",")]?.attack ?? (result.coords ?? result.line)[moves.length];
	const isInProof = result.value === "proven" && result.scope !== "heuristic" && (!isAttackers || move === wanted);
	void (isInProof ? act.walk([...moves, move]) : act.why([...moves, move]));
}

function askAbout(desk: Desk, point: string): void {
	const { state, act, send } = desk;
	const { problem } = state;
	const { rows } = sceneOf(state);
	const game = gameOf(problem);
	const isStone = problem.game === "go" && game.stone(problem.rows, point) !== "" && game.stone(rows, point) !== "";
	const [first] = problem.target;
	if (isStone && needs(problem.goal) === 2 && problem.target.length === 1 && first !== undefined) join(desk, first, point);
	else if (isStone) send({ type: "choose", point: state.chosen === point ? null : point });
	else if (game.between) {
		const from = state.chosen;
		const move = from ? act.between(rows, from, point) : null;
		send({ type: "choose", point: move || from === point || game.stone(rows, point) === "" ? null : point });
		if (move) tryMove(desk, move);
	} else if (game.stone(rows, point) === "") {
		send({ type: "choose", point: null });
		tryMove(desk, point);
	}
}

/** join asks about two blocks: of one colour whether they connect, of two who wins the race. */
export function join({ state, act }: Desk, from: string, to: string): void {
	const { problem } = state;
	const game = gameOf(problem);
	const [one, two] = [game.stone(problem.rows, from), game.stone(problem.rows, to)];
	if (one === "" || two === "" || game.block(problem.rows, from).includes(to)) return;
	if (one === two) act.ask(withGoal(problem, "connect", [from, to], "attacker"));
	else act.ask(withGoal(problem, "semeai", [to, from], "attacker"));
}

export function clickPoint(desk: Desk, point: string): void {
	if (desk.state.mode === "edit") edit(desk, point);
	else if (desk.state.mode === "status") playOn(desk, point);
	else askAbout(desk, point);
}

export function dragPoints(desk: Desk, from: string, to: string, isRegion: boolean): void {
	const { state, act } = desk;
	const { problem, mode } = state;
	const game = gameOf(problem);
	if (game.between) {
		const stone = game.stone(problem.rows, from);
		if (mode === "edit" && colourOf(stone))
			act.change(withBoard(problem, game.put(game.put(problem.rows, from, ""), to, stone)));
		const move = mode === "ask" ? act.between(sceneOf(state).rows, from, to) : null;
		if (move) tryMove(desk, move);
	} else if (problem.game === "go" && mode === "ask") {
		if (isRegion || game.stone(problem.rows, from) === "") act.change({ ...problem, region: `${from}-${to}` });
		else join(desk, from, to);
	}
}
