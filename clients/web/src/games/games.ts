// SPDX-License-Identifier: MIT
// games.ts - the games that the page knows, by their names.
import type { GameName } from "../protocol";
import { chess } from "./chess";
import type { Game } from "./game";
import { atarigo, go } from "./go";
import { gomoku } from "./gomoku";
import { hex } from "./hex";

export const GAMES: Record<GameName, Game> = { go, gomoku, atarigo, hex, chess };
export const GAME_NAMES = Object.keys(GAMES) as GameName[];

export function isGame(name: string): name is GameName {
	return name in GAMES;
}
