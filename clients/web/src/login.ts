// SPDX-License-Identifier: MIT
// login.ts - who asks: the account whose token somebody has given, or nobody. A token is tried when it is given, and one
// that the gateway does not know (any more) is forgotten.
import * as connection from "./connection";
import { failureOf } from "./failures";
import type { Store } from "./link";
import type { Failure, LoginPhase } from "./state";
import { isToken, keepToken, keptToken } from "./token";

export class Login {
	private token = "";

	/** `again` asks what was refused before. */
	constructor(private readonly store: Store, private readonly again: () => void) {}

	/** begin goes on as who has logged in in this tab. */
	begin(): void {
		connection.onUnauthorized((token) => this.refused(token));
		this.use(keptToken());
		if (this.token !== "") this.tell("in");
	}

	/** enter tries a token. */
	async enter(text: string): Promise<void> {
		const token = text.trim();
		if (!isToken(token)) {
			this.tell("wrong");
			return;
		}
		this.use(token);
		this.tell("checking");
		try {
			await connection.get("/v1/info");
		} catch (error) {
			if (this.token !== token) return; // it was refused
			this.use("");
			this.tell("wanted", failureOf(error));
			return;
		}
		if (this.token !== token) return;
		keepToken(token);
		this.tell("in");
		this.again();
	}

	/** leave forgets who asks. */
	leave(): void {
		keepToken("");
		this.use("");
		this.tell("none");
	}

	/** refused: a request with that token, or none, was. What was asked by another one before is of no interest. */
	private refused(token: string): void {
		if (token !== this.token) return;
		const { phase } = this.store.state().login;
		if (token === "") {
			if (phase === "none") this.tell("wanted");
			return;
		}
		keepToken("");
		this.use("");
		this.tell("wrong");
	}

	private use(token: string): void {
		this.token = token;
		connection.askAs(token);
	}

	private tell(phase: LoginPhase, failure: Failure | null = null): void {
		this.store.send({ type: "login", phase, failure });
	}
}
