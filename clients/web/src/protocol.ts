// SPDX-License-Identifier: MIT
// protocol.ts - the messages of the gateway, by the names that the page has for them. The types are those of api.ts,
// which is made from the gateway's own description; here is only what the page knows beyond it.
import type * as api from "./api";

export type Colour = "black" | "white";
export type GameName = "go" | "gomoku" | "atarigo" | "hex" | "chess";
export type Goal = NonNullable<api.Problem["goal"]>;
export type First = NonNullable<Goal["first"]>;
export type Value = api.Progress["value"];
export type Threats = NonNullable<NonNullable<api.Problem["threats"]>["attacker"]>;
export type JobState = api.Done["state"];

/** What job.submit gets. The page names the game and the limits of all that it asks. */
export type Submission = api.Problem & Required<Pick<api.Problem, "position" | "goal" | "limits">> & { game: GameName };

export type Progress = api.Progress;
export type Result = api.Done;
/** A first move of a problem: job.move. */
export type FirstMove = api.Move;
/** What is said of a block, or of two: go.verdict. */
export type Verdict = api.Verdict;
/** A place in a proof: GET /v1/jobs/{id}/proof. */
export type ProofNode = api.Proof;
/** Who asks: GET /v1/account. */
export type Account = api.Account;
/** An error as RFC 9457 has it. */
export type ProblemBody = api.Error;

/** What the events of a stream carry. */
export interface Events {
	job: api.Job;
	progress: Progress;
	done: Result;
}
export type Submitted = api.Submitted;
export type Job = api.Job;
export type LifeBegun = api.LifeBegun;
export type MovesBegun = api.MovesBegun;
export type StatusBegun = api.StatusBegun;

/** colourIn: of what may also be "none". */
export function colourIn(colour: Colour | "none"): Colour {
	return colour === "white" ? "white" : "black";
}
