// SPDX-License-Identifier: MIT
// controller.ts - what follows from what somebody does: it asks the gateway and sends messages to the state.
//
// Streams   One question, one "all first moves" or one move that is tried, one status and two rows of a collection
//           at a time: a browser has six connections to a gateway. What is begun anew ends what it replaces.
//
// Jobs      The question is a job of the gateway's, so that a lost connection does not end it: it is followed again
//           from where it was left. Whoever leaves the page, or asks something else, ends it. All else ends with
//           its connection, and is asked again.
import * as connection from "./connection";
import { failureOf, noProof } from "./failures";
import { Fault } from "./games/game";
import { Link, type Store } from "./link";
import { Login } from "./login";
import type { Message } from "./messages";
import { isLegal, limitsAfter, moverAfter, problemAfter, written } from "./line";
import { readText } from "./parse/detect";
import { gameOf, isAsked, type Limits, type Problem, submission } from "./problem";
import type {
	FirstMove, Job, LifeBegun, MovesBegun, Progress, Result, StatusBegun, Submission, Submitted, Verdict,
} from "./protocol";
import { answerOf, type Failure, type State } from "./state";
import { proofAt, soon, triedBefore, tryOut } from "./trial";

const PROGRESS_MS = 100;
const STATUS_MS = 5000;
const BUSY_MS = 200;
const LIST_AT_ONCE = 2;
/** How long the certificate of a disproof is waited for; then what refutes the move is searched for instead. */
const PROOF_MS = 2000;
const FILE_MOST = 8 * 1024 * 1024;

export class Controller {
	private asking: AbortController | null = null;
	private firsting: AbortController | null = null;
	private watching: AbortController | null = null;
	private listing: AbortController | null = null;
	readonly link: Link;
	readonly login: Login;

	constructor(private readonly store: Store) {
		this.link = new Link(store);
		this.login = new Login(store, () => this.askAgain());
	}

	private get state(): State {
		return this.store.state();
	}

	private send(message: Message): void {
		this.store.send(message);
	}

	/* --- the question --- */

	/** solve asks the question that stands there. */
	async solve(): Promise<void> {
		const { problem, limits } = this.state;
		if (!isAsked(problem)) return;
		this.stopAll();
		const asking = new AbortController();
		this.asking = asking;
		this.send({ type: "job/asked" });
		try {
			const asked = await this.withRegion(submission(problem, limits), problem, asking.signal);
			const { job } = await connection.post<Submitted>("/v1/jobs", asked);
			if (asking.signal.aborted) connection.remove(`/v1/jobs/${job}`).catch((error: unknown) => this.link.lost(error, null));
			else {
				this.send({ type: "job/begun", job });
				void this.follow(job, { lastId: "" }, asking.signal);
			}
		} catch (error) {
			this.solveFailed(error, asking.signal);
		}
	}

	/** follow tells of a job until it is done. When the connection is lost it goes on from where it was, at once
	 * or when the gateway is there again. */
	private async follow(job: number, place: connection.Place, signal: AbortSignal, isAgain = false): Promise<void> {
		try {
			await connection.follow(job, PROGRESS_MS, place, signal, ({ event, data }) => {
				if (signal.aborted) return;
				if (event === "job") this.send({ type: "job/begun", job: (data as Job).job });
				else if (event === "progress") this.send({ type: "job/progress", progress: data as Progress });
				else if (event === "done") this.send({ type: "job/done", result: data as Result });
			});
		} catch (error) {
			if (connection.isAborted(error) || signal.aborted) return;
			const refusal = connection.refusal(error);
			if (isAgain && refusal.isForgotten) {
				this.asking?.abort(); // there is nothing to end: a daemon that has begun anew gives the job's number again
				void this.solve();
			} else if (refusal.isGone && !isAgain) void this.follow(job, place, signal, true);
			else if (!this.link.lost(error, () => void this.follow(job, place, signal, true))) this.solveFailed(error, signal);
		}
	}

	private solveFailed(error: unknown, signal: AbortSignal): void {
		if (connection.isAborted(error) || signal.aborted) return;
		const isGone = this.link.lost(error, () => void this.solve());
		this.send({ type: "job/failed", failure: isGone ? { text: "goneNow", what: "" } : failureOf(error) });
	}

	/** endJob stops the search of the question, where there is one; the page may be gone before the answer. */
	endJob(isLeaving = false): void {
		const { phase, number } = this.state.job;
		if (phase === "running" && number !== null)
			connection.remove(`/v1/jobs/${number}`, isLeaving).catch((error: unknown) => this.link.lost(error, null));
	}

	/** withRegion: life is asked about within a region, which the daemon finds where none is given. */
	private async withRegion(asked: Submission, problem: Problem, signal: AbortSignal): Promise<Submission> {
		if (problem.goal !== "live" || problem.region !== "") return asked;
		let found = "";
		const life = {
			position: asked.position, group: problem.target.join(" "), time_ms: 1, moves: false,
			ask: problem.first === "attacker" ? "live" : "kill",
		};
		await connection.stream("/v1/go/life", life, signal, ({ event, data }) => {
			if (event === "begun") found = (data as LifeBegun).region ?? "";
		});
		return found === "" ? asked : { ...asked, options: { ...asked.options, region: found } };
	}

	/** cancel stops the search; what it knows so far is its answer. */
	cancel(): void {
		const { job } = this.state;
		this.firsting?.abort();
		this.listing?.abort();
		if (this.state.firsts.phase === "running") this.send({ type: "firsts/done", failure: null });
		if (this.state.why.phase === "running") this.send({ type: "why/dropped" });
		if (this.state.list) this.send({ type: "list/running", isRunning: false });
		this.endJob();
		if (job.phase === "asked") {
			this.asking?.abort();
			this.send({ type: "job/failed", failure: { text: "cancelled", what: "" } });
		}
	}

	/** askAgain asks what is on the board, where it has no answer. */
	private askAgain(): void {
		const { mode, problem, job } = this.state;
		if (mode === "status") void this.status();
		else if (isAsked(problem) && job.result === null) void this.solve();
	}

	/** logOut ends what is searched for the account, and forgets its token. */
	logOut(): void {
		this.cancel();
		this.watching?.abort();
		void this.login.leave();
	}

	private stopAll(): void {
		if (this.asking?.signal.aborted === false) this.endJob();
		this.asking?.abort();
		this.firsting?.abort();
	}

	load(problem: Problem, limits?: Limits): void {
		this.stopAll();
		this.send(limits ? { type: "load", problem, limits } : { type: "load", problem });
		if (this.state.mode === "status") void this.status();
		else if (isAsked(problem)) void this.solve();
	}

	/** change edits the problem; a status that is shown follows. */
	change(problem: Problem): void {
		this.stopAll();
		this.send({ type: "change", problem });
		this.followBoard();
	}

	undo(): void {
		this.stopAll();
		this.send({ type: "undo" });
		this.followBoard();
	}

	redo(): void {
		this.stopAll();
		this.send({ type: "redo" });
		this.followBoard();
	}

	private followBoard(): void {
		if (this.state.mode === "status") void this.status();
	}

	/** ask changes the question and puts it. */
	ask(problem: Problem, limits: Partial<Limits> = {}): void {
		this.stopAll();
		this.send({ type: "change", problem });
		this.send({ type: "limits", limits });
		this.send({ type: "panel", panel: "answer" });
		void this.solve();
	}

	/** take reads what was pasted, dropped or opened. */
	take(text: string, name = ""): void {
		try {
			if (text.length > FILE_MOST) throw new Fault("tooLarge", "");
			const found = readText(text, this.state.problem.game);
			this.send({ type: "notice", notice: null });
			if (found.kind === "problem") this.load(found.problem, found.limits);
			else {
				this.send({ type: "list/open", name, entries: found.entries });
				this.pick(0, false);
			}
		} catch (error) {
			this.send({ type: "notice", notice: failureOf(error) });
		}
	}

	/* --- the proof --- */

	/** walk goes to a place of the proof. An attacker's move that follows is played at once, if it `goesOn`. */
	async walk(moves: string[], goesOn = true): Promise<void> {
		const { job, walk, problem } = this.state;
		if (job.number === null) return;
		this.send({ type: "walk/asked", moves });
		try {
			const node = walk.nodes[moves.join(",")] ?? (await proofAt(job.number, moves));
			if (this.state.problem !== problem || this.state.walk.moves !== moves) return;
			this.send({ type: "walk/told", node });
			const answer = answerOf(node);
			if (goesOn && answer) await this.walk([...moves, answer]);
		} catch (error) {
			const isGone = this.link.lost(error, null);
			this.send({ type: "walk/failed", failure: isGone ? { text: "goneNow", what: "" } : noProof(error) });
		}
	}

	/** refute plays the last of these moves against a disproof: its certificate answers, or a search, where it has no
	 * answer to that, or not soon enough. */
	async refute(moves: string[]): Promise<void> {
		const { job, walk, problem } = this.state;
		const isAttackers = moverAfter(problem, moves.slice(0, -1)) === problem.attacker;
		if (job.number === null || !isAttackers || walk.hasNone || job.result?.scope === "heuristic") return this.why(moves);
		const { signal } = this.begin();
		this.send({ type: "walk/asked", moves });
		try {
			const node = walk.nodes[moves.join(",")] ?? (await soon(PROOF_MS, signal, proofAt.bind(null, job.number, moves)));
			if (signal.aborted || this.state.walk.moves !== moves) return;
			this.send({ type: "walk/told", node });
			if (node.refutation) await this.walk([...moves, node.refutation]);
		} catch (error) {
			if (signal.aborted || this.state.walk.moves !== moves) return;
			this.send({ type: "walk/unanswered", isNone: error instanceof connection.Refusal && error.hasNoProof });
			await this.why(moves);
		}
	}

	/* --- first moves, and moves that are tried --- */

	/** why plays the last of these moves against the answer, and asks what comes of it. */
	async why(moves: string[]): Promise<void> {
		const { problem, limits } = this.state;
		const firsting = this.begin();
		this.send({ type: "why/asked", moves });
		const fails = (failure: Failure): void => this.send({ type: "why/failed", failure });
		const left = limitsAfter(problem, limits, moves);
		if (!isLegal(problem, moves)) fails({ text: "illegal", what: moves.at(-1) ?? "" });
		else if (!left) fails({ text: "tooSlow", what: written(problem, moves) });
		else {
			const asked = submission(problemAfter(problem, moves), left);
			const told = (result: Result): void => this.send({ type: "why/told", result });
			await tryOut(asked, firsting.signal, told).catch((error: unknown) => {
				if (connection.isAborted(error) || firsting.signal.aborted) return;
				const isGone = this.link.lost(error, () => void this.why(moves));
				fails(isGone ? { text: "goneNow", what: "" } : failureOf(error));
			});
		}
	}

	/** begin ends the first moves, or the move that is tried, and lends the signal for what takes their place. */
	private begin(): AbortController {
		this.firsting?.abort();
		if (this.state.firsts.phase === "running") this.send({ type: "firsts/done", failure: null });
		this.firsting = new AbortController();
		return this.firsting;
	}

	/** takeBack takes back a move that was tried; in a disproof the one before it is on the board again. */
	takeBack(): void {
		const before = triedBefore(this.state);
		if (before.length > 0) void this.refute(before);
		else this.dropWhy();
	}

	dropWhy(): void {
		this.firsting?.abort();
		this.send({ type: "why/dropped" });
	}

	async firsts(): Promise<void> {
		const { problem, limits } = this.state;
		if (!isAsked(problem)) return;
		const firsting = this.begin();
		this.send({ type: "step", step: 0 });
		this.send({ type: "firsts/asked" });
		try {
			const asked = submission({ ...problem, koVerdict: false }, { ...limits, shortest: false });
			await connection.stream("/v1/moves", asked, firsting.signal, ({ event, data }) => {
				if (event === "begun") this.send({ type: "firsts/begun", moves: (data as MovesBegun).moves });
				else if (event === "move") this.send({ type: "firsts/move", move: data as FirstMove });
			});
			this.send({ type: "firsts/done", failure: null });
		} catch (error) {
			if (connection.isAborted(error)) return;
			this.link.lost(error, () => void this.firsts());
			this.send({ type: "firsts/done", failure: failureOf(error) });
		}
	}

	/* --- a whole board --- */

	async status(): Promise<void> {
		const { problem } = this.state;
		this.watching?.abort();
		const watching = new AbortController();
		this.watching = watching;
		this.send({ type: "status/asked" });
		try {
			const asked = { position: { rows: problem.rows }, time_ms: STATUS_MS };
			await connection.stream("/v1/go/status", asked, watching.signal, ({ event, data }) => {
				if (watching.signal.aborted) return;
				if (event === "begun")
					this.send({ type: "status/begun", questions: (data as StatusBegun).questions });
				else if (event === "verdict") this.send({ type: "status/verdict", verdict: data as Verdict });
				else this.send({ type: "status/done", failure: null });
			});
		} catch (error) {
			if (connection.isAborted(error) || this.watching !== watching) return;
			if (connection.isBusy(error)) {
				window.setTimeout(() => {
					if (this.watching === watching && this.state.mode === "status") void this.status();
				}, BUSY_MS);
				return;
			}
			this.link.lost(error, () => void this.status());
			this.send({ type: "status/done", failure: failureOf(error) });
		}
	}

	/** showStatus turns the status of the whole board on and off. */
	showStatus(isShown: boolean): void {
		this.watching?.abort();
		this.stopAll();
		this.send({ type: "mode", mode: isShown ? "status" : "ask" });
		if (isShown) void this.status();
	}

	/* --- collections --- */

	/** pick shows a row of the list. */
	pick(at: number, isAnswered = true): void {
		const row = this.state.list?.rows[at];
		if (!row) return;
		this.stopAll();
		this.send({ type: "list/at", at });
		const within = row.within ?? 0;
		this.send({ type: "load", problem: row.problem, limits: { ...this.state.limits, within } });
		if (row.result) this.send({ type: "job/done", result: row.result });
		else if (isAnswered && isAsked(row.problem)) void this.solve();
	}

	async runList(): Promise<void> {
		this.listing?.abort();
		const listing = new AbortController();
		this.listing = listing;
		this.send({ type: "list/running", isRunning: true });
		const one = async (): Promise<void> => {
			for (;;) {
				const at = this.state.list?.rows.findIndex((row) => row.phase === "waiting") ?? -1;
				if (at < 0 || listing.signal.aborted) return;
				await this.solveRow(at, listing.signal);
			}
		};
		await Promise.all(Array.from({ length: LIST_AT_ONCE }, one));
		if (this.listing === listing) this.send({ type: "list/running", isRunning: false });
	}

	private async solveRow(at: number, signal: AbortSignal): Promise<void> {
		const row = this.state.list?.rows[at];
		if (!row) return;
		this.send({ type: "list/begun", at });
		if (!isAsked(row.problem)) {
			this.send({ type: "list/row", at, result: null, failure: "notAsked" });
			return;
		}
		const limits = { ...this.state.limits, within: row.within ?? 0 };
		try {
			await connection.stream("/v1/solve", submission(row.problem, limits), signal, ({ event, data }) => {
				if (event === "done") this.send({ type: "list/row", at, result: data as Result, failure: "" });
			});
		} catch (error) {
			const isRefused = connection.refusal(error).needsToken;
			if (connection.isAborted(error) || isRefused || this.link.lost(error, () => void this.runList())) {
				this.listing?.abort();
				this.send({ type: "list/row", at, result: null, failure: "" });
			} else this.send({ type: "list/row", at, result: null, failure: failureOf(error).what });
		}
	}

	runAgain(): void {
		this.send({ type: "limits", limits: { seconds: this.state.limits.seconds * 10, nodes: this.state.limits.nodes * 10 } });
		this.send({ type: "list/again" });
		void this.runList();
	}

	closeList(): void {
		this.listing?.abort();
		this.send({ type: "list/close" });
	}

	/** between: the move of a piece on the board that is shown; null: there is none. */
	between(rows: string, from: string, to: string): string | null {
		return gameOf(this.state.problem).between?.(rows, from, to) ?? null;
	}
}
