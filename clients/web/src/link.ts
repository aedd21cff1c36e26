// SPDX-License-Identifier: MIT
// link.ts - whether the daemon is there: it is looked for from time to time, and waited for when it has gone away.
import * as connection from "./connection";
import type { Message } from "./messages";
import type { State } from "./state";

const RETRY_S = 3;
const SECOND_MS = 1000;
const HEARTBEAT_MS = 5000;
const HERE_MS = 4000;

export interface Store {
	state(): State;
	send(message: Message): void;
}

/** What goes on after an outage, each once. */
export type Asker = "question" | "tried" | "status" | "list";

export interface Again {
	of: Asker;
	/** Aborted by whoever wants it no more. */
	signal: AbortSignal;
	act: () => void;
}

export class Link {
	private isWaiting = false;
	private isGateway = false;
	private timer = 0;
	/** What is to be asked again once the daemon is back, by what asks: a later one takes the place of its like. */
	private readonly again = new Map<Asker, () => void>();

	constructor(private readonly store: Store) {}

	/** heartbeat looks from time to time whether the daemon is there. */
	heartbeat(): void {
		window.setInterval(() => {
			if (document.visibilityState === "visible") this.look();
		}, HEARTBEAT_MS);
	}

	/** look looks whether the daemon is there, now. */
	look(): void {
		if (this.isWaiting) this.countDown(0);
		else connection.get("/v1/info").catch((error: unknown) => this.lost(error));
	}

	/** lost tells whether the daemon is gone; then it is asked for until it is back, and what `again` has for each that was
	 * asking is done, unless the signal says that it is not wanted any more. */
	lost(error: unknown, again: Again | null = null): boolean {
		const refusal = connection.refusal(error);
		if (!refusal.isGone) return false;
		if (again) {
			this.again.set(again.of, () => {
				if (!again.signal.aborted) again.act();
			});
		}
		this.isGateway = refusal.isUnreached;
		if (!this.isWaiting) {
			this.isWaiting = true;
			this.countDown(RETRY_S);
		}
		return true;
	}

	private countDown(seconds: number): void {
		window.clearTimeout(this.timer);
		this.store.send({ type: "link/gone", retryIn: seconds, isGateway: this.isGateway });
		if (seconds > 0) this.timer = window.setTimeout(() => this.countDown(seconds - 1), SECOND_MS);
		else void this.retry();
	}

	private async retry(): Promise<void> {
		try {
			await connection.get("/v1/info");
		} catch (error) {
			const refusal = connection.refusal(error);
			if (refusal.isGone) {
				this.isGateway = refusal.isUnreached;
				this.countDown(RETRY_S);
				return;
			}
		}
		if (!this.isWaiting) return;
		this.isWaiting = false;
		this.store.send({ type: "link/here" });
		window.setTimeout(() => {
			if (this.store.state().notice?.text === "here") this.store.send({ type: "notice", notice: null });
		}, HERE_MS);
		const again = [...this.again.values()];
		this.again.clear();
		for (const act of again) act();
	}
}
