// SPDX-License-Identifier: MIT
// kept.ts - a part of the page that is drawn again only when what it depends on is another: reports of a search come up to
// a hundred times a second, and few parts show them.
import { Component, type ComponentChild } from "preact";
import type { Desk } from "./desk";

interface KeptProps {
	/** Compared one by one with those of the drawing before. */
	by: readonly unknown[];
	draw: () => ComponentChild;
}

export class Kept extends Component<KeptProps> {
	override shouldComponentUpdate({ by }: KeptProps): boolean {
		return by.length !== this.props.by.length || by.some((value, i) => value !== this.props.by[i]);
	}

	override render({ draw }: KeptProps): ComponentChild {
		return draw();
	}
}

/** butProgress: all that is known, but for the reports of the search that is going on. */
export function butProgress({ state, w }: Desk): unknown[] {
	const { job, ...rest } = state;
	return [w, job.phase, job.number, job.result, job.failure, ...Object.values(rest)];
}
