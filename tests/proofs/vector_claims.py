# SPDX-License-Identifier: MIT
"""vector_claims.py - what the test vectors claim and why it holds or not; for make_vectors.py."""

import vector_refused

PASS = -1
STOP = [2, None, []]
CORNER = [[1, 3], [1, 6], [2, 0, [3, 1]], [1, 1, 2]]  # takes A3 of O../.X./...


def base(game, rows, **more):
    """A header with the goal "win"; what is given instead replaces it."""
    header = {"tesuji": "certificate", "format": 1, "rules": 1, "kind": "proof", "game": game,
              "goal": {"type": "win"}, "attacker": "black", "first": "attacker",
              "position": {"rows": rows}}
    return {**header, **more}


def go(rows, target, goal="capture", ko=None, **more):
    words = {"type": goal, **({} if target is None else {"target": target})}
    position = {"rows": rows, **({} if ko is None else {"ko": ko})}
    return base("go", rows, goal=words, **{"position": position, **more})


def gomoku(rows, k, rule=None, **more):
    return base("gomoku", rows, options={"k": k, **({} if rule is None else {"rule": rule})}, **more)


def chess(fen, **more):
    side = "white" if " w " in fen else "black"
    return base("chess", "", **{"goal": {"type": "mate"}, "attacker": side,
                                "position": {"fen": fen}, **more})


def move(name):
    """Of chess: e2e4, a7a8q."""
    start, end = (ord(s[0]) - ord("a") + 8 * (int(s[1]) - 1) for s in (name[:2], name[2:4]))
    return start + 64 * end + 4096 * " nbrq".index(name[4:] or " ")


KO = ".XO./XO.O/.XO."  # black takes B2 by C2, and white may take back
TAKEN = ".XO./X.XO/.XO."  # and this is what it looks like after that
CENTRE = {"region": "B2,C2"}
CORNERS = "OX.XO/.X.X."  # two white stones that cannot be saved
EYES = "..../XXXX/OOOO/...."
MATE = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"
BACK_RANK = [[1, move("e1e8")]]
UNLIMITED = {"attacker": "unlimited", "defender": "unlimited"}
THREES = "........./........./....X..../....X..../..XX...../........./........./........./........."

# Proofs that are found by trying everything: name, header, reason.
FOUND = [
    ("go-capture", go("OX/..", "A2"), "one move takes the stone"),
    ("go-capture-corner", go("O../.X./...", "A3"), "the stone cannot leave the corner"),
    ("go-capture-defender-first", go("O.X/.X./X..", "A3", first="defender"),
     "the defender moves first and is taken"),
    ("go-capture-region", go("O../.X./...", "A3", options={"region": "A1-B3,C3"}),
     "stones may be put on some points only"),
    ("go-capture-ko-no-threat", go(KO, "B2"), "taken in a ko, and the defender has no threat"),
    ("go-capture-ko-threats", go(KO, "B2", threats={"attacker": "unlimited", "defender": 1},
                                 options=CENTRE), "he takes back once, and is taken again"),
    ("go-capture-banned", go(TAKEN, "C2", ko="B2", attacker="white", options=CENTRE,
                             threats={"attacker": 1, "defender": 0}),
     "the banned point is played by a threat"),
    ("go-connect", go("X.X/...", "A2 C2", "connect"), "one move joins the stones"),
    ("go-connect-defender-first", go("X.X/...", "A2 C2", "connect", first="defender"),
     "they are joined though the defender moves between them"),
    ("go-semeai", go("XOX/XOX/...", "B3 A3", "semeai"), "the first stone is taken before the second"),
    ("go-capture-any", go(CORNERS, "A2 E2", "capture-any", first="defender"), "one of two stones"),
    ("go-capture-all", go(CORNERS, "A2 E2", "capture-all"), "two stones, one after the other"),
    ("go-capture-twice-named", go("OX/..", "A2 A2", "capture-all"), "a stone may be named twice"),
    ("go-live", go(EYES, "A3", "live"), "two eyes"),
    ("go-live-defender-first", go(EYES, "A3", "live", first="defender"),
     "two eyes wherever the defender plays"),
    ("go-live-reached", go(".X.X/XXXX/....", "A2", "live", first="defender"),
     "alive in the position of the header, the defender to move"),
    ("go-live-any", go(EYES, "A3 B3", "live-any"), "one of several stones"),
    ("go-live-any-no-stones", go(EYES, None, "live-any"), "no target: any stone of the attacker's"),
    ("gomoku-default", gomoku("XXXX./...../...../...../.....", "5"), "five in a row"),
    ("gomoku-open", gomoku("..../.XX./....", "3", first="defender"), "one of two ends stays open"),
    ("gomoku-freestyle-long", gomoku("XX.XX../......./.......", "4"), "five are four as well"),
    ("gomoku-standard", gomoku("XX.X.../......./.......", "4", "standard"), "exactly four"),
    ("gomoku-caro", gomoku("OXX.X../......./.......", "4", "caro"), "exactly four, one end of which stays free"),
    ("gomoku-caro-edge", gomoku("XX.XO../......./.......", "4", "caro"), "the edge blocks nothing"),
    ("renju-five", gomoku("XXXX.../......./.......", "5", "renju"), "black makes exactly five"),
    ("renju-white-six", gomoku("OOO.OO./......./.......", "5", "renju", attacker="white"),
     "white may make more than five"),
    ("atarigo-corner", base("atarigo", "O../.X./..."), "the first capture"),
    ("atarigo-defender-first", base("atarigo", "O.X/.X./X..", first="defender"),
     "the defender moves first and may pass"),
    ("atarigo-stuck", base("atarigo", ".X./X.X/.X.", options={"pass": "no", "stuck": "loses"}),
     "the defender has no legal move left and so has lost"),
    ("hex-2x2", base("hex", "../.."), "two ways down, one of which stays open"),
    ("hex-3x3", base("hex", ".../.../..."), "the middle of an empty board"),
    ("hex-white", base("hex", "../..", attacker="white"), "white joins left and right"),
]

# By hand: name, header, nodes, reason.
PROVEN = [
    ("chess-mate", chess(MATE), BACK_RANK, "mate in one"),
    ("chess-two", chess("7k/8/5K2/8/8/8/8/6R1 w - - 0 1"),
     [[1, move("g1h1")], [2, None, [move("h8h7"), 0]], [1, move("f6f7"), 1]],
     "mate in two; all replies are listed"),
    ("chess-promotion", chess("7k/P7/6K1/8/8/8/8/8 w - - 0 1"), [[1, move("a7a8q")]],
     "mate by a new queen"),
    ("chess-castling", chess("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1"), [[1, move("e1c1")]],
     "mate by castling"),
    ("chess-two-steps", chess("8/8/5K2/7k/7n/8/6P1/2B3R1 w - - 0 1"), [[1, move("g2g4")]],
     "mate by a pawn's two steps, which nobody can take en passant"),
    ("chess-counters", chess(MATE.replace("0 1", "007 00")), BACK_RANK,
     "nothing is asked of the counters of a FEN"),
    ("chess-no-counters", chess(MATE.replace("0 1", "- -")), BACK_RANK, "the counters may be -"),
    ("chess-digits", chess(MATE.replace("/8/", "/44/", 1)), BACK_RANK,
     "digits of a rank may follow each other"),
    ("chess-useless-en-passant", chess("6k1/5ppp/8/p7/8/8/8/4R1K1 w - a6 0 1"), BACK_RANK,
     "the square of en passant may be one where nobody can take"),
    ("go-semeai-ko", go(".XO..../XO.O.../.XO..../.....OX", "B3 G1", "semeai",
                        threats={"attacker": 1, "defender": 1}), [[1, 9], [2, None, [8, 0]], [1, 9, 1]],
     "he does not take back but takes the second stone: that was taken later"),
    ("moves-off-the-board", go("O../.X./...", "A3"), [[1, 3], [1, 6], [2, 0, [3, 1, 9, 1, 20479, 1]],
                                                      [1, 1, 2]],
     "what is listed but never legal is passed over"),
]
DENIED = [
    ("go-alive", go(".O.O/OOOO/X...", "A2", kind="denial"), [STOP], "two eyes: the target is alive"),
    ("go-cycle", go(KO, "B3 B1", "connect", kind="denial", options=CENTRE, threats=UNLIMITED),
     [STOP, [1, 5, 0], [2, 1, []], [1, 5, 2], [2, 3, []]],
     "a line goes round: the stop is at a position that is met at another node"),
    ("go-no-move", go("X.O.X/.....", "A2 E2", "connect", kind="denial", options={"region": "B2"}),
     [STOP, [1, PASS, 0], [2, 1, []]], "the attacker has no legal move at the stop"),
    ("no-order", go(".O.O/OOOO/X...", "A2", kind="denial", order=65535), [STOP],
     "the order of a denial claims nothing"),
    ("gomoku-closed", gomoku("OXO/OXX/XO.", "3", kind="denial"), [STOP], "no row can be made any more"),
    ("gomoku-lost", gomoku("OOO/.../...", "3", kind="denial"), [STOP],
     "lost in the position of the header: nothing is replayed"),
    ("hex", base("hex", "../..", kind="denial", first="defender"),
     [[1, 1], [1, 3], [2, 1, [3, 0]], [1, 2, 2]], "the defender joins his sides first"),
    ("chess-bare-king", chess("8/8/8/8/8/8/1k5r/3K4 w - - 0 1", kind="denial"), [STOP],
     "a bare king mates nobody"),
    ("lambda", go("O../.../...", "A3", kind="lambda-denial", order=0), [STOP],
     "two liberties are too far for order 0"),
]
REJECTED = [
    ("leaf", go("O../.X./...", "A3"), [[1, 3]], "the last move does not reach the goal"),
    ("occupied", go("OX/..", "A2"), [[1, 1]], "the attacker's move is on a stone"),
    ("off-the-board", go("OX/..", "A2"), [[1, 4]], "the board has no such point"),
    ("attacker-passes", go("OX/..", "A2"), [[1, 2], [2, 0, []], [1, PASS, 1]],
     "in Go the attacker may pass for life alone"),
    ("suicide", go(".O./OO./...", "B3", attacker="black"), [[1, 0]], "the attacker's move is suicide"),
    ("no-answer", go("O../.X./...", "A3"), [CORNER[0], CORNER[1], [2, None, [3, 1]], CORNER[3]],
     "a reply has no answer: the pass"),
    ("wrong-answer", go("O../.X./...", "A3"), [[1, 3], [2, 0, []], [1, 1, 1]],
     "the answer to one reply is not legal"),
    ("ko-taken-back", go(KO, "B2", threats={"attacker": 0, "defender": 1}), [[1, 6]],
     "the stone may be taken back by a threat, so it has not been captured"),
    ("ko-banned", go(TAKEN, "C2", ko="B2", attacker="white"), [[1, 5]],
     "the attacker has no threat for the banned point"),
    ("region", go("OX/..", "A2", options={"region": "B1"}), [[1, 2]], "nobody may play there"),
    ("connect-between", go("X.X/...", "A2 C2", "connect", first="defender"), [[1, 1], [2, 0, []]],
     "a reply comes between the stones, and the default is not legal then"),
    ("connect-lost", go("XOO/.X.", "A2 B1", "connect", first="defender"), [[1, 3], [2, 0, []]],
     "a reply captures one of the stones"),
    ("semeai-lost", go("XOO/.X.", "B2 A2", "semeai", first="defender"), [[1, 5], [2, 0, []]],
     "a reply captures the second stone first"),
    ("live-one-eye", go(".../XXX/OOO/...", "A3", "live", first="defender"), [[1, 1], [2, 0, []]],
     "a reply takes the point that makes two eyes"),
    ("gomoku-overline", gomoku("XX.XX../......./.......", "4", "standard"), [[1, 2]],
     "five are not four by the rule standard"),
    ("gomoku-blocked", gomoku("OXX.XO./......./.......", "4", "caro"), [[1, 3]],
     "four between two stones of the other side do not win by the rule caro"),
    ("gomoku-lost", gomoku("OO./XX./...", "3", first="defender"), [[1, 5], [2, 0, []]],
     "replies take the point or make the defender's row"),
    ("renju-overline", gomoku("XXX.XX./......./.......", "5", "renju"), [[1, 3]],
     "black may not make six"),
    ("renju-double-three", gomoku(THREES, "5", "renju"), [[1, 40]], "black may not make two threes"),
    ("atarigo-captured", base("atarigo", "XO./.X./...", first="defender"), [[1, 2], [1, 5], [2, 0, [2, 1]]],
     "a reply captures first"),
    ("hex", base("hex", "../..", first="defender"), [[1, 2], [1, 3], [2, 0, [2, 1]]],
     "the default does not join the sides after a pass, nor after a reply"),
    ("chess-no-mate", chess(MATE.replace("ppp", "pp1")), BACK_RANK, "the king has a square"),
    ("chess-stalemate", chess("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"), [[1, move("c1c7")]], "stalemate"),
    ("chess-en-passant", chess("8/8/5K2/7k/7p/8/6P1/2B3R1 w - - 0 1"), [[1, move("g2g4")]],
     "the pawn can be taken en passant"),
    ("chess-castling-right", chess("2rkr3/2p1p3/8/8/8/8/8/R3K3 w - - 0 1"), [[1, move("e1c1")]],
     "the right to castle is gone"),
    ("chess-promotion-absent", chess("7k/P7/6K1/8/8/8/8/8 w - - 0 1"), [[1, move("a7a8")]],
     "a pawn on the last rank must become another piece"),
    ("denial-not-held", go("O../.../...", "A3", kind="denial"), [STOP], "nothing holds the attacker"),
    ("denial-reached", go("OX/..", "A2", kind="denial"), [STOP, [1, PASS, 0], [2, 1, []]],
     "a move of the attacker's reaches the goal"),
    ("denial-stop-at-itself", go(KO, "B3 B1", "connect", kind="denial", options=CENTRE,
                                 threats=UNLIMITED), [STOP, [1, 5, 0], [2, 1, []]],
     "the stop is at a position that is met nowhere else: another point is banned at the root"),
    ("lambda-denial-order", go("O../.../...", "A3", kind="lambda-denial", order=1), [STOP],
     "two liberties are not too far for order 1"),
]


def rows(make):
    """(verdict, name, bytes, reason) of all vectors."""
    for name, header, reason in FOUND:
        yield "proven", name, make.canonical(header, make.prove(header)), reason
    for verdict, table in (("proven", PROVEN), ("denied", DENIED), ("rejected", REJECTED)):
        for name, header, nodes, reason in table:
            name = f"denial-{name}" if verdict == "denied" else name
            yield verdict, name, make.canonical(header, nodes), reason
    yield from vector_refused.other_forms(make.pack, go("O../.X./...", "A3"), CORNER)
    yield from vector_refused.rows(make.pack, go, gomoku, chess)
