// SPDX-License-Identifier: MIT
// gateway.ts - a gateway that is played: jobs with numbers and labels, streams that can be cut, a daemon that begins anew.
import { Controller } from "../../src/controller";
import type { Limits, Problem } from "../../src/problem";
import type { Result } from "../../src/protocol";
import { reduce } from "../../src/reduce";
import { begin, type State } from "../../src/state";

const real = globalThis.fetch;
/** How many times faster than in a browser time passes for what waits for the daemon. */
const HASTE = 100;

interface PlayedJob {
	label: string;
	result: Result | null;
}

const ANSWER: Result = {
	job: 0, state: "done", value: "proven", scope: "absolute", order: 1, depth: 3, best: "B3", line: ["B3", "pass", "A2"],
	nodes: 9, nodes_per_s: 1, time_ms: 1, rows: "O../.X./...", attacker: "black", goal: { type: "capture" },
	label: "", workers: 1, table: { bytes: 1, entries: 1, used: 0 },
};

export class Gateway {
	/** All that was asked: "POST /v1/jobs". */
	asked: string[] = [];
	/** Nobody answers. */
	isAway = false;
	/** Do new jobs end at once? */
	isQuick = false;
	/** How a path is answered otherwise, by its end. */
	refuses: Record<string, { status: number; code: string }> = {};
	private jobs: PlayedJob[] = [];
	private timers: NodeJS.Timeout[] = [];
	private streams: ReadableStreamDefaultController<Uint8Array>[] = [];

	constructor() {
		globalThis.fetch = (input, init) => this.answer(input as string, init ?? {});
		const wait = (act: () => void, ms: number): number => {
			const timer = setTimeout(act, ms / HASTE);
			this.timers.push(timer);
			return Number(timer);
		};
		Object.assign(globalThis, { window: { setTimeout: wait, clearTimeout } });
	}

	/** end lets the pages give up before another gateway takes this one's place. */
	async end(): Promise<void> {
		globalThis.fetch = () => Promise.reject(new DOMException("", "AbortError"));
		this.timers.forEach(clearTimeout);
		this.cut();
		await settled(this);
		this.timers.forEach(clearTimeout);
		globalThis.fetch = real;
		Reflect.deleteProperty(globalThis, "window");
	}

	/** restart: the daemon begins anew, and before all others another client has asked something. */
	restart(): void {
		this.jobs = [{ label: "another's", result: { ...ANSWER, job: 1, label: "another's", value: "disproven", best: "C1", line: [] } }];
	}

	/** cut ends all streams, as a daemon that is killed does. */
	cut(): void {
		for (const stream of this.streams.splice(0)) stream.close();
	}

	count(what: string): number {
		return this.asked.filter((asked) => asked === what).length;
	}

	private answer(path: string, { method = "GET", body, signal }: RequestInit): Promise<Response> {
		this.asked.push(`${method} ${path.replace(/\?.*/, "")}`);
		if (signal?.aborted) return Promise.reject(new DOMException("", "AbortError"));
		if (this.isAway) return Promise.reject(new TypeError("network error"));
		const json = (value: unknown, status = 200): Promise<Response> => Promise.resolve(new Response(JSON.stringify(value), { status }));
		const refused = Object.entries(this.refuses).find(([end]) => path.replace(/\?.*/, "").endsWith(end))?.[1];
		if (refused) return json({ type: "", title: "no", detail: "refused here", ...refused }, refused.status);
		if (method === "POST" && path === "/v1/jobs") {
			const { label } = JSON.parse(body as string) as { label: string };
			const job = this.jobs.length + 1;
			this.jobs.push({ label, result: this.isQuick ? { ...ANSWER, job, label } : null });
			return json({ job }, 201);
		}
		if (method === "POST") return Promise.resolve(this.stream(signal ?? null).response);
		const [, number = "", rest = ""] = /^\/v1\/jobs\/(\d+)(\/\w+)?/.exec(path) ?? [];
		if (number === "") return json({});
		const job = this.jobs[Number(number) - 1];
		if (!job) return json({ type: "", title: "no", status: 404, code: "unknown_job", detail: "no such job" }, 404);
		if (rest === "/events") return Promise.resolve(this.events(Number(number), job, signal ?? null));
		if (rest === "/certificate") return Promise.resolve(new Response(job.label));
		if (rest === "/proof")
			return json({ job: Number(number), moves: [], turn: "defence", attack: null, refutation: null, replies: [], attacks: [] });
		return json({ job: Number(number), label: job.label });
	}

	private stream(signal: AbortSignal | null): { response: Response; tell: (text: string) => void } {
		let tell: (text: string) => void = () => undefined;
		const body = new ReadableStream<Uint8Array>({
			start: (controller) => {
				tell = (text) => controller.enqueue(new TextEncoder().encode(text));
				this.streams.push(controller);
				signal?.addEventListener("abort", () => {
					if (!this.streams.includes(controller)) return;
					this.streams.splice(this.streams.indexOf(controller), 1);
					controller.error(new DOMException("", "AbortError"));
				});
			},
		});
		return { response: new Response(body), tell };
	}

	private events(number: number, job: PlayedJob, signal: AbortSignal | null): Response {
		const { response, tell } = this.stream(signal);
		tell(`event: job\ndata: ${JSON.stringify({ job: number, label: job.label })}\n\n`);
		if (job.result) tell(`event: done\ndata: ${JSON.stringify(job.result)}\n\n`);
		return response;
	}
}

export interface Desk {
	act: Controller;
	state: () => State;
	send: (message: Parameters<typeof reduce>[1]) => void;
}

/** sit: the page, without what is seen of it. */
export function sit(problem: Problem, limits?: Limits): Desk {
	let state = begin(problem, limits);
	const send = (message: Parameters<typeof reduce>[1]): void => void (state = reduce(state, message));
	return { act: new Controller({ state: () => state, send }), state: () => state, send };
}

/** until waits for what comes of what was done. */
export async function until(what: () => boolean, name: string): Promise<void> {
	const end = Date.now() + 20_000;
	while (!what()) {
		if (Date.now() > end) throw new Error(`never: ${name}`);
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
}

/** settled waits until nothing is asked any more. */
export async function settled(gateway: Gateway): Promise<void> {
	for (let seen = -1; seen !== gateway.asked.length;) {
		seen = gateway.asked.length;
		for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
	}
}
