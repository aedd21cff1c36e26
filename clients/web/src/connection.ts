// SPDX-License-Identifier: MIT
// connection.ts - the only module that talks to the gateway: requests, and answers that go on, line by line.
//
// Errors    Every function fails with a Refusal: what the gateway says is wrong, or that it or the daemon
//           is not there (isGone).
import type { ProblemBody } from "./protocol";

export class Refusal extends Error {
	constructor(readonly detail: string, readonly status: number, readonly code: string) {
		super(detail);
	}

	/** Nobody is there to answer; asking again later may help. */
	get isGone(): boolean {
		return this.status === 0 || this.status === 502 || this.status === 504 || GONE.has(this.code);
	}
}

/** The daemon has as much to do as it takes; what was ended a moment ago may still count. */
export function isBusy(error: unknown): boolean {
	return error instanceof Refusal && error.code === "busy";
}

const GONE = new Set(["closed", "io_error", "shutting_down"]);

export interface StreamEvent {
	event: string;
	data: unknown;
}

export function isAborted(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}

export function refusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	return new Refusal(error instanceof Error ? error.message : String(error), 0, "closed");
}

function refusalOf(body: ProblemBody): Refusal {
	return new Refusal(body.detail || body.title, body.status, body.code);
}

async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
	const init: RequestInit = { method, headers: { Accept: "application/json, application/x-ndjson" } };
	if (body !== undefined) init.body = JSON.stringify(body);
	if (signal) init.signal = signal;
	let response: Response;
	try {
		response = await fetch(path, init);
	} catch (error) {
		if (isAborted(error)) throw error;
		throw refusal(error);
	}
	if (response.ok) return response;
	const problem = (await response.json().catch(() => null)) as ProblemBody | null;
	throw problem ? refusalOf(problem) : new Refusal(response.statusText, response.status, "");
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
	return (await (await request("GET", path, undefined, signal)).json()) as T;
}

export async function remove(path: string): Promise<void> {
	await request("DELETE", path);
}

export async function bytes(path: string): Promise<Blob> {
	return (await request("GET", path)).blob();
}

/** stream asks, and hands on each event of the answer as it comes. It ends with the event "done". */
export async function stream(
	path: string,
	body: unknown,
	signal: AbortSignal,
	told: (event: StreamEvent) => void,
): Promise<void> {
	const response = await request("POST", `${path}?format=ndjson`, body, signal);
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	let isDone = false;
	for (;;) {
		const piece = await reader?.read().catch((error: unknown) => {
			if (isAborted(error)) throw error;
			throw refusal(error);
		});
		if (!piece || piece.done) break;
		const lines = (rest + piece.value).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line === "") continue;
			const event = JSON.parse(line) as StreamEvent;
			if (event.event === "lost") throw new Refusal("", 0, "closed");
			isDone ||= event.event === "done";
			told(event);
		}
	}
	if (!isDone) throw new Refusal("", 0, "closed");
}
