// SPDX-License-Identifier: MIT
// words.ts - which language is spoken, and how its texts are filled in. A third language is one file and a row here.
import { de } from "./de";
import { en, type Words } from "./en";

export type { Words };

const LANGUAGES: Record<string, Words> = { en, de };
export const LANGUAGE_NAMES = Object.keys(LANGUAGES);

/** words returns the texts of the first of these languages that is spoken here, else the English ones. */
export function words(languages: readonly string[]): Words {
	for (const language of languages) {
		const found = LANGUAGES[language.slice(0, 2).toLowerCase()];
		if (found) return found;
	}
	return en;
}

/** fill puts values in the place of {names}. {name:one|many} is the first if the value is 1, else the second: the
 * languages that are spoken here have no other plurals. */
export function fill(text: string, values: Record<string, string | number>): string {
	const counted = text.replace(/\{(\w+):([^|{}]*)\|((?:[^{}]|\{\w+\})*)\}/g,
		(whole, name: string, one: string, many: string) => (!(name in values) ? whole : `${values[name]}` === "1" ? one : many));
	return counted.replace(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
}

/** pieces cuts a text at its {names}: texts and names in turn. */
export function pieces(text: string): { text: string; isName: boolean }[] {
	return text
		.split(/(\{\w+\})/)
		.filter((piece) => piece !== "")
		.map((piece) => (/^\{\w+\}$/.test(piece) ? { text: piece.slice(1, -1), isName: true } : { text: piece, isName: false }));
}

const THOUSAND = 1000;
const MINUTE_S = 60;

/** count writes a number as people read it: "420 k", "2.1 M". */
export function count(number: number): string {
	const units = ["", " k", " M", " G", " T"];
	let at = 0;
	while (number >= THOUSAND && at < units.length - 1) {
		number /= THOUSAND;
		at++;
	}
	const digits = at > 0 && number < 10 ? 1 : 0;
	return `${number.toFixed(digits)}${units[at] ?? ""}`;
}

/** duration writes milliseconds as people read them. */
export function duration(ms: number): string {
	if (ms < 0.1) return "< 0.1 ms";
	if (ms < 10) return `${ms.toFixed(1)} ms`;
	if (ms < THOUSAND) return `${ms.toFixed(0)} ms`;
	const seconds = ms / THOUSAND;
	if (seconds < MINUTE_S) return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`;
	const rest = Math.floor(seconds) % MINUTE_S;
	return `${Math.floor(seconds / MINUTE_S)} min${rest > 0 ? ` ${rest} s` : ""}`;
}
