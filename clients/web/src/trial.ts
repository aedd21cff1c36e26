// SPDX-License-Identifier: MIT
// trial.ts - a move that somebody tries against the answer: what comes of it, what refutes it, and how it is taken back;
// and what a proof or a disproof has at a place.
import * as connection from "./connection";
import { type Mine, ofMine } from "./jobs";
import { moverAfter } from "./line";
import type { FirstMove, ProofNode, Result, Submission } from "./protocol";
import { isDenied, type State } from "./state";

/** proofAt: a place of the proof, or disproof, of a job. */
export function proofAt(job: Mine, moves: readonly string[], signal?: AbortSignal): Promise<ProofNode> {
	const query = moves.length > 0 ? `?moves=${moves.map(encodeURIComponent).join(",")}` : "";
	return ofMine(job, (path) => connection.get<ProofNode>(`${path}/proof${query}`, signal), signal);
}

/** soon ends what is asked when it takes more than `ms`, or when the signal says so. */
export async function soon<T>(ms: number, signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const ending = new AbortController();
	const end = (): void => ending.abort();
	signal.addEventListener("abort", end);
	const timer = setTimeout(end, ms);
	try {
		return await ask(ending.signal);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", end);
	}
}

/** tryOut asks what comes of a move, the question being put after it. Of an attack that fails it tells a second time, with
 * what refutes it, where the daemon does not name that with its answer. */
export async function tryOut(asked: Submission, signal: AbortSignal, told: (result: Result) => void): Promise<void> {
	const found: Result[] = [];
	await connection.stream("/v1/solve", asked, signal, ({ event, data }) => {
		if (event === "done" && !signal.aborted) found.push(data as Result);
	});
	const [result] = found;
	if (!result) return;
	told(result);
	if (result.value !== "disproven" || result.best || asked.goal.first !== "defender") return;
	const reply = await replyTo(asked, signal);
	if (!reply || signal.aborted) return;
	told({ ...result, best: reply.move, ...(reply.move_coords ? { best_coords: reply.move_coords } : {}) });
}

/** replyTo: the first move that is found to work, the others not being waited for; null: none is. */
async function replyTo(asked: Submission, signal: AbortSignal): Promise<FirstMove | null> {
	const ending = new AbortController();
	const end = (): void => ending.abort();
	signal.addEventListener("abort", end);
	const found: FirstMove[] = [];
	try {
		await connection.stream("/v1/moves", { ...asked, ko_verdict: false }, ending.signal, ({ event, data }) => {
			if (event !== "move" || (data as FirstMove).verdict !== "works") return;
			found.push(data as FirstMove);
			end();
		});
	} catch (error) {
		if (!connection.isAborted(error) && connection.refusal(error).isGone) throw error;
	} finally {
		signal.removeEventListener("abort", end);
	}
	return found[0] ?? null;
}

/** triedBefore: what was tried before the latest move, in a disproof, where one goes on from reply to reply; none: nothing. */
export function triedBefore(state: State): string[] {
	const { why, problem } = state;
	const before = why.moves.slice(0, -1);
	if (!isDenied(state)) return [];
	const isReply = before.length > 1 && moverAfter(problem, before) === problem.attacker;
	return isReply ? before.slice(0, -1) : before;
}
