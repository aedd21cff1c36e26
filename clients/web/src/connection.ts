// SPDX-License-Identifier: MIT
// connection.ts - the only module that talks to the gateway: requests, and answers that go on, line by line.
//
// Streams   are read by fetch, not by EventSource: that can only GET, says nothing of an error's words or status, and
//           gives up for good when the daemon is away for a moment. What it has, taking up a lost connection
//           where it was left (Last-Event-ID), `follow` has too.
//
// Accounts  Each request has the token that was set by askAs, streams among them; one that is refused for want of a
//           token, or because of it, is told of besides.
//
// Errors    Every function fails with a Refusal: what the gateway says is wrong, or that it or the daemon
//           is not there (isGone).
import type { ProblemBody } from "./protocol";

const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const UNKNOWN_JOB = "unknown_job";

export class Refusal extends Error {
	constructor(readonly detail: string, readonly status: number, readonly code: string) {
		super(detail);
	}

	/** Not even the gateway has answered. */
	get isUnreached(): boolean {
		return this.status === 0 && this.code === "unreached";
	}

	/** Only who has an account's token is answered, and the page has none, or a wrong one. */
	get needsToken(): boolean {
		return this.status === UNAUTHORIZED;
	}

	/** There is no certificate of this job to be gone through, nor will there be one. */
	get hasNoProof(): boolean {
		return this.code === "no_proof" || this.code === "over_limit";
	}

	/** There is no such job (any more): the daemon has begun anew, or has forgotten it. */
	get isUnknownJob(): boolean {
		return this.code === UNKNOWN_JOB;
	}

	/** Nobody is there to answer; asking again later may help. What is answered with a code of its own is an answer, whatever
	 * its status: 504 is also what is said of a certificate that took too long. */
	get isGone(): boolean {
		if (this.code !== "") return this.status === 0 || GONE.has(this.code);
		return this.status === 0 || PROXY_GONE.has(this.status);
	}
}

/** unknownJob: what is said where there is no such job. */
export function unknownJob(): Refusal {
	return new Refusal("", NOT_FOUND, UNKNOWN_JOB);
}

/** The daemon has as much to do as it takes; what was ended a moment ago may still count. */
export function isBusy(error: unknown): boolean {
	return error instanceof Refusal && error.code === "busy";
}

let token = "";
let unauthorized: (token: string) => void = () => undefined;

/** askAs: all requests from now on have this token; "": none. */
export function askAs(next: string): void {
	token = next;
}

/** onUnauthorized: `told` hears of each request that is answered 401, with the token that it had. */
export function onUnauthorized(told: (token: string) => void): void {
	unauthorized = told;
}

const GONE = new Set(["closed", "io_error", "shutting_down"]);
/** What a proxy before the gateway says when that is away: 502, 503, 504, without a code. */
const PROXY_GONE = new Set([502, 503, 504]);

export interface StreamEvent {
	event: string;
	data: unknown;
}

export function isAborted(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}

export function refusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	return new Refusal(error instanceof Error ? error.message : String(error), 0, "unreached");
}

function refusalOf(body: ProblemBody): Refusal {
	return new Refusal(body.detail || body.title, body.status, body.code);
}

interface Asking {
	body?: unknown;
	signal?: AbortSignal;
	headers?: Record<string, string>;
	/** The request outlives the page. */
	keepalive?: boolean;
}

async function request(method: string, path: string, asking: Asking = {}): Promise<Response> {
	const { body, headers, ...rest } = asking;
	const used = token;
	const init: RequestInit = {
		method, ...rest, headers: {
			Accept: "application/json, application/x-ndjson", ...(used === "" ? {} : { Authorization: `Bearer ${used}` }), ...headers,
		},
	};
	if (body !== undefined) init.body = JSON.stringify(body);
	let response: Response;
	try {
		response = await fetch(path, init);
	} catch (error) {
		if (isAborted(error)) throw error;
		throw refusal(error);
	}
	if (response.ok) return response;
	if (response.status === UNAUTHORIZED) unauthorized(used);
	const problem = (await response.json().catch(() => null)) as ProblemBody | null;
	throw problem ? refusalOf(problem) : new Refusal(response.statusText, response.status, "");
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
	return (await (await request("GET", path, signal ? { signal } : {})).json()) as T;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
	return (await (await request("POST", path, { body })).json()) as T;
}

export async function remove(path: string, keepalive = false): Promise<void> {
	await request("DELETE", path, { keepalive });
}

export async function bytes(path: string): Promise<Blob> {
	return (await request("GET", path)).blob();
}

/** linesOf: the lines of an answer, as they come. */
async function* linesOf(response: Response): AsyncGenerator<string> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const piece = await reader?.read().catch((error: unknown) => {
			if (isAborted(error)) throw error;
			throw refusal(error);
		});
		if (!piece || piece.done) return;
		const lines = (rest + piece.value).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}

/** stream asks, and hands on each event of the answer as it comes. It ends with the event "done". */
export async function stream(
	path: string,
	body: unknown,
	signal: AbortSignal,
	told: (event: StreamEvent) => void,
): Promise<void> {
	const response = await request("POST", `${path}?format=ndjson`, { body, signal });
	let isDone = false;
	for await (const line of linesOf(response)) {
		if (line === "") continue;
		const event = JSON.parse(line) as StreamEvent;
		if (event.event === "lost") throw new Refusal("", 0, "closed");
		isDone ||= event.event === "done";
		told(event);
	}
	if (!isDone) throw new Refusal("", 0, "closed");
}

/** A place in a job's events: the latest that was heard, by its id. */
export interface Place {
	lastId: string;
}

/** follow hands on the events of a job from `place` on, which it moves, until "done". When it fails because the
 * connection was lost, it can be called again with the same place. */
export async function follow(
	job: number,
	progressMs: number,
	place: Place,
	signal: AbortSignal,
	told: (event: StreamEvent) => void,
): Promise<void> {
	const headers: Record<string, string> = { Accept: "text/event-stream" };
	if (place.lastId !== "") headers["Last-Event-ID"] = place.lastId;
	const response = await request("GET", `/v1/jobs/${job}/events?progress_ms=${progressMs}`, { signal, headers });
	let event = "";
	let data = "";
	let id = "";
	for await (const line of linesOf(response)) {
		const [, name, value = ""] = /^(\w*):? ?(.*)$/.exec(line) ?? [];
		if (name === "event") event = value;
		else if (name === "data") data += value;
		else if (name === "id") id = value;
		else if (line === "" && event !== "") {
			if (event === "lost") throw new Refusal("", 0, "closed");
			if (id !== "") place.lastId = id;
			told({ event, data: JSON.parse(data) });
			if (event === "done") return;
			[event, data, id] = ["", "", ""];
		}
	}
	throw new Refusal("", 0, "closed");
}
