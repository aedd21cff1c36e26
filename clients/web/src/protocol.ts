// SPDX-License-Identifier: MIT
// protocol.ts - the messages of the gateway (docs/http.md, protocol/SPEC.md), as far as the page reads them.

export type Colour = "black" | "white";
export type GameName = "go" | "gomoku" | "atarigo" | "hex" | "chess";
export type Value = "proven" | "disproven" | "undecided";
export type First = "attacker" | "defender";
export type Threats = number | "unlimited";

export interface Goal {
	type: string;
	target?: string;
	attacker?: Colour;
	first?: First;
}

/** Limits of a search; what is absent is the daemon's to choose. */
export interface WireLimits {
	order?: number;
	within?: number;
	nodes?: number;
	time_ms?: number;
}

/** The parameters of job.submit. */
export interface Submission {
	game: GameName;
	position: { rows?: string; fen?: string };
	goal: Goal;
	options?: Record<string, string | number>;
	ko?: string;
	ko_verdict?: boolean;
	threats?: { attacker?: Threats; defender?: Threats };
	limits: WireLimits;
	driver?: string;
	engine?: string;
	shortest?: boolean;
	fresh?: boolean;
	progress_ms?: number;
	label?: string;
}

export interface Progress {
	job: number;
	driver?: string;
	order: number;
	depth: number;
	value: Value;
	nodes: number;
	nodes_per_s: number;
	time_ms: number;
	best: string | null;
	line: string[];
	coords?: string[];
}

export interface Result extends Progress {
	state: "done" | "cancelled" | "expired" | "failed";
	scope: "absolute" | "order" | "heuristic" | "within" | "none";
	claim?: string;
	denied?: number;
	ko?: "unconditional" | "ko" | "fails";
	ko_threats?: number | "more";
	zone?: string[];
	areas?: number;
	indices?: number[];
	remembered?: boolean;
	rows: string;
	attacker: Colour;
	goal: Goal;
	error?: { message: string };
}

/** A first move of a problem: job.move. */
export interface FirstMove {
	move: string;
	move_coords?: string;
	verdict: "works" | "fails" | "open";
	rank: number;
	scope: string;
	best: string | null;
	line: string[];
}

/** What is said of a block, or of two: go.verdict. */
export interface Verdict {
	kind: "capture" | "save" | "cut";
	colour: Colour;
	stones: string;
	size: number;
	liberties: number;
	value: Value;
	scope: string;
	ko?: "unconditional" | "ko" | "fails";
	best: string | null;
	order: number;
	remembered?: boolean;
}

/** A place in a proof: GET /v1/jobs/{id}/proof. */
export interface ProofNode {
	job: number;
	moves: string[];
	turn: "attack" | "defence" | "reached";
	colour: Colour;
	board: string;
	last: string | null;
	to_goal: number;
	nodes: number;
	attack: string | null;
	replies: ProofReply[];
	others: number;
}

export interface ProofReply {
	move: string;
	to_goal: number;
	others: boolean;
}

/** An error as RFC 9457 has it. */
export interface ProblemBody {
	status: number;
	title: string;
	detail: string;
	code: string;
	errors?: { pointer: string; detail: string }[];
}
