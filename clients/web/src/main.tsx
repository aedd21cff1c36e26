// SPDX-License-Identifier: MIT
// main.tsx - puts the page together: the state, the controller, the address, keys, what is pasted and dropped.
import "./style.css";
import { render } from "preact";
import { Controller } from "./controller";
import { EXAMPLES } from "./examples";
import type { Message } from "./messages";
import { fragment, fromFragment } from "./problem";
import { reduce } from "./reduce";
import { begin, type State } from "./state";
import { App } from "./view/app";
import type { Desk } from "./view/desk";
import { press } from "./view/keys";
import { LANGUAGE_NAMES, words } from "./words/words";

const LANGUAGE_KEY = "tesuji.language";

const linked = fromFragment(window.location.hash);
const [example] = EXAMPLES;
if (!example) throw new Error("no example");
const given = linked ?? example;
let state: State = begin(given.problem, given.limits);
let isDrawing = false;

function remembered(): string[] {
	try {
		const language = window.localStorage.getItem(LANGUAGE_KEY);
		return language ? [language] : [];
	} catch {
		return []; // a browser that keeps nothing
	}
}

let w = words([...remembered(), ...window.navigator.languages]);

function send(message: Message): void {
	state = reduce(state, message);
	if (isDrawing) return;
	isDrawing = true;
	window.requestAnimationFrame(draw);
}

const act = new Controller({ state: () => state, send });

function speakOther(): void {
	const at = LANGUAGE_NAMES.indexOf(w.language);
	w = words([LANGUAGE_NAMES[(at + 1) % LANGUAGE_NAMES.length] ?? "en"]);
	try {
		window.localStorage.setItem(LANGUAGE_KEY, w.language);
	} catch {
		// it is spoken until the page is left
	}
	draw();
}

function desk(): Desk {
	return { state, w, act, send, speakOther };
}

function draw(): void {
	isDrawing = false;
	document.documentElement.lang = w.language;
	const root = document.getElementById("root");
	if (root) render(<App {...desk()} />, root);
}

document.addEventListener("keydown", (event) => press(desk(), event));
document.addEventListener("paste", (event) => {
	const isTyped = event.target instanceof Element && event.target.closest("input, textarea");
	const text = event.clipboardData?.getData("text/plain") ?? "";
	const [file] = event.clipboardData?.files ?? [];
	if (!isTyped && file) void act.open(file);
	else if (!isTyped && text !== "") act.take(text);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
	event.preventDefault();
	const [file] = event.dataTransfer?.files ?? [];
	if (file) void act.open(file);
	else act.take(event.dataTransfer?.getData("text/plain") ?? "");
});
window.addEventListener("hashchange", () => {
	const found = fromFragment(window.location.hash);
	if (found && window.location.hash !== `#${fragment(state.problem, state.limits)}`) act.load(found.problem, found.limits);
});

window.addEventListener("offline", () => act.link.look());
window.addEventListener("online", () => act.link.look());
window.addEventListener("pagehide", () => act.leave());

draw();
void act.login.begin();
act.link.heartbeat();
act.load(given.problem, given.limits);
