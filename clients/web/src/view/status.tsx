// SPDX-License-Identifier: MIT
// status.tsx - the whole board of Go in words: what each mark means, and a sentence a block that is not safe.
import { blockMark } from "../boards/scene";
import { withGoal } from "../problem";
import type { Verdict } from "../protocol";
import { sayBlock, sayFailure } from "../words/sentences";
import { fill } from "../words/words";
import type { Desk } from "./desk";

const LEGEND = [["captured", "✕"], ["saved", "△"], ["ko", "□"], ["open", "?"]] as const;

function weight(verdict: Verdict, save: Verdict | undefined): number {
	const kind = blockMark(verdict, save);
	const order = ["captured", "saved", "ko", null, "undecided"];
	return verdict.kind === "cut" ? order.length : order.indexOf(kind);
}

export function Status(desk: Desk) {
	const { state, w, act, send } = desk;
	const { status, problem } = state;
	const all = Object.values(status.verdicts).filter((verdict) =>
		verdict.kind === "capture" || (verdict.kind === "cut" && verdict.value === "proven"));
	const saveOf = (verdict: Verdict): Verdict | undefined => status.verdicts[`save ${verdict.stones}`];
	all.sort((a, b) => weight(a, saveOf(a)) - weight(b, saveOf(b)));
	const done = status.phase === "done" ? status.questions : Math.min(status.questions, status.told.length);
	const ask = (verdict: Verdict): void => {
		act.showStatus(false);
		const isCut = verdict.kind === "cut";
		const target = verdict.stones.split(" ");
		act.ask(withGoal(problem, isCut ? "connect" : "capture", target, isCut ? "defender" : "attacker"));
		send({ type: "panel", panel: "answer" });
	};
	return (
		<section class="panel answer status" aria-label={w.heads.status}>
			<h2>{w.heads.status}</h2>
			<p class="hint" role="status" id="status-count">{fill(w.statusCount, { n: done, all: status.questions })}</p>
			{status.failure && <p class="failure">{sayFailure(w, status.failure)}</p>}
			<ul class="legend">
				{LEGEND.map(([kind, sign]) => <li key={kind}><span aria-hidden="true">{sign}</span> {w.statusMarks[kind]}</li>)}
			</ul>
			<ul class="blocks">
				{all.map((verdict) => (
					<li key={`${verdict.kind}${verdict.stones}`}>
						<button type="button" onClick={() => ask(verdict)}>{sayBlock(w, verdict, saveOf(verdict))}</button>
					</li>
				))}
			</ul>
		</section>
	);
}
