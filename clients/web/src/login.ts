// SPDX-License-Identifier: MIT
// login.ts - who asks: the account whose token somebody has given, or nobody. A token is tried when it is given, and one
// that the gateway does not know (any more) is forgotten.
import * as connection from "./connection";
import { failureOf } from "./failures";
import type { Store } from "./link";
import type { Account } from "./protocol";
import type { Who } from "./state";
import { isToken, keepToken, keptToken } from "./token";

export class Login {
	private token = "";

	/** `again` asks what was refused before. */
	constructor(private readonly store: Store, private readonly again: () => void) {}

	/** begin goes on as who has logged in in this tab, and finds out whether the service has accounts. */
	async begin(): Promise<void> {
		connection.onUnauthorized((token) => this.refused(token));
		this.use(keptToken());
		if (this.token !== "") this.tell({ phase: "in" });
		await this.look();
	}

	/** offer shows the field, or hides it, where it may be left empty. */
	offer(isShown: boolean): void {
		this.tell({ phase: isShown ? "offered" : "none" });
	}

	/** enter tries a token. */
	async enter(text: string): Promise<void> {
		const token = text.trim();
		if (!isToken(token)) {
			this.tell({ phase: "wrong" });
			return;
		}
		this.use(token);
		this.tell({ phase: "checking" });
		let account: string;
		try {
			account = await this.account();
		} catch (error) {
			if (this.token !== token) return; // it was refused
			this.use("");
			this.tell({ phase: this.store.state().login.isNeeded ? "wanted" : "offered", failure: failureOf(error) });
			return;
		}
		if (this.token !== token) return;
		keepToken(token);
		this.tell({ phase: "in", account });
		this.again();
	}

	/** leave forgets who asks, and finds out what is answered to nobody. */
	async leave(): Promise<void> {
		keepToken("");
		this.use("");
		this.tell({ phase: "none", account: "" });
		await this.look();
	}

	private async account(): Promise<string> {
		return (await connection.get<Account>("/v1/account")).account ?? "";
	}

	/** look finds out as whom the page asks. A service that cannot be asked now is told of by what asks a question. */
	private async look(): Promise<void> {
		const { token } = this;
		try {
			const account = await this.account();
			if (this.token !== token) return;
			const hasAccounts = account !== "";
			this.tell(token === "" ? { hasAccounts, isNeeded: false } : { hasAccounts, account });
		} catch {
			// 401: `refused` has told it
		}
	}

	/** refused: a request with that token, or none, was. What was asked by another one before is of no interest. */
	private refused(token: string): void {
		if (token !== this.token) return;
		const { phase } = this.store.state().login;
		if (token === "") {
			this.tell({ isNeeded: true, ...(phase === "none" || phase === "offered" ? { phase: "wanted" } : {}) });
			return;
		}
		keepToken("");
		this.use("");
		this.tell({ phase: "wrong", account: "" });
	}

	private use(token: string): void {
		this.token = token;
		connection.askAs(token);
	}

	private tell(who: Partial<Who>): void {
		this.store.send({ type: "login", who });
	}
}
