// SPDX-License-Identifier: MIT
// exports.tsx - what can be taken away: a link, records, images, the certificate, the answer as JSON.
import { failureOf } from "../failures";
import { boardPng, boardSvg, save } from "../export/files";
import { pgnOf, sgfOf } from "../export/records";
import { fragment, submission } from "../problem";
import { refutation, type State, walkedLines } from "../state";
import { sayQuestion, sayVerdict } from "../words/sentences";
import { fill, type Words } from "../words/words";
import type { Desk } from "./desk";

const PROOF_FILE = "tesuji.proof";

function comment(w: Words, state: State): string {
	const { problem, limits, job } = state;
	const answer = job.result ? sayVerdict(w, job.result, problem, limits).join(" ") : "";
	return `${sayQuestion(w, problem, limits)} ${answer}`.trim();
}

function drawing(): string {
	const board = document.getElementById("board");
	return board instanceof SVGSVGElement ? boardSvg(board) : "";
}

/** copyLink puts the link to the problem into the clipboard, where there is one, and into the address. */
export function copyLink({ state, send }: Desk): void {
	window.history.replaceState(null, "", `#${fragment(state.problem, state.limits)}`);
	const told = (): void => send({ type: "notice", notice: { text: "copied", what: window.location.href } });
	// A page that is not on this machine and has no TLS may not write there; the address has the link all the same.
	if (window.isSecureContext) navigator.clipboard.writeText(window.location.href).then(told, told);
	else told();
}

export function Exports(desk: Desk) {
	const { state, w, act, send } = desk;
	const { problem, job, limits, walk, why, firsts } = state;
	const isChess = problem.game === "chess";
	const failed = (error: unknown): void => send({ type: "notice", notice: failureOf(error) });
	const record = (): void => {
		const walked = walkedLines(walk);
		if (why.result) walked.push([...why.moves, ...refutation(why)]);
		const found = { result: job.result, walked, firsts: firsts.moves, comment: comment(w, state) };
		if (isChess) save("tesuji.pgn", "application/x-chess-pgn", pgnOf(problem, found));
		else save("tesuji.sgf", "application/x-go-sgf", sgfOf(problem, found));
	};
	const certificate = (): void => {
		void act.certificate((blob) => {
			save(PROOF_FILE, "application/octet-stream", blob);
			send({ type: "notice", notice: { text: "certificateCheck", what: fill(w.certificateCheck, { file: PROOF_FILE }) } });
		});
	};
	const json = (): void =>
		save("tesuji.json", "application/json", JSON.stringify({ problem: submission(problem, limits), result: job.result }, null, 2));
	const isDecided = job.result !== null && job.result.value !== "undecided";
	return (
		<section class="panel exports" aria-label={w.exports.title}>
			<h2>{w.exports.title}</h2>
			<div class="buttons">
				<button type="button" onClick={() => copyLink(desk)}>{w.exports.link}</button>
				<button type="button" onClick={record}>{isChess ? w.exports.pgn : w.exports.sgf}</button>
				<button type="button" onClick={() => save("tesuji.svg", "image/svg+xml", drawing())}>{w.exports.svg}</button>
				<button
					type="button"
					onClick={() => void boardPng(drawing()).then((blob) => save("tesuji.png", "image/png", blob)).catch(failed)}
				>{w.exports.png}</button>
				<button type="button" disabled={!isDecided} onClick={certificate}>{w.exports.certificate}</button>
				<button type="button" disabled={!job.result} onClick={json}>{w.exports.json}</button>
			</div>
		</section>
	);
}
