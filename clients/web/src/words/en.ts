// SPDX-License-Identifier: MIT
// en.ts - every text of the page in English. {words} in braces are filled in, or become buttons.
export const en = {
	language: "en",
	title: "tesuji",
	line: "Answers tactical questions with proofs you can walk through.",
	paste: "Paste or drop a game record, a FEN or rows anywhere.",

	colours: { black: "Black", white: "White" },
	games: { go: "Go", gomoku: "Gomoku", atarigo: "Atari-Go", hex: "Hex", chess: "Chess" },
	rules: { freestyle: "freestyle", standard: "standard", renju: "Renju", caro: "caro" },
	pieces: {
		K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn",
	} as Record<string, string>,

	heads: {
		ask: "Problem", answer: "Answer", proof: "Proof", disproof: "Disproof", more: "More", status: "Whole board", list: "Collection",
	},

	/* The question. */
	questions: {
		capture: { attacker: "Can {mover} {verb} {target}?", defender: "Can {mover} {verb} {target}?" },
		live: { attacker: "Can {mover} {verb} {target}?", defender: "Can {mover} {verb} {target}?" },
		connect: { attacker: "Can {mover} {verb} {target}?", defender: "Can {mover} {verb} {target}?" },
		semeai: { attacker: "Does {mover} {verb} at {target}?", defender: "Does {mover} {verb} at {target}?" },
		"capture-any": { attacker: "Can {mover} {verb} {target}?", defender: "Can {mover} {verb} {target}?" },
		"capture-all": { attacker: "Can {mover} {verb} {target}?", defender: "Can {mover} {verb} {target}?" },
		win: { attacker: "Can {attacker} win? {mover} moves first.", defender: "Can {attacker} win? {mover} moves first." },
		mate: {
			attacker: "Can {attacker} mate {within}? {mover} moves first.",
			defender: "Is {mover} to be mated {within}, whatever is played?",
		},
	} as Record<string, { attacker: string; defender: string }>,
	verbs: {
		capture: { attacker: "capture", defender: "save" },
		live: { attacker: "make live", defender: "kill" },
		connect: { attacker: "connect", defender: "cut" },
		semeai: { attacker: "win the race", defender: "win the race" },
		"capture-any": { attacker: "capture one of", defender: "save all of" },
		"capture-all": { attacker: "capture all of", defender: "save one of" },
	} as Record<string, { attacker: string; defender: string }>,
	movesFirst: "{mover} moves first.",
	theStones: "the {colour} stones at {points}",
	theStone: "the {colour} stone at {points}",
	and: " and ",
	inRegion: "Only inside {region}.",
	anyNumber: "in any number of moves",
	inMoves: "within {n} {n:move|moves}",
	inOne: "in one move",
	chooseTarget: "Click a block of stones to ask about it.",
	chooseSecond: "Now click the other block.",
	turnAround: "Change who moves first",
	otherSide: "Change the side",
	dropTarget: "Ask about something else",
	hints: {
		go: "Click a block: capture, save, live. Drag to another: connect, race. Shift-drag: region.",
		other: "Place stones with Edit, then Solve.",
		chess: "Set up pieces with Edit, or paste a FEN.",
	},

	/* The ring around a block. */
	ring: {
		title: "{colour} at {point}",
		capture: "Capture it?", save: "Save it?", live: "Make it live?", kill: "Kill it?", connect: "Connect…", semeai: "Race…",
		close: "Close",
	},

	/* Controls. */
	solve: "Solve",
	cancel: "Cancel",
	edit: "Edit",
	editDone: "Done",
	undo: "Undo",
	redo: "Redo",
	clear: "Clear",
	game: "Game",
	example: "Examples",
	size: "Board",
	rule: "Rule",
	inARow: "In a row",
	open: "Open a file…",
	pasteHere: "Paste text…",
	pasteTake: "Take it",
	share: "Copy link",
	copied: "The link is copied.",
	help: "Keys",
	tools: { turns: "In turn", black: "Black", white: "White", remove: "Remove" },
	toMove: "To move",
	status: "Status",
	statusQuestion: "Which blocks of this board can be captured, saved or cut?",
	statusHint: "Play moves: the marks follow.",

	/* Limits. */
	limits: "Limits",
	time: "Time",
	seconds: "{n} s",
	minutes: "{n} min",
	order: "Order",
	orderAuto: "auto",
	orderN: "up to {n}",
	nodes: "Nodes",
	noLimit: "no limit",
	shortest: "the least number of moves",
	plain: "all moves, not only threats",
	fresh: "search even what is remembered",
	within: "Moves",
	ko: "Ko",
	koPoint: "No retaking at",
	koNone: "nowhere",
	koVerdict: "does it take a ko?",
	threatsAttacker: "Threats of the attacker",
	threatsDefender: "Threats of the defender",
	unlimited: "any number",
	regionAll: "the whole board",

	/* Progress. */
	lights: {
		waiting: "waiting", searching: "searching", disproven: "disproven", proven: "proven", open: "not decided",
	},
	orderLight: "Order {n}: {state}",
	allMoves: "all moves",
	depth: "depth {n}",
	nodeCount: "{n} {n:node|nodes}",
	speed: "{n}/s",
	elapsed: "{t} of {limit}",
	speedLine: "Speed over the last {n:report|{n} reports}",

	/* The verdict. */
	verdict: {
		notAsked: "Nothing is asked yet.",
		ready: "Not solved yet.",
		searching: "Searching…",
		cancelled: "Stopped before it was decided.",
		failed: "The search failed: {what}",
		open: "Not decided at order {order} within {time}.",
		openNodes: "Not decided at order {order} within {nodes} {nodes:node|nodes}.",
		openEnd: "Not decided up to order {order}.",
		yes: "Yes.",
		no: "No.",
		starts: "It begins with {best}.",
		anything: "Whatever is played first.", needless: "Nothing need be played.",
		byOrder: "No, not by threats up to order {order}.",
		byMoves: "No, not within {n} {n:move|moves}.",
		guess: "This rests on a guess.",
		ko: { unconditional: "No ko is needed.", ko: "It takes a ko.", fails: "Not even by a ko." },
		koThreats: {
			0: "The other side has to find the first threat.",
			1: "It needs one threat more.",
			2: "It needs two threats more.",
			more: "It needs more than two threats.",
		} as Record<string, string>,
		remembered: "known from before",
	},
	claim: { checkmate: "It is checkmate.", mate: "Mate in {n}.", mateOrLess: "Mate in {n} or less." },
	plies: "{n} {n:ply|plies}",
	offers: { time: "Ten times the time", order: "Order {n}", plain: "All moves" },
	theLine: "Line",
	start: "Start",
	moveOf: "move {n} of {all}",
	back: "Back", forward: "Forward", toStart: "To the start", toEnd: "To the end",
	pass: "pass",
	zoneText: "Rests on {n} {n:point|points}; the rest of the board does not matter.",
	noZone: "Every point may matter.",
	firsts: "All first moves",
	firstsCount: "{works} {works:works|work}, {fails} {fails:fails|fail}, {open} open",
	firstsOf: "{n} of {all}",
	works: "works", fails: "fails", isOpen: "open",
	refuted: "refuted by {move}",

	/* A move that is tried against the answer. */
	why: {
		title: "what if?", searching: "{move}: searching…", works: "{move} works.", fails: "{move} fails.",
		refuted: "{move} refutes it.", needless: "Nothing need be played against it.", open: "{move}: not decided.",
	},

	/* The proof. */
	proof: {
		hint: "Click a point on the board: the proof answers the defender's moves, a search the attacker's others.",
		none: "There is a proof to walk through once something is proven.",
		denied: "Play any move on the board: what refutes it is played against it, and you can go on from there.",
		walk: "Walk the proof", walkDenied: "Walk the disproof",
		defence: "{colour} to move: try any move.",
		attack: "{colour} plays {move}.",
		reached: "The goal is reached.",
		toGoal: "{n} to go",
		others: "{n} other {n:move is|moves are} answered by the next threat",
		othersAlike: "{n} other {n:move is|moves are} answered alike",
		anyOther: "any other",
		movesLeft: "{n} {n:move|moves} left", orderLeft: "order {n} left", again: "This position came before.",
		held: {
			lost: "The goal is out of reach.", safe: "The rules keep the goal out of reach.",
			spent: "Nothing is left of what was asked.", far: "The goal takes more moves than are left.",
			stuck: "There is no legal move.", met: "It goes on as from another position.",
		},
	},

	/* Whole board. */
	statusMarks: {
		captured: "can be captured", saved: "captured or saved, whoever moves first",
		ko: "by ko", cut: "can be cut", open: "not decided",
	},
	statusCount: "{n} of {all} {all:question|questions}",
	vital: "vital point {letter}: {point}",
	isSafe: "{colour} {stones} is safe.",
	isCaptured: "{colour} {stones} is captured at {best}.",
	isSaved: "{colour} {stones}: captured at {best}, or saved at {save}.",
	isKo: "{colour} {stones}: a ko, beginning with {best}.",
	isCut: "{colour} {stones} can be cut at {best}.",
	isOpenBlock: "{colour} {stones}: not decided.",

	/* Collections. */
	list: {
		number: "No.", question: "Question", verdict: "Verdict", best: "First move", time: "Time", nodes: "Nodes",
		run: "Solve all", stop: "Stop", again: "Again, ten times the time", close: "Close",
		filter: "Show", filters: { all: "all", open: "open", wrong: "wrong", proven: "proven" },
		count: "{done} of {all}: {proven} proven, {disproven} disproven, {open} open",
		waiting: "waiting", running: "searching", values: { proven: "proven", disproven: "disproven", undecided: "open" },
		wrong: "the file says {wanted}",
		csv: "CSV", sgf: "SGF",
	},

	/* Taking away. */
	exports: {
		title: "Take it away",
		link: "Link", sgf: "SGF", pgn: "PGN", svg: "SVG", png: "PNG", certificate: "Certificate", json: "JSON",
	},
	certificateCheck: "Check it: tesuji-check {file}",

	/* The board. */
	board: "{game} board, {columns} by {rows}",
	emptyPoint: "{point}, empty",
	stoneAt: "{point}, {stone}",
	marked: "marked",
	inZone: "in the zone",
	positionText: "The board as text",

	/* Keys. */
	keys: {
		title: "Keys",
		rows: [
			["Enter", "Solve"],
			["Esc", "Cancel, close, deselect"],
			["← →", "One move back, one forward"],
			["Home End", "To the start, to the end"],
			["E", "Edit"],
			["Ctrl+Z Ctrl+Y", "Undo, redo"],
			["Ctrl+V", "Paste a position"],
			["X", "Who moves first"],
			["Z", "Zone"],
			["A", "All first moves"],
			["S", "Status of a whole board of Go"],
			["J K", "Next, previous problem of a collection"],
			["↑ ↓ ← →", "On the board: from point to point; Enter clicks"], ["?", "These keys"],
		] as [string, string][],
		close: "Close",
	},

	/* Who asks. */
	login: {
		title: "Log in", token: "Token", enter: "Log in", leave: "Log out", close: "Cancel",
		wanted: "This service answers only those who have a token. Whoever runs it gives you one.",
		offered: "With a token you ask as your own account. Whoever runs this service gives you one.",
		checking: "Trying the token…", wrong: "That is no token of this service (any more).",
		kept: "It is kept in this tab until you close it.",
	},

	/* Trouble. */
	goneDaemon: "The daemon is gone.", goneGateway: "The gateway does not answer.",
	retryIn: "Trying again in {n} s.", retryNow: "Trying again.",
	hereAgain: "The daemon is back.",
	dismiss: "Dismiss",
	faults: {
		nothing: "There is nothing in that text.",
		boardSize: "A board of {what} cannot be used: 2 to 20 lines a side.",
		rowLength: "Row {what} is not as long as the first.",
		rowLetter: "Row with {what}: only . X and O may stand there.",
		fenBoard: "This is no FEN: {what}",
		fenRank: "Rank {what} of the FEN does not have eight squares.",
		sgfSyntax: "The record cannot be read: {what}",
		sgfGame: "The record is of a game that is not known here: GM[{what}].",
		sgfPoint: "The record has a point that is not on its board: {what}.",
		lineGame: "there is no game {what}",
		line: "Line {what}",
		noProof: "There is no proof to walk through here: {what}",
		tooLarge: "The file is larger than 8 MB.",
		pgn: "Game {what}",
		illegal: "{what} cannot be played here.",
		tooSlow: "{what} takes more moves than were asked for.",
		needsToken: "Log in to get an answer.",
		plain: "{what}",
	} as Record<string, string>,
};

export type Words = typeof en;
