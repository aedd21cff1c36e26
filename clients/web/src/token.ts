// SPDX-License-Identifier: MIT
// token.ts - the token of an account, kept for as long as the tab is open: never in an address, nor where other tabs see it.
const KEY = "tesuji.token";

/** keptToken: what was kept in this tab before it was loaded again; "": nothing. */
export function keptToken(): string {
	try {
		return window.sessionStorage.getItem(KEY) ?? "";
	} catch {
		return ""; // a browser that keeps nothing
	}
}

/** keepToken keeps a token; "" forgets it. */
export function keepToken(token: string): void {
	try {
		if (token === "") window.sessionStorage.removeItem(KEY);
		else window.sessionStorage.setItem(KEY, token);
	} catch {
		// it is known until the page is left
	}
}

/** isToken: can this be one? What no header can carry is none. */
export function isToken(text: string): boolean {
	return /^[\x21-\x7e]+$/.test(text);
}
