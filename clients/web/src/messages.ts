// SPDX-License-Identifier: MIT
// messages.ts - all that can happen to the state.
import type { Mine } from "./jobs";
import type { Entry } from "./parse/collection";
import type { Limits, Problem } from "./problem";
import type { FirstMove, Progress, ProofNode, Result, Verdict } from "./protocol";
import type { Failure, List, Mode, Panel, Who } from "./state";

export type Message =
	/** Another problem: loaded, an example, or a row of a list. */
	| { type: "load"; problem: Problem; limits?: Limits }
	/** The same problem, changed by hand: can be undone. */
	| { type: "change"; problem: Problem }
	| { type: "undo" }
	| { type: "redo" }
	| { type: "limits"; limits: Partial<Limits> }
	| { type: "mode"; mode: Mode }
	| { type: "tool"; tool: string }
	| { type: "choose"; point: string | null }
	| { type: "job/asked" }
	| { type: "job/begun"; job: Mine }
	| { type: "job/progress"; progress: Progress }
	| { type: "job/done"; result: Result }
	| { type: "job/failed"; failure: Failure }
	| { type: "step"; step: number }
	| { type: "walk/asked"; moves: string[] }
	| { type: "walk/told"; node: ProofNode }
	| { type: "walk/failed"; failure: Failure }
	/** The disproof has no answer to the last of the moves; isNone: there is no certificate of it. */
	| { type: "walk/unanswered"; isNone: boolean }
	| { type: "why/asked"; moves: string[] }
	| { type: "why/told"; result: Result }
	| { type: "why/failed"; failure: Failure }
	| { type: "why/dropped" }
	| { type: "firsts/asked" }
	| { type: "firsts/begun"; moves: number }
	| { type: "firsts/move"; move: FirstMove }
	| { type: "firsts/done"; failure: Failure | null }
	| { type: "status/asked" }
	| { type: "status/begun"; questions: number }
	| { type: "status/verdict"; verdict: Verdict }
	| { type: "status/done"; failure: Failure | null }
	| { type: "list/open"; name: string; entries: Entry[] }
	| { type: "list/close" }
	| { type: "list/at"; at: number }
	| { type: "list/running"; isRunning: boolean }
	| { type: "list/row"; at: number; result: Result | null; failure: string }
	| { type: "list/begun"; at: number }
	| { type: "list/again" }
	| { type: "list/filter"; filter: List["filter"] }
	| { type: "list/sort"; by: List["sort"]["by"] }
	/** The daemon, or already the gateway, is not there. */
	| { type: "link/gone"; retryIn: number; isGateway: boolean }
	| { type: "link/here" }
	| { type: "login"; who: Partial<Who> }
	| { type: "zone"; isShown: boolean }
	| { type: "panel"; panel: Panel }
	| { type: "help"; isShown: boolean }
	| { type: "text"; isShown: boolean }
	| { type: "notice"; notice: Failure | null };
