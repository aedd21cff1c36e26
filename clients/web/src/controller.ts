// SPDX-License-Identifier: MIT
// controller.ts - what follows from what somebody does: it asks the gateway and sends messages to the state.
//
// Streams   One question, one "all first moves" or one move that is tried, one status and two rows of a collection
//           at a time: a browser has six connections to a gateway. What is begun anew ends what it replaces.
//
// Jobs      The question is a job of the gateway's (question.ts). All else ends with its connection, and is asked again.
import * as connection from "./connection";
import { failureOf, noProof } from "./failures";
import { Fault } from "./games/game";
import { labelled, ofMine } from "./jobs";
import { Link, type Store } from "./link";
import { Login } from "./login";
import type { Message } from "./messages";
import { isLegal, limitsAfter, moverAfter, problemAfter, written } from "./line";
import { isCertificate, readCertificate } from "./parse/certificate";
import { type Read, readText } from "./parse/detect";
import { gameOf, isAsked, type Limits, type Problem, submission } from "./problem";
import type { FirstMove, MovesBegun, Result, StatusBegun, Verdict } from "./protocol";
import { Question } from "./question";
import { answerOf, type Failure, isDenied, mineOf, needless, type State } from "./state";
import { proofAt, soon, triedBefore, tryOut } from "./trial";

const STATUS_MS = 5000;
const BUSY_MS = 200;
const LIST_AT_ONCE = 2;
/** How long the certificate of a disproof is waited for; then what refutes the move is searched for instead. */
const PROOF_MS = 2000;
const FILE_MOST = 8 * 1024 * 1024;

export class Controller {
	private firsting: AbortController | null = null;
	private watching: AbortController | null = null;
	private listing: AbortController | null = null;
	private readonly question: Question;
	readonly link: Link;
	readonly login: Login;

	constructor(private readonly store: Store) {
		this.link = new Link(store);
		this.question = new Question(store, this.link);
		this.login = new Login(store, () => this.askAgain());
	}

	private get state(): State {
		return this.store.state();
	}

	private send(message: Message): void {
		this.store.send(message);
	}

	/* --- the question --- */

	/** solve asks the question that stands there; `then` is done once it is answered. */
	async solve(then?: () => void): Promise<void> {
		if (!isAsked(this.state.problem)) return;
		this.stopAll();
		await this.question.ask(then);
	}

	/** anew asks the question again whose job the daemon does not know any more, and goes on if the answer is the same. */
	private async anew(goOn: () => void): Promise<void> {
		const { job, problem } = this.state;
		await this.solve(() => {
			if (this.state.problem === problem && this.state.job.result?.value === job.result?.value) goOn();
		});
	}

	/** leave ends what would go on without the page. */
	leave(): void {
		this.question.end(true);
	}

	/** cancel stops the search; what it knows so far is its answer. */
	cancel(): void {
		this.firsting?.abort();
		this.listing?.abort();
		if (this.state.firsts.phase === "running") this.send({ type: "firsts/done", failure: null });
		if (this.state.why.phase === "running") this.send({ type: "why/dropped" });
		if (this.state.list) this.send({ type: "list/running", isRunning: false });
		this.question.cancel();
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
		this.question.stop();
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

	/** open takes a file that was dropped, pasted or chosen. */
	async open(file: File): Promise<void> {
		const bytes = new Uint8Array(await file.slice(0, FILE_MOST + 1).arrayBuffer());
		this.takeRead(file.name, () => {
			if (isCertificate(bytes)) return { kind: "problem", ...readCertificate(bytes) };
			if (bytes.length > FILE_MOST) throw new Fault("tooLarge", "");
			return readText(new TextDecoder().decode(bytes), this.state.problem.game);
		});
	}

	/** take reads a text that was pasted or dropped. */
	take(text: string): void {
		this.takeRead("", () => {
			if (text.length > FILE_MOST) throw new Fault("tooLarge", "");
			return readText(text, this.state.problem.game);
		});
	}

	private takeRead(name: string, read: () => Read): void {
		try {
			const found = read();
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
	async walk(moves: string[], goesOn = true, isAnew = false): Promise<void> {
		const { walk, problem } = this.state;
		const mine = mineOf(this.state.job);
		if (!mine) return;
		this.send({ type: "walk/asked", moves });
		try {
			const node = walk.nodes[moves.join(",")] ?? (await proofAt(mine, moves));
			if (this.state.problem !== problem || this.state.walk.moves !== moves) return;
			this.send({ type: "walk/told", node });
			const answer = answerOf(node);
			if (goesOn && answer) await this.walk([...moves, answer]);
		} catch (error) {
			if (!isAnew && this.isForgotten(error, moves)) return this.anew(() => void this.walk(moves, goesOn, true));
			const isGone = this.link.lost(error);
			this.send({ type: "walk/failed", failure: isGone ? { text: "goneNow", what: "" } : noProof(error) });
		}
	}

	/** refute plays the last of these moves against a disproof: its certificate answers, or a search, where it has no
	 * answer to that, or not soon enough. */
	async refute(moves: string[], isAnew = false): Promise<void> {
		const { job, walk, problem } = this.state;
		const mine = mineOf(job);
		const isAttackers = moverAfter(problem, moves.slice(0, -1)) === problem.attacker;
		if (!mine || !isAttackers || walk.hasNone || job.result?.scope === "heuristic") return this.why(moves);
		const { signal } = this.begin();
		this.send({ type: "walk/asked", moves });
		try {
			const node = walk.nodes[moves.join(",")] ?? (await soon(PROOF_MS, signal, proofAt.bind(null, mine, moves)));
			if (signal.aborted || this.state.walk.moves !== moves) return;
			this.send({ type: "walk/told", node });
			if (node.refutation) await this.walk([...moves, node.refutation]);
		} catch (error) {
			if (signal.aborted || this.state.walk.moves !== moves) return;
			if (!isAnew && this.isForgotten(error, moves)) return this.anew(() => void this.refute(moves, true));
			this.send({ type: "walk/unanswered", isNone: error instanceof connection.Refusal && error.hasNoProof });
			await this.why(moves);
		}
	}

	/** isForgotten: the daemon does not know the job any more whose proof was asked for at this place, and one is there still. */
	private isForgotten(error: unknown, moves: readonly string[]): boolean {
		return connection.refusal(error).isUnknownJob && this.state.walk.moves === moves;
	}

	/** certificate hands over the file that proves the answer. */
	async certificate(saved: (file: Blob) => void, isAnew = false): Promise<void> {
		const { problem } = this.state;
		const mine = mineOf(this.state.job);
		if (!mine) return;
		try {
			saved(await ofMine(mine, (path) => connection.bytes(`${path}/certificate`)));
		} catch (error) {
			const isForgotten = !isAnew && connection.refusal(error).isUnknownJob && this.state.problem === problem;
			if (isForgotten) await this.anew(() => void this.certificate(saved, true));
			else this.send({ type: "notice", notice: failureOf(error) });
		}
	}

	/* --- first moves, and moves that are tried --- */

	/** why plays the last of these moves against the answer, and asks what comes of it. */
	async why(moves: string[]): Promise<void> {
		const { problem, limits, job } = this.state;
		const firsting = this.begin();
		this.send({ type: "why/asked", moves });
		const told = (result: Result): void => this.send({ type: "why/told", result });
		const fails = (failure: Failure): void => this.send({ type: "why/failed", failure });
		const left = limitsAfter(problem, limits, moves);
		const isLast = !left && limitsAfter(problem, limits, moves.slice(0, -1)) !== null;
		if (!isLegal(problem, moves)) fails({ text: "illegal", what: moves.at(-1) ?? "" });
		else if (isLast && job.result && isDenied(this.state)) told(needless(job.result));
		else if (!left) fails({ text: "tooSlow", what: written(problem, moves) });
		else {
			const asked = submission(problemAfter(problem, moves), left);
			await tryOut(asked, firsting.signal, told).catch((error: unknown) => {
				if (connection.isAborted(error) || firsting.signal.aborted) return;
				const isGone = this.link.lost(error, { of: "tried", signal: firsting.signal, act: () => void this.why(moves) });
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
			this.link.lost(error, { of: "tried", signal: firsting.signal, act: () => void this.firsts() });
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
			this.link.lost(error, { of: "status", signal: watching.signal, act: () => void this.status() });
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
		const one = async (): Promise<boolean> => {
			for (;;) {
				const at = this.state.list?.rows.findIndex((row) => row.phase === "waiting") ?? -1;
				if (at < 0 || listing.signal.aborted) return true;
				if (!(await this.solveRow(at, listing))) return false;
			}
		};
		const ended = await Promise.all(Array.from({ length: LIST_AT_ONCE }, one));
		if (this.listing === listing && ended.every(Boolean)) this.send({ type: "list/running", isRunning: false });
	}

	/** solveRow asks about a row. False: the daemon is gone; the list goes on when it is back. */
	private async solveRow(at: number, listing: AbortController): Promise<boolean> {
		const { signal } = listing;
		const row = this.state.list?.rows[at];
		if (!row) return true;
		this.send({ type: "list/begun", at });
		if (!isAsked(row.problem)) {
			this.send({ type: "list/row", at, result: null, failure: "notAsked" });
			return true;
		}
		const limits = { ...this.state.limits, within: row.within ?? 0 };
		try {
			await connection.stream("/v1/solve", labelled(submission(row.problem, limits)), signal, ({ event, data }) => {
				if (event === "done") this.send({ type: "list/row", at, result: data as Result, failure: "" });
			});
		} catch (error) {
			const isStopped = connection.isAborted(error) || signal.aborted;
			const isLost = !isStopped && this.link.lost(error, { of: "list", signal, act: () => void this.runList() });
			const isRefused = !isStopped && connection.refusal(error).needsToken;
			if (isRefused) listing.abort();
			this.send({ type: "list/row", at, result: null, failure: isStopped || isLost || isRefused ? "" : failureOf(error).what });
			return !isLost;
		}
		return true;
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
