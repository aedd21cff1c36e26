// SPDX-License-Identifier: MIT
// login.tsx - the field for a token, where the gateway answers only those who have one.
import type { Desk } from "./desk";
import { sayFailure } from "../words/sentences";

/** The field has no name, so that no browser puts what is in it into an address. */
export function Login({ state, w, act }: Desk) {
	const { phase, failure } = state.login;
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
		<form class="login" method="post" aria-label={w.login.title} onSubmit={enter}>
			<p id="login-why">{w.login.wanted}</p>
			<label class="field">
				<span>{w.login.token}</span>
				<input type="password" autocomplete="off" spellcheck={false} required aria-describedby="login-why login-kept" />
			</label>
			<button type="submit" class="primary" disabled={phase === "checking"}>{w.login.enter}</button>
			<p class={phase === "checking" ? "told" : "failure"} role="alert">{said}</p>
			<p class="hint" id="login-kept">{w.login.kept}</p>
		</form>
	);
}
