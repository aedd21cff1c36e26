// SPDX-License-Identifier: MIT
// progress.tsx - how far the search is: an order a light, depth, nodes, speed, time, and the way to stop it.
import { isSearching } from "../state";
import { lightsOf } from "../words/sentences";
import { count, duration, fill } from "../words/words";
import type { Desk } from "./desk";

const SIGNS = { waiting: "○", searching: "◐", disproven: "✕", proven: "✓", open: "?" } as const;
const SPARK = { width: 80, height: 20 };
const SECOND_MS = 1000;

function Spark({ speeds, label }: { speeds: readonly number[]; label: string }) {
	const most = Math.max(1, ...speeds);
	const step = SPARK.width / Math.max(1, speeds.length - 1);
	const points = speeds.map((speed, i) =>
		`${(i * step).toFixed(1)},${(SPARK.height - 1 - (speed / most) * (SPARK.height - 2)).toFixed(1)}`);
	return (
		<svg class="spark" viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} role="img" aria-label={label}>
			{speeds.length > 1 && <polyline points={points.join(" ")} />}
		</svg>
	);
}

export function Progress(desk: Desk) {
	const { state, w, act } = desk;
	const { job, limits } = state;
	const told = job.result ?? job.progress;
	const isPlain = told?.driver === "plain";
	const share = Math.min(1, (told?.time_ms ?? 0) / (limits.seconds * SECOND_MS));
	const plainLight = !isPlain ? null : job.result ? (job.result.value === "undecided" ? "open" : job.result.value) : "searching";
	return (
		<footer class="progress" aria-label={w.heads.answer}>
			<ol class="lights" aria-label={w.order}>
				{lightsOf(state).map(({ order, light }) => (
					<li
						key={order} class={`light ${light}`} title={fill(w.orderLight, { n: order, state: w.lights[light] })}
					>
						<span class="visually-hidden">{fill(w.orderLight, { n: order, state: w.lights[light] })}</span>
						<span aria-hidden="true">{order}<b>{SIGNS[light]}</b></span>
					</li>
				))}
				{plainLight && (
					<li class={`light ${plainLight}`}>
						<span class="visually-hidden">{`${w.allMoves}: ${w.lights[plainLight]}`}</span>
						<span aria-hidden="true">{w.allMoves}<b>{SIGNS[plainLight]}</b></span>
					</li>
				)}
			</ol>
			<span class="figure depth">{fill(w.depth, { n: told?.depth ?? "–" })}</span>
			<span class="figure nodes">{fill(w.nodeCount, { n: told ? count(told.nodes) : "–" })}</span>
			<span class="figure speed">{fill(w.speed, { n: told ? count(told.nodes_per_s) : "–" })}</span>
			<Spark speeds={job.speeds} label={fill(w.speedLine, { n: job.speeds.length })} />
			<span class="figure time">
				{fill(w.elapsed, { t: told ? duration(told.time_ms) : "–", limit: duration(limits.seconds * SECOND_MS) })}
			</span>
			<progress class="bar" max={1} value={share} aria-label={w.time} />
			<button type="button" id="cancel" class="cancel" disabled={!isSearching(state)} onClick={() => act.cancel()}>{w.cancel}</button>
		</footer>
	);
}
