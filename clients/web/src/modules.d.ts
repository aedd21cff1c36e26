// SPDX-License-Identifier: MIT
// modules.d.ts - types of what has none of its own.
declare module "@sabaki/sgf" {
	export interface SgfNode {
		data: Record<string, string[] | undefined>;
		children: SgfNode[];
	}
	export function parse(text: string): SgfNode[];
}
