// SPDX-License-Identifier: MIT
// keys.tsx - what keys do, and the list of them.
import { useEffect, useRef } from "preact/hooks";
import { isDenied, isSearching, refuted } from "../state";
import type { Desk } from "./desk";
import { shown } from "./collection";
import { turnAround } from "./question";

function beside(desk: Desk, by: number): void {
	const { list } = desk.state;
	if (!list) return;
	const rows = shown(list);
	const next = rows[rows.indexOf(list.at) + by];
	if (next !== undefined) desk.act.pick(next);
}

function escape(desk: Desk): void {
	const { state, send, act } = desk;
	const isLoginOpen = state.login.phase === "offered" || state.login.phase === "wrong";
	if (state.isHelping) send({ type: "help", isShown: false });
	else if (isLoginOpen && !state.login.isNeeded) act.login.offer(false);
	else if (state.notice) send({ type: "notice", notice: null });
	else if (state.chosen) send({ type: "choose", point: null });
	else if (isSearching(state)) act.cancel();
	else if (state.why.phase !== "idle") act.dropWhy();
	else if (state.walk.moves.length > 0) send({ type: "step", step: 0 });
	else if (state.mode === "status") act.showStatus(false);
	else send({ type: "mode", mode: "ask" });
}

/** backInProof: one move back, and in a disproof two, to where another attack can be tried. */
function backInProof({ state, act, send }: Desk): void {
	const { moves } = state.walk;
	const before = isDenied(state) ? refuted(state).attack.slice(0, -1) : moves.slice(0, -1);
	if (before.length > 0) void act.walk(before, false);
	else send({ type: "step", step: 0 });
}

/** back: one move back in the proof, or in the line. */
export function back(desk: Desk): void {
	const { walk, why, step } = desk.state;
	if (why.phase !== "idle") desk.act.takeBack();
	else if (walk.moves.length > 0) backInProof(desk);
	else desk.send({ type: "step", step: step - 1 });
}

const PLAIN: Record<string, (desk: Desk) => void> = {
	Escape: escape,
	ArrowLeft: back,
	ArrowRight: (desk) => desk.send({ type: "step", step: desk.state.step + 1 }),
	Home: (desk) => desk.send({ type: "step", step: 0 }),
	End: (desk) => desk.send({ type: "step", step: desk.state.job.result?.line.length ?? 0 }),
	Enter: (desk) => void desk.act.solve(),
	"?": (desk) => desk.send({ type: "help", isShown: !desk.state.isHelping }),
	e: (desk) => desk.send({ type: "mode", mode: desk.state.mode === "edit" ? "ask" : "edit" }),
	x: turnAround,
	z: (desk) => desk.send({ type: "zone", isShown: !desk.state.hasZone }),
	a: (desk) => void desk.act.firsts(),
	s: (desk) => {
		if (desk.state.problem.game === "go") desk.act.showStatus(desk.state.mode !== "status");
	},
	j: (desk) => beside(desk, 1),
	k: (desk) => beside(desk, -1),
};

const WITH_CONTROL: Record<string, (desk: Desk) => void> = {
	z: (desk) => desk.act.undo(),
	y: (desk) => desk.act.redo(),
	Z: (desk) => desk.act.redo(),
};

/** press does what a key means, unless it is typed into something. */
export function press(desk: Desk, event: KeyboardEvent): void {
	const target = event.target instanceof Element ? event.target : document.body;
	const isTyped = target.closest("input:not([type=checkbox]), textarea, select") !== null;
	const isClick = (event.key === "Enter" || event.key === " ") && target.closest("button, a, label, summary") !== null;
	if (event.altKey || isClick || (isTyped && event.key !== "Escape")) return;
	const keys = event.ctrlKey || event.metaKey ? WITH_CONTROL : PLAIN;
	const act = keys[event.key] ?? (event.ctrlKey || event.metaKey ? undefined : keys[event.key.toLowerCase()]);
	if (!act) return;
	event.preventDefault();
	act(desk);
}

export function Keys({ w, send }: Desk) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={() => send({ type: "help", isShown: false })}>
			<h2 id="keys-title">{w.keys.title}</h2>
			<dl>
				{w.keys.rows.map(([keys, what]) => (
					<div key={keys}>
						<dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
			<button type="button" onClick={() => send({ type: "help", isShown: false })}>{w.keys.close}</button>
		</dialog>
	);
}
