// SPDX-License-Identifier: MIT
// question.ts - the question on the board as a job of the gateway's: asked, followed, ended.
//
// It is a job, so that a lost connection does not end it: it is followed again from where it was left. A daemon that has
// forgotten it, or has another job by its number (jobs.ts), is asked anew. Whoever leaves the page, or asks something
// else, ends it.
import * as connection from "./connection";
import { failureOf } from "./failures";
import { isMine, labelled, type Mine } from "./jobs";
import type { Link, Store } from "./link";
import { isAsked, type Problem, submission } from "./problem";
import type { Job, LifeBegun, Progress, Result, Submission, Submitted } from "./protocol";
import { mineOf } from "./state";

const PROGRESS_MS = 100;

interface Followed {
	mine: Mine;
	place: connection.Place;
	signal: AbortSignal;
	/** What is done once it is answered. */
	then: () => void;
}

export class Question {
	private asking: AbortController | null = null;
	/** Is the job told of just now? Then its number is its own. */
	private isHeard = false;

	constructor(private readonly store: Store, private readonly link: Link) {}

	/** ask puts the question that stands there; `then` is done once it is answered. */
	async ask(then: () => void = () => undefined): Promise<void> {
		const { problem, limits } = this.store.state();
		if (!isAsked(problem)) return;
		this.stop();
		const asking = new AbortController();
		const { signal } = asking;
		this.asking = asking;
		this.store.send({ type: "job/asked" });
		try {
			const asked = labelled(await this.withRegion(submission(problem, limits), problem, signal));
			const { job: number } = await connection.post<Submitted>("/v1/jobs", asked);
			const mine = { number, label: asked.label };
			if (signal.aborted) this.remove(mine);
			else {
				this.isHeard = true;
				this.store.send({ type: "job/begun", job: mine });
				void this.follow({ mine, place: { lastId: "" }, signal, then });
			}
		} catch (error) {
			this.failed(error, signal, then);
		}
	}

	/** stop ends the search, where there is one, and hears no more of it. */
	stop(): void {
		if (this.asking?.signal.aborted === false) this.end();
		this.asking?.abort();
	}

	/** end stops the search; what it knows so far is its answer, if it can still be heard. The page may be gone before. */
	end(isLeaving = false): void {
		const { job } = this.store.state();
		const mine = job.phase === "running" ? mineOf(job) : null;
		if (mine && this.isHeard) this.remove(mine, isLeaving);
		else if (mine && !isLeaving) {
			isMine(mine).then((isStill) => {
				if (isStill) this.remove(mine);
			}, (error: unknown) => this.link.lost(error));
		}
	}

	/** cancel stops the search. Where no answer can come, that it was stopped is the answer. */
	cancel(): void {
		const { phase } = this.store.state().job;
		this.end();
		if (phase !== "asked" && (phase !== "running" || this.isHeard)) return;
		this.asking?.abort();
		this.store.send({ type: "job/failed", failure: { text: "cancelled", what: "" } });
	}

	private remove({ number }: Mine, isLeaving = false): void {
		connection.remove(`/v1/jobs/${number}`, isLeaving).catch((error: unknown) => this.link.lost(error));
	}

	/** follow tells of a job until it is done. When the connection is lost it goes on from where it was, at once
	 * or when the gateway is there again. */
	private async follow(job: Followed, isAgain = false): Promise<void> {
		const { mine, place, signal } = job;
		try {
			await connection.follow(mine.number, PROGRESS_MS, place, signal, ({ event, data }) => {
				if (signal.aborted) return;
				if (event === "job") this.heard(mine, data as Job);
				else if (event === "progress") this.store.send({ type: "job/progress", progress: data as Progress });
				else if (event === "done") {
					this.store.send({ type: "job/done", result: data as Result });
					job.then();
				}
			});
		} catch (error) {
			if (connection.isAborted(error) || signal.aborted) return;
			this.isHeard = false;
			const refusal = connection.refusal(error);
			if (refusal.isUnknownJob) {
				this.asking?.abort(); // there is nothing to end, or it is another one's
				void this.ask(job.then);
				return;
			}
			const again = { of: "question", signal, act: () => void this.follow(job, true) } as const;
			if (refusal.isGone && !isAgain) again.act();
			else if (!this.link.lost(error, again)) this.failed(error, signal, job.then);
		}
	}

	/** heard: this is what the daemon has by the number of a job of ours. */
	private heard(mine: Mine, { label }: Job): void {
		if (label !== mine.label) throw connection.unknownJob();
		this.isHeard = true;
		this.store.send({ type: "job/begun", job: mine });
	}

	private failed(error: unknown, signal: AbortSignal, then: () => void): void {
		if (connection.isAborted(error) || signal.aborted) return;
		const isGone = this.link.lost(error, { of: "question", signal, act: () => void this.ask(then) });
		this.store.send({ type: "job/failed", failure: isGone ? { text: "goneNow", what: "" } : failureOf(error) });
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
}
