// SPDX-License-Identifier: MIT
// login.tsx - the field for a token: where the gateway answers only those who have one, or somebody wants to log in.
import { useEffect, useRef } from "preact/hooks";
import type { Desk } from "./desk";
import { sayFailure } from "../words/sentences";

/** The field has no name, so that no browser puts what is in it into an address. */
export function Login({ state, w, act }: Desk) {
	const { phase, failure, isNeeded } = state.login;
	const form = useRef<HTMLFormElement>(null);
	const isOffered = phase === "offered";
	useEffect(() => {
		if (isOffered) form.current?.querySelector("input")?.focus();
	}, [isOffered]);
	if (phase === "none" || phase === "in") return null;
	const enter = (event: SubmitEvent): void => {
		event.preventDefault();
		const field = (event.currentTarget as HTMLFormElement).querySelector("input");
		if (!field) return;
		void act.login.enter(field.value);
		field.value = "";
		field.focus();
	};
	const said = failure ? sayFailure(w, failure) : phase === "wrong" ? w.login.wrong : phase === "checking" ? w.login.checking : "";
	return (
		<form class="login" method="post" aria-label={w.login.title} ref={form} onSubmit={enter}>
			<p id="login-why">{isNeeded ? w.login.wanted : w.login.offered} <span class="hint">{w.login.kept}</span></p>
			<label class="field">
				<span>{w.login.token}</span>
				<input type="password" autocomplete="off" spellcheck={false} required aria-describedby="login-why" />
			</label>
			<button type="submit" class="primary" disabled={phase === "checking"}>{w.login.enter}</button>
			{!isNeeded && <button type="button" onClick={() => act.login.offer(false)}>{w.login.close}</button>}
			<p class={phase === "checking" ? "told" : "failure"} role="alert">{said}</p>
		</form>
	);
}
