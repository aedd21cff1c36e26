// SPDX-License-Identifier: MIT
// api.ts - the messages of the gateway as types. Made by api.mjs from its /openapi.json: do not change it by hand.

export interface Problem {
	game?: string;
	position?: {
		board?: number;
		sgf?: string;
		move?: number;
		rows?: string | string[];
		fen?: string;
	};
	options?: Record<string, string | number>;
	goal?: {
		type?: string;
		target?: string;
		attacker?: "black" | "white";
		first?: "attacker" | "defender";
	};
	ko?: string;
	threats?: {
		attacker?: 0 | 1 | 2 | "unlimited";
		defender?: 0 | 1 | 2 | "unlimited";
	};
	ko_verdict?: boolean;
	limits?: {
		order?: number;
		depth?: number;
		within?: number;
		nodes?: number;
		time_ms?: number;
		table_bytes?: number;
		workers?: number;
	};
	schedule?: "auto" | "depth";
	driver?: "lambda" | "plain";
	engine?: "auto" | "alphabeta" | "dfpn";
	zone?: "sound" | "none" | "inversion";
	shortest?: boolean;
	fresh?: boolean;
	detach?: boolean;
	priority?: number;
	deadline_ms?: number;
	progress_ms?: number;
	label?: string;
	durable?: boolean;
	key?: string;
}

export interface Board {
	position: {
		board?: number;
		sgf?: string;
		move?: number;
		rows?: string | string[];
	};
	ko?: string;
	order?: number;
	time_ms?: number;
	cuts?: boolean;
	fresh?: boolean;
}

export interface Dragon {
	position: {
		board?: number;
		sgf?: string;
		move?: number;
		rows?: string | string[];
	};
	ko?: string;
	group: string;
	exact?: boolean;
	region?: string;
	ask?: "both" | "kill" | "live";
	moves?: boolean;
	judge?: boolean;
	time_ms?: number;
	nodes?: number;
	fresh?: boolean;
}

export interface Info {
	name: string;
	version: string;
	protocol: number;
	workers: number;
	uptime_ms: number;
	table_bytes: number;
	table_used: number;
	jobs: {
		queued: number;
		running: number;
		finished: number;
		total: number;
	};
	connections: number;
	games: Game[];
	limits: {
		name: string;
		least: number;
		most: number;
		default: number;
		unit: string;
		help: string;
	}[];
	bounds: {
		frame_bytes: number;
		values: number;
		depth: number;
		method_bytes: number;
		label_bytes: number;
		jobs_per_connection: number;
		jobs_total: number;
		jobs_finished: number;
		boards_per_connection?: number;
		moves_per_board?: number;
		key_bytes?: number;
		jobs_durable?: number;
		jobs_per_batch?: number;
	};
	loop?: {
		turns: number;
		long_turns: number;
		longest_ms: number;
	};
	store?: {
		facts: number;
		waiting: number;
		bytes: number;
		bytes_most: number;
		found: number;
		missed: number;
		evicted: number;
		full?: boolean;
		state?: string;
		why?: string;
	};
	fleet?: {
		name: string;
		role: string;
		connected: boolean;
		out: number;
		handed_out: number;
		settled: number;
		declined: number;
		lapsed: number;
		failed: number;
		errands: number;
		taken: number;
		done: number;
		lost: number;
		members: {
			name: string;
			role: string;
			version: string;
			places: number;
			free: number;
			jobs: number;
			silent_ms: number;
			why?: string;
		}[];
	};
	client_bytes?: number;
	client_bytes_most?: number;
	faults?: number;
}

export interface Game {
	name: string;
	goals: string[];
	help: string;
	style?: string;
	options?: {
		name: string;
		kind: string;
		least: number;
		most: number;
		words?: string[];
		default?: string;
		help: string;
	}[];
}

export interface Account {
	name: string;
	version: string;
	protocol: number;
	auth: "none" | "token";
	account?: string;
}

export interface Games {
	games: Game[];
}

export interface Submitted {
	job: number;
	time_ms?: number;
	nodes?: number;
	key?: string;
	known?: boolean;
}

export interface Cancelled {
	job: number;
	state: "queued" | "running" | "done" | "cancelled" | "expired" | "failed";
}

export interface Taken {
	job: number;
	key: string;
}

export interface Job {
	job: number;
	label: string;
	key?: string;
	state: "queued" | "running" | "done" | "cancelled" | "expired" | "failed";
	detach: boolean;
	driver?: "lambda" | "plain";
	order: number;
	depth: number;
	value: "disproven" | "undecided" | "proven";
	nodes: number;
	nodes_per_s: number;
	time_ms: number;
	workers: number;
	best: string | null;
	line: string[];
	best_coords?: string;
	coords?: string[];
	game?: string;
	style?: string;
	rows: string;
	attacker: "none" | "black" | "white";
	goal: {
		type?: string;
		target?: string;
		attacker?: "black" | "white";
		first?: "attacker" | "defender";
	};
	options?: Record<string, string | number>;
	result?: Done;
}

export interface Jobs {
	jobs: ({
		job: number;
		label: string;
		key?: string;
		state: "queued" | "running" | "done" | "cancelled" | "expired" | "failed";
		order: number;
		depth: number;
		value: "disproven" | "undecided" | "proven";
		nodes: number;
		time_ms: number;
		workers: number;
	})[];
}

export interface Progress {
	job: number;
	sequence: number;
	driver?: "lambda" | "plain";
	order: number;
	depth: number;
	value: "disproven" | "undecided" | "proven";
	nodes: number;
	nodes_per_s: number;
	time_ms: number;
	workers: number;
	best: string | null;
	line: string[];
	best_coords?: string;
	coords?: string[];
}

export interface Done {
	job: number;
	label: string;
	key?: string;
	state: "queued" | "running" | "done" | "cancelled" | "expired" | "failed";
	error?: {
		code: number;
		name: string;
		message: string;
		retry_ms?: number;
	};
	value: "disproven" | "undecided" | "proven";
	scope: "none" | "absolute" | "order" | "heuristic" | "within";
	claim?: string;
	driver?: "lambda" | "plain";
	engine?: "alphabeta" | "dfpn";
	order: number;
	depth: number;
	denied?: number;
	best: string | null;
	line: string[];
	best_coords?: string;
	coords?: string[];
	ko?: "unconditional" | "ko" | "fails";
	ko_threats?: 0 | 1 | 2 | "more";
	zone?: string[];
	areas?: number;
	indices?: number[];
	nodes: number;
	nodes_per_s: number;
	time_ms: number;
	table: {
		bytes: number;
		entries: number;
		used: number;
	};
	workers: number;
	remembered?: boolean;
	game?: string;
	style?: string;
	rows: string;
	attacker: "none" | "black" | "white";
	goal: {
		type?: string;
		target?: string;
		attacker?: "black" | "white";
		first?: "attacker" | "defender";
	};
	options?: Record<string, string | number>;
}

export interface Batch {
	jobs: Problem[];
	label?: string;
	durable?: boolean;
	key?: string;
}

export interface Batched {
	batch: number;
	jobs: number;
	key?: string;
	known?: boolean;
}

export interface BatchStatus {
	batch: number;
	label: string;
	key?: string;
	state: "open" | "running" | "done" | "cancelled";
	jobs: number;
	ended: number;
	running: number;
	proven: number;
	disproven: number;
	undecided: number;
	failed: number;
}

export interface Proof {
	job: number;
	moves: string[];
	claim: {
		game: string;
		verdict: "proven" | "disproven";
		goal: string;
		target: string | null;
		attacker: "black" | "white";
		first: "attacker" | "defender";
		options: Record<string, string | number>;
		order?: number;
		within?: number;
	};
	turn: "attack" | "defence" | "reached" | "held";
	colour: "black" | "white";
	board: string;
	last: string | null;
	to_goal?: number;
	left?: number;
	held?: "lost" | "safe" | "spent" | "far" | "stuck" | "met";
	again?: boolean;
	nodes: number;
	attack: string | null;
	refutation: string | null;
	replies: {
		move: string;
		to_goal: number;
		others: boolean;
	}[];
	attacks: ({
		move: string;
		refutation: string | null;
		others: boolean;
	})[];
	others: number;
}

export interface MovesBegun {
	status: number;
	moves: number;
	time_ms: number;
	game: string;
	style: string;
	rows: string;
	attacker: "none" | "black" | "white";
	goal: {
		type?: string;
		target?: string;
		attacker?: "black" | "white";
		first?: "attacker" | "defender";
	};
}

export interface Move {
	status: number;
	move: string;
	move_coords?: string;
	verdict: "open" | "works" | "fails";
	rank: number;
	scope: "none" | "absolute" | "order" | "heuristic" | "within";
	question?: {
		game?: string;
		rows: string;
		options?: Record<string, string | number>;
		goal: {
			type?: string;
			target?: string;
			attacker?: "black" | "white";
			first?: "attacker" | "defender";
		};
		ko?: string;
		threats?: {
			attacker?: 0 | 1 | 2 | "unlimited";
			defender?: 0 | 1 | 2 | "unlimited";
		};
	};
	state: "queued" | "running" | "done" | "cancelled" | "expired" | "failed";
	value: "disproven" | "undecided" | "proven";
	claim?: string;
	driver?: "lambda" | "plain";
	engine?: "auto" | "alphabeta" | "dfpn";
	order: number;
	depth: number;
	best: string | null;
	line: string[];
	best_coords?: string;
	coords?: string[];
	nodes: number;
	time_ms: number;
	remembered?: boolean;
}

export interface MovesDone {
	status: number;
	works: number;
	fails: number;
	open: number;
	nodes: number;
	time_ms: number;
}

export interface StatusBegun {
	status: number;
	questions: number;
	rows: string;
}

export interface LifeBegun {
	status: number;
	rows: string;
	colour: "none" | "black" | "white";
	size: number;
	liberties: number;
	closed: boolean;
	stones: string;
	around?: string;
	region?: string;
}

export interface Verdict {
	status: number;
	kind: "capture" | "save" | "cut" | "kill" | "live" | "eyes";
	colour: "none" | "black" | "white";
	stones: string;
	size: number;
	liberties: number;
	value: "disproven" | "undecided" | "proven";
	scope: "none" | "absolute" | "order" | "heuristic" | "within";
	ko?: "unconditional" | "ko" | "fails";
	ko_threats?: 0 | 1 | 2 | "more";
	best: string | null;
	order: number;
	time_ms: number;
	remembered?: boolean;
	tried?: string;
	chance?: number;
}

export interface StatusDone {
	status: number;
	decided: number;
	undecided: number;
	time_ms: number;
	life?: "open" | "alive" | "dead" | "unsettled" | "ko" | "seki";
}

export interface Error {
	type: string;
	title: string;
	status: number;
	detail: string;
	code: string;
	errors?: {
		pointer: string;
		detail: string;
	}[];
}
