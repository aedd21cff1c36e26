// SPDX-License-Identifier: MIT
// desk.ts - what every component is given: the state, the words, and what can be done.
import type { Controller } from "../controller";
import type { Message } from "../messages";
import type { State } from "../state";
import type { Words } from "../words/words";

export interface Desk {
	state: State;
	w: Words;
	act: Controller;
	send: (message: Message) => void;
	/** Changes the language to the next one. */
	speakOther: () => void;
}
