// SPDX-License-Identifier: MIT
// app.tsx - the page: the problem at the left, the board in the middle, the answer at the right, progress below.
import { Board } from "../boards/board";
import { boxOf } from "../boards/grounds";
import { sceneOf } from "../boards/scene";
import { gameOf } from "../problem";
import { isDenied, type Panel, triedMoves } from "../state";
import { nameOf, sayFailure, sayStatus } from "../words/sentences";
import { fill } from "../words/words";
import { Answer, Verdict } from "./answer";
import { Ask } from "./ask";
import { clickPoint, dragPoints } from "./clicks";
import { Collection } from "./collection";
import type { Desk } from "./desk";
import { copyLink, Exports } from "./exports";
import { butProgress, Kept } from "./kept";
import { back, Keys } from "./keys";
import { Login } from "./login";
import { Progress } from "./progress";
import { Proof } from "./proof";
import { Question } from "./question";
import { Ring } from "./ring";
import { Status } from "./status";

/** Who asks: somebody who may log out, or who may log in and need not. */
function Who({ state, w, act }: Desk) {
	const { phase, account, hasAccounts, isNeeded } = state.login;
	if (phase === "in") {
		return (
			<button type="button" id="logout" onClick={() => act.logOut()}>
				{w.login.leave}{account !== "" && <span class="account"> {account}</span>}
			</button>
		);
	}
	if (!hasAccounts || isNeeded) return null;
	return (
		<button type="button" id="login" aria-expanded={phase !== "none"} onClick={() => act.login.offer(phase === "none")}>
			{w.login.title}
		</button>
	);
}

function Header(desk: Desk) {
	const { w, send, speakOther } = desk;
	return (
		<header class="top">
			<h1>{w.title}</h1>
			<p class="line">{w.line} <span class="paste">{w.paste}</span></p>
			<div class="buttons">
				<button type="button" onClick={() => copyLink(desk)}>{w.share}</button>
				<Who {...desk} />
				<button type="button" class="help" onClick={() => send({ type: "help", isShown: true })}>{w.help} <kbd>?</kbd></button>
				<button type="button" lang={w.language === "en" ? "de" : "en"} onClick={speakOther}>
					{w.language === "en" ? "Deutsch" : "English"}
				</button>
			</div>
		</header>
	);
}

function StepButton({ name, icon, isOff, act }: { name: string; icon: string; isOff: boolean; act: () => void }) {
	return (
		<button type="button" aria-label={name} title={name} disabled={isOff} onClick={act}>
			<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={icon} /></svg>
		</button>
	);
}

function Steps(desk: Desk) {
	const { state, w, send } = desk;
	const all = state.job.result?.line.length ?? 0;
	const isTrying = state.why.phase !== "idle";
	const isWalking = state.walk.moves.length > 0 || isTrying;
	const at = isTrying ? triedMoves(state).length : isWalking ? state.walk.moves.length : state.step;
	const inLine = all > 0 ? fill(w.moveOf, { n: at, all }) : "";
	const place = isTrying ? w.why.title : isWalking ? (isDenied(state) ? w.heads.disproof : w.heads.proof) : inLine;
	const isAtEnd = isWalking || at >= all;
	const step = (to: number): void => send({ type: "step", step: to });
	return (
		<nav class="steps" aria-label={w.theLine}>
			<StepButton name={w.toStart} icon="M4 3V13M13 3L6 8L13 13Z" isOff={at === 0} act={() => step(0)} />
			<StepButton name={w.back} icon="M12 3L4 8L12 13Z" isOff={at === 0} act={() => back(desk)} />
			<span class="at" data-at={at}>{place}</span>
			<StepButton name={w.forward} icon="M4 3L12 8L4 13Z" isOff={isAtEnd} act={() => step(at + 1)} />
			<StepButton name={w.toEnd} icon="M12 3V13M3 3L10 8L3 13Z" isOff={isAtEnd} act={() => step(all)} />
		</nav>
	);
}

/** The greatest distance of two points on the screen. */
const POINT_MOST = 120;

function Stage(desk: Desk) {
	const { state, w } = desk;
	const { problem } = state;
	const game = gameOf(problem);
	const scene = sceneOf(state);
	const box = boxOf(game, problem.rows);
	const size = game.size(problem.rows);
	return (
		<div class="stage">
			<div class="frame" style={{ "--ratio": `${box.width / box.height}`, "--most": `${box.width * POINT_MOST}px` }}>
				<Board
					game={game} scene={scene} still={butProgress(desk)} label={fill(w.board, { game: w.games[problem.game], ...size })}
					nameOf={(point, stone, marks) => nameOf(w, state, point, stone, marks)}
					hint={(point) => (state.mode === "status" ? sayStatus(w, state, point) : null)}
					onPoint={(point) => clickPoint(desk, point)}
					onDrag={(from, to, isRegion) => dragPoints(desk, from, to, isRegion)}
				/>
				<Ring {...desk} />
			</div>
		</div>
	);
}

function Tabs({ state, w, send }: Desk) {
	const panels: [Panel, string][] = [["answer", state.mode === "status" ? w.heads.status : w.heads.answer]];
	if (state.mode !== "status") panels.push(["proof", isDenied(state) ? w.heads.disproof : w.heads.proof]);
	panels.push(["ask", w.heads.ask]);
	if (state.list) panels.push(["more", w.heads.list]);
	return (
		<nav class="tabs" aria-label={w.heads.more}>
			{panels.map(([panel, name]) => (
				<button
					key={panel} type="button" aria-pressed={state.panel === panel} onClick={() => send({ type: "panel", panel })}
				>{name}</button>
			))}
		</nav>
	);
}

function Notices({ state, w, send }: Desk) {
	const { link, notice } = state;
	const known: Record<string, string> = { copied: w.copied, here: w.hereAgain, certificateCheck: notice?.what ?? "" };
	const said = notice ? (known[notice.text] ?? sayFailure(w, notice)) : "";
	return (
		<div class="notices" role="alert">
			{!link.isHere && (
				<p class="gone">
					{link.isGateway ? w.goneGateway : w.goneDaemon}{" "}
					{link.retryIn > 0 ? fill(w.retryIn, { n: link.retryIn }) : w.retryNow}
				</p>
			)}
			{notice && (
				<p class={notice.text in w.faults ? "failure" : "told"}>
					{said} <button type="button" aria-label={w.dismiss} onClick={() => send({ type: "notice", notice: null })}>✕</button>
				</p>
			)}
		</div>
	);
}

function Side(desk: Desk) {
	const isStatus = desk.state.mode === "status";
	return (
		<div class="side">
			{isStatus ? <Status {...desk} /> : <Answer {...desk} />}
			{!isStatus && <Proof {...desk} />}
			<Exports {...desk} />
		</div>
	);
}

export function App(desk: Desk) {
	const { state } = desk;
	const isStatus = state.mode === "status";
	const by = butProgress(desk);
	return (
		<div class={`page panel-${state.panel} ${state.list ? "with-list" : ""}`}>
			<Header {...desk} />
			<Notices {...desk} />
			<Login {...desk} />
			<main>
				<Kept by={by} draw={() => <Ask {...desk} />} />
				<section class="middle" aria-label={desk.w.heads.ask}>
					<Question {...desk} />
					<Stage {...desk} />
					<Steps {...desk} />
					{!isStatus && <div class="short"><Verdict {...desk} /></div>}
				</section>
				<Tabs {...desk} />
				{state.list && <Kept by={by} draw={() => <Collection {...desk} />} />}
				<Kept by={by} draw={() => <Side {...desk} />} />
			</main>
			<Progress {...desk} />
			{state.isHelping && <Keys {...desk} />}
		</div>
	);
}
