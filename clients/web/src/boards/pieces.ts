// SPDX-License-Identifier: MIT
// pieces.ts - the outlines of chess pieces, in a box of 100 by 100, and the lines on them: those of the
// diagrams that the command draws.
export interface Piece {
	body: string;
	details: string;
}

export const PIECES: Record<string, Piece> = {
	P: {
		body: "M50 20 A13 13 0 0 1 59 42 L64 47 L57 50 Q58 64 68 72 Q74 77 74 88 L26 88 Q26 77 32 72 " +
			"Q42 64 43 50 L36 47 L41 42 A13 13 0 0 1 50 20 Z",
		details: "",
	},
	R: {
		body: "M26 16 L38 16 L38 24 L44 24 L44 16 L56 16 L56 24 L62 24 L62 16 L74 16 L74 34 L66 41 " +
			"L69 70 L76 76 L79 88 L21 88 L24 76 L31 70 L34 41 L26 34 Z",
		details: "M34 41 L66 41 M31 70 L69 70",
	},
	N: {
		body: "M46 24 L44 12 L54 20 Q82 30 79 88 L29 88 Q28 72 44 60 Q50 55 48 49 Q42 52 36 57 " +
			"L31 64 Q27 67 23 63 L20 59 Q17 55 21 50 Q30 38 36 28 Q40 24 46 24 Z",
		details: "M40 36 L43 34 M58 32 Q70 46 69 76",
	},
	B: {
		body: "M50 10 A6 6 0 0 1 53 21 Q70 34 68 50 Q67 59 60 64 L64 74 Q76 76 79 88 L21 88 " +
			"Q24 76 36 74 L40 64 Q33 59 32 50 Q30 34 47 21 A6 6 0 0 1 50 10 Z",
		details: "M50 34 L50 54 M41 43 L59 43 M40 64 L60 64 M36 74 L64 74",
	},
	Q: {
		body: "M18 24 A5 5 0 1 1 23 29 L33 52 L35 22 A5 5 0 1 1 40 22 L50 48 L60 22 A5 5 0 1 1 65 22 " +
			"L67 52 L77 29 A5 5 0 1 1 82 24 L74 66 Q72 70 77 78 L79 88 L21 88 L23 78 Q28 70 26 66 Z",
		details: "M26 66 Q50 58 74 66 M24 78 Q50 71 76 78",
	},
	K: {
		body: "M47 8 L53 8 L53 14 L60 14 L60 20 L53 20 L53 29 Q60 32 60 40 Q68 30 78 34 Q90 40 84 53 " +
			"Q80 62 74 68 Q72 72 76 78 L78 88 L22 88 L24 78 Q28 72 26 68 Q20 62 16 53 Q10 40 22 34 " +
			"Q32 30 40 40 Q40 32 47 29 L47 20 L40 20 L40 14 L47 14 Z",
		details: "M26 68 Q50 60 74 68 M24 78 Q50 71 76 78 M50 63 L50 52 Q48 46 40 40 M50 52 Q52 46 60 40",
	},
};
